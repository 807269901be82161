"""What was different by former rules of the toy title, for those who still play by them."""

from __future__ import annotations

from django.utils.translation import gettext as _


def former_rules() -> dict[int, list[str]]:
    return {1: [_("Whoever has not voted when the vote is closed has voted for nobody.")]}
