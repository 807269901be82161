"""The events of the toy title in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext as _

from games.engine import Event, is_known
from games.presentation.sentences import Sentence, SentenceMaker, link
from games.titles.toy.events import (
    Asked,
    Closed,
    Dealt,
    Kept,
    Passed,
    Scored,
    Shown,
    Started,
    ToyEvent,
    Voted,
)
from games.titles.toy.state import State


def sentence(event: Event, known_before: State, seat: int | None, names: Sequence[str]) -> Sentence:
    reader = SentenceMaker(seat, names)
    match cast(ToyEvent, event):
        case Started():
            return reader.sentence(None, _("The match begins."))
        case Dealt(number=number, starter=starter):
            text = _("Round {number}: {name} begins.")
            return reader.sentence(None, text.format(number=number, name=names[starter]))
        case Asked(seat=asker, of=of):
            text = _("{name} asks {other}.")
            return reader.sentence(asker, text.format(name=names[asker], other=names[of]))
        case Shown() as shown:
            return _shown(shown, reader)
        case Kept(seat=keeper):
            name = link(names[keeper], token_id(keeper))
            return reader.sentence(keeper, _("{name} keeps it secret.").format(name=name))
        case Passed(seat=passing):
            return reader.sentence(passing, _("{name} passes.").format(name=names[passing]))
        case Voted(seat=voter):
            return reader.sentence(voter, _("{name} votes.").format(name=names[voter]))
        case Closed():
            return reader.sentence(None, _("The clock closes the vote."))
        case Scored(numbers=numbers):
            text = _("Numbers: {numbers}.")
            return reader.sentence(None, text.format(numbers=", ".join(map(str, numbers))))


def _shown(event: Shown, reader: SentenceMaker) -> Sentence:
    if is_known(event.number):
        text = _("{name} shows {other} the number {number}.")
    else:
        text = _("{name} shows {other} a number.")
    name, other = reader.names[event.seat], reader.names[event.to]
    return reader.sentence(event.seat, text.format(name=name, other=other, number=event.number))


def token_id(seat: int) -> str:
    """The id of a seat's token in the table, to which lines of the log link."""
    return f"token-{seat}"
