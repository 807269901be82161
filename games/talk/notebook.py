"""An account's own notebook: notes and suspicions. Whoever asks gets their own, and nobody else's.

It belongs to the account and not to the seat: a substitute does not find it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User, lock_account
from accounts.text import visible
from games.engine import EngineError
from games.models import Match, Note, Suspicion

LONGEST = 2000
MOST_NOTES = 2000  # of one account
LEVELS = range(5)


class NotNoted(EngineError):
    """The site does not write something down, and says why."""


@dataclass(frozen=True, slots=True)
class NoteRead:
    """One's own note, as it is shown to be changed."""

    text: str

    @property
    def mark(self) -> str:
        """What a form sends back, so that another device's newer words are not written over."""
        return sha256(self.text.encode()).hexdigest()[:16]


EMPTY = NoteRead("")


@dataclass(frozen=True, slots=True)
class SuspicionSet:
    seat: int
    number: int
    level: int


def note_on_match(account: User, match: Match) -> NoteRead:
    found = Note.objects.filter(account=account, match=match).first()
    return EMPTY if found is None else NoteRead(found.text)


def notes_about(account: User, others: Iterable[int]) -> Mapping[int, NoteRead]:
    """By the accounts that they are about."""
    found = Note.objects.filter(account=account, about_id__in=list(others))
    return {note.about_id: NoteRead(note.text) for note in found if note.about_id is not None}


def write_on_match(account: User, match: Match, *, text: str, mark: str) -> None:
    _write(account, text, mark, match=match, about=None)


def write_about(account: User, about: User, *, text: str, mark: str) -> None:
    if about.pk == account.pk:
        raise NotNoted("yourself", _("That is you."))
    _write(account, text, mark, match=None, about=about)


@transaction.atomic
def _write(account: User, text: str, mark: str, *, match: Match | None, about: User | None) -> None:
    text = visible(text, lines=True)
    over = len(text) - LONGEST
    if over > 0:
        sentence = ngettext(
            "That note is too long by {count} character.",
            "That note is too long by {count} characters.",
            over,
        )
        raise NotNoted("too_long", sentence.format(count=over))
    lock_account(account.pk)
    own = Note.objects.filter(account=account)
    kept = own.filter(match=match, about=about).first()
    was = EMPTY if kept is None else NoteRead(kept.text)
    if text == was.text:
        return
    if mark != was.mark:
        raise NotNoted(
            "changed_elsewhere",
            _("You have changed this note somewhere else since. There it says: {text}").format(
                text=was.text or _("nothing")
            ),
        )
    if not text:
        own.filter(match=match, about=about).delete()
        return
    if kept is None and own.count() >= MOST_NOTES:
        raise NotNoted("too_many", _("Your notebook is full."))
    Note.objects.update_or_create(
        account=account,
        match=match,
        about=about,
        defaults={"text": text, "changed_at": timezone.now()},
    )


def suspicions(account: User, match: Match) -> list[SuspicionSet]:
    found = Suspicion.objects.filter(account=account, match=match).order_by("number", "seat")
    return [SuspicionSet(one.seat, one.number, one.level) for one in found]


@transaction.atomic
def suspect(
    account: User, match: Match, *, levels: Mapping[int, int], seats: Sequence[int]
) -> None:
    """What this account thinks of these seats from the last move on."""
    if match.number is None or match.status not in ("running", "frozen"):
        raise NotNoted("not_played", _("Suspicions are kept while a match is played."))
    for seat, level in levels.items():
        if seat not in seats or level not in LEVELS:
            raise NotNoted("no_such_suspicion", _("There is no such suspicion."))
    for seat, level in levels.items():
        Suspicion.objects.update_or_create(
            account=account,
            match=match,
            seat=seat,
            number=match.number,
            defaults={"level": level},
        )
