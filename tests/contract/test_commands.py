"""The commands, for every title: what they print, and the one line they fail with."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games import benches
from games.benches import engine as engine_bench
from games.engine import Chance, Round, Title, titles
from games.engine.localmatch import LocalMatch
from games.engine.log import chained
from games.engine.matchfile import read, write
from games.engine.selfplay import MIXED, bots_for, play
from games.management.commands import selfplay

LAST_LINE = r"(\d+) matches, (\d+) moves, (\d+) events, (\d+) moves/s, (\d+) violations"


def run(*arguments: str) -> list[str]:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue().splitlines()


def failure(*arguments: str) -> str:
    with pytest.raises(CommandError) as refused:
        call_command(*arguments, stdout=StringIO())
    message = str(refused.value)
    assert "\n" not in message
    assert refused.value.returncode == 1
    return message


@cache
def text_of_a_match(slug: str) -> str:
    """A whole match of three seats, or the fewest that the title allows."""
    title = titles()[slug]
    seats, chance = max(3, title.seats[0]), Chance.seeded("commands")
    table = LocalMatch(title, seats=seats, secret=b"commands", audiences=range(seats))
    play(table, bots_for(title, MIXED, seats, chance), chance)
    return write(table.file())


@pytest.fixture
def match(title: Title[Any], tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_text(text_of_a_match(title.slug), encoding="utf-8")
    return path


# selfplay


def test_selfplay_counts_matches_moves_and_events(title: Title[Any], tmp_path: Path) -> None:
    seats = str(title.seats[0])
    lines = run("selfplay", title.slug, "--seats", seats, "--matches", "1", "--out", str(tmp_path))
    counted = re.fullmatch(LAST_LINE, lines[-1])
    assert counted is not None
    [file] = [read(path.read_bytes()) for path in tmp_path.glob("*.json")]
    assert int(counted[1]) == 1
    assert int(counted[2]) == len(file.moves)
    assert int(counted[3]) == sum(len(move.events) for move in file.moves)
    assert int(counted[5]) == 0


def test_selfplay_without_a_number_of_seats_goes_through_all_of_them(tmp_path: Path) -> None:
    run("selfplay", "toy", "--matches", "4", "--seed", "5", "--out", str(tmp_path))
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"toy-2-5.json", "toy-3-6.json", "toy-4-7.json", "toy-2-8.json"}


def test_the_same_seed_plays_the_same_match(tmp_path: Path) -> None:
    for folder, first, matches in (("one", "1", "3"), ("two", "3", "1")):
        run(
            *("selfplay", "toy", "--seats", "3", "--matches", matches, "--seed", first),
            *("--out", str(tmp_path / folder)),
        )
    one, two = (tmp_path / folder / "toy-3-3.json" for folder in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes() != (tmp_path / "one" / "toy-3-2.json").read_bytes()


def test_selfplay_tells_who_won_the_rounds_of_a_title_whose_rounds_are_won() -> None:
    rounds = [
        Round(number=1, starter=0, result={"winner": "miners"}),
        Round(number=2, starter=0, result={"points": [1]}),
        Round(number=3, starter=0),
    ]
    assert list(selfplay.winners(rounds)) == ["miners"]


def broken(title: Title[Any], **changes: Any) -> dict[str, Title[Any]]:
    return {title.slug: replace(title, **changes)}


def test_a_violation_is_told_with_the_seed_that_repeats_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toy = titles()["toy"]
    forgetful = broken(toy, awaiting=lambda state: toy.awaiting(state) & {0, 1, state.seats})
    monkeypatch.setattr("games.management.opening.titles", lambda: forgetful)
    out = StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("selfplay", "toy", "--seats", "3", "--matches", "2", stdout=out)
    assert left.value.code == 1
    *told, last = out.getvalue().splitlines()
    assert told
    assert all(re.search(r"\[--seats 3 --matches 1 --seed [12] --bots mixed\]$", t) for t in told)
    assert re.fullmatch(LAST_LINE, last)
    assert last.endswith(f", {len(told)} violations")


def test_a_title_that_falls_over_is_a_violation_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toy = titles()["toy"]
    falling = broken(toy, decide=lambda *arguments: [][0])
    monkeypatch.setattr("games.management.opening.titles", lambda: falling)
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("selfplay", "toy", "--matches", "1", stdout=out)
    assert out.getvalue().startswith("the match broke off: IndexError")
    assert out.getvalue().endswith(", 1 violations\n")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("chess_960",), "there is no title 'chess_960'; there are: "),
        (("toy", "--seats", "9"), "Toy is for 2 to 4 seats, not 9"),
        (("toy", "--bots", "clever"), "Toy has no bots 'clever'; it has: keeper, mixed"),
        (("toy", "--matches", "0"), "there is nothing to play"),
        (("toy", "--out", "manage.py"), "manage.py cannot be written to"),
    ],
)
def test_selfplay_refuses_in_one_line(arguments: tuple[str, ...], why: str) -> None:
    assert failure("selfplay", *arguments).startswith(why)


# replay


@pytest.mark.parametrize("reader", ["0", "1", "spectator", None])
def test_replay_shows_what_its_reader_may_see(
    title: Title[Any], match: Path, reader: str | None
) -> None:
    arguments = [] if reader is None else ["--seat", reader]
    lines = run("replay", str(match), *arguments)
    file = read(match.read_bytes())
    assert lines[0].startswith(title.name)
    assert lines[0].endswith({None: "full", "spectator": "spectator"}.get(reader, f"seat {reader}"))
    for move, line in zip(file.moves, lines[1:], strict=False):
        assert line.startswith(f"{move.number} ")
        hidden = reader is not None and move.seat is not None and str(move.seat) != reader
        assert (f"seat {move.seat} ? ->" in line) is hidden
    assert lines[-2] == "awaited: nobody"
    assert lines[-1].startswith("outcome: won by ")


def test_replay_as_json_is_one_document(title: Title[Any], match: Path) -> None:
    file = read(match.read_bytes())
    at = len(file.moves) // 2
    [line] = run("replay", str(match), "--seat", "1", "--at", str(at), "--json")
    document = json.loads(line)
    assert document.keys() == {
        "title", "version", "seats", "options", "perspective", "at", "awaiting", "actions",
        "rounds", "outcome", "moves",
    }  # fmt: skip
    assert document["perspective"] == 1
    assert document["at"] == at
    assert document["outcome"] is None
    assert bool(document["actions"]) is (1 in document["awaiting"])
    assert document["moves"] == [move.to_json() for move in file.copy_for(1).moves[: at + 1]]


def test_replay_as_json_tells_the_outcome(match: Path) -> None:
    [line] = run("replay", str(match), "--json")
    document = json.loads(line)
    assert document["perspective"] == "full"
    assert document["awaiting"] == document["actions"] == []
    assert document["outcome"]["winners"]
    assert all(played["result"] is not None for played in document["rounds"])


def test_replay_stops_after_a_move(match: Path) -> None:
    lines = run("replay", str(match), "--at", "0")
    assert lines[-1] == "outcome: not over yet"
    assert not any(re.match(r"1 (seat \d|clock) ", line) for line in lines)


def test_replay_refuses_in_one_line(title: Title[Any], match: Path, tmp_path: Path) -> None:
    last = len(read(match.read_bytes()).moves) - 1
    assert failure("replay", str(match), "--at", str(last + 1)).startswith("there is no move")
    assert failure("replay", str(match), "--at", "-1").startswith("there is no move -1")
    for reader in ("-1", "99", "all", "", "²"):
        assert failure("replay", str(match), f"--seat={reader}").startswith("--seat is 0 to ")
    copy = tmp_path / "copy.json"
    copy.write_text(write(read(match.read_bytes()).copy_for(1)), encoding="utf-8")
    assert failure("replay", str(copy), "--seat", "0") == "this file is the copy of seat 1"
    assert run("replay", str(copy)) == run("replay", str(match), "--seat", "1")


# verify


def test_verify_answers_three_questions_and_sums_up(match: Path) -> None:
    moves = len(read(match.read_bytes()).moves)
    assert run("verify", str(match)) == [
        "every draw follows from the secret: yes",
        "every move follows from the rules: yes",
        "events and digests chain: yes",
        f"replayed and verified: all {moves} moves match",
    ]


@pytest.mark.parametrize("number", [0, 99])
def test_selfplay_refuses_rules_that_there_are_not(title: Title[Any], number: int) -> None:
    told = failure("selfplay", title.slug, "--rules", str(number))
    assert told == f"{title.name} has the rules 1 to {title.version}, not {number}"


def test_selfplay_plays_by_the_rules_asked_for(title: Title[Any], tmp_path: Path) -> None:
    for rules in title.known_rules:
        out = tmp_path / str(rules)
        run("selfplay", title.slug, "--matches", "1", "--rules", str(rules), "--out", str(out))
        [path] = out.glob("*.json")
        assert read(path.read_bytes()).version == rules
        assert run("verify", str(path))[1] == "every move follows from the rules: yes"


def test_verify_skips_rules_that_are_not_known_and_says_so(title: Title[Any], match: Path) -> None:
    file, number = read(match.read_bytes()), title.version + 1
    opening, *rest = file.moves[0].events
    started: Any = opening  # of which mypy does not know that it is a dataclass
    deal = replace(file.moves[0], events=(replace(started, rules=number), *rest))
    assert file.fairness is not None
    assert file.fairness.secret is not None
    moves = chained((deal, *file.moves[1:]), secret=file.fairness.secret, match=file.fairness.match)
    match.write_text(write(replace(file, version=number, moves=tuple(moves))), encoding="utf-8")
    lines = run("verify", str(match))
    assert lines[1].startswith("every move follows from the rules: skipped, ")
    assert lines[3].startswith("verified but for the rules")


def test_verify_fails_in_one_line(match: Path, tmp_path: Path) -> None:
    file = read(match.read_bytes())
    path = tmp_path / "bad.json"

    def write_and_fail(text: str) -> str:
        path.write_text(text, encoding="utf-8")
        return failure("verify", str(path))

    assert "cut short" in write_and_fail(write(file)[:-50])
    assert "a match file is an object" in write_and_fail("[]")
    assert write_and_fail(write(file.copy_for(0))).startswith("cannot be verified: ")
    assert write_and_fail(write(replace(file, fairness=None))).startswith("cannot be verified: ")
    moves = (*file.moves[:-1], replace(file.moves[-1], digest="0" * 64))
    assert write_and_fail(write(replace(file, moves=moves))).startswith("does not verify: ")
    assert "cannot be read" in failure("verify", str(tmp_path / "nowhere.json"))
    assert "cannot be read" in failure("verify", str(tmp_path))


def test_a_huge_file_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(10**10)
    assert failure("verify", str(path)).endswith("is too large for a match file")


# bench


def test_benches_are_found_as_modules() -> None:
    assert "engine" in benches.names()


def test_a_bench_nobody_wrote_is_refused_in_one_line() -> None:
    assert failure("bench", "coffee").startswith("there is no bench 'coffee'; there are: ")


def test_the_engines_bench_prints_figures_beside_python_chess(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One short slice: whether it runs, not how fast."""
    monkeypatch.setattr(engine_bench, "SLICES", 1)
    monkeypatch.setattr(engine_bench, "RECORDED", 1)
    lines = run("bench", "engine", "--seconds", "0")
    assert all(re.fullmatch(r"[^:]+: \d+(\.\d+)? \S+", line) for line in lines)
    for slug in titles():
        for what in ("random moves", "plain moves", "events folded", "events folded from JSON"):
            assert any(line.startswith(f"{slug} {what}: ") for line in lines)
            assert any(re.match(f"{slug} {what} vs python-chess: .* x", line) for line in lines)
    assert lines[-1].startswith("python-chess random moves: ")


def test_without_python_chess_the_bench_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    assert "pip install -e '.[bench]'" in failure("bench", "engine")
