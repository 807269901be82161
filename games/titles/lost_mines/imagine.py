"""A full state that could be the true one, as far as a seat knows."""

from __future__ import annotations

from games.engine import Draws, Unseen

from . import cards
from .cards import CLANS, KINDS, MINE_FACES, VALUES
from .rules import census
from .state import State


def imagine(known: State, seat: int | None, chance: Draws) -> State:
    state = known.copy()
    _imagine_cards(state, chance)
    _imagine_treasures(state, chance)
    _imagine_dwarves(state, chance)
    state.mines = [*Unseen(MINE_FACES, state.mines, chance).filled(state.mines)]
    return state


def _imagine_cards(state: State, chance: Draws) -> None:
    unseen = Unseen(cards.deck(), census(state)["cards"], chance)
    unseen.fill(*state.hands, state.pile)
    state.cards_aside = tuple(unseen.filled(state.cards_aside))
    state.discards = [tuple(unseen.filled(thrown)) for thrown in state.discards]
    state.lost = [tuple(unseen.filled(lost)) for lost in state.lost]


def _imagine_treasures(state: State, chance: Draws) -> None:
    """A kind is seen on the back: a value is imagined among those of its kind not seen."""
    aside: list[str] = []
    for kind in KINDS:
        slots = [slot for slot, back in enumerate(state.kinds) if back == kind]
        values = [state.values[slot] for slot in slots]
        unseen = Unseen(VALUES, values, chance)
        for slot, value in zip(slots, unseen.filled(values), strict=True):
            state.values[slot] = value
        aside += [f"{kind}:{value}" for value in unseen.rest()]
    state.treasures_aside = tuple(chance.shuffle(aside))


def _imagine_dwarves(state: State, chance: Draws) -> None:
    """A clan is seen on the back: a character is imagined among those of its clan not seen."""
    aside: list[str] = []
    in_play = [cards.dwarf_parts(code) for code in cards.dwarves(state.seats)]
    for clan in CLANS:
        members = [seat for seat, back in enumerate(state.clans) if back == clan]
        fronts = [character for back, character in in_play if back == clan]
        characters = [state.characters[seat] for seat in members]
        unseen = Unseen(fronts, characters, chance)
        for seat, character in zip(members, unseen.filled(characters), strict=True):
            state.characters[seat] = character
        aside += [f"{clan}:{character}" for character in unseen.rest()]
    state.dwarves_aside = tuple(chance.shuffle(aside))
