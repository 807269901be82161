"""What the staff do with a case: take it, hand it on, note something, decide it. Each is an act.

Whatever touches matches locks them before the case: `games.play.rows` has the order.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import acts as account_acts
from accounts import audit, sanctions
from accounts.acts import Act, Tie
from accounts.models import User
from games.engine import EngineError
from games.models import NOTICED, Case, CaseNote, Clue, Complaint, Holder, Match, Seat
from games.moderation import acts, wording
from games.moderation.ties import ties_to, ties_with
from games.notices import kinds, looking
from games.play import belonging, comments, stopping
from games.play.rows import lock_matches
from games.talk import saying

NOTHING, UPHELD = "nothing", "upheld"  # what follows that is no sanction


class NotDecided(EngineError):
    """The case is not in a state for that."""


def tied(by: User) -> Combinable | Q:
    """The cases that somebody may not see: about them, by them, or of a match of theirs, also where
    one of several clues is.
    """
    mine = Seat.objects.filter(match=OuterRef("match"), account_id=by.pk)
    left = Holder.objects.filter(match=OuterRef("match"), account_id=by.pk)
    own = Complaint.objects.filter(case=OuterRef("pk"), account_id=by.pk)
    clues = _clues_near(by).filter(case=OuterRef("pk"))
    return Q(about_id=by.pk) | Exists(mine) | Exists(left) | Exists(own) | Exists(clues)


def _clues_near(by: User) -> QuerySet[Clue]:
    """Those about somebody, or of a match of theirs."""
    sits, sat = (
        rows.objects.filter(account_id=by.pk).values("match_id") for rows in (Seat, Holder)
    )
    own = Q(account_id=by.pk) | Q(other_id=by.pk)
    return Clue.objects.filter(own | Q(match__in=sits) | Q(match__in=sat))


def subject(case: Case, by: User) -> audit.Subject:
    ties = set(ties_to(case.match_id, by)) if case.match_id else set[Tie]()
    if by.pk == case.about_id or case.complaints.filter(account_id=by.pk).exists():
        ties.add(Tie.OWN)
    for clue in _clues_near(by).filter(case=case) if case.is_noticed else ():
        ties |= ties_to(clue.match_id, by)
        ties |= {Tie.OWN} if by.pk in (clue.account_id, clue.other_id) else set()
    return audit.Subject(match=case.match_id or "", thing=f"report {case.pk}", ties=ties)


def refusal(case: Case, by: User) -> audit.NotAllowed | None:
    """Why this case is not for them to see, if so."""
    looks = Act("look", "", "games.view_case", account_acts.ANY_TIE)
    return audit.refusal_of(looks, by=by, about=subject(case, by))


def take(case: Case, by: User) -> None:
    with audit.doing(acts.TAKE_CASE, by=by, about=subject(case, by), reason=""):
        _give(case, by)


def put_back(case: Case, by: User) -> None:
    with audit.doing(acts.PUT_BACK, by=by, about=subject(case, by), reason=""):
        _give(case, None)


def hand_on(case: Case, by: User, to: User) -> None:
    """To somebody who may decide it."""
    facts = {"to": to.pk}
    with audit.doing(acts.HAND_ON, by=by, about=subject(case, by), reason="", facts=facts):
        why = audit.refusal_of(acts.DECIDE_CASE, by=to, about=subject(case, to))
        if why is not None:
            raise NotDecided("not_theirs", _("This case is not for %s to decide.") % to)
        _give(case, to)


def _give(case: Case, to: User | None) -> None:
    if not Case.objects.filter(pk=case.pk, decided_at=None).update(taken_by=to):
        raise NotDecided("decided", _("This report has been decided."))
    case.taken_by = to


def note(case: Case, by: User, text: str) -> None:
    with audit.doing(acts.NOTE_CASE, by=by, about=subject(case, by), reason=text):
        CaseNote.objects.create(case=case, account=by, text=text, made_at=timezone.now())


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseDecision:
    """What somebody of the staff decided about a case."""

    follows: str  # nothing, upheld without more, or a kind of sanction
    days: int | None = None
    to_reported: str = ""
    to_reporters: str = ""
    hides: bool = False  # the line, or the comment
    closes_talk: bool = False

    @property
    def sanction(self) -> sanctions.Kind | None:
        return None if self.follows in (NOTHING, UPHELD) else sanctions.Kind(self.follows)

    @property
    def shows(self) -> bool:
        """What was held back: others read it from now on."""
        return self.follows == NOTHING and not self.hides

    @property
    def until(self) -> datetime | None:
        return timezone.now() + timedelta(days=self.days) if self.days else None


def decide(case: Case, by: User, made: CaseDecision) -> None:
    """All that follows, or nothing of it; each part is an act with a right of its own."""
    facts: Mapping[str, object] = {"follows": made.follows, "days": made.days}
    about = subject(case, by)
    with audit.doing(acts.DECIDE_CASE, by=by, about=about, reason=made.to_reporters, facts=facts):
        lock_matches(_touched(case, made.sanction))
        is_upheld = made.follows != NOTHING
        verdict = Case.Verdict.UPHELD if is_upheld else Case.Verdict.NOT_UPHELD
        _close(case, by, verdict, told=made.to_reporters)
        if case.held_for and made.shows:
            with _letting_through(case, by):
                _show(case, by)
        elif case.held_for:
            reason = made.to_reported or str(wording.KEPT_BACK)
            with _keeping_back(case, by, reason):
                _take_away(case, by, reason)
        elif made.hides:
            hide(case, by, reason=made.to_reported or made.to_reporters)
        if made.closes_talk:
            close_talk(case, by, reason=made.to_reported or made.to_reporters)
        if made.sanction is not None:
            _sanction(case, by, made)
        _tell_reporters(case)
    case.refresh_from_db()


def _sanction(case: Case, by: User, made: CaseDecision) -> None:
    if case.about is None or made.sanction is None:
        raise NotDecided("nobody", _("There is nobody to sanction: the account is gone."))
    about = audit.Subject(
        account=case.about,
        match=case.match_id or "",
        thing=f"report {case.pk}",
        ties=ties_with(case.about, by),
    )
    facts = {"kind": made.sanction, "days": made.days}
    with audit.doing(
        account_acts.SANCTION, by=by, about=about, reason=made.to_reported, facts=facts
    ):
        sanctions.issue(
            case.about, made.sanction, made.to_reported, by, until=made.until, report=case.pk
        )


def hide(case: Case, by: User, *, reason: str) -> None:
    """The line or the comment, if it is there still."""
    about = _written(case, by)
    if case.remark is not None and case.remark.hidden_at is None:
        with audit.doing(acts.HIDE_LINE, by=by, about=about, reason=reason):
            saying.hide(case.remark, reason=reason, by=by)
    elif case.comment is not None and case.comment.removed_at is None:
        facts = {"said": case.comment.text}
        with audit.doing(acts.REMOVE_COMMENT, by=by, about=about, reason=reason, facts=facts):
            comments.remove(case.comment, reason=reason, by=by)


# What is held back for a listed word


def let_through(case: Case, by: User) -> None:
    """Others read it from now on. The case is closed by that: nothing was wrong."""
    with _letting_through(case, by):
        lock_matches(_touched(case))
        _close(case, by, Case.Verdict.NOT_UPHELD, told=str(wording.TO_REPORTERS["not_upheld"][1]))
        _show(case, by)
        _tell_reporters(case)
    case.refresh_from_db()


def keep_back(case: Case, by: User) -> None:
    """Nobody else ever reads it. The case is closed, with nothing more to follow."""
    reason = str(wording.KEPT_BACK)
    with _keeping_back(case, by, reason):
        lock_matches(_touched(case))
        _close(case, by, Case.Verdict.UPHELD, told=str(wording.TO_REPORTERS["upheld"][1]))
        _take_away(case, by, reason)
        _tell_reporters(case)
    case.refresh_from_db()


def _touched(case: Case, sanction: sanctions.Kind | None = None) -> set[str]:
    """The matches that change with a case: its own, and those where somebody is shut out."""
    touched = {case.match_id} if case.match_id else set[str]()
    if sanction in (*sanctions.SHUTS_OUT, sanctions.Kind.NO_PUBLIC) and case.about is not None:
        touched |= belonging.under_way(case.about)
    return touched


def _close(case: Case, by: User, verdict: Case.Verdict, told: str = "") -> None:
    open_still = Case.objects.filter(pk=case.pk, decided_at=None)
    if not open_still.update(decided_at=timezone.now(), decided_by=by, verdict=verdict, told=told):
        raise NotDecided("decided", _("This report has been decided."))


def _letting_through(case: Case, by: User) -> AbstractContextManager[None]:
    return audit.doing(acts.LET_THROUGH, by=by, about=_written(case, by), reason="")


def _show(case: Case, by: User) -> None:
    if case.remark is not None:
        saying.let_through(case.remark, by=by)
    elif case.comment is not None:
        if comments.let_through(case.comment, by=by):
            looking.answered(case.comment, timezone.now())
    elif case.kind == Case.Kind.TABLE and case.match is not None:
        stopping.rename(case.match.pk, name=case.quote, by=by)


def _keeping_back(case: Case, by: User, reason: str) -> AbstractContextManager[None]:
    about, facts = _written(case, by), {"said": case.quote}
    return audit.doing(acts.KEEP_BACK, by=by, about=about, reason=reason, facts=facts)


def _take_away(case: Case, by: User, reason: str) -> None:
    if case.remark is not None:
        saying.hide(case.remark, reason=reason, by=by)
    elif case.comment is not None:
        comments.remove(case.comment, reason=reason, by=by)


def _written(case: Case, by: User) -> audit.Subject:
    """A line, a comment or a name, as the subject of an act."""
    ties = subject(case, by).ties
    return audit.Subject(account=case.about, match=case.match_id or "", thing=case.key, ties=ties)


def close_talk(case: Case, by: User, *, reason: str) -> None:
    if case.match is None or case.match.talk == Match.Talk.NOTHING:
        return
    with audit.doing(acts.CLOSE_TALK, by=by, about=subject(case, by), reason=reason):
        stopping.close_talk(case.match.pk, by=by)


def _tell_reporters(case: Case) -> None:
    told = case.complaints.exclude(account=None).values_list("account_id", flat=True)
    found = [
        looking.Found(account=account, kind=kinds.REPORT, number=case.pk)
        for account in told
        if account is not None
    ]
    looking.note(None, found, timezone.now())


# What is known of people


@dataclass(frozen=True, slots=True)
class TrackRecord:
    """How often somebody reported and was right, and was reported and it was upheld."""

    made: int = 0
    right: int = 0
    reported: int = 0
    upheld: int = 0


def record_of(account: User) -> TrackRecord:
    upheld = Q(verdict=Case.Verdict.UPHELD)
    made = Case.objects.filter(complaints__account=account, decided_at__isnull=False)
    decided = Case.objects.filter(about=account, decided_at__isnull=False)
    about = decided.exclude(kind__in=NOTICED)  # nobody has reported those
    counted = made.aggregate(n=Count("pk"), right=Count("pk", filter=upheld))
    against = about.aggregate(n=Count("pk"), upheld=Count("pk", filter=upheld))
    return TrackRecord(counted["n"], counted["right"], against["n"], against["upheld"])


def queue(by: User) -> QuerySet[Case]:
    """Open cases that they may see, worst and oldest first."""
    open_now = Case.objects.filter(decided_at=None).exclude(tied(by))
    return (
        open_now.select_related("about", "match", "taken_by")
        .defer("match__secret")
        .annotate(reports=Count("complaints"))
        .order_by("-weight", "opened_at")
    )
