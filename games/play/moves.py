"""Moves. The only module that appends to the log, and the only one that sees full states.

Each function is one short transaction that begins by locking the match and its seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db import transaction
from django.utils.translation import gettext as _

from games.clocks import begun
from games.engine import Action, Chance, Move
from games.engine.canonical import canonical_json
from games.engine.log import LAPSE, By, chain_key, digest, stamp
from games.engine.matchfile import deal_action
from games.engine.title import KEEPER
from games.matchlog import access, copies, reader
from games.matchlog.audience import EVERYTHING, Audience
from games.matchlog.copies import Copy
from games.models import Freeze, Match, Round, Seat, TimeGiven, new_edition
from games.models import Move as MoveRow
from games.play import holding, rows
from games.play.announcing import announce
from games.play.rows import Account, MatchRows, PlayError, Stale
from games.play.standing import (
    Standing,
    advanced,
    as_json,
    gifted,
    handed_on,
    returned,
    round_changes,
    shifted,
    voided,
)


def deal_if_ready(match: Match, seats: Sequence[Seat], *, was_listed: bool = True) -> MatchRows:
    """Deal once everybody is ready. A table that no list has shown leaves none."""
    if not all(seat.ready for seat in seats):
        return rows.changed(match, seats)
    title = rows.title_of(match.title)
    match.status, match.version = Match.Status.RUNNING, title.version
    match.options = title.complete_options(match.options)  # the table may be older than the rules
    match.edition = new_edition()
    chance = _chance(match, seats, 0)
    deal = Move(
        number=0,
        seat=None,
        by="deal",
        action=deal_action(match.size, match.options),
        events=tuple(title.deal(seats=match.size, options=match.options, chance=chance)),
        draws=tuple(chance.draws),
        at=_time_of_next_move(match),
    )
    return _append(match, seats, Copy.empty(title, EVERYTHING), deal, lists_tables=was_listed)


def submit(match_id: str, account: Account, *, number: int, action: Action) -> MatchRows:
    """An account's action, in answer to the page that showed move `number`.

    It may be of any shape until it has been checked.
    """
    with rows.transaction_of_a_move():
        match, seats = rows.locked(match_id)
        seat = rows.seat_of(seats, account)
        return _submit(match, seats, seat.index, number, action, "account")


def submit_for_bot(match_id: str, *, index: int, number: int, action: Action) -> MatchRows:
    with rows.transaction_of_a_move():
        match, seats = rows.locked(match_id)
        bot = rows.seat_at(seats, index).acting_bot
        if not bot:
            raise PlayError("no_bot", _("No bot holds that seat."))
        by: Literal["bot", "keeper"] = "keeper" if bot == KEEPER else "bot"
        return _submit(match, seats, index, number, action, by)


def submit_for_keeper(
    match_id: str, *, index: int, number: int, action: Action, late_by: datetime | None = None
) -> MatchRows | None:
    """The keeper's action for a seat. None if that is not awaited after exactly this move, or was
    not late by the moment that is asked about.
    """
    with rows.transaction_of_a_move():
        match, seats = rows.locked(match_id)
        seat = rows.seat_at(seats, index)
        is_asked = seat.awaited_since is not None
        if late_by is not None and not rows.is_late(match, seat, late_by):
            return None
        if match.status != Match.Status.RUNNING or match.number != number or not is_asked:
            return None
        return _submit(match, seats, index, number, action, "keeper")


def _submit(
    match: Match,
    seats: Sequence[Seat],
    index: int,
    number: int,
    action: Action,
    by: Literal["account", "bot", "keeper"],
) -> MatchRows:
    if match.number is None:
        raise PlayError("not_dealt", _("The cards have not been dealt yet."))
    whole, mine = copies.of(match, EVERYTHING), copies.of(match, Audience(index))
    if number != match.number and _is_repeat(mine, number, action):
        return MatchRows(match, seats)
    _require_running(match)
    if number != match.number:
        _refuse_stale(mine, number)
    mine.title.check(mine.known, index, action)
    move = _decided(match, seats, whole, seat=index, by=by, action=action)
    return _append(match, seats, whole, move)


def _is_repeat(mine: Copy, number: int, action: Action) -> bool:
    """Was the first thing this seat did after that page the very same? A double click, a resend."""
    later = [move for move in mine.moves[max(number + 1, 0) :] if move.seat == mine.seat]
    return bool(later) and canonical_json(later[0].action) == canonical_json(action)


def _refuse_stale(mine: Copy, number: int) -> None:
    """Somebody moved since. That matters unless this seat is asked the very same question still.

    A question that it has answered, or its keeper for it, is another when it is asked again.
    """
    answered = any(move.seat == mine.seat for move in mine.moves[max(number + 1, 0) :])
    if 0 <= number < mine.number and not answered:
        old, new = mine.title.actions(mine.at(number), mine.seat), mine.actions()
        if new and canonical_json(old) == canonical_json(new):
            return
    raise Stale("stale", _("The table has changed since. Nothing was done: look again."))


def lapse(match_id: str, *, until: datetime | None = None) -> MatchRows | None:
    """Let the clock act, if its time has come by then, or by now. Asking twice does nothing twice."""
    with rows.transaction_of_a_move():
        match, seats = rows.locked(match_id)
        is_due = match.deadline is not None and match.deadline <= (until or rows.now())
        if match.status != Match.Status.RUNNING or match.number is None or not is_due:
            return None
        whole = copies.of(match, EVERYTHING)
        move = _decided(match, seats, whole, seat=None, by="clock", action=LAPSE)
        return _append(match, seats, whole, move)


def _decided(
    match: Match, seats: Sequence[Seat], whole: Copy, *, seat: int | None, by: By, action: Action
) -> Move:
    """The next move: what follows from an action, by the match's own rules and by chance."""
    if whole.known.rules not in whole.title.known_rules:
        raise PlayError("unknown_rules", _("This match is played by rules that we do not know."))
    chance = _chance(match, seats, whole.number + 1)
    return Move(
        number=whole.number + 1,
        seat=seat,
        by=by,
        action=action,
        events=tuple(whole.title.decide(whole.known, seat, action, chance)),
        draws=tuple(chance.draws),
        at=_time_of_next_move(match),
    )


def _append(
    match: Match, seats: Sequence[Seat], whole: Copy, move: Move, *, lists_tables: bool = False
) -> MatchRows:
    """Insert the next move and bring the match's few columns up to date."""
    sealed, at = digest(_chain_key(match), whole.digest, move), _time(move)
    move = replace(move, digest=sealed)
    MoveRow.objects.create(match=match, **{**move.to_json(), "at": at})
    after = whole.advanced([replace(move, draws=None)])
    _write_rounds(match, move.number, whole, after)
    before = rows.standing_of(match, seats)
    schedule = rows.schedule_of(match)
    standing = advanced(
        before, whole.title, after.known, at,
        mover=move.seat, by=move.by, terms=match.clock_terms, schedule=schedule,
    )  # fmt: skip
    match.number, match.digest, match.moved_at = move.number, sealed, at
    match.news_at = match.news_at or at
    rows.set_standing(match, seats, standing, schedule)
    written = list(rows.MOVED)
    mover = None if move.seat is None else seats[move.seat]
    is_settled = mover is not None and holding.settle(mover, after.moves)
    if is_settled:
        match.edition, lists_tables = new_edition(), True
        written += rows.SETTLED
        rows.set_deadlines(match, seats, standing, schedule)  # somebody else plays there now
    match.started_at = match.started_at or at
    if match.outcome is not None:
        match.status, match.ended_at, match.pause_asked = Match.Status.OVER, at, None
        holding.credit(seats, after.moves)
        written += rows.ENDED
    match.save(update_fields=written if move.number else None)  # the deal has changed more
    rows.save_seats(seats, seen={} if move.seat is None else {move.seat: move.number})
    transaction.on_commit(lambda: _take_up(match, seats, after))
    turned = frozenset(before.awaited.keys() ^ standing.awaited.keys())
    rests = bool(whole.rounds) and len(after.rounds) > len(whole.rounds)
    announce(match, seats, turned=turned, lists_tables=lists_tables, rests=rests, is_noted=True)
    is_asked = match.pause_asked is not None or match.end_asked_until is not None
    if mover is not None and is_settled and mover.keeper and is_asked and match.outcome is None:
        return holding.without(match, seats, mover)
    return MatchRows(match, seats)


def _take_up(match: Match, seats: Sequence[Seat], whole: Copy) -> None:
    """After the commit and not before: what is in memory comes from committed rows alone."""
    copies.take_up(match, whole)
    access.keep_rows(match, seats)


def _time_of_next_move(match: Match) -> str:
    now = rows.now()
    return stamp(max(now, match.moved_at or now))


def _time(move: Move) -> datetime:
    assert move.at is not None
    return datetime.fromisoformat(move.at)


LOOKS_AGAIN = timedelta(minutes=1)  # a second look within it need not be kept


def seen(match_id: str, index: int, *, number: int) -> None:
    """The account at this seat looks at the table, and has seen it up to this move. Never sets it back."""
    looked_at = Seat.objects.filter(match_id=match_id, index=index, seen__lte=number)
    looked_at.update(seen=number, seen_at=rows.now())


@transaction.atomic
def rebuild(match_id: str) -> MatchRows:
    """Write rounds and columns again from the log, and from what changed time beside it."""
    match, seats = rows.locked(match_id)
    Round.objects.filter(match=match).delete()
    frozen, given = _frozen(match), _given(match)
    terms, schedule = match.clock_terms, rows.read_stops(match)
    table, at = Copy.empty(rows.title_of(match.title), EVERYTHING), None
    standing = Standing(clocks=begun(terms, match.size) if terms else {})
    for move in _whole_log(match):
        after, at = table.advanced([move]), _time(move)
        _write_rounds(match, move.number, table, after)
        standing = advanced(
            standing, table.title, after.known, at,
            mover=move.seat, by=move.by, terms=terms, schedule=schedule,
        )  # fmt: skip
        standing = shifted(standing, frozen.get(move.number, timedelta()))
        if terms is not None:
            for gift in given.get(move.number, ()):
                standing = gifted(standing, terms, gift.seat, gift.at, gift.time)
        standing = _as_held(standing, seats, move.number)
        match.started_at = match.started_at if move.number else at
        table = after
    match.number, match.digest, match.moved_at = (table.number if at else None), table.digest, at
    if at is not None:
        match.version = table.known.rules
    if match.status in (Match.Status.VOID, Match.Status.OPEN):
        standing = voided(standing)
    rows.set_standing(match, seats, standing, schedule)
    if match.outcome is not None:
        holding.credit(seats, table.moves)
    match.ended_at = at if match.outcome is not None else None
    rows.save_seats(seats)
    return rows.changed(match, seats)


def _as_held(standing: Standing, seats: Sequence[Seat], number: int) -> Standing:
    """The standing after a move, when after it a seat was handed on or its account came back."""
    for seat in seats:
        if seat.held_from == number + 1:
            standing = handed_on(standing, seat.index)
        elif seat.back == number:
            standing = returned(standing, seat.index)
    return standing


def _whole_log(match: Match) -> Sequence[Move]:
    """All moves that there are, whatever the match's columns say."""
    numbers = range(len(reader.numbers_of(match.pk)))
    return reader.read(match.pk, numbers).moves_for(EVERYTHING)


def _frozen(match: Match) -> dict[int, timedelta]:
    """How long the match stood still after each move after which it did."""
    spans: dict[int, timedelta] = {}
    for freeze in Freeze.objects.filter(match=match):
        spans[freeze.number] = spans.get(freeze.number, timedelta()) + freeze.lasted
    return spans


def _given(match: Match) -> dict[int, list[TimeGiven]]:
    """The time that was given after each move after which some was."""
    gifts: dict[int, list[TimeGiven]] = {}
    for gift in TimeGiven.objects.filter(match=match):
        gifts.setdefault(gift.number, []).append(gift)
    return gifts


def _chance(match: Match, seats: Sequence[Seat], move: int) -> Chance:
    given = [seat.contribution for seat in seats]
    return Chance(bytes(match.secret), match=match.id, contributions=given, move=move)


def _chain_key(match: Match) -> bytes:
    return chain_key(bytes(match.secret), match.id)


def _write_rounds(match: Match, number: int, before: Copy, after: Copy) -> None:
    rounds = after.title.rounds
    for change in round_changes(rounds(before.known), rounds(after.known)):
        values: dict[str, Any] = {"starter": change.round.starter}
        if change.opened:
            values["first_move"] = number
        if change.closed:
            ended = {"result": change.round.result, "shown": change.round.shown}
            values |= {"last_move": number, **as_json(ended)}
        Round.objects.update_or_create(match=match, number=change.round.number, defaults=values)


def _require_running(match: Match) -> None:
    sentences = {
        Match.Status.FROZEN: _("The match is frozen."),
        Match.Status.OVER: _("The match is over."),
        Match.Status.VOID: _("The match has been called off."),
    }
    if match.status != Match.Status.RUNNING:
        raise PlayError("not_running", sentences[Match.Status(match.status)])
