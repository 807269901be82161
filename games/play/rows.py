"""The rows of a match, locked together, and the columns beside the log that are written with it.

The order of locks, the same everywhere, so that nobody waits in a circle:

1. the heartbeat that an outage is written by (`outages`);
2. matches, by id; of each the match before its seats, these by index;
3. whatever else belongs to a match: invitations, remarks, claims, comments;
4. cases (`games.moderation`);
5. accounts, by id; then what is theirs alone: searches, mutes, notes, choices, subscriptions;
6. the chain of the audit (`accounts.audit`), of which a whole act and its parts are written at its
   end.

A foreign key to an account locks the account at the commit, and so after everything else. Therefore
whoever changes an account and its matches, as a new name or a suspension does, writes the matches
first; and a limit on what an account may have is counted under a lock on the account
(`lock_account` of `accounts.models`), which is taken after any match. What nobody else knows yet (a
new match, a new case of something that has just been said) needs no order, nor do invitations that
are deleted when somebody blocks somebody: who holds one waits for no account.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import RLock
from typing import Any

from django.db import connection, transaction
from django.db.models import PositiveSmallIntegerField, Q, QuerySet, Value, prefetch_related_objects
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import sanctions
from accounts.models import User
from games.clocks import PAUSES_STAND, Clock, Schedule, Span, begun, times
from games.engine import EngineError, Title, titles
from games.engine.title import State
from games.models import UNFINISHED, Freeze, Match, Seat, Stop, StopSpan, new_edition
from games.models.prepared import Prepared, columns_of, made_of
from games.play.announcing import announce
from games.play.standing import MILLISECOND, Lapse, Standing

Account = User

CLOCKED = ["asked_at", "given_ms", "bank_ms", "reserve_at", "deadline"]  # of one with a clock
SECOND = timedelta(seconds=1)
DERIVED = [
    "awaited_since",
    "seen",
    "seen_at",
    "answers",
    "answer_ms",
    "kept",
    "missed",
    "won",
]  # of a seat
# Of a match: by every move, where it changes who plays, by the last one. What is not named is not
# written, and no index of it either.
MOVED = [
    *("number", "digest", "round", "moved_at", "news_at", "outcome"),
    *("lapse_since", "lapse_seconds", "deadline", "clock_at", "stops"),
]
SETTLED = ["edition", "has_asides"]
ENDED = ["status", "ended_at", "pause_asked"]
COPIED = ["title", "ended_at"]  # to a seat from its match, by the deal and by the last move


class PlayError(EngineError):
    """The site refuses, not the rules of the title: not your table, too late, no such seat."""


class Stale(PlayError):
    """The page that was answered is not the current one any more."""


@dataclass(frozen=True, slots=True)
class MatchRows:
    """A match and its seats after a write. They go on to be shown, so the secret is not in them."""

    match: Match
    seats: Sequence[Seat]

    def __post_init__(self) -> None:
        self.match.__dict__.pop("secret", None)


@contextmanager
def transaction_of_a_move() -> Iterator[None]:
    """One short transaction, which begins by locking the match.

    SQLite has one writer at a time, and lets the others sleep and try again: some of them for long,
    when many move at once. In this process they stand in a queue instead.
    """
    with (
        _writers if connection.vendor == "sqlite" else nullcontext(),
        transaction.atomic(durable=True),
    ):
        yield


_writers = RLock()  # a bot that answers at the commit does so in the same thread


def locked(match_id: str) -> tuple[Match, list[Seat]]:
    """The match and its seats, locked. No key is ever changed, so that rows which name them may be
    added meanwhile by others.
    """
    found = _match_locked(match_id)
    if not found:
        raise PlayError("no_such_match", _("There is no such match."))
    match = made_of(Match, _OF_MATCH, found[0])
    seats = [made_of(Seat, _OF_SEAT, row) for row in _seats_locked(match_id)]
    for seat in seats:
        seat.match = match
    if match.handed_over:
        prefetch_related_objects(seats, "holders")
    return match, seats


_OF_MATCH, _OF_SEAT = columns_of(Match), columns_of(Seat)


@Prepared
def _match_locked(match_id: str) -> QuerySet[Match, Any]:
    found = Match.objects.select_for_update(no_key=True).filter(pk=match_id)
    return found.values_list(*_OF_MATCH)


@Prepared
def _seats_locked(match_id: str) -> QuerySet[Seat, Any]:
    found = Seat.objects.select_for_update(no_key=True).filter(match_id=match_id)
    return found.order_by("index").values_list(*_OF_SEAT)


def locked_seat(match_id: str, account: Account) -> tuple[Match, list[Seat], Seat]:
    """The rows of a match that may go on, locked, and the account's seat there."""
    match, seats = locked(match_id)
    seat = seat_of(seats, account)
    if match.status not in UNFINISHED:
        raise PlayError("not_running", _("The match is over."))
    return match, seats, seat


def lock_matches(match_ids: Collection[str]) -> None:
    """Before anything else is locked, by whoever will change several of them, or more than matches."""
    found = Match.objects.select_for_update(no_key=True).filter(pk__in=match_ids)
    list(found.order_by("pk").values_list("pk"))


def lock_accounts(account_ids: Iterable[int]) -> dict[int, Account]:
    """As `lock_account` for several, in the one order; those of them that may play."""
    rows = Account.objects.select_for_update(no_key=True).filter(pk__in=list(account_ids))
    return {account.pk: account for account in rows.order_by("pk") if account.is_active}


def changed(
    match: Match, seats: Sequence[Seat], *, quietly: bool = False, invited: Sequence[int] = ()
) -> MatchRows:
    """Save a match about which something else than its log has changed.

    Quietly: that matters to whoever looks at the match just now, and to nobody's lists.
    """
    match.edition = new_edition()
    if match.terms is not None and match.is_dealt:  # bots have no deadline, and people may have one
        set_deadlines(match, seats, standing_of(match, seats), schedule_of(match))
        save_seats(seats)
    match.save()
    announce(match, [] if quietly else seats, invited=invited, lists_tables=not quietly)
    return MatchRows(match, seats)


def seat_of(seats: Sequence[Seat], account: Account) -> Seat:
    own = (seat for seat in seats if seat.account_id == account.pk)
    found = None if account.pk is None else next(own, None)  # the seats of bots have no account
    if found is None:
        raise PlayError("not_seated", _("You do not sit at this table."))
    return found


def seat_at(seats: Sequence[Seat], index: int) -> Seat:
    found = next((seat for seat in seats if seat.index == index), None)
    if found is None:
        raise PlayError("no_such_seat", _("There is no such seat."))
    return found


def title_of(slug: str) -> Title[State]:
    title = titles().get(slug)
    if title is None:
        raise PlayError("no_such_title", _("This title is not installed here."))
    return title


def now() -> datetime:
    """Now, in whole milliseconds: what the log writes is what the database gives back."""
    now = timezone.now()
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


# Columns that are derived from the log


def standing_of(match: Match, seats: Sequence[Seat]) -> Standing:
    awaited = {seat.index: seat.awaited_since for seat in seats if seat.awaited_since}
    answers = {seat.index: (seat.answers, seat.answer_ms) for seat in seats}
    lapse = None
    if match.lapse_since is not None and match.lapse_seconds is not None:
        lapse = Lapse(match.lapse_since, match.lapse_seconds)
    return Standing(
        awaited=awaited,
        answers=answers,
        clocks=_clocks_of(match, seats),
        lapse=lapse,
        kept={seat.index: seat.kept for seat in seats},
        missed={seat.index: seat.missed for seat in seats},
        round=match.round,
        outcome=match.outcome,
    )


def _clocks_of(match: Match, seats: Sequence[Seat]) -> dict[int, Clock]:
    terms = match.clock_terms
    if terms is None:
        return {}
    return begun(terms, match.size) | {
        seat.index: Clock(
            bank=seat.bank_ms * MILLISECOND,
            asked_at=seat.asked_at,
            given=seat.given_ms * MILLISECOND,
        )
        for seat in seats
        if seat.bank_ms is not None
    }


def schedule_of(match: Match) -> Schedule:
    """What stops the clocks of a match, as far as it matters to those that run."""
    everyone, outages, seats = list[Span](), list[Span](), dict[int, tuple[Span, ...]]()
    for seat, kind, span in match.stop_spans:
        if seat is not None:
            seats[seat] = (*seats.get(seat, ()), span)
        else:
            (outages if kind == Stop.Kind.OUTAGE else everyone).append(span)
    terms = match.clock_terms
    return Schedule(terms.weekends if terms else "", tuple(everyone), tuple(outages), seats)


def read_stops(match: Match) -> Schedule:
    """The same from the rows, all of them, which the match remembers from now on."""
    everyone = Cast(Value(None), PositiveSmallIntegerField())
    freezes = Freeze.objects.filter(match=match, ended_at__isnull=False).annotate(
        seat=everyone, kind=Value("freeze")
    )
    stops = Stop.objects.filter(Q(match=match) | Q(match=None), ended_at__gt=match.created_at)
    columns = ("seat", "kind", "began_at", "ended_at")
    found = [
        StopSpan(seat, kind, Span(began_at, ended_at))
        for seat, kind, began_at, ended_at in freezes.order_by()
        .values_list(*columns)
        .union(stops.order_by().values_list(*columns), all=True)
    ]
    found.sort(key=lambda stop: (stop.span, stop.kind, stop.seat or 0))
    match.stops = [stop.to_json() for stop in found]
    return schedule_of(match)


def _forget_stops(match: Match, standing: Standing) -> None:
    """Those that were over before any clock was started that still runs."""
    running = [clock.asked_at for clock in standing.clocks.values() if clock.asked_at]
    running += [standing.lapse.since] if standing.lapse else []
    kept = [stop for stop in match.stop_spans if running and stop.span.ended_at > min(running)]
    match.stops = [stop.to_json() for stop in kept]


def set_standing(
    match: Match, seats: Sequence[Seat], standing: Standing, schedule: Schedule
) -> None:
    match.round, match.outcome = standing.round, standing.outcome
    match.lapse_since, match.lapse_seconds = standing.lapse or (None, None)
    for seat in seats:
        seat.awaited_since = standing.awaited.get(seat.index)
        seat.answers, seat.answer_ms = standing.answers.get(seat.index, (0, 0))
        seat.kept = standing.kept.get(seat.index, 0)
        seat.missed = standing.missed.get(seat.index, 0)
        winners = None if standing.outcome is None else standing.outcome["winners"]
        seat.won = None if winners is None else seat.index in winners
        clock = standing.clocks.get(seat.index)
        seat.asked_at = clock.asked_at if clock else None
        seat.given_ms = clock.given // MILLISECOND if clock else 0
        seat.bank_ms = clock.bank // MILLISECOND if clock else None
    set_deadlines(match, seats, standing, schedule)


def set_deadlines(
    match: Match, seats: Sequence[Seat], standing: Standing, schedule: Schedule
) -> None:
    """The moments that follow from the clocks and from what stops them. Bots have no deadline."""
    lapse, terms = standing.lapse, match.clock_terms
    match.deadline = lapse and schedule.of_match.after(lapse.since, lapse.seconds * SECOND)
    due = list[datetime]()
    for seat in seats:
        clock, seat.reserve_at, seat.deadline = standing.clocks.get(seat.index), None, None
        if terms is None or clock is None or seat.acting_bot:
            continue
        found = times(clock, terms, schedule.of(seat.index))
        seat.reserve_at, seat.deadline = found or (None, None)
        if seat.deadline is not None and terms.acts:
            due.append(seat.deadline)
    if terms is not None and standing.awaited:
        due += _turns(schedule, now())
    match.clock_at = min(due, default=None)
    if match.stops:
        _forget_stops(match, standing)


def is_late(match: Match, seat: Seat, by: datetime) -> bool:
    """Whether the keeper is to move for this seat, because its time was up by then."""
    terms = match.clock_terms
    acts = terms is not None and terms.acts and not seat.acting_bot
    return acts and seat.deadline is not None and seat.deadline <= by


def _turns(schedule: Schedule, after: datetime) -> list[datetime]:
    """When breaks that were asked for begin and end, and when a pause may be ended: pages tell of
    them, so they are drawn anew.
    """
    spans = [*schedule.everyone, *(span for spans in schedule.seats.values() for span in spans)]
    stood = [min(span.began_at + PAUSES_STAND, span.ended_at) for span in schedule.everyone]
    moments = [*(moment for span in spans for moment in span), *stood]
    return [moment for moment in moments if moment > after]


def save_seats(seats: Sequence[Seat], *, seen: Mapping[int, int] | None = None) -> None:
    """Write the derived columns of all seats in one statement.

    As an upsert: Django's bulk_update of the same rows took longer than the rest of a move.
    """
    fields, is_copied = list(DERIVED), False
    if any(seat.bank_ms is not None for seat in seats):
        fields += CLOCKED
    for seat in seats:
        if (looked := (seen or {}).get(seat.index, -1)) > seat.seen:
            seat.seen, seat.seen_at = looked, now()
        copied = (seat.match.title if seat.match.is_dealt else "", seat.match.ended_at)
        if (seat.title, seat.ended_at) != copied:
            (seat.title, seat.ended_at), is_copied = copied, True
    if is_copied:
        fields += COPIED
    Seat.objects.bulk_create(
        seats, update_conflicts=True, unique_fields=["id"], update_fields=fields
    )


def refuse_barred(account: Account, *kinds: sanctions.Kind) -> None:
    """Whom the staff have barred from this is told until when."""
    held = sanctions.barring(account.pk, *kinds)
    if held is not None:
        raise PlayError("barred", sanctions.in_words(held))


def refuse_seated(seats: Sequence[Seat], by: Account | None) -> None:
    """Nobody decides over a match of their own, nor over one they have left."""
    if by is None:
        return
    held = [seat.account_id for seat in seats]
    if seats and seats[0].match.handed_over:
        held += [holder.account_id for seat in seats for holder in seat.holders.all()]
    if by.pk in held:
        raise PlayError(
            "sits_there", _("You sit at this table: somebody else of the staff must do that.")
        )
