from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

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
    mail_turns = models.BooleanField(_("when a table waits for me"), default=True)
    mail_invitations = models.BooleanField(_("when somebody invites me"), default=True)
    confirm_moves = models.BooleanField(_("ask me before a move is sent"), default=False)
    reduced_motion = models.BooleanField(_("show moves without motion"), default=False)

    # Sanctions
    suspended_at = models.DateTimeField(_("suspended at"), null=True, blank=True, editable=False)
    suspended_by = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    suspension_reason = models.TextField(_("reason of the suspension"), blank=True, editable=False)

    # Part of what a session is checked against: one more, and every log-in has ended.
    login_epoch = models.PositiveIntegerField(default=0, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
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


def account_named(name: str) -> User | None:
    """Find who may log in by this name, in whatever case. (PostgreSQL cannot be asked for a NUL.)"""
    if "\0" in name:
        return None
    # Written out, because SQLite's `iexact` reads all accounts, and this goes along the index.
    is_named = Exact(Upper("username"), Upper(Value(names.normalised(name))))
    return User.objects.filter(is_named, is_active=True).first()


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
