"""The toy title in plain text, for the command line."""

from __future__ import annotations

from .state import State


def picture(state: State) -> str:
    tokens = [f"{c} {slot.value}" for c, slot in zip(state.colours, state.tokens, strict=True)]
    return f"round {state.number}: " + ", ".join(tokens)
