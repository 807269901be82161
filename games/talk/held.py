"""What is held back for a listed word: its author and the staff read it, nobody else, until the staff
let it through. Nothing of it is announced meanwhile; it is a case on the desk.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Case, Comment, ListedWord, Match, Remark

WEIGHTS = {ListedWord.Kind.SLUR: 3, ListedWord.Kind.SPAM: 1}


def told() -> str:
    """To whoever wrote it, where it stands."""
    return _("Your line is held back until somebody has looked at it.")


def told_of_name(name: str) -> str:
    """To whoever gave a table that name."""
    return _("The name “{name}” is held back until somebody has looked at it.").format(name=name)


def hold_line(remark: Remark, word: ListedWord) -> None:
    _open(
        Case(
            kind=Case.Kind.LINE,
            key=f"line {remark.pk}",
            about=remark.account,
            match=remark.match,
            number=remark.number,
            remark=remark,
            quote=remark.text,
        ),
        word,
    )


def hold_comment(comment: Comment, word: ListedWord) -> None:
    _open(
        Case(
            kind=Case.Kind.COMMENT,
            key=f"comment {comment.pk}",
            about=comment.account,
            match=comment.match,
            number=comment.number,
            comment=comment,
            quote=comment.text,
        ),
        word,
    )


def hold_name(match: Match, host: User, name: str, word: ListedWord) -> None:
    """The table has another meanwhile."""
    about = Case(kind=Case.Kind.TABLE, key=f"table {match.pk}", about=host, match=match, quote=name)
    _open(about, word)


def _open(case: Case, word: ListedWord) -> None:
    case.held_for, case.weight = word.word, WEIGHTS[ListedWord.Kind(word.kind)]
    case.opened_at = timezone.now()
    case.save()


def held_name(match: Match) -> str:
    """The name that this table is to have, if it is held back still."""
    case = Case.objects.filter(key=f"table {match.pk}", decided_at=None).exclude(held_for="")
    return case.values_list("quote", flat=True).first() or ""
