"""What lies on the staff's desk: open reports, what stands still, what failed, who is new.

Numbers and names; of a match nothing that its public page would not tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django_tasks_db.models import DBTaskResult

from accounts.models import Appeal, User
from games.engine import EngineError
from games.matchlog import copies
from games.matchlog.access import Visit, names, names_in_log
from games.matchlog.audience import PUBLIC
from games.models import IDLE, Case, Claim, Clue, Complaint, Delivery, Match, Mute, Remark, Seat
from games.moderation import cases, clues
from games.moderation.charts import bars
from games.play.reliability import reliability
from games.rendering.claims import in_words
from games.rendering.lines import Reading, all_lines

SHOWN = 10
DAYS = 14
STALLED = timedelta(days=7)
STUCK = timedelta(minutes=10)  # a bot that has not moved
LATE = timedelta(days=1)  # after which a report has waited for too long
LINES_BEFORE, LINES_AFTER = 5, 5  # of the talk around a reported one
MOVES_AROUND = 2


@dataclass(frozen=True, slots=True)
class WaitingCase:
    """An open case in the queue."""

    case: Case
    reports: int
    right: int
    decided: int
    is_late: bool
    noticed: str = ""  # what the site has noticed, in a line

    @property
    def record_words(self) -> str:
        if self.case.is_noticed:
            return _("found by the site")
        if not self.reports:
            return _("for “{word}”").format(word=self.case.held_for)
        if not self.decided:
            return _("first report")
        return _("right {right} of {all}").format(right=self.right, all=self.decided)


@dataclass(frozen=True, slots=True)
class DayFigure:
    """A number of today, and the days before it."""

    name: str
    today: int
    chart: SafeString


def waiting(by: User, *, limit: int = SHOWN) -> list[WaitingCase]:
    found = list(cases.queue(by)[:limit])
    reporters = Complaint.objects.filter(case__in=found).values_list("case_id", "account_id")
    by_case: dict[int, set[int | None]] = {}
    for case_id, account_id in reporters:
        by_case.setdefault(case_id, set()).add(account_id)
    made, right = _records({pk for pks in by_case.values() for pk in pks if pk})
    noticed = _noticed(found)
    late = timezone.now() - LATE
    return [
        WaitingCase(
            case,
            len(by_case.get(case.pk, ())),
            sum(right[pk] for pk in by_case.get(case.pk, ()) if pk),
            sum(made[pk] for pk in by_case.get(case.pk, ()) if pk),
            case.opened_at < late,
            noticed.get(case.pk, ""),
        )
        for case in found
    ]


def _noticed(found: Sequence[Case]) -> dict[int, str]:
    """What the site has noticed in these cases, in a line each."""
    by_case: dict[int, list[Clue]] = {}
    rows = Clue.objects.filter(case__in=[case for case in found if case.is_noticed])
    for clue in rows.select_related("case", "other"):
        by_case.setdefault(clue.case_id, []).append(clue)
    return {case_id: clues.summary(rows) for case_id, rows in by_case.items()}


def _records(accounts: Iterable[int]) -> tuple[Counter[int], Counter[int]]:
    """How many cases each has reported that were decided, and how many of those were upheld."""
    decided = Complaint.objects.filter(account__in=set(accounts), case__decided_at__isnull=False)
    rows = decided.order_by().values_list("account_id", "case__verdict").annotate(n=Count("pk"))
    made, right = Counter[int](), Counter[int]()
    for account, verdict, count in rows:
        made[account] += count
        right[account] += count if verdict == Case.Verdict.UPHELD else 0
    return made, right


def counts(by: User) -> dict[str, int]:
    open_cases = Case.objects.filter(decided_at=None)
    shown = open_cases.exclude(cases.tied(by)).count()
    return {
        "open": shown,
        "kept_from": open_cases.count() - shown,
        "appeals": Appeal.objects.filter(decided_at=None).count(),
    }


def figures() -> list[DayFigure]:
    now = timezone.now()
    since = now - timedelta(days=DAYS)
    counted = [
        (_("Reports"), Complaint.objects.filter(made_at__gte=since).values_list("made_at", flat=True)),
        (_("Decided"), Case.objects.filter(decided_at__gte=since).values_list("decided_at", flat=True)),
        (_("New accounts"), User.objects.filter(date_joined__gte=since).values_list("date_joined", flat=True)),
        (_("Matches begun"), Match.objects.filter(started_at__gte=since).values_list("started_at", flat=True)),
    ]  # fmt: skip
    return [_figure(name, _by_day(rows, now)) for name, rows in counted]


def _by_day(moments: Iterable[datetime | None], now: datetime) -> list[int]:
    """How many on each of the last days, today last."""
    today = timezone.localtime(now).date()
    ages = Counter((today - timezone.localtime(at).date()).days for at in moments if at)
    return [ages[age] for age in range(DAYS - 1, -1, -1)]


def _figure(name: str, days: Sequence[int]) -> DayFigure:
    words = _("{name}: {today} today, {all} in {days} days").format(
        name=name, today=days[-1], all=sum(days), days=len(days)
    )
    return DayFigure(name, days[-1], bars(days, words=words))


def stalled() -> QuerySet[Match]:
    """Running matches in which nobody has moved for long, or in which a bot does not."""
    now = timezone.now()
    idle = Seat.objects.filter(IDLE, match=OuterRef("pk"), awaited_since__lt=now - STUCK)
    running = Match.objects.filter(status=Match.Status.RUNNING).defer("secret")
    slow = running.filter(moved_at__lt=now - STALLED)
    return (slow | running.filter(Exists(idle))).order_by("moved_at")


def newcomers() -> QuerySet[User]:
    since = timezone.now() - timedelta(days=1)
    return User.objects.filter(date_joined__gte=since).order_by("-date_joined")


def failed_tasks() -> list[tuple[str, int]]:
    """By name and number: a traceback may quote what the rules stumbled over."""
    since = timezone.now() - timedelta(days=1)
    failed = DBTaskResult.objects.filter(status="FAILED", finished_at__gte=since)
    counted = failed.order_by().values_list("task_path").annotate(n=Count("pk"))
    return [(path.rpartition(".")[2].replace("_", " "), n) for path, n in counted]


def undelivered() -> int:
    since = timezone.now() - timedelta(days=7)
    return Delivery.objects.filter(state=Delivery.State.FAILED, due_at__gte=since).count()


# A case


@dataclass(frozen=True, slots=True)
class TellingMove:
    """A choice that says something, in percent: how likely if the secret was known, and if not."""

    number: int
    known: int
    unknown: int


@dataclass(frozen=True, slots=True)
class ShownClue:
    """What the site has noticed at a match, as the page of its case shows it."""

    clue: Clue
    says: str
    telling: Sequence[TellingMove]

    @property
    def odds(self) -> str:
        """What the match alone says."""
        ratio = self.clue.facts.get("ratio")
        return clues.as_odds(ratio) if isinstance(ratio, float) else ""


def clues_of(case: Case) -> list[ShownClue]:
    rows = case.clues.select_related("case", "match", "account", "other").defer("match__secret")
    return [
        ShownClue(
            clue,
            clues.sentence(clue),
            [TellingMove(*numbers) for numbers in clue.facts.get("telling", ())],
        )
        for clue in rows
    ]


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """What the staff should know of somebody before they decide."""

    account: User
    record: cases.TrackRecord
    percent: int | None  # of moves in time
    matches: int
    sanctions: Sequence[object]


def person(account: User | None) -> KnownPerson | None:
    if account is None:
        return None
    known = reliability(account.pk)
    return KnownPerson(
        account,
        cases.record_of(account),
        known.percent if known.matches else None,
        Seat.objects.filter(account=account, match__number__isnull=False).count(),
        list(account.sanctions.select_related("issued_by")[:10]),
    )


def talk_around(case: Case) -> list[Remark]:
    """The lines before and after the reported one, in its channel; what is held back, too. Of a move
    or a claim: what the players said about that time.
    """
    told = case.remark
    if told is None:
        return _talk_at(case)
    there = Remark.objects.filter(match_id=told.match_id, channel=told.channel)
    there = there.select_related("account")
    before = there.filter(pk__lt=told.pk).order_by("-pk")[:LINES_BEFORE]
    after = there.filter(pk__gt=told.pk).order_by("pk")[:LINES_AFTER]
    return [*reversed(before), told, *after]


def _talk_at(case: Case) -> list[Remark]:
    if case.match_id is None or case.kind not in (Case.Kind.MOVE, Case.Kind.CLAIM):
        return []
    assert case.number is not None
    near = (case.number - MOVES_AROUND, case.number + MOVES_AROUND)
    said = Remark.objects.filter(match_id=case.match_id, channel=Remark.Channel.PLAYERS)
    around = said.filter(number__range=near).select_related("account").order_by("pk")
    return list(around[: LINES_BEFORE + LINES_AFTER + 1])


def quoted(case: Case) -> str:
    """What was reported, as people read it: of a claim its code is kept."""
    if case.kind != Case.Kind.CLAIM or case.match is None or case.number is None:
        return case.quote
    made = Claim.objects.filter(match=case.match, pk=int(case.key.partition(" ")[2])).first()
    if made is None:
        return case.quote
    words = in_words(as_the_public(case), case.quote, seat=made.seat, number=case.number)
    return words or case.quote


def who_blocks(case: Case) -> set[int]:
    """Which accounts have blocked whom it is about."""
    if case.about_id is None:
        return set()
    found = Mute.objects.filter(about_id=case.about_id, blocks=True)
    return set(found.values_list("account_id", flat=True))


def as_the_public(case: Case) -> Visit:
    """The match of a case as somebody without a seat finds it, at a table by invitation too."""
    assert case.match is not None
    rows = Seat.objects.filter(match=case.match).select_related("match").defer("match__secret")
    seats = list(rows.order_by("index").prefetch_related("holders"))
    return Visit(seats[0].match, seats, None)


def log_around(case: Case) -> list[tuple[int, str]]:
    """What everyone could read in the log around the move: the public copy, and nothing else."""
    if case.match is None or case.match.number is None or case.number is None:
        return []
    seats = as_the_public(case).seats
    try:
        copy = copies.of(case.match, PUBLIC)
        reading = Reading(copy, names(seats), None, names_by_move=names_in_log(seats))
        lines = all_lines(reading, since=max(case.number - MOVES_AROUND, 0))
    except EngineError:  # the log is damaged: the case is decided without it
        return []
    return [
        (line.move, str(line.text)) for line in lines if line.move <= case.number + MOVES_AROUND
    ]
