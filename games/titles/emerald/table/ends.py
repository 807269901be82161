"""What is shown when the match is over: everyone's coins and where they came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Outcome, Round
from games.presentation.ends import MatchEnd, Rank, how_i_came, ranking
from games.titles.emerald.cards import GEMS, colours_of
from games.titles.emerald.rules import outcome
from games.titles.emerald.state import State

from . import words
from .people import coins_told, parts_of


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end: symbols of all that counts, and the sum."""

    rank: Rank
    knights: Sequence[str]
    spoils: Sequence[str]
    adds: Sequence[tuple[str, int]]  # what adds up to the sum, by a symbol
    coins: str
    tells: str


def result(round: Round) -> str:  # noqa: A002 - the contract's word
    """A finished match in one sentence."""
    return _reason(round.result["reason"]) if round.result else ""


def _reason(reason: str) -> str:
    if reason == "last_treasure":
        return _("The last treasure was taken.")
    return _("A player had one knight left.")


def final(known: State, seat: int | None, names: Sequence[str]) -> MatchEnd[Standing] | None:
    ended = outcome(known)
    if ended is None:
        return None
    ranks = ranking(ended, names, seat)
    winners = words.listed([names[place] for place in ended.winners])
    heading = ngettext("{names} wins", "{names} share the win", len(ended.winners))
    return MatchEnd(
        heading=heading.format(names=winners),
        says=f"{_reason(ended.reason)} {_tiebreak(ended)}".strip(),
        standings=[_standing(known, rank) for rank in ranks],
        mine=how_i_came(ranks, words.coins),
    )


def _tiebreak(ended: Outcome) -> str:
    best = max(ended.scores)
    if list(ended.scores).count(best) == 1:
        return ""
    text = {
        "treasures": _("Tied at {coins}: more treasures decide."),
        "gems": _("Tied at {coins} and in treasures: more gems decide."),
        None: _("Tied at {coins}, in treasures and in gems."),
    }[ended.tiebreak]
    return text.format(coins=words.coins(best))


def _standing(known: State, rank: Rank) -> Standing:
    place = rank.who.seat
    gold = sorted(known.hands[place].known(), reverse=True)
    gems, bonuses = known.gems_held[place], known.bonuses[place]
    return Standing(
        rank=rank,
        knights=[f"knight-{colour}" for colour in colours_of(known.seats, place)],
        spoils=[
            *(f"gold-{value}" for value in gold),
            *(f"gem-{gem}" for gem in sorted(gems, key=GEMS.index)),
            *["treasure"] * known.treasures[place],
            *(f"bonus-{bonus}" for bonus in bonuses),
        ],
        adds=list(
            zip(
                ("gold-1", "gem-ruby", "treasure", "bonus-ruby"),
                parts_of(known, place),
                strict=True,
            )
        ),
        coins=words.coins(rank.score),
        tells=coins_told(known, place),
    )
