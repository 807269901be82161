"""What a reader can know in the toy title: the numbers that tokens may have, and who was shown them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine import Event, Move, is_known
from games.engine.imagining import not_seen
from games.presentation import knowing as kit
from games.presentation.knowing import Chapter, Knowing, Looked, Odds, UnseenKind
from games.presentation.motions import NO_FACES
from games.presentation.people import SeatLabel, seat_labels
from games.titles.toy.cards import COLOURS, NUMBERS
from games.titles.toy.events import Shown
from games.titles.toy.state import State


def knowing(
    known: State, seat: int | None, names: Sequence[str], moves: Sequence[Move] = ()
) -> Knowing | None:
    if known.number == 0:
        return None
    people = seat_labels(names[: known.seats], seat)
    looks = kit.looks_of(moves, _looked, people)
    columns = [(f"seat.{who.seat}", who.name) for who in people]
    return Knowing(
        (
            Chapter(
                heading=_("Numbers"),
                odds=tuple(_odds(known, who) for who in people if not who.is_me),
                foot=kit.counted(),
            ),
            Chapter(heading=_("Who was shown what"), looks=kit.look_table(columns, looks, people)),
            Chapter(
                heading=_("Not seen"),
                unseen=tuple(
                    UnseenKind(colour, sum(numbers_left(known, colour).values()), NO_FACES)
                    for colour in COLOURS
                ),
            ),
        )
    )


def _looked(event: Event) -> Looked | None:
    if not isinstance(event, Shown):
        return None
    return Looked(
        event.to, f"seat.{event.seat}", str(event.number) if is_known(event.number) else ""
    )


def numbers_left(known: State, colour: str) -> Counter[int]:
    slots = [*zip(known.colours, known.tokens, strict=True)]
    slots += zip(known.rest_colours, known.rest, strict=True)
    return Counter(not_seen(NUMBERS, [slot.value for back, slot in slots if back == colour]))


def _odds(known: State, who: SeatLabel) -> Odds:
    number = known.tokens[who.seat].value
    cases = {number: 1} if is_known(number) else numbers_left(known, known.colours[who.seat])
    possible = kit.possibilities({one: cases.get(one, 0) for one in NUMBERS}, str)
    return Odds(
        about=f"number.{who.seat}", possible=possible, figures=kit.figures(possible), who=who
    )
