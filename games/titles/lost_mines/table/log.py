"""Events of The Lost Mines in sentences: who did what, where. Facts, no judgement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import telling
from games.engine import Event, is_known, seen
from games.telling import Part, Sentence, link
from games.titles.lost_mines.board import AT, FIELDS, MINES, At, EdgeAt
from games.titles.lost_mines.cards import TOOLS
from games.titles.lost_mines.events import (
    CardLost,
    Dealt,
    Discarded,
    DragonMet,
    Drawn,
    DwarfPeeked,
    EndAgreed,
    EndCalled,
    EndRefused,
    FellOut,
    Laid,
    LostMinesEvent,
    MinePeeked,
    MineTurnedUp,
    Scored,
    Started,
    Stayed,
    StormBroke,
    ToolUsed,
    TrapSet,
    TreasureLeft,
    TreasurePeeked,
    TreasureTaken,
    TrollLeft,
    TrollSet,
    TurnBegan,
    VoteLapsed,
    Walked,
)
from games.titles.lost_mines.scoring import DRAGON_COSTS
from games.titles.lost_mines.state import State

from . import words


def cell_id(at: At) -> str:
    return f"cell_{at[0]}_{at[1]}"


def field(at: At) -> str:
    """A field within a text, linked to the board."""
    return link(words.place(at), cell_id(at))


class Teller(telling.Teller):
    def tell(self, event: LostMinesEvent, before: State) -> Sentence:
        match event:
            case TurnBegan():
                return self.turn_began(event)
            case Drawn():
                return self.drew(event)
            case Laid():
                return self.laid(event)
            case Stayed():
                return self.stayed(event, before)
            case Walked():
                return self.walked(event)
            case Discarded():
                return self.discarded(event)
            case ToolUsed():
                return self.used_tool(event)
            case MinePeeked():
                return self.looked_at_mine(event)
            case TreasurePeeked():
                return self.looked_at_treasure(event, before)
            case DwarfPeeked():
                return self.looked_at_dwarf(event)
            case TrapSet():
                text = _("You set a trap between {first} and {second}.")
                other = _("{name} set a trap between {first} and {second}.")
                return self.on_edge(event.seat, event.edge, text, other)
            case TrollSet():
                text = _("You set a troll between {first} and {second}.")
                other = _("{name} set a troll between {first} and {second}.")
                return self.on_edge(event.seat, event.edge, text, other)
            case TrollLeft():
                text = _("Your troll left its place between {first} and {second}.")
                other = _("{name}’s troll left its place between {first} and {second}.")
                return self.on_edge(event.seat, event.edge, text, other)
            case StormBroke():
                return self.storm_broke(event, before)
            case CardLost():
                return self.lost_card(event)
            case MineTurnedUp():
                return self.turned_up(event)
            case DragonMet():
                return self.met_dragon(event)
            case TreasureTaken():
                return self.took(event, before)
            case TreasureLeft():
                text = _("You took no treasure.")
                return self.told(event.seat, text, _("{name} took no treasure."))
            case FellOut():
                text = _("You have no cards left and are out for this round.")
                other = _("{name} has no cards left and is out for this round.")
                return self.told(event.seat, text, other)
            case EndCalled():
                text = _("You asked to end the round.")
                return self.told(event.seat, text, _("{name} asked to end the round."))
            case EndAgreed():
                text = _("You agreed to end the round.")
                return self.told(event.seat, text, _("{name} agreed to end the round."))
            case EndRefused():
                text = _("You refused to end the round; it goes on.")
                return self.told(
                    event.seat, text, _("{name} refused to end the round; it goes on.")
                )
            case VoteLapsed():
                return self.lapsed(event)
            case Scored():
                return self.scored(event)
            case Dealt():
                return self.dealt(event)
            case Started():
                return self.started(event)
            case _:
                assert_never(event)

    # Who

    def told(
        self,
        seat: int,
        mine: str,
        other: str,
        *,
        private: str = "",
        quiet: bool = False,
        **facts: object,
    ) -> Sentence:
        """A sentence of `seat`, told to itself or to somebody else."""
        text = mine if self.is_mine(seat) else other
        text = text.format(name=self.names[seat], **facts)
        return self.said(seat, text, private=private, quiet=quiet)

    def on_edge(self, seat: int, edge: EdgeAt, mine: str, other: str) -> Sentence:
        return self.told(seat, mine, other, first=field(edge[0]), second=field(edge[1]))

    # Step 1

    def turn_began(self, event: TurnBegan) -> Sentence:
        text, other = _("It is your turn."), _("It is {name}’s turn.")
        return self.told(event.seat, text, other, quiet=True)

    def laid(self, event: Laid) -> Sentence:
        text, other = _("You laid {card} at {place}."), _("{name} laid {card} at {place}.")
        card = words.one_card(event.card)
        return self.told(event.seat, text, other, card=card, place=field(event.at))

    def used_tool(self, event: ToolUsed) -> Sentence:
        text = _("You put {tool} on {obstacle} at {place}.")
        other = _("{name} put {tool} on {obstacle} at {place}.")
        return self.told(
            event.seat,
            text,
            other,
            tool=words.one_card(event.tool),
            obstacle=words.OBSTACLES[TOOLS[event.tool]],
            place=field(event.at),
        )

    def looked_at_mine(self, event: MinePeeked) -> Sentence:
        text = _("You looked at the mine at {place}.")
        other = _("{name} looked at the mine at {place}.")
        private = ""
        if is_known(event.kind):
            mine = self.is_mine(event.seat)
            private = _("It is {mine}; only you know.") if mine else _("It is {mine}.")
            private = private.format(mine=words.mine(event.kind))
        place = field(AT[MINES[event.mine]])
        return self.told(event.seat, text, other, private=private, place=place)

    def looked_at_treasure(self, event: TreasurePeeked, before: State) -> Sentence:
        text, other = _("You looked at {treasure}."), _("{name} looked at {treasure}.")
        private = self._worth(event.seat, event.value) if is_known(event.value) else ""
        treasure = words.treasure(event.slot, before.kinds[event.slot])
        return self.told(event.seat, text, other, private=private, treasure=treasure)

    def _worth(self, seat: int, value: int) -> str:
        mine = self.is_mine(seat)
        text = _("It is {worth}; only you know.") if mine else _("It is {worth}.")
        return text.format(worth=words.worth(value))

    def looked_at_dwarf(self, event: DwarfPeeked) -> Sentence:
        text, other = _("You looked at {whom}’s dwarf."), _("{name} looked at {whom}’s dwarf.")
        if self.is_mine(event.of):
            other = _("{name} looked at your dwarf.")
        private = ""
        if is_known(event.character):
            mine = self.is_mine(event.seat)
            private = _("{character}; only you know.") if mine else _("{character}.")
            private = private.format(character=words.character(event.character))
        whom = self.names[event.of]
        return self.told(event.seat, text, other, private=private, whom=whom)

    def storm_broke(self, event: StormBroke, before: State) -> Sentence:
        text = _("You sent a storm to {place}. It took {card}.")
        other = _("{name} sent a storm to {place}. It took {card}.")
        card = words.one_card(before.board.cards[FIELDS[event.at]])
        return self.told(event.seat, text, other, place=field(event.at), card=card)

    def discarded(self, event: Discarded) -> Sentence:
        count, cards = len(event.cards), seen(event.cards)
        text = ngettext("You discarded a card.", "You discarded {count} cards.", count)
        other = ngettext("{name} discarded a card.", "{name} discarded {count} cards.", count)
        private = ""
        if cards:
            mine = self.is_mine(event.seat)
            private = _("That was {cards}; only you know.") if mine else _("That was {cards}.")
            private = private.format(cards=words.cards(cards))
        return self.told(event.seat, text, other, private=private, count=count)

    # Step 2

    def walked(self, event: Walked) -> Sentence:
        count = len(event.way)
        text = ngettext(
            "You walked {count} card to {place}.", "You walked {count} cards to {place}.", count
        )
        other = ngettext(
            "{name} walked {count} card to {place}.",
            "{name} walked {count} cards to {place}.",
            count,
        )
        return self.told(event.seat, text, other, count=count, place=field(event.way[-1]))

    def stayed(self, event: Stayed, before: State) -> Sentence:
        text, other = _("You stayed at {place}."), _("{name} stayed at {place}.")
        place = field(AT[before.stands[event.seat]])
        return self.told(event.seat, text, other, place=place, quiet=True)

    def lost_card(self, event: CardLost) -> Sentence:
        text = _("You lost a card to the trap between {first} and {second}.")
        other = _("{name} lost a card to the trap between {first} and {second}.")
        private = ""
        if is_known(event.card):
            mine = self.is_mine(event.seat)
            private = _("That was {card}; only you know.") if mine else _("That was {card}.")
            private = private.format(card=words.one_card(event.card))
        first, second = map(field, event.edge)
        return self.told(event.seat, text, other, private=private, first=first, second=second)

    def turned_up(self, event: MineTurnedUp) -> Sentence:
        text = _("You turned up {found} at {place}.")
        other = _("{name} turned up {found} at {place}.")
        place = field(AT[MINES[event.mine]])
        return self.told(event.seat, text, other, found=words.mine(event.kind), place=place)

    def met_dragon(self, event: DragonMet) -> Sentence:
        costs = words.points(DRAGON_COSTS)
        text = _("You take the dragon: it costs {points} of this round.")
        other = _("{name} takes the dragon: it costs {points} of this round.")
        return self.told(event.seat, text, other, points=costs)

    def took(self, event: TreasureTaken, before: State) -> Sentence:
        text, other = _("You took {treasure}."), _("{name} took {treasure}.")
        private = self._worth(event.seat, event.value) if is_known(event.value) else ""
        treasure = words.treasure(event.slot, before.kinds[event.slot])
        return self.told(event.seat, text, other, private=private, treasure=treasure)

    # Step 3

    def drew(self, event: Drawn) -> Sentence:
        """Everyone draws after a turn, so this is told in full only where the cards are seen."""
        cards, count = seen(event.cards), len(event.cards)
        if not cards:
            other = ngettext("{name} drew a card.", "{name} drew {count} cards.", count)
            return self.told(event.seat, other, other, count=count, quiet=True)
        mine = self.is_mine(event.seat)
        text = _("You drew {cards}.") if mine else _("{name} drew {cards}.")
        text = text.format(name=self.names[event.seat], cards=words.cards(cards))
        return Sentence((Part(text, private=mine),), event.seat)

    # The vote, and the end of a round

    def lapsed(self, event: VoteLapsed) -> Sentence:
        names = words.listed([self.call(seat) for seat in event.missing])
        text = _("The vote has lapsed without an answer from {names}; the round goes on.")
        return self.said(None, text.format(names=names))

    def scored(self, event: Scored) -> Sentence:
        tally = ", ".join(f"{self.call(seat)} {points}" for seat, points in enumerate(event.points))
        text = _("The round is over. {reason} Points: {tally}.")
        return self.said(None, text.format(reason=words.REASONS[event.reason], tally=tally))

    def dealt(self, event: Dealt) -> Sentence:
        private = ""
        if self.seat is not None and is_known(character := event.characters[self.seat]):
            text = _("Your dwarf is of the {clan} clan: {character}.")
            clan = words.clan(event.clans[self.seat])
            private = text.format(clan=clan, character=words.character(character))
        return self.said(None, self._began(event), private=private)

    def _began(self, event: Dealt) -> str:
        mine = self.is_mine(event.starter)
        text = (
            _("Round {number} begins. You start.")
            if mine
            else _("Round {number} begins. {name} starts.")
        )
        return text.format(number=event.number, name=self.names[event.starter])

    # The match

    def started(self, event: Started) -> Sentence:
        text = ngettext(
            "{count} dwarf sets out for {rounds} rounds.",
            "{count} dwarves set out for {rounds} rounds.",
            event.seats,
        )
        return self.said(None, text.format(count=event.seats, rounds=event.rounds))


def sentence(event: Event, known_before: State, seat: int | None, names: Sequence[str]) -> Sentence:
    """An event as this seat may read it, told to it."""
    return Teller(seat, names).tell(cast(LostMinesEvent, event), known_before)
