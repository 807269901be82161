"""Every legal action as an answer: where it is on the board, what it leads to, and its button.

A knight of mine that cannot move is an answer too; choosing it says why, and it has no button.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import starmap

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Action
from games.engine.canonical import canonical_json
from games.presentation.choices import Choice
from games.titles.emerald.board import (
    CAVE,
    CHAMBER,
    NOTATION,
    PLACES,
    dragon_path,
    in_play,
    landing,
)
from games.titles.emerald.cards import DIE, Colour, colours_of, owner_of
from games.titles.emerald.rules import crowd, is_woken, knights_left, movable, treasures_left
from games.titles.emerald.state import State

from . import words
from .board import CardShown, Figure, Group, Number, Scene, card, figures, view
from .layout import LAYOUTS, Box, Layout, Stand, beside, box_around


@dataclass(frozen=True, slots=True)
class Layer:
    """A choice on the board in one composition: what is touched, and what choosing it shows."""

    name: str
    view: str
    touch: Box
    figures: Sequence[Figure] = ()
    frame: Box | None = None
    ghost: Figure | None = None
    coins: Sequence[Number] = ()
    claws: Sequence[Number] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Choice):
    """A choice with its radio and its place on the board. One without a `value` cannot be made."""

    value: str = ""
    number: int = 0
    kind: str = "no"  # or the action's verb
    symbol: str
    short: str
    cards: Sequence[CardShown] = ()
    wakes: bool = False
    group: Group | None = None  # the knights it touches, drawn above the board
    layers: Sequence[Layer] = ()


def answers(known: State, seen: Scene, seat: int | None, actions: Sequence[Action]) -> list[Answer]:
    if seat is None or not actions:
        return []
    asked = Asked(known, seen, seat)
    made = [
        *map(asked.answer, actions),
        *starmap(asked.barred, barred_knights(known, seat).items()),
    ]
    return [replace(answer, number=number) for number, answer in enumerate(made)]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question put to a seat, and how each answer to it is shown."""

    known: State
    seen: Scene
    seat: int

    def answer(self, action: Action) -> Answer:
        made = {
            "move": self.move,
            "take": self.take,
            "catch": self.catch,
            "bribe": self.bribe,
            "yield": self.give_up,
            "stop": self.stop,
        }[action["do"]](action)
        return replace(made, kind=action["do"], value=canonical_json(action))

    # A knight

    def move(self, action: Action) -> Answer:
        known, place, colour = self.known, PLACES[action["from"]], action["colour"]
        count = crowd(known, place)
        to = landing(place, count)
        wakes = to != CHAMBER and is_woken(known, to)
        heading = _("{start} to {end}").format(start=words.place(place), end=words.to_place(to))
        steps = ngettext(
            "{count} knight stands there, so it goes {count} field.",
            "{count} knights stand there, so it goes {count} fields.",
            count,
        ).format(count=count)
        return Answer(
            id=f"move{known.knights_moved}_{action['from']}_{colour}",
            symbol=f"knight-{colour}",
            short=_("{start} → {end}").format(start=words.mark(place), end=words.mark(to)),
            says=heading,
            then=f"{steps} {self._found(colour, to, wakes=wakes)}".strip(),
            verb=_("Take a treasure") if to == CHAMBER else _("Move to {field}").format(field=to),
            loss=self._danger(to, wakes=wakes),
            comfort=_("The dragon sleeps.") if to in CAVE and not wakes else "",
            cards=self.cards(to),
            wakes=wakes,
            group=(colour, place),
            layers=[self._way(layout, colour, place, to, wakes=wakes) for layout in LAYOUTS],
        )

    def barred(self, group: Group, reason: str) -> Answer:
        colour, place = group
        return Answer(
            id=barred_id(group),
            symbol=f"knight-{colour}",
            short=words.mark(place),
            says=_("{knight}, {place}").format(
                knight=words.KNIGHTS[colour], place=words.from_place(place)
            ),
            then=reason,
            verb="",
            group=group,
            layers=[self._at(layout, colour, place) for layout in LAYOUTS],
        )

    def stop(self, _action: Action) -> Answer:
        following = self.seen.names[(self.known.turn + 1) % self.known.seats]
        return Answer(
            id="stop",
            symbol="",
            short=_("Stop here"),
            says=_("No second knight"),
            then=_("Your turn ends, and {name} is next.").format(name=following),
            verb=_("End the turn"),
        )

    def _found(self, colour: Colour, to: int, *, wakes: bool) -> str:
        """What happens where a knight stops, but for the dragon."""
        lying = self.cards(to)
        if to == CHAMBER:
            return _("You take a treasure, and your turn ends.")
        if len(lying) == 2:
            return _("You take one of the two cards, which ends your turn.")
        if lying:
            text = _("You take the card there ({card}), which ends your turn.")
            return text.format(card=lying[0].name)
        if self.known.knights_moved:
            return _("Then your turn ends.")
        others = sum(map(in_play, self.known.knights[colour])) - 1
        return _("Then you may move a second knight.") if others > wakes else ""

    def _danger(self, to: int, *, wakes: bool) -> str:
        known = self.known
        if to == CHAMBER and (treasures_left(known) == 1 or knights_left(known, self.seat) == 2):
            return _("This ends the match.")
        if not wakes:
            return ""
        stops = words.either([str(field) for field in self.stops()])
        return _("The dragon wakes: a roll of 1, 2 or 3 takes it to {fields}.").format(fields=stops)

    def stops(self) -> list[int]:
        """Where each roll would take the dragon from where it is."""
        known = self.known
        return [
            dragon_path(known.rail, known.dragon, known.facing, rolled)[0][-1]
            for rolled in range(1, DIE + 1)
        ]

    def cards(self, place: int) -> list[CardShown]:
        """The cards turned up on a field, gold first."""
        if place not in CAVE:
            return []
        return [card(top) for top, _height in self.seen.piles(place) if top is not None]

    def _at(self, layout: Layout, colour: Colour, place: int) -> Layer:
        """The knights of a colour on a place, to be touched."""
        there = figures(layout, self.seen, place)
        mine = [figure for figure in there if figure.group == (colour, place)]
        touch = box_around(layout, [Stand(one.x, one.y, one.size) for one in mine])
        return Layer(layout.name, view(layout, self.seen), touch, mine)

    def _way(self, layout: Layout, colour: Colour, place: int, to: int, *, wakes: bool) -> Layer:
        """The same with the way it would go: a coin on each field passed, itself at the end."""
        here = self._at(layout, colour, place)
        passed = [field for field in range(max(place, 0) + 1, to) if field != place]
        end = beside(layout, to, crowd(self.known, to) if to != CHAMBER else 0)
        return replace(
            here,
            frame=layout.frames[to],
            ghost=Figure(f"knight-{colour}", *end, 1, ""),
            coins=[self._coin(layout, field, step) for step, field in enumerate(passed, 1)],
            claws=self._claws(layout) if wakes else (),
        )

    def _claws(self, layout: Layout) -> list[Number]:
        """On each field where the dragon may stop, the rolls that take it there."""
        stops = self.stops()
        return [
            Number(
                *layout.claws[field],
                ",".join(str(roll) for roll, stop in enumerate(stops, 1) if stop == field),
            )
            for field in sorted(set(stops))
        ]

    def _coin(self, layout: Layout, field: int, step: int) -> Number:
        stand = beside(layout, field, crowd(self.known, field))
        return Number(stand.x + stand.size // 2, stand.y + stand.size - 12, str(step))

    # A card

    def take(self, action: Action) -> Answer:
        field, kind = self.known.stopped_at, ("gold", "gem").index(action["pile"])
        lying = self.cards(field)[kind]
        wakes = is_woken(self.known, field)
        if action["pile"] == "gold":
            says = _("It goes into your hand; a gold card can pay the dragon.")
        else:
            says = _("It lies open before you, and counts for the bonuses.")
        return Answer(
            id=f"take_{action['pile']}",
            symbol=lying.symbol,
            short=lying.name,
            says=lying.name,
            then=says,
            verb=_("Take gold") if action["pile"] == "gold" else _("Take the gem"),
            loss=self._danger(field, wakes=wakes),
            comfort="" if wakes else _("The dragon sleeps."),
            cards=[lying],
            wakes=wakes,
            layers=[self._over(layout, layout.pile_box(field, kind)) for layout in LAYOUTS],
        )

    def _over(self, layout: Layout, box: Box) -> Layer:
        return Layer(layout.name, view(layout, self.seen), box, frame=box)

    # The dragon

    def catch(self, action: Action) -> Answer:
        known, colour = self.known, action["colour"]
        owner = owner_of(known.seats, colour)
        held = len(known.hands[owner])
        return Answer(
            id=f"catch_{colour}",
            symbol=f"knight-{colour}",
            short=_("yours") if owner == self.seat else self.seen.names[owner],
            says=_("{knight} of {name}").format(
                knight=words.KNIGHTS[colour], name=self.seen.names[owner]
            ),
            then=_can_pay(held, is_mine=owner == self.seat),
            loss=self._loss(owner) if not held else "",
            verb=_("Catch this one"),
            group=(colour, known.dragon),
            layers=[self._at(layout, colour, known.dragon) for layout in LAYOUTS],
        )

    def bribe(self, action: Action) -> Answer:
        gold = action["gold"]
        left = len(self.known.hands[self.seat]) - 1
        kept = ngettext("You keep {count} gold card.", "You keep {count} gold cards.", left)
        return Answer(
            id=f"bribe_{gold}",
            symbol=f"gold-{gold}",
            short=_("Pay {value}").format(value=gold),
            says=_("Pay {gold}").format(gold=words.gold(gold)),
            then=f"{_('The others do not see which card you pay.')} {kept.format(count=left)}",
            comfort=_("Your knight stays on field {field}.").format(field=self.known.dragon),
            verb=_("Pay the dragon"),
        )

    def give_up(self, _action: Action) -> Answer:
        return Answer(
            id="yield",
            symbol="nest",
            short=_("Give it up"),
            says=_("Give the knight up"),
            then=_("It goes to the nest and is out of play. You keep your gold."),
            loss=self._loss(self.seat),
            verb=_("Give it up"),
        )

    def _loss(self, owner: int) -> str:
        """What the loss of a knight would lead to."""
        left = knights_left(self.known, owner) - 1
        if left == 1:
            return _("With one knight left the match ends.")
        text = ngettext(
            "{count} knight is left in play.", "{count} knights are left in play.", left
        )
        return text.format(count=left) if owner == self.seat else ""


def barred_id(group: Group) -> str:
    colour, place = group
    return f"barred_{NOTATION[place]}_{colour}"


def _can_pay(held: int, *, is_mine: bool) -> str:
    if not held:
        return _("No gold to pay with: the knight goes to the nest.")
    if is_mine:
        return _("You may pay a gold card, or give the knight up.")
    text = ngettext(
        "The owner holds {count} gold card and may pay.",
        "The owner holds {count} gold cards and may pay with one.",
        held,
    )
    return text.format(count=held)


# What cannot be moved


def barred_knights(known: State, seat: int | None) -> dict[tuple[Colour, int], str]:
    """For every knight in play of this seat, on its turn, that cannot be moved now: why."""
    if seat is None or known.phase != "move" or seat != known.turn:
        return {}
    able = movable(known)
    return {
        (colour, place): _why_barred(known, colour, place)
        for colour in colours_of(known.seats, seat)
        for place in sorted(set(known.knights[colour]))
        if in_play(place) and (colour, place) not in able
    }


def _why_barred(known: State, colour: Colour, place: int) -> str:
    if known.first_colour is not None and colour != known.first_colour:
        return _("Both knights of a turn have the same colour.")
    if place != known.first_at:
        return _("This knight was bribed free this turn and stays where it is.")
    return _("This knight has moved this turn.")
