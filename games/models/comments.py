"""What is said about a match once it is over."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.match import Match


class Comment(models.Model):
    """What an account says about a move, once the match is over."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="comments")
    number = models.PositiveIntegerField(help_text="of the move")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.TextField(max_length=1000)
    made_at = models.DateTimeField()
    is_held = models.BooleanField(
        default=False, help_text="back, for a listed word: only its author and the staff read it"
    )
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
