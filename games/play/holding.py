"""Who holds a seat after the deal: the keeper stays in it, its account comes back, or leaves.

An account that lets the keeper move a few times in a row is taken to be away (`settle`): the keeper stays and
moves at once, as it does for a suspended account, until the seat is taken back. Whoever leaves gives
the seat up. The result of a match counts for whoever held a seat for more than half of its moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.clocks import is_live
from games.engine import Move
from games.engine.title import KEEPER
from games.models import Holder, Invitation, Match, Seat
from games.play import asides, ending, rows, stopping, timing
from games.play.rows import Account, MatchRows, PlayError

IN_A_ROW = 3  # moves after which the keeper stays
TURNS_WHEN_LIVE = 2  # after which it stays where everyone sits at the table


def settle(seat: Seat, moves: Sequence[Move]) -> bool:
    """After a move of a seat: has that changed who plays there? Whoever moves is not away.

    The seat of a suspended account is the keeper's from the first; it is open no later than another's.
    """
    by, is_open = moves[-1].by, bool(seat.offered)
    if by == "keeper" and seat.account_id is not None and not is_open and _is_away(seat, moves):
        seat.keeper, seat.offered = KEEPER, open_to(seat.match)
        told = asides.Kind.OPENED
    elif by == "account" and seat.keeper and seat.account and not seat.account.is_suspended:
        seat.keeper, seat.offered = "", ""
        told = asides.Kind.BACK
    else:
        return False
    seat.save(update_fields=["keeper", "offered"])
    asides.note(seat.match, told, seat=seat.index)
    return True


def without(match: Match, seats: Sequence[Seat], seat: Seat) -> MatchRows:
    """Somebody does not play any more: what all who play were asked, the others may have agreed to.

    A part of verbs that have locked the match and saved the seat.
    """
    timing.ask_without(match, seats, seat)
    return ending.settled(match, seats)


def _is_away(seat: Seat, moves: Sequence[Move]) -> bool:
    """Has the keeper moved often enough, or at a live table for two rounds?

    There everyone waits for everyone, so two turns are enough, if somebody else moved between them.
    """
    terms = seat.match.clock_terms
    if seat.kept >= IN_A_ROW or terms is None or not is_live(terms):
        return seat.kept >= IN_A_ROW
    last = [move.number for move in reversed(moves) if move.seat == seat.index][: seat.kept]
    turns = 1 + sum(later > earlier + 1 for later, earlier in pairwise(last))
    return turns >= TURNS_WHEN_LIVE


def open_to(match: Match) -> Seat.Offer:
    """Who may take a seat that nobody plays: at a table by invitation those who are given a link."""
    return Seat.Offer.ANYONE if match.public else Seat.Offer.LINK


@transaction.atomic
def take_back(match_id: str, account: Account) -> MatchRows:
    """The account is here again: what is asked of its seat is asked of itself."""
    match, seats, seat = rows.locked_seat(match_id, account)
    if account.is_suspended:
        raise PlayError("suspended", _("Your account is suspended."))
    was_away = bool(seat.keeper)
    if was_away or seat.kept:
        asides.note(match, asides.Kind.BACK, seat=seat.index)
    come_back(match, seat)
    return timing.ask_again(match, seats, seat) if was_away else rows.changed(match, seats)


def come_back(match: Match, seat: Seat) -> None:
    """Give a seat of this match back to its account."""
    assert match.number is not None
    seat.keeper, seat.offered, seat.kept, seat.back = "", "", 0, match.number
    seat.save(update_fields=["keeper", "offered", "kept", "back"])


@transaction.atomic
def leave(match_id: str, account: Account, *, offered: str = "") -> MatchRows:
    """Give the seat up to the keeper, and offer it to a substitute if one is wanted.

    Where nobody else plays, the match is called off instead.
    """
    if offered and offered not in Seat.Offer.values:
        raise PlayError("bad_offer", _("A seat cannot be offered to those."))
    match, seats, seat = rows.locked_seat(match_id, account)
    others = [one for one in seats if one.account_id is not None and one is not seat]
    if not others:
        return stopping.call_off(match, seats, reason="given_up")
    if match.host_id == account.pk:
        match.host_id = others[0].account_id
    give_up(match, seat)
    asides.note(match, asides.Kind.LEFT, seat=seat.index)
    if offered == Seat.Offer.ANYONE:
        seat.offered = open_to(match)
        asides.note(match, asides.Kind.OPENED, seat=seat.index)
    else:
        seat.offered = offered
    begin_anew(match, seat)
    if seat.offered == Seat.Offer.LINK:
        make_link(match, seat)
    return without(match, seats, seat)


def links_to(match: Match, seat: Seat) -> QuerySet[Invitation]:
    """The unused link to a seat that is offered, if there is one."""
    return Invitation.objects.filter(match=match, index=seat.index, used_at=None)


def make_link(match: Match, seat: Seat) -> None:
    """Whoever has it may sit there, once. There is one at a time."""
    if not links_to(match, seat).exists():
        Invitation.objects.create(match=match, index=seat.index, made_at=rows.now())


def give_up(match: Match, seat: Seat) -> None:
    """The account becomes a former holder; the keeper has the seat, and plays in its name."""
    assert match.number is not None
    match.handed_over = True
    Holder.objects.create(
        match=match,
        seat=seat,
        account=seat.account,
        name=seat.name,
        first=seat.held_from,
        last=match.number,
        left_at=rows.now(),
        title=match.title,
        answers=seat.answers,
        missed=seat.missed,
    )
    seat.account, seat.keeper, seat.bot = None, "", KEEPER


def begin_anew(match: Match, seat: Seat) -> None:
    """What is counted for the holder of a seat is counted from the next move on."""
    assert match.number is not None
    seat.held_from, seat.seen, seat.back, seat.seen_at = match.number + 1, -1, -1, None
    seat.agrees_to_end = False
    seat.answers, seat.answer_ms, seat.kept, seat.missed = 0, 0, 0, 0
    seat.save()


def credit(seats: Sequence[Seat], moves: Sequence[Move]) -> None:
    """Once a match is over: whoever held a seat for more than half of its moves has its result.

    `won` of the seats is their seat's result before, and their holder's after.
    """
    for seat in seats:
        if not seat.held_from:
            continue
        made = [move.number for move in moves if move.seat == seat.index]
        for holder in seat.holders.all():
            held = sum(holder.first <= number <= holder.last for number in made)
            holder.won = seat.won if 2 * held > len(made) else None
            holder.save(update_fields=["won"])
        if 2 * sum(number >= seat.held_from for number in made) <= len(made):
            seat.won = None
