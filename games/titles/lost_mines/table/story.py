"""Looking back at The Lost Mines: who did what, turning points, who was sure to win, what was hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import Event, is_known, seen
from games.presentation.presenter import Activity, Measure
from games.presentation.revealing import Secret
from games.titles.lost_mines import events
from games.titles.lost_mines.board import (
    AT,
    MINES,
    NEIGHBOURS,
    OPPOSITE,
    START_FIELDS,
    Board,
    Field,
)
from games.titles.lost_mines.certainty import sure_winners
from games.titles.lost_mines.state import State

from . import words
from .log import sentence

DOT = " · "  # between cards, some of which have a comma in their names


# Staying, drawing and votes are left out.
ACTIVITIES: Final[Mapping[type[Event], Activity]] = {
    events.Laid: Activity("lay", gettext_lazy("laid a path")),
    events.ToolUsed: Activity("tool", gettext_lazy("overcame an obstacle")),
    events.MinePeeked: Activity("peek", gettext_lazy("looked at a mine")),
    events.TreasurePeeked: Activity("peek", gettext_lazy("looked at a treasure")),
    events.DwarfPeeked: Activity("peek", gettext_lazy("looked at a dwarf")),
    events.TrapSet: Activity("block", gettext_lazy("set a trap")),
    events.TrollSet: Activity("block", gettext_lazy("set a troll")),
    events.StormBroke: Activity("storm", gettext_lazy("sent a storm")),
    events.Discarded: Activity("discard", gettext_lazy("discarded")),
    events.Walked: Activity("walk", gettext_lazy("walked")),
    events.TreasureTaken: Activity("take", gettext_lazy("took a treasure")),
}


def turning_point(
    event: Event, before: State, after: State, seat: int | None, names: Sequence[str]
) -> str:
    """Mines found, treasures taken, storms that lead back, players out, and who asks to end it."""
    match event:
        case events.MineTurnedUp() | events.TreasureTaken() | events.FellOut() | events.EndCalled():
            return str(sentence(event, before, seat, names))
        case events.StormBroke() if (way_left(after) or 0) > (way_left(before) or 0):
            return str(sentence(event, before, seat, names))
        case _:
            return ""


# How it ran


def measures(known: State, names: Sequence[str]) -> Sequence[Measure]:
    taken = [holder for holder in known.holders if holder is not None]
    return [
        Measure(_("Fields to the nearest mine face down"), way_left(known), "way"),
        Measure(_("Treasures taken"), len(taken) if known.number else None, "treasures"),
    ]


def way_left(known: State) -> int | None:
    """How far the nearest mine that lies face down is from where paths lead from the starts."""
    hidden = [mine for mine in MINES if known.board.is_face_down_mine(mine)]
    if known.phase == "over" or not hidden:
        return None
    return min(_distance(field, mine) for field in _joined(known.board) for mine in hidden)


def _joined(board: Board) -> set[Field]:
    """Every field to which open sides lead from one of the starts, obstacles or not."""
    found, ahead = set(START_FIELDS.values()), list(START_FIELDS.values())
    while ahead:
        field = ahead.pop()
        for side, other, _edge in NEIGHBOURS[field]:
            is_open = board.sides[field] & side and board.sides[other] & OPPOSITE[side]
            if is_open and other not in found:
                found.add(other)
                ahead.append(other)
    return found


def _distance(one: Field, other: Field) -> int:
    (x, y), (other_x, other_y) = AT[one], AT[other]
    return abs(x - other_x) + abs(y - other_y)


def why_decided(full: State, names: Sequence[str]) -> str:
    """Why nobody else can have most points of the round."""
    winners = sure_winners(full)
    if winners is None:
        return ""
    if len(winners) == full.seats:
        return _("Nobody could get ahead of the others any more.")
    text = _("Nobody could take the most points of the round from {names} any more.")
    return text.format(names=words.listed([names[seat] for seat in sorted(winners)]))


# What was hidden


def revealed(public: State, full: State, names: Sequence[str]) -> list[Secret]:
    """What spectators did not know, in words: dwarves and hands by player, mines, treasures, cards."""
    if not full.number:
        return []
    found = []
    for seat, name in enumerate(names[: full.seats]):
        hidden = [*_character(public, full, seat), *map(words.card_name, full.hands[seat].known())]
        found += [Secret(name, DOT.join(hidden))] if hidden else []
    for known, kind, field in zip(public.mines, full.mines, MINES, strict=True):
        if is_known(kind) and not is_known(known):
            label = _("Mine at {place}").format(place=words.place(AT[field]))
            found.append(Secret(label, words.KINDS[kind]))
    found += _values(public, full)
    to_come = [words.card_name(card) for card in seen(full.pile)]
    return [*found, Secret(_("To be drawn"), DOT.join(to_come))] if to_come else found


def _character(public: State, full: State, seat: int) -> list[str]:
    known, character = public.characters[seat], full.characters[seat]
    hidden = is_known(character) and not is_known(known)
    return [words.CHARACTERS[str(character)]] if hidden else []


def _values(public: State, full: State) -> list[Secret]:
    """Treasures by their slots, whoever has them: nobody but their owners has seen their values."""
    slots = enumerate(zip(full.kinds, public.values, full.values, strict=True))
    return [
        Secret(words.treasure_label(slot, kind), words.worth(value))
        for slot, (kind, known, value) in slots
        if is_known(value) and not is_known(known)
    ]
