"""The writes. The only module that appends to the log, and the only one that sees full states.

Each function is one short transaction that begins by locking the match and its seats. Full states
live in this process's memory and advance only from committed rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine import Chance, EngineError, Event, Title, redact, titles
from games.engine import log as engine_log
from games.engine.canonical import canonical_json
from games.engine.log import LAPSE, chain_key, digest
from games.engine.matchfile import deal_action
from games.memory import Memory
from games.models import Freeze, Match, Move, Round, Seat
from games.standing import Standing, advanced, as_json, called_off, round_changes, wound_on

Account = User

TABLES_IN_MEMORY = 500
DERIVED = ["awaited_since", "seen", "answers", "answer_ms", "won"]  # of a seat


class PlayError(EngineError):
    """The site refuses, not the rules of the title: not your table, too late, no such seat."""


class Stale(PlayError):
    """The page that was answered is not the current one any more."""


@dataclass(frozen=True, slots=True)
class Done:
    """What was written: the match as it is now, and whom to tell."""

    match: Match
    seats: Sequence[Seat]
    # The seats for which it is now, or is no longer, time to act. None: any may be.
    turned: frozenset[int] | None = None

    def __post_init__(self) -> None:
        # What goes out of this module goes on to be rendered.
        self.match.__dict__.pop("secret", None)

    @property
    def accounts(self) -> list[int]:
        return [seat.account_id for seat in self.seats if seat.account_id is not None]

    @property
    def accounts_turned(self) -> list[int]:
        """The accounts for which other tables may be waiting now than before."""
        seats = [seat for seat in self.seats if self.turned is None or seat.index in self.turned]
        return [seat.account_id for seat in seats if seat.account_id is not None]

    @property
    def bots_to_wake(self) -> list[int]:
        """The seats of bots that the last move has asked something."""
        moved_at = self.match.moved_at
        if self.match.status != Match.Status.RUNNING or moved_at is None:
            return []
        bots = [seat for seat in self.seats if seat.acting_bot]
        return [s.index for s in bots if s.awaited_since and s.awaited_since >= moved_at]


def deal_if_ready(match: Match, seats: Sequence[Seat]) -> Done:
    if not all(seat.ready for seat in seats):
        return changed(match, seats)
    title = title_of(match.title)
    match.status, match.version = Match.Status.RUNNING, title.version
    match.edition += 1
    chance = _chance(match, seats, 0)
    events = title.deal(seats=match.size, options=match.options, chance=chance)
    action = deal_action(match.size, match.options)
    return _append(
        match, seats, _Held.empty(title, match.size), "deal", None, action, events, chance.draws
    )


# Moves


def submit(match_id: str, account: Account, *, number: int, action: Any) -> Done:
    """An account's action, in answer to the page that showed move `number`."""
    with transaction.atomic():
        match, seats = locked(match_id)
        seat = seat_of(seats, account)
        return _submit(match, seats, seat.index, number, action, "account")


def submit_for_bot(match_id: str, *, index: int, number: int, action: Any) -> Done:
    with transaction.atomic():
        match, seats = locked(match_id)
        if not seat_at(seats, index).acting_bot:
            raise PlayError("no_bot", _("No bot holds that seat."))
        return _submit(match, seats, index, number, action, "bot")


def _submit(
    match: Match,
    seats: Sequence[Seat],
    index: int,
    number: int,
    action: Any,
    by: Literal["account", "bot"],
) -> Done:
    if match.number is None:
        raise PlayError("not_dealt", _("The cards have not been dealt yet."))
    held = _held(match)
    if number != match.number and _is_repeat(match, index, number, action):
        return Done(match, seats)
    _require_running(match)
    if number != match.number:
        _refuse_stale(match, held, index, number)
    held.title.check(held.known[index], index, action)
    chance = _chance(match, seats, match.number + 1)
    events = held.title.decide(held.state, index, action, chance)
    return _append(match, seats, held, by, index, action, events, chance.draws)


def _is_repeat(match: Match, index: int, number: int, action: Any) -> bool:
    """Was the first thing this seat did after that page the very same? A double click, a resend."""
    later = Move.objects.filter(match=match, seat=index, number__gt=number)
    first = later.values_list("action", flat=True).first()
    return first is not None and canonical_json(first) == canonical_json(action)


def _refuse_stale(match: Match, held: _Held, index: int, number: int) -> None:
    """Somebody moved since. That matters unless this seat is asked the very same question still."""
    assert match.number is not None
    if 0 <= number < match.number:
        before = _Held.empty(held.title, match.size).after(_rows(match, upto=number))
        old = held.title.actions(before.known[index], index)
        new = held.title.actions(held.known[index], index)
        if new and canonical_json(old) == canonical_json(new):
            return
    raise Stale("stale", _("The table has changed since. Nothing was done: look again."))


@transaction.atomic
def lapse(match_id: str) -> Done | None:
    """Let the clock act, if its time has come. Asking twice does nothing twice."""
    match, seats = locked(match_id)
    due = match.deadline is not None and match.deadline <= now()
    if match.status != Match.Status.RUNNING or match.number is None or not due:
        return None
    held = _held(match)
    chance = _chance(match, seats, match.number + 1)
    events = held.title.decide(held.state, None, LAPSE, chance)
    return _append(match, seats, held, "clock", None, LAPSE, events, chance.draws)


def _append(
    match: Match,
    seats: Sequence[Seat],
    held: _Held,
    by: Literal["deal", "account", "bot", "clock"],
    index: int | None,
    action: Any,
    events: Sequence[Any],
    draws: Sequence[Any],
) -> Done:
    """Insert the next move and bring the match's few columns up to date."""
    at = max(now(), match.moved_at or now())
    move = engine_log.Move(
        number=held.number + 1,
        seat=index,
        by=by,
        action=action,
        events=tuple(events),
        draws=tuple(draws),
        at=stamp(at),
    )
    data = move.to_json()
    data["at"], data["digest"] = at, digest(_chain_key(match), held.digest, move)
    row = Move.objects.create(match=match, **data)
    after = held.after([row])
    _write_rounds(match, row.number, held, after)
    before = _standing(match, seats)
    standing = advanced(before, held.title, after.state, at, mover=index, by=by)
    _write_standing(match, seats, standing)
    match.number, match.moved_at = row.number, at
    match.started_at = match.started_at or at
    if match.outcome is not None:
        match.status, match.ended_at = Match.Status.OVER, at
    match.save()
    _write_seats(seats, seen={index: row.number} if index is not None else {})
    transaction.on_commit(lambda: _tables.put(match.id, after))
    return Done(match, seats, turned=frozenset(before.awaited.keys() ^ standing.awaited.keys()))


def stamp(at: datetime) -> str:
    """A move's time as the log writes it and the digest seals it."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


# After the end, and from outside


@transaction.atomic
def freeze(match_id: str, *, reason: str) -> Done:
    """Stop a running match: nobody moves, and the clock stands still, until it is thawed."""
    return _set_status(match_id, {Match.Status.RUNNING}, Match.Status.FROZEN, reason)


@transaction.atomic
def thaw(match_id: str, *, reason: str) -> Done:
    return _set_status(match_id, {Match.Status.FROZEN}, Match.Status.RUNNING, reason)


@transaction.atomic
def void(match_id: str, *, reason: str) -> Done:
    """End a match without a result. It opens nothing more than it had."""
    before = {Match.Status.OPEN, Match.Status.RUNNING, Match.Status.FROZEN}
    return _set_status(match_id, before, Match.Status.VOID, reason)


def _set_status(match_id: str, before: set[Match.Status], after: Match.Status, reason: str) -> Done:
    match, seats = locked(match_id)
    if Match.Status(match.status) not in before:
        raise PlayError("wrong_status", _("The match is not in a state for that."))
    was_frozen = match.status == Match.Status.FROZEN
    match.status, match.reason = after, reason[:200]
    standing = _standing(match, seats)
    if was_frozen:
        standing = wound_on(standing, _thaw(match))
    if after == Match.Status.FROZEN:
        assert match.number is not None  # it was running
        Freeze.objects.create(match=match, number=match.number, began_at=now(), reason=match.reason)
    if after == Match.Status.VOID:
        standing = called_off(standing)
    _write_standing(match, seats, standing)
    _write_seats(seats, seen={})
    return changed(match, seats)


def _thaw(match: Match) -> timedelta:
    """End the freeze. Whoever had an hour left when it began has an hour left."""
    freeze = Freeze.objects.get(match=match, ended_at=None)
    freeze.ended_at = max(now(), freeze.began_at)
    freeze.save(update_fields=["ended_at"])
    return freeze.lasted


def due(*, limit: int = 100) -> list[str]:
    """Matches whose clock has run out. Those of titles that are not installed must wait."""
    running = Match.objects.filter(status=Match.Status.RUNNING, title__in=list(titles()))
    return list(
        running.filter(deadline__lte=now())
        .order_by("deadline")
        .values_list("pk", flat=True)[:limit]
    )


def idle_bots(*, since: datetime, limit: int = 100) -> list[tuple[str, int]]:
    """Bots that have been awaited longer than they should: whoever was to wake them did not."""
    running = Seat.objects.filter(match__status=Match.Status.RUNNING)
    idle = running.filter(match__title__in=list(titles()), awaited_since__lt=since)
    return list(idle.exclude(bot="", keeper="").values_list("match_id", "index")[:limit])


def uninstalled() -> list[tuple[str, str]]:
    """Running matches that cannot go on here, and the titles that they are of."""
    running = Match.objects.filter(status=Match.Status.RUNNING).exclude(title__in=list(titles()))
    return list(running.order_by("pk").values_list("pk", "title"))


def seen(match_id: str, index: int, *, number: int) -> None:
    """The account at this seat has looked at the table up to this move. Never sets it back."""
    Seat.objects.filter(match_id=match_id, index=index, seen__lt=number).update(seen=number)


@transaction.atomic
def rebuild(match_id: str) -> Done:
    """Write rounds and columns again from the log, and from when the match was frozen."""
    match, seats = locked(match_id)
    Round.objects.filter(match=match).delete()
    frozen = _frozen(match)
    table, standing, at = _Held.empty(title_of(match.title), match.size), Standing(), None
    for row in _rows(match):
        after = table.after([row])
        _write_rounds(match, row.number, table, after)
        standing = advanced(standing, table.title, after.state, row.at, mover=row.seat, by=row.by)
        standing = wound_on(standing, frozen.get(row.number, timedelta()))
        at = row.at
        match.started_at = match.started_at if row.number else row.at
        table = after
    match.number, match.moved_at = (table.number if at else None), at
    if match.status in (Match.Status.VOID, Match.Status.OPEN):
        standing = called_off(standing)
    _write_standing(match, seats, standing)
    match.ended_at = at if match.outcome is not None else None
    match.save()
    _write_seats(seats, seen={})
    return Done(match, seats)


def _frozen(match: Match) -> dict[int, timedelta]:
    """How long the match stood still after each move after which it did."""
    spans: dict[int, timedelta] = {}
    for freeze in Freeze.objects.filter(match=match):
        spans[freeze.number] = spans.get(freeze.number, timedelta()) + freeze.lasted
    return spans


# Full states, in memory only


@dataclass(frozen=True, slots=True)
class _Held:
    """A match as the log has it up to a move: the full state, and what each seat knows."""

    title: Title[Any]
    number: int
    digest: str
    state: Any
    known: Sequence[Any]

    @classmethod
    def empty(cls, title: Title[Any], size: int) -> _Held:
        return cls(title, -1, "", title.initial(), [title.initial() for _seat in range(size)])

    def after(self, rows: Iterable[Move]) -> _Held:
        """The same with more rows. Others may be reading this one, so nothing in it changes."""
        state, known = self.state.copy(), [fold.copy() for fold in self.known]
        number, sealed = self.number, self.digest
        for row in rows:
            if row.number != number + 1:
                raise EngineError("gap", f"move {number + 1} of {row.match_id} is missing")
            number, sealed = row.number, row.digest
            for data in row.events:
                event = Event.from_json(data)
                self.title.evolve(state, event)
                for seat, fold in enumerate(known):
                    self.title.evolve(fold, redact(event, seat))
        return _Held(self.title, number, sealed, state, known)


_tables: Memory[str, _Held] = Memory(TABLES_IN_MEMORY)


def _held(match: Match) -> _Held:
    """The match up to its last committed move."""
    assert match.number is not None
    held = _tables.get(match.id)
    if held is None or held.number > match.number:
        held = _Held.empty(title_of(match.title), match.size)
    if held.number < match.number:
        held = held.after(_rows(match, above=held.number))
        _tables.put(match.id, held)
    return held


def _rows(match: Match, *, above: int = -1, upto: int | None = None) -> Iterable[Move]:
    rows = Move.objects.filter(match=match, number__gt=above).order_by("number")
    return rows if upto is None else rows.filter(number__lte=upto)


def _chance(match: Match, seats: Sequence[Seat], move: int) -> Chance:
    given = [seat.contribution for seat in seats]
    return Chance(bytes(match.secret), match=match.id, contributions=given, move=move)


def _chain_key(match: Match) -> bytes:
    return chain_key(bytes(match.secret), match.id)


# Rows


def locked(match_id: str) -> tuple[Match, list[Seat]]:
    """The match and its seats, locked together: a joined row that is not locked may be an old one."""
    rows = Seat.objects.select_for_update().select_related("match")
    seats = list(rows.filter(match_id=match_id).order_by("index"))
    if not seats:
        raise PlayError("no_such_match", _("There is no such match."))
    for seat in seats:
        seat.match = seats[0].match
    return seats[0].match, seats


def changed(match: Match, seats: Sequence[Seat]) -> Done:
    match.edition += 1
    match.save()
    return Done(match, seats)


def _standing(match: Match, seats: Sequence[Seat]) -> Standing:
    awaited = {seat.index: seat.awaited_since for seat in seats if seat.awaited_since}
    answers = {seat.index: (seat.answers, seat.answer_ms) for seat in seats}
    return Standing(
        awaited=awaited,
        answers=answers,
        deadline=match.deadline,
        round=match.round,
        outcome=match.outcome,
    )


def _write_standing(match: Match, seats: Sequence[Seat], standing: Standing) -> None:
    match.deadline, match.round, match.outcome = standing.deadline, standing.round, standing.outcome
    for seat in seats:
        seat.awaited_since = standing.awaited.get(seat.index)
        seat.answers, seat.answer_ms = standing.answers.get(seat.index, (0, 0))
        winners = None if standing.outcome is None else standing.outcome["winners"]
        seat.won = None if winners is None else seat.index in winners


def _write_seats(seats: Sequence[Seat], *, seen: Mapping[int, int]) -> None:
    """Write the derived columns of all seats in one statement.

    As an upsert: Django's bulk_update of the same rows took longer than the rest of a move.
    """
    for seat in seats:
        seat.seen = max(seat.seen, seen.get(seat.index, -1))
    Seat.objects.bulk_create(
        seats, update_conflicts=True, unique_fields=["id"], update_fields=DERIVED
    )


def _write_rounds(match: Match, number: int, before: _Held, after: _Held) -> None:
    rounds = after.title.rounds
    for change in round_changes(rounds(before.state), rounds(after.state)):
        values: dict[str, Any] = {"starter": change.round.starter}
        if change.opened:
            values["first_move"] = number
        if change.closed:
            values |= {"last_move": number, "result": as_json(change.round.result)}
        Round.objects.update_or_create(match=match, number=change.round.number, defaults=values)


def seat_of(seats: Sequence[Seat], account: Account) -> Seat:
    found = next((seat for seat in seats if seat.account_id == account.pk), None)
    if found is None:
        raise PlayError("not_seated", _("You do not sit at this table."))
    return found


def seat_at(seats: Sequence[Seat], index: int) -> Seat:
    found = next((seat for seat in seats if seat.index == index), None)
    if found is None:
        raise PlayError("no_such_seat", _("There is no such seat."))
    return found


def _require_running(match: Match) -> None:
    sentences = {
        Match.Status.FROZEN: _("The match is frozen."),
        Match.Status.OVER: _("The match is over."),
        Match.Status.VOID: _("The match has been called off."),
    }
    if match.status != Match.Status.RUNNING:
        raise PlayError("not_running", sentences[Match.Status(match.status)])


def title_of(slug: str) -> Title[Any]:
    title = titles().get(slug)
    if title is None:
        raise PlayError("no_such_title", _("This title is not installed here."))
    return title


def now() -> datetime:
    """Now, in whole milliseconds: what the log writes is what the database gives back."""
    now = timezone.now()
    return now.replace(microsecond=now.microsecond // 1000 * 1000)
