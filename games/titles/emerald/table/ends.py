"""What is shown when the match is over: everyone's coins and where they came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Outcome, Round
from games.titles.emerald.cards import GEMS, colours_of
from games.titles.emerald.rules import outcome
from games.titles.emerald.state import State

from . import words


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end: symbols of all that counts, and the sum."""

    place: int
    seat: int
    name: str
    is_me: bool
    has_won: bool
    knights: Sequence[str]
    gold: Sequence[str]
    gems: Sequence[str]
    treasures: int
    bonuses: Sequence[str]
    score: int
    coins: str
    tells: str


@dataclass(frozen=True, slots=True)
class Final:
    heading: str
    says: str
    tiebreak: str
    standings: Sequence[Standing]


def result(round: Round) -> str:  # noqa: A002 - the contract's word
    """A finished match in one sentence."""
    return _reason(round.result["reason"]) if round.result else ""


def _reason(reason: str) -> str:
    if reason == "last_treasure":
        return _("The last treasure was taken.")
    return _("A player had one knight left.")


def final(known: State, seat: int | None, names: Sequence[str]) -> Final | None:
    ended = outcome(known)
    if ended is None:
        return None
    winners = words.listed([names[place] for place in ended.winners])
    ranked = sorted(range(known.seats), key=lambda place: _rank(ended, place))
    return Final(
        heading=ngettext("{names} wins", "{names} share the win", len(ended.winners)).format(
            names=winners
        ),
        says=_reason(ended.reason),
        tiebreak=_tiebreak(ended),
        standings=[_standing(known, place, seat, names, ended) for place in ranked],
    )


def _rank(ended: Outcome, place: int) -> tuple[int, bool]:
    """Most coins first; of those tied, whoever won."""
    return -ended.scores[place], place not in ended.winners


def _tiebreak(ended: Outcome) -> str:
    best = max(ended.scores)
    tied = list(ended.scores).count(best)
    if tied == 1:
        return ""
    coins = words.coins(best)
    if ended.tiebreak == "treasures":
        return _("Tied at {coins}: more treasures decide.").format(coins=coins)
    if ended.tiebreak == "gems":
        return _("Tied at {coins} and in treasures: more gems decide.").format(coins=coins)
    return _("Tied at {coins}, in treasures and in gems.").format(coins=coins)


def _standing(
    known: State, place: int, seat: int | None, names: Sequence[str], ended: Outcome
) -> Standing:
    score = ended.scores[place]
    gold = sorted(known.hands[place].known(), reverse=True)
    gems, bonuses = known.gems_held[place], known.bonuses[place]
    return Standing(
        place=1 + sum(_rank(ended, other) < _rank(ended, place) for other in range(known.seats)),
        seat=place,
        name=_("You") if place == seat else names[place],
        is_me=place == seat,
        has_won=place in ended.winners,
        knights=[f"knight-{colour}" for colour in colours_of(known.seats, place)],
        gold=[f"gold-{value}" for value in gold],
        gems=[f"gem-{gem}" for gem in GEMS for _gem in range(gems.count(gem))],
        treasures=known.treasures[place],
        bonuses=[f"bonus-{bonus}" for bonus in bonuses],
        score=score,
        coins=words.coins(score),
        tells=_("Gold {gold}, gems {gems}, treasures {treasures}, bonuses {bonuses}").format(
            gold=sum(gold),
            gems=len(gems),
            treasures=known.treasures[place],
            bonuses=len(bonuses),
        ),
    )
