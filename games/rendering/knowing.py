"""What one audience can know at a move, as HTML: from its own copy of the log, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from games.matchlog import copies
from games.matchlog.access import Visit, names
from games.matchlog.audience import Audience
from games.presentation import presenter_of
from games.presentation.knowing import Statement, placed
from games.rendering.environment import part
from games.rendering.table import state_at


def panel(
    visited: Visit, audience: Audience, at: int, *, said: Sequence[Statement] = ()
) -> str | None:
    """What this audience, which must be open to the visitor, could know after that move.

    `said` is what was stated about things; what belongs to this round is put beside its thing.
    None: the title tells nothing, or to this audience everything is open.
    """
    if audience.sees_all:
        return None
    copy = copies.with_steps(visited, audience, at=at)
    show, began = presenter_of(copy.title.slug), copy.round_began(at)
    known = show.knowing(
        state_at(copy, at), copy.seat, names(visited.seats), copy.moves[began + 1 : at + 1]
    )
    if known is None:
        return None
    stated = [one for one in said if began <= one.move <= at]
    replay = reverse("replay", args=[visited.match.pk])
    return part("presentation/knowing.html", (placed(known, stated), copy.title.slug, replay)).html
