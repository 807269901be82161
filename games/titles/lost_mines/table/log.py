"""Events of The Lost Mines in sentences: who did what, where. Facts, no judgement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Event, Maybe, is_known, seen
from games.presentation.sentences import Part, Sentence, SentenceMaker, link
from games.titles.lost_mines import events
from games.titles.lost_mines.board import AT, FIELDS, MINES, At, EdgeAt
from games.titles.lost_mines.cards import TOOLS
from games.titles.lost_mines.scoring import DRAGON_COSTS
from games.titles.lost_mines.state import State
from games.titles.lost_mines.walking import ways

from . import words


def cell_id(at: At) -> str:
    return f"cell_{at[0]}_{at[1]}"


def field(at: At) -> str:
    """A field within a text, linked to the board."""
    return link(words.place(at), cell_id(at))


class LogLines(SentenceMaker):
    def line(self, event: events.LostMinesEvent, before: State) -> Sentence:
        match event:
            case events.TurnBegan():
                text, other = _("It is your turn."), _("It is {name}’s turn.")
                return self.by(event.seat, text, other, quiet=True)
            case events.Drawn():
                return self.drew(event)
            case events.Laid():
                text, other = _("You laid {card} at {place}."), _("{name} laid {card} at {place}.")
                card = words.one_card(event.card)
                return self.by(event.seat, text, other, card=card, place=field(event.at))
            case events.Stayed():
                # Worth a line where it was a choice: a move of its own. With nowhere to go, a
                # dwarf stays by itself, in the move that played the card.
                text, other = _("You stayed at {place}."), _("{name} stayed at {place}.")
                place = field(AT[before.stands[event.seat]])
                quiet = not ways(before, event.seat)
                return self.by(event.seat, text, other, place=place, quiet=quiet)
            case events.Walked():
                return self.walked(event)
            case events.Discarded():
                return self.discarded(event)
            case events.ToolUsed():
                text = _("You put {tool} on {obstacle} at {place}.")
                other = _("{name} put {tool} on {obstacle} at {place}.")
                tool, obstacle = words.one_card(event.tool), words.OBSTACLES[TOOLS[event.tool]]
                place = field(event.at)
                return self.by(event.seat, text, other, tool=tool, obstacle=obstacle, place=place)
            case events.MinePeeked():
                return self.looked_at_mine(event)
            case events.TreasurePeeked():
                text, other = _("You looked at {treasure}."), _("{name} looked at {treasure}.")
                return self.with_treasure(event, before, text, other)
            case events.DwarfPeeked():
                return self.looked_at_dwarf(event)
            case events.TrapSet():
                text = _("You set a trap between {first} and {second}.")
                other = _("{name} set a trap between {first} and {second}.")
                return self.on_edge(event.seat, event.edge, text, other)
            case events.TrollSet():
                text = _("You set a troll between {first} and {second}.")
                other = _("{name} set a troll between {first} and {second}.")
                return self.on_edge(event.seat, event.edge, text, other)
            case events.TrollLeft():
                text = _("Your troll left its place between {first} and {second}.")
                other = _("{name}’s troll left its place between {first} and {second}.")
                return self.on_edge(event.seat, event.edge, text, other)
            case events.StormBroke():
                text = _("You sent a storm to {place}. It took {card}.")
                other = _("{name} sent a storm to {place}. It took {card}.")
                card = words.one_card(before.board.cards[FIELDS[event.at]])
                return self.by(event.seat, text, other, place=field(event.at), card=card)
            case events.CardLost():
                text = _("You lost a card to the trap between {first} and {second}.")
                other = _("{name} lost a card to the trap between {first} and {second}.")
                private = self.those_were(event.seat, [event.card])
                return self.on_edge(event.seat, event.edge, text, other, private=private)
            case events.MineTurnedUp():
                text = _("You turned up {found} at {place}.")
                other = _("{name} turned up {found} at {place}.")
                found, place = words.ONE_MINE[event.kind], field(AT[MINES[event.mine]])
                return self.by(event.seat, text, other, found=found, place=place)
            case events.DragonMet():
                text = _("You take the dragon: it costs {points} of this round.")
                other = _("{name} takes the dragon: it costs {points} of this round.")
                return self.by(event.seat, text, other, points=words.points(DRAGON_COSTS))
            case events.TreasureTaken():
                text, other = _("You took {treasure}."), _("{name} took {treasure}.")
                return self.with_treasure(event, before, text, other)
            case events.TreasureLeft():
                text, other = _("You took no treasure."), _("{name} took no treasure.")
                return self.by(event.seat, text, other)
            case events.FellOut():
                text = _("You have no cards left and are out for this round.")
                other = _("{name} has no cards left and is out for this round.")
                return self.by(event.seat, text, other)
            case events.EndCalled():
                text, other = _("You asked to end the round."), _("{name} asked to end the round.")
                return self.by(event.seat, text, other)
            case events.EndAgreed():
                text = _("You agreed to end the round.")
                return self.by(event.seat, text, _("{name} agreed to end the round."))
            case events.EndRefused():
                text = _("You refused to end the round; it goes on.")
                return self.by(event.seat, text, _("{name} refused to end the round; it goes on."))
            case events.VoteLapsed():
                names = words.listed([self.call(seat) for seat in event.missing])
                text = _("The vote has lapsed without an answer from {names}; the round goes on.")
                return self.sentence(None, text.format(names=names))
            case events.Scored() | events.RoundScored():
                return self.scored(event)
            case events.RestShown():
                text = _("The mines, the treasures left and all cards in hand are turned up.")
                return self.sentence(None, text)
            case events.Dealt():
                return self.dealt(event, before)
            case events.Started():
                text = ngettext(
                    "{count} dwarf sets out for {rounds} rounds.",
                    "{count} dwarves set out for {rounds} rounds.",
                    event.seats,
                )
                text = text.format(count=event.seats, rounds=event.rounds)
                if event.play_on:
                    more = _("If the lead is shared then, they play on for up to three more.")
                    text = f"{text} {more}"
                return self.sentence(None, text)
            case _:
                assert_never(event)

    def on_edge(
        self, seat: int, edge: EdgeAt, mine: str, other: str, *, private: str = ""
    ) -> Sentence:
        first, second = map(field, edge)
        return self.by(seat, mine, other, private=private, first=first, second=second)

    def with_treasure(
        self,
        event: events.TreasurePeeked | events.TreasureTaken,
        before: State,
        mine: str,
        other: str,
    ) -> Sentence:
        private = ""
        if is_known(event.value):
            worth = words.worth(event.value)
            text = _("It is {worth}. Only you know.")
            private = self.text(event.seat, text, _("It is {worth}."), worth=worth)
        treasure = words.treasure(event.slot, before.kinds[event.slot])
        return self.by(event.seat, mine, other, private=private, treasure=treasure)

    def those_were(self, seat: int, cards: Sequence[Maybe[str]]) -> str:
        """Cards that are gone, where they are seen."""
        known = seen(cards)
        if not known:
            return ""
        mine, other = _("That was {cards}. Only you know."), _("That was {cards}.")
        return self.text(seat, mine, other, cards=words.cards(known))

    # A turn

    def looked_at_mine(self, event: events.MinePeeked) -> Sentence:
        private = ""
        if is_known(event.kind):
            text, mine = _("It is {mine}. Only you know."), words.ONE_MINE[event.kind]
            private = self.text(event.seat, text, _("It is {mine}."), mine=mine)
        text = _("You looked at the mine at {place}.")
        other = _("{name} looked at the mine at {place}.")
        place = field(AT[MINES[event.mine]])
        return self.by(event.seat, text, other, private=private, place=place)

    def looked_at_dwarf(self, event: events.DwarfPeeked) -> Sentence:
        private = ""
        if is_known(event.character):
            text, character = _("{character}. Only you know."), words.CHARACTERS[event.character]
            private = self.text(event.seat, text, _("{character}."), character=character)
        text, other = _("You looked at {whom}’s dwarf."), _("{name} looked at {whom}’s dwarf.")
        if self.is_mine(event.of):
            other = _("{name} looked at your dwarf.")
        return self.by(event.seat, text, other, private=private, whom=self.names[event.of])

    def discarded(self, event: events.Discarded) -> Sentence:
        count, private = len(event.cards), self.those_were(event.seat, event.cards)
        text = ngettext("You discarded a card.", "You discarded {count} cards.", count)
        other = ngettext("{name} discarded a card.", "{name} discarded {count} cards.", count)
        return self.by(event.seat, text, other, private=private, count=count)

    def walked(self, event: events.Walked) -> Sentence:
        count = len(event.way)
        text = ngettext(
            "You walked {count} card to {place}.", "You walked {count} cards to {place}.", count
        )
        other = ngettext(
            "{name} walked {count} card to {place}.",
            "{name} walked {count} cards to {place}.",
            count,
        )
        return self.by(event.seat, text, other, count=count, place=field(event.way[-1]))

    def drew(self, event: events.Drawn) -> Sentence:
        """Everyone draws after a turn, so it has a line of its own only where cards are seen."""
        cards, count = seen(event.cards), len(event.cards)
        if not cards:
            other = ngettext("{name} drew a card.", "{name} drew {count} cards.", count)
            return self.by(event.seat, other, other, count=count, quiet=True)
        text, other = _("You drew {cards}."), _("{name} drew {cards}.")
        text = self.text(event.seat, text, other, cards=words.cards(cards))
        return Sentence((Part(text, private=self.is_mine(event.seat)),), event.seat)

    # Rounds

    def scored(self, event: events.Scored | events.RoundScored) -> Sentence:
        tally = ", ".join(f"{self.call(seat)} {points}" for seat, points in enumerate(event.points))
        text = _("The round is over. {reason} Points: {tally}.")
        return self.sentence(None, text.format(reason=words.REASONS[event.reason], tally=tally))

    def dealt(self, event: events.Dealt, before: State) -> Sentence:
        role = ""
        if self.seat is not None and is_known(character := event.characters[self.seat]):
            text = _("Your dwarf is of the {clan} clan: {character}.")
            clan = words.CLANS[event.clans[self.seat]]
            role = text.format(clan=clan, character=words.CHARACTERS[character])
        mine = _("Round {number} begins. You start.")
        other = _("Round {number} begins. {name} starts.")
        text = self.text(event.starter, mine, other, number=event.number)
        if event.number > before.rounds:
            text = f"{words.PLAYED_ON} {text}"
        return self.sentence(None, text, role=role)


def sentence(event: Event, known_before: State, seat: int | None, names: Sequence[str]) -> Sentence:
    """An event as this seat may read it."""
    return LogLines(seat, names).line(cast(events.LostMinesEvent, event), known_before)
