"""Bad input: hundreds of actions and files, each refused with a code and one sentence of ours."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any

from games.engine import Chance, EngineError, IllegalAction, Title, titles
from games.engine.localmatch import LocalMatch
from games.engine.matchfile import MatchFile, read, write
from games.engine.selfplay import MIXED, bots_for, play
from games.engine.verify import replay, verify
from tests.contract.bad_actions import NONSENSE, bad_actions
from tests.contract.bad_files import bad_files

FEWEST_ROWS = 300  # for every title, of actions and of files
FEW_MOVES = 10  # every change is made to a short file; the rules do not get better by length
LONGEST_SENTENCE = 200


def complaint(code: Any, sentence: Any) -> str | None:
    """What is wrong with a refusal itself."""
    if type(code) is not str or not re.fullmatch(r"[a-z]+(_[a-z]+)*", code):
        return f"the code is {code!r}"
    if type(sentence) is not str or not 0 < len(sentence) <= LONGEST_SENTENCE:
        return f"the sentence has {len(str(sentence))} characters: {str(sentence)[:250]!r}"
    if not sentence.isprintable() or re.search(r"[a-z][.!] [A-Z]", sentence):
        return f"this is not one sentence: {sentence!r}"
    return None


# Actions


def tables(title: Title[Any]) -> list[LocalMatch[Any]]:
    """A match at its beginning, in its middle and at its end."""
    seats = title.seats[len(title.seats) // 2]
    whole = LocalMatch(title, seats=seats, secret=b"bad input", audiences=range(seats))
    chance = Chance.seeded("bad input")
    play(whole, bots_for(title, MIXED, seats, chance), chance)
    return [_up_to(whole, len(whole.moves) * part // 6) for part in (0, 2, 4)] + [whole]


def _up_to(whole: LocalMatch[Any], number: int) -> LocalMatch[Any]:
    """The same match again, up to a move."""
    table = LocalMatch(
        whole.title, seats=whole.seats, secret=whole.secret, audiences=range(whole.seats)
    )
    for move in whole.moves[1:number]:
        if move.seat is None:
            table.lapse()
        else:
            assert isinstance(move.action, dict)
            table.submit(move.seat, move.action)
    return table


def refusals(table: LocalMatch[Any], seat: Any, action: Any) -> str | None:
    """Ask from what the seat knows and from the full state; say what is wrong with the answers."""
    title, answers = table.title, []
    known = table.known.get(seat, table.state) if type(seat) is int else table.state
    for state in (known, table.state):
        try:
            title.check(state, seat, action)
        except IllegalAction as error:
            answers.append((error.code, error.message, repr(error.facts)))
        except Exception as error:
            return f"raised {error!r:.200}"
        else:
            return "accepted"
    if answers[0] != answers[1]:
        return f"refused differently: {answers}"
    return complaint(*answers[0][:2])


def test_bad_actions_are_refused_in_one_sentence_and_change_nothing(title: Title[Any]) -> None:
    problems, rows = [], 0
    for table in tables(title):
        before, moves = table.state.copy(), list(table.moves)
        awaited = sorted(title.awaiting(table.state))
        for seat in range(table.seats):
            listed = title.actions(table.known[seat], seat)
            others = [a for s in awaited if s != seat for a in title.actions(table.state, s)][:200]
            if seat not in awaited[:1] and seat != table.seats - 1:
                continue  # one who is awaited and one who mostly is not
            for what, action in bad_actions(title, listed, others):
                rows += 1
                if (problem := refusals(table, seat, action)) is not None:
                    problems.append(f"{what}: {action!r:.120} {problem}")
        assert table.state == before
        assert table.moves == moves
    assert problems == []
    assert rows >= FEWEST_ROWS


def test_a_good_action_of_nobody_in_particular_is_refused(title: Title[Any]) -> None:
    table = tables(title)[0]
    seat = min(title.awaiting(table.state))
    action = title.actions(table.state, seat)[0]
    for nobody in (*NONSENSE, table.seats, 10**6):
        if type(nobody) is not int or nobody != seat:
            assert refusals(table, nobody, action) is None, repr(nobody)[:100]


def test_a_submitted_bad_action_leaves_the_log_as_it_was(title: Title[Any]) -> None:
    table = tables(title)[1]
    before, moves = table.state.copy(), list(table.moves)
    known = {seat: state.copy() for seat, state in table.known.items()}
    for seat in range(table.seats):
        for _, action in list(bad_actions(title, title.actions(table.known[seat], seat), []))[::7]:
            try:
                table.submit(seat, action)
            except IllegalAction:
                continue
            raise AssertionError(f"{action!r:.200} was accepted")
    assert (table.state, table.moves, table.known) == (before, moves, known)


# Match files


@cache
def good_file(slug: str) -> MatchFile:
    title = titles()[slug]
    table = LocalMatch(
        title, seats=title.seats[0], secret=b"bad files", audiences=range(title.seats[0])
    )
    chance = Chance.seeded("bad files")
    play(table, ["random"] * table.seats, chance)
    file = table.file()
    return replace(file, moves=file.moves[:FEW_MOVES])


def judgement(text: str | bytes, good: MatchFile) -> tuple[str, str] | None:
    """How a text is refused, by reading, folding or verifying it. None: it is as good as the good."""
    try:
        file = read(text)
        if file == good:
            return None
        replay(file)
    except EngineError as error:
        return error.code, error.message
    report = verify(file)
    if report.rules.skipped is not None and report.holds:
        return None  # a match of another version of the rules, and nothing wrong with it
    if report.impossible is not None:
        return "cannot_be_verified", report.impossible
    problem = next(
        (c.problem for c in (report.draws, report.rules, report.chain) if c.problem), None
    )
    assert not report.holds
    assert problem is not None
    return "does_not_verify", problem


def test_bad_files_are_refused_in_one_sentence(title: Title[Any]) -> None:
    good = good_file(title.slug)
    problems, rows = [], 0
    for what, text in bad_files(write(good), title.slug):
        try:
            found = judgement(text, good)
        except Exception as error:
            problems.append(f"{what}: raised {error!r:.200}")
            continue
        if found is None:
            continue
        rows += 1
        if (problem := complaint(*found)) is not None:
            problems.append(f"{what}: {problem}")
    assert problems == []
    assert rows >= FEWEST_ROWS


def test_the_good_file_is_good(title: Title[Any]) -> None:
    assert judgement(write(good_file(title.slug)), good_file(title.slug)) is None
    assert verify(good_file(title.slug)).holds
