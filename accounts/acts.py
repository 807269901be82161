"""What the staff can do: by which right, and to whom they may not. One line for each act.

Those on accounts are here; those on matches, talk and reports are added in `games.moderation.acts`,
which is the whole list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Tie(StrEnum):
    """What somebody of the staff is to the thing they act on, beside being of the staff."""

    OWN = "own"  # their own account, a report of theirs, a sanction that they gave
    SITS = "sits"  # at the match
    SAT = "sat"  # there, and has left
    BESIDE = "beside"  # whom it is about: sits or sat with them at a match that is not over
    SHARES = "shares"  # a browser or an address with somebody who sits or sat there


AT_THE_TABLE = frozenset({Tie.SITS, Tie.SAT})
ANY_TIE = AT_THE_TABLE | {Tie.OWN}
BESIDE = frozenset({Tie.BESIDE})
ON_PEOPLE = ANY_TIE | BESIDE
NO_TIE: frozenset[Tie] = frozenset()


@dataclass(frozen=True, slots=True)
class Act:
    """Something that the staff do. It needs a right, and is refused to whoever is tied to it."""

    code: str
    words: StrOrPromise  # what the audit calls it
    permission: str
    refused: frozenset[Tie]


def by_code(*acts: Act) -> Mapping[str, Act]:
    return {act.code: act for act in acts}


CHANGE, CLOSE = "accounts.change_user", "accounts.delete_user"
SUPERUSER = "superuser"  # no permission that can be given: `is_superuser` alone

# Whoever is shut out, muted or let in again at a table of one's own: that decides over the table.
SUSPEND = Act("suspend", _("suspended"), CHANGE, ON_PEOPLE)
LIFT_SUSPENSION = Act("lift_suspension", _("lifted the suspension"), CHANGE, ON_PEOPLE)
LOG_OUT = Act("log_out_everywhere", _("logged out everywhere"), CHANGE, BESIDE)
CLOSE_ACCOUNT = Act("close_accounts", _("deleted for good"), CLOSE, ON_PEOPLE)
SANCTION = Act("sanction", _("sanctioned"), "accounts.add_sanction", ON_PEOPLE)
LIFT_SANCTION = Act("lift_sanction", _("lifted a sanction"), "accounts.change_sanction", ON_PEOPLE)
# To whoever gave the sanction an appeal is their own case, too.
GRANT_APPEAL = Act("grant_appeal", _("granted an appeal"), "accounts.change_appeal", ON_PEOPLE)
REFUSE_APPEAL = Act("refuse_appeal", _("refused an appeal"), "accounts.change_appeal", ON_PEOPLE)
CHANGE_ACCOUNT = Act("change_account", _("changed the account"), CHANGE, NO_TIE)
CHANGE_GROUP = Act("change_group", _("changed a group"), SUPERUSER, NO_TIE)

ACTS = by_code(
    SUSPEND,
    LIFT_SUSPENSION,
    LOG_OUT,
    CLOSE_ACCOUNT,
    SANCTION,
    LIFT_SANCTION,
    GRANT_APPEAL,
    REFUSE_APPEAL,
    CHANGE_ACCOUNT,
    CHANGE_GROUP,
)
