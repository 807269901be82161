"""What a round is worth to whom."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import BLUE, CLANS, SABOTEUR, SELFISH, YELLOW

DRAGON_COSTS = 2


def team_of(clan: str, character: str) -> str | None:
    """The clan that a dwarf collects for; None for a selfish one."""
    if character == SELFISH:
        return None
    if character == SABOTEUR:
        return BLUE if clan == YELLOW else YELLOW
    return clan


# L25: a selfish dwarf scores its own treasures.
def earned(
    clans: Sequence[str], characters: Sequence[str], treasures: Sequence[Sequence[int]]
) -> list[int]:
    """The points of every seat before the dragon. `treasures` are the values each seat holds."""
    points = [sum(values) for values in treasures]
    teams = [team_of(*pair) for pair in zip(clans, characters, strict=True)]
    for clan in CLANS:
        members = [seat for seat, team in enumerate(teams) if team == clan]
        for seat, share in _shared(members, treasures).items():
            points[seat] = share
    return points


# L26: a clan's total is shared evenly, a saboteur counting for the other clan. The remainder goes
# to the holder of the most valuable treasure; several split it, and what is left is lost.
# L28: in the rulebook's example the saboteur gets the remaining 2 of 8 for its treasure of 4.
def _shared(members: Sequence[int], treasures: Sequence[Sequence[int]]) -> dict[int, int]:
    """What each member of a clan gets of all that its members hold."""
    if not members:
        return {}
    each, remainder = divmod(sum(sum(treasures[seat]) for seat in members), len(members))
    shares = dict.fromkeys(members, each)
    best = max(max(treasures[seat], default=0) for seat in members)
    holders = [seat for seat in members if best in treasures[seat]]
    for seat in holders:
        shares[seat] += remainder // len(holders)
    return shares


# L27: the dragon costs its holder 2 of this round's points, never more than there are.
def after_the_dragon(points: Sequence[int], dragon: int | None) -> list[int]:
    return [
        max(0, score - DRAGON_COSTS) if seat == dragon else score
        for seat, score in enumerate(points)
    ]
