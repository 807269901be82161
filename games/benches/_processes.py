"""What the system says of processes: how much CPU they have used."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from games.benches import Unavailable

PROC = Path("/proc")


def cpu_seconds(pids: Iterable[int]) -> float:
    """CPU that these processes have used, with all that they have started.

    The system counts in hundredths of a second: measure over many moves.
    """
    if not (PROC / "self" / "stat").exists():
        raise Unavailable("this bench reads the CPU of processes from /proc, as Linux has it")
    return sum(map(_ticks, pids)) / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int) -> int:
    own = PROC / str(pid)
    alive = [
        int(child) for file in own.glob("task/*/children") for child in file.read_text().split()
    ]
    return ticks_in((own / "stat").read_text()) + sum(map(_ticks, alive))


def ticks_in(stat: str) -> int:
    """User and system time of a process and of its children that have ended.

    The second field is the program's name in brackets, which may hold spaces and brackets itself.
    """
    fields = stat.rpartition(")")[2].split()  # from the third field on
    return sum(map(int, fields[11:15]))
