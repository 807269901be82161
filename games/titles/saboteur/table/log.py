"""Events of Saboteur in sentences: who did what, where. Facts, no judgement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Event, is_known, seen
from games.presentation.sentences import Part, Sentence, SentenceMaker, link
from games.titles.saboteur import events
from games.titles.saboteur.board import GOAL_CELLS, Cell
from games.titles.saboteur.rules import ROUNDS
from games.titles.saboteur.state import State

from . import words


def cell_id(cell: Cell) -> str:
    return f"cell_{cell[0]}_{cell[1]}"


def at(cell: Cell) -> str:
    """A cell within a text, linked to the board."""
    return link(words.place(cell), cell_id(cell))


def goal_at(goal: int, name: str) -> str:
    return link(name, cell_id(GOAL_CELLS[goal]))


class LogLines(SentenceMaker):
    def line(self, event: events.SaboteurEvent, before: State) -> Sentence:
        match event:
            case events.Drew():
                return self.drew(event)
            case events.Dug():
                text, other = _("You dug {card} at {place}."), _("{name} dug {card} at {place}.")
                card = words.one_card(event.card)
                return self.by(event.seat, text, other, card=card, place=at(event.at))
            case events.Discarded():
                return self.discarded(event)
            case events.ToolBroken():
                return self.broke(event)
            case events.ToolRepaired():
                return self.repaired(event)
            case events.GoalPeeked():
                return self.peeked(event)
            case events.RockFell():
                text = _("You brought a rockfall down on {place}.")
                other = _("{name} brought a rockfall down on {place}.")
                return self.by(event.seat, text, other, place=at(event.at))
            case events.GoalTurned():
                found_gold = event.card == "gold"
                text = _("{goal} turned up: gold.") if found_gold else _("{goal} turned up: stone.")
                goal = goal_at(event.goal, words.goal_label(event.goal))
                return self.sentence(None, text.format(goal=goal))
            case events.RoundDealt():
                return self.dealt(event)
            case events.RoundEnded():
                return self.round_ended(event)
            case events.GoldDrawn():
                return self.gold_drawn(event)
            case events.GoldOffered():
                text, other = _("You look at the gold."), _("{name} looks at the gold.")
                return self.by(event.seat, text, other, private=_gold_cards(seen(event.cards)))
            case events.GoldTaken():
                text, other = _("You took a gold card."), _("{name} took a gold card.")
                private = ""
                if is_known(event.card):
                    private = _("{nuggets} on it.").format(nuggets=words.nuggets(event.card))
                return self.by(event.seat, text, other, private=private)
            case events.SaboteurPaid():
                text, other = _("You are paid {nuggets}."), _("{name} is paid {nuggets}.")
                nuggets, private = words.nuggets(event.nuggets), _gold_cards(seen(event.cards))
                return self.by(event.seat, text, other, private=private, nuggets=nuggets)
            case events.MatchStarted():
                text = ngettext(
                    "{count} player, {rounds} rounds.",
                    "{count} players, {rounds} rounds.",
                    event.seats,
                )
                return self.sentence(None, text.format(count=event.seats, rounds=ROUNDS))
            case events.MatchEnded():
                return self.match_ended(event, before)
            case _:
                assert_never(event)

    # A turn

    def broke(self, event: events.ToolBroken) -> Sentence:
        if event.seat == event.target:
            mine, other = _("You broke your own {tool}."), _("{name} broke their own {tool}.")
        elif self.is_mine(event.target):
            mine = other = _("{name} broke your {tool}.")
        else:
            mine, other = _("You broke {other}’s {tool}."), _("{name} broke {other}’s {tool}.")
        return self._about_tool(event, mine, other)

    def repaired(self, event: events.ToolRepaired) -> Sentence:
        if event.seat == event.target:
            mine, other = _("You repaired your own {tool}."), _("{name} repaired their own {tool}.")
        elif self.is_mine(event.target):
            mine = other = _("{name} repaired your {tool}.")
        else:
            mine = _("You repaired {other}’s {tool}.")
            other = _("{name} repaired {other}’s {tool}.")
        return self._about_tool(event, mine, other)

    def _about_tool(
        self, event: events.ToolBroken | events.ToolRepaired, mine: str, other: str
    ) -> Sentence:
        whom, tool = self.names[event.target], words.TOOL_NAMES[event.tool]
        return self.by(event.seat, mine, other, other=whom, tool=tool)

    def peeked(self, event: events.GoalPeeked) -> Sentence:
        seat, private = event.seat, ""
        if is_known(event.card) and event.card == "gold":
            private = self.text(seat, _("It is gold. Only you know."), _("It is gold."))
        elif is_known(event.card):
            private = self.text(seat, _("It is stone. Only you know."), _("It is stone."))
        goal = goal_at(event.goal, words.goal_name(event.goal))
        text, other = _("You looked at {goal}."), _("{name} looked at {goal}.")
        return self.by(seat, text, other, private=private, goal=goal)

    def discarded(self, event: events.Discarded) -> Sentence:
        private = ""
        if is_known(event.card):
            text, other = _("It was {card}. Only you know."), _("It was {card}.")
            private = self.text(event.seat, text, other, card=words.one_card(event.card))
        text, other = _("You discarded a card."), _("{name} discarded a card.")
        return self.by(event.seat, text, other, private=private)

    def drew(self, event: events.Drew) -> Sentence:
        """Everyone draws after a turn, so it has a line of its own only where the card is seen."""
        if not is_known(event.card):
            text = _("{name} drew a card.")
            return self.by(event.seat, text, text, quiet=True)
        text, other = _("You drew {card}."), _("{name} drew {card}.")
        text = self.text(event.seat, text, other, card=words.one_card(event.card))
        return Sentence((Part(text, private=self.is_mine(event.seat)),), event.seat)

    # Rounds and the match

    def dealt(self, event: events.RoundDealt) -> Sentence:
        mine = _("Round {number} begins with you.")
        text = self.text(
            event.starter, mine, _("Round {number} begins with {name}."), number=event.number
        )
        role_told = ""
        if self.seat is not None and is_known(role := event.roles[self.seat]):
            role_told = _("You are a miner.") if role == "miner" else _("You are a saboteur.")
        return self.sentence(None, text, role=role_told)

    def round_ended(self, event: events.RoundEnded) -> Sentence:
        saboteurs = [seat for seat, role in enumerate(event.roles) if role == "saboteur"]
        reached = event.winner == "miners"
        text = _("The miners have reached the gold.") if reached else _("The gold was not found.")
        who = _("There was no saboteur at the table.")
        if saboteurs:
            who = ngettext("The saboteur: {names}.", "The saboteurs: {names}.", len(saboteurs))
            who = who.format(names=words.listed([self.call(seat) for seat in saboteurs]))
        return self.sentence(None, f"{text} {who}")

    def gold_drawn(self, event: events.GoldDrawn) -> Sentence:
        count = len(event.order)
        text = ngettext(
            "{count} gold card is drawn, for {names}.",
            "{count} gold cards are drawn, to be taken in this order: {names}.",
            count,
        )
        names = ", ".join(self.call(seat) for seat in event.order)
        return self.sentence(None, text.format(count=count, names=names))

    def match_ended(self, event: events.MatchEnded, before: State) -> Sentence:
        scores = [0] * before.seats
        for share, cards in zip(before.shares, event.shares, strict=True):
            for taker, card in zip(share.order, cards, strict=True):
                scores[taker] += card
        for pay, cards in zip(before.pay, event.pay, strict=True):
            scores[pay.seat] += sum(cards)
        tally = ", ".join(f"{self.call(seat)} {score}" for seat, score in enumerate(scores))
        return self.sentence(None, _("The match is over. Nuggets: {tally}.").format(tally=tally))


def _gold_cards(cards: Sequence[int]) -> str:
    """Gold cards by their nuggets; nothing where they are not seen."""
    count, numbers = len(cards), ", ".join(map(str, cards))
    text = ngettext("A card of {numbers}.", "Cards of {numbers}.", count)
    return text.format(numbers=numbers) if cards else ""


def sentence(event: Event, known_before: State, seat: int | None, names: Sequence[str]) -> Sentence:
    """An event as this seat may read it."""
    return LogLines(seat, names).line(cast(events.SaboteurEvent, event), known_before)
