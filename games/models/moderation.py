"""What players report, what the site notices by itself, and what the staff make of it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.comments import Comment
from games.models.match import Match
from games.models.talk import Remark

OPEN = Q(decided_at__isnull=True)
NOTICED = ("same", "knew", "chat", "leaves")  # kinds of cases that the site opens


class Case(models.Model):
    """Something that was reported, by however many, or noticed. There is one open case about a thing.

    What was said is copied, for whoever takes it back or deletes their account.
    """

    class Kind(models.TextChoices):
        LINE = "line", _("Line in the talk")
        CLAIM = "claim", _("Claim")
        COMMENT = "comment", _("Comment")
        PROFILE = "profile", _("Profile")
        TABLE = "table", _("Name of a table")
        MOVE = "move", _("Move")
        # What nobody reported: the site noticed it.
        SAME = "same", _("One person, several seats?")
        KNEW = "knew", _("Knew what it had not seen?")
        CHAT = "chat", _("Much talk at once?")
        LEAVES = "leaves", _("Leaves as one role?")

    class Verdict(models.TextChoices):
        UPHELD = "upheld", _("upheld")
        NOT_UPHELD = "not_upheld", _("not upheld")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=60, help_text="the same for reports about the same thing")
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("about"),
    )
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    number = models.PositiveIntegerField(_("move"), null=True, blank=True)
    remark = models.ForeignKey(
        Remark, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    comment = models.ForeignKey(
        Comment, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    quote = models.TextField(_("what was said"), blank=True)
    held_for = models.CharField(
        _("held back for"), max_length=60, blank=True, default="", help_text="the listed word"
    )
    weight = models.PositiveSmallIntegerField(_("weight"))
    opened_at = models.DateTimeField(_("opened at"))
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("taken by"),
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("decided by"),
    )
    verdict = models.CharField(_("verdict"), max_length=12, blank=True, choices=Verdict.choices)
    told = models.TextField(blank=True, help_text="to those who reported")

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering: ClassVar = ["-weight", "opened_at"]
        default_permissions = ("change", "view")
        indexes: ClassVar = [
            models.Index(fields=["-weight", "opened_at"], name="case_open", condition=OPEN),
            models.Index(fields=["about"], name="case_about"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key"], condition=OPEN, name="one_open_case_per_thing"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"

    @property
    def is_noticed(self) -> bool:
        """By the site, and reported by nobody."""
        return self.kind in NOTICED


class ListedWord(models.Model):
    """A word, or several in a row, for which what somebody writes is held back until the staff have
    looked at it.
    """

    class Kind(models.TextChoices):
        SLUR = "slur", _("slur")
        SPAM = "spam", _("spam")

    word = models.CharField(
        _("word"),
        max_length=60,
        unique=True,
        help_text=_(
            "Found as a whole word, however it is spelled with letters that look alike. "
            "With * at its end: every word that begins like this."
        ),
    )
    language = models.CharField(
        _("language"), max_length=10, blank=True, choices=settings.LANGUAGES,
        help_text=_("For your own order: a word is held back at every table."),
    )  # fmt: skip
    kind = models.CharField(_("kind"), max_length=5, choices=Kind.choices, default=Kind.SLUR)

    class Meta:
        verbose_name = _("listed word")
        verbose_name_plural = _("word list")
        ordering: ClassVar = ["language", "word"]
        default_permissions = ("change", "view")

    def __str__(self) -> str:
        return self.word


class Complaint(models.Model):
    """That an account has reported something: why, and in its own words."""

    class Reason(models.TextChoices):
        INSULT = "insult", _("Insult or slur")
        SPOILS = "spoils", _("Spoils the game")
        STALLING = "stalling", _("Stalling")
        SEVERAL = "several", _("One person, several seats")
        SPAM = "spam", _("Spam")
        NAME = "name", _("Name")
        OTHER = "other", _("Something else")

    # No index of its own: `one_complaint_per_case` begins with it.
    case = models.ForeignKey(
        Case, on_delete=models.CASCADE, related_name="complaints", db_index=False
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(max_length=10, choices=Reason.choices)
    words = models.TextField(max_length=1000, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["made_at"]
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["case", "account"], name="one_complaint_per_case"),
        ]

    def __str__(self) -> str:
        return f"complaint of {self.account_id} in case {self.case_id}"


class Clue(models.Model):
    """What the site has noticed at one match. It is evidence in a case, and nothing follows from it."""

    # No index of its own: `one_clue_per_match` begins with it.
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="clues", db_index=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="with whom",
    )
    number = models.PositiveIntegerField(null=True, help_text="move")
    facts = models.JSONField(default=dict)
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["case", "match"], name="one_clue_per_match"),
        ]

    def __str__(self) -> str:
        return f"clue at {self.match_id} in case {self.case_id}"


class Foresight(models.Model):
    """How well the choices of an account in a match that is over fit a secret which its seat had not
    seen. Kept for all who play, since what few of them show is told by comparison.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+", db_index=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    log_ratio = models.FloatField(help_text="natural logarithm of the likelihood ratio")
    rounds = models.PositiveSmallIntegerField()
    choices = models.PositiveSmallIntegerField()
    samples = models.PositiveSmallIntegerField(help_text="deals imagined for each choice")
    telling = models.JSONField(help_text="moves, and in percent how likely: if known, if not")
    lines = models.PositiveIntegerField(help_text="of talk by others until the last of them")
    made_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        indexes: ClassVar = [models.Index(fields=["made_at"], name="foresight_made")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "account"], name="one_foresight_per_seat"),
        ]

    def __str__(self) -> str:
        return f"foresight of account {self.account_id} at {self.match_id}"


class CaseNote(models.Model):
    """What the staff say among themselves about a case."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="notes")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.TextField(max_length=2000)
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["made_at"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"note on case {self.case_id}"


class Glass(models.Model):
    """That somebody of the staff opened the secrets of a match while it was not over, until when and
    why. The players are told when it is over.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="glasses")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.TextField(max_length=1000)
    number = models.PositiveIntegerField(help_text="of the last move then")
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["opened_at"]
        default_permissions = ()
        permissions: ClassVar = [("break_glass", "Can open the secrets of a running match")]

    def __str__(self) -> str:
        return f"secrets of {self.match_id} opened by {self.account_id}"
