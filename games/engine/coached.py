"""A match in memory that is fixed beforehand, for somebody's first one.

The script is a match file: its deal and its draws hold, and its bots do what they did in it, turn by
turn, as long as they may. Whoever plays is free: where a scripted move is not legal any more, that
bot chooses by itself. The same actions always lead to the same match, so they are all of it that
needs to be kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.engine.canonical import canonical_json
from games.engine.chance import Chance
from games.engine.localmatch import LocalMatch
from games.engine.matchfile import MatchFile
from games.engine.registry import titles
from games.engine.title import Action
from games.engine.zones import is_known

BOT = "plain"


def coached(
    script: MatchFile,
    actions: Sequence[Action],
    *,
    seat: int,
    is_over: Callable[[Any], bool],
) -> LocalMatch[Any]:
    """The match after these actions of the seat, at its next turn or at the end."""
    match = _dealt(script)
    lines = {other: _line(script, other) for other in range(script.seats) if other != seat}
    left = deque(actions)
    while not is_over(match.known[seat]):
        awaited = match.title.awaiting(match.state)
        others = sorted(awaited - {seat})
        if others:
            match.submit(others[0], _choice(match, others[0], lines[others[0]]))
        elif awaited and left:
            match.submit(seat, left.popleft(), by="account")
        else:
            break
    return match


def _dealt(script: MatchFile) -> LocalMatch[Any]:
    fairness = script.fairness
    if fairness is None or fairness.secret is None:
        raise ValueError("a script has the secret that its draws follow from")
    return LocalMatch(
        titles()[script.title],
        seats=script.seats,
        options=script.options,
        secret=fairness.secret,
        match=fairness.match,
        rules=script.version,
    )


def _line(script: MatchFile, seat: int) -> Iterator[Action]:
    made = [move.action for move in script.moves if move.seat == seat]
    return iter([action for action in made if is_known(action)])


def _choice(match: LocalMatch[Any], seat: int, line: Iterator[Action]) -> Action:
    known = match.known[seat]
    scripted = next(line, None)
    legal = {canonical_json(action) for action in match.title.actions(known, seat)}
    if scripted is not None and canonical_json(scripted) in legal:
        return scripted
    chance = Chance.seeded(f"first {match.title.slug} {len(match.moves)}")
    return match.title.bots[BOT](known, seat, chance)
