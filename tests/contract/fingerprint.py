"""Run as a program: plays every title and prints a hash of all that was offered and done.

A program of its own, because PYTHONHASHSEED is read when Python starts.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any


def fingerprint(title: Any) -> str:
    from games.engine import Chance
    from games.engine.canonical import canonical_json
    from games.engine.localmatch import LocalMatch
    from games.engine.selfplay import MIXED, bots_for, random_options

    chance, seats = Chance.seeded("fingerprint"), title.seats[len(title.seats) // 2]
    options = random_options(title, chance)
    table = LocalMatch(title, seats=seats, options=options, audiences=range(seats))
    bots, seen = bots_for(title, MIXED, seats, chance), hashlib.sha256()
    while awaited := sorted(title.awaiting(table.state)):
        for seat in awaited:
            # Not canonical: the order of keys is part of what must not vary.
            seen.update(json.dumps(title.actions(table.known[seat], seat)).encode())
        seat = awaited[chance.pick(len(awaited))]
        move = table.submit(seat, title.bots[bots[seat]](table.known[seat], seat, chance))
        seen.update(canonical_json(move.to_json()).encode())
    for seat in range(seats):
        imagined = title.imagine(table.known[seat], seat, chance)
        seen.update(title.picture(imagined).encode())
    return seen.hexdigest()


if __name__ == "__main__":
    import config.settings  # noqa: F401 - tells the registry of folders from the environment
    from games.engine import titles

    json.dump({slug: fingerprint(title) for slug, title in titles().items()}, sys.stdout)
