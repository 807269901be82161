"""The first match: one round as a loyal dwarf of the yellow clan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from django.utils.translation import gettext as _

from games.engine import Move
from games.presentation.coaching import (
    Coach,
    Hint,
    Learned,
    events_by_others,
    line_of,
    turns_taken,
)
from games.titles.lost_mines.board import AT, MINES
from games.titles.lost_mines.events import MinePeeked, Stayed, Walked
from games.titles.lost_mines.state import State

NEAR = 4  # cards


class LostMinesCoach(Coach[State]):
    names: ClassVar[Sequence[str]] = ("Marl", "Ochre")
    hints_in_all: ClassVar[int] = 7

    def hints(self, known: State, moves: Sequence[Move], names: Sequence[str]) -> Iterator[Hint]:
        if turns_taken(moves, self.seat) == 0:
            yield from _at_the_start()
        if known.phase == "walk" and known.turn == self.seat and not _has_walked(moves, self.seat):
            yield Hint(
                "walk",
                "#pawn_0",
                _("Now walk"),
                _("Up to three cards along the path. Touch a ring to see the way."),
            )
        if known.traps:
            yield Hint(
                "trap",
                "#pieces",
                _("A trap"),
                _(
                    "Cross it and you lose a card. The board always takes the way with the fewest "
                    "traps."
                ),
                _("Got it"),
            )
        for move, peeked in events_by_others(moves, self.seat, MinePeeked):
            yield Hint(
                "looked",
                line_of(move),
                _("{name} looked at a mine").format(name=names[peeked.seat]),
                _("Everyone sees which one. Only {name} knows what is inside.").format(
                    name=names[peeked.seat]
                ),
                _("Got it"),
            )
        if _is_near_a_mine(known, self.seat):
            yield Hint(
                "mine",
                "#mines",
                _("Nobody has been in this mine"),
                _(
                    "The first dwarf to walk in turns it up. One of the four is the dragon’s: it "
                    "costs 2 points."
                ),
                _("Got it"),
            )

    def is_over(self, known: State) -> bool:
        return bool(known.results)

    def learned(self, known: State) -> Learned:
        hidden = _(
            "Everyone saw your clan from the start. Whether the others worked for theirs, only "
            "the end showed."
        )
        shown = known.results[0].shown or {}
        if any(holder is not None for holder in shown["holders"]):
            says = _("You have laid paths, walked them, and seen what treasures are worth to whom.")
            return Learned(_("The treasures are home"), says, hidden)
        says = _("You have laid paths and walked them. This time nobody came to a treasure.")
        return Learned(_("The cards ran out"), says, hidden)


def _has_walked(moves: Sequence[Move], seat: int) -> bool:
    return any(
        move.seat == seat and isinstance(event, Walked | Stayed)
        for move in moves
        for event in move.events
    )


def _is_near_a_mine(known: State, seat: int) -> bool:
    """As the crow flies: the paths may be longer, but the mine is in sight."""
    x, y = AT[known.stands[seat]]
    closed = [AT[mine] for mine in MINES if known.board.is_face_down_mine(mine)]
    return any(abs(x - column) + abs(y - row) <= NEAR for column, row in closed)


def _at_the_start() -> Iterator[Hint]:
    yield Hint(
        "role",
        "#role_chip",
        _("You are loyal to the yellow clan"),
        _(
            "What you carry home counts for your clan, and you share it evenly. Others may be lying "
            "about theirs. So could you."
        ),
        _("Next"),
    )
    yield Hint(
        "treasures",
        "#hoard",
        _("These are what you are after"),
        _("Everyone sees the kind. The value, 1 to 4, is hidden until somebody looks or takes it."),
        _("Next"),
    )
    yield Hint(
        "play",
        "#cards",
        _("First, play one card"),
        _("Lay a path that leads on towards a mine. It need not be near your dwarf."),
        raised=False,
    )
