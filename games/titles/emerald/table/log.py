"""Events of Emerald in sentences: who did what, where. Facts, no judgement."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Event, is_known
from games.presentation.sentences import Sentence, SentenceMaker, link
from games.titles.emerald import events
from games.titles.emerald.board import RAIL_LENGTH, Facing
from games.titles.emerald.state import State

from . import words
from .board import place_id


def at(place: int) -> str:
    """A place within a text, linked to the board."""
    return link(words.to_place(place), place_id(place))


def way(event: events.DragonMoved) -> str:
    """The fields of the dragon's way, and where it turned: "9 → 8, turned, back to 9"."""
    fields = [event.origin, *event.path]
    told = str(event.origin)
    heading: Facing | None = None
    for place, (here, there) in enumerate(pairwise(fields), 1):
        towards: Facing = "chamber" if there > here else "entrance"
        named = field_number(there) if place == len(event.path) else str(there)
        is_back = heading is not None and towards != heading
        text = _("{way}, turned, back to {field}") if is_back else _("{way} → {field}")
        told, heading = text.format(way=told, field=named), towards
    return told if heading == event.facing else _("{way}, turned").format(way=told)


def field_number(field: int) -> str:
    """A field by its number alone, linked to the board."""
    return link(str(field), place_id(field))


class LogLines(SentenceMaker):
    def line(self, event: events.EmeraldEvent, before: State) -> Sentence:
        match event:
            case events.Moved():
                text = _("You moved {knight} from {origin} to {place}.")
                other = _("{name} moved {knight} from {origin} to {place}.")
                knight, origin = words.ONE_KNIGHT[event.colour], words.from_place(event.origin)
                place = at(event.to)
                return self.by(event.seat, text, other, knight=knight, origin=origin, place=place)
            case events.TurnPassed():
                # Worth a line only where a player might have gone on.
                went_on = before.phase != "move" or before.card_taken or before.knights_moved != 1
                text, other = _("You ended your turn."), _("{name} ended the turn.")
                return self.by(event.seat, text, other, quiet=went_on)
            case events.GoldTaken():
                under = "" if event.under is None else words.gold(event.under)
                return self.took(event, words.gold(event.gold), under)
            case events.GemTaken():
                under = "" if event.under is None else words.ONE_GEM[event.under]
                return self.took(event, words.ONE_GEM[event.gem], under)
            case events.DragonMoved():
                text = _("You rolled {rolled}: the dragon went {way}.")
                other = _("{name} rolled {rolled}: the dragon went {way}.")
                return self.by(event.seat, text, other, rolled=event.rolled, way=way(event))
            case events.RailMoved():
                text = _("The rail moved on and covers {first} to {last}.")
                if event.facing != before.facing:
                    text = _("The rail moved on and covers {first} to {last}; the dragon turned.")
                last = event.to + RAIL_LENGTH - 1
                return self.sentence(None, text.format(first=event.to, last=last))
            case events.KnightCaught():
                text = _("The dragon caught your {colour} knight on {place}.")
                other = _("The dragon caught {name}’s {colour} knight on {place}.")
                return self.of_knight(event.owner, event, text, other)
            case events.Bribed():
                return self.bribed(event)
            case events.KnightLost():
                text = _("You lost your {colour} knight on {place} to the nest.")
                other = _("{name} lost a {colour} knight on {place} to the nest.")
                return self.of_knight(event.seat, event, text, other)
            case events.TreasureTaken():
                text, other = _("You took a treasure."), _("{name} took a treasure.")
                return self.by(event.seat, text, other)
            case events.BonusTaken():
                text, other = _("You get {bonus}."), _("{name} gets {bonus}.")
                return self.by(event.seat, text, other, bonus=words.BONUS_NAMES[event.bonus])
            case events.HandsShown():
                hands = [
                    _("{name} {gold}").format(name=self.call(seat), gold=" + ".join(hand) or "0")
                    for seat, hand in enumerate([map(str, hand) for hand in event.hands])
                ]
                text = _("All gold is shown: {hands}.")
                return self.sentence(None, text.format(hands=", ".join(hands)))
            case events.Ended():
                return self.ended(event)
            case events.Dealt():
                text = _("{count} players set out. You begin.")
                other = _("{count} players set out. {name} begins.")
                return self.sentence(None, self.text(event.first, text, other, count=event.seats))
            case _:
                assert_never(event)

    def took(self, event: events.GoldTaken | events.GemTaken, card: str, under: str) -> Sentence:
        text, other = _("You took {card} on {place}."), _("{name} took {card} on {place}.")
        text = self.text(event.seat, text, other, card=card, place=at(event.field))
        if under:
            text = f"{text} {_('Under it lies {card}.').format(card=under)}"
        return self.sentence(event.seat, text)

    def bribed(self, event: events.Bribed) -> Sentence:
        private = ""
        if is_known(event.gold):
            text, other = _("It was {gold}. Only you know."), _("It was {gold}.")
            private = self.text(event.seat, text, other, gold=words.gold(event.gold))
        text = _("You paid the dragon a gold card and keep your {colour} knight on {place}.")
        other = _("{name} paid the dragon a gold card and keeps the {colour} knight on {place}.")
        return self.of_knight(event.seat, event, text, other, private=private)

    def of_knight(
        self,
        owner: int,
        event: events.KnightCaught | events.Bribed | events.KnightLost,
        mine: str,
        other: str,
        *,
        private: str = "",
    ) -> Sentence:
        colour, place = words.COLOUR_NAMES[event.colour], at(event.field)
        return self.by(owner, mine, other, private=private, colour=colour, place=place)

    def ended(self, event: events.Ended) -> Sentence:
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
        return self.sentence(None, text.format(why=why, tally=tally, won=won.format(names=winners)))


def sentence(event: Event, known_before: State, seat: int | None, names: Sequence[str]) -> Sentence:
    """An event as this seat may read it."""
    return LogLines(seat, names).line(cast(events.EmeraldEvent, event), known_before)
