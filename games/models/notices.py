"""What accounts are told: notices, each one's ways out, and what accounts chose about them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.ids import TOKEN_LENGTH, new_token
from games.models.match import Match

# What indexes hold, and nothing else.
UNREAD = Q(read_at__isnull=True)
WAITING = Q(state="waiting")


class Notice(models.Model):
    """That an account is told something, once. On the site it stands under the bell."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", db_index=False
    )
    kind = models.CharField(max_length=20)  # no choices: `games.notices.kinds` has them
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    number = models.BigIntegerField(help_text="of the move, or of the row, that it is about")
    facts = models.JSONField(default=dict, blank=True, help_text="public ones: seats and moments")
    made_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    warn_at = models.DateTimeField(
        null=True, blank=True, help_text="when four fifths of the time for this turn are gone"
    )

    class Meta:
        indexes: ClassVar = [
            models.Index("account", F("made_at").desc(), F("id").desc(), name="notice_newest"),
            models.Index(fields=["account"], name="notice_unread", condition=UNREAD),
            models.Index(
                fields=["warn_at"], name="notice_warns", condition=Q(warn_at__isnull=False)
            ),
            models.Index(fields=["made_at"], name="notice_oldest"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["account", "kind", "match", "number"], name="noticed_once"
            ),
            models.UniqueConstraint(
                fields=["account", "kind", "number"],
                condition=Q(match=None),
                name="noticed_once_beside_matches",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.account_id}"


class Delivery(models.Model):
    """A notice on its way to its account by one channel: told once, whatever is retried."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENDING = "sending"
        SENT = "sent"
        DROPPED = "dropped", "not worth telling any more"
        FAILED = "failed"

    class Channel(models.TextChoices):
        MAIL = "mail"
        PUSH = "push"
        HOOK = "hook"
        CLOSE = "close", "take back what was pushed"

    # Found by `told_once_by_browser`, which begins with it.
    notice = models.ForeignKey(
        Notice, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    channel = models.CharField(max_length=10, choices=Channel.choices)
    # The notice's, so that those which are due are found account by account.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    browser = models.ForeignKey(
        "PushSubscription",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="that is pushed to; each is told for itself",
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    due_at = models.DateTimeField()
    # Those that go out together: whoever sends them again sends the same message again.
    message = models.CharField(max_length=32, blank=True, default="")
    claimed_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="delivery_due", condition=WAITING),
            models.Index(
                fields=["account", "due_at"], name="delivery_of_account", condition=WAITING
            ),
            models.Index(
                fields=["claimed_at"], name="delivery_claimed", condition=Q(state="sending")
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["notice", "channel"], condition=Q(browser=None), name="told_once"
            ),
            models.UniqueConstraint(
                fields=["notice", "channel", "browser"], name="told_once_by_browser"
            ),
            models.CheckConstraint(
                condition=Q(browser=None) ^ Q(channel__in=["push", "close"]),
                name="delivery_to_a_browser_is_pushed",
            ),
            models.CheckConstraint(
                condition=~Q(state="sending") | Q(claimed_at__isnull=False),
                name="delivery_sending_is_claimed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel} about {self.notice_id}"


class Reach(models.Model):
    """How an account wants to be reached. No row: as `games.notices.kinds` says by itself."""

    class Rhythm(models.TextChoices):
        NOW = "now"
        HOUR = "hour"
        DAY = "day"

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    kinds = models.JSONField(default=dict, help_text="kind, channel: what differs from the default")
    rhythm = models.CharField(max_length=4, choices=Rhythm.choices, default=Rhythm.NOW)
    hour = models.PositiveSmallIntegerField(default=18, help_text="of the daily mail")
    # Hours of the account's own day. The same twice: no hour is quiet.
    quiet_from = models.PositiveSmallIntegerField(default=0)
    quiet_until = models.PositiveSmallIntegerField(default=0)
    mailed_at = models.DateTimeField(null=True, blank=True, help_text="the last of our mails")
    feed = models.CharField(
        max_length=TOKEN_LENGTH, null=True, blank=True, unique=True, help_text="secret of the links"
    )
    bounced = models.EmailField(blank=True, default="", help_text="the address that did")

    class Meta:
        verbose_name_plural = "reach"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(hour__lte=23, quiet_from__lte=23, quiet_until__lte=23),
                name="reach_hours_are_hours",
            ),
        ]

    def __str__(self) -> str:
        return f"reach of {self.account_id}"


class MutedTable(models.Model):
    """A table about which an account is told on the site alone."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "match"], name="muted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} muted"


class PushSubscription(models.Model):
    """A browser that asked to be told with no page of ours open: where, and under which keys."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    address = models.CharField(max_length=500, unique=True)
    key = models.CharField(max_length=100, help_text="the browser’s public one: P-256, base64url")
    auth = models.CharField(max_length=40, help_text="what we share with the browser, base64url")
    name = models.CharField(max_length=60, blank=True, default="")
    made_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"browser of {self.account_id}"


class Webhook(models.Model):
    """An address of an account's own that is told, too."""

    class Style(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", "JSON"

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    style = models.CharField(max_length=10, choices=Style.choices, default=Style.DISCORD)
    address = models.CharField(max_length=500)
    secret = models.CharField(max_length=32, default=new_token, help_text="signs what is sent")
    failing_since = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True, help_text="after a week of failure")

    def __str__(self) -> str:
        return f"webhook of {self.account_id}"


class HookAttempt(models.Model):
    """What an address answered. The last ones are kept."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    what = models.CharField(max_length=200)
    at = models.DateTimeField()
    answer = models.CharField(max_length=100)
    is_good = models.BooleanField()

    class Meta:
        indexes: ClassVar = [
            models.Index("account", F("id").desc(), name="attempt_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.what}: {self.answer}"
