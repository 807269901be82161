"""The writes before the deal and around it: who sits at which table.

Cards are dealt by `play`, when the last seat says ready.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import account_named
from accounts.text import visible
from games import clocks
from games.clocks import Terms
from games.engine import Title, commitment
from games.engine.title import KEEPER, State
from games.models import UNFINISHED, Holder, Invitation, Kick, Match, Seat, new_id
from games.play import daysoff, stopping
from games.play.announcing import announce
from games.play.holding import come_back, open_to
from games.play.moves import deal_if_ready
from games.play.rows import (
    Account,
    MatchRows,
    PlayError,
    changed,
    lock_account,
    locked,
    now,
    seat_at,
    seat_of,
    title_of,
)
from games.play.timing import ask_again

OPEN_TABLES_PER_HOST = 20
UNFINISHED_AGAINST_BOTS = 20  # matches of one account with nobody else in them
OPEN_INVITATIONS_PER_TABLE = 20  # links and names together
BOT = "plain"  # who sits down where a bot is asked for
# By what tables are played again that were played before there were clocks. Whoever sits down sees it.
PROMISED = {"now": "live", "day": "daily", "week": "relaxed"}
BOT_NAMES = (
    "Flint", "Marl", "Slate", "Ochre", "Basalt", "Tuff", "Gneiss", "Chalk", "Shale", "Quartz",
)  # fmt: skip


@transaction.atomic
def create(
    account: Account,
    *,
    title: str,
    size: int,
    options: Mapping[str, object] | None = None,
    name: str = "",
    public: bool = True,
    bots: int = 0,
    pace: str = "",
    terms: Terms | None = None,
) -> MatchRows:
    """Open a table. Its maker takes the first seat, bots the last ones.

    A pace has its terms; those of a pace of the host's own, or changed ones, are given.
    """
    kind = title_of(title)
    match, seats = _open_table(
        account,
        kind,
        size,
        options or {},
        public=public,
        name=name,
        bots=bots,
        pace=pace,
        terms=terms or clocks.PACES.get(pace),
    )
    announce(match, seats, lists_tables=True)
    return MatchRows(match, seats)


def _open_table(
    account: Account,
    kind: Title[State],
    size: int,
    options: Mapping[str, object],
    *,
    public: bool,
    bots: int,
    name: str = "",
    pace: str = "",
    terms: Terms | None = None,
) -> tuple[Match, list[Seat]]:
    if size not in kind.seats:
        raise PlayError("bad_seats", _("This title is not played by so many."))
    if not 0 <= bots < size:
        raise PlayError("bad_bots", _("At least one seat is for you."))
    if bool(pace) != bool(terms) or (pace and pace not in (*clocks.PACES, clocks.CUSTOM)):
        raise PlayError("bad_pace", _("There is no such pace."))
    if terms is not None and not terms.acts and public:
        raise PlayError(
            "must_act", _("Only at a table by invitation may the clock do nothing but tell.")
        )
    _require_room_for_table(account)
    options = kind.complete_options(options)
    match = _new_match(
        account, kind, size, options, public=public, name=name, pace=pace, terms=terms
    )
    seats = [Seat(match=match, index=index) for index in range(size)]
    _sit(seats[0], account)
    for seat in seats[size - bots :]:
        _seat_bot(seat)
    Seat.objects.bulk_create(seats)
    return match, seats


def _require_room_for_table(account: Account) -> None:
    lock_account(account.pk)
    if Match.objects.filter(host=account, status=Match.Status.OPEN).count() >= OPEN_TABLES_PER_HOST:
        raise PlayError("too_many_tables", _("You have too many open tables already."))


def _new_match(
    host: Account,
    title: Title[State],
    size: int,
    options: Mapping[str, object],
    *,
    public: bool,
    name: str,
    pace: str,
    terms: Terms | None,
) -> Match:
    secret = secrets.token_bytes(32)
    return Match.objects.create(
        id=new_id(),
        title=title.slug,
        version=title.version,
        name=visible(name) or _("{name}’s table").format(name=host.get_username()),
        size=size,
        options=dict(options),
        pace=pace,
        terms=terms and terms.to_json(),
        public=public,
        host=host,
        secret=secret,
        commitment=commitment(secret),
        created_at=now(),
    )


@transaction.atomic
def play_at_once(account: Account, *, title: str) -> MatchRows:
    """A table full of bots, for nobody else to see, dealt at once."""
    kind = title_of(title)
    size = kind.seats[min(2, len(kind.seats) - 1)]
    opened, _seats = _open_table(account, kind, size, {}, public=False, bots=size - 1)
    match, seats = locked(opened.pk)
    _say_ready(seats[0])
    return _deal_if_ready(match, seats, was_listed=False)


@transaction.atomic
def join(match_id: str, account: Account, *, token: str = "") -> MatchRows:
    """Take the first free seat. A table by invitation wants one: a link's token or the account's own."""
    match, seats = _locked_open(match_id)
    if any(seat.account_id == account.pk for seat in seats):
        return MatchRows(match, seats)
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
def leave(match_id: str, account: Account) -> MatchRows:
    """Get up before the deal. The last account to go closes the table; the host's going passes it on."""
    match, seats = _locked_open(match_id)
    seat = seat_of(seats, account)
    return _vacate(match, seats, seat)


@transaction.atomic
def kick(match_id: str, account: Account, *, index: int) -> MatchRows:
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


def _vacate(match: Match, seats: Sequence[Seat], seat: Seat) -> MatchRows:
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
def seat_bot(match_id: str, account: Account, *, index: int) -> MatchRows:
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
def invite_link(match_id: str, account: Account) -> MatchRows:
    """Make a link that seats one account, once."""
    match, seats = _locked_open(match_id)
    _require_host(match, account)
    _require_room_for_invitation(match)
    Invitation.objects.create(match=match, made_at=now())
    return changed(match, seats)


@transaction.atomic
def invite(match_id: str, account: Account, *, username: str) -> MatchRows:
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
def ready(
    match_id: str, account: Account, *, contribution: str = "", typed: bool = True
) -> MatchRows:
    """Say ready and add to the chance of the deal. When every seat is ready, the cards are dealt."""
    match, seats = _locked_open(match_id)
    seat = seat_of(seats, account)
    contribution = contribution.strip()
    if len(contribution) > 200 or not contribution.isprintable():
        raise PlayError("bad_contribution", _("Your word for the deal is one line of text."))
    if seat.ready:
        return MatchRows(match, seats)
    _say_ready(seat, contribution, "typed" if typed else "browser")
    return _deal_if_ready(match, seats)


def _say_ready(seat: Seat, contribution: str = "", source: str = "") -> None:
    seat.ready, seat.ready_at = True, now()
    seat.contribution = contribution or secrets.token_hex(8)
    seat.contribution_from = source if contribution else "server"
    seat.save()


def _deal_if_ready(match: Match, seats: Sequence[Seat], *, was_listed: bool = True) -> MatchRows:
    accounts = [seat.account_id for seat in seats if seat.account_id is not None]
    if len(accounts) == 1 and all(seat.ready for seat in seats):
        _require_room_among_bots(accounts[0])
        match.pace, match.terms = "", None  # bots do not mind waiting
    if all(seat.ready for seat in seats):
        daysoff.at_new_table(match, seats)
    return deal_if_ready(match, seats, was_listed=was_listed)


def _require_room_among_bots(account_id: int) -> None:
    """Nobody leaves too many matches lying about in which they are alone."""
    lock_account(account_id)
    people = Seat.objects.filter(match=OuterRef("pk"), account_id__isnull=False)
    alone = Match.objects.filter(status__in=UNFINISHED, seats__account_id=account_id).exclude(
        Exists(people.exclude(account_id=account_id))
    )
    if alone.count() >= UNFINISHED_AGAINST_BOTS:
        raise PlayError(
            "too_many_against_bots",
            _("You have too many unfinished matches against bots. Play one, or give one up."),
        )


@transaction.atomic
def not_ready(match_id: str, account: Account) -> MatchRows:
    """Take the ready back, while somebody else has not said it."""
    match, seats = _locked_open(match_id)
    seat = seat_of(seats, account)
    seat.ready, seat.ready_at, seat.contribution, seat.contribution_from = False, None, None, ""
    seat.save()
    return changed(match, seats)


def rematch(match_id: str, account: Account) -> MatchRows:
    """The same people again: whoever asks first opens the table, the others are invited to it.

    Whoever sits there already, dealt or not, is led there; the others sit down. Two transactions:
    the second match is locked when the first is free again.
    """
    again = _asked_again(match_id, account)
    if any(seat.account_id == account.pk for seat in again.seats):
        return again
    return join(again.match.pk, account)


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
    title = title_of(match.title)
    options = title.complete_options(match.options)
    pace = PROMISED.get(match.pace, match.pace)
    _require_room_for_table(account)
    again = _new_match(
        account,
        title,
        match.size,
        options,
        public=match.public,
        name=match.name,
        pace=pace,
        terms=match.clock_terms or clocks.PACES.get(pace),
    )
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
    invited = [seat for seat in seats if seat.account_id in others]
    announce(again, [*new_seats, *invited], lists_tables=True)
    return MatchRows(again, new_seats)


@transaction.atomic
def expire(match_id: str) -> MatchRows | None:
    """Close a table that never came together, unless it just has."""
    match, seats = locked(match_id)
    if match.status != Match.Status.OPEN:
        return None
    match.status, match.reason = Match.Status.VOID, "expired"
    return changed(match, seats)


@transaction.atomic
def forget(account: Account) -> None:
    """Before an account is deleted: it gets up from open tables, the keeper plays on at the others.

    The log names seats and never accounts, so others' matches stay as they are.
    """
    name = account.get_username()
    for match, seats, seat in _matches_of(account, hosted=True):
        if match.host_id == account.pk:
            match.name = match.name.replace(name, _("former player"))[:60]
        if seat is not None and match.status == Match.Status.OPEN:
            _vacate(match, seats, seat)
            continue
        if match.host_id == account.pk:
            match.host = None
        _rename_past(match, seats, account, "")
        if seat is not None:
            seat.account, seat.name, seat.keeper = None, "", ""
            seat.bot = KEEPER if match.status in UNFINISHED else ""
            seat.offered = open_to(match) if match.status in UNFINISHED else ""
            seat.save()
            if match.status in UNFINISHED and not any(one.account_id for one in seats):
                stopping.call_off(match, seats, reason="given_up")
                continue
        changed(match, seats)


@transaction.atomic
def keep(account: Account) -> None:
    """When an account is suspended: it gets up from open tables, the keeper plays on at the others.

    The seats stay the account's, which takes them back when it is let in again.
    """
    for match, seats, seat in _seats_of(account, [Match.Status.OPEN, *UNFINISHED]):
        if match.status == Match.Status.OPEN:
            _vacate(match, seats, seat)
            continue
        seat.keeper = KEEPER
        seat.save()
        changed(match, seats)


@transaction.atomic
def give_back(account: Account) -> None:
    """The suspension is lifted: whatever is not over yet is the account's to play again."""
    for match, seats, seat in _seats_of(account, UNFINISHED):
        come_back(match, seat)
        ask_again(match, seats, seat)


@transaction.atomic
def rename(account: Account) -> None:
    """The account has another name now: so have its seats."""
    name = account.get_username()
    for match, seats, seat in _seats_of(account, not_named=name):
        seat.name = name
        seat.save(update_fields=["name"])
        # Somebody may have played thousands: nobody's lists are loaded again for those.
        changed(match, seats, quietly=match.status in (Match.Status.OVER, Match.Status.VOID))
    left = Holder.objects.filter(account_id=account.pk).exclude(name=name)
    for match_id in sorted(left.values_list("match_id", flat=True)):
        match, seats = locked(match_id)
        _rename_past(match, seats, account, name)
        changed(match, seats, quietly=True)


def _rename_past(match: Match, seats: Sequence[Seat], account: Account, name: str) -> None:
    """Another name for a former holder, in whose name the keeper may be playing still."""
    for seat in seats if match.handed_over else ():
        holders = list(seat.holders.all())
        for holder in holders:
            if holder.account_id == account.pk:
                holder.name = name
                holder.save(update_fields=["name"])
                if seat.account_id is None and holder == holders[-1]:
                    seat.name = name
                    seat.save(update_fields=["name"])


def _seats_of(
    account: Account,
    statuses: Sequence[str] = Match.Status.values,
    *,
    not_named: str | None = None,
) -> Iterator[tuple[Match, list[Seat], Seat]]:
    """Every seat of an account in a match of one of these states, locked one after the other."""
    for match, seats, seat in _matches_of(account, statuses, not_named=not_named):
        if seat is not None:
            yield match, seats, seat


def _matches_of(
    account: Account,
    statuses: Sequence[str] = Match.Status.values,
    *,
    not_named: str | None = None,
    hosted: bool = False,
) -> Iterator[tuple[Match, list[Seat], Seat | None]]:
    """The matches in which an account has a seat or, if asked for, is the host or has left one:
    locked by id.
    """
    held = Seat.objects.filter(account_id=account.pk, match__status__in=statuses)
    if not_named is not None:
        held = held.exclude(name=not_named)
    ids = set(held.values_list("match_id", flat=True))
    if hosted:
        ids.update(Match.objects.filter(host=account).values_list("pk", flat=True))
        ids.update(Holder.objects.filter(account=account).values_list("match_id", flat=True))
    for match_id in sorted(ids):
        match, seats = locked(match_id)
        mine = next((seat for seat in seats if seat.account_id == account.pk), None)
        if match.status in statuses:
            yield match, seats, mine


def _sit(seat: Seat, account: Account) -> None:
    seat.account_id, seat.name = account.pk, account.get_username()


def _seat_bot(seat: Seat) -> None:
    seat.bot, seat.ready, seat.name = BOT, True, BOT_NAMES[seat.index % len(BOT_NAMES)]


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
