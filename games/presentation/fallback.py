"""How a title without a `table` package is shown: its text picture, and its actions as buttons."""

# ruff: noqa: ARG002 - the contract's arguments, most of which are of no use here
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine import Action, Move, Title
from games.engine.title import State
from games.presentation.choices import Choice, by_action, choice_of
from games.presentation.people import RoleChip
from games.presentation.presenter import Presenter


@dataclass(frozen=True, slots=True)
class PlainTable:
    """What the template places."""

    picture: str
    choices: Mapping[str, Choice]
    chip: RoleChip | None = None
    people: tuple[()] = ()


class PlainPresenter(Presenter[State]):
    template = "fragments/plain.html"

    def __init__(self, title: Title[State]) -> None:
        self.title = title

    def table(
        self,
        known: State,
        seat: int | None,
        actions: Sequence[Action],
        names: Sequence[str],
        moves: Sequence[Move] = (),
    ) -> PlainTable:
        return PlainTable(self.title.picture(known), by_action(map(_choice, actions)))

    def option_labels(self) -> Mapping[str, str]:
        return {option.name: option.name for option in self.title.options}


def _choice(action: Action) -> Choice:
    rest = [f"{key} {value}" for key, value in action.items() if key != "do"]
    label = " ".join([str(action["do"]), *rest])
    return choice_of(action, label, label)
