"""Small messages to an open page: how many tables wait, look again, why nothing was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.template.loader import get_template

from games.matchlog.waiting import Call
from games.rendering.environment import template


def waiting(count: int) -> str:
    """The sign on every page that says how many tables wait."""
    return get_template("waiting.html").render({"waiting": count})


def calls(found: Sequence[Call]) -> str:
    """The sign on every page that says who asks for the reader."""
    return get_template("calls.html").render({"calls": found})


class Latest(NamedTuple):
    """A notice that has just come, in words that may stand on anybody's screen."""

    number: int
    tag: str  # one message for each
    title: str
    text: str
    path: str


def bell(count: int, latest: Latest | None = None) -> str:
    """The bell on every page, and how many notices have not been read."""
    return get_template("bell.html").render({"unread_notices": count, "latest": latest})


def look_again(address: str, *, part: str, asking: str = "") -> str:
    """Makes a page fetch a part of itself again, with its own permissions.

    `asking` finds the form in the page that says what is asked for there.
    """
    context = {"address": address, "part": part, "asking": asking}
    return template("fragments/look_again.html").render(context)


class Refusal(NamedTuple):
    """Why nothing was done, and the address of the rule that it follows from, if there is one."""

    sentence: str
    rule: str = ""


def notice(sentence: str, rule: str = "") -> str:
    """A sentence above the table, or nothing there."""
    return template("fragments/notice.html").render({"sentence": sentence, "rule": rule})


def answer(key: int, refusal: Refusal | None) -> str:
    """To a move that came over a socket: that it was made, or why it was not."""
    context = {"key": key, "is_made": refusal is None}
    shown = notice(*(refusal or Refusal("")))
    return shown + template("fragments/answer.html").render(context)
