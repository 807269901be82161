"""Where every card is, what a seat may imagine of those it has not seen, and a picture of it all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from games.engine import Draws, Maybe, is_known

from . import cards
from .board import AT, FIELDS, MINE_FIELDS, START_FIELDS, Field
from .cards import CLANS, EAST, HEIGHT, KINDS, MINE_FACES, NORTH, SOUTH, VALUES, WEST, WIDTH
from .state import State

T = TypeVar("T", bound=str | int)


def census(state: State) -> dict[str, list[Maybe[str | int]]]:
    """Everything in the box, wherever it lies now."""
    if state.number == 0:
        return {deck: [*codes] for deck, codes in cards.box(state.seats).items()}
    return {
        "cards": [*_all_cards(state)],
        "treasures": [*_whole(state.kinds, state.values), *state.treasures_aside],
        "dwarves": [*_whole(state.clans, state.characters), *state.dwarves_aside],
        "mines": [*state.mines],
    }


def _all_cards(state: State) -> Iterator[Maybe[str]]:
    for hand in state.hands:
        yield from hand
    for thrown in (*state.discards, *state.lost, state.cards_aside):
        yield from thrown
    yield from state.pile
    yield from state.played
    yield from state.board.cards.values()


def _whole(backs: Sequence[str], fronts: Sequence[Maybe[T]]) -> Iterator[Maybe[str | int]]:
    """Cards of which the back is seen: known when the front is known too."""
    for back, front in zip(backs, fronts, strict=True):
        yield f"{back}:{front}" if is_known(front) else front


# Imagining


def imagine(known: State, seat: int | None, chance: Draws) -> State:
    """A full state that could be the true one, as far as the seat can tell."""
    state = known.copy()
    _imagine_cards(state, chance)
    _imagine_treasures(state, chance)
    _imagine_dwarves(state, chance)
    state.mines = _filled(state.mines, _unseen(list(MINE_FACES), state.mines, chance))
    return state


def _imagine_cards(state: State, chance: Draws) -> None:
    unseen = _unseen(cards.deck(), _all_cards(state), chance)
    for hand in state.hands:
        hand.fill(unseen)
    state.pile.fill(unseen)
    state.cards_aside = tuple(_filled(state.cards_aside, unseen))
    state.discards = [tuple(_filled(thrown, unseen)) for thrown in state.discards]
    state.lost = [tuple(_filled(lost, unseen)) for lost in state.lost]


def _imagine_treasures(state: State, chance: Draws) -> None:
    """A kind is seen on the back: a value is imagined among those of its kind not seen."""
    aside: list[str] = []
    for kind in KINDS:
        slots = [slot for slot, back in enumerate(state.kinds) if back == kind]
        unseen = _unseen(VALUES, [state.values[slot] for slot in slots], chance)
        for slot in slots:
            [state.values[slot]] = _filled([state.values[slot]], unseen)
        aside += [f"{kind}:{value}" for value in unseen]
    state.treasures_aside = tuple(chance.shuffle(aside))


def _imagine_dwarves(state: State, chance: Draws) -> None:
    """A clan is seen on the back: a character is imagined among those of its clan not seen."""
    aside: list[str] = []
    in_play = [cards.dwarf_parts(code) for code in cards.dwarves(state.seats)]
    for clan in CLANS:
        members = [seat for seat, back in enumerate(state.clans) if back == clan]
        fronts = [character for back, character in in_play if back == clan]
        unseen = _unseen(fronts, [state.characters[seat] for seat in members], chance)
        for seat in members:
            [state.characters[seat]] = _filled([state.characters[seat]], unseen)
        aside += [f"{clan}:{character}" for character in unseen]
    state.dwarves_aside = tuple(chance.shuffle(aside))


def _unseen(box: Iterable[T], seen: Iterable[Maybe[T]], chance: Draws) -> Iterator[T]:
    """What is in the box and was not seen, in any order."""
    left = Counter(box)
    left.subtract(card for card in seen if is_known(card))
    return iter(chance.shuffle(left.elements()))


def _filled(places: Iterable[Maybe[T]], unseen: Iterator[T]) -> list[Maybe[T]]:
    return [card if is_known(card) else next(unseen) for card in places]


# The picture

_CENTRES = {None: "+", "campfire": "f", "rocks": "r", "tree": "T", "lake": "L", "pit": "P"}


def picture(state: State) -> str:
    """The forest in letters: three by three for a field, and below it who stands where."""
    lines = [
        "".join(_drawn(state, FIELDS[x, y])[line] for x in range(WIDTH)).rstrip()
        for y in range(HEIGHT)
        for line in range(3)
    ]
    return "\n".join(
        [f"round {state.number}, {state.phase}", *lines, *_seats(state), *_edges(state)]
    )


def _drawn(state: State, field: Field) -> tuple[str, str, str]:
    sides = state.board.sides[field]
    if not sides:
        return "   ", " ? " if field in MINE_FIELDS else " . ", "   "
    north, south = (f" {'|' if sides & side else ' '} " for side in (NORTH, SOUTH))
    west, east = ("-" if sides & side else " " for side in (WEST, EAST))
    return north, f"{west}{_centre(state, field)}{east}", south


def _centre(state: State, field: Field) -> str:
    if field in MINE_FIELDS:
        return str(state.mines[MINE_FIELDS[field]])[0].upper()
    if field in START_FIELDS.values():
        return "*"
    letter = _CENTRES[state.board.feature(field)]
    return letter.lower() if field in state.board.overcome else letter


def _seats(state: State) -> Iterator[str]:
    for seat, (clan, character) in enumerate(zip(state.clans, state.characters, strict=True)):
        held = [
            f"{kind} {value}"
            for kind, value, holder in zip(state.kinds, state.values, state.holders, strict=True)
            if holder == seat
        ]
        x, y = AT[state.stands[seat]]
        yield (
            f"{'>' if seat == state.turn else ' '} {seat} {clan} {character} at {x},{y}"
            f"{' with the dragon' if seat == state.dragon else ''}"
            f" hand {' '.join(map(str, state.hands[seat]))} treasures {', '.join(held) or 'none'}"
        )


def _edges(state: State) -> Iterator[str]:
    for name, tokens in (("trap", state.traps), ("troll", state.trolls)):
        for (first, second), owner in tokens.items():
            yield f"  {name} of {owner} between {AT[first]} and {AT[second]}"
