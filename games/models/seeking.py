"""What accounts ask for when they look for company."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Seek(models.Model):
    """An account that looks for a table of a title, at a pace, with so many people.

    It is gone when a table is found, when it is withdrawn and when its time is up.
    """

    # No indexes of their own: the constraint and `seek_wish` begin with these.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seeks", db_index=False
    )
    title = models.CharField(max_length=50)
    pace = models.CharField(max_length=20)
    size = models.PositiveSmallIntegerField(help_text="how many seats")
    made_at = models.DateTimeField()
    bots_at = models.DateTimeField(
        null=True, blank=True, help_text="when bots take the seats that are left; none: never"
    )
    expires_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]
        indexes: ClassVar = [
            models.Index(fields=["title", "pace", "size", "made_at"], name="seek_wish"),
            models.Index(fields=["expires_at"], name="seek_expires"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["account", "title", "pace", "size"], name="one_seek_per_wish"
            ),
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("made_at")), name="seek_ends_after_it_began"
            ),
            models.CheckConstraint(
                condition=Q(bots_at=None) | Q(bots_at__lt=F("expires_at")),
                name="seek_takes_bots_before_it_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"search of account {self.account_id}"
