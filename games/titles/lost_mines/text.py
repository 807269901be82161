"""The Lost Mines in plain text, for the command line."""

from __future__ import annotations

from collections.abc import Iterator

from .board import AT, FIELDS, MINE_FIELDS, START_FIELDS, Field
from .cards import EAST, HEIGHT, NORTH, SOUTH, WEST, WIDTH
from .state import State

CENTRES = {None: "+", "campfire": "f", "rocks": "r", "tree": "T", "lake": "L", "pit": "P"}


def picture(state: State) -> str:
    """The forest in letters: three by three for a field, and below it who stands where."""
    lines = [
        "".join(_drawn(state, FIELDS[x, y])[line] for x in range(WIDTH)).rstrip()
        for y in range(HEIGHT)
        for line in range(3)
    ]
    return "\n".join(
        [f"round {state.number}, {state.phase}", *lines, *_seats(state), *_edges(state)]
    )


def _drawn(state: State, field: Field) -> tuple[str, str, str]:
    sides = state.board.sides[field]
    if not sides:
        return "   ", " ? " if field in MINE_FIELDS else " . ", "   "
    north, south = (f" {'|' if sides & side else ' '} " for side in (NORTH, SOUTH))
    west, east = ("-" if sides & side else " " for side in (WEST, EAST))
    return north, f"{west}{_centre(state, field)}{east}", south


def _centre(state: State, field: Field) -> str:
    if field in MINE_FIELDS:
        return str(state.mines[MINE_FIELDS[field]])[0].upper()
    if field in START_FIELDS.values():
        return "*"
    letter = CENTRES[state.board.feature(field)]
    return letter.lower() if field in state.board.overcome else letter


def _seats(state: State) -> Iterator[str]:
    for seat, (clan, character) in enumerate(zip(state.clans, state.characters, strict=True)):
        held = [
            f"{kind} {value}"
            for kind, value, holder in zip(state.kinds, state.values, state.holders, strict=True)
            if holder == seat
        ]
        x, y = AT[state.stands[seat]]
        yield (
            f"{'>' if seat == state.turn else ' '} {seat} {clan} {character} at {x},{y}"
            f"{' with the dragon' if seat == state.dragon else ''}"
            f" hand {' '.join(map(str, state.hands[seat]))} treasures {', '.join(held) or 'none'}"
        )


def _edges(state: State) -> Iterator[str]:
    for name, tokens in (("trap", state.traps), ("troll", state.trolls)):
        for (first, second), owner in tokens.items():
            yield f"  {name} of {owner} between {AT[first]} and {AT[second]}"
