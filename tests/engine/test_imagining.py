"""Dealing out the unseen: all of it, nothing that was seen, and only where something is unknown."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine import UNKNOWN, Chance, Hand, Maybe, Pile, Slot, Unseen
from games.engine.imagining import not_seen

BOX = ("axe", "axe", "boat", "rope", "storm")


def unseen(*places: Maybe[str], seed: int = 1) -> Unseen[str]:
    return Unseen(BOX, places, Chance.seeded(seed))


def test_what_was_seen_anywhere_is_not_dealt_out_again() -> None:
    assert Counter(unseen("axe", UNKNOWN, "rope").rest()) == Counter(["axe", "boat", "storm"])


def test_what_the_box_does_not_hold_takes_nothing_from_it() -> None:
    assert not_seen(["axe", "boat"], ["storm", "boat", "boat"]) == ["axe"]


def test_a_box_may_be_the_keys_of_a_mapping() -> None:
    assert not_seen({"gold": "NW", "gems": "NES"}, ["gold"]) == ["gems"]


def test_every_unknown_place_of_every_kind_of_zone_gets_a_card() -> None:
    hand: Hand[str] = Hand([UNKNOWN])
    pile: Pile[str] = Pile([UNKNOWN, "rope"])
    slot, known_slot = Slot[str](), Slot("boat")
    cards = unseen(*hand, *pile, slot.value, known_slot.value)
    cards.fill(hand, pile, slot, known_slot)
    assert Counter([*hand, *pile, slot.value, known_slot.value]) == Counter(BOX)
    assert (list(pile)[1], known_slot.value) == ("rope", "boat")
    assert cards.rest() == []


def test_a_list_is_filled_in_its_unknown_places_and_the_given_one_left_alone() -> None:
    places: list[Maybe[str]] = ["boat", UNKNOWN, "axe", UNKNOWN]
    cards = unseen(*places)
    filled = cards.filled(places)
    assert (filled[0], filled[2]) == ("boat", "axe")
    assert places == ["boat", UNKNOWN, "axe", UNKNOWN]
    assert Counter([*filled, *cards.rest()]) == Counter(BOX)


def test_it_is_shuffled() -> None:
    orders = {tuple(unseen(seed=seed).rest()) for seed in range(20)}
    assert len(orders) > 10


def test_more_unknown_places_than_cards_are_an_error() -> None:
    with pytest.raises(StopIteration):
        unseen(*BOX).fill(Slot())
