"""The players: what lies before each of them, and their coins as far as the reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.people import SeatLabel, seat_labels
from games.presentation.sentences import SentenceMaker
from games.titles.emerald.board import CHAMBER, NEST
from games.titles.emerald.cards import (
    BONUS_COINS,
    BONUSES,
    GEM_COINS,
    GEMS,
    TREASURE_COINS,
    Bonus,
    colours_of,
)
from games.titles.emerald.rules import awaiting, coins, knights_left
from games.titles.emerald.state import State

from . import words
from .board import CardShown, card


class Holding(NamedTuple):
    """So many of a thing: always in the same order, none of it pale."""

    symbol: str
    amount: int
    label: str


@dataclass(frozen=True, slots=True)
class Person:
    """A seat at the table. `coins` leave out the bonuses that are decided at the end."""

    who: SeatLabel
    knights: tuple[str, ...]
    note: str
    asked: str
    holdings: tuple[Holding, ...]
    bonuses: tuple[str, ...]
    coins: str
    coins_label: str


@dataclass(frozen=True, slots=True)
class BonusShown:
    symbol: str
    label: str
    holder: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Purse:
    """My gold and what I have so far."""

    cards: tuple[CardShown, ...]
    coins: str
    tells: str


def people(known: State, seat: int | None, names: Sequence[str]) -> tuple[Person, ...]:
    labels = seat_labels(names[: known.seats], seat, awaiting(known))
    return tuple(_person(known, who) for who in labels)


def _person(known: State, who: SeatLabel) -> Person:
    place = who.seat
    low, high = coins_between(known, place)
    sum_of = str(low) if low == high else _("{low}–{high}").format(low=low, high=high)
    return Person(
        who=who,
        knights=tuple(f"knight-{colour}" for colour in colours_of(known.seats, place)),
        note=_note(known, place),
        asked=_asked(known, is_mine=who.is_me) if who.is_awaited else "",
        holdings=_holdings(known, place),
        bonuses=tuple(f"bonus-{bonus}" for bonus in known.bonuses[place]),
        coins=sum_of,
        coins_label=_("coins so far: {coins}").format(coins=sum_of),
    )


def _asked(known: State, *, is_mine: bool) -> str:
    if known.phase == "answer":
        return _("pay or give up") if is_mine else _("must pay or give up")
    return _("your turn") if is_mine else _("to move")


def _note(known: State, place: int) -> str:
    """Where a player's knights are, and how often the dragon was paid."""
    homes = [home for colour in colours_of(known.seats, place) for home in known.knights[colour]]
    chamber, nest, paid = homes.count(CHAMBER), homes.count(NEST), len(known.payments[place])
    notes = [_("{count} in play").format(count=knights_left(known, place))]
    if chamber:
        notes.append(_("{count} in the chamber").format(count=chamber))
    if nest:
        notes.append(_("{count} in the nest").format(count=nest))
    if paid:
        text = ngettext("paid once", "paid {count} times", paid)
        notes.append(text.format(count=paid))
    return ", ".join(notes)


def _holdings(known: State, place: int) -> tuple[Holding, ...]:
    gems = known.gems_held[place]
    held = [Holding(f"gem-{gem}", gems.count(gem), card(gem).name) for gem in GEMS]
    gold = Holding("gold-1", len(known.hands[place]), _gold_label(known, place))
    return (*held, gold, Holding("treasure", known.treasures[place], _("Treasures")))


def _gold_label(known: State, place: int) -> str:
    """Everyone saw which gold cards a player took."""
    taken, count = known.gold_taken[place], len(known.hands[place])
    if not taken:
        return _("Gold cards")
    text = ngettext(
        "{count} gold card in hand; taken: {taken}",
        "{count} gold cards in hand; taken: {taken}",
        count,
    )
    return text.format(count=count, taken=", ".join(map(str, taken)))


def coins_between(known: State, place: int) -> tuple[int, int]:
    """The least and the most coins that a seat can have, without the bonuses to come.

    A payment was made with one of the cards taken before it; those taken after the last payment
    are still in hand.
    """
    sure, unseen = coins(known, place), known.hands[place].unknown_count()
    if not unseen:
        return sure, sure
    before = sorted(known.gold_taken[place][: known.payments[place][-1].taken])
    return sure + sum(before[:unseen]), sure + sum(before[-unseen:])


def purse(known: State, seat: int | None) -> Purse | None:
    if seat is None:
        return None
    gold = sorted(known.hands[seat].known(), reverse=True)
    cards = tuple(card(value) for value in gold)
    return Purse(cards, words.coins(coins(known, seat)), coins_told(known, seat))


def coins_told(known: State, place: int) -> str:
    """Where a seat's coins come from: the parts of `rules.coins`, which add up to it."""
    gold, gems, treasures, bonuses = parts_of(known, place)
    text = _("Gold {gold}, gems {gems}, treasures {treasures}, bonuses {bonuses}.")
    return text.format(gold=gold, gems=gems, treasures=treasures, bonuses=bonuses)


def parts_of(known: State, place: int) -> tuple[int, int, int, int]:
    """Coins of gold, gems, treasures and bonuses."""
    return (
        sum(known.hands[place].known()),
        len(known.gems_held[place]) * GEM_COINS,
        known.treasures[place] * TREASURE_COINS,
        len(known.bonuses[place]) * BONUS_COINS,
    )


def bonuses(known: State, seat: int | None, names: Sequence[str]) -> tuple[BonusShown, ...]:
    """Who has each bonus, or would have it if the match ended now."""
    return tuple(_bonus(known, bonus, seat, names) for bonus in BONUSES)


def _bonus(known: State, bonus: Bonus, seat: int | None, names: Sequence[str]) -> BonusShown:
    holders, name = _holders(known, bonus), _("open")
    if holders:
        alone = len(holders) == 1
        name = SentenceMaker(seat, names).call(holders[0]) if alone else _("tied")
    return BonusShown(f"bonus-{bonus}", words.BONUS_LABELS[bonus], name, holders == [seat])


def _holders(known: State, bonus: Bonus) -> list[int]:
    """Whoever has it, or has most gems of its kind."""
    if bonus == "four_gems":
        return [place for place, held in enumerate(known.bonuses) if bonus in held]
    counts = [held.count(bonus) for held in known.gems_held]
    most = max(counts)
    return [place for place, count in enumerate(counts) if count == most] if most else []
