"""The log, and the rounds that follow from it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.match import Match


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

    # The index of what is unique begins with it.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+", db_index=False)
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


class Round(models.Model):
    """One deal within a match, for lists and statistics. Derived from the log."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    starter = models.PositiveSmallIntegerField()
    first_move = models.PositiveIntegerField()
    last_move = models.PositiveIntegerField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    shown = models.JSONField(null=True, blank=True, help_text="what was turned up at its end")

    class Meta:
        ordering: ClassVar = ["match_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_round_per_number"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.match_id}"
