"""What players of The Lost Mines claim: what they saw, who is who, what they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Event, Move, is_known
from games.presentation.claims import (
    ClaimButton,
    Claimed,
    ClaimGroup,
    ClaimRow,
    ClaimWords,
    Objection,
    Truth,
    claim_code,
    events_of_round,
    exclusive,
    too_many,
)
from games.presentation.words import Words
from games.titles.lost_mines.cards import (
    CHARACTERS,
    INFORMATION,
    MINE_FACES,
    MINES_AT,
    PATH_CARDS,
    VALUES,
    dwarf_parts,
    dwarves,
)
from games.titles.lost_mines.cards import KINDS as TREASURE_KINDS
from games.titles.lost_mines.events import (
    Dealt,
    DwarfPeeked,
    MinePeeked,
    MineTurnedUp,
    RoundScored,
    Scored,
    TreasurePeeked,
    TreasureTaken,
)
from games.titles.lost_mines.state import State

from . import words
from .log import cell_id

MINE, TREASURE, SEAT, HOLD = "mine", "treasure", "seat", "hold"  # what a code begins with

Answer: TypeAlias = tuple[str, ...]  # the rest of a code, after the thing that it is about

ONE_CHARACTER: Final = Words(
    loyal=gettext_lazy("loyal"),
    selfish=gettext_lazy("selfish"),
    saboteur=gettext_lazy("a saboteur"),
)
KINDS: Final = {
    **{card: {card} for card in ("axe", "boat", "rope", "trap", "troll", "storm")},
    "look": set(INFORMATION),
    "path": set(PATH_CARDS),
}
KIND_NAMES: Final = Words(
    axe=gettext_lazy("an axe"),
    boat=gettext_lazy("a boat"),
    rope=gettext_lazy("a rope"),
    trap=gettext_lazy("a trap"),
    troll=gettext_lazy("a troll"),
    storm=gettext_lazy("a storm"),
    look=gettext_lazy("a card to look"),
    path=gettext_lazy("a path"),
)
# Pictures small enough for a button; others have words alone.
KIND_SYMBOLS: Final = {card: f"tk-{card}" for card in ("axe", "boat", "rope", "trap", "troll")}
MINE_SYMBOLS: Final = {"gold": "t-gold", "silver": "t-silver", "gems": "t-gems", "dragon": "tk-dragon"}  # fmt: skip


def claimable(public: State, seat: int, names: Sequence[str]) -> Sequence[ClaimGroup]:
    if public.phase == "over":
        return ()
    mines = tuple(_mine_row(mine) for mine, kind in enumerate(public.mines) if not is_known(kind))
    treasures = tuple(
        _treasure_row(slot, kind)
        for slot, kind in enumerate(public.kinds)
        if not is_known(public.values[slot])
    )
    seats = [other for other in range(public.seats) if other != seat]
    held = (ClaimButton(claim_code(HOLD, k), KIND_NAMES[k], KIND_SYMBOLS.get(k, "")) for k in KINDS)
    groups = (
        ClaimGroup(_("I saw the mine at"), mines),
        ClaimGroup(_("I saw the value of treasure"), treasures),
        ClaimGroup(
            _("Who is what"),
            tuple(_seat_row(one, seat, public.clans[one], names) for one in (*seats, seat)),
        ),
        ClaimGroup(_("I hold"), (ClaimRow("", tuple(held)),)),
    )
    return tuple(group for group in groups if group.rows)


def _mine_row(mine: int) -> ClaimRow:
    buttons = tuple(
        ClaimButton(claim_code(MINE, mine, kind), words.KINDS[kind], MINE_SYMBOLS[kind])
        for kind in MINE_FACES
    )
    return ClaimRow(words.place(MINES_AT[mine]), buttons)


def _treasure_row(slot: int, kind: str) -> ClaimRow:
    buttons = tuple(
        ClaimButton(claim_code(TREASURE, slot, kind, value), str(value)) for value in VALUES
    )
    label = _("{number}: {kind}").format(number=slot + 1, kind=words.KINDS[kind])
    return ClaimRow(label, buttons, symbol=f"t-{kind}")


def _seat_row(about: int, seat: int, clan: str, names: Sequence[str]) -> ClaimRow:
    # The picture is of the seat's clan, which is on the back of its card.
    buttons = tuple(
        ClaimButton(claim_code(SEAT, about, one, clan), words.CHARACTERS[one], f"c-{clan}-{one}")
        for one in CHARACTERS
    )
    label = _("I am") if about == seat else names[about]
    return ClaimRow(label, buttons, seat=about, name=names[about])


def claim_words(code: str, seat: int, names: Sequence[str]) -> ClaimWords | None:
    match code.split("."):
        case [about, number, kind] if about == MINE and kind in MINE_FACES:
            at = MINES_AT[int(number)]
            return ClaimWords(
                matter=claim_code(MINE, number),
                about=_("Mine at {place}").format(place=words.place(at)),
                answer=words.KINDS[kind],
                says=_("I saw the mine at {place}: it is {mine}.").format(
                    place=words.place(at), mine=words.ONE_MINE[kind]
                ),
                symbol=MINE_SYMBOLS[kind],
                cell=cell_id(at),
                place=words.place(at),
            )
        case [about, number, kind, value] if about == TREASURE and kind in words.KINDS:
            return ClaimWords(
                matter=claim_code(TREASURE, number),
                about=words.treasure_label(int(number), kind),
                answer=words.points(int(value)),
                says=_("I saw {treasure}: it is {worth}.").format(
                    treasure=words.treasure(int(number), kind), worth=words.worth(int(value))
                ),
                symbol=f"t-{kind}",
            )
        case [about, number, character, clan] if about == SEAT and character in CHARACTERS:
            other = int(number)
            says = _("I am {character}.") if other == seat else _("{name} is {character}.")
            return ClaimWords(
                matter=claim_code(SEAT, other),
                about=names[other],
                answer=ONE_CHARACTER[character],
                says=says.format(name=names[other], character=ONE_CHARACTER[character]),
                symbol=f"c-{clan}-{character}",
            )
        case [about, kind] if about == HOLD and kind in KINDS:
            return ClaimWords(
                matter=claim_code(HOLD, seat),
                about=_("What {name} holds").format(name=names[seat]),
                answer=KIND_NAMES[kind],
                says=_("I hold {card}.").format(card=KIND_NAMES[kind]),
                symbol=KIND_SYMBOLS.get(kind, ""),
            )
    return None


# What speaks against them


def objections(
    claims: Sequence[Claimed], moves: Sequence[Move], names: Sequence[str]
) -> Sequence[Objection]:
    happened = list(events_of_round(moves, Dealt))
    return [*_against_each_other(claims, happened), *_against_the_log(claims, happened, names)]


def _against_each_other(
    claims: Sequence[Claimed], happened: Sequence[tuple[int, Event]]
) -> Iterator[Objection]:
    made = [(n, claim.parts) for n, claim in enumerate(claims)]
    open_ = _lies_open(happened)
    for about, there in _there_is(happened).items():
        said = [(n, int(parts[1]), tuple(parts[2:])) for n, parts in made if parts[0] == about]
        yield from exclusive(said)
        for answer, places in too_many(said, there, open_[about]):
            yield Objection(places, _only_so_many(about, answer, there[answer]))


def _there_is(happened: Sequence[tuple[int, Event]]) -> dict[str, Mapping[Answer, int]]:
    """What things can be, and how many of them."""
    seats = next((len(event.clans) for _n, event in happened if isinstance(event, Dealt)), 0)
    fronts = [dwarf_parts(code) for code in (dwarves(seats) if seats else ())]
    return {
        MINE: {(kind,): 1 for kind in MINE_FACES},
        TREASURE: {(kind, str(value)): 1 for kind in TREASURE_KINDS for value in VALUES},
        SEAT: Counter((character, clan) for clan, character in fronts),
    }


def _lies_open(happened: Sequence[tuple[int, Event]]) -> dict[str, dict[int, Answer]]:
    """What everyone has seen of the things that claims are about."""
    found = dict[str, dict[int, Answer]]({MINE: {}, TREASURE: {}, SEAT: {}})
    for _number, event in happened:
        if isinstance(event, MineTurnedUp):
            found[MINE][event.mine] = (event.kind,)
        elif isinstance(event, Scored | RoundScored):
            found[TREASURE] = {
                slot: (kind, str(value))
                for slot, (kind, value) in enumerate(zip(event.kinds, event.values, strict=True))
                if value is not None
            }
            found[SEAT] = dict(enumerate(zip(event.characters, event.clans, strict=True)))
        if isinstance(event, Scored):
            found[MINE] = {mine: (kind,) for mine, kind in enumerate(event.mines)}
    return found


def _only_so_many(about: str, answer: Answer, count: int) -> str:
    if about == MINE:
        return _("Only one mine is {mine}.").format(mine=words.ONE_MINE[answer[0]])
    if about == TREASURE:
        text = _("There is one treasure of {kind} with that value.")
        return text.format(kind=words.KINDS[answer[0]])
    character, clan = answer
    text = ngettext(
        "The {clan} clan has one dwarf that is {character}.",
        "The {clan} clan has {count} dwarves that are {character}.",
        count,
    )
    return text.format(clan=words.CLANS[clan], count=count, character=ONE_CHARACTER[character])


def _against_the_log(
    claims: Sequence[Claimed], happened: Sequence[tuple[int, Event]], names: Sequence[str]
) -> Iterator[Objection]:
    open_ = _lies_open(happened)
    for n, claim in enumerate(claims):
        about, number, *answer = claim.parts
        if about in (MINE, TREASURE) and not _has_seen(claim, happened):
            text = _("The log has no look by {name} at it.").format(name=names[claim.seat])
            yield Objection((n,), text)
        shown = open_[about].get(int(number)) if about in open_ else None
        if shown is not None and shown != tuple(answer):
            yield Objection((n,), _turned_up(about, int(number), shown, names))


def _turned_up(about: str, number: int, shown: Answer, names: Sequence[str]) -> str:
    if about == SEAT:
        text = _("{name} was turned up: {character}.")
        return text.format(name=names[number], character=ONE_CHARACTER[shown[0]])
    if about == MINE:
        return _("It was turned up: {kind}.").format(kind=words.KINDS[shown[0]])
    return _("It was turned up: {value}.").format(value=words.points(int(shown[1])))


def _has_seen(claim: Claimed, happened: Sequence[tuple[int, Event]]) -> bool:
    """Whether the public knows of a look by which its maker could know, before the claim."""
    about, number = claim.parts[0], int(claim.parts[1])
    for move, event in happened:
        if move > claim.number:
            break
        match event:
            case MineTurnedUp():
                seen = (MINE, claim.seat, event.mine)  # by everybody
            case MinePeeked():
                seen = (MINE, event.seat, event.mine)
            case TreasurePeeked() | TreasureTaken():
                seen = (TREASURE, event.seat, event.slot)
            case DwarfPeeked():
                seen = (SEAT, event.seat, event.of)
            case _:
                continue
        if seen == (about, claim.seat, number):
            return True
    return False


# Whether they were true


def claim_truth(
    claim: Claimed, full: State, moves: Sequence[Move], names: Sequence[str]
) -> Truth | None:
    happened, name = list(events_of_round(moves, Dealt)), names[claim.seat]
    match claim.parts:
        case [about, number, kind] if about == MINE:
            was = str(full.mines[int(number)])
            return _seen_or_not(claim, words.KINDS[was], happened, name, is_true=was == kind)
        case [about, number, _kind, value] if about == TREASURE:
            worth = full.values[int(number)]
            assert is_known(worth)
            is_true = worth == int(value)
            return _seen_or_not(claim, words.worth(worth), happened, name, is_true=is_true)
        case [about, number, character, _clan] if about == SEAT:
            was = str(full.characters[int(number)])
            text = _("{name} was {character}.")
            because = text.format(name=names[int(number)], character=ONE_CHARACTER[was])
            is_known_then = int(number) == claim.seat or _has_seen(claim, happened)
            return Truth(was == character, is_known_then, because)
        case [about, kind] if about == HOLD:
            return Truth(not KINDS[kind].isdisjoint(full.hands[claim.seat].known()), True, "")
    return None


def _seen_or_not(
    claim: Claimed, was: str, happened: Sequence[tuple[int, Event]], name: str, *, is_true: bool
) -> Truth:
    has_seen = _has_seen(claim, happened)
    text = _("It was {found}.") if has_seen else _("It was {found}; {name} had not looked.")
    return Truth(is_true, has_seen, text.format(found=was, name=name))
