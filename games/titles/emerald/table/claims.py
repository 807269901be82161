"""What players of Emerald claim: which gold they paid to the dragon, and so which they still hold.

Nothing else is anybody's secret: everyone sees which cards are taken, gems and treasures lie open,
and what lies face down nobody has seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.engine import Event, Move, is_known
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
from games.titles.emerald.cards import GOLD_CARDS
from games.titles.emerald.events import Bribed, Dealt, GoldTaken
from games.titles.emerald.state import State

from . import words

HOLD, PAID = "hold", "paid"  # what a code begins with
VALUES = tuple(sorted(set(GOLD_CARDS)))


def claimable(public: State, seat: int, names: Sequence[str]) -> Sequence[ClaimGroup]:
    if public.phase == "over":
        return ()
    return (
        ClaimGroup(_("I hold"), (_row(HOLD),)),
        ClaimGroup(_("I last paid the dragon"), (_row(PAID),)),
    )


def _row(about: str) -> ClaimRow:
    return ClaimRow(
        "",
        tuple(
            ClaimButton(claim_code(about, value), words.gold(value), f"gold-{value}")
            for value in VALUES
        ),
    )


def claim_words(code: str, seat: int, names: Sequence[str]) -> ClaimWords | None:
    match code.split("."):
        case [about, value] if about in (HOLD, PAID):
            gold, is_held = words.gold(int(value)), about == HOLD
            title = _("What {name} holds") if is_held else _("What {name} paid the dragon")
            says = _("I hold {gold}.") if is_held else _("I last paid the dragon {gold}.")
            return ClaimWords(
                matter=claim_code(about, seat),
                about=title.format(name=names[seat]),
                answer=gold,
                says=says.format(gold=gold),
                symbol=f"gold-{value}",
            )
    return None


# What speaks against them


def objections(
    claims: Sequence[Claimed], moves: Sequence[Move], names: Sequence[str]
) -> Sequence[Objection]:
    happened = list(events_of_round(moves, Dealt))
    return [*_against_each_other(claims, happened), *_against_the_log(claims, happened, names)]


def _against_each_other(
    claims: Sequence[Claimed], happened: Sequence[tuple[int, Event]]
) -> Iterator[Objection]:
    made = list(enumerate(claims))
    paid = [(n, claim) for n, claim in made if claim.parts[0] == PAID]
    yield from exclusive(
        (n, (claim.seat, _payment(claim, happened)), claim.parts[1]) for n, claim in paid
    )
    for n, payment in paid:
        for other, held in made:
            if held.code != claim_code(HOLD, payment.parts[1]) or held.seat != payment.seat:
                continue
            # The card is gone, and there was no second one to hold.
            then = _payment(payment, happened)
            had = _taken(held, happened).count(int(payment.parts[1]))
            if had == 1 and then is not None and then <= held.number:
                yield Objection((min(n, other), max(n, other)))


def _against_the_log(
    claims: Sequence[Claimed], happened: Sequence[tuple[int, Event]], names: Sequence[str]
) -> Iterator[Objection]:
    for n, claim in enumerate(claims):
        name, value = names[claim.seat], int(claim.parts[1])
        then = claim.number if claim.parts[0] == HOLD else _payment(claim, happened)
        if then is None:
            text = _("The log has no payment by {name}.").format(name=name)
            yield Objection((n,), text)
        elif value not in _taken(claim._replace(number=then), happened):
            text = _("By then {name} had taken no {gold}.")
            yield Objection((n,), text.format(name=name, gold=words.gold(value)))


def _payment(claim: Claimed, happened: Sequence[tuple[int, Event]]) -> int | None:
    """The move by which its maker last paid the dragon, before the claim."""
    moves = [
        number
        for number, event in happened
        if isinstance(event, Bribed) and event.seat == claim.seat and number <= claim.number
    ]
    return moves[-1] if moves else None


def _taken(claim: Claimed, happened: Sequence[tuple[int, Event]]) -> list[int]:
    """The gold that its maker had taken by then."""
    return [
        event.gold
        for number, event in happened
        if isinstance(event, GoldTaken) and event.seat == claim.seat and number <= claim.number
    ]


# Whether they were true


def claim_truth(
    claim: Claimed, full: State, moves: Sequence[Move], names: Sequence[str]
) -> Truth | None:
    match claim.parts:
        case [about, value] if about == HOLD:
            return Truth(int(value) in full.hands[claim.seat].known(), True, "")
        case [about, value] if about == PAID:
            paid = full.payments[claim.seat]
            if not paid:
                text = _("{name} had paid nothing.").format(name=names[claim.seat])
                return Truth(False, True, text)
            gold = paid[-1].gold
            assert is_known(gold)  # the full state has no unknowns
            because = _("It was {gold}.").format(gold=words.gold(gold))
            return Truth(gold == int(value), True, because)
    return None
