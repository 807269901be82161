"""The contract: what a title is made of, and what every title answers in the same way.

A title's folder fills in the functions; `deal` and `check` add what no title should write again:
the options' defaults, and refusals of what is not an action at all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Final, Generic, Literal, Protocol, Self, TypeAlias, TypeVar

from games.engine.chance import Draws
from games.engine.errors import BadSetup, Fact, IllegalAction, gettext_noop, quoted
from games.engine.events import Event
from games.engine.zones import Maybe

Action: TypeAlias = dict[str, Any]
# int, str, bool; int | str either of them; [Shape] a list of them; (Shape, Shape) a list of two
Shape: TypeAlias = Any
Form: TypeAlias = dict[str, Shape]

KEEPER: Final = "keeper"  # the player of every title that moves for whoever is away


# Why an action is refused whatever the title, by code. The facts say more than the sentences do.
SENTENCES: Final[Mapping[str, str]] = {
    "malformed": gettext_noop("That is not an action."),
    "unknown_action": gettext_noop("There is no such action."),
    "extra_key": gettext_noop("That action says too much."),
    "missing_key": gettext_noop("That action is not complete."),
    "wrong_type": gettext_noop("That action is not written as it should be."),
    "match_over": gettext_noop("The match is over."),
    "not_awaited": gettext_noop("It is not your turn."),
}


class State(Protocol):
    """A full state or a seat's knowledge: the same type, folded from more or fewer known values."""

    # The number of the rules that the match is played by. A ruling that changed reads it, in the
    # one place where that ruling is written.
    rules: int

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
class Telltale(Generic[S]):
    """A secret that all play towards and few come to know, and what choices say of who knew it."""

    # What is played towards, from a full state: where the gold lies. Few values, not a whole deal.
    secret: Callable[[S], Hashable]
    # What a seat chose from when this public event happened, and which it took: for each a cost,
    # the lower the nearer to what is played towards if the secret is that. None: it was no choice.
    # Whoever asks for it, and whatever is hidden from them, the answer is the same.
    choice: Callable[[S, Event, Hashable], tuple[Sequence[float], int] | None]
    # Whether this seat, as far as it knows itself, has a reason to play towards it.
    plays_towards: Callable[[S, int], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Title(Generic[S]):
    """A kind of game: what a folder under `games/titles` fills in.

    `known` is a state folded from what one reader may read; `state` is folded from everything.
    Both have the same type, and every function that takes `known` takes a full state as well and
    must answer the same. What is asked about a position (`awaiting`, `actions`, `outcome`,
    `imagine`, `explain`) is asked after a whole move, never between two events of one.
    """

    # The name of its folder, and of its events up to their first dot.
    slug: str
    # What players call it; not translated.
    name: str
    # The newest number of its rules, which a new match gets. A match keeps the number it was begun
    # with: its opening event has the public field `rules`, 1 where an old log lacks it, and its
    # state remembers that. The numbers before the newest are known for ever.
    version: int
    # How many can play: a range without gaps.
    seats: range
    # What may be chosen when a table is made. `deal` fills in defaults and refuses the rest.
    options: tuple[Option, ...] = ()
    # The options as they were up to a number of the rules, where they were others than now.
    former_options: Mapping[int, tuple[Option, ...]] = field(default_factory=dict)
    # Players by name, "random" and "plain" among them: from what a seat knows to one of its
    # listed actions. The chance they are given is their own, never the match's. "keeper" moves for
    # whoever is away: where seats have secret roles it chooses the same whatever its own role is,
    # so that nothing can be told from it. A title that brings none has no such roles, and its plain
    # bot is the keeper.
    bots: Mapping[str, Bot[S]]

    # The state before the first event.
    initial: Callable[[], S]
    # Advances a state that its caller owns by one of the title's own events, or by a redacted one.
    # Draws no chance, refuses nothing, and folds every event that was ever logged.
    evolve: Callable[[S, Any], None]
    # The seats that must act now; none once the match is over, and never none before.
    awaiting: Callable[[S], frozenset[int]]
    # Every action this seat may take now, each once, in an order that is always the same, written
    # as JSON would give it back. Empty for a spectator (None) and for a seat that is not awaited.
    actions: Callable[[S, int | None], list[Action]]
    # The events that follow from an action that `check` has passed (seat None: from the clock's).
    # Leaves the state as it was and refuses nothing. Only here and in `set_up` is chance drawn.
    decide: Callable[[S, int | None, Action, Draws], list[Event]]
    # The rounds so far, the one being played included: public, and kept for ever.
    rounds: Callable[[S], list[Round]]
    # How the match ended; None as long as it has not.
    outcome: Callable[[S], Outcome | None]
    # A full state that may be the true one: it agrees with all that is known, holds every card of
    # the box once, awaits the same seats and gives this seat the same actions.
    imagine: Callable[[S, int | None, Draws], S]
    # For a secret that few come to know and all play towards. It is asked about matches that are
    # over alone (`games.engine.telltale`), and what the staff are shown is a likelihood.
    telltale: Telltale[S] | None = None
    # When the clock acts if nobody does: after so many seconds, with the action {"do": "lapse"}.
    lapse: Callable[[S], tuple[int, Action] | None] = field(default=lambda known: None)

    # Behind `deal`: the events of move 0, from the number of seats, all options that there are
    # under these rules, and the rules' number, which the first event carries.
    set_up: Callable[[int, Mapping[str, Any], int, Draws], list[Event]]
    # Behind `check`: what each action must look like, by its verb (one form, or several to choose
    # from), and why a well-formed action of an awaited seat is not among those listed.
    forms: Mapping[str, Form | Sequence[Form]]
    explain: Callable[[S, int, Action], IllegalAction]
    # The listed actions that could equal this well-formed one, where that is quicker than all.
    similar: Callable[[S, int, Action], list[Action]] | None = None

    # For tests and self-play: everything in the box by deck, and where all of it is now. What a
    # reader cannot see is in the census too, as unknown.
    box: Callable[[int], Mapping[str, Sequence[str | int]]]
    census: Callable[[S], Mapping[str, Iterable[Maybe[str | int]]]]

    # A picture in plain text, for the command line.
    picture: Callable[[S], str]

    # The numbers of the rules in its rulebook. Each is cited in its code and by its tests.
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if KEEPER not in self.bots:
            object.__setattr__(self, "bots", {**self.bots, KEEPER: self.bots["plain"]})

    @property
    def known_rules(self) -> range:
        """Every number of its rules by which a match may be played here."""
        return range(1, self.version + 1)

    def deal(
        self,
        *,
        seats: int,
        options: Mapping[str, Any] | None = None,
        chance: Draws,
        rules: int | None = None,
    ) -> list[Event]:
        """The events of move 0; by the newest rules, if nothing else is asked for."""
        if type(seats) is not int or seats not in self.seats:
            raise BadSetup(
                "bad_seats",
                f"{self.name} is for {self.seats[0]} to {self.seats[-1]} seats, not {quoted(seats)}",
            )
        number = self._rules_number(rules)
        return self.set_up(
            seats, self.complete_options(options or {}, rules=number), number, chance
        )

    def options_under(self, rules: int | None = None) -> tuple[Option, ...]:
        """What could be chosen for a match of these rules; of the newest, if none are named."""
        number = self._rules_number(rules)
        until = [last for last in self.former_options if number <= last]
        return self.former_options[min(until)] if until else self.options

    def complete_options(
        self, given: Mapping[str, Any], *, rules: int | None = None
    ) -> dict[str, Any]:
        """All options, with defaults for those not given. Unknown and bad ones are refused."""
        if not isinstance(given, Mapping):
            raise BadSetup("bad_options", "options are given by name")
        by_name = {option.name: option for option in self.options_under(rules)}
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

    def _rules_number(self, rules: int | None) -> int:
        if rules is None:
            return self.version
        if type(rules) is not int or rules not in self.known_rules:
            raise BadSetup(
                "unknown_rules",
                f"{self.name} has the rules 1 to {self.version} here, not {quoted(rules)}",
            )
        return rules

    def check(self, known: S, seat: int | None, action: Any) -> None:
        """Refuse an action that the seat may not take now, with the reason, from what it knows."""
        problem = misshapen(action, self.forms)
        if problem is None and type(seat) is int and action in self._similar(known, seat, action):
            return
        if problem is None and self.outcome(known) is not None:
            problem = _no("match_over")
        if problem is None and (type(seat) is not int or seat not in self.awaiting(known)):
            problem = _no("not_awaited")
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
        return _no("malformed")
    verb = action.get("do")
    if type(verb) is not str or verb not in forms:
        return _no("unknown_action", action=quoted(verb))
    found = forms[verb]
    alternatives: Sequence[Form] = [found] if isinstance(found, dict) else found
    for form in alternatives:
        if len(form) == len(action) - 1 and form.keys() <= action.keys():
            break
    else:
        return _wrong_keys(verb, action.keys() - {"do"}, alternatives)
    for key, shape in form.items():
        if type(action[key]) is not shape and not _has_shape(action[key], shape):
            return _no("wrong_type", action=verb, key=key, value=quoted(action[key]))
    return None


def _wrong_keys(verb: str, given: set[Any], alternatives: Sequence[Form]) -> IllegalAction:
    allowed = {key for form in alternatives for key in form}
    if extra := sorted(map(quoted, given - allowed)):
        return _no("extra_key", action=verb, key=extra[0])
    if len(alternatives) == 1 and (missing := sorted(alternatives[0].keys() - given)):
        return _no("missing_key", action=verb, key=missing[0])
    return _no("missing_key", action=verb)


def _no(code: str, **facts: Fact) -> IllegalAction:
    return IllegalAction(code, SENTENCES[code], facts)


def _has_shape(value: Any, shape: Shape) -> bool:
    if type(value) is shape:
        return True
    if isinstance(shape, list):
        return type(value) is list and all(_has_shape(entry, shape[0]) for entry in value)
    if isinstance(shape, tuple):
        return (
            type(value) is list and len(value) == len(shape) and all(map(_has_shape, value, shape))
        )
    return isinstance(shape, UnionType) and type(value) in shape.__args__
