"""A question to all: shall the match be called off? Only if everyone still playing agrees.

Never by majority, because a majority may be a side. Nobody is shown who has said what.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import QUESTION_LASTS, Match, Seat
from games.play import rows, stopping
from games.play.rows import Account, MatchRows, PlayError


@transaction.atomic
def ask(match_id: str, account: Account) -> MatchRows:
    """Ask everyone. Whoever asks agrees. It is asked at most once in the time that it lasts."""
    match, seats, seat = rows.locked_seat(match_id, account)
    if match.end_asked_at is not None and rows.now() < match.end_asked_at + QUESTION_LASTS:
        raise PlayError(
            "asked_already", _("Everyone has been asked already. Wait two days to ask again.")
        )
    match.end_asked_at, match.end_asked_by = rows.now(), seat.index
    for one in seats:
        one.agrees_to_end = one is seat
        one.save(update_fields=["agrees_to_end"])
    return settled(match, seats)


@transaction.atomic
def answer(match_id: str, account: Account, *, agrees: bool) -> MatchRows:
    """One no, and the match goes on; with the last yes it is called off."""
    match, seats, seat = rows.locked_seat(match_id, account)
    until = match.end_asked_until
    if until is None or until <= rows.now():
        raise PlayError("not_asked", _("That is not asked any more."))
    if not agrees:
        match.end_asked_by = None
        return rows.changed(match, seats)
    seat.agrees_to_end = True
    seat.save(update_fields=["agrees_to_end"])
    return settled(match, seats)


@transaction.atomic
def lapse(match_id: str) -> MatchRows | None:
    """The question has run out: somebody did not answer it. Asking twice does nothing twice."""
    match, seats = rows.locked(match_id)
    until = match.end_asked_until
    if until is None or until > rows.now():
        return None
    match.end_asked_by = None
    return rows.changed(match, seats)


def settled(match: Match, seats: Sequence[Seat]) -> MatchRows:
    """Save what has changed. Where all who are asked agree, the match is called off."""
    asked = [seat for seat in seats if seat.is_played]
    if match.end_asked_until is not None and asked and all(seat.agrees_to_end for seat in asked):
        match.end_asked_by = None
        return stopping.call_off(match, seats, reason="agreed")
    return rows.changed(match, seats)
