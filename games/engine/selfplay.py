"""Bots play whole matches against each other, while the invariants are looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.chance import Chance
from games.engine.errors import BadSetup
from games.engine.invariants import LONGEST_MATCH, WatchedMatch
from games.engine.localmatch import LocalMatch
from games.engine.title import KEEPER, Title

MIXED = "mixed"


def bots_for(title: Title[Any], style: str, seats: int, chance: Chance) -> list[str]:
    """A bot's name for every seat. A mixed match has at least one of each kind.

    But no keeper: it plays as another of them does.
    """
    names = sorted(title.bots)
    if style == MIXED:
        names.remove(KEEPER)
        drawn = [names[chance.pick(len(names))] for _ in range(seats - len(names))]
        return chance.shuffle([*names[:seats], *drawn])
    if style not in names:
        raise BadSetup("unknown_bot", f"{title.name} has no bot {style!r}")
    return [style] * seats


def random_options(
    title: Title[Any], chance: Chance, *, rules: int | None = None
) -> dict[str, Any]:
    """Any choice for every option that there is under these rules."""
    return {o.name: o.choices[chance.pick(len(o.choices))] for o in title.options_under(rules)}


def play(match: LocalMatch[Any], bots: Sequence[str], chance: Chance) -> None:
    """Play a dealt match to its end. `chance` is the bots' own, never the match's."""
    title = match.title
    for _ in range(LONGEST_MATCH):
        awaited = sorted(title.awaiting(match.state))
        if not awaited:
            return
        if title.lapse(match.state) is not None and chance.pick(20) == 0:
            match.lapse()
            continue
        seat = awaited[chance.pick(len(awaited))]
        chance.draws.clear()
        match.submit(seat, title.bots[bots[seat]](match.known[seat], seat, chance))


def watched_match(
    title: Title[Any],
    *,
    seats: int,
    seed: int | str,
    bots: str = MIXED,
    options: Mapping[str, Any] | None = None,
    rules: int | None = None,
) -> WatchedMatch:
    """A match from its deal to its end, every invariant looked at."""
    chance = Chance.seeded(f"bots {seed}")
    match = WatchedMatch(
        title,
        seats=seats,
        watcher=Chance.seeded(f"watcher {seed}"),
        options=random_options(title, chance, rules=rules) if options is None else options,
        secret=f"match {seed}".encode(),
        match=f"selfplay-{seed}",
        rules=rules,
    )
    play(match, bots_for(title, bots, seats, chance), chance)
    match.finish()
    return match
