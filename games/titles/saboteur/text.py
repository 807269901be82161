"""Saboteur in plain text, for the command line."""

from __future__ import annotations

from .board import GOAL_CELLS, START_CELL, Cell
from .cards import EAST, NORTH, SOUTH, WEST, Face
from .state import State


def picture(state: State) -> str:
    """The maze, three characters by three a card, and a line for every seat."""
    if state.phase == "dealing":
        return "nothing is dealt yet"
    lines = [f"round {state.number}, {len(state.pile)} cards in the pile", *_draw_maze(state)]
    for seat in range(state.seats):
        role = state.roles[seat].value
        hand = " ".join(sorted(map(str, state.hands[seat])))
        broken = ", ".join(state.broken[seat])
        gold = "".join(map(str, state.gold_of(seat)))
        lines.append(
            f"seat {seat}: {role}; hand {hand or '-'}; broken {broken or '-'}; gold {gold or '-'}"
        )
    return "\n".join(lines)


def _draw_maze(state: State) -> list[str]:
    cells = [*state.maze.cards, *GOAL_CELLS]
    xs = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    ys = range(min(y for _, y in cells), max(y for _, y in cells) + 1)
    return [
        "".join(_draw_cell(state, (x, y))[row] for x in xs).rstrip() for y in ys for row in range(3)
    ]


def _draw_cell(state: State, cell: Cell) -> tuple[str, str, str]:
    face = state.maze.cards.get(cell)
    if face is not None:
        return _draw_face(face, _middle_of(state, cell, face))
    if cell in GOAL_CELLS:
        seen = {"gold": "$", "NW": "/", "NE": "\\"}.get(
            str(state.goals[GOAL_CELLS.index(cell)].value), "?"
        )
        return "###", f"#{seen}#", "###"
    return "   ", " . ", "   "


def _middle_of(state: State, cell: Cell, face: Face) -> str:
    if cell == START_CELL:
        return "S"
    if cell in GOAL_CELLS and state.goals[GOAL_CELLS.index(cell)].value == "gold":
        return "$"
    return "+" if face.through else "x"


def _draw_face(face: Face, middle: str) -> tuple[str, str, str]:
    def arm(side: int, mark: str) -> str:
        return mark if face.sides & side else " "

    return (
        f" {arm(NORTH, '|')} ",
        f"{arm(WEST, '-')}{middle}{arm(EAST, '-')}",
        f" {arm(SOUTH, '|')} ",
    )
