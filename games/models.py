"""The log, and what lists and clocks need beside it.

`Move` is the truth. `Round`, and every column marked "derived", can be deleted and built again
from the log by `play.rebuild`; only `play` writes them.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.clocks import Span, Terms, words

ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH = 10
# What the indexes of lists hold, and nothing else: so none grows with what it does not list.
PAST = Q(public=True, number__isnull=False)  # dealt, and anyone may look
GATHERING = Q(public=True, status="open")
TO_WATCH = Q(public=True, status="running")
UNFINISHED = ("running", "frozen")  # matches that may go on
OFFERED = Q(offered="anyone", ended_at__isnull=True)  # seats that any substitute may take
IDLE = Q(awaited_since__isnull=False) & ~Q(bot="", keeper="")  # seats where a bot is to act
TOKEN_LENGTH = 26
QUESTION_LASTS = timedelta(days=2)  # one to all players


def new_id() -> str:
    """Ten random base32 characters: fifty bits, so that nobody finds a match by trying."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_edition() -> int:
    """No count: a database that is set back must not come to an edition that was shown before."""
    return secrets.randbelow(2**31)


def new_token() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(TOKEN_LENGTH))


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


# Why a match was called off, by the code that is stored.
_REASONS = {
    "given_up": _("It was given up: nobody else was playing."),
    "agreed": _("Everyone agreed to end it, without a result."),
}


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

    # A question to all: shall the match be called off? Without a seat it is not asked any more.
    end_asked_at = models.DateTimeField(null=True, blank=True)
    end_asked_by = models.PositiveSmallIntegerField(null=True, blank=True, help_text="seat")

    # Chance. The commitment is shown from the start, the secret never before the end.
    secret = models.BinaryField(max_length=32, editable=False)
    commitment = models.CharField(max_length=64, editable=False)

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
            models.Index(
                fields=["end_asked_at"],
                name="match_end_asked",
                condition=Q(end_asked_by__isnull=False),
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
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.id})"

    @property
    def is_dealt(self) -> bool:
        return self.number is not None

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


class Seat(models.Model):
    """A place at a table, held by an account or a bot, or free until the deal.

    After the deal a seat without account and name was an account's that has been deleted.
    """

    class Offer(models.TextChoices):
        """Who may take a seat at a running table."""

        ANYONE = "anyone"
        LINK = "link"

    # No indexes of their own: `one_seat_per_index` and `seat_of_account` begin with these.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        db_index=False,
    )
    bot = models.CharField(max_length=30, blank=True, default="")
    keeper = models.CharField(
        max_length=30,
        blank=True,
        default="",
        help_text="who plays on while the account does not",
    )
    name = models.CharField(max_length=150, blank=True, default="")
    offered = models.CharField(
        max_length=10,
        blank=True,
        default="",
        choices=Offer.choices,
        help_text="to whom, after the deal, as a substitute",
    )
    agrees_to_end = models.BooleanField(default=False)
    held_from = models.PositiveIntegerField(default=0, help_text="the first move of its holder")
    ready = models.BooleanField(default=False)
    ready_at = models.DateTimeField(null=True, blank=True)
    contribution = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - a bot gives none, which is not an empty one
    contribution_from = models.CharField(max_length=10, blank=True, default="")
    seen = models.IntegerField(default=-1, help_text="the last move this account has looked at")
    back = models.IntegerField(
        default=-1, help_text="the last move when the account said: I am here"
    )

    # Derived from the log.
    awaited_since = models.DateTimeField(null=True, blank=True)
    answers = models.PositiveIntegerField(default=0, help_text="moves by an account")
    answer_ms = models.PositiveBigIntegerField(default=0, help_text="what they took together")
    asked_at = models.DateTimeField(
        null=True, blank=True, help_text="since when its clock runs; a freeze does not move it"
    )
    given_ms = models.PositiveBigIntegerField(default=0, help_text="by others, for this answer")
    bank_ms = models.PositiveBigIntegerField(null=True, blank=True, help_text="in reserve")
    reserve_at = models.DateTimeField(
        null=True, blank=True, help_text="when it begins to use its reserve"
    )
    deadline = models.DateTimeField(null=True, blank=True, help_text="when its time is up")
    kept = models.PositiveSmallIntegerField(default=0, help_text="keeper’s moves in a row")
    missed = models.PositiveIntegerField(default=0, help_text="keeper’s moves for this holder")
    won = models.BooleanField(null=True, blank=True, help_text="once the match is over")
    # Copied from the match, so that what an account has played is listed and counted along indexes
    # of seats: to look thousands of matches up for that took ten times as long as the page.
    title = models.CharField(max_length=50, blank=True, default="", help_text="once it is dealt")
    ended_at = models.DateTimeField(null=True, blank=True, help_text="once the match is over")

    class Meta:
        ordering: ClassVar = ["match_id", "index"]
        indexes: ClassVar = [
            models.Index(
                fields=["account", "awaited_since"],
                name="seat_awaited",
                condition=Q(awaited_since__isnull=False),
            ),
            models.Index(fields=["awaited_since"], name="seat_idle", condition=IDLE),
            models.Index(F("id").desc(), name="seat_offered", condition=OFFERED),
            models.Index("account", F("id").desc(), name="seat_of_account"),
            models.Index(
                "account",
                F("id").desc(),
                name="seat_unfinished",
                condition=Q(ended_at__isnull=True),
            ),
            models.Index(
                fields=["account", "-ended_at"],
                name="seat_finished",
                condition=Q(ended_at__isnull=False),
            ),
            models.Index("account", "title", F("id").desc(), name="seat_of_account_title"),
            models.Index(
                fields=["account", "title", "won"],
                name="seat_results",
                condition=Q(won__isnull=False),
            ),
            # One for each: a query for those that were won says `won`, not `won = true`.
            models.Index("account", F("id").desc(), name="seat_won", condition=Q(won=True)),
            models.Index("account", F("id").desc(), name="seat_lost", condition=Q(won=False)),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "index"], name="one_seat_per_index"),
            models.UniqueConstraint(fields=["match", "account"], name="one_account_per_match"),
            models.CheckConstraint(
                condition=Q(account__isnull=True) | Q(bot=""), name="seat_has_one_holder"
            ),
            models.CheckConstraint(
                condition=Q(account__isnull=False) | Q(keeper=""), name="keeper_keeps_for_somebody"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of {self.match_id}"

    @property
    def is_free(self) -> bool:
        return self.account_id is None and not self.bot

    @property
    def is_played(self) -> bool:
        """By its account. Whoever is away does not, and neither does a bot."""
        return self.account_id is not None and not self.keeper

    @property
    def acting_bot(self) -> str:
        """The bot that moves here, if one does."""
        return self.bot or self.keeper


class Holder(models.Model):
    """An account that has left a seat after the deal. Who holds it now, the seat says.

    Between two holders the keeper plays, in the name of the one before.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="holders")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    name = models.CharField(max_length=150, blank=True, default="")
    first = models.PositiveIntegerField(help_text="move that was theirs to make")
    last = models.PositiveIntegerField(help_text="move before they left")
    left_at = models.DateTimeField()
    title = models.CharField(max_length=50)
    answers = models.PositiveIntegerField(default=0, help_text="moves by the account")
    missed = models.PositiveIntegerField(default=0, help_text="moves by the keeper meanwhile")

    # Derived from the log.
    won = models.BooleanField(
        null=True, blank=True, help_text="once the match is over, if it counts for this holder"
    )

    class Meta:
        ordering: ClassVar = ["seat_id", "first", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "account"], name="one_seat_left_per_match"),
        ]

    def __str__(self) -> str:
        return f"former holder of seat {self.seat_id}"


class Round(models.Model):
    """One deal within a match, for lists and statistics. Derived from the log."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    starter = models.PositiveSmallIntegerField()
    first_move = models.PositiveIntegerField()
    last_move = models.PositiveIntegerField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["match_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_round_per_number"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.match_id}"


class Move(models.Model):
    """One logged step. Rows are inserted by `play` and never changed.

    There is no way from a match to its moves but a query on this model, so that whoever only
    renders cannot stumble over what a seat may not read.
    """

    class By(models.TextChoices):
        DEAL = "deal"
        ACCOUNT = "account"
        BOT = "bot"
        KEEPER = "keeper"
        CLOCK = "clock"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=10, choices=By.choices)
    action = models.JSONField()
    events = models.JSONField()
    draws = models.JSONField()
    at = models.DateTimeField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["match_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_move_per_number"),
            models.CheckConstraint(
                condition=Q(by__in=["deal", "clock"], seat__isnull=True)
                | Q(by__in=["account", "bot", "keeper"], seat__isnull=False),
                name="move_has_a_maker",
            ),
        ]

    def __str__(self) -> str:
        return f"move {self.number} of {self.match_id}"


class Freeze(models.Model):
    """A time in which a match stood still. No move, so the log does not know of it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="freezes")
    number = models.PositiveIntegerField(help_text="of the last move before")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200)

    class Meta:
        ordering: ClassVar = ["match_id", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(ended_at=None), name="one_freeze_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"freeze of {self.match_id}"

    @property
    def lasted(self) -> timedelta:
        """Nothing yet for one that is not over."""
        return (self.ended_at or self.began_at) - self.began_at


class Stop(models.Model):
    """A time in which clocks stand: those of one seat, of a match, or (no match) of all."""

    class Kind(models.TextChoices):
        PAUSE = "pause"
        DAYS_OFF = "days_off"
        OUTAGE = "outage"

    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    began_at = models.DateTimeField()
    # What is still to come of a stop may change, what is past never.
    ended_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(fields=["ended_at"], name="stop_of_all", condition=Q(match=None)),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(kind="outage", match__isnull=True, seat__isnull=True)
                | Q(kind="pause", match__isnull=False, seat__isnull=True)
                | Q(kind="days_off", match__isnull=False, seat__isnull=False),
                name="stop_is_of_its_kind",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__gte=F("began_at")), name="stop_ends_after_it_began"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.match_id or 'all tables'}"


class TimeGiven(models.Model):
    """More time for the answer that a seat owes, or a clock set as at the deal."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(help_text="of the last move before")
    seat = models.PositiveSmallIntegerField()
    seconds = models.PositiveIntegerField(
        null=True, blank=True, help_text="none: the clock begins afresh"
    )
    giver = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the seat that gave")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"time given at {self.match_id}"

    @property
    def time(self) -> timedelta | None:
        return None if self.seconds is None else timedelta(seconds=self.seconds)


class PauseRequest(models.Model):
    """A question to all who play: shall the clocks of this table stand until then?"""

    class Outcome(models.TextChoices):
        OPEN = "", "waiting for answers"
        AGREED = "agreed"
        REFUSED = "refused"
        EXPIRED = "expired"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(help_text="who asks")
    until = models.DateTimeField()
    why = models.CharField(max_length=120, blank=True, default="")
    asked_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    agreed = models.JSONField(default=list, help_text="the seats that have agreed")
    outcome = models.CharField(max_length=10, blank=True, default="", choices=Outcome.choices)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(fields=["expires_at"], name="request_open", condition=Q(outcome="")),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(outcome=""), name="one_request_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"request for a pause at {self.match_id}"

    def to_json(self) -> dict[str, object]:
        """What its match remembers of it while it is open."""
        moments = {"until": self.until.isoformat(), "expires_at": self.expires_at.isoformat()}
        return {"seat": self.seat, "why": self.why, "agreed": self.agreed, **moments}


class DaysOff(models.Model):
    """Days in which the clocks of an account stand, at every table that allows it."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="days_off"
    )
    first = models.DateField()
    last = models.DateField()
    began_at = models.DateTimeField(help_text="midnight where the account lives")
    ended_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["account_id", "first"]
        verbose_name_plural = "days off"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(last__gte=F("first")), name="days_off_end_after_they_began"
            ),
        ]

    def __str__(self) -> str:
        return f"days off from {self.first} to {self.last}"

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1


class Heartbeat(models.Model):
    """When the site last looked at its clocks. There is one row."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"alive at {self.at}"


class Invitation(models.Model):
    """A way in: a link that works once, or an account asked by name.

    After the deal it is a link to one seat, which is offered to a substitute.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="invitations",
    )
    index = models.PositiveSmallIntegerField(null=True, blank=True, help_text="of the seat offered")
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "index"],
                condition=Q(index__isnull=False, used_at__isnull=True),
                name="one_open_link_per_seat",
            ),
            models.UniqueConstraint(
                fields=["match", "account"],
                condition=Q(account__isnull=False, used_at__isnull=True),
                name="one_open_invitation_per_account",
            ),
        ]

    def __str__(self) -> str:
        return f"invitation to {self.match_id}"


class Kick(models.Model):
    """An account that the host has sent away from a table. Only a later invitation lets it back."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="kicks")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "account"], name="one_kick_per_account"),
        ]

    def __str__(self) -> str:
        return f"kick from {self.match_id}"


class Comment(models.Model):
    """What an account says about a move, once the match is over."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="comments")
    number = models.PositiveIntegerField(help_text="of the move")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.TextField(max_length=1000)
    made_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True, help_text="by the staff")
    removed_reason = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["match_id", "number", "pk"]
        indexes: ClassVar = [models.Index(fields=["match", "number"], name="comments_of_move")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(removed_at=None) | Q(text=""), name="comment_removed_says_nothing"
            ),
        ]

    def __str__(self) -> str:
        return f"comment on move {self.number} of {self.match_id}"
