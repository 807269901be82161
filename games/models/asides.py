"""What the log tells between moves."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.match import Match


class Aside(models.Model):
    """Something about time or seats that everybody at the table is told, beside the log.

    No move, and nothing of the cards: everyone reads it alike. Written with another edition of its
    match, so that what was read of an edition stays true.
    """

    class Kind(models.TextChoices):
        MORE_TIME = "more_time"
        PAUSE_ASKED = "pause_asked"
        PAUSE_REFUSED = "pause_refused"
        PAUSED = "paused"
        PAUSE_ENDED = "pause_ended"
        DAYS_OFF = "days_off"
        DAYS_OFF_ENDED = "days_off_ended"
        OUTAGE = "outage"
        OPENED = "opened"
        BACK = "back"
        LEFT = "left"
        TAKEN = "taken"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(help_text="of the last move before")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="whom it is about")
    giver = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the seat that gave")
    seconds = models.PositiveIntegerField(null=True, blank=True, help_text="for how long")
    since = models.DateTimeField(null=True, blank=True, help_text="of what is still to come")
    until = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} at {self.match_id}"
