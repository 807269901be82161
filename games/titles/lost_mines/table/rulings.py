"""What was different by former rules of The Lost Mines, for those who still play by them."""

from __future__ import annotations

from django.utils.translation import gettext as _


def former_rules() -> dict[int, list[str]]:
    return {
        1: [
            _(
                "When a round is scored, hands, discards, cards lost to traps, all mines and the "
                "treasures that nobody took are turned up too."
            ),
            _("A match has two to four rounds, and a lead that is shared then is a shared win."),
        ]
    }
