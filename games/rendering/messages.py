"""Small messages to an open page: how many tables wait, look again, why nothing was done."""

from __future__ import annotations

from django.template.loader import get_template

from games.rendering.environment import template


def waiting(count: int) -> str:
    """The sign on every page that says how many tables wait."""
    return get_template("waiting.html").render({"waiting": count})


def look_again(address: str, *, part: str) -> str:
    """Makes a page fetch a part of itself again, with its own permissions."""
    return template("fragments/look_again.html").render({"address": address, "part": part})


def notice(sentence: str) -> str:
    """A sentence above the table, or nothing there."""
    return template("fragments/notice.html").render({"sentence": sentence})


def answer(key: int, refusal: str) -> str:
    """To a move that came over a socket: that it was made, or why it was not."""
    context = {"key": key, "is_made": not refusal}
    return notice(refusal) + template("fragments/answer.html").render(context)
