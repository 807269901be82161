"""What the rules page counts and shows, from the title's own tables and scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from games.titles.lost_mines.cards import (
    ACTIONS,
    BLUE,
    CLANS,
    LOYAL,
    MINE_FACES,
    PATH_CARDS,
    SABOTEUR,
    SELFISH,
    YELLOW,
    deck,
    dwarves,
    hand_size,
)
from games.titles.lost_mines.scoring import after_the_dragon, earned, team_of

MOST = 9


class Brought(NamedTuple):
    """A dwarf of the example with the one treasure that it brought."""

    name: str
    clan: str
    character: str
    kind: str
    value: int


# L28: the rulebook's example. Cleo has turned up the dragon.
EXAMPLE: Final = (
    Brought("Ada", YELLOW, LOYAL, "gold", 4),
    Brought("Ben", YELLOW, LOYAL, "silver", 4),
    Brought("Eli", YELLOW, SABOTEUR, "gems", 4),
    Brought("Dov", BLUE, LOYAL, "gems", 3),
    Brought("Cleo", BLUE, LOYAL, "gold", 1),
    Brought("Fay", BLUE, SELFISH, "gold", 3),
)
DRAGON_WITH: Final = 4


class Share(NamedTuple):
    who: Brought
    earned: int
    points: int


class Pot(NamedTuple):
    """What is put together, by whom, what each gets of it and what is left over."""

    team: str | None
    shares: tuple[Share, ...]
    each: int
    over: int

    @property
    def total(self) -> int:
        return sum(share.who.value for share in self.shares)


def pots() -> tuple[Pot, ...]:
    """The example as the rules score it."""
    before = earned(
        [one.clan for one in EXAMPLE],
        [one.character for one in EXAMPLE],
        [[one.value] for one in EXAMPLE],
    )
    after = after_the_dragon(before, DRAGON_WITH)
    shares = [Share(*one) for one in zip(EXAMPLE, before, after, strict=True)]
    return tuple(_pot(team, shares) for team in (*CLANS, None))


def _pot(team: str | None, shares: list[Share]) -> Pot:
    mine = tuple(one for one in shares if team_of(one.who.clan, one.who.character) == team)
    each, over = divmod(sum(one.who.value for one in mine), len(mine))
    return Pot(team, mine, each, over)


def rulebook() -> Mapping[str, object]:
    cards = Counter(deck())
    features = Counter(
        card.feature or "plain" for code, card in PATH_CARDS.items() for _ in range(cards[code])
    )
    return {
        "counts": {**cards, **Counter(dwarves(MOST)), **{f"mine:{kind}": 1 for kind in MINE_FACES}},
        "deck": cards.total(),
        "paths": sum(cards[code] for code in PATH_CARDS),
        "actions": sum(ACTIONS.values()),
        "features": features,
        "tables": [
            (f"{least}–{most}", dwarves(least).count(f"{BLUE}:{LOYAL}"), hand_size(least))
            for least, most in ((3, 4), (5, 6), (7, MOST))
        ],
        "pots": pots(),
    }
