"""The ledger of claims: by round and matter, with what the public can hold against them, and, once
the match is over, with the truth.

Made from the public's copy of the log. The full one is asked for only by `_truths`, which `require_open`
refuses before the match is over.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine import Move
from games.matchlog import access, copies
from games.matchlog.access import Visit, names_in_log
from games.matchlog.audience import EVERYTHING, PUBLIC
from games.matchlog.copies import Copy
from games.matchlog.memory import Memory
from games.presentation import presenter_of
from games.presentation.claims import Claimed, ClaimGroup, ClaimWords, Objection, Truth
from games.rendering.environment import part

TRUTHS_IN_MEMORY = 200  # matches
FEW = 2


class Made(Protocol):
    """What is known of a claim: `games.talk.claiming.ClaimMade` is one."""

    @property
    def position(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def account_id(self) -> int | None: ...
    @property
    def name(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def made_at(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A claim in the ledger."""

    position: int
    seat: int
    name: str
    number: int
    words: ClaimWords | None  # none: it was taken back, or its title words it no more
    truth: Truth | None
    is_mine: bool
    against: tuple[str, ...] = ()  # what speaks against it
    opposed: tuple[str, ...] = ()  # who said something else

    @property
    def answer(self) -> str:
        return "" if self.words is None else self.words.answer

    @property
    def is_torn(self) -> bool:
        return bool(self.against or self.opposed)

    @property
    def torn_by(self) -> tuple[str, ...]:
        """In few words, for where it stands by itself."""
        if len(self.opposed) <= FEW:
            return self.opposed + self.against
        return (_("{count} claims say otherwise.").format(count=len(self.opposed)), *self.against)

    @property
    def verdict(self) -> str:
        """ "true" and "not true" for what its maker could know; otherwise it was a guess."""
        if self.truth is None:
            return ""
        if self.truth.is_known:
            return _("true") if self.truth.is_true else _("not true")
        return _("right guess") if self.truth.is_true else _("wrong guess")

    @property
    def proved(self) -> str:
        """The same as it is kept: a guess is neither to one's credit nor a lie."""
        if self.truth is None:
            return ""
        if not self.truth.is_known:
            return "guess"
        return "true" if self.truth.is_true else "untrue"


@dataclass(frozen=True, slots=True)
class Matter:
    """What claims are about, and what speaks against some of them."""

    about: str
    cell: str
    lines: tuple[LedgerLine, ...]
    objections: tuple[str, ...]
    facts: tuple[str, ...]  # how it was, when all is open


@dataclass(frozen=True, slots=True)
class LedgerRound:
    number: int
    matters: tuple[Matter, ...]


@dataclass(slots=True)
class Tally:
    """How often somebody said what they knew, or what they knew to be wrong, or guessed."""

    seat: int
    name: str
    claims: int = 0
    true: int = 0
    untrue: int = 0
    guesses: int = 0


@dataclass(frozen=True, slots=True)
class Ledger:
    rounds: tuple[LedgerRound, ...]  # the newest first
    lines: Mapping[int, LedgerLine]  # by position, in order; those taken back too
    tallies: tuple[Tally, ...]  # once the match is over

    @property
    def count(self) -> int:
        return sum(line.words is not None for line in self.lines.values())


def offered(visited: Visit, seat: int) -> Sequence[ClaimGroup]:
    """What this seat can claim now, from what the public knows."""
    if not visited.match.is_dealt:
        return ()
    known, names = copies.with_steps(visited, PUBLIC).known, access.names(visited.seats)
    return presenter_of(visited.match.title).claimable(known, seat, names)


def codes_of(groups: Sequence[ClaimGroup]) -> frozenset[str]:
    return frozenset(
        button.code for group in groups for row in group.rows for button in row.buttons
    )


def ledger(visited: Visit, claims: Sequence[Made]) -> Ledger:
    if not claims:
        return Ledger((), {}, ())
    public, told = copies.with_steps(visited, PUBLIC), names_in_log(visited.seats)
    truths, mine = _truths(visited, claims) if visited.is_over else {}, visited.mine
    began = [first for _number, first in public.rounds]
    by_round = dict[int, list[Made]]()
    for one in claims:
        by_round.setdefault(bisect_right(began, one.number) - 1, []).append(one)
    show, lines, rounds = presenter_of(visited.match.title), dict[int, LedgerLine](), []
    for place, made in by_round.items():
        moves = _moves_of_round(public, place)
        for one in made:
            names = _names(one, told)
            lines[one.position] = LedgerLine(
                position=one.position,
                seat=one.seat,
                name=names[one.seat],
                number=one.number,
                words=show.claim_words(one.code, one.seat, names) if one.code else None,
                truth=truths.get(one.position),
                is_mine=mine is not None and one.account_id == mine.account_id,
            )
        standing = [one for one in made if lines[one.position].words is not None]
        last = told(moves[-1].number)
        found = show.objections([_claimed(one) for one in standing], moves, last)
        torn = _torn([lines[one.position] for one in standing], found)
        lines.update({line.position: line for line in torn})
        matters = _matters(torn)
        if matters:
            rounds.append(LedgerRound(public.rounds[place][0], matters))
    return Ledger(tuple(reversed(rounds)), lines, _tallies(lines.values()) if truths else ())


def _torn(lines: Sequence[LedgerLine], found: Iterable[Objection]) -> list[LedgerLine]:
    """The same with what speaks against them."""
    said = [_("{name} said {answer}.").format(name=one.name, answer=one.answer) for one in lines]
    against: list[dict[str, None]] = [{} for _line in lines]
    opposed: list[dict[str, None]] = [{} for _line in lines]
    for objection in found:
        for index in objection.claims:
            if objection.words:
                against[index][objection.words] = None
            else:
                others = (said[other] for other in objection.claims if other != index)
                opposed[index].update(dict.fromkeys(others))
    return [
        replace(line, against=tuple(words), opposed=tuple(others))
        for line, words, others in zip(lines, against, opposed, strict=True)
    ]


def _matters(lines: Sequence[LedgerLine]) -> tuple[Matter, ...]:
    by_matter = dict[str, list[LedgerLine]]()
    for line in lines:
        if line.words is not None:
            by_matter.setdefault(line.words.matter, []).append(line)
    return tuple(map(_matter, by_matter.values()))


def _matter(lines: Sequence[LedgerLine]) -> Matter:
    words = lines[0].words
    assert words is not None
    exclude = sum(bool(line.opposed) for line in lines)
    both = _("These two cannot both be true.") if exclude == 2 else _("These cannot all be true.")
    objections = dict.fromkeys([both] if exclude else [])
    objections.update(dict.fromkeys(text for line in lines for text in line.against))
    facts = dict.fromkeys(line.truth.because for line in lines if line.truth is not None)
    return Matter(
        words.about,
        words.cell,
        tuple(lines),
        tuple(objections),
        tuple(fact for fact in facts if fact),
    )


def _tallies(lines: Iterable[LedgerLine]) -> tuple[Tally, ...]:
    found = dict[tuple[int, str], Tally]()
    for line in lines:
        if line.truth is None:
            continue
        tally = found.setdefault((line.seat, line.name), Tally(line.seat, line.name))
        tally.claims += 1
        tally.guesses += not line.truth.is_known
        tally.true += line.truth.is_known and line.truth.is_true
        tally.untrue += line.truth.is_known and not line.truth.is_true
    return tuple(found[key] for key in sorted(found))


def in_words(visited: Visit, code: str, *, seat: int, number: int) -> str:
    """What somebody claimed, by itself; whatever has become of it since."""
    names = names_in_log(visited.seats)(number)
    words = presenter_of(visited.match.title).claim_words(code, seat, names)
    return "" if words is None else words.says


def _names(one: Made, told: Callable[[int], Sequence[str]]) -> list[str]:
    """What seats are called by in a claim. Its maker may have handed on the seat after that move."""
    names = list(told(one.number))
    names[one.seat] = one.name or _("former player")
    return names


def _claimed(one: Made) -> Claimed:
    return Claimed(one.seat, one.code, one.number)


def _moves_of_round(copy: Copy, place: int) -> Sequence[Move]:
    """With the move that dealt the next round, which may have ended this one."""
    began = [first for _number, first in copy.rounds]
    last = began[place + 1] if place + 1 < len(began) else copy.number
    return copy.moves[began[place] : last + 1]


# The truth, when all is open


def _truths(visited: Visit, claims: Sequence[Made]) -> Mapping[int, Truth]:
    match = visited.match
    standing = [one for one in claims if one.code]
    key = (match.pk, match.digest, match.edition, get_language(), tuple(standing))
    found = _kept.get(key)
    if found is None:
        found = _found_out(visited, standing)
        _kept.put(key, found)
    return found


def _found_out(visited: Visit, claims: Sequence[Made]) -> Mapping[int, Truth]:
    show, told = presenter_of(visited.match.title), names_in_log(visited.seats)
    whole, found = copies.with_steps(visited, EVERYTHING), dict[int, Truth]()
    for one in claims:
        moves = whole.moves[whole.round_began(one.number) : one.number + 1]
        names = _names(one, told)
        truth = show.claim_truth(_claimed(one), whole.at(one.number), moves, names)
        if truth is not None:
            found[one.position] = truth
    return found


# Up to 1.2 ms for each claim, of which a match may have hundreds, at every look at its ledger.
_kept: Memory[Hashable, Mapping[int, Truth]] = Memory(TRUTHS_IN_MEMORY)


# Among what was said


@dataclass(frozen=True, slots=True)
class ClaimVoice:
    """What `fragments/claim.html` draws: the same for everyone who looks at the match."""

    board: str  # the addresses of the table, its replay, and all that was claimed
    replay: str
    ledger: str
    name: str
    seat: int
    after: int
    at: str
    words: ClaimWords | None
    torn_by: tuple[str, ...]  # while nobody knows the truth
    verdict: str
    is_true: bool
    because: str


def drawn(line: LedgerLine, made_at: datetime, *, match_id: str) -> str:
    truth = line.truth
    voice = ClaimVoice(
        board=reverse("match", args=[match_id]),
        replay=reverse("replay", args=[match_id]),
        ledger=reverse("claims", args=[match_id]),
        name=line.name,
        seat=line.seat,
        after=line.number,
        at=f"{made_at:%Y-%m-%dT%H:%M:%SZ}",
        words=line.words,
        torn_by=() if truth else line.torn_by,
        verdict=line.verdict,
        is_true=truth is not None and truth.is_true,
        because="" if truth is None else truth.because,
    )
    return part("fragments/claim.html", voice).html
