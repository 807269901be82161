"""A sanction as its account reads it: what holds until when, what does not, and the way to appeal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core import signing
from django.utils.translation import gettext as _

from accounts import sanctions
from accounts.models import Appeal, Sanction

Kind = Sanction.Kind
SALT = "accounts.appeal"
MARK_LIVES = 24 * 3600  # seconds


@dataclass(frozen=True, slots=True)
class HeldAgainst:
    """One sanction in words."""

    sanction: Sanction
    words: str
    still: tuple[str, ...]
    barred: tuple[str, ...]
    appeal: Appeal | None
    mark: str  # to appeal by; nothing where that is not possible any more


def held_in_words(held: Iterable[Sanction]) -> list[HeldAgainst]:
    return [_in_words(sanction) for sanction in held]


def _in_words(sanction: Sanction) -> HeldAgainst:
    asked = sanction.appealed
    may_appeal = sanction.is_running and asked is None
    still, barred = _follows(Kind(sanction.kind))
    return HeldAgainst(
        sanction,
        sanctions.in_words(sanction),
        still,
        barred,
        asked,
        signing.dumps(sanction.pk, salt=SALT) if may_appeal else "",
    )


def _follows(kind: Kind) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What one may do, and what one may not."""
    play, start = _("Play all your games"), _("Start new ones")
    write, read = _("Write at tables and under replays"), _("Read what others write")
    return {
        Kind.WARNING: ((play, start, write), ()),
        Kind.MUTE: (
            (play, start, _("Phrases at the table"), read),
            (write, _("Give tables a name")),
        ),
        Kind.NO_TABLES: ((play, _("Join others’ tables"), write), (_("Open tables"),)),
        Kind.NO_PUBLIC: (
            (play, _("Open and join tables by invitation"), write),
            (_("Open or join public tables"),),
        ),
        Kind.SUSPENSION: (
            (_("Your seats: the keeper plays on, and they come back to you"),),
            (_("Log in"),),
        ),
        Kind.BAN: ((), (_("Log in"),)),
    }[kind]


def appealed_by(mark: str) -> Sanction | None:
    """The sanction whose holder was shown this mark."""
    try:
        number = signing.loads(mark, salt=SALT, max_age=MARK_LIVES)
    except signing.BadSignature:
        return None
    return Sanction.objects.select_related("account").filter(pk=number).first()
