"""What players claim in public. Beside the log: a claim is no move and makes no edition."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.match import Match


class Claim(models.Model):
    """A seat’s claim, by a code of its title. Whether it is true is never asked while others play."""

    class Proved(models.TextChoices):
        """What it turned out to be, when the match was over; derived."""

        TRUE = "true", "true"
        UNTRUE = "untrue", "not true"
        GUESS = "guess", "a guess"

    # No index of its own: the constraint on positions begins with it.
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="claims", db_index=False
    )
    position = models.PositiveIntegerField(help_text="at its match, from 1")
    seat = models.PositiveSmallIntegerField(help_text="that claims")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,  # `claim_of_account` begins with it
        help_text="that held the seat then",
    )
    code = models.CharField(max_length=60, blank=True, help_text="of the title’s claim")
    number = models.PositiveIntegerField(help_text="of the last move before it")
    key = models.CharField(max_length=40, help_text="the account’s own: the same is claimed once")
    made_at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True, blank=True)
    proved = models.CharField(max_length=10, choices=Proved.choices, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["match_id", "position"]
        indexes: ClassVar = [
            models.Index(fields=["account", "made_at"], name="claim_of_account"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "position"], name="one_claim_per_position"),
            models.UniqueConstraint(fields=["match", "account", "key"], name="a_claim_made_once"),
            models.CheckConstraint(
                condition=Q(taken_back_at=None) | Q(code=""), name="claim_taken_back_says_nothing"
            ),
        ]

    def __str__(self) -> str:
        return f"claim {self.position} at {self.match_id}"


class TruthShare(models.Model):
    """An account that lets its page tell how often its claims were true."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )

    def __str__(self) -> str:
        return f"truth shared by {self.account_id}"
