"""Reads about invitations: to open tables by link or by name, who was sent away from them, and to
seats at running tables.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.matchlog.access import Viewer, of_account
from games.models import Invitation, Kick, Match
from games.pages.lists import Row, rows


@dataclass(frozen=True, slots=True)
class Invited:
    """An unused link and the table that it leads to."""

    row: Row
    token: str
    host: str


def invited(token: str, viewer: Viewer) -> Invited | None:
    found = Invitation.objects.filter(token=token, used_at=None, account=None, index=None)
    match = Match.objects.filter(status=Match.Status.OPEN, invitations__in=found).first()
    leads_to = rows([match], viewer) if match is not None else []
    if match is None or not leads_to:
        return None
    return Invited(leads_to[0], token, match.host.username if match.host else _("Somebody"))


def invited_to_seat(token: str) -> tuple[str, int] | None:
    """The match and the seat that an unused link to a seat at a running table leads to."""
    found = Invitation.objects.filter(token=token, used_at=None, index__isnull=False, account=None)
    link = found.first()
    return None if link is None or link.index is None else (link.match_id, link.index)


def link_to_seat(match: Match, index: int) -> str | None:
    """The token of the link to a seat, if somebody has made one."""
    links = Invitation.objects.filter(match=match, index=index, used_at=None, account=None)
    return links.values_list("token", flat=True).first()


def asked_to_seat(match_id: str, index: int, viewer: Viewer) -> str | None:
    """The token by which this account takes a seat that was offered to it by name."""
    asked = Invitation.objects.filter(of_account(viewer), match=match_id, index=index, used_at=None)
    return asked.values_list("token", flat=True).first()


def offered_to(match: Match, index: int) -> str | None:
    """The name of the account to which a seat was offered, if it was to one."""
    asked = Invitation.objects.filter(match=match, index=index, used_at=None)
    return asked.values_list("account__username", flat=True).first()


def unused_links(match: Match) -> list[str]:
    links = Invitation.objects.filter(match=match, account=None, used_at=None)
    return list(links.order_by("pk").values_list("token", flat=True))


def asked_by_name(match: Match) -> list[str]:
    asked = Invitation.objects.filter(match=match, account__isnull=False, used_at=None)
    return list(asked.order_by("pk").values_list("account__username", flat=True))


def is_asked(match: Match, viewer: Viewer) -> bool:
    """Has this account been invited by name?"""
    return Invitation.objects.filter(of_account(viewer), match=match, used_at=None).exists()


def is_sent_away(match: Match, viewer: Viewer) -> bool:
    """Has the host sent this account away, and not asked it again by name?"""
    kick = Kick.objects.filter(of_account(viewer), match=match).first()
    asked = Invitation.objects.filter(of_account(viewer), match=match, used_at=None)
    return kick is not None and not asked.filter(made_at__gte=kick.at).exists()
