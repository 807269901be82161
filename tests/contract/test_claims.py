"""What a title says about claims: from public facts alone, and never wrongly."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from games.engine import Chance, Event, Move, Title, redact_move
from games.engine.localmatch import LocalMatch
from games.engine.selfplay import MIXED, bots_for, play, random_options
from games.matchlog.audience import EVERYTHING, PUBLIC
from games.matchlog.copies import Copy
from games.presentation import presenter_of
from games.presentation.claims import Claimed, ClaimGroup, ClaimRow
from games.presentation.suspecting import LEVELS
from tests.contract.places import brings
from tests.contract.scrambling import Scrambler

NAMES = [f"player {seat}" for seat in range(10)]
CODE = re.compile(r"[a-z_]+(\.[a-z0-9_-]+){1,3}")


@dataclass(frozen=True)
class Played:
    """A whole match, and what the public and whoever sees all have of it."""

    title: Title[Any]
    seats: int
    moves: Sequence[Move]
    public: Copy
    whole: Copy

    def rounds(self) -> Iterator[range]:
        """The moves of each round, with the one that dealt the next."""
        began = [first for _number, first in self.public.rounds]
        for first, after in zip(began, [*began[1:], self.public.number], strict=True):
            yield range(first, after + 1)


_played: dict[tuple[str, int], Played] = {}


def played(title: Title[Any], seats: int) -> Played:
    if (title.slug, seats) not in _played:
        chance = Chance.seeded(f"claimed {seats}")
        table = LocalMatch(title, seats=seats, options=random_options(title, chance))
        play(table, bots_for(title, MIXED, seats, chance), chance)
        public, whole = (
            Copy.empty(title, audience)
            .with_checkpoints()
            .advanced([audience.redacted(move) for move in table.moves])
            for audience in (PUBLIC, EVERYTHING)
        )
        _played[title.slug, seats] = Played(title, seats, table.moves, public, whole)
    return _played[title.slug, seats]


@pytest.fixture(params=["fewest", "most"])
def match(request: pytest.FixtureRequest, title: Title[Any]) -> Played:
    return played(title, title.seats[0] if request.param == "fewest" else title.seats[-1])


def groups_at(match: Played, number: int, seat: int, copy: Copy | None = None) -> Any:
    known = (copy or match.public).at(number)
    return presenter_of(match.title.slug).claimable(known, seat, NAMES[: match.seats])


def codes(groups: Sequence[ClaimGroup]) -> list[str]:
    return [button.code for group in groups for row in group.rows for button in row.buttons]


def some_claims(match: Played, moves: range) -> list[Claimed]:
    """A few of a round, by everybody, true or not; the same at every run."""
    chance = random.Random(f"{match.title.slug} {moves}")
    last = moves[-1] if moves[-1] == match.public.number else moves[-1] - 1
    found = list[Claimed]()
    for number in sorted({chance.randint(moves[0], last) for _ in range(8)}):
        for seat in range(match.seats):
            offered = codes(groups_at(match, number, seat))
            chosen = chance.sample(offered, min(5, len(offered)))
            found += [Claimed(seat, code, number) for code in chosen]
    return found


def test_a_claim_has_a_code_words_for_it_and_a_button(match: Played) -> None:
    show = presenter_of(match.title.slug)
    for number in range(0, match.public.number, 3):
        for seat in range(match.seats):
            groups = groups_at(match, number, seat)
            found = codes(groups)
            assert len(found) == len(set(found))
            assert all(group.label and group.rows for group in groups)
            assert all(button.words for g in groups for row in g.rows for button in row.buttons)
            for code in found:
                words = show.claim_words(code, seat, NAMES[: match.seats])
                assert words is not None, code
                assert words.matter
                assert words.about
                assert words.answer
                assert words.says
                before, place, after = words.pieces
                assert f"{before}{place}{after}" == words.says
                assert bool(place) == bool(words.place) <= bool(words.cell)
                assert CODE.fullmatch(code)
                assert len(code) <= 60


def test_something_can_be_claimed_while_a_match_is_played_and_nothing_after_it(
    match: Played,
) -> None:
    """Where a title has claims; another offers none."""
    has_claims = brings(match.title.slug, "claimable")
    assert {bool(groups_at(match, 0, seat)) for seat in range(match.seats)} == {has_claims}
    assert not any(groups_at(match, match.public.number, seat) for seat in range(match.seats))


def test_what_is_offered_is_the_same_whatever_is_hidden(match: Played) -> None:
    """All that nobody but players may read becomes something else, and no button changes."""
    scrambled = [Scrambler(None, turn).move(move) for turn, move in enumerate(match.moves)]
    assert scrambled != list(match.moves)
    copy = Copy.empty(match.title, PUBLIC).with_checkpoints()
    copy = copy.advanced([redact_move(move, None) for move in scrambled])
    for number in range(0, match.public.number, 5):
        for seat in range(match.seats):
            assert groups_at(match, number, seat, copy) == groups_at(match, number, seat)


def test_the_same_buttons_are_offered_to_every_seat(match: Played) -> None:
    """Whoever looks over a shoulder learns nothing of what is held."""
    for number in range(0, match.public.number, 7):
        offered = {tuple(sorted(codes(groups_at(match, number, s)))) for s in range(match.seats)}
        assert len(offered) == 1


def seen_elsewhere(match: Played, event: Event) -> Iterator[Event]:
    """The same event as if its reader had been shown something else: what others of its type showed."""
    moves = [move for n in (0, -1) for move in played(match.title, match.title.seats[n]).moves]
    for move in moves:
        for other in move.events:
            if type(other) is type(event):
                values = {
                    name: getattr(other if audience.kind == "seat" else event, name)
                    for name, audience in type(event).audiences.items()
                }
                yield type(event)(**values)


def test_a_look_leads_to_one_row_of_claims_which_is_the_same_whatever_was_seen(
    match: Played,
) -> None:
    show, names = presenter_of(match.title.slug), NAMES[: match.seats]
    headings, rows_by_type = set[str](), dict[str, int]()
    for seat in range(match.seats):
        known = match.title.initial()
        for move in match.moves:
            for event in redact_move(move, seat).events:
                moment = show.moment(event, known, seat, names)
                if moment is not None and moment.about:
                    assert moment.kind == "secret"
                    others = [
                        other
                        for one in seen_elsewhere(match, event)
                        if (other := show.moment(one, known, seat, names)) is not None
                    ]
                    assert {other.about for other in others} == {moment.about}
                    headings |= {other.heading for other in others}
                    rows = rows_about(moment.about, groups_at(match, move.number, seat))
                    # None where the same move ended the round, or showed it to everybody.
                    assert len(rows) < 2
                    assert all(len(row.buttons) > 1 for row in rows)
                    rows_by_type[event.type] = rows_by_type.get(event.type, 0) + len(rows)
                match.title.evolve(known, event)
    assert all(rows_by_type.values()), rows_by_type
    assert show.suspicions is None or (rows_by_type and len(headings) > 1)


def rows_about(about: str, groups: Sequence[ClaimGroup]) -> list[ClaimRow]:
    return [row for group in groups for row in group.rows if row.about == about]


def test_what_is_true_and_was_seen_by_its_maker_is_never_objected_to(match: Played) -> None:
    """An objection is about claims of which at least one was false or a guess."""
    show, objected, true = presenter_of(match.title.slug), 0, 0
    names = NAMES[: match.seats]
    for moves in match.rounds():
        claims = some_claims(match, moves)
        told = [match.public.moves[number] for number in moves]
        truths = []
        for claim in claims:
            before = match.whole.moves[moves[0] : claim.number + 1]
            truth = show.claim_truth(claim, match.whole.at(claim.number), before, names)
            assert truth is not None, claim
            truths.append(truth)
            true += truth.is_true
        for objection in show.objections(claims, told, names):
            objected += 1
            against = [truths[place] for place in objection.claims]
            assert not all(one.is_true and one.is_known for one in against), (
                objection,
                [claims[place] for place in objection.claims],
            )
    assert bool(objected) is brings(match.title.slug, "objections")
    assert bool(true) is brings(match.title.slug, "claimable")


def test_objections_come_from_the_public_log_alone(match: Played) -> None:
    """They are the same from the public's copy and from one in which all else was scrambled."""
    show, names = presenter_of(match.title.slug), NAMES[: match.seats]
    for moves in match.rounds():
        claims = some_claims(match, moves)
        told = [match.public.moves[number] for number in moves]
        other = [redact_move(Scrambler(None, n).move(match.moves[n]), None) for n in moves]
        assert show.objections(claims, told, names) == show.objections(claims, other, names)
        assert list(show.objections([], told, names)) == []


def test_a_code_that_no_title_knows_has_no_words(title: Title[Any]) -> None:
    for code in ("", "nothing", "goal", "x.y.z", "hold"):
        assert presenter_of(title.slug).claim_words(code, 0, NAMES) is None


def test_a_title_with_secret_sides_has_five_words_and_knows_each_seats_side(match: Played) -> None:
    show = presenter_of(match.title.slug)
    if show.suspicions is None:
        assert show.side(match.whole.known, 0) is None
        return
    assert len(set(show.suspicions.words)) == LEVELS
    assert str(show.suspicions.loyal) != str(show.suspicions.traitor)
    for moves in match.rounds():
        sides = [show.side(match.whole.at(moves[0]), seat) for seat in range(match.seats)]
        assert all(side is not None and side.words for side in sides)


def test_the_sides_of_a_round_are_what_it_showed_at_its_end(match: Played) -> None:
    """Whoever shares a role as the round turned it up shares a side."""
    show, found = presenter_of(match.title.slug), dict[str, set[bool]]()
    for moves, played_round in zip(
        match.rounds(), match.title.rounds(match.whole.known), strict=True
    ):
        for seat, shown in enumerate(show.roles(played_round)):
            side = show.side(match.whole.at(moves[0]), seat)
            if shown is not None and side is not None:
                found.setdefault(shown.role, set()).add(side.is_traitor)
    assert all(len(sides) == 1 for sides in found.values())
    assert bool(found) == (show.suspicions is not None)
