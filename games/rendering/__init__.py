"""One audience's HTML: tables, live and looked back at, stories and pictures."""

from games.rendering.messages import Refusal, answer, bell, calls, look_again, notice, waiting
from games.rendering.table import (
    Key,
    cached,
    choice_of,
    drawing_of_table,
    fragment,
    handed_over,
    history,
    page_table,
)

__all__ = [
    "Key", "Refusal", "answer", "bell", "cached", "calls", "choice_of", "drawing_of_table", "fragment", "handed_over", "history",
    "look_again", "notice", "page_table", "waiting",
]  # fmt: skip
