"""Scenes: a position set up in a line, and moves made in it with scripted rolls."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.engine import UNKNOWN, Event, Hand, Pile, ScriptedChance, Seat, fold, redact, titles
from games.titles.emerald.board import NEST, PLACES
from games.titles.emerald.cards import GEM_CARDS, GOLD_CARDS, KNIGHTS_OF_A_COLOUR
from games.titles.emerald.state import State

title = titles()["emerald"]


class Scene:
    """A position, what every seat knows of it, and the events of the last move."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.known: dict[int | None, State] = {
            reader: with_backs_up(state) for reader in (None, *range(state.seats))
        }
        self.events: list[Event] = []

    def do(self, action: dict[str, Any], rolls: Iterable[int] = ()) -> "Scene":
        """The awaited seat acts; every roll in the script must be asked for."""
        [seat] = title.awaiting(self.state)
        title.check(self.known[seat], seat, action)
        chance = ScriptedChance(rolls)
        self.events = title.decide(self.state, seat, action, chance)
        chance.finish()
        for event in self.events:
            title.evolve(self.state, event)
            for reader, known in self.known.items():
                title.evolve(known, redact(event, reader))
        return self

    def move(self, origin: int | str, colour: str, rolls: Iterable[int] = ()) -> "Scene":
        return self.do({"do": "move", "from": origin, "colour": colour}, rolls)

    def take(self, pile: str, rolls: Iterable[int] = ()) -> "Scene":
        return self.do({"do": "take", "pile": pile}, rolls)

    def stop(self) -> "Scene":
        return self.do({"do": "stop"})

    def catch(self, colour: str) -> "Scene":
        return self.do({"do": "catch", "colour": colour})

    def bribe(self, gold: int) -> "Scene":
        return self.do({"do": "bribe", "gold": gold})

    def give_up(self) -> "Scene":
        return self.do({"do": "yield"})

    @property
    def awaited(self) -> int:
        [seat] = title.awaiting(self.state)
        return seat

    @property
    def offered(self) -> list[dict[str, Any]]:
        return title.actions(self.state, self.awaited)

    def offers(self, verb: str) -> list[dict[str, Any]]:
        return [action for action in self.offered if action["do"] == verb]

    @property
    def happened(self) -> list[str]:
        """The types of the last move's events, without the title's name."""
        return [event.type.removeprefix("emerald.") for event in self.events]

    def the(self, name: str) -> Any:
        """The one event of this type in the last move."""
        [event] = [event for event in self.events if event.type == f"emerald.{name}"]
        return event

    def places(self, colour: Any) -> list[int]:
        return sorted(self.state.knights[colour])


def with_backs_up(state: State) -> State:
    """The same with only the top cards seen, and every hand: nobody has paid yet."""
    known = state.copy()
    known.gold = {field: only_top_seen(pile) for field, pile in known.gold.items()}
    known.gems = {field: only_top_seen(pile) for field, pile in known.gems.items()}
    known.gold_boxed, known.gems_boxed = Hand([UNKNOWN] * 2), Hand([UNKNOWN] * 2)
    return known


def only_top_seen(pile: Pile[Any]) -> Pile[Any]:
    top, under = list(pile)[:1], list(pile)[1:]
    return Pile([*top, *[UNKNOWN] * len(under)])


def dealt(
    seats: int,
    *,
    first: int = 0,
    gold: Iterable[int] = (),
    gems: Iterable[str] = (),
    rules: int | None = None,
) -> list[Event]:
    """The deal with these orders of cards, top of the first pile first (else sorted)."""
    script = [list(gold) or sorted(GOLD_CARDS), list(gems) or sorted(GEM_CARDS), first]
    return title.deal(seats=seats, chance=ScriptedChance(script), rules=rules)


def scene(
    *,
    seats: int = 3,
    turn: int = 0,
    rail: int = 7,
    dragon: int = 10,
    facing: Any = "entrance",
    bare: Iterable[int] = (),
    gold: Mapping[int, list[int]] | None = None,
    gems: Mapping[int, list[Any]] | None = None,
    hands: Mapping[int, list[int]] | None = None,
    held: Mapping[int, list[Any]] | None = None,
    treasures: Mapping[int, int] | None = None,
    rules: int | None = None,
    **knights: list[int | str],
) -> Scene:
    """A position. Knights named stand where said, the others of their colour are in the nest;
    colours not named stand in the castle. `bare` fields have no cards left. Played by the newest
    rules, unless others are named."""
    state = fold(title, dealt(seats, first=turn, rules=rules))
    state.rail, state.dragon, state.facing = rail, dragon, facing
    for colour, places in knights.items():
        lost = [NEST] * (KNIGHTS_OF_A_COLOUR[seats] - len(places))
        state.knights[colour] = [*(PLACES[place] for place in places), *lost]
    for field in bare:
        state.gold[field], state.gems[field] = Pile(), Pile()
    for field, cards in (gold or {}).items():
        state.gold[field] = Pile(cards)
    for field, names in (gems or {}).items():
        state.gems[field] = Pile(names)
    for seat, cards in (hands or {}).items():
        state.hands[seat], state.gold_taken[seat] = Hand(cards), tuple(cards)
    for seat, names in (held or {}).items():
        state.gems_held[seat] = tuple(names)
    for seat, count in (treasures or {}).items():
        state.treasures[Seat(seat)] = count
    return Scene(state)


def paid(hand: list[int], gold: int) -> Scene:
    """Seat 1 pays a gold card from this hand."""
    start = scene(red=[8, 1, 1], blue=[7, 1, 1], bare=[9], hands={1: hand})
    return start.move(8, "red", rolls=[3]).bribe(gold)


def taken_after_paying(gold: int = 5) -> Scene:
    """Seat 1 holds 4 and 2, pays one of them, and takes another card in its next turn."""
    start = scene(
        red=[8, 1],
        blue=[7, 8, 12],
        bare=[10, 11],
        gold={13: [gold]},
        hands={1: [4, 2]},
        green=[
            "tower1",
            "tower2",
        ],
    )
    start.move(8, "red", rolls=[3]).bribe(2).stop()
    return start.move(12, "blue").take("gold")
