"""What accounts are told of what the staff decided: about themselves, and about what they reported."""

from __future__ import annotations

from accounts.models import Sanction
from games.notices import kinds
from games.notices.looking import Found


def of_sanction(account_id: int, sanction: Sanction) -> Found:
    """That it holds; that it does not any more; or that an appeal against it was refused."""
    asked = sanction.appealed
    kind = kinds.SANCTION
    if sanction.lifted_at is not None:
        kind = kinds.LIFTED
    elif asked is not None and asked.is_granted is False:
        kind = kinds.APPEAL
    return Found(account=account_id, kind=kind, number=sanction.pk, facts={"kind": sanction.kind})
