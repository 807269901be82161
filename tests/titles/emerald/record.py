"""Records matches between bots, as files for test_recorded.py.

    python -m tests.titles.emerald.record

Only files that are missing are written: a recorded match is kept for ever and must go on folding,
whatever becomes of the rules. After a change of the rules, add matches and keep these.
"""

from pathlib import Path

from games.engine import Chance, titles
from games.engine.localmatch import LocalMatch
from games.engine.matchfile import MatchFile, write
from games.engine.selfplay import bots_for, play

MATCHES = Path(__file__).parent / "matches"

# By rules 1: every number of seats with either end, and all ways to break a tie or not to.
RECORDED = {
    "2-last-treasure-gems-decide": (1, 2, 215, "plain"),
    "2-one-knight-left": (1, 2, 0, "mixed"),
    "3-last-treasure-shared": (1, 3, 97, "mixed"),
    "3-one-knight-left-treasures-decide": (1, 3, 50, "plain"),
    "4-last-treasure-treasures-decide": (1, 4, 15, "mixed"),
    "4-one-knight-left": (1, 4, 0, "mixed"),
    "5-last-treasure-shared": (1, 5, 6, "mixed"),
    "5-one-knight-left-treasures-leave-three": (1, 5, 290, "plain"),
    # A knight is bribed free before it has moved, and stays.
    "rules-2-2": (2, 2, 37, "mixed"),
    "rules-2-3": (2, 3, 77, "mixed"),
    "rules-2-4": (2, 4, 24, "mixed"),
    "rules-2-5": (2, 5, 33, "mixed"),
}


def played(rules: int, seats: int, seed: int, style: str) -> MatchFile:
    title, chance = titles()["emerald"], Chance.seeded(f"bots {seed}")
    secret, match = f"emerald {seed}".encode(), f"emerald-{seats}-{seed}"
    table = LocalMatch(title, seats=seats, secret=secret, match=match, rules=rules)
    play(table, bots_for(title, style, seats, chance), chance)
    return table.file()


def main() -> None:
    MATCHES.mkdir(exist_ok=True)
    for name, how in RECORDED.items():
        path = MATCHES / f"{name}.json"
        if not path.exists():
            path.write_text(write(played(*how)), encoding="utf-8")


if __name__ == "__main__":
    main()
