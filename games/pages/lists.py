"""Reads for lists of matches: those that wait, are mine, are open, can be watched, are past.

The past is listed newest first, a page at a time, by key: everyone's public matches along an index
of matches, one player's along an index of seats. A page begins after the key of the last row of the
page before, so the hundredth costs what the first does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import account_named
from games.clocks import Span
from games.engine import Title, titles
from games.matchlog import reader
from games.matchlog.access import Viewer, of_account, seats_held_by
from games.matchlog.waiting import waiting_seats
from games.models import (
    GATHERING,
    OFFERED,
    PAST,
    TO_WATCH,
    UNFINISHED,
    Holder,
    Invitation,
    Kick,
    Match,
    Mute,
    Seat,
)
from games.play.reliability import Reliability, reliabilities, reliability
from games.presentation import presenter_of
from games.presentation.people import initials
from games.presentation.sentences import listed

ROWS_SHOWN = 30
FEW_SHOWN = 10
PAGE_LENGTH = 30
OTHERS_TOLD = 3  # in the result of a match

Status = Match.Status


@dataclass(frozen=True, slots=True)
class Row:
    """A match in a list."""

    match: Match
    title_name: str
    seats: Sequence[Seat]
    mine: Seat | None
    left: bool = False  # by the player whose matches are listed
    moved_last: Seat | None = None
    unread: int = 0  # remarks that are new to this account

    @property
    def free(self) -> int:
        return sum(seat.is_free for seat in self.seats)

    @property
    def is_over(self) -> bool:
        return self.match.status == Status.OVER

    @property
    def is_seen(self) -> bool:
        """Whether this visitor took part and has looked at how it ended."""
        return self.mine is not None and self.mine.seen >= (self.match.number or 0)

    @property
    def replay(self) -> str:
        """Where it is looked back at: from the beginning, unless one took part."""
        address = reverse("replay", args=[self.match.pk])
        return address if self.mine is not None else f"{address}?at=0"

    @property
    def early(self) -> int:
        """A move after the first quarter, whose board gives nothing away."""
        return (self.match.number or 0) // 4

    @property
    def result(self) -> str:
        """Who won, with how much, and what the best of the others had."""
        outcome = self.match.outcome
        if outcome is None:
            return ""
        told = presenter_of(self.match.title).score
        called = [seat.name or _("former player") for seat in self.seats]
        scores: list[int] = outcome["scores"]
        winners: list[int] = outcome["winners"]
        best = ngettext(
            "{names} won with {score}.", "{names} share the win with {score}.", len(winners)
        )
        said = best.format(
            names=listed([called[seat] for seat in winners]), score=told(scores[winners[0]])
        )
        others = sorted(set(range(len(scores))) - set(winners), key=lambda seat: -scores[seat])
        rest = [f"{called[seat]} {scores[seat]}" for seat in others[:OTHERS_TOLD]]
        return f"{said} {', '.join(rest)}." if rest else said

    @property
    def marked(self) -> list[tuple[Seat, str]]:
        return marked(self.seats)

    @property
    def seated(self) -> int:
        return len(self.seats) - self.free

    @property
    def host(self) -> Seat | None:
        """Where the host sits, who may have got up."""
        hosts = (s for s in self.seats if s.account_id and s.account_id == self.match.host_id)
        return next(hosts, None)

    @property
    def awaited(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.awaited_since]

    @property
    def next_due(self) -> Seat | None:
        """The seat whose time runs out first."""
        running = [seat for seat in self.seats if seat.deadline is not None]
        return min(running, key=lambda seat: seat.deadline or timezone.now(), default=None)

    @property
    def question_ends(self) -> datetime | None:
        """When the title's own clock acts, if that is before this account's time is up."""
        ends_at, mine = self.match.deadline, self.mine.deadline if self.mine else None
        return ends_at if ends_at is not None and (mine is None or ends_at < mine) else None

    @property
    def pause(self) -> Span | None:
        """The pause that the table has just now."""
        now = timezone.now()
        spans = [stop.span for stop in self.match.stop_spans if stop.kind == "pause"]
        return next((span for span in spans if span.began_at <= now < span.ended_at), None)

    @property
    def new_moves(self) -> int:
        """How many moves this account has not looked at."""
        if self.mine is None or self.match.number is None:
            return 0
        return self.match.number - self.mine.seen


def marked(seats: Sequence[Seat]) -> list[tuple[Seat, str]]:
    """Each seat with the letters of its mark: two where names share the first."""
    named = [seat for seat in seats if seat.name]
    letters = dict(zip(named, initials([seat.name for seat in named]), strict=True))
    return [(seat, letters.get(seat, "")) for seat in seats]


def rows(matches: Sequence[Match] | QuerySet[Match], viewer: Viewer) -> list[Row]:
    """Rows with their seats, in two queries however many there are; three where seats have changed
    hands: what somebody has left is not listed to them until it is over.
    """
    left = _left(matches, viewer)
    found = [match for match in matches if match.title in titles() and match.pk not in left]
    seats: dict[str, list[Seat]] = {match.pk: [] for match in found}
    for seat in Seat.objects.filter(match__in=found).order_by("index"):
        seats[seat.match_id].append(seat)
    return [
        Row(
            match,
            titles()[match.title].name,
            seats[match.pk],
            next((s for s in seats[match.pk] if viewer.pk and s.account_id == viewer.pk), None),
        )
        for match in found
    ]


def _left(matches: Sequence[Match] | QuerySet[Match], viewer: Viewer) -> set[str]:
    """Those that are hidden from this visitor, who has left them."""
    handed = [one.pk for one in matches if one.handed_over and one.status in UNFINISHED]
    if not handed:
        return set()
    left = Holder.objects.filter(of_account(viewer), match__in=handed)
    return set(left.values_list("match_id", flat=True))


def with_talk(listed: Sequence[Row], unread: Mapping[str, int]) -> list[Row]:
    """The same with what is unread there."""
    return [replace(row, unread=unread.get(row.match.pk, 0)) for row in listed]


def shelf() -> list[Title[Any]]:
    """The titles as pages list them: those for the largest company first."""
    return sorted(titles().values(), key=lambda title: (-title.seats[-1], title.name))


# The lobby


def waiting(viewer: Viewer) -> list[Row]:
    """The tables that wait for this account: what runs out first, then what has waited longest."""
    return _with_last_movers(_rows_of(waiting_seats(viewer), viewer))


def _with_last_movers(found: list[Row]) -> list[Row]:
    """Who moved last at each of these tables."""
    movers = reader.last_movers([row.match for row in found])
    return [
        replace(
            row, moved_last=None if (seat := movers.get(row.match.pk)) is None else row.seats[seat]
        )
        for row in found
    ]


def playing(viewer: Viewer) -> list[Row]:
    """My matches under way or gathering, in which it is somebody else's turn."""
    # In two steps: joined, PostgreSQL takes the few for many and reads all matches there are.
    own = dict(seats_held_by(viewer).filter(ended_at=None).values_list("match_id", "awaited_since"))
    under_way = [Status.OPEN, Status.RUNNING, Status.FROZEN]
    matches = Match.objects.filter(pk__in=own, status__in=under_way)
    mine_to_play = {match_id for match_id, since in own.items() if since is not None}
    others_turn = matches.exclude(status=Status.RUNNING, pk__in=mine_to_play)
    return rows(others_turn.order_by(F("moved_at").desc(nulls_last=True))[:ROWS_SHOWN], viewer)


def with_clocks(viewer: Viewer) -> list[Match]:
    """My matches under way in which clocks run."""
    own = seats_held_by(viewer).filter(ended_at=None).values("match_id")
    under_way = Match.objects.filter(pk__in=own, status__in=[Status.RUNNING, Status.FROZEN])
    return list(under_way.filter(terms__isnull=False).order_by("-created_at")[:ROWS_SHOWN])


def finished(viewer: Viewer) -> list[Row]:
    own = seats_held_by(viewer).filter(ended_at__isnull=False)
    return _rows_of(own.order_by("-ended_at")[:FEW_SHOWN], viewer)


def invitations(viewer: Viewer) -> list[Row]:
    asked = Invitation.objects.filter(
        of_account(viewer), used_at=None, match__status=Status.OPEN
    ).order_by("-match__created_at")
    return _rows_of(asked[:ROWS_SHOWN], viewer)


def _rows_of(found: QuerySet[Seat] | QuerySet[Invitation], viewer: Viewer) -> list[Row]:
    """The matches that these belong to."""
    return rows([one.match for one in found.select_related("match")], viewer)


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat at a running table, as it is listed."""

    row: Row
    seat: Seat
    falls_short: bool  # whether this visitor is not as reliable as the table asks
    yours: int | None  # percent


def open_seats(viewer: Viewer) -> list[OpenSeat]:
    """Seats at running tables that a substitute may take, newest first."""
    if viewer.pk is None:
        return []
    # Along their index alone: joined with what they are sorted out by, planners read all matches.
    offered = Seat.objects.filter(OFFERED).select_related("match").order_by("-pk")[:ROWS_SHOWN]
    seats = [seat for seat in offered if seat.match.status == Status.RUNNING and seat.match.public]
    matches = {seat.match_id: seat.match for seat in seats}
    kicks = Kick.objects.filter(of_account(viewer), match__in=matches)
    by_host = Mute.objects.filter(of_account(viewer, "about"), blocks=True)
    sent_away = set(kicks.values_list("match_id", flat=True))
    blocked = set(by_host.values_list("account_id", flat=True)) if matches else set()
    listed = {
        row.match.pk: row
        for row in rows(list(matches.values()), viewer)
        if row.mine is None and row.match.pk not in sent_away and row.match.host_id not in blocked
    }
    found = [(listed[seat.match_id], seat) for seat in seats if seat.match_id in listed]
    asked = any(row.match.asks for row, _seat in found)
    mine = reliability(viewer.pk) if asked else Reliability()
    return [
        OpenSeat(row, seat, mine.falls_short_of(row.match.asks), mine.percent)
        for row, seat in found
    ]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open table as it is listed: all that one may want to know before sitting down."""

    row: Row
    reliability: Reliability  # the host's
    unusual: Sequence[str]  # options that are not the usual ones, in words
    falls_short: bool  # whether this visitor is not as reliable as it asks
    yours: int | None  # percent


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFilter:
    """Which open tables to list."""

    title: str = ""
    pace: str = ""
    seats: int = 0  # free ones, at least


def open_tables(viewer: Viewer, wanted: OpenFilter | None = None) -> list[OpenTable]:
    """Public tables with a free seat that one may take, newest first."""
    wanted = wanted or OpenFilter()
    sent_away = Kick.objects.filter(of_account(viewer), match=OuterRef("pk"))
    by_host = Mute.objects.filter(account=OuterRef("host"), blocks=True)
    blocked = by_host.filter(of_account(viewer, "about"))
    closed = Exists(sent_away) | Exists(blocked)
    tables = _of_others(GATHERING, viewer, wanted.title).exclude(closed)
    if wanted.pace:
        tables = tables.filter(pace=wanted.pace)
    if wanted.seats > 1:
        free = Count("seats", filter=Q(seats__account=None, seats__bot=""))
        tables = tables.annotate(free=free).filter(free__gte=wanted.seats)
    gathering = rows(tables.order_by("-created_at")[:ROWS_SHOWN], viewer)
    found = [row for row in gathering if row.free]
    hosts = {row.match.host_id for row in found if row.match.host_id is not None}
    asked = {viewer.pk} if viewer.pk is not None else set()
    known = reliabilities(hosts | asked) if found else {}
    mine = known.get(viewer.pk or 0, Reliability())
    return [_open_table(row, known, mine) for row in found]


def _open_table(row: Row, known: Mapping[int, Reliability], mine: Reliability) -> OpenTable:
    match = row.match
    return OpenTable(
        row,
        known.get(match.host_id or 0, Reliability()),
        unusual_options(match.title, match.options),
        mine.falls_short_of(match.asks),
        mine.percent,
    )


def unusual_options(slug: str, options: Mapping[str, object]) -> list[str]:
    usual = titles()[slug].complete_options({})
    told = named_options(slug, {n: v for n, v in options.items() if v != usual.get(n)})
    return [f"{name}: {value}" for name, value in told]


def named_options(slug: str, options: Mapping[str, object]) -> list[tuple[str, str]]:
    """Each option and its value, in words."""
    labels = presenter_of(slug).option_labels()
    yes_no = {True: _("yes"), False: _("no")}
    return [
        (
            labels.get(name, name),
            labels.get(f"{name}={value}", yes_no[value] if isinstance(value, bool) else str(value)),
        )
        for name, value in options.items()
    ]


def to_watch(viewer: Viewer, *, title: str = "") -> list[Row]:
    """Public matches of others, the liveliest first."""
    matches = _of_others(TO_WATCH, viewer, title)
    return rows(matches.order_by("-moved_at")[:FEW_SHOWN], viewer)


def _of_others(listed: Q, viewer: Viewer, title: str) -> QuerySet[Match]:
    """Those of one index, in all titles or one, at which this visitor does not sit."""
    mine = seats_held_by(viewer).filter(match=OuterRef("pk"))
    found = Match.objects.filter(listed).exclude(Exists(mine))
    return found.filter(title=title) if title else found


# The past


@dataclass(frozen=True, slots=True, kw_only=True)
class PastFilter:
    """What to list. `result` is a status, or "won" or "lost" by the player."""

    title: str = ""
    player: str = ""
    result: str = ""
    since: date | None = None
    until: date | None = None
    after: str = ""  # the key of the last row of the page before


@dataclass(frozen=True, slots=True)
class PastPage:
    rows: Sequence[Row]
    next: str  # the key to go on from, or nothing


def past(viewer: Viewer, wanted: PastFilter) -> PastPage:
    """A page of the matches that this visitor may see."""
    if not wanted.player:
        found = list(public_matches(wanted)[: PAGE_LENGTH + 1])
        return _page(found, [_key(match) for match in found], viewer)
    account = account_named(wanted.player)
    if account is None:
        return PastPage([], "")
    held = list(seats_of(account.pk, viewer, wanted)[: PAGE_LENGTH + 1])
    left = list(seats_left_by(account.pk, viewer, wanted)[: PAGE_LENGTH + 1])
    seats = sorted([*held, *left], key=lambda seat: -seat.pk)[: PAGE_LENGTH + 1]
    page = _page([seat.match for seat in seats], [str(seat.pk) for seat in seats], viewer)
    gone = {seat.match_id for seat in left}
    return replace(page, rows=[replace(row, left=row.match.pk in gone) for row in page.rows])


def public_matches(wanted: PastFilter) -> QuerySet[Match]:
    found = Match.objects.filter(PAST, **_of_match(wanted)).defer("secret")
    if (key := _read_key(wanted.after)) is not None:
        made, match_id = key
        found = found.filter(created_at__lte=made).exclude(created_at=made, id__gte=match_id)
    return found.order_by("-created_at", "-id")


def seats_of(account_id: int, viewer: Viewer, wanted: PastFilter) -> QuerySet[Seat]:
    """An account's seats: all of one's own, of another's those that may be watched or are shared."""
    found = _listed(dealt_seats(account_id), account_id, viewer, wanted)
    if wanted.result in ("won", "lost"):
        found = found.filter(won=wanted.result == "won")
    return found


def seats_left_by(account_id: int, viewer: Viewer, wanted: PastFilter) -> QuerySet[Seat]:
    """The seats that an account has left after the deal."""
    left = Holder.objects.filter(account_id=account_id)
    if wanted.result in ("won", "lost"):
        left = left.filter(won=wanted.result == "won")
    seats = Seat.objects.filter(pk__in=left.values("seat_id"))
    return _listed(seats, account_id, viewer, wanted)


def _listed(
    seats: QuerySet[Seat], account_id: int, viewer: Viewer, wanted: PastFilter
) -> QuerySet[Seat]:
    asked = {f"match__{name}": value for name, value in _of_match(wanted).items()}
    if "match__title" in asked:
        asked["title"] = asked.pop("match__title")
    found = seats.filter(**asked)
    if viewer.pk != account_id:
        shared = seats_held_by(viewer).filter(match=OuterRef("match"))
        found = found.filter(Q(match__public=True) | Exists(shared))
    if wanted.result in ("running", "void"):
        found = found.filter(ended_at=None)  # few, however many are over
    if wanted.after.isascii() and wanted.after.isdecimal():
        found = found.filter(pk__lt=int(wanted.after[:18]))
    return found.select_related("match").defer("match__secret").order_by("-pk")


def dealt_seats(account_id: int) -> QuerySet[Seat]:
    """All that an account has played or plays: a seat has its title from the deal."""
    return Seat.objects.filter(account_id=account_id).exclude(title="")


def _of_match(wanted: PastFilter) -> dict[str, Any]:
    asked: dict[str, Any] = {}
    if wanted.title:
        asked["title"] = wanted.title
    if wanted.result in ("running", "over", "void"):
        asked["status"] = wanted.result
    if wanted.since:
        asked["created_at__gte"] = datetime.combine(wanted.since, time.min, UTC)
    if wanted.until:
        asked["created_at__lte"] = datetime.combine(wanted.until, time.max, UTC)
    return asked


def _key(match: Match) -> str:
    return f"{match.created_at.astimezone(UTC).isoformat()}_{match.pk}"


def _read_key(text: str) -> tuple[datetime, str] | None:
    made, _underscore, match_id = text.partition("_")
    try:
        return datetime.fromisoformat(made).astimezone(UTC), match_id
    except (ValueError, OverflowError):
        return None


def _page(matches: Sequence[Match], keys: Sequence[str], viewer: Viewer) -> PastPage:
    next_key = keys[PAGE_LENGTH - 1] if len(matches) > PAGE_LENGTH else ""
    return PastPage(rows(matches[:PAGE_LENGTH], viewer), next_key)
