"""The set-up of a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine import Draws, Event, Seat

from . import cards
from .cards import CARDS_ASIDE, MATERIAL, MINE_FACES
from .events import Dealt, Started
from .state import State


def set_up(seats: int, options: Mapping[str, Any], chance: Draws) -> list[Event]:
    started = Started(material=MATERIAL, seats=seats, rounds=options["rounds"])
    starter = Seat(chance.pick(seats))
    return [started, deal_round(1, starter, seats, chance)]


def deal_round(number: int, starter: Seat, seats: int, chance: Draws) -> Dealt:
    # L1: the four mines are shuffled face down onto their fields.
    mines = chance.shuffle(MINE_FACES)
    # L2: of the shuffled treasures, as many as there are players lie face down in slots.
    treasures = chance.shuffle(cards.treasures())
    # L3: everyone gets a dwarf card and stands on its clan's start; small tables leave loyal ones out.
    dwarves = chance.shuffle(cards.dwarves(seats))
    # L4: of the path and action cards 10 are put aside; hands of 5, from 7 players on of 4.
    deck = chance.shuffle(cards.deck())
    size = cards.hand_size(seats)
    dealt = CARDS_ASIDE + seats * size
    return Dealt(
        number=number,
        starter=starter,
        mines=tuple(mines),
        kinds=tuple(cards.treasure_parts(code)[0] for code in treasures[:seats]),
        values=tuple(cards.treasure_parts(code)[1] for code in treasures[:seats]),
        treasures_aside=tuple(treasures[seats:]),
        clans=tuple(cards.dwarf_parts(code)[0] for code in dwarves[:seats]),
        characters=tuple(cards.dwarf_parts(code)[1] for code in dwarves[:seats]),
        dwarves_aside=tuple(dwarves[seats:]),
        hands=tuple(tuple(deck[at : at + size]) for at in range(CARDS_ASIDE, dealt, size)),
        pile=tuple(deck[dealt:]),
        cards_aside=tuple(deck[:CARDS_ASIDE]),
    )


def next_starter(state: State) -> Seat:
    # L5: the first starter is drawn by lot; later the left neighbour of who took the last turn
    # starts, or the same starter again when nobody took one.
    if state.last_turn is None:
        return state.starter
    return Seat((state.last_turn + 1) % state.seats)
