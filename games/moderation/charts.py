"""Small charts, drawn here as SVG: no script, no style inside the page."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH, HEIGHT, GAP = 224, 64, 3


def bars(values: Sequence[int], *, words: str) -> SafeString:
    """One bar a day, today's last; for who listens what it shows in words."""
    most = max([1, *values])
    step = WIDTH / max(len(values), 1)
    drawn = format_html_join(
        "",
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>',
        (
            (
                "today" if index == len(values) - 1 else "day",
                f"{index * step:.1f}",
                f"{HEIGHT - HEIGHT * value / most:.1f}",
                f"{step - GAP:.1f}",
                f"{HEIGHT * value / most:.1f}",
            )
            for index, value in enumerate(values)
        ),
    )
    return format_html(
        '<svg class="chart" role="img" viewBox="0 0 {} {}" preserveAspectRatio="none" aria-label="{}">{}<path d="M0 {}H{}"/></svg>',
        WIDTH,
        HEIGHT + 2,
        words,
        drawn,
        HEIGHT + 1,
        WIDTH,
    )
