"""The notebook of an account. Nobody else ever gets any of it: these rows are in no list of the
staff's, and go with the account.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.match import Match


class Note(models.Model):
    """What an account has written down about a match, or about somebody."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
    )
    text = models.TextField(max_length=2000)
    changed_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "match"], name="one_note_per_match"),
            models.UniqueConstraint(fields=["account", "about"], name="one_note_per_person"),
            models.CheckConstraint(
                condition=Q(match__isnull=True) ^ Q(about__isnull=True),
                name="note_is_about_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"


class Suspicion(models.Model):
    """What an account thought of a seat from a move on."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField(help_text="of the move after which it was set")
    level = models.PositiveSmallIntegerField(help_text="from 0, surely loyal, to 4")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["account", "match", "seat", "number"], name="one_suspicion_per_move"
            ),
            models.CheckConstraint(condition=Q(level__lte=4), name="suspicion_has_five_levels"),
        ]

    def __str__(self) -> str:
        return f"suspicion {self.pk}"
