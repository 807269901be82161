"""Events of Emerald in sentences: who did what, where. Facts, no judgement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import telling
from games.engine import Event, is_known
from games.telling import Sentence, link
from games.titles.emerald.board import RAIL_LENGTH
from games.titles.emerald.events import (
    BonusTaken,
    Bribed,
    Dealt,
    DragonMoved,
    EmeraldEvent,
    Ended,
    GemTaken,
    GoldTaken,
    HandsShown,
    KnightCaught,
    KnightLost,
    Moved,
    RailMoved,
    TreasureTaken,
    TurnPassed,
)
from games.titles.emerald.state import State

from . import words
from .board import place_id


def at(place: int) -> str:
    """A place within a text, linked to the board."""
    return link(words.to_place(place), place_id(place))


class Teller(telling.Teller):
    def tell(self, event: EmeraldEvent, before: State) -> Sentence:
        match event:
            case Moved():
                return self.moved(event)
            case TurnPassed():
                return self.turn_passed(event, before)
            case GoldTaken():
                return self.gold_taken(event)
            case GemTaken():
                return self.gem_taken(event)
            case DragonMoved():
                return self.dragon_moved(event)
            case RailMoved():
                return self.rail_moved(event)
            case KnightCaught():
                return self.caught(event)
            case Bribed():
                return self.bribed(event)
            case KnightLost():
                return self.lost(event)
            case TreasureTaken():
                return self.treasure_taken(event)
            case BonusTaken():
                return self.bonus_taken(event)
            case HandsShown():
                return self.hands_shown(event)
            case Ended():
                return self.ended(event)
            case Dealt():
                return self.dealt(event)
            case _:
                assert_never(event)

    # A turn

    def moved(self, event: Moved) -> Sentence:
        if self.is_mine(event.seat):
            text = _("You moved {knight} from {origin} to {place}.")
        else:
            text = _("{name} moved {knight} from {origin} to {place}.")
        text = text.format(
            name=self.names[event.seat],
            knight=words.one_knight(event.colour),
            origin=words.from_place(event.origin),
            place=at(event.to),
        )
        return self.said(event.seat, text)

    def treasure_taken(self, event: TreasureTaken) -> Sentence:
        mine = self.is_mine(event.seat)
        text = _("You took a treasure.") if mine else _("{name} took a treasure.")
        return self.said(event.seat, text.format(name=self.names[event.seat]))

    def gold_taken(self, event: GoldTaken) -> Sentence:
        card = words.gold(event.gold)
        return self._took(event, card, under="" if event.under is None else words.gold(event.under))

    def gem_taken(self, event: GemTaken) -> Sentence:
        card = words.one_gem(event.gem)
        return self._took(
            event, card, under="" if event.under is None else words.one_gem(event.under)
        )

    def _took(self, event: GoldTaken | GemTaken, card: str, *, under: str) -> Sentence:
        if self.is_mine(event.seat):
            text = _("You took {card} on {place}.")
        else:
            text = _("{name} took {card} on {place}.")
        text = text.format(name=self.names[event.seat], card=card, place=at(event.field))
        if under:
            text = f"{text} {_('Under it lies {card}.').format(card=under)}"
        return self.said(event.seat, text)

    def bonus_taken(self, event: BonusTaken) -> Sentence:
        mine = self.is_mine(event.seat)
        text = _("You get {bonus}.") if mine else _("{name} gets {bonus}.")
        bonus = words.bonus_name(event.bonus)
        return self.said(event.seat, text.format(name=self.names[event.seat], bonus=bonus))

    def turn_passed(self, event: TurnPassed, before: State) -> Sentence:
        """Worth a line only where a player might have gone on."""
        stopped = before.phase == "move" and not before.card_taken and before.knights_moved == 1
        mine = self.is_mine(event.seat)
        text = _("You ended your turn.") if mine else _("{name} ended the turn.")
        return self.said(event.seat, text.format(name=self.names[event.seat]), quiet=not stopped)

    # The dragon

    def dragon_moved(self, event: DragonMoved) -> Sentence:
        if self.is_mine(event.seat):
            text = _("You rolled {rolled}: the dragon went from field {origin} to {place}.")
        else:
            text = _("{name} rolled {rolled}: the dragon went from field {origin} to {place}.")
        text = text.format(
            name=self.names[event.seat],
            rolled=event.rolled,
            origin=event.origin,
            place=at(event.path[-1]),
        )
        return self.said(event.seat, text)

    def rail_moved(self, event: RailMoved) -> Sentence:
        text = _("The rail moved on and covers {first} to {last}.")
        last = event.to + RAIL_LENGTH - 1
        return self.said(None, text.format(first=event.to, last=last))

    def caught(self, event: KnightCaught) -> Sentence:
        if self.is_mine(event.owner):
            text = _("The dragon caught your {colour} knight on {place}.")
        else:
            text = _("The dragon caught {name}’s {colour} knight on {place}.")
        return self._of_owner(event.owner, event, text)

    def bribed(self, event: Bribed) -> Sentence:
        mine, private = self.is_mine(event.seat), ""
        if mine:
            text = _("You paid the dragon a gold card and keep your {colour} knight on {place}.")
        else:
            text = _("{name} paid the dragon a gold card and keeps the {colour} knight on {place}.")
        if is_known(event.gold):
            private = _("It was {gold}; only you know.") if mine else _("It was {gold}.")
            private = private.format(gold=words.gold(event.gold))
        return self._of_owner(event.seat, event, text, private=private)

    def lost(self, event: KnightLost) -> Sentence:
        if self.is_mine(event.seat):
            text = _("You lost your {colour} knight on {place} to the nest.")
        else:
            text = _("{name} lost a {colour} knight on {place} to the nest.")
        return self._of_owner(event.seat, event, text)

    def _of_owner(
        self, owner: int, event: KnightCaught | Bribed | KnightLost, text: str, *, private: str = ""
    ) -> Sentence:
        colour = str(words.COLOUR_NAMES[event.colour])
        text = text.format(name=self.names[owner], colour=colour, place=at(event.field))
        return self.said(owner, text, private=private)

    # The match

    def dealt(self, event: Dealt) -> Sentence:
        mine = self.is_mine(event.first)
        text = (
            _("{count} players set out. You begin.")
            if mine
            else _("{count} players set out. {name} begins.")
        )
        return self.said(None, text.format(count=event.seats, name=self.names[event.first]))

    def hands_shown(self, event: HandsShown) -> Sentence:
        hands = [
            _("{name} {gold}").format(name=self.call(seat), gold=" + ".join(map(str, hand)) or "0")
            for seat, hand in enumerate(event.hands)
        ]
        return self.said(None, _("All gold is shown: {hands}.").format(hands=", ".join(hands)))

    def ended(self, event: Ended) -> Sentence:
        if event.reason == "last_treasure":
            why = _("The last treasure is taken.")
        else:
            why = _("A player has one knight left.")
        tally = ", ".join(
            _("{name} {score}").format(name=self.call(seat), score=score)
            for seat, score in enumerate(event.scores)
        )
        winners = words.listed([self.names[seat] for seat in event.winners])
        won = ngettext("{names} wins.", "{names} win together.", len(event.winners))
        text = _("{why} Coins: {tally}. {won}")
        return self.said(None, text.format(why=why, tally=tally, won=won.format(names=winners)))


def sentence(event: Event, known_before: State, seat: int | None, names: Sequence[str]) -> Sentence:
    """An event as this seat may read it, told to it."""
    return Teller(seat, names).tell(cast(EmeraldEvent, event), known_before)
