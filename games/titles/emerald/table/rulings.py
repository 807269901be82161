"""What was different by former rules of Emerald, for those who still play by them."""

from __future__ import annotations

from django.utils.translation import gettext as _


def former_rules() -> dict[int, list[str]]:
    return {1: [_("A knight bribed free before it has moved may still move in the same turn.")]}
