"""The contract: what a title is made of, and what every title answers in the same way.

A title's folder fills in the functions; `deal` and `check` add what no title should write again:
the options' defaults, and refusals of what is not an action at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Generic, Literal, Protocol, Self, TypeAlias, TypeVar, get_args

from games.engine.chance import Draws
from games.engine.errors import BadSetup, IllegalAction, quoted
from games.engine.events import Event
from games.engine.zones import Maybe

Action: TypeAlias = dict[str, Any]
# int, str, bool; int | str either of them; [Shape] a list of them; (Shape, Shape) a list of two
Shape: TypeAlias = Any
Form: TypeAlias = dict[str, Shape]


class State(Protocol):
    """A full state or a seat's knowledge: the same type, folded from more or fewer known values."""

    def copy(self) -> Self: ...


S = TypeVar("S", bound=State)
Bot: TypeAlias = Callable[[S, int, Draws], Action]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made when the table is created."""

    name: str
    kind: Literal["bool", "int", "choice"]
    choices: tuple[bool | int | str, ...]
    default: bool | int | str

    def allows(self, value: object) -> bool:
        kind = {"bool": bool, "int": int, "choice": str}[self.kind]
        return type(value) is kind and value in self.choices


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round as anyone may see it. `result` and `shown` are None while it is played."""

    number: int
    starter: int
    result: Mapping[str, Any] | None = None
    shown: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a match ended. `tiebreak` says what decided between equal scores, if anything did."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    tiebreak: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Title(Generic[S]):
    """A kind of game. See contract.md for what each part promises."""

    slug: str
    name: str
    version: int
    seats: range
    options: tuple[Option, ...] = ()
    bots: Mapping[str, Bot[S]]

    initial: Callable[[], S]
    evolve: Callable[[S, Any], None]  # of the title's own event types
    awaiting: Callable[[S], frozenset[int]]
    actions: Callable[[S, int | None], list[Action]]
    decide: Callable[[S, int | None, Action, Draws], list[Event]]
    rounds: Callable[[S], list[Round]]
    outcome: Callable[[S], Outcome | None]
    imagine: Callable[[S, int | None, Draws], S]
    lapse: Callable[[S], tuple[int, Action] | None] = field(default=lambda known: None)

    # Behind `deal` and `check`: the set-up with complete options, what an action looks like (one
    # form, or several to choose from), and why a well-formed action is refused.
    set_up: Callable[[int, Mapping[str, Any], Draws], list[Event]]
    forms: Mapping[str, Form | Sequence[Form]]
    explain: Callable[[S, int, Action], IllegalAction]

    # The listed actions that could equal this well-formed one, where that is quicker than all.
    similar: Callable[[S, int, Action], list[Action]] | None = None

    # For tests and self-play: everything in the box by deck, and where it is now.
    box: Callable[[int], Mapping[str, Sequence[str | int]]]
    census: Callable[[S], Mapping[str, Iterable[Maybe[str | int]]]]

    # A picture in plain text, for the command line.
    picture: Callable[[S], str]

    # The numbers of the rules in its rulebook. Each is cited in its code and by its tests.
    rules: tuple[str, ...] = ()

    def deal(
        self, *, seats: int, options: Mapping[str, Any] | None = None, chance: Draws
    ) -> list[Event]:
        """The events of move 0."""
        if type(seats) is not int or seats not in self.seats:
            raise BadSetup(
                "bad_seats",
                f"{self.name} is for {self.seats[0]} to {self.seats[-1]} seats, not {quoted(seats)}",
            )
        return self.set_up(seats, self.complete_options(options or {}), chance)

    def complete_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options, with defaults for those not given. Unknown and bad ones are refused."""
        if not isinstance(given, Mapping):
            raise BadSetup("bad_options", "options are given by name")
        by_name = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in by_name:
                raise BadSetup(
                    "unknown_option", f"{self.name} has no option {quoted(name)}", {"option": name}
                )
            if not by_name[name].allows(value):
                allowed = ", ".join(str(choice) for choice in by_name[name].choices)
                raise BadSetup(
                    "bad_option",
                    f"the option {name} is one of {allowed}, not {quoted(value)}",
                    {"option": name},
                )
        return {name: given.get(name, option.default) for name, option in by_name.items()}

    def check(self, known: S, seat: int | None, action: Any) -> None:
        """Refuse an action that the seat may not take now, with the reason, from what it knows."""
        problem = misshapen(action, self.forms)
        if problem is None and type(seat) is int and action in self._similar(known, seat, action):
            return
        if problem is None and self.outcome(known) is not None:
            problem = IllegalAction("match_over", "The match is over.")
        if problem is None and (type(seat) is not int or seat not in self.awaiting(known)):
            problem = IllegalAction("not_awaited", "It is not your turn.")
        raise problem or self.explain(known, seat or 0, action)

    def _similar(self, known: S, seat: int, action: Action) -> list[Action]:
        return (
            self.actions(known, seat) if self.similar is None else self.similar(known, seat, action)
        )


def misshapen(action: Any, forms: Mapping[str, Form | Sequence[Form]]) -> IllegalAction | None:
    """What is wrong with the look of an action, whatever the position: keys and types.

    In Python 0 == False and 1 == 1.0, in JSON they differ. Types are therefore settled here, and
    an action that passes may be compared with the listed ones as it is.
    """
    if type(action) is not dict:
        return IllegalAction("malformed", "An action must be an object.")
    verb = action.get("do")
    if type(verb) is not str or verb not in forms:
        return IllegalAction("unknown_action", f"There is no action {quoted(verb)}.")
    found = forms[verb]
    alternatives: Sequence[Form] = [found] if isinstance(found, dict) else found
    for form in alternatives:
        if len(form) == len(action) - 1 and form.keys() <= action.keys():
            break
    else:
        return _wrong_keys(verb, action.keys() - {"do"}, alternatives)
    for key, shape in form.items():
        if type(action[key]) is not shape and not _has_shape(action[key], shape):
            return IllegalAction(
                "wrong_type",
                f"In the action {verb}, {key} cannot be {quoted(action[key])}.",
                {"key": key},
            )
    return None


def _wrong_keys(verb: str, given: set[Any], alternatives: Sequence[Form]) -> IllegalAction:
    allowed = {key for form in alternatives for key in form}
    extra = sorted(map(quoted, given - allowed))
    if extra:
        return IllegalAction("extra_key", f"The action {verb} has no {extra[0]}.")
    if len(alternatives) == 1 and (missing := sorted(alternatives[0].keys() - given)):
        return IllegalAction(
            "missing_key", f"The action {verb} lacks {missing[0]}.", {"key": missing[0]}
        )
    return IllegalAction("missing_key", f"The action {verb} is not complete, or names too much.")


def _has_shape(value: Any, shape: Shape) -> bool:
    if isinstance(shape, list):
        return type(value) is list and all(_has_shape(entry, shape[0]) for entry in value)
    if isinstance(shape, tuple):
        return (
            type(value) is list and len(value) == len(shape) and all(map(_has_shape, value, shape))
        )
    if isinstance(shape, UnionType):
        return type(value) in get_args(shape)
    return type(value) is shape
