"""What changes time beside the log: freezes, stops, time given, requests, days off, the heartbeat."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.match import Match


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
    """When a part of the site last said that it is there. There is one row for each part."""

    class Part(models.IntegerChoices):
        """By its primary key: whoever looks at the clocks, and whoever serves pages."""

        WORKERS = 1
        PAGES = 2

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"alive at {self.at}"
