"""A match: what was agreed, how it stands, and what lists and clocks need of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.clocks import Span, Terms, words
from games.models.ids import ID_LENGTH, new_id

# What the indexes of lists hold, and nothing else: so none grows with what it does not list.
PAST = Q(public=True, number__isnull=False)  # dealt, and anyone may look
GATHERING = Q(public=True, status="open")
TO_WATCH = Q(public=True, status="running")
UNFINISHED = ("running", "frozen")  # matches that may go on
QUESTION_LASTS = timedelta(days=2)  # one to all players

# Why a match was called off, by the code that is stored.
_REASONS = {
    "given_up": _("It was given up: nobody else was playing."),
    "agreed": _("Everyone agreed to end it, without a result."),
}


class StopSpan(NamedTuple):
    """A stop as its match remembers it."""

    seat: int | None
    kind: str
    span: Span

    def to_json(self) -> list[object]:
        return [self.seat, self.kind, *(moment.isoformat() for moment in self.span)]

    @classmethod
    def from_json(cls, row: list[Any]) -> StopSpan:
        began_at, ended_at = map(datetime.fromisoformat, row[2:])
        return cls(row[0], row[1], Span(began_at, ended_at))


class Match(models.Model):
    """People playing a title. Before the deal it is a table with free seats."""

    class Status(models.TextChoices):
        OPEN = "open", "waiting for players"
        RUNNING = "running", "running"
        FROZEN = "frozen", "frozen"
        OVER = "over", "over"
        VOID = "void", "void"

    class Pace(models.TextChoices):
        """What hosts asked of the players before there were clocks. Nothing holds them to it."""

        NOW = "now", _("at once")
        DAY = "day", _("a move a day")
        WEEK = "week", _("a move a week, relaxed")

    class Talk(models.TextChoices):
        """What may be said at the table."""

        ALL = "all", _("Everything")
        PHRASES = "phrases", _("Phrases and claims only")
        NOTHING = "nothing", _("Nothing: the table plays in silence")

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    # No choices: titles are found by scanning, and none needs a migration.
    title = models.CharField(max_length=50)
    version = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    size = models.PositiveSmallIntegerField(help_text="how many seats")
    options = models.JSONField(default=dict)
    pace = models.CharField(max_length=20, blank=True, default="")
    # Those of the pace, which may have others by now (decision 14). None: there is no clock.
    terms = models.JSONField(null=True, blank=True)
    public = models.BooleanField(default=True)
    asks = models.PositiveSmallIntegerField(
        default=0, help_text="how many percent of their moves in time whoever sits down has made"
    )
    talk = models.CharField(max_length=10, choices=Talk.choices, default=Talk.ALL)
    talk_private = models.BooleanField(
        default=False, help_text="what players said stays theirs when the match is over"
    )
    knowing = models.BooleanField(
        default=True, help_text="whether the site counts for everyone what they can know"
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    reason = models.CharField(max_length=200, blank=True, default="")
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    # Another one whenever something beside the log changes what a page shows: a holder, a name,
    # a status.
    edition = models.PositiveIntegerField(default=0)

    handed_over = models.BooleanField(
        default=False, help_text="whether a seat had another holder before"
    )

    has_asides = models.BooleanField(
        default=False, help_text="whether the log tells something between moves"
    )

    looked_into = models.BooleanField(
        default=False,
        help_text="whether the staff have opened its secrets, which is told at its end",
    )

    examined_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when the site has looked at it for clues, once it was over",
    )

    # A question to all: shall the match be called off? Without a seat it is not asked any more.
    end_asked_at = models.DateTimeField(null=True, blank=True)
    end_asked_by = models.PositiveSmallIntegerField(null=True, blank=True, help_text="seat")

    # Chance. The commitment is shown from the start, the secret never before the end.
    secret = models.BinaryField(max_length=32, editable=False)
    commitment = models.CharField(max_length=64, editable=False)

    # Here, so that a move need not write a row more.
    news_at = models.DateTimeField(
        null=True, blank=True, help_text="since when nobody has looked what there is to tell of it"
    )

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)

    # Derived from the log.
    number = models.IntegerField(null=True, blank=True, help_text="of the last move")
    digest = models.CharField(max_length=64, blank=True, default="", help_text="of the last move")
    round = models.PositiveSmallIntegerField(default=0)
    moved_at = models.DateTimeField(null=True, blank=True)
    lapse_since = models.DateTimeField(null=True, blank=True)
    lapse_seconds = models.PositiveIntegerField(null=True, blank=True)
    deadline = models.DateTimeField(
        null=True, blank=True, help_text="when the title's own clock acts, which runs since then"
    )
    # From rows beside the log, so that a move need not read them: what stops the clocks that run.
    stops = models.JSONField(default=list, blank=True)
    pause_asked = models.JSONField(null=True, blank=True, help_text="the open request")
    clock_at = models.DateTimeField(
        null=True, blank=True, help_text="when a seat's time is up, or a break begins or ends"
    )
    outcome = models.JSONField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        indexes: ClassVar = [
            # Read from one end for the newest tables, from the other for those that are stale.
            models.Index(fields=["created_at"], name="match_open", condition=Q(status="open")),
            models.Index(
                fields=["title", "-created_at"], name="match_open_title", condition=GATHERING
            ),
            models.Index(fields=["-moved_at"], name="match_watched", condition=TO_WATCH),
            models.Index(
                fields=["title", "-moved_at"], name="match_watched_title", condition=TO_WATCH
            ),
            models.Index(
                fields=["deadline"], name="match_due", condition=Q(deadline__isnull=False)
            ),
            models.Index(
                fields=["clock_at"], name="match_clock", condition=Q(clock_at__isnull=False)
            ),
            models.Index(fields=["news_at"], name="match_news", condition=Q(news_at__isnull=False)),
            models.Index(
                fields=["end_asked_at"],
                name="match_end_asked",
                condition=Q(end_asked_by__isnull=False),
            ),
            models.Index(
                fields=["ended_at"],
                name="match_to_examine",
                condition=Q(status="over", examined_at__isnull=True),
            ),
            # Lists of what has been played, newest first: read in this order, a page at a time.
            models.Index(F("created_at").desc(), F("id").desc(), name="match_past", condition=PAST),
            models.Index(
                "title",
                F("created_at").desc(),
                F("id").desc(),
                name="match_past_title",
                condition=PAST,
            ),
            models.Index(
                "status",
                F("created_at").desc(),
                F("id").desc(),
                name="match_past_status",
                condition=PAST,
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status__in=["open", "running", "frozen", "over", "void"]),
                name="match_status_is_known",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=["running", "over", "frozen"]) | Q(number__isnull=False),
                name="match_under_way_is_dealt",
            ),
            models.CheckConstraint(
                condition=~Q(status="open") | Q(number__isnull=True),
                name="match_open_is_not_dealt",
            ),
            models.CheckConstraint(condition=Q(asks__lte=100), name="match_asks_for_percent"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.id})"

    @property
    def tells_knowing(self) -> bool:
        """Whether the site counts for everyone. When nobody plays any more, it does anyway."""
        return self.knowing or self.status == Match.Status.OVER

    @property
    def is_dealt(self) -> bool:
        return self.number is not None

    @property
    def has_claims(self) -> bool:
        """Whether its players may claim something now."""
        return self.is_dealt and self.status in UNFINISHED and self.talk != Match.Talk.NOTHING

    @property
    def clock_terms(self) -> Terms | None:
        return None if self.terms is None else Terms.from_json(self.terms)

    @property
    def stop_spans(self) -> list[StopSpan]:
        return [StopSpan.from_json(row) for row in self.stops]

    @property
    def end_asked_until(self) -> datetime | None:
        """When the question to all runs out; None while nothing is asked."""
        is_asked = self.end_asked_at is not None and self.end_asked_by is not None
        return self.end_asked_at + QUESTION_LASTS if is_asked and self.end_asked_at else None

    @property
    def reason_words(self) -> str:
        """Why it is not going on; what the staff have written is as they wrote it."""
        return str(_REASONS.get(self.reason, self.reason))

    @property
    def pace_words(self) -> str:
        """Nothing for a table whose host asked for nothing."""
        terms = self.clock_terms
        if terms is not None:
            return words.in_short(terms)
        return str(dict(self.Pace.choices).get(self.pace, ""))

    @property
    def clock_words(self) -> list[str]:
        """All that its clock does, for whoever is about to sit down."""
        terms = self.clock_terms
        return [] if terms is None else [words.in_full(terms), words.what_it_does(terms)]

    @property
    def break_words(self) -> str:
        terms = self.clock_terms
        return "" if terms is None else words.breaks(terms)
