"""Clues: what the site has noticed becomes a case, which the staff decide or dismiss, with a reason.

A clue is evidence and nothing more. Nobody is told of one, and nothing follows from it by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from math import exp
from typing import TypeAlias

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import audit
from accounts.models import User
from games.models import Case, Clue, Remark
from games.moderation import acts, cases
from games.moderation.cases import NotDecided

Kind = Case.Kind
Facts: TypeAlias = dict[str, object]

QUIET = timedelta(days=90)  # after a dismissal the same is not brought up again for so long


@dataclass(frozen=True, slots=True, kw_only=True)
class Noticed:
    """Something that was noticed at one match."""

    match_id: str
    facts: Facts = field(default_factory=dict)
    number: int | None = None  # of a move


@transaction.atomic
def bring(
    kind: Case.Kind,
    found: Sequence[Noticed],
    *,
    weight: int,
    account: int,
    other: int | None = None,
    remark: Remark | None = None,
) -> Case | None:
    """Put on the desk what is not there yet: one open case about one account, or about two.

    None: all of it is known, or the staff have dismissed the same not long ago.
    """
    key, now = f"{kind} {account} {other or ''}".strip(), timezone.now()
    about_this = Case.objects.filter(key=key)
    dismissed = about_this.filter(verdict=Case.Verdict.NOT_UPHELD, decided_at__gt=now - QUIET)
    if dismissed.exists():
        return None
    known = set(Clue.objects.filter(case__in=about_this).values_list("match_id", flat=True))
    new = [one for one in found if one.match_id not in known]
    if not new:
        return None
    last = new[-1]
    case, _is_new = Case.objects.select_for_update().get_or_create(
        key=key,
        decided_at=None,
        defaults={"kind": kind, "about_id": account, "weight": weight, "opened_at": now},
    )
    case.match_id, case.number = last.match_id, last.number
    case.weight, case.remark = max(case.weight, weight), remark
    case.save(update_fields=["match", "number", "weight", "remark"])
    Clue.objects.bulk_create(
        (
            Clue(
                case=case,
                match_id=one.match_id,
                account_id=account,
                other_id=other,
                number=one.number,
                facts=one.facts,
                made_at=now,
            )
            for one in new
        ),
        ignore_conflicts=True,  # somebody else has looked at the same time
    )
    return case


def dismiss(case: Case, by: User, *, reason: str) -> None:
    """There is nothing in it, and why. The same is not brought up again for a while."""
    about = cases.subject(case, by)
    with audit.doing(acts.DISMISS_CLUES, by=by, about=about, reason=reason):
        if not case.is_noticed:
            raise NotDecided("reported", _("Somebody has reported this: decide it."))
        open_still = Case.objects.filter(pk=case.pk, decided_at=None)
        if not open_still.update(
            decided_at=timezone.now(), decided_by=by, verdict=Case.Verdict.NOT_UPHELD, told=reason
        ):
            raise NotDecided("decided", _("This report has been decided."))
    case.refresh_from_db()


# In words


def summary(found: Sequence[Clue]) -> str:
    """A case in one line."""
    if not found:
        return ""
    last, matches = found[-1], len(found)
    if last.case.kind == Kind.SAME:
        shares = _shares(any(one.facts.get("device") for one in found))
        text = ngettext("{shares} in {count} match", "{shares} in {count} matches", matches)
        return text.format(shares=shares, count=matches)
    if last.case.kind == Kind.LEAVES:
        text = ngettext(
            "left {count} match, as {role}", "left {count} matches, always as {role}", matches
        )
        return text.format(count=matches, role=last.facts.get("role"))
    return sentence(last)


def sentence(clue: Clue) -> str:
    """What was noticed at one match."""
    facts = clue.facts
    if clue.case.kind == Kind.SAME:
        return _shares(bool(facts.get("device")))
    if clue.case.kind == Kind.LEAVES:
        return _("left in round {round}, after move {move}, as {role}").format(
            round=facts.get("round"), move=clue.number, role=facts.get("role")
        )
    if clue.case.kind == Kind.CHAT:
        return _talk(facts)
    text = _("in all {ratio} to 1, over {choices} choices in {rounds} rounds of {matches} matches")
    return text.format(
        ratio=as_odds(_number(facts, "all")),
        choices=facts.get("all_choices"),
        rounds=facts.get("all_rounds"),
        matches=facts.get("all_matches"),
    )


def _shares(is_device: object) -> str:
    return _("the same browser") if is_device else _("the same address")


def _talk(facts: Facts) -> str:
    if "hidden" in facts:
        hidden = int(_number(facts, "hidden"))
        text = ngettext(
            "{count} line hidden by the staff in {days} days",
            "{count} lines hidden by the staff in {days} days",
            hidden,
        )
        return text.format(count=hidden, days=facts.get("days"))
    return _("{count} lines in {seconds} seconds").format(
        count=facts.get("lines"), seconds=facts.get("seconds")
    )


def _number(facts: Facts, name: str) -> float:
    value = facts.get(name)
    return float(value) if isinstance(value, int | float) else 0.0


def as_odds(log_ratio: float) -> str:
    """A likelihood ratio to one, no more exactly than it is known."""
    ratio = exp(min(log_ratio, 20))
    return f"{ratio:.1f}" if ratio < 10 else f"{ratio:,.0f}".replace(",", "\u202f")
