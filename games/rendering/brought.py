"""A step of a file that a visitor brings along: read, folded and drawn away from everybody else."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _

from games.bounded import Desk
from games.matchlog import access, copies, files
from games.matchlog.audience import PUBLIC, Audience
from games.rendering import steps
from games.rendering.steps import Replay

DESK = Desk(seconds_of_cpu=5, seconds=60)  # the longest match takes a twentieth of that


@dataclass(frozen=True, slots=True)
class BroughtStep:
    """The step as HTML, and the title that it is of."""

    html: str
    title: str


def step(data: bytes, *, see: str, at: str, slide: str = "") -> BroughtStep:
    """The file at a place, as one of its readers saw it; without either, all of it at its end.

    `slide` counts places instead of naming one.

    Raises an EngineError in a sentence, or NotDone.
    """
    return DESK.do(_step, data, see, at, slide, translation.get_language())


def _step(data: bytes, see: str, at: str, slide: str, language: str) -> BroughtStep:
    with translation.override(language):
        file = files.read_upload(data)
        audiences = access.audiences_of_file(file)
        audience = Audience.parse(see or str(audiences[-1]), file.seats)
        replay = Replay(
            copy=copies.of_file(file, audience),
            names=[_("Seat {number}").format(number=seat) for seat in range(file.seats)],
            audiences=audiences,
            public=copies.of_file(file, PUBLIC) if audience.sees_all else None,
        )
        return BroughtStep(steps.guarded_step(replay, _place(replay, at, slide)), file.title)


def _place(replay: Replay, at: str, slide: str) -> steps.Place:
    if at or not slide:
        return steps.asked_place(at, replay.copy.last)
    found = steps.places_of(replay.copy)
    return found[access.asked_step(slide, len(found) - 1)]
