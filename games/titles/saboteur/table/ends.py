"""What is shown when a round or the match is over: roles turned up, and who got which gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Maybe, Round, is_known, seen
from games.presentation.ends import (
    MatchEnd,
    Rank,
    RoundEnd,
    has_not_moved,
    how_i_came,
    ranking,
    who_won,
)
from games.presentation.people import SeatLabel, seat_labels
from games.presentation.sentences import SentenceMaker
from games.titles.saboteur.cards import DECK, Role, hand_size
from games.titles.saboteur.gold import SABOTEURS_PAY
from games.titles.saboteur.rules import outcome
from games.titles.saboteur.state import State

from . import words


class Gain(NamedTuple):
    """Gold cards that a seat got in a round, and their worth, where it is known."""

    cards: tuple[Maybe[int], ...]
    nuggets: int | None


NOTHING = Gain((), 0)


@dataclass(frozen=True, slots=True)
class Dwarf:
    """A player with the role turned up, and what the round brought."""

    who: SeatLabel
    role: str
    role_name: str
    gold: str
    cards: tuple[str, ...]  # symbols of gold cards
    is_next: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending(RoundEnd):
    winner: str
    mine: str  # what the reader got and nobody else knows
    dwarves: tuple[Dwarf, ...]
    spare: str
    spare_name: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end of the match."""

    rank: Rank
    roles: Sequence[str]
    by_round: Sequence[int]
    cards: Sequence[str]
    nuggets: str


def result(round: Round) -> str:  # noqa: A002 - the contract's word
    """A finished round in one sentence."""
    return _("Round {number}: {result}").format(number=round.number, result=_result(round))


def _result(played: Round) -> str:
    if _winner(played) == "miner":
        return _("The miners reached the gold.")
    if _winner(played) == "saboteur":
        return _("The saboteurs kept the gold hidden.")
    return _("The gold stayed hidden, with no saboteur at the table.")


def _winner(played: Round) -> str:
    """The winning role, or nothing."""
    if played.result is None or played.shown is None:
        return ""
    if played.result["winner"] == "miners":
        return "miner"
    return "saboteur" if "saboteur" in played.shown["roles"] else ""


def winners_role(played: Round) -> str:
    return _winner(played) or "covered"


# The end of a round


def round_end(known: State, seat: int | None, names: Sequence[str]) -> Ending:
    """The round that has just ended, all gold taken; the next one is not dealt yet."""
    known = known.copy()
    known.phase = "turns"  # nobody picks any more
    go_on = _("On to round {number}").format(number=known.number + 1)
    return _ending(known, len(known.rounds) - 1, seat, names, go_on=go_on)


def ending(known: State, seat: int | None, names: Sequence[str]) -> Ending | None:
    """The round that has just ended: while gold is picked, and until this seat moves again."""
    if known.phase == "gold":
        go_on = _("Look at the board")
        return _ending(known, len(known.rounds) - 1, seat, names, go_on=go_on)
    if known.phase == "turns" and len(known.rounds) > 1 and _is_fresh(known, seat):
        go_on = _("On to round {number}").format(number=known.number)
        return _ending(known, len(known.rounds) - 2, seat, names, go_on=go_on)
    return None


def _is_fresh(known: State, seat: int | None) -> bool:
    turns = len(DECK) - known.seats * hand_size(known.seats) - len(known.pile)
    return has_not_moved(turns, seat, known.starter, known.seats)


def _ending(
    known: State, index: int, seat: int | None, names: Sequence[str], *, go_on: str
) -> Ending:
    played = known.rounds[index]
    shown = played.shown or {}
    gains = gains_by_round(known)[index]
    roles: list[Role] = shown["roles"]
    return Ending(
        id=f"seen_{played.number}_{known.phase}",
        number=played.number,
        winner=winners_role(played),
        mine=_mine(gains.get(seat, NOTHING)) if seat is not None else "",
        heading={
            "miner": _("The miners win round {number}"),
            "saboteur": _("The saboteurs win round {number}"),
            "covered": _("Nobody wins round {number}"),
        }[winners_role(played)].format(number=played.number),
        says=" ".join(filter(None, [_gold_said(played), _order_said(known, played, seat, names)])),
        dwarves=tuple(
            _dwarf(known, who, roles[who.seat], gains.get(who.seat, NOTHING))
            for who in seat_labels(names[: known.seats], seat)
        ),
        spare=shown["spare"],
        spare_name=_spare_name(shown["spare"]),
        go_on=go_on,
    )


def _gold_said(played: Round) -> str:
    """How the gold of a round is shared."""
    roles: list[Role] = played.shown["roles"] if played.shown else []
    if _winner(played) == "miner":
        count = roles.count("miner")
        text = ngettext("{count} gold card is shared.", "{count} gold cards are shared.", count)
        return text.format(count=count)
    if _winner(played) == "saboteur":
        count = roles.count("saboteur")
        nuggets = words.nuggets(SABOTEURS_PAY[count])
        text = ngettext(
            "The saboteur is paid {nuggets}.", "Each saboteur is paid {nuggets}.", count
        )
        return text.format(nuggets=nuggets)
    return _("The gold stayed hidden, with no saboteur at the table.")


def _order_said(known: State, played: Round, seat: int | None, names: Sequence[str]) -> str:
    """In which order the miners took the gold of the round that has just ended."""
    if _winner(played) != "miner" or played.number != len(known.shares) + _lost(known):
        return ""
    called = SentenceMaker(seat, names).call
    order = words.listed([called(taker) for taker in known.shares[-1].order])
    return _("Taken in this order: {names}.").format(names=order)


def _lost(known: State) -> int:
    """Rounds that the miners did not win."""
    return sum(bool(played.result) and _winner(played) != "miner" for played in known.rounds)


def _mine(gain: Gain) -> str:
    if gain.nuggets is None or not gain.cards:
        return ""
    text = _("You got {nuggets}. Only you know.")
    return text.format(nuggets=words.nuggets(gain.nuggets))


def _spare_name(role: Role) -> str:
    return _("Not dealt: a miner") if role == "miner" else _("Not dealt: a saboteur")


def _dwarf(known: State, who: SeatLabel, role: Role, gain: Gain) -> Dwarf:
    return Dwarf(
        who=who,
        role=role,
        role_name=words.role_name(role),
        gold=_gold(known, who.seat, gain),
        cards=tuple(f"gold-{card}" if is_known(card) else "gold-back" for card in gain.cards),
        is_next=known.phase == "gold" and who.seat == _next_picker(known),
    )


def _next_picker(known: State) -> int:
    share = known.shares[-1]
    return share.order[len(share.taken)]


def _gold(known: State, place: int, gain: Gain) -> str:
    """What a player got in the round, as far as it is known."""
    if known.phase == "gold" and place == _next_picker(known):
        return _("picks now")
    if known.phase == "gold" and not gain.cards and place in known.shares[-1].order:
        return _("picks later")
    if gain.nuggets is not None:
        return words.nuggets(gain.nuggets) if gain.cards else _("no gold")
    return words.card_count(len(gain.cards))


def gains_by_round(known: State) -> list[dict[int, Gain]]:
    """For every round so far, what each seat got."""
    shares, pay, found = iter(known.shares), iter(known.pay), []
    for played in known.rounds:
        got: dict[int, Gain] = {}
        if _winner(played) == "miner":
            share = next(shares)
            for taker, card in zip(share.order, share.taken, strict=False):
                got[taker] = Gain((card,), card if is_known(card) else None)
        elif _winner(played) == "saboteur" and played.shown is not None:
            for _saboteur in range(list(played.shown["roles"]).count("saboteur")):
                paid = next(pay)
                got[paid.seat] = Gain(paid.cards, paid.nuggets)
        found.append(got)
    return found


# The end of the match


def final(known: State, seat: int | None, names: Sequence[str]) -> MatchEnd[Standing] | None:
    ended = outcome(known)
    if ended is None:
        return None
    mine = _("You win the match") if ended.winners == (seat,) else ""
    ranks = ranking(ended, names, seat)
    return MatchEnd(
        heading=mine or who_won(ended, names),
        says=_("Final count of the gold."),
        standings=[_standing(known, rank) for rank in ranks],
        mine=how_i_came(ranks, words.nuggets),
    )


def _standing(known: State, rank: Rank) -> Standing:
    place = rank.who.seat
    return Standing(
        rank=rank,
        roles=[played.shown["roles"][place] for played in known.rounds if played.shown],
        by_round=[gains.get(place, NOTHING).nuggets or 0 for gains in gains_by_round(known)],
        cards=[f"gold-{card}" for card in sorted(seen(known.gold_of(place)), reverse=True)],
        nuggets=words.nuggets(rank.score),
    )
