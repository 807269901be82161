"""The board in plain text."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine import Pile

from .board import CAVE, CHAMBER, MEADOW, NEST, START_SPACES, on_rail
from .cards import Gem, colours_of
from .rules import coins, crowd, treasures_left
from .state import State


def picture(known: State) -> str:
    """The castle, every field with its crowd, knights and cards, the chamber, and the players."""
    lines = [_line(known, name, place) for name, place in START_SPACES.items()]
    lines += [_line(known, str(field), field) for field in MEADOW]
    lines += [_cave_line(known, field) for field in CAVE]
    lines.append(f"{_line(known, 'chamber', CHAMBER)}  {treasures_left(known)} treasures left")
    lines.append(_line(known, "nest", NEST))
    lines += [_player(known, seat) for seat in range(known.seats)]
    return "\n".join(line.rstrip() for line in lines)


def _line(known: State, name: str, place: int) -> str:
    standing = [colour for colour, places in known.knights.items() for p in places if p == place]
    count = crowd(known, place) or "-"
    return f"{name:>8} {count:>2}  {' '.join(standing):<24}"


def _cave_line(known: State, field: int) -> str:
    rail = "|" if on_rail(known.rail, field) else " "
    arrow = "v" if known.facing == "chamber" else "^"
    dragon = f"dragon {arrow}" if field == known.dragon else ""
    gold, gem = _pile(known.gold[field]), _pile(known.gems[field])
    return f"{_line(known, str(field), field)} {rail} gold {gold:<6} gem {gem:<14} {dragon}"


def _pile(pile: Pile[int] | Pile[Gem]) -> str:
    return f"{pile.top()} x{len(pile)}" if pile else "-"


def _player(known: State, seat: int) -> str:
    turn = ">" if seat == known.turn else " "
    hand = _listed(known.hands[seat])
    gems, bonuses = _listed(known.gems_held[seat]), _listed(known.bonuses[seat])
    return (
        f"{turn} seat {seat} ({'/'.join(colours_of(known.seats, seat))}): gold {hand}; "
        f"gems {gems}; treasures {known.treasures[seat]}; bonuses {bonuses}; "
        f"coins seen {coins(known, seat)}"
    )


def _listed(cards: Iterable[object]) -> str:
    return " ".join(sorted(map(str, cards))) or "none"
