"""Step 1: my hand, and every way to play a card or to discard one or two.

Equal cards are one card in the list of actions: they are played by one radio, and raised together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Action, Seat
from games.presentation.choices import Aim, Choice, HeldCard, Spot, choice_of, ways
from games.presentation.words import Words, open_to
from games.titles.lost_mines.board import AT, FIELDS, MINES, At, Field
from games.titles.lost_mines.cards import ACTIONS, INFORMATION, PATH_CARDS, TOOLS, face_of
from games.titles.lost_mines.rules import actions as legal_actions
from games.titles.lost_mines.state import State

from . import words
from .effects import EFFECTS, code_of

ORDER: Final[Sequence[str]] = (*PATH_CARDS, *ACTIONS)
Says = Callable[[int], str]

VERBS: Final = Words(
    lay=gettext_lazy("Lay it here"),
    tool=gettext_lazy("Put it here"),
    peek=gettext_lazy("Look"),
    trap=gettext_lazy("Set the trap"),
    troll=gettext_lazy("Set the troll"),
    storm=gettext_lazy("Send the storm"),
)

THEN: Final = Words(
    lay="",
    tool=gettext_lazy("One dwarf at a time can then cross it."),
    peek=gettext_lazy("Only you will know what it is."),
    trap=gettext_lazy("Whoever crosses it loses a card at random."),
    troll=gettext_lazy("Nobody passes until your next turn begins."),
    storm=gettext_lazy("The path card there is taken off the board."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSpot(Spot):
    """A field, or the edge of one to the east or to the south."""

    side: str  # "", "east" or "south"
    thing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestCard(HeldCard):
    """One of my cards. The second of two equal ones has the radio of the first."""

    place: int  # in the hand
    is_first: bool
    equal_after: int
    path: str
    thing: str


@dataclass(frozen=True, slots=True)
class Discard:
    """One card or two. `shown_by` says which of the cards in hand must be marked for it.

    `last` is the last place in hand that is among these: the choice stands behind its mark.
    """

    choice: Choice
    shown_by: str
    last: int
    is_pair: bool


def numbered(known: State, seat: int) -> list[str]:
    """The different cards of a hand, in the order in which they are shown."""
    return sorted(known.hands[seat].kinds(), key=ORDER.index)


def in_order(known: State, seat: int) -> list[str]:
    return sorted(known.hands[seat].known(), key=ORDER.index)


def hand(known: State, seat: int | None, actions: Sequence[Action]) -> tuple[ForestCard, ...]:
    if seat is None or known.phase == "over":
        return ()
    kinds, cards = numbered(known, seat), in_order(known, seat)
    playing = known.phase == "play" and bool(actions)
    reasons = why_not(known, seat) if playing else {}
    return tuple(
        _held(kinds.index(card), place, cards, actions if playing else (), reasons)
        for place, card in enumerate(cards)
    )


def _held(
    number: int,
    place: int,
    cards: Sequence[str],
    actions: Sequence[Action],
    reasons: Mapping[str, str],
) -> ForestCard:
    card = cards[place]
    is_first = card not in cards[:place]
    plays = [action for action in actions if card_played(action) == card]
    return ForestCard(
        number=number,
        place=place,
        id=held_id(card),
        equal_after=cards[place + 1 :].count(card),
        is_first=is_first,
        path=_path(card),
        thing=_thing(card),
        name=words.card_name(card),
        describes=open_to(face_of(PATH_CARDS[card].sides)) if card in PATH_CARDS else "",
        caption=(_caption(plays) if plays else reasons.get(card, "")) if actions else "",
        is_dim=bool(actions) and not plays,
        hint=_hint(card, reasons) if actions else "",
        verb=_verb(plays[0]) if plays else "",
        spots=spots(plays) if is_first else (),
        effect=EFFECTS[code_of(card)],
    )


def symbol(card: str) -> str:
    """A card's code as part of an id."""
    return card.replace(":", "-").replace("|", "-")


def held_id(card: str) -> str:
    return f"hold_{symbol(card)}"


def drawn_as(card: str) -> tuple[str, ...]:
    """The symbols of a card, each over the one before."""
    return tuple(filter(None, (_path(card), _thing(card))))


def _path(card: str) -> str:
    return f"p-{face_of(PATH_CARDS[card].sides)}" if card in PATH_CARDS else ""


def _thing(card: str) -> str:
    """The symbol of what is on a path card, or of an action card."""
    if card not in PATH_CARDS:
        return f"a-{symbol(card)}"
    feature = PATH_CARDS[card].feature
    return f"f-{feature}" if feature else ""


def _caption(plays: Sequence[Action]) -> str:
    """How many ways there are to play a card."""
    verb = plays[0]["do"]
    if verb == "lay":
        count = len({tuple(action["at"]) for action in plays})
        return ngettext("{count} place", "{count} places", count).format(count=count)
    if verb == "peek":
        count = len(plays)
        return ngettext("{count} thing", "{count} things", count).format(count=count)
    if verb in ("trap", "troll"):
        count = len(plays)
        return ngettext("{count} place", "{count} places", count).format(count=count)
    return words.card_count(len(plays))


def _hint(card: str, reasons: Mapping[str, str]) -> str:
    if card in reasons:
        text = _("{reason}. You can only discard this card.")
    elif card in PATH_CARDS:
        text = _("{card}: choose a place on the board")
    elif card in INFORMATION:
        text = _("Choose what to look at: {things}").format(things=_things_shown(card))
    elif card in TOOLS:
        text = _("{card}: choose an obstacle")
    elif card == "storm":
        text = _("{card}: choose a path card to blow away")
    elif card == "troll":
        text = _("{card}: choose a path to block")
    else:
        text = _("{card}: choose a path to set it on")
    return text.format(card=words.card_name(card), reason=reasons.get(card, ""))


def _things_shown(card: str) -> str:
    names = {"mine": _("a mine"), "treasure": _("a treasure"), "dwarf": _("another’s dwarf")}
    return words.either([names[thing] for thing in card.split("|")])


# Places on the board


def spots(plays: Sequence[Action]) -> tuple[FieldSpot, ...]:
    found: dict[tuple[Field, str], list[Action]] = {}
    for action in plays:
        if "treasure" not in action and "seat" not in action:
            found.setdefault(_where(action), []).append(action)
    return tuple(_spot(where, found[where]) for where in sorted(found))


def _where(action: Action) -> tuple[Field, str]:
    if "edge" in action:
        (x, y), (right, _down) = action["edge"]
        return FIELDS[x, y], "east" if right > x else "south"
    if "mine" in action:
        return MINES[action["mine"]], ""
    return FIELDS[action["at"][0], action["at"][1]], ""


def _spot(where: tuple[Field, str], plays: Sequence[Action]) -> FieldSpot:
    at = AT[where[0]]
    return FieldSpot(
        kind=plays[0]["do"],
        x=at[0],
        y=at[1],
        side=where[1],
        thing=_thing_at(plays[0]),
        ways=ways(
            (_play(one, _says(one, at)), _face(one), one.get("turned", False)) for one in plays
        ),
    )


def _thing_at(action: Action) -> str:
    """The symbol of what a play puts on the board."""
    if action["do"] == "lay":
        return _thing(action["card"])
    if action["do"] == "storm":
        return "a-storm"
    return "" if action["do"] == "peek" else f"tk-{card_played(action)}"


def _face(action: Action) -> str:
    if action["do"] != "lay":
        return ""
    return f"p-{face_of(PATH_CARDS[action['card']].open_sides(turned=action['turned']))}"


def _play(action: Action, says: str) -> Choice:
    """With what it changes, as the rules have it."""
    return choice_of(action, says, _verb(action), then=THEN[action["do"]])


def _says(action: Action, at: At) -> str:
    verb, place = action["do"], words.place(at)
    if verb == "lay":
        text = _("{card} turned round, {place}") if action["turned"] else _("{card}, {place}")
        return text.format(card=words.card_name(action["card"]), place=place)
    if verb == "tool":
        text = _("{card} at {place}")
        return text.format(card=words.card_name(action["tool"]), place=place)
    if verb == "peek":
        return _("Look at the mine at {place}").format(place=place)
    if verb == "storm":
        return _("Storm over {place}").format(place=place)
    first, second = ((x, y) for x, y in action["edge"])
    text = _("Trap {between}") if verb == "trap" else _("Troll {between}")
    return text.format(between=words.between((first, second)))


def _verb(action: Action) -> str:
    return VERBS[action["do"]]


# Players and treasures to look at


def dwarf_aims(
    known: State, seat: int | None, actions: Sequence[Action], names: Sequence[str]
) -> dict[int, list[Aim]]:
    def says(of: int) -> str:
        return _("Look at {name}’s dwarf").format(name=names[of])

    return _aims(known, seat, actions, "seat", says)


def treasure_aims(
    known: State, seat: int | None, actions: Sequence[Action]
) -> dict[int, list[Aim]]:
    def says(slot: int) -> str:
        return _("Look at {treasure}").format(treasure=words.treasure(slot, known.kinds[slot]))

    return _aims(known, seat, actions, "treasure", says)


def _aims(
    known: State, seat: int | None, actions: Sequence[Action], key: str, says: Says
) -> dict[int, list[Aim]]:
    found: dict[int, list[Aim]] = {}
    for action in actions:
        if key in action and seat is not None:
            number = numbered(known, seat).index(action["card"])
            found.setdefault(action[key], []).append(Aim(number, _play(action, says(action[key]))))
    return found


# Discarding


def discards(known: State, seat: int | None, actions: Sequence[Action]) -> list[Discard]:
    if seat is None:
        return []
    cards = in_order(known, seat)
    return [
        _discard(action, list(_shown_by(cards, action["cards"])), len(known.pile))
        for action in actions
        if action["do"] == "discard"
    ]


def _shown_by(cards: Sequence[str], thrown: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """The places in hand, or pairs of them, with just these cards."""
    for places in combinations(range(len(cards)), len(thrown)):
        if sorted(cards[place] for place in places) == list(thrown):
            yield places


def _discard(action: Action, places: Sequence[tuple[int, ...]], left: int) -> Discard:
    thrown = action["cards"]
    says = _("Discard {cards}").format(cards=words.cards(thrown))
    verb = ngettext("Discard the card", "Discard both", len(thrown))
    made = choice_of(action, says, verb, then=draws(min(len(thrown), left)))
    return Discard(
        choice=made,
        shown_by=" ".join("p" + "".join(map(str, each)) for each in places),
        last=max(map(max, places)),
        is_pair=len(thrown) == 2,
    )


def draws(count: int) -> str:
    if count == 0:
        return _("No card is left to draw.")
    text = ngettext("You draw a card at the end.", "You draw {count} cards at the end.", count)
    return text.format(count=count)


# What cannot be played


def card_played(action: Action) -> str:
    """The one card that an action of step 1 is played with; none for a discard or a vote."""
    verb: str = action["do"]
    if verb in ("lay", "peek"):
        return str(action["card"])
    if verb == "tool":
        return str(action["tool"])
    return verb if verb in ("trap", "troll", "storm") else ""


def why_not(known: State, seat: int | None) -> dict[str, str]:
    """For every card of this seat's hand that can only be discarded: why."""
    if seat is None or known.phase != "play" or known.turn != seat:
        return {}
    playable = set(map(card_played, legal_actions(known, seat)))
    cards = known.hands[Seat(seat)].kinds()
    return {card: _why_not(card) for card in cards if card not in playable}


def _why_not(card: str) -> str:
    if card in PATH_CARDS:
        return _("It fits nowhere")
    return {
        "axe": _("No fallen tree is in the way"),
        "boat": _("No lake is in the way"),
        "rope": _("No pit is in the way"),
        "mine|treasure": _("Nothing is left to look at"),
        "mine|dwarf": _("Nothing is left to look at"),
        "treasure|dwarf": _("Nothing is left to look at"),
        "trap": _("No path is free for a trap"),
        "troll": _("No path is free for a troll"),
        "storm": _("No card lies without a dwarf on it"),
    }[card]
