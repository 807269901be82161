"""Events of Saboteur in sentences: who did what, where. Facts, no judgement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import telling
from games.engine import Event, is_known, seen
from games.telling import Part, Sentence, link
from games.titles.saboteur.events import (
    Discarded,
    Drew,
    Dug,
    GoalPeeked,
    GoalTurned,
    GoldDrawn,
    GoldOffered,
    GoldTaken,
    MatchEnded,
    MatchStarted,
    RockFell,
    RoundDealt,
    RoundEnded,
    SaboteurEvent,
    SaboteurPaid,
    ToolBroken,
    ToolRepaired,
)
from games.titles.saboteur.maze import GOAL_CELLS, Cell
from games.titles.saboteur.rules import ROUNDS
from games.titles.saboteur.state import State

from . import words


def cell_id(cell: Cell) -> str:
    return f"cell_{cell[0]}_{cell[1]}"


def at(cell: Cell) -> str:
    """A cell within a text, linked to the board."""
    return link(words.place(cell), cell_id(cell))


class Teller(telling.Teller):
    def tell(self, event: SaboteurEvent, before: State) -> Sentence:
        match event:
            case Drew():
                return self.drew(event)
            case Dug():
                return self.dug(event)
            case Discarded():
                return self.discarded(event)
            case ToolBroken():
                return self.broke(event)
            case ToolRepaired():
                return self.repaired(event)
            case GoalPeeked():
                return self.peeked(event)
            case RockFell():
                return self.rock_fell(event)
            case GoalTurned():
                return self.goal_turned(event)
            case RoundDealt():
                return self.dealt(event)
            case RoundEnded():
                return self.round_ended(event)
            case GoldDrawn():
                return self.gold_drawn(event)
            case GoldOffered():
                return self.gold_offered(event)
            case GoldTaken():
                return self.gold_taken(event)
            case SaboteurPaid():
                return self.paid(event)
            case MatchStarted():
                return self.started(event)
            case MatchEnded():
                return self.match_ended(event, before)
            case _:
                assert_never(event)

    # A turn

    def dug(self, event: Dug) -> Sentence:
        mine = self.is_mine(event.seat)
        text = _("You dug {card} at {place}.") if mine else _("{name} dug {card} at {place}.")
        card = words.one_card(event.card)
        text = text.format(name=self.names[event.seat], card=card, place=at(event.at))
        return self.said(event.seat, text)

    def broke(self, event: ToolBroken) -> Sentence:
        if self.is_mine(event.seat) and event.seat == event.target:
            text = _("You broke your own {tool}.")
        elif self.is_mine(event.seat):
            text = _("You broke {other}’s {tool}.")
        elif self.is_mine(event.target):
            text = _("{name} broke your {tool}.")
        elif event.seat == event.target:
            text = _("{name} broke their own {tool}.")
        else:
            text = _("{name} broke {other}’s {tool}.")
        return self._about_tool(event, text)

    def repaired(self, event: ToolRepaired) -> Sentence:
        if self.is_mine(event.seat) and event.seat == event.target:
            text = _("You repaired your own {tool}.")
        elif self.is_mine(event.seat):
            text = _("You repaired {other}’s {tool}.")
        elif self.is_mine(event.target):
            text = _("{name} repaired your {tool}.")
        elif event.seat == event.target:
            text = _("{name} repaired their own {tool}.")
        else:
            text = _("{name} repaired {other}’s {tool}.")
        return self._about_tool(event, text)

    def _about_tool(self, event: ToolBroken | ToolRepaired, text: str) -> Sentence:
        name, other = self.names[event.seat], self.names[event.target]
        tool = words.tool_name(event.tool)
        return self.said(event.seat, text.format(name=name, other=other, tool=tool))

    def rock_fell(self, event: RockFell) -> Sentence:
        if self.is_mine(event.seat):
            text = _("You brought a rockfall down on {place}.")
        else:
            text = _("{name} brought a rockfall down on {place}.")
        text = text.format(name=self.names[event.seat], place=at(event.at))
        return self.said(event.seat, text)

    def peeked(self, event: GoalPeeked) -> Sentence:
        mine, private = self.is_mine(event.seat), ""
        text = _("You looked at {goal}.") if mine else _("{name} looked at {goal}.")
        goal = link(words.goal_name(event.goal), cell_id(GOAL_CELLS[event.goal]))
        text = text.format(name=self.names[event.seat], goal=goal)
        if is_known(event.card) and event.card == "gold":
            private = _("Gold; only you know.") if mine else _("It is gold.")
        elif is_known(event.card):
            private = _("A stone; only you know.") if mine else _("It is a stone.")
        return self.said(event.seat, text, private=private)

    def discarded(self, event: Discarded) -> Sentence:
        mine, private = self.is_mine(event.seat), ""
        text = _("You discarded a card.") if mine else _("{name} discarded a card.")
        if is_known(event.card):
            private = _("It was {card}; only you know.") if mine else _("It was {card}.")
            private = private.format(card=words.one_card(event.card))
        text = text.format(name=self.names[event.seat])
        return self.said(event.seat, text, private=private)

    def drew(self, event: Drew) -> Sentence:
        """Everyone draws after a turn, so this is told in full only where the card is seen."""
        if not is_known(event.card):
            text = _("{name} drew a card.").format(name=self.names[event.seat])
            return self.said(event.seat, text, quiet=True)
        mine = self.is_mine(event.seat)
        text = _("You drew {card}.") if mine else _("{name} drew {card}.")
        text = text.format(name=self.names[event.seat], card=words.one_card(event.card))
        return Sentence((Part(text, private=mine),), event.seat)

    # Goals and the end of a round

    def goal_turned(self, event: GoalTurned) -> Sentence:
        found_gold = event.card == "gold"
        text = _("{goal} turned up: gold.") if found_gold else _("{goal} turned up: a stone.")
        goal = link(words.goal_label(event.goal), cell_id(GOAL_CELLS[event.goal]))
        return self.said(None, text.format(goal=goal))

    def dealt(self, event: RoundDealt) -> Sentence:
        text = (
            _("Round {number} begins with you.")
            if self.is_mine(event.starter)
            else _("Round {number} begins with {name}.")
        )
        private = ""
        if self.seat is not None and is_known(role := event.roles[self.seat]):
            private = _("You are a miner.") if role == "miner" else _("You are a saboteur.")
        text = text.format(number=event.number, name=self.names[event.starter])
        return self.said(None, text, private=private)

    def round_ended(self, event: RoundEnded) -> Sentence:
        saboteurs = [seat for seat, role in enumerate(event.roles) if role == "saboteur"]
        reached = event.winner == "miners"
        text = _("The miners have reached the gold.") if reached else _("The gold was not found.")
        who = _("There was no saboteur at the table.")
        if saboteurs:
            who = ngettext("The saboteur: {names}.", "The saboteurs: {names}.", len(saboteurs))
            who = who.format(names=words.listed([self.call(seat) for seat in saboteurs]))
        return self.said(None, f"{text} {who}")

    def gold_drawn(self, event: GoldDrawn) -> Sentence:
        count = len(event.order)
        text = ngettext(
            "{count} gold card is drawn, for {names}.",
            "{count} gold cards are drawn, to be taken in this order: {names}.",
            count,
        )
        names = ", ".join(self.call(seat) for seat in event.order)
        return self.said(None, text.format(count=count, names=names))

    def gold_offered(self, event: GoldOffered) -> Sentence:
        mine = self.is_mine(event.seat)
        text = _("You look at the gold.") if mine else _("{name} looks at the gold.")
        text = text.format(name=self.names[event.seat])
        return self.said(event.seat, text, private=_gold_cards(seen(event.cards)))

    def gold_taken(self, event: GoldTaken) -> Sentence:
        mine, private = self.is_mine(event.seat), ""
        text = _("You took a gold card.") if mine else _("{name} took a gold card.")
        if is_known(event.card):
            private = _("{nuggets} on it.").format(nuggets=words.nuggets(event.card))
        return self.said(event.seat, text.format(name=self.names[event.seat]), private=private)

    def paid(self, event: SaboteurPaid) -> Sentence:
        mine, nuggets = self.is_mine(event.seat), words.nuggets(event.nuggets)
        text = _("You are paid {nuggets}.") if mine else _("{name} is paid {nuggets}.")
        text = text.format(name=self.names[event.seat], nuggets=nuggets)
        return self.said(event.seat, text, private=_gold_cards(seen(event.cards)))

    # The match

    def started(self, event: MatchStarted) -> Sentence:
        text = ngettext(
            "{count} player sits down to {rounds} rounds.",
            "{count} players sit down to {rounds} rounds.",
            event.seats,
        )
        return self.said(None, text.format(count=event.seats, rounds=ROUNDS))

    def match_ended(self, event: MatchEnded, before: State) -> Sentence:
        scores = [0] * before.seats
        for share, cards in zip(before.shares, event.shares, strict=True):
            for taker, card in zip(share.order, cards, strict=True):
                scores[taker] += card
        for pay, cards in zip(before.pay, event.pay, strict=True):
            scores[pay.seat] += sum(cards)
        tally = ", ".join(f"{self.call(seat)} {score}" for seat, score in enumerate(scores))
        return self.said(None, _("The match is over. Nuggets: {tally}.").format(tally=tally))


def _gold_cards(cards: Sequence[int]) -> str:
    """Gold cards by their nuggets; nothing where they are not seen."""
    count, numbers = len(cards), ", ".join(map(str, cards))
    text = ngettext("A card of {numbers}.", "Cards of {numbers}.", count)
    return text.format(numbers=numbers) if cards else ""


def sentence(event: Event, known_before: State, seat: int | None, names: Sequence[str]) -> Sentence:
    """An event as this seat may read it, told to it."""
    return Teller(seat, names).tell(cast(SaboteurEvent, event), known_before)
