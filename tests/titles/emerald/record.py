"""Records matches between bots, as files for test_matches.py.

    python -m tests.titles.emerald.record

Only files that are missing are written: a recorded match is kept for ever and must go on folding,
whatever becomes of the rules. After a change of the rules, add matches and keep these.
"""

from pathlib import Path

from games.engine import Chance, titles
from games.engine.matchfile import MatchFile, write
from games.engine.selfplay import bots_for, play
from games.engine.table import Table

MATCHES = Path(__file__).parent / "matches"

# Every number of seats with either end, and all ways to break a tie or not to.
RECORDED = {
    "2-last-treasure-gems-decide": (2, 215, "plain"),
    "2-one-knight-left": (2, 0, "mixed"),
    "3-last-treasure-shared": (3, 97, "mixed"),
    "3-one-knight-left-treasures-decide": (3, 50, "plain"),
    "4-last-treasure-treasures-decide": (4, 15, "mixed"),
    "4-one-knight-left": (4, 0, "mixed"),
    "5-last-treasure-shared": (5, 6, "mixed"),
    "5-one-knight-left-treasures-leave-three": (5, 290, "plain"),
}


def played(seats: int, seed: int, style: str) -> MatchFile:
    title, chance = titles()["emerald"], Chance.seeded(f"bots {seed}")
    secret, match = f"emerald {seed}".encode(), f"emerald-{seats}-{seed}"
    table = Table(title, seats=seats, secret=secret, match=match)
    play(table, bots_for(title, style, seats, chance), chance)
    return table.file()


def main() -> None:
    MATCHES.mkdir(exist_ok=True)
    for name, (seats, seed, style) in RECORDED.items():
        path = MATCHES / f"{name}.json"
        if not path.exists():
            path.write_text(write(played(seats, seed, style)), encoding="utf-8")


if __name__ == "__main__":
    main()
