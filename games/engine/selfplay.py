"""Bots play whole matches against each other, while the invariants are looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.chance import Chance
from games.engine.errors import BadSetup
from games.engine.invariants import LONGEST_MATCH, WatchedTable
from games.engine.table import Table
from games.engine.title import Title

MIXED = "mixed"


def bots_for(title: Title[Any], style: str, seats: int, chance: Chance) -> list[str]:
    """A bot's name for every seat. A mixed table has at least one of each kind."""
    names = sorted(title.bots)
    if style == MIXED:
        drawn = [names[chance.pick(len(names))] for _ in range(seats - len(names))]
        return chance.shuffle([*names[:seats], *drawn])
    if style not in names:
        raise BadSetup("unknown_bot", f"{title.name} has no bot {style!r}")
    return [style] * seats


def random_options(title: Title[Any], chance: Chance) -> dict[str, Any]:
    """Any choice for every option."""
    return {o.name: o.choices[chance.pick(len(o.choices))] for o in title.options}


def play(table: Table[Any], bots: Sequence[str], chance: Chance) -> None:
    """Play a dealt match to its end. `chance` is the bots' own, never the match's."""
    title = table.title
    for _ in range(LONGEST_MATCH):
        awaited = sorted(title.awaiting(table.state))
        if not awaited:
            return
        if title.lapse(table.state) is not None and chance.pick(20) == 0:
            table.lapse()
            continue
        seat = awaited[chance.pick(len(awaited))]
        chance.draws.clear()
        table.submit(seat, title.bots[bots[seat]](table.known[seat], seat, chance))


def watched_match(
    title: Title[Any],
    *,
    seats: int,
    seed: int | str,
    bots: str = MIXED,
    options: Mapping[str, Any] | None = None,
) -> WatchedTable:
    """A match from its deal to its end, every invariant looked at."""
    chance = Chance.seeded(f"bots {seed}")
    table = WatchedTable(
        title,
        seats=seats,
        watcher=Chance.seeded(f"watcher {seed}"),
        options=random_options(title, chance) if options is None else options,
        secret=f"match {seed}".encode(),
        match=f"selfplay-{seed}",
    )
    play(table, bots_for(title, bots, seats, chance), chance)
    table.finish()
    return table
