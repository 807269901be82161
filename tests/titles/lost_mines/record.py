"""The recorded matches: how each was played, so that it can be played again.

    python -m tests.titles.lost_mines.recorded

writes them anew. They are kept as files because that is the point of them: whatever becomes of the
code, these logs must fold, and as long as the version stays, the rules must give these events.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.engine import Action, Chance, titles
from games.engine.matchfile import write
from games.engine.selfplay import bots_for, play
from games.engine.table import Table

FOLDER = Path(__file__).parent / "matches"
title = titles()["lost_mines"]


@dataclass(frozen=True)
class Recording:
    """A match between bots, and what must have happened in it: reasons for ends, or event types."""

    seats: int
    bots: str
    seed: str
    shows: str
    play: Callable[["Recording", Table[Any]], None] = lambda recording, table: play(
        table,
        bots_for(title, recording.bots, recording.seats, Chance.seeded(recording.seed)),
        Chance.seeded(f"bots {recording.seed}"),
    )

    def played(self) -> Table[Any]:
        table = Table(title, seats=self.seats, secret=self.seed.encode(), match=self.seed)
        self.play(self, table)
        return table


def leaving_treasures(recording: Recording, table: Table[Any]) -> None:
    """Everyone plays well, but leaves every treasure that may be left."""
    chance = Chance.seeded(recording.seed)
    while title.outcome(table.state) is None:
        seat = min(title.awaiting(table.state))
        known = table.known[seat]
        leaves = [a for a in title.actions(known, seat) if a["do"] == "leave"]
        table.submit(seat, leaves[0] if leaves else title.bots["plain"](known, seat, chance))


def one_outlasts_the_others(recording: Recording, table: Table[Any]) -> None:
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
RECORDINGS = {
    "3-seats": Recording(3, "mixed", "lost mines 3/31", "lost_mines.dragon_met"),
    "4-seats": Recording(4, "mixed", "lost mines 4/15", "lost_mines.dragon_met"),
    "5-seats": Recording(5, "mixed", "lost mines 5/4", "lost_mines.dragon_met"),
    "6-seats": Recording(6, "mixed", "lost mines 6/10", "lost_mines.dragon_met"),
    "7-seats": Recording(7, "mixed", "lost mines 7/1", "lost_mines.dragon_met"),
    "8-seats": Recording(8, "mixed", "lost mines 8/10", "lost_mines.dragon_met"),
    "9-seats": Recording(9, "mixed", "lost mines 9/3", "lost_mines.dragon_met"),
    "all-treasures-taken": Recording(4, "plain", "treasures 8", "treasures_taken"),
    "treasure-left": Recording(4, "-", "left 0", "lost_mines.treasure_left", leaving_treasures),
    "cards-run-out": Recording(6, "plain", "cards", "cards_out"),
    "end-agreed": Recording(3, "random", "agreed 5", "agreed"),
    "vote-lapsed": Recording(3, "random", "lapsed 4", "lost_mines.vote_lapsed"),
    "called-alone": Recording(3, "-", "alone", "called_alone", one_outlasts_the_others),
}


if __name__ == "__main__":
    for name, recording in RECORDINGS.items():
        (FOLDER / f"{name}.json").write_text(write(recording.played().file()), encoding="utf-8")
