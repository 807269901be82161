from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models, transaction
from django.db.models import Q, Value
from django.db.models.functions import Upper
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import names

NAME = RegexValidator(
    r"^[^\W_]+([._-][^\W_]+)*\Z",
    _("A name is made of letters and digits, with single dots, hyphens or underscores between."),
)
NAME_VALIDATORS: list[Callable[[str], None]] = [
    NAME,
    names.refuse_mixture,
]  # by this name allauth finds them
TAKEN = _("Somebody has this name, or one that looks just like it.")


class User(AbstractBaseUser, PermissionsMixin):
    """An account: a name, a way to log in, preferences, and perhaps a suspension.

    We ask for no first or last name.
    """

    username = models.CharField(
        _("name"),
        max_length=24,
        unique=True,
        validators=NAME_VALIDATORS,
        error_messages={"unique": TAKEN},
    )
    # The same for all names that look alike; written with the name.
    skeleton = models.CharField(max_length=250, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    is_staff = models.BooleanField(_("may enter the admin site"), default=False)
    is_active = models.BooleanField(_("may log in"), default=True)

    # Preferences
    language = models.CharField(_("language"), max_length=10, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    confirm_moves = models.BooleanField(_("ask me before a move is sent"), default=False)
    reduced_motion = models.BooleanField(_("show moves without motion"), default=False)
    hide_results = models.BooleanField(
        _("hide who won, in lists, until I ask or have seen it"), default=True
    )

    # What follows from the sanctions below, for whoever logs in. `accounts.sanctions` writes it.
    suspended_at = models.DateTimeField(_("suspended at"), null=True, blank=True, editable=False)
    suspended_by = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    suspension_reason = models.TextField(_("reason of the suspension"), blank=True, editable=False)
    suspended_until = models.DateTimeField(
        _("suspended until"), null=True, blank=True, editable=False
    )

    # Part of what a session is checked against: one more, and every log-in has ended.
    login_epoch = models.PositiveIntegerField(default=0, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        indexes = [
            models.Index(
                fields=["suspended_until"],
                name="account_let_in_again",
                condition=models.Q(suspended_until__isnull=False),
            )
        ]
        constraints = [
            # Upper, because that is how PostgreSQL is asked whatever the case.
            models.UniqueConstraint(
                Upper("username"),
                name="account_name_unique",
                violation_error_message=TAKEN,
            ),
            models.CheckConstraint(
                condition=models.Q(suspended_at=None) | models.Q(is_active=False),
                name="account_suspended_is_inactive",
            ),
        ]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """A name never goes without its skeleton, by whichever door it came; nor without whatever
        others write because of it, as the names at tables.
        """
        if update_fields is None or "username" in update_fields:
            update_fields = None if update_fields is None else {*update_fields, "skeleton"}
            skeleton = names.skeleton(self.username)
            if self.skeleton.partition(names.CLASH)[0] != skeleton:
                self.skeleton = skeleton
        with transaction.atomic():
            super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def zone(self) -> ZoneInfo:
        """The time zone that was chosen. UTC without a choice, or if there is no such zone any more."""
        try:
            return ZoneInfo(self.time_zone or "UTC")
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")

    @property
    def is_suspended(self) -> bool:
        return self.suspended_at is not None

    def get_full_name(self) -> str:
        return self.username

    get_short_name = get_full_name

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        return salted_hmac(
            "accounts.User.session",
            f"{self.login_epoch}:{self.password}",
            secret=secret,
            algorithm="sha256",
        ).hexdigest()


class Sanction(models.Model):
    """What the staff hold against an account, from then to then, and why. Rows are added and ended,
    never changed: they are a history.
    """

    class Kind(models.TextChoices):
        WARNING = "warning", _("Warning")
        MUTE = "mute", _("Mute")
        NO_TABLES = "no_tables", _("No new tables")
        NO_PUBLIC = "no_public", _("No public tables")
        SUSPENSION = "suspension", _("Suspension")
        BAN = "ban", _("Ban")

    account = models.ForeignKey(User, models.CASCADE, related_name="sanctions", db_index=False)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    reason = models.TextField(_("reason"), help_text=_("Shown to the account's holder."))
    issued_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("issued by")
    )
    issued_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"), null=True, blank=True)
    lifted_at = models.DateTimeField(_("lifted at"), null=True, blank=True)
    lifted_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    report = models.PositiveBigIntegerField(
        _("report"), null=True, blank=True, help_text="the case that it came from"
    )

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-issued_at", "-pk"]
        default_permissions = ("add", "change", "view")
        indexes = [models.Index(fields=["account", "-issued_at"], name="sanctions_of_account")]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(kind__in=["warning", "ban"]) | models.Q(ends_at=None),
                name="sanction_without_an_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.account}"

    @property
    def is_running(self) -> bool:
        is_over = self.ends_at is not None and self.ends_at <= timezone.now()
        return self.kind != self.Kind.WARNING and self.lifted_at is None and not is_over

    @property
    def appealed(self) -> Appeal | None:
        """What its holder has said against it, if they have."""
        try:
            return self.appeal
        except Appeal.DoesNotExist:
            return None

    @property
    def state(self) -> str:
        if self.lifted_at is not None:
            return "lifted"
        return "running" if self.is_running else "ended"


class Appeal(models.Model):
    """What an account says against a sanction, once, and what somebody else of the staff decided."""

    sanction = models.OneToOneField(Sanction, models.CASCADE, related_name="appeal")
    text = models.TextField(_("what should we know?"), max_length=2000)
    made_at = models.DateTimeField(_("made at"))
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    is_granted = models.BooleanField(_("granted"), null=True, blank=True)
    answer = models.TextField(_("answer"), blank=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ["-made_at"]
        default_permissions = ("change", "view")

    def __str__(self) -> str:
        return f"appeal against {self.sanction}"


class AuditEntry(models.Model):
    """One act of the staff, as it was done or refused. Written by `accounts.audit`; never changed.

    The accounts are named without a constraint: whoever is deleted leaves a number behind.
    """

    number = models.PositiveBigIntegerField(_("number"), unique=True)
    at = models.DateTimeField(_("when"))
    act = models.CharField(_("act"), max_length=40)
    is_refused = models.BooleanField(_("refused"), default=False)
    by = models.ForeignKey(
        User, models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    about = models.ForeignKey(
        User, models.DO_NOTHING, null=True, blank=True, db_constraint=False, related_name="+"
    )
    match = models.CharField(_("match"), max_length=20, blank=True, default="", db_index=True)
    thing = models.CharField(
        _("thing"), max_length=60, blank=True, default="", help_text="a line, a report, a group"
    )
    reason = models.TextField(_("reason"), blank=True)
    facts = models.JSONField(_("facts"), default=dict, blank=True)
    digest = models.CharField(_("digest"), max_length=64)

    class Meta:
        verbose_name = _("entry of the audit")
        verbose_name_plural = _("audit")
        ordering = ["-number"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"entry {self.number}"


class Trace(models.Model):
    """That an account was met with a browser, or from an address, of which a keyed hash is kept.
    Written and forgotten by `accounts.traces`.
    """

    class Kind(models.TextChoices):
        DEVICE = "device"
        ADDRESS = "address"

    # No index of its own: `one_trace_of_each` begins with it.
    account = models.ForeignKey(User, models.CASCADE, related_name="traces", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    digest = models.CharField(max_length=64)
    first_at = models.DateTimeField()
    met_at = models.DateTimeField(help_text="last")

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(fields=["digest"], name="trace_digest"),
            models.Index(fields=["met_at"], name="trace_met"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["account", "kind", "digest"], name="one_trace_of_each"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of account {self.account_id}"


class Letter(models.Model):
    """A mail about an account, until it is sent. Written, sent and forgotten by `accounts.letters`."""

    to = models.EmailField(max_length=254)
    subject = models.CharField(max_length=250)
    text = models.TextField()
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"letter {self.pk}"


def account_named(name: str) -> User | None:
    """Find who may log in by this name, in whatever case. (PostgreSQL cannot be asked for a NUL.)"""
    if "\0" in name:
        return None
    # Written out, because SQLite's `iexact` reads all accounts, and this goes along the index.
    is_named = Exact(Upper("username"), Upper(Value(names.normalised(name))))
    return User.objects.filter(is_named, is_active=True).first()


def lock_account(account_id: int) -> None:
    """What is counted for this account until the commit is counted by nobody else meanwhile."""
    bool(User.objects.select_for_update(no_key=True).filter(pk=account_id))


def refuse_name(name: str, *, besides: User | None = None) -> str:
    """Return the name as it is kept, or raise why nobody (else) may have it."""
    name = names.normalised(name)
    for validator in NAME_VALIDATORS:
        validator(name)
    if names.is_ours(name):
        raise ValidationError(_("This name could be taken for the site’s own."), code="ours")
    others = User.objects.exclude(pk=besides.pk) if besides else User.objects.all()
    alike = Q(skeleton=names.skeleton(name)) | Q(username__iexact=name)
    if others.filter(alike).exists():
        raise ValidationError(TAKEN, code="taken")
    return name
