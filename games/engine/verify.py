"""Is this match what it says it is? Draws from the secret, moves by the rules, digests in a chain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.engine.canonical import canonical_json
from games.engine.chance import Chance, ScriptedChance, commitment
from games.engine.errors import CorruptLog, EngineError
from games.engine.log import LAPSE, Move, advance, chain_key, digest, rules_number
from games.engine.matchfile import Fairness, MatchFile
from games.engine.registry import titles
from games.engine.title import Title
from games.engine.zones import UNKNOWN, is_known


@dataclass(slots=True)
class Check:
    """One of the three questions, and its answer. Skipped when it cannot be asked."""

    name: str
    problem: str | None = None
    move: int | None = None
    skipped: str | None = None

    @property
    def holds(self) -> bool:
        return self.problem is None and self.skipped is None

    def __str__(self) -> str:
        if self.skipped is not None:
            return f"{self.name}: skipped, {self.skipped}"
        if self.problem is None:
            return f"{self.name}: yes"
        where = "" if self.move is None else f"move {self.move}, "
        return f"{self.name}: no, {where}{self.problem}"


@dataclass(slots=True)
class Report:
    """What `verify` found."""

    moves: int
    draws: Check = field(default_factory=lambda: Check("every draw follows from the secret"))
    rules: Check = field(default_factory=lambda: Check("every move follows from the rules"))
    chain: Check = field(default_factory=lambda: Check("events and digests chain"))
    impossible: str | None = None

    @property
    def holds(self) -> bool:
        rules_stand = self.rules.holds or self.rules.skipped is not None
        return self.impossible is None and self.draws.holds and self.chain.holds and rules_stand

    @property
    def summary(self) -> str:
        if self.impossible is not None:
            return f"cannot be verified: {self.impossible}"
        if self.holds and self.rules.skipped is None:
            return f"replayed and verified: all {self.moves} moves match"
        if self.holds:
            return f"verified but for the rules: all {self.moves} moves match"
        wrong = next(c for c in (self.draws, self.rules, self.chain) if c.problem is not None)
        return f"does not verify: {wrong}"


def verify(file: MatchFile, *, progress: Callable[[int], None] = lambda number: None) -> Report:
    """Answer the three questions. `progress` hears of every move done."""
    report = Report(moves=len(file.moves))
    report.impossible = _why_impossible(file)
    if report.impossible is not None:
        return report
    fairness = file.fairness
    assert fairness is not None and fairness.secret is not None
    if commitment(fairness.secret) != fairness.commitment:
        report.draws.problem = "the secret is not the one committed to"
    title = titles()[file.title]
    number = rules_number(file.moves)
    if number != file.version:
        report.rules.problem = f"the log says rules {number}, the match {file.version}"
        report.rules.move = 0
    elif number not in title.known_rules:
        report.rules.skipped = f"rules {number} are not known here, only up to {title.version}"
    chance = Chance(fairness.secret, match=fairness.match, contributions=fairness.contributions)
    key, previous = chain_key(fairness.secret, fairness.match), ""
    state = title.initial()
    for move in file.moves:
        _check_draws(report.draws, move, chance)
        previous = _check_digest(report.chain, move, key, previous)
        _check_rules(report.rules, move, title, state, file)
        _advance(report.chain, move, title, state)
        progress(move.number)
    return report


def replay(file: MatchFile, *, at: int | None = None) -> Any:
    """Fold a file's events up to a move. Whatever a stranger's log makes a title do, is our error."""
    title = titles()[file.title]
    state = title.initial()
    for move in file.moves[: None if at is None else at + 1]:
        advance(title, state, move)
    return state


def _why_impossible(file: MatchFile) -> str | None:
    fairness: Fairness | None = file.fairness
    if file.perspective != "full":
        return "this is one reader's copy, with its secrets left out"
    if fairness is None:
        return "the file has no fairness record"
    if fairness.secret is None:
        return "the secret is not out yet"
    if any(move.draws is None or move.digest is None for move in file.moves):
        return "the file lacks draws or digests"
    if any(move.draws is UNKNOWN or move.action is UNKNOWN for move in file.moves):
        return "draws or actions are hidden in it"
    return None


def _check_draws(check: Check, move: Move, chance: Chance) -> None:
    if check.problem is not None:
        return
    chance.begin(move.number)
    for draw in _draws(move):
        try:
            if draw["call"] == "shuffle":
                chance.shuffle(draw["result"])
            elif draw["call"] == "roll":
                chance.roll(draw["size"])
            else:
                chance.pick(draw["size"])
        except (TypeError, ValueError):
            check.problem, check.move = "a draw makes no sense", move.number
            return
    if canonical_json(chance.draws) != canonical_json(_draws(move)):
        check.problem, check.move = "a draw is not what the secret gives", move.number


def _check_digest(check: Check, move: Move, key: bytes, previous: str) -> str:
    expected = digest(key, previous, move)
    if check.problem is None and expected != move.digest:
        check.problem, check.move = "the digest is another", move.number
    return move.digest or ""


def _check_rules(check: Check, move: Move, title: Title[Any], state: Any, file: MatchFile) -> None:
    if check.problem is not None or check.skipped is not None:
        return
    script = ScriptedChance(_draws(move))
    action: Any = move.action
    try:
        if move.by == "deal":
            events = title.deal(
                seats=file.seats, options=file.options, chance=script, rules=file.version
            )
        else:
            if move.seat is not None:
                title.check(state, move.seat, action)
            elif title.lapse(state) is None:
                raise CorruptLog("no_lapse", "no clock was running")
            elif action != LAPSE:
                raise CorruptLog("no_lapse", "the clock does nothing but lapse")
            events = title.decide(state, move.seat, action, script)
        script.finish()
    except EngineError as error:
        check.problem, check.move = error.message, move.number
    except Exception:
        # A forged log can bring the rules to a state they never leave anyone in.
        check.problem, check.move = "the rules cannot go on from here", move.number
    else:
        if tuple(events) != move.events:
            check.problem, check.move = "the rules give other events", move.number


def _advance(check: Check, move: Move, title: Title[Any], state: Any) -> None:
    """Fold the move. A wrong digest stops neither the fold nor the rules that look at it."""
    try:
        advance(title, state, move)
    except CorruptLog as error:
        if check.problem is None:
            check.problem, check.move = error.message, move.number


def _draws(move: Move) -> list[dict[str, Any]]:
    return list(move.draws or ()) if is_known(move.draws) else []
