"""Scenes: a forest in a line of text, hands and treasures by name, and what every seat knows of it.

    scene("2,2 EW  3,2 NW'", hand="EW axe")

`3,2 NW'` is the card NW at (3, 2), turned round. Seat 0 is to play and stands on the yellow start.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine import Chance, Event, IllegalAction, ScriptedChance, Seat, redact, titles
from games.engine.localmatch import LocalMatch
from games.titles.lost_mines.board import AT, FIELDS, MINES, edge_of
from games.titles.lost_mines.events import Dealt, Started
from games.titles.lost_mines.state import State

title = titles()["lost_mines"]

At = tuple[int, int]
EdgeAt = tuple[At, At]

# Somewhere to draw from, so that no scene ends by accident.
PILE = "NS NS NS NS NS NS NS NS NS NS NS NS"


class Scene:
    """A position, what every reader knows of it, and the events of the last move."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.state: State = title.initial()
        seats = next(event.seats for event in events if isinstance(event, Started))
        self.known: dict[int | None, State] = {
            reader: title.initial() for reader in (None, *range(seats))
        }
        self.events: list[Event] = []
        self._happen(events)

    def _happen(self, events: Sequence[Event]) -> None:
        self.events = list(events)
        for event in events:
            title.evolve(self.state, event)
            for reader, known in self.known.items():
                title.evolve(known, redact(event, reader))

    def everywhere(self) -> Iterable[State]:
        """The full state and all that is known: for what is public in a scene."""
        return (self.state, *self.known.values())

    # Moves

    def do(self, action: dict[str, Any], *, seat: int | None = None, picks: Any = None) -> "Scene":
        """Somebody acts, with scripted picks if there are any to be made."""
        actor = self.awaited if seat is None else seat
        title.check(self.known[actor], actor, action)
        chance: Any = Chance.seeded("scene") if picks is None else ScriptedChance(picks)
        self._happen(title.decide(self.state, actor, action, chance))
        if picks is not None:
            chance.finish()
        return self

    def lay(self, card: str, at: At, *, turned: bool = False) -> "Scene":
        return self.do({"do": "lay", "card": card, "at": list(at), "turned": turned})

    def discard(self, *cards: str) -> "Scene":
        return self.do({"do": "discard", "cards": list(cards)})

    def walk(self, to: At, *, picks: Any = None) -> "Scene":
        return self.do({"do": "walk", "to": list(to)}, picks=picks)

    def stay(self) -> "Scene":
        return self.do({"do": "stay"})

    def stay_if_asked(self) -> "Scene":
        return self.stay() if self.offers("stay") else self

    def token(self, kind: str, edge: EdgeAt) -> "Scene":
        return self.do({"do": kind, "edge": [list(at) for at in edge]})

    def storm(self, at: At) -> "Scene":
        return self.do({"do": "storm", "at": list(at)})

    def vote(self, seat: int, answer: str) -> "Scene":
        return self.do({"do": answer}, seat=seat)

    def lapse(self) -> "Scene":
        chance = Chance.seeded("scene")
        self._happen(title.decide(self.state, None, {"do": "lapse"}, chance))
        return self

    # Questions

    @property
    def awaited(self) -> int:
        [seat] = title.awaiting(self.state)
        return seat

    @property
    def offered(self) -> list[dict[str, Any]]:
        return title.actions(self.known[self.awaited], self.awaited)

    def offers(self, verb: str) -> list[dict[str, Any]]:
        return [action for action in self.offered if action["do"] == verb]

    def goals(self) -> set[At]:
        """Where the dwarf may walk to."""
        return {tuple(action["to"]) for action in self.offers("walk")}

    def spots(self, card: str) -> set[tuple[At, bool]]:
        """Where, and turned or not, a path card may be laid."""
        return {
            (tuple(action["at"]), action["turned"])
            for action in self.offers("lay")
            if action["card"] == card
        }

    def edges(self, kind: str) -> set[EdgeAt]:
        return {(tuple(a["edge"][0]), tuple(a["edge"][1])) for a in self.offers(kind)}

    def refusal(self, action: dict[str, Any], *, seat: int | None = None) -> IllegalAction:
        """Why an action is refused; the same from what the seat knows as from everything."""
        actor = self.awaited if seat is None else seat
        told = [_refused(fold, actor, action) for fold in (self.known[actor], self.state)]
        assert (told[0].code, told[0].sentence, told[0].facts) == (
            told[1].code,
            told[1].sentence,
            told[1].facts,
        )
        return told[0]

    @property
    def happened(self) -> list[str]:
        """The types of the last move's events, without the title's name."""
        return [event.type.removeprefix("lost_mines.") for event in self.events]

    def the(self, name: str) -> Any:
        """The one event of this type in the last move."""
        [event] = [event for event in self.events if event.type == f"lost_mines.{name}"]
        return event

    def stands(self, seat: int) -> At:
        return AT[self.state.stands[seat]]


def _refused(known: State, seat: int, action: dict[str, Any]) -> IllegalAction:
    try:
        title.check(known, seat, action)
    except IllegalAction as error:
        return error
    raise AssertionError(f"{action} is allowed")


def scene(
    paths: str = "",
    *,
    seats: int = 3,
    hand: str = "EW",
    hands: Mapping[int, str] | None = None,
    pile: str = PILE,
    clans: str = "",
    characters: str = "",
    mines: str = "gold silver gems dragon",
    up: Mapping[int, str] | None = None,
    treasures: str = "",
    held: Mapping[int, int] | None = None,
    at: Mapping[int, At] | None = None,
    tools: Iterable[At] = (),
    traps: Iterable[EdgeAt] = (),
    trolls: Mapping[EdgeAt, int] | None = None,
    dragon: int | None = None,
    out: Iterable[int] = (),
    rounds: int = 2,
    number: int = 1,
    turn: int = 0,
    rules: int = title.version,
    play_on: bool = False,
) -> Scene:
    """A position. `up` are mines turned up, with their open sides; `held` slots and their holders."""
    treasure = (treasures or "gold:1 " * seats).split()
    backs = (clans or "yellow " + "blue " * (seats - 1)).split()
    holdings = [hand, *["NS"] * (seats - 1)]
    for seat, cards in (hands or {}).items():
        holdings[seat] = cards
    dealt = Dealt(
        number=number,
        starter=Seat(turn),
        mines=tuple(mines.split()),
        kinds=tuple(code.split(":")[0] for code in treasure),
        values=tuple(int(code.split(":")[1]) for code in treasure),
        treasures_aside=(),
        clans=tuple(backs),
        characters=tuple((characters or "loyal " * seats).split()),
        dwarves_aside=(),
        hands=tuple(tuple(cards.split()) for cards in holdings),
        pile=tuple(pile.split()),
        cards_aside=(),
    )
    started = Started(material=1, seats=seats, rounds=rounds, rules=rules, play_on=play_on)
    made = Scene([started, dealt])
    for state in made.everywhere():
        _arrange(state, paths, tools, up or {})
        for slot, holder in (held or {}).items():
            state.holders[slot] = Seat(holder)
        for seat, where in (at or {}).items():
            state.stands[seat] = FIELDS[where]
        state.traps = {edge_of(edge): Seat(0) for edge in traps}
        state.trolls = {edge_of(edge): Seat(owner) for edge, owner in (trolls or {}).items()}
        state.dragon = None if dragon is None else Seat(dragon)
        state.out = frozenset(map(Seat, out))
        for mine in up or {}:
            state.mines[mine] = made.state.mines[mine]
    return made


def _arrange(state: State, paths: str, tools: Iterable[At], up: Mapping[int, str]) -> None:
    words = iter(paths.split())
    for place in words:
        code = next(words)
        x, y = map(int, place.split(","))
        state.board = state.board.with_card(
            FIELDS[x, y], code.removesuffix("'"), turned=code.endswith("'")
        )
    for where in tools:
        state.board = state.board.with_tool(FIELDS[where])
    for mine, face in up.items():
        state.board = state.board.with_mine(MINES[mine], face, turned=False)


def played(seats: int, seed: str, *, moves: int) -> LocalMatch[State]:
    """A real match, some way in."""
    made = LocalMatch(title, seats=seats, secret=seed.encode())
    bots = Chance.seeded(seed)
    for _ in range(moves):
        seat = min(title.awaiting(made.state))
        bots.draws.clear()
        made.submit(seat, title.bots["plain"](made.known[seat], seat, bots))
    return made
