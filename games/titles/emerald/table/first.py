"""The first match: as red, until two treasures have left the chamber."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from django.utils.translation import gettext as _

from games.engine import Move
from games.presentation.coaching import Coach, Hint, Learned, turns_taken
from games.titles.emerald.board import CAVE, RAIL_LENGTH, landing
from games.titles.emerald.events import DragonMoved, GemTaken
from games.titles.emerald.rules import crowd, movable
from games.titles.emerald.state import State

TREASURES_TAKEN = 2
RED = "red"


class EmeraldCoach(Coach[State]):
    names: ClassVar[Sequence[str]] = ("Marl", "Slate")
    hints_in_all: ClassVar[int] = 7

    def hints(
        self,
        known: State,
        moves: Sequence[Move],
        names: Sequence[str],  # noqa: ARG002 - the contract
    ) -> Iterator[Hint]:
        if turns_taken(moves, self.seat) == 0:
            yield from _at_the_start()
        ends = _where_moves_end(known, self.seat)
        if any(place in CAVE for place in ends):
            yield Hint(
                "cards",
                "#wide_piles, #tall_piles",
                _("Gold and gems"),
                _(
                    "Stop on a field of the cave and you take one card, gold or gem. Then your turn "
                    "is over."
                ),
                _("Got it"),
            )
        if any(known.rail <= place < known.rail + RAIL_LENGTH for place in ends):
            yield Hint(
                "rail",
                "#wide_dragon, #tall_dragon",
                _("The dragon’s rail"),
                _("Stop under the rail and the dragon wakes. Whoever woke it rolls 1, 2 or 3."),
                _("Got it"),
            )
        if any(isinstance(event, DragonMoved) for move in moves for event in move.events):
            yield Hint(
                "dragon",
                "#wide_dragon, #tall_dragon",
                _("It looks this way"),
                _(
                    "It walks the way it looks and turns at the rail’s end. Where it stops, it "
                    "catches one knight."
                ),
                _("Got it"),
            )
        if known.phase == "answer" and known.caught == RED:
            yield Hint(
                "caught",
                ".dock",
                _("It has caught your knight"),
                _("Pay one gold card, any value, and the knight stays. Or give it up."),
            )
        if any(
            move.seat == self.seat and isinstance(e, GemTaken)
            for move in moves
            for e in move.events
        ):
            yield Hint(
                "gems",
                "#prizes",
                _("Four coins each"),
                _(
                    "For most gems of a kind at the end. The fifth goes at once to the first with "
                    "all four kinds."
                ),
                _("Got it"),
            )

    def is_over(self, known: State) -> bool:
        return known.phase == "over" or sum(known.treasures) >= TREASURES_TAKEN

    def learned(self, known: State) -> Learned:  # noqa: ARG002 - the contract
        return Learned(
            _("Out of the cave"),
            _("You have counted crowds, taken gold and gems, and met the dragon."),
            _(
                "Everyone saw which gold you took. What somebody paid to the dragon, only they "
                "know."
            ),
        )


def _where_moves_end(known: State, seat: int) -> list[int]:
    if known.phase != "move" or known.turn != seat:
        return []
    return [landing(place, crowd(known, place)) for _colour, place in movable(known)]


def _at_the_start() -> Iterator[Hint]:
    yield Hint(
        "crowd",
        "#wide_crowds .crowd, #tall_crowds .crowd",
        _("The dark number is the rule of this game"),
        _("Three knights stand here. So each of them goes three fields."),
        _("Next"),
    )
    yield Hint(
        "move",
        ".dock",
        _("Move one of your red knights"),
        _("Choose one here or on the board. The line below says where it will land."),
    )
