"""What players change about time: more of it for somebody, and pauses that all agree to.

Each is a row beside the log. The clocks follow from the log and those rows (`games.clocks`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.sanctions import Kind as Barred
from accounts.text import visible
from games.clocks import PAUSES_STAND, Terms
from games.models import Match, PauseRequest, Seat, Stop, TimeGiven, new_edition
from games.play import asides, rows
from games.play.announcing import announce
from games.play.rows import Account, MatchRows, PlayError
from games.play.standing import gifted
from games.talk.words import listed_in

GIFTS_FOR_AN_ANSWER = 5
LONGEST_PAUSE = timedelta(days=30)
REQUESTS_LIVE = timedelta(days=2)
REQUESTS_A_DAY = 3  # of one player: everyone is told of each


def clocks_changed(match: Match, seats: Sequence[Seat]) -> MatchRows:
    """Work out the moments anew, and show them on open pages and in the players' lists."""
    rows.set_deadlines(match, seats, rows.standing_of(match, seats), rows.read_stops(match))
    return _told(match, seats)


def _told(match: Match, seats: Sequence[Seat]) -> MatchRows:
    match.edition = new_edition()
    match.save()
    rows.save_seats(seats)
    announce(match, seats, turned=frozenset())
    return MatchRows(match, seats)


# More time


@transaction.atomic
def give(match_id: str, account: Account, *, index: int) -> MatchRows:
    """A player gives another as much more for this answer as everyone has for a move."""
    match, seats, terms = _locked_with_clock(match_id)
    giver, seat = rows.seat_of(seats, account), rows.seat_at(seats, index)
    if giver.index == index:
        raise PlayError("not_yourself", _("More time is for others to give."))
    if seat.deadline is None:
        raise PlayError("not_awaited", _("No clock runs for this player just now."))
    if seat.given_ms >= GIFTS_FOR_AN_ANSWER * terms.move * 1000:
        raise PlayError("enough_time", _("This player has been given a lot of time already."))
    _give(match, seats, terms, seat, seconds=terms.move, giver=giver.index)
    lasts = timedelta(seconds=terms.move)
    asides.note(match, asides.Kind.MORE_TIME, seat=index, giver=giver.index, lasts=lasts)
    return _told(match, seats)


def start_afresh(match: Match, seats: Sequence[Seat], seat: Seat) -> MatchRows:
    """Somebody sits down at a seat that somebody else had played: its clock is as at the deal.

    A part of verbs that have locked the match.
    """
    terms = match.clock_terms
    if terms is not None and match.number is not None:
        _give(match, seats, terms, seat, seconds=None, giver=None)
    return rows.changed(match, seats)


def end_days_off(match: Match, seat: Seat, *, until: datetime | None = None) -> bool:
    """Whether there were any at this seat, now or announced: all of them, or those that last until
    then. What is past of them stays.
    """
    now = rows.now()
    stops = Stop.objects.filter(match=match, seat=seat.index, kind=Stop.Kind.DAYS_OFF)
    if until is not None:
        stops = stops.filter(ended_at=until)
    announced, _models = stops.filter(began_at__gte=now).delete()
    return bool(stops.filter(ended_at__gt=now).update(ended_at=now)) or bool(announced)


def ask_again(match: Match, seats: Sequence[Seat], seat: Seat) -> MatchRows:
    """Somebody is back for whom the keeper played: what is asked is asked from now on.

    A part of verbs that have locked the match. The reserve is what it was.
    """
    terms = match.clock_terms
    if terms is None or seat.asked_at is None:
        return rows.changed(match, seats)
    ran = rows.schedule_of(match).of(seat.index).running(seat.asked_at, _now(match))
    used = max(ran - timedelta(milliseconds=seat.given_ms), timedelta())
    seconds = -(-used // timedelta(seconds=1))
    _give(match, seats, terms, seat, seconds=seconds, giver=None)
    return rows.changed(match, seats)


def _give(
    match: Match,
    seats: Sequence[Seat],
    terms: Terms,
    seat: Seat,
    *,
    seconds: int | None,
    giver: int | None,
) -> None:
    assert match.number is not None  # a clock runs
    gift = TimeGiven.objects.create(
        match=match,
        number=match.number,
        seat=seat.index,
        seconds=seconds,
        giver=giver,
        at=_now(match),
    )
    standing = rows.standing_of(match, seats)
    standing = gifted(standing, terms, seat.index, gift.at, gift.time)
    rows.set_standing(match, seats, standing, rows.read_stops(match))


# Pauses


@transaction.atomic
def ask_for_pause(match_id: str, account: Account, *, until: datetime, why: str = "") -> MatchRows:
    """Ask all who play. Whoever asks agrees. Why, is read by them at once: it cannot be held back."""
    why = visible(why)[:120]
    if why:
        rows.refuse_barred(account, Barred.MUTE)
        if listed_in(why) is not None:
            raise PlayError("listed", _("That has a word in it that this site does not show."))
    match, seats, _terms = _locked_with_clock(match_id)
    seat, now = rows.seat_of(seats, account), _now(match)
    if not timedelta() < until - now <= LONGEST_PAUSE:
        raise PlayError("bad_pause", _("A pause is at most 30 days, from now on."))
    if PauseRequest.objects.filter(match=match, outcome="").exists():
        raise PlayError("asked_already", _("Somebody has asked for a pause already."))
    if _pause(match, now) is not None:
        raise PlayError("paused", _("This table is paused already."))
    own = PauseRequest.objects.filter(match=match, seat=seat.index)
    if own.filter(asked_at__gt=now - timedelta(days=1)).count() >= REQUESTS_A_DAY:
        raise PlayError("asked_often", _("You have asked for a pause often enough for one day."))
    request = PauseRequest(
        match=match,
        seat=seat.index,
        until=until,
        why=why,
        asked_at=now,
        expires_at=min(now + REQUESTS_LIVE, until),
    )
    asides.note(match, asides.Kind.PAUSE_ASKED, seat=seat.index, until=until)
    return _agreed(match, seats, request, seat)


@transaction.atomic
def answer_pause(match_id: str, account: Account, *, agrees: bool) -> MatchRows:
    """One no is enough. Which answer was whose is told to nobody."""
    match, seats, _terms = _locked_with_clock(match_id)
    seat = rows.seat_of(seats, account)
    request = PauseRequest.objects.filter(match=match, outcome="").first()
    if request is None or request.expires_at <= _now(match):
        raise PlayError("nothing_asked", _("Nobody asks for a pause any more."))
    if agrees:
        return _agreed(match, seats, request, seat)
    request.outcome = PauseRequest.Outcome.REFUSED
    asides.note(match, asides.Kind.PAUSE_REFUSED)
    _save_request(match, request)
    return _told(match, seats)


def _agreed(match: Match, seats: Sequence[Seat], request: PauseRequest, seat: Seat) -> MatchRows:
    request.agreed = sorted({*request.agreed, seat.index})
    _begin_if_all_agree(match, seats, request)
    return clocks_changed(match, seats)


def _begin_if_all_agree(match: Match, seats: Sequence[Seat], request: PauseRequest) -> None:
    people = {seat.index for seat in seats if seat.is_played}
    if people and people <= set(request.agreed):
        request.outcome = PauseRequest.Outcome.AGREED
        now = _now(match)
        until = max(request.until, now)
        Stop.objects.create(match=match, kind=Stop.Kind.PAUSE, began_at=now, ended_at=until)
        asides.note(match, asides.Kind.PAUSED, until=until)
    _save_request(match, request)


def ask_without(match: Match, seats: Sequence[Seat], seat: Seat) -> None:
    """Somebody has got up, or another has sat down: what was answered at this seat is not theirs.

    A part of verbs that have locked the match. Without that answer the others may all agree.
    """
    request = None
    if match.pause_asked is not None:
        request = PauseRequest.objects.filter(match=match, outcome="").first()
    if request is not None:
        request.agreed = [index for index in request.agreed if index != seat.index]
        _begin_if_all_agree(match, seats, request)
        rows.read_stops(match)


def _save_request(match: Match, request: PauseRequest) -> None:
    request.save()
    match.pause_asked = None if request.outcome else request.to_json()


@transaction.atomic
def end_pause(match_id: str, account: Account) -> MatchRows:
    """After its first day anyone who plays may end a pause."""
    match, seats, _terms = _locked_with_clock(match_id)
    seat, now = rows.seat_of(seats, account), _now(match)
    pause = _pause(match, now)
    if pause is None:
        raise PlayError("not_paused", _("This table is not paused."))
    if now < pause.began_at + PAUSES_STAND:
        raise PlayError("too_early", _("A pause stands for a day before anyone may end it."))
    pause.ended_at = now
    pause.save(update_fields=["ended_at"])
    asides.note(match, asides.Kind.PAUSE_ENDED, seat=seat.index)
    return clocks_changed(match, seats)


def _pause(match: Match, now: datetime) -> Stop | None:
    pauses = Stop.objects.filter(match=match, kind=Stop.Kind.PAUSE, ended_at__gt=now)
    return pauses.first()


# What the clock does by itself


@transaction.atomic
def expire_request(match_id: str) -> MatchRows | None:
    """A question that nobody has answered in time is not asked any more."""
    match, seats = rows.locked(match_id)
    old = PauseRequest.objects.filter(match=match, outcome="", expires_at__lte=rows.now())
    if not old.update(outcome=PauseRequest.Outcome.EXPIRED):
        return None
    match.pause_asked = None
    asides.note(match, asides.Kind.PAUSE_REFUSED)
    return _told(match, seats)


def look(match_id: str, until: datetime) -> list[tuple[int, int]]:
    """Seats whose time was up by then and the number of the move they owe an answer to; none: a
    break began or ended, which is told, and the next moment to look is set.

    Nothing is locked for whoever is late: the keeper's move asks again under its own lock.
    """
    due = Seat.objects.select_related("match").filter(
        match_id=match_id, match__status=Match.Status.RUNNING, match__clock_at__lte=until
    )
    seats = list(due.order_by("index"))
    if not seats:
        return []
    late = late_at(seats[0].match, seats, until)
    if not late:
        _turn(match_id, until)
    return late


def late_at(match: Match, seats: Sequence[Seat], by: datetime) -> list[tuple[int, int]]:
    """Seats whose time was up by then, and the number of the move they owe an answer to."""
    if match.status != Match.Status.RUNNING or match.number is None:
        return []
    late = sorted((seat.deadline, seat.index) for seat in seats if rows.is_late(match, seat, by))
    return [(index, match.number) for _deadline, index in late]


@transaction.atomic
def _turn(match_id: str, until: datetime) -> None:
    """A break begins or ends, unless somebody has seen to it meanwhile."""
    match, seats = rows.locked(match_id)
    is_due = match.clock_at is not None and match.clock_at <= until
    if is_due and match.status == Match.Status.RUNNING and not late_at(match, seats, until):
        clocks_changed(match, seats)


def _locked_with_clock(match_id: str) -> tuple[Match, list[Seat], Terms]:
    match, seats = rows.locked(match_id)
    terms = match.clock_terms
    if match.status != Match.Status.RUNNING:
        raise PlayError("not_running", _("The match is not running."))
    if terms is None:
        raise PlayError("no_clock", _("This table has no clock."))
    return match, seats, terms


def _now(match: Match) -> datetime:
    """What is written beside the log is not older than its last move."""
    return max(rows.now(), match.moved_at or match.created_at)
