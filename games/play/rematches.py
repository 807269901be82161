"""The same people again, at a new table."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.sanctions import Kind as Barred
from games import clocks
from games.models import Invitation, Match, Seat
from games.play import opening, seating
from games.play.announcing import announce
from games.play.rows import (
    Account,
    MatchRows,
    PlayError,
    locked,
    now,
    refuse_barred,
    seat_of,
    title_of,
)
from games.talk import muting

# By what tables are played again that were played before there were clocks. Whoever sits down sees it.
PROMISED = {"now": "live", "day": "daily", "week": "relaxed"}


def rematch(match_id: str, account: Account) -> MatchRows:
    """The same people again: whoever asks first opens the table, the others are invited to it.

    Whoever sits there already, dealt or not, is led there; the others sit down. Two transactions:
    the second match is locked when the first is free again.
    """
    again = _asked_again(match_id, account)
    if any(seat.account_id == account.pk for seat in again.seats):
        others = [seat for seat in again.seats if seat.account_id != account.pk]
        is_open = again.match.status == Match.Status.OPEN
        # Against bots there is nobody to wait for.
        return (
            seating.ready(match_id=again.match.pk, account=account)
            if is_open and all(seat.bot for seat in others)
            else again
        )
    return seating.join(again.match.pk, account)


@transaction.atomic
def _asked_again(match_id: str, account: Account) -> MatchRows:
    """The rematch that somebody has asked for, or a new one, opened by this account."""
    before = Match.objects.filter(rematch_of=match_id).values_list("pk", flat=True)
    found = {pk: locked(pk) for pk in sorted({match_id, *before})}
    match, seats = found[match_id]
    seat_of(seats, account)
    if match.status != Match.Status.OVER:
        raise PlayError("not_over", _("The match is not over yet."))
    asked = Match.objects.filter(rematch_of=match)
    asked.filter(status=Match.Status.VOID).update(rematch_of=None)  # it came to nothing
    again = asked.first()
    if again is not None:
        return MatchRows(again, list(again.seats.order_by("index")))
    if match.public:
        refuse_barred(account, Barred.NO_PUBLIC)
    title = title_of(match.title)
    options = title.complete_options(match.options)
    pace = PROMISED.get(match.pace, match.pace)
    opening.require_room_for_table(account)
    again = opening.new_match(
        account,
        title,
        match.size,
        options,
        public=match.public,
        name=match.name,
        pace=pace,
        terms=match.clock_terms or clocks.PACES.get(pace),
        asks=match.asks,
    )
    again.rematch_of, again.talk, again.talk_private = match, match.talk, match.talk_private
    again.knowing = match.knowing
    again.save(update_fields=["rematch_of", "talk", "talk_private", "knowing"])
    new_seats = [Seat(match=again, index=seat.index) for seat in seats]
    for old, new in zip(seats, new_seats, strict=True):
        if old.account_id == account.pk:
            opening.sit(new, account)
        elif old.bot and old.name:
            opening.seat_bot_at(new)
    Seat.objects.bulk_create(new_seats)
    others = [seat.account_id for seat in seats if seat.account_id not in (None, account.pk)]
    unwilling = muting.blocked_by(account.pk, others)
    others = [other for other in others if other not in unwilling]
    Invitation.objects.bulk_create(
        [Invitation(match=again, account_id=other, made_at=now()) for other in others]
    )
    invited = [other for other in others if other is not None]
    announce(again, new_seats, invited=invited, lists_tables=True)
    return MatchRows(again, new_seats)
