"""What each seat was in a round that is over, as it was turned up, in the site's own language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.conf import settings
from django.utils import translation

from games.engine import Round
from games.presentation import presenter_of


class RoundRow(Protocol):
    """A row of the database, or anything that has what it has."""

    number: Any
    starter: Any
    result: Any
    shown: Any


@dataclass(frozen=True, slots=True)
class RoleHeld:
    """What a seat was, and what part of all seats were the same."""

    role: str
    round: int
    share: float


def roles_of(title: str, row: RoundRow) -> Mapping[int, RoleHeld]:
    """By seat. Where a title has no roles, or a seat had none, nothing is told of it."""
    played = Round(number=row.number, starter=row.starter, result=row.result, shown=row.shown)
    with translation.override(settings.LANGUAGE_CODE):
        told = [None if one is None else one.role for one in presenter_of(title).roles(played)]
    return {
        seat: RoleHeld(role, row.number, told.count(role) / len(told))
        for seat, role in enumerate(told)
        if role is not None
    }
