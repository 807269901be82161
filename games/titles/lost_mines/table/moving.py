"""What moves when something has happened, and what is shown large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from games.engine import Event, is_known
from games.presentation.claims import claim_code
from games.presentation.motions import BACK, Faces, Moment, Motion, looked, seat_place
from games.titles.lost_mines import events
from games.titles.lost_mines.board import AT, MINES, At, EdgeAt
from games.titles.lost_mines.scoring import DRAGON_COSTS
from games.titles.lost_mines.state import State

from . import words
from .claims import MINE, SEAT, TREASURE
from .hand import drawn_as, held_id
from .log import cell_id

PILE, ASIDE = "steps", "steps"  # the lantern of drawing: cards come from there and go there
TOKEN = (44, 44)
A_CARD, AT_MOST = 180, 900  # milliseconds of a walk


def slot_place(slot: int) -> str:
    return f"slot_{slot}"


def edge_place(edge: EdgeAt) -> str:
    return "+".join(map(cell_id, edge))


def motions(event: Event, known_before: State, seat: int | None) -> Sequence[Motion]:
    match event:
        case events.Laid():
            way = (seat_place(event.seat), cell_id(event.at))
            faces = Faces(drawn_as(event.card))
            return [Motion(kind="fly", ms=250, way=way, faces=faces, turned=event.turned)]
        case events.ToolUsed():
            return [_set(event.seat, f"tk-{event.tool}", cell_id(event.at))]
        case events.TrapSet():
            return [_set(event.seat, "tk-trap", edge_place(event.edge))]
        case events.TrollSet():
            return [_set(event.seat, "tk-troll", edge_place(event.edge))]
        case events.TrollLeft():
            return [_gone(("tk-troll",), edge_place(event.edge), 200)]
        case events.MinePeeked():
            return [looked(event.seat, _mine(event.mine))]
        case events.TreasurePeeked():
            return [looked(event.seat, slot_place(event.slot))]
        case events.DwarfPeeked():
            return [looked(event.seat, seat_place(event.of))]
        case events.StormBroke():
            return _storm(event)
        case events.Discarded():
            return [_back(seat_place(event.seat), ASIDE)]
        case events.Drawn():
            return [_drawn(event, seat)]
        case events.Walked():
            return [_walk(event, known_before)]
        case events.CardLost():
            snap = Motion(kind="shake", ms=120, way=(edge_place(event.edge),))
            return [snap, _back(seat_place(event.seat), ASIDE)]
        case events.MineTurnedUp():
            faces = Faces(("m-closed",), (f"m-{event.kind}",))
            place = _mine(event.mine)
            return [
                Motion(kind="turn", ms=400, way=(place,), faces=faces),
                Motion(kind="show", ms=200, way=(place,)),
            ]
        case events.DragonMet():
            place = cell_id(AT[known_before.stands[event.seat]])
            way, faces = (place, seat_place(event.seat)), Faces(("tk-dragon",), size=TOKEN)
            shaken = Motion(kind="shake", ms=200, way=(seat_place(event.seat),))
            return [Motion(kind="fly", ms=300, way=way, faces=faces, ends=True), shaken]
        case events.TreasureTaken():
            way = (slot_place(event.slot), seat_place(event.seat))
            faces = Faces((f"t-{known_before.kinds[event.slot]}",))
            return [Motion(kind="fly", ms=300, way=way, faces=faces, leaves=True, ends=True)]
        case events.TreasureLeft():
            left = [slot for slot, holder in enumerate(known_before.holders) if holder is None]
            return [Motion(kind="show", ms=150, way=("+".join(map(slot_place, left)),))]
        case events.FellOut():
            return [Motion(kind="show", ms=250, way=(seat_place(event.seat),))]
        case events.Stayed():
            place = cell_id(AT[known_before.stands[event.seat]])
            return [Motion(kind="show", ms=120, way=(place,))]
        case events.EndCalled() | events.EndAgreed() | events.EndRefused():
            return [Motion(kind="show", ms=150, way=(seat_place(event.seat),))]
    return []


def moment(
    event: Event, known_before: State, seat: int | None, names: Sequence[str]
) -> Moment | None:
    match event:
        case events.DwarfPeeked() if event.seat == seat and is_known(event.character):
            text = {
                "loyal": _("{name} is loyal."),
                "selfish": _("{name} is selfish."),
                "saboteur": _("{name} is a saboteur."),
            }[event.character]
            clan = known_before.clans[event.of]
            faces = Faces((f"d-{clan}",), (f"c-{clan}-{event.character}",))
            about = claim_code(SEAT, event.of)
            return _secret(text.format(name=names[event.of]), faces, about)
        case events.MinePeeked() if event.seat == seat and is_known(event.kind):
            text = _("The mine at {place} is {mine}.").format(
                place=words.place(AT[MINES[event.mine]]), mine=words.ONE_MINE[event.kind]
            )
            faces = Faces(("m-closed",), (f"m-{event.kind}",))
            return _secret(text, faces, claim_code(MINE, event.mine))
        case events.TreasurePeeked() if event.seat == seat and is_known(event.value):
            kind = known_before.kinds[event.slot]
            text = _("{treasure} is {worth}.").format(
                treasure=words.treasure(event.slot, kind), worth=words.worth(event.value)
            )
            about = claim_code(TREASURE, event.slot, kind)
            return _secret(text[:1].upper() + text[1:], Faces((f"t-{kind}",)), about)
        case events.TreasureTaken() if event.seat == seat and is_known(event.value):
            kind = known_before.kinds[event.slot]
            text = _("Your treasure is {worth}.").format(worth=words.worth(event.value))
            return _secret(text, Faces((f"t-{kind}",)), claim_code(TREASURE, event.slot, kind))
        case events.MineTurnedUp():
            mine = (
                _("You turned up {mine}.") if event.seat == seat else _("{name} turned up {mine}.")
            )
            return Moment(
                kind="peak",
                heading=mine.format(name=names[event.seat], mine=words.ONE_MINE[event.kind]),
                faces=Faces(("m-closed",), (f"m-{event.kind}",)),
            )
        case events.DragonMet() if event.seat == seat:
            return Moment(
                kind="harm",
                heading=_("You have met the dragon."),
                says=_("It costs you {points} of this round.").format(
                    points=words.points(DRAGON_COSTS)
                ),
                faces=Faces(("tk-dragon",), size=TOKEN),
            )
    return None


def _secret(heading: str, faces: Faces, about: str) -> Moment:
    says = _("Only you know.")
    return Moment(kind="secret", heading=heading, says=says, faces=faces, about=about)


def _mine(mine: int) -> str:
    return cell_id(AT[MINES[mine]])


def _set(seat: int, symbol: str, place: str) -> Motion:
    return Motion(
        kind="fly", ms=250, way=(seat_place(seat), place), faces=Faces((symbol,), size=TOKEN)
    )


def _gone(symbols: tuple[str, ...], place: str, ms: int) -> Motion:
    return Motion(kind="go", ms=ms, way=(place,), faces=Faces(symbols), leaves=True)


def _back(origin: str, place: str) -> Motion:
    """One back, for one card or for two."""
    return Motion(kind="fly", ms=200, way=(origin, place), faces=BACK, ends=True)


def _drawn(event: events.Drawn, seat: int | None) -> Motion:
    motion = _back(PILE, seat_place(event.seat))
    if event.seat != seat:
        return motion
    return replace(motion, brings=tuple(held_id(card) for card in event.cards if is_known(card)))


def _storm(event: events.StormBroke) -> list[Motion]:
    place = cell_id(event.at)
    way = (seat_place(event.seat), place)
    return [
        Motion(kind="fly", ms=250, way=way, faces=Faces(("a-storm",)), ends=True),
        Motion(kind="shake", ms=200, way=(place,)),
        _gone(drawn_as(event.card), place, 150),
    ]


def _walk(event: events.Walked, before: State) -> Motion:
    stood: At = AT[before.stands[event.seat]]
    return Motion(
        kind="hop",
        ms=min(AT_MOST, A_CARD * len(event.way)),
        way=tuple(map(cell_id, (stood, *event.way))),
        faces=Faces((f"d-{before.clans[event.seat]}",)),
        leaves=True,
    )
