"""The material of the toy title: a token for every colour and number."""

from __future__ import annotations

MATERIAL = 1

COLOURS = ("blue", "red")
NUMBERS = range(1, 5)
TOKENS = tuple(f"{colour}{number}" for colour in COLOURS for number in NUMBERS)


def token_parts(token: str) -> tuple[str, int]:
    """red4: the back, which everyone sees, and the front."""
    return token[:-1], int(token[-1])
