"""The places at a table: who holds them, and who did."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.match import Match

# What indexes hold, and nothing else.
OFFERED = Q(offered="anyone", ended_at__isnull=True)  # seats that any substitute may take
WITH_CLOCK = Q(bank_ms__isnull=False)  # seats at tables with a clock, once they are dealt
IDLE = Q(awaited_since__isnull=False) & ~Q(bot="", keeper="")  # seats where a bot is to act


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
    seen_at = models.DateTimeField(
        null=True, blank=True, help_text="when that was, in a tab that was visible"
    )
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
            models.Index("account", F("id").desc(), name="seat_clocked", condition=WITH_CLOCK),
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
