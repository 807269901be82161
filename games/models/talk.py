"""What is said at a table, who has read how far, and whom somebody does not want to hear.

Beside the log: none of these is a move, and none makes an edition.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.match import Match


class Remark(models.Model):
    """Something said at a table: a text, or the code of a phrase or an emote."""

    class Channel(models.TextChoices):
        TABLE = "table", "at the open table"
        PLAYERS = "players", "players"
        SPECTATORS = "spectators", "spectators"
        ALL = "all", "everyone, after the end"

    class Kind(models.TextChoices):
        TEXT = "text"
        PHRASE = "phrase"
        EMOTE = "emote"

    # No index of its own: `remark_in_order` begins with it.
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="remarks", db_index=False
    )
    channel = models.CharField(max_length=10, choices=Channel.choices)
    # What a page calls it by. A primary key would tell that others, elsewhere, are talking too.
    position = models.PositiveIntegerField(
        help_text="in its channel, from 1; while it is held back, among its speaker’s held ones"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    text = models.TextField(max_length=500)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,  # `remark_of_account` begins with it
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="of the speaker, then")
    number = models.PositiveIntegerField(
        null=True, blank=True, help_text="of the last move before it"
    )
    key = models.CharField(max_length=40, help_text="the speaker’s own: the same is said once")
    made_at = models.DateTimeField()
    is_held = models.BooleanField(
        default=False, help_text="back, for a listed word: only its speaker and the staff read it"
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True, help_text="by the staff")
    hidden_reason = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["match_id", "pk"]
        indexes: ClassVar = [
            models.Index(fields=["match", "id"], name="remark_in_order"),
            models.Index(fields=["account", "made_at"], name="remark_of_account"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "channel", "position"],
                condition=Q(is_held=False),
                name="one_remark_per_position",
            ),
            models.UniqueConstraint(
                fields=["match", "account", "position"],
                condition=Q(is_held=True),
                name="one_held_remark_per_position",
            ),
            models.UniqueConstraint(
                fields=["match", "account", "key"], name="a_remark_is_said_once"
            ),
            models.CheckConstraint(
                condition=Q(taken_back_at=None) | Q(text=""), name="remark_taken_back_says_nothing"
            ),
        ]

    def __str__(self) -> str:
        return f"remark {self.channel[0]}{self.position} at {self.match_id}"


class ReadMark(models.Model):
    """Up to which remark and which claim an account has read a match’s talk."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+", db_index=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    remark = models.BigIntegerField(help_text="the last one’s primary key")
    claim = models.PositiveIntegerField(default=0, help_text="the last one’s position")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "account"], name="one_read_mark_per_account"),
        ]

    def __str__(self) -> str:
        return f"read up to {self.remark} at {self.match_id}"


class Mute(models.Model):
    """An account does not want to hear another: at one table, everywhere, or at all (a block)."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
        help_text="who does not want to hear",
    )
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey(
        Match,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="none: everywhere",
    )
    blocks = models.BooleanField(
        default=False, help_text="no invitations, no joining this account’s tables"
    )
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["account", "about", "match"], name="one_mute_per_table"
            ),
            models.UniqueConstraint(
                fields=["account", "about"],
                condition=Q(match__isnull=True),
                name="one_mute_everywhere",
            ),
            models.CheckConstraint(
                condition=Q(blocks=False) | Q(match__isnull=True), name="block_is_everywhere"
            ),
        ]

    def __str__(self) -> str:
        return f"mute of {self.about_id} by {self.account_id}"
