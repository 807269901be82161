"""The recorded matches: how each was played, so that it can be played again.

    python -m tests.titles.lost_mines.record

writes those that are missing. They are kept as files because that is the point of them: whatever
becomes of the code, these logs must fold, and the rules of their number must give these events.
After a change of the rules, add matches and keep these.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.engine import Action, Chance, titles
from games.engine.localmatch import LocalMatch
from games.engine.matchfile import write
from games.engine.selfplay import bots_for, play

FOLDER = Path(__file__).parent / "matches"
title = titles()["lost_mines"]


@dataclass(frozen=True)
class Recording:
    """A match between bots, and what must have happened in it: reasons for ends, or event types."""

    seats: int
    bots: str
    seed: str
    shows: str
    rules: int
    options: Mapping[str, Any] = field(default_factory=dict)
    play: Callable[["Recording", LocalMatch[Any]], None] = lambda recording, table: play(
        table,
        bots_for(title, recording.bots, recording.seats, Chance.seeded(recording.seed)),
        Chance.seeded(f"bots {recording.seed}"),
    )

    def played(self) -> LocalMatch[Any]:
        table = LocalMatch(
            title,
            seats=self.seats,
            options=self.options,
            secret=self.seed.encode(),
            match=self.seed,
            rules=self.rules,
        )
        self.play(self, table)
        return table


def leaving_treasures(recording: Recording, table: LocalMatch[Any]) -> None:
    """Everyone plays well, but leaves every treasure that may be left."""
    chance = Chance.seeded(recording.seed)
    while title.outcome(table.state) is None:
        seat = min(title.awaiting(table.state))
        known = table.known[seat]
        leaves = [a for a in title.actions(known, seat) if a["do"] == "leave"]
        table.submit(seat, leaves[0] if leaves else title.bots["plain"](known, seat, chance))


def one_outlasts_the_others(recording: Recording, table: LocalMatch[Any]) -> None:
    """Seat 0 throws away one card a turn and the others two, until it is alone and calls the end."""
    while title.outcome(table.state) is None:
        [seat] = title.awaiting(table.state)
        known = table.known[seat]
        table.submit(seat, _thrown_away(title.actions(known, seat), one=seat == 0, alone=known.out))


def _thrown_away(choices: list[Action], *, one: bool, alone: frozenset[int]) -> Action:
    if len(alone) == 2 and {"do": "call_end"} in choices:
        return {"do": "call_end"}
    if {"do": "stay"} in choices:
        return {"do": "stay"}
    discards = [action for action in choices if action["do"] == "discard"]
    return (min if one else max)(discards, key=lambda action: len(action["cards"]))


# The seeds were searched for matches in which treasures, traps, trolls, storms, tools and the dragon
# all come up.
DRAGON = "lost_mines.dragon_met"
LEFT = "lost_mines.treasure_left"
LAPSED = "lost_mines.vote_lapsed"
RECORDINGS = {
    "3-seats": Recording(3, "mixed", "lost mines 3/31", DRAGON, 1),
    "4-seats": Recording(4, "mixed", "lost mines 4/15", DRAGON, 1),
    "5-seats": Recording(5, "mixed", "lost mines 5/4", DRAGON, 1),
    "6-seats": Recording(6, "mixed", "lost mines 6/10", DRAGON, 1),
    "7-seats": Recording(7, "mixed", "lost mines 7/1", DRAGON, 1),
    "8-seats": Recording(8, "mixed", "lost mines 8/10", DRAGON, 1),
    "9-seats": Recording(9, "mixed", "lost mines 9/3", DRAGON, 1),
    "all-treasures-taken": Recording(4, "plain", "treasures 8", "treasures_taken", 1),
    "treasure-left": Recording(4, "-", "left 0", LEFT, 1, play=leaving_treasures),
    "cards-run-out": Recording(6, "plain", "cards", "cards_out", 1),
    "end-agreed": Recording(3, "random", "agreed 5", "agreed", 1),
    "vote-lapsed": Recording(3, "random", "lapsed 4", LAPSED, 1),
    "called-alone": Recording(3, "-", "alone", "called_alone", 1, play=one_outlasts_the_others),
    "rules-2-3-seats": Recording(3, "mixed", "lost mines 3/31", DRAGON, 2),
    "rules-2-4-seats": Recording(4, "mixed", "lost mines 4/15", DRAGON, 2),
    "rules-2-5-seats": Recording(5, "mixed", "lost mines 5/4", DRAGON, 2),
    "rules-2-6-seats": Recording(6, "mixed", "lost mines 6/10", DRAGON, 2),
    "rules-2-7-seats": Recording(7, "mixed", "lost mines 7/1", DRAGON, 2),
    "rules-2-8-seats": Recording(8, "mixed", "lost mines 8/10", DRAGON, 2),
    "rules-2-9-seats": Recording(9, "mixed", "lost mines 9/3", DRAGON, 2),
    "rules-2-played-on": Recording(
        3, "-", "alone", "called_alone", 2, {"play_on": True}, play=one_outlasts_the_others
    ),
}


if __name__ == "__main__":
    for name, recording in RECORDINGS.items():
        path = FOLDER / f"{name}.json"
        if not path.exists():
            path.write_text(write(recording.played().file()), encoding="utf-8")
