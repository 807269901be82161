"""The writes before the deal and around it: who sits at which table.

Cards are dealt by `play`, when the last seat says ready.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from accounts.models import account_named
from games.engine import Title, commitment
from games.models import Invitation, Kick, Match, Seat, new_id
from games.play import (
    Account,
    Done,
    PlayError,
    changed,
    deal_if_ready,
    locked,
    now,
    seat_at,
    seat_of,
    title_of,
)

UNSTARTED_TABLES_LIVE = timedelta(days=3)
OPEN_TABLES_PER_HOST = 20
UNFINISHED_AGAINST_BOTS = 20  # matches of one account with nobody else in them
OPEN_INVITATIONS_PER_TABLE = 20  # links and names together
KEEPER = "plain"  # the bot that plays on for an account that is gone or shut out
UNFINISHED = (Match.Status.RUNNING, Match.Status.FROZEN)
BOT_NAMES = (
    "Flint", "Marl", "Slate", "Ochre", "Basalt", "Tuff", "Gneiss", "Chalk", "Shale", "Quartz",
)  # fmt: skip


@transaction.atomic
def create(
    account: Account,
    *,
    title: str,
    size: int,
    options: Mapping[str, Any] | None = None,
    name: str = "",
    public: bool = True,
    bots: int = 0,
    pace: str = "",
) -> Done:
    """Open a table. Its maker takes the first seat, bots the last ones."""
    kind = title_of(title)
    if size not in kind.seats:
        raise PlayError("bad_seats", _("This title is not played by so many."))
    if not 0 <= bots < size:
        raise PlayError("bad_bots", _("At least one seat is for you."))
    if pace and pace not in Match.Pace.values:
        raise PlayError("bad_pace", _("There is no such pace."))
    if Match.objects.filter(host=account, status=Match.Status.OPEN).count() >= OPEN_TABLES_PER_HOST:
        raise PlayError("too_many_tables", _("You have too many open tables already."))
    match = _new_match(
        account, kind, size, kind.complete_options(options or {}), public, name, pace
    )
    seats = [Seat(match=match, index=index) for index in range(size)]
    _sit(seats[0], account)
    for seat in seats[size - bots :]:
        _seat_bot(seat)
    Seat.objects.bulk_create(seats)
    return Done(match, seats)


def _new_match(
    host: Account,
    title: Title[Any],
    size: int,
    options: Mapping[str, Any],
    public: bool,  # noqa: FBT001 - named by every caller's column
    name: str,
    pace: str,
) -> Match:
    secret = secrets.token_bytes(32)
    return Match.objects.create(
        id=new_id(),
        title=title.slug,
        version=title.version,
        name=name or _("{name}’s table").format(name=host.get_username()),
        size=size,
        options=dict(options),
        pace=pace,
        public=public,
        host=host,
        secret=secret,
        commitment=commitment(secret),
        created_at=now(),
    )


@transaction.atomic
def play_at_once(account: Account, *, title: str) -> Done:
    """A table full of bots, for nobody else to see, dealt at once."""
    seats = title_of(title).seats
    size = seats[min(2, len(seats) - 1)]
    table = create(account, title=title, size=size, public=False, bots=size - 1)
    return ready(table.match.pk, account)


@transaction.atomic
def join(match_id: str, account: Account, *, token: str = "") -> Done:
    """Take the first free seat. A table by invitation wants one: a link's token or the account's own."""
    match, seats = _locked_open(match_id)
    if any(seat.account_id == account.pk for seat in seats):
        return Done(match, seats)
    invitation = _invitation(match, account, token)
    if invitation is None and not match.public:
        raise PlayError("not_invited", _("This table is by invitation."))
    if _is_sent_away(match, account, invitation):
        raise PlayError("sent_away", _("The host has sent you away. You need a new invitation."))
    free = next((seat for seat in seats if seat.is_free), None)
    if free is None:
        raise PlayError("table_full", _("All seats are taken."))
    if invitation is not None:
        invitation.account, invitation.used_at = account, now()
        invitation.save(update_fields=["account", "used_at"])
    _sit(free, account)
    free.save()
    return changed(match, seats)


def _invitation(match: Match, account: Account, token: str) -> Invitation | None:
    unused = Invitation.objects.select_for_update().filter(match=match, used_at=None)
    if token:
        found = unused.filter(token=token).first()
        if found is None or found.account_id not in (None, account.pk):
            raise PlayError("used_invitation", _("This invitation has been used already."))
        if found.account_id is None:
            # Asked by name and given a link: the link is used, the asking is settled with it.
            unused.filter(account=account).delete()
        return found
    return unused.filter(account=account).first()


def _is_sent_away(match: Match, account: Account, invitation: Invitation | None) -> bool:
    """An invitation from before the kick is worth nothing: the account may have kept a link."""
    kick = Kick.objects.filter(match=match, account=account).first()
    return kick is not None and (invitation is None or invitation.made_at < kick.at)


@transaction.atomic
def leave(match_id: str, account: Account) -> Done:
    """Get up before the deal. The last account to go closes the table; the host's going passes it on."""
    match, seats = _locked_open(match_id)
    seat = seat_of(seats, account)
    return _vacate(match, seats, seat)


@transaction.atomic
def kick(match_id: str, account: Account, *, index: int) -> Done:
    """The host empties a seat, a bot's or another's, who comes back by a new invitation only."""
    match, seats = _locked_open(match_id)
    _require_host(match, account)
    seat = seat_at(seats, index)
    if seat.account_id == account.pk:
        raise PlayError("not_yourself", _("To get up yourself, leave the table."))
    if seat.account_id is not None:
        Kick.objects.update_or_create(
            match=match, account_id=seat.account_id, defaults={"at": now()}
        )
    return _vacate(match, seats, seat)


def _vacate(match: Match, seats: Sequence[Seat], seat: Seat) -> Done:
    leaver = seat.account_id
    _empty(seat)
    seat.save()
    stayed = [other.account_id for other in seats if other.account_id is not None]
    if not stayed:
        match.status, match.reason = Match.Status.VOID, "deserted"
    elif match.host_id == leaver:
        match.host_id = stayed[0]
    return changed(match, seats)


@transaction.atomic
def seat_bot(match_id: str, account: Account, *, index: int) -> Done:
    """The host gives a free seat to a bot. When all others are ready, that deals."""
    match, seats = _locked_open(match_id)
    _require_host(match, account)
    seat = seat_at(seats, index)
    if not seat.is_free:
        raise PlayError("seat_taken", _("That seat is taken."))
    _seat_bot(seat)
    seat.save()
    return _deal_if_ready(match, seats)


@transaction.atomic
def invite_link(match_id: str, account: Account) -> Done:
    """Make a link that seats one account, once."""
    match, seats = _locked_open(match_id)
    _require_host(match, account)
    _require_room_for_invitation(match)
    Invitation.objects.create(match=match, made_at=now())
    return changed(match, seats)


@transaction.atomic
def invite(match_id: str, account: Account, *, username: str) -> Done:
    """Ask an account by name. The same answer whether it is asked again or for the first time."""
    match, seats = _locked_open(match_id)
    _require_host(match, account)
    guest = account_named(username.strip())
    if guest is None:
        raise PlayError("no_such_account", _("There is no player of that name."))
    if any(seat.account_id == guest.pk for seat in seats):
        raise PlayError("already_seated", _("This player sits at the table already."))
    if not Invitation.objects.filter(match=match, account=guest, used_at=None).exists():
        _require_room_for_invitation(match)
        Invitation.objects.create(match=match, account=guest, made_at=now())
    return changed(match, seats)


def _require_room_for_invitation(match: Match) -> None:
    unused = Invitation.objects.filter(match=match, used_at=None)
    if unused.count() >= OPEN_INVITATIONS_PER_TABLE:
        raise PlayError(
            "too_many_invitations",
            _("This table has too many unused invitations already. Use one of its links."),
        )


@transaction.atomic
def ready(match_id: str, account: Account, *, contribution: str = "", typed: bool = True) -> Done:
    """Say ready and add to the chance of the deal. When every seat is ready, the cards are dealt."""
    match, seats = _locked_open(match_id)
    seat = seat_of(seats, account)
    contribution = contribution.strip()
    if len(contribution) > 200 or not contribution.isprintable():
        raise PlayError("bad_contribution", _("Your word for the deal is one line of text."))
    if seat.ready:
        return Done(match, seats)
    seat.ready, seat.ready_at = True, now()
    seat.contribution = contribution or secrets.token_hex(8)
    source = "typed" if typed else "browser"
    seat.contribution_from = source if contribution else "server"
    seat.save()
    return _deal_if_ready(match, seats)


def _deal_if_ready(match: Match, seats: Sequence[Seat]) -> Done:
    accounts = [seat.account_id for seat in seats if seat.account_id is not None]
    if len(accounts) == 1 and all(seat.ready for seat in seats):
        _require_room_among_bots(accounts[0])
    return deal_if_ready(match, seats)


def _require_room_among_bots(account_id: int) -> None:
    """Nobody leaves too many matches lying about in which they are alone."""
    people = Seat.objects.filter(match=OuterRef("pk"), account_id__isnull=False)
    alone = Match.objects.filter(status__in=UNFINISHED, seats__account_id=account_id).exclude(
        Exists(people.exclude(account_id=account_id))
    )
    if alone.count() >= UNFINISHED_AGAINST_BOTS:
        raise PlayError(
            "too_many_against_bots",
            _("You have too many unfinished matches against bots. Play one of them first."),
        )


@transaction.atomic
def not_ready(match_id: str, account: Account) -> Done:
    """Take the ready back, while somebody else has not said it."""
    match, seats = _locked_open(match_id)
    seat = seat_of(seats, account)
    seat.ready, seat.ready_at, seat.contribution, seat.contribution_from = False, None, None, ""
    seat.save()
    return changed(match, seats)


@transaction.atomic
def rematch(match_id: str, account: Account) -> Done:
    """The same people again: whoever asks first opens the table, the others are invited to it."""
    match, seats = locked(match_id)
    seat_of(seats, account)
    if match.status != Match.Status.OVER:
        raise PlayError("not_over", _("The match is not over yet."))
    asked = Match.objects.filter(rematch_of=match)
    asked.filter(status=Match.Status.VOID).update(rematch_of=None)  # it came to nothing
    again = asked.first()
    if again is not None:
        return _found_again(again.pk, account)
    title = title_of(match.title)
    options = title.complete_options(match.options)
    again = _new_match(account, title, match.size, options, match.public, match.name, match.pace)
    again.rematch_of = match
    again.save(update_fields=["rematch_of"])
    new_seats = [Seat(match=again, index=seat.index) for seat in seats]
    for old, new in zip(seats, new_seats, strict=True):
        if old.account_id == account.pk:
            _sit(new, account)
        elif old.bot and old.name:
            _seat_bot(new)
    Seat.objects.bulk_create(new_seats)
    others = [seat.account_id for seat in seats if seat.account_id not in (None, account.pk)]
    Invitation.objects.bulk_create(
        [Invitation(match=again, account_id=other, made_at=now()) for other in others]
    )
    return Done(again, [*new_seats, *(seat for seat in seats if seat.account_id in others)])


def _found_again(match_id: str, account: Account) -> Done:
    """Whoever sits there already, dealt or not, is led there; the others sit down."""
    match, seats = locked(match_id)
    is_seated = any(seat.account_id == account.pk for seat in seats)
    return Done(match, seats) if is_seated else join(match_id, account)


def stale_tables(*, limit: int = 100) -> list[str]:
    """Tables that did not come together in time."""
    stale = Match.objects.filter(
        status=Match.Status.OPEN, created_at__lt=now() - UNSTARTED_TABLES_LIVE
    )
    return list(stale.order_by("created_at").values_list("pk", flat=True)[:limit])


@transaction.atomic
def expire(match_id: str) -> Done | None:
    """Close a table that never came together, unless it just has."""
    match, seats = locked(match_id)
    if match.status != Match.Status.OPEN:
        return None
    match.status, match.reason = Match.Status.VOID, "expired"
    return changed(match, seats)


@transaction.atomic
def forget(account: Account) -> list[Done]:
    """Before an account is deleted: it gets up from open tables, a bot plays on at the others.

    The log names seats and never accounts, so others' matches stay as they are.
    """
    told, name = _get_up(account), account.get_username()
    for match, seats, seat in _seats_of(account):
        if match.host_id == account.pk:
            match.name = match.name.replace(name, _("former player"))[:60]
        seat.account, seat.name, seat.keeper = None, "", ""
        seat.bot = KEEPER if match.status in UNFINISHED else ""
        seat.save()
        told.append(changed(match, seats))
    return told


@transaction.atomic
def keep(account: Account) -> list[Done]:
    """When an account is suspended: it gets up from open tables, a bot plays on at the others.

    The seats stay the account's, which takes them back when it is let in again.
    """
    told = _get_up(account)
    for match, seats, seat in _seats_of(account, UNFINISHED):
        seat.keeper = KEEPER
        seat.save()
        told.append(changed(match, seats))
    return told


@transaction.atomic
def give_back(account: Account) -> list[Done]:
    """The suspension is lifted: whatever is not over yet is the account's to play again."""
    told = []
    for match, seats, seat in _seats_of(account, UNFINISHED):
        seat.keeper = ""
        seat.save()
        told.append(changed(match, seats))
    return told


def _get_up(account: Account) -> list[Done]:
    tables = _seats_of(account, [Match.Status.OPEN])
    return [_vacate(match, seats, seat) for match, seats, seat in tables]


def _seats_of(
    account: Account, statuses: Sequence[str] = Match.Status.values
) -> Iterator[tuple[Match, list[Seat], Seat]]:
    """Every match of an account in one of these states, locked one after the other."""
    held = Seat.objects.filter(account_id=account.pk, match__status__in=statuses)
    for match_id in list(held.order_by("match_id").values_list("match_id", flat=True)):
        match, seats = locked(match_id)
        mine = [seat for seat in seats if seat.account_id == account.pk]
        if mine and match.status in statuses:
            yield match, seats, mine[0]


@transaction.atomic
def rename(account: Account) -> None:
    """The account has another name now: so have its seats."""
    seats = Seat.objects.filter(account_id=account.pk).exclude(name=account.get_username())
    for seat in seats.select_for_update():
        seat.name = account.get_username()
        seat.save(update_fields=["name"])
        Match.objects.filter(pk=seat.match_id).update(edition=F("edition") + 1)


def _sit(seat: Seat, account: Account) -> None:
    seat.account_id, seat.name = account.pk, account.get_username()


def _seat_bot(seat: Seat) -> None:
    seat.bot, seat.ready, seat.name = KEEPER, True, BOT_NAMES[seat.index % len(BOT_NAMES)]


def _empty(seat: Seat) -> None:
    seat.account, seat.bot, seat.name, seat.ready, seat.ready_at = None, "", "", False, None
    seat.contribution, seat.contribution_from = None, ""


def _locked_open(match_id: str) -> tuple[Match, list[Seat]]:
    match, seats = locked(match_id)
    if match.status != Match.Status.OPEN:
        raise PlayError("not_open", _("This table is not open any more."))
    return match, seats


def _require_host(match: Match, account: Account) -> None:
    if match.host_id != account.pk:
        raise PlayError("not_host", _("Only the host of the table may do that."))
