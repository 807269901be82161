"""A new table: what it is set up with, and whether somebody has room for one. Parts of verbs."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.utils.translation import gettext as _

from accounts.models import lock_account
from accounts.sanctions import Kind as Barred
from accounts.text import visible
from games import clocks
from games.clocks import Terms
from games.engine import Title, commitment
from games.engine.title import State
from games.models import Match, Seat, Seek, new_id
from games.play.rows import Account, PlayError, now, refuse_barred

OPEN_TABLES_PER_HOST = 20
ASKED = (80, 90, 95)  # percent of moves in time that a host may ask for
BOT = "plain"  # who sits down where a bot is asked for
BOT_NAMES = (
    "Flint", "Marl", "Slate", "Ochre", "Basalt", "Tuff", "Gneiss", "Chalk", "Shale", "Quartz",
)  # fmt: skip


def open_table(
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
    asks: int = 0,
) -> tuple[Match, list[Seat]]:
    """A new table, whose seats nobody else knows yet."""
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
    if asks and asks not in ASKED:
        raise PlayError("bad_minimum", _("A table cannot ask for that."))
    options = kind.complete_options(options)
    match = new_match(
        account, kind, size, options, public=public, name=name, pace=pace, terms=terms, asks=asks
    )
    seats = [Seat(match=match, index=index) for index in range(size)]
    sit(seats[0], account)
    for seat in seats[size - bots :]:
        seat_bot_at(seat)
    Seat.objects.bulk_create(seats)
    return match, seats


def require_room_for_table(account: Account, *, more: int = 1) -> None:
    """For so many more. Whoever looks for a table has one, as it were."""
    refuse_barred(account, Barred.NO_TABLES)
    lock_account(account.pk)
    tables = Match.objects.filter(host=account, status=Match.Status.OPEN).count()
    if tables + Seek.objects.filter(account=account).count() + more > OPEN_TABLES_PER_HOST:
        raise PlayError("too_many_tables", _("You have too many open tables already."))


def new_match(
    host: Account,
    title: Title[State],
    size: int,
    options: Mapping[str, object],
    *,
    public: bool,
    name: str,
    pace: str,
    terms: Terms | None,
    asks: int,
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
        asks=asks,
        host=host,
        secret=secret,
        commitment=commitment(secret),
        created_at=now(),
    )


def sit(seat: Seat, account: Account) -> None:
    seat.account_id, seat.name = account.pk, account.get_username()


def seat_bot_at(seat: Seat) -> None:
    seat.bot, seat.ready, seat.name = BOT, True, BOT_NAMES[seat.index % len(BOT_NAMES)]
