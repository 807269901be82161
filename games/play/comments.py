"""What accounts say about the moves of a match that is over. Everyone who may see it may read it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import lock_account
from accounts.sanctions import Kind as Barred
from accounts.text import visible
from games.engine import EngineError
from games.matchlog.access import Viewer, Visit, of_account
from games.models import Comment, Match, Seat
from games.play.rows import Account, now, refuse_barred, refuse_seated
from games.talk import held
from games.talk.words import listed_in

LONGEST = 1000
LONGEST_REASON = 200
MOST_PER_ACCOUNT = 100  # on one match


class NotSaid(EngineError):
    """The site refuses a comment, and says why."""


def of_move(visited: Visit, viewer: Viewer, number: int) -> Sequence[Comment]:
    """What is held back, its author alone reads."""
    if visited.match.status != Match.Status.OVER:
        return []
    said = Comment.objects.filter(match=visited.match, number=number).order_by("pk")
    shown = said.filter(Q(is_held=False) | of_account(viewer))
    return list(shown.select_related("account"))


@transaction.atomic
def say(visited: Visit, account: Account, *, number: int, text: str) -> Comment:
    """Add a comment on a move of a match that this account may see."""
    match, text = visited.match, visible(text, lines=True)
    if match.status != Match.Status.OVER:
        raise NotSaid("not_over", _("You may comment on the moves once the match is over."))
    if match.number is None or not 0 <= number <= match.number:
        raise NotSaid("no_such_move", _("The match has no such move."))
    if not text:
        raise NotSaid("empty", _("Say something."))
    if len(text) > LONGEST:
        raise NotSaid("too_long", _("That is too long for a comment."))
    refuse_barred(account, Barred.MUTE)
    lock_account(account.pk)
    if Comment.objects.filter(match=match, account=account).count() >= MOST_PER_ACCOUNT:
        raise NotSaid("too_many", _("You have said enough about this match."))
    word = listed_in(text)
    said = Comment.objects.create(
        match=match,
        number=number,
        account=account,
        text=text,
        made_at=now(),
        is_held=word is not None,
    )
    if word is not None:
        held.hold_comment(said, word)
    return said


def unsay(visited: Visit, account: Account, *, comment: int) -> None:
    """Take back a comment of one's own. Taking it back twice does nothing twice."""
    own = Comment.objects.filter(pk=comment, match=visited.match, account=account)
    own.filter(removed_at=None).delete()


@transaction.atomic
def remove(comment: Comment, *, reason: str, by: Account | None = None) -> None:
    """Take away what somebody said. That it was is shown where it stood, and why, to its author."""
    refuse_seated(list(Seat.objects.filter(match_id=comment.match_id)), by)
    Comment.objects.filter(pk=comment.pk, removed_at=None).update(
        text="", removed_at=now(), removed_reason=reason[:LONGEST_REASON]
    )


@transaction.atomic
def let_through(comment: Comment, *, by: Account) -> bool:
    """What was held back is read by everyone from now on. Whether it is there still."""
    refuse_seated(list(Seat.objects.filter(match_id=comment.match_id)), by)
    there = Comment.objects.filter(pk=comment.pk, is_held=True, removed_at=None)
    return bool(there.update(is_held=False))
