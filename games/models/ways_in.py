"""Who may sit down at a table: invitations, and whom the host has sent away."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.ids import TOKEN_LENGTH, new_token
from games.models.match import Match


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
