"""The first match: a miner's first round, with Slate as the only saboteur."""

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
from games.titles.saboteur.events import GoalPeeked, ToolBroken
from games.titles.saboteur.state import State

from . import words


class SaboteurCoach(Coach[State]):
    names: ClassVar[Sequence[str]] = ("Marl", "Slate", "Ochre", "Basalt")
    hints_in_all: ClassVar[int] = 8

    def hints(self, known: State, moves: Sequence[Move], names: Sequence[str]) -> Iterator[Hint]:
        turns = turns_taken(moves, self.seat)
        if turns == 0:
            yield from _at_the_start()
        for move, peeked in events_by_others(moves, self.seat, GoalPeeked):
            yield _looked(move, names[peeked.seat])
        for move, broken in events_by_others(moves, self.seat, ToolBroken):
            if broken.target == self.seat:
                tool = words.TOOL_NAMES[broken.tool]
                yield _broke(names[move.seat or 0], tool)
        if turns >= 3:
            yield Hint(
                "pile",
                ".pile",
                _("This is the clock"),
                _(
                    "When the pile and all hands are empty and the gold is not found, the saboteurs win."
                ),
                _("Got it"),
            )
        if any(goal.face_up and goal.value != "gold" for goal in known.goals):
            yield Hint(
                "stone",
                "#goals",
                _("Stone"),
                _("It turned to join your tunnel. You can dig on from it. Two goals are left."),
                _("Got it"),
            )

    def is_over(self, known: State) -> bool:
        return bool(known.results)

    def learned(self, known: State) -> Learned:
        hidden = _(
            "Slate was a saboteur all along. In a real match there may be more of them, and nobody "
            "tells you who."
        )
        says = _("You have dug, used your cards and watched the others. That is the whole game.")
        if known.results[0].winner == "miners":
            return Learned(_("You found the gold"), says, hidden)
        return Learned(_("The cards ran out"), says, hidden)


def _at_the_start() -> Iterator[Hint]:
    yield Hint(
        "role",
        "#role_chip",
        _("You are a miner"),
        _(
            "Dig from the ladder to the gold. Nobody else sees this card. Touch “Cover” when "
            "someone looks over your shoulder."
        ),
        _("Next"),
    )
    yield Hint(
        "goals",
        "#goals",
        _("One of these three hides the gold"),
        _("The other two are stone. They lie seven cards from the ladder."),
        _("Next"),
    )
    yield Hint(
        "choose",
        ".hand",
        _("Choose a tunnel"),
        _("Under each card you read how many places it fits. A grey card says why it does not."),
        raised=False,
    )
    yield Hint(
        "dig",
        "#frame",
        _("It fits in every dashed place"),
        _("East leads to the goals. Choose a place, then “Dig here”."),
        raised=True,
    )


def _looked(move: Move, name: str) -> Hint:
    return Hint(
        "looked",
        line_of(move),
        _("{name} looked at a goal").format(name=name),
        _(
            "{name} knows now what it is. You only know that {name} looked, and which one. {name} "
            "may lie about it."
        ).format(name=name),
        _("Got it"),
    )


def _broke(name: str, tool: str) -> Hint:
    return Hint(
        "broke",
        ".hand",
        _("{name} broke your {tool}").format(name=name, tool=tool),
        _(
            "No digging until it is repaired. You can still play an action, or discard a card you "
            "do not want."
        ),
        _("Got it"),
    )
