"""What players of the toy title claim: which number is whose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from django.utils.translation import gettext as _

from games.engine import Event, Move
from games.presentation.claims import (
    ClaimButton,
    Claimed,
    ClaimGroup,
    ClaimRow,
    ClaimWords,
    Objection,
    Truth,
    claim_code,
    events_of_round,
    exclusive,
)
from games.titles.toy.cards import NUMBERS
from games.titles.toy.events import Dealt, Scored, Shown
from games.titles.toy.state import State

from .log import token_id


def claimable(public: State, seat: int, names: Sequence[str]) -> Sequence[ClaimGroup]:
    if public.phase == "scored":
        return ()
    rows = tuple(
        ClaimRow(
            names[other],
            tuple(ClaimButton(claim_code("number", other, n), str(n)) for n in NUMBERS),
            seat=other,
            name=names[other],
        )
        for other in range(public.seats)
    )
    return (ClaimGroup(_("I know the number of"), rows),)


def claim_words(code: str, seat: int, names: Sequence[str]) -> ClaimWords | None:
    match code.split("."):
        case ["number", other, number]:
            return ClaimWords(
                matter=claim_code("number", other),
                about=_("{name}’s number").format(name=names[int(other)]),
                answer=number,
                says=_("{name}’s number is {number}.").format(
                    name=names[int(other)], number=number
                ),
                cell=token_id(int(other)),
            )
    return None


def objections(
    claims: Sequence[Claimed], moves: Sequence[Move], names: Sequence[str]
) -> Sequence[Objection]:
    happened = list(events_of_round(moves, Dealt))
    return [*_against_each_other(claims, happened), *_against_the_log(claims, happened, names)]


def _against_each_other(
    claims: Sequence[Claimed], happened: Sequence[tuple[int, Event]]
) -> Iterator[Objection]:
    made = [(n, int(claim.parts[1]), claim.parts[2]) for n, claim in enumerate(claims)]
    yield from exclusive(made)
    colours = [event.colours for _n, event in happened if isinstance(event, Dealt)]
    for (n, one, number), (other, two, same) in combinations(made, 2):
        if one != two and number == same and colours and colours[0][one] == colours[0][two]:
            yield Objection((n, other), _("There is one token of that colour and number."))


def _against_the_log(
    claims: Sequence[Claimed], happened: Sequence[tuple[int, Event]], names: Sequence[str]
) -> Iterator[Objection]:
    scored = [event.numbers for _n, event in happened if isinstance(event, Scored)]
    for n, claim in enumerate(claims):
        other = int(claim.parts[1])
        if not _was_shown(claim, happened):
            text = _("The log has no look by {name} at it.").format(name=names[claim.seat])
            yield Objection((n,), text)
        if scored and scored[0][other] != int(claim.parts[2]):
            yield Objection((n,), _("It was {number}.").format(number=scored[0][other]))


def _was_shown(claim: Claimed, happened: Sequence[tuple[int, Event]]) -> bool:
    other = int(claim.parts[1])
    return other == claim.seat or any(
        isinstance(event, Shown) and (event.seat, event.to) == (other, claim.seat)
        for number, event in happened
        if number <= claim.number
    )


def claim_truth(
    claim: Claimed, full: State, moves: Sequence[Move], names: Sequence[str]
) -> Truth | None:
    match claim.parts:
        case ["number", other, number]:
            value = full.tokens[int(other)].known_value()
            is_known = _was_shown(claim, list(events_of_round(moves, Dealt)))
            because = _("It was {number}.").format(number=value)
            return Truth(value == int(number), is_known, because)
    return None
