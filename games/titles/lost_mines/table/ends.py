"""What is shown when a round or the match is over: dwarves turned up, treasures, points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Round
from games.titles.lost_mines.rules import outcome
from games.titles.lost_mines.scoring import team_of
from games.titles.lost_mines.state import State

from . import words
from .board import letters
from .seats import HeldTreasure


@dataclass(frozen=True, slots=True)
class Dwarf:
    """A player with the dwarf card turned up, and what the round brought."""

    seat: int
    letter: str
    name: str
    is_me: bool
    symbol: str
    clan: str
    character: str
    treasures: Sequence[HeldTreasure]
    dragon: str
    points: str


@dataclass(frozen=True, slots=True)
class Team:
    """Those who collect together: a clan with its saboteur guests, or a selfish dwarf alone."""

    clan: str  # "" for the selfish ones
    heading: str
    dwarves: Sequence[Dwarf]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a round. `go_on` is the word that closes the panel, `id` what remembers it."""

    id: str
    number: int
    heading: str
    says: str
    teams: Sequence[Team]
    go_on: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end of the match."""

    place: int
    seat: int
    letter: str
    name: str
    is_me: bool
    has_won: bool
    symbols: Sequence[str]
    by_round: Sequence[int]
    score: int
    points: str


@dataclass(frozen=True, slots=True)
class Final:
    heading: str
    says: str
    standings: Sequence[Standing]
    teams: Sequence[Team]


def result(round: Round) -> str:  # noqa: A002 - the contract's word
    """A finished round in one sentence."""
    if round.result is None:
        return _("Round {number} is being played.").format(number=round.number)
    reason = words.REASONS[round.result["reason"]]
    return _("Round {number}: {reason}").format(number=round.number, reason=reason)


# The end of a round


def ending(known: State, seat: int | None, names: Sequence[str]) -> Ending | None:
    """The round that has just ended, until this seat moves again."""
    if known.phase == "over" or not known.results or not _is_fresh(known, seat):
        return None
    played = known.results[-1]
    go_on = _("On to round {number}").format(number=known.number)
    return _ending(played, seat, names, go_on=go_on)


def _is_fresh(known: State, seat: int | None) -> bool:
    """Has this seat not moved yet in the round? (A spectator: has somebody not?)

    In the first lap everyone plays one card or discards once, so the turns taken can be counted;
    later there are more cards played and seats that discarded than seats.
    """
    turns = len(known.played) + len(known.board.cards) + sum(map(bool, known.discards))
    order = known.seats - 1 if seat is None else (seat - known.starter) % known.seats
    return turns <= order


def _ending(played: Round, seat: int | None, names: Sequence[str], *, go_on: str) -> Ending:
    result, shown = played.result or {}, played.shown or {}
    return Ending(
        id=f"seen_{played.number}",
        number=played.number,
        heading=_("Round {number} is over").format(number=played.number),
        says=str(words.REASONS[result["reason"]]),
        teams=_teams(result, shown, seat, names),
        go_on=go_on,
    )


def _teams(
    result: Mapping[str, Any], shown: Mapping[str, Any], seat: int | None, names: Sequence[str]
) -> list[Team]:
    headings = {
        "yellow": _("For the yellow clan"),
        "blue": _("For the blue clan"),
        None: _("For themselves"),
    }
    pairs = list(zip(shown["clans"], shown["characters"], strict=True))
    found = []
    for team, heading in headings.items():
        members = [place for place, pair in enumerate(pairs) if team_of(*pair) == team]
        dwarves = [_dwarf(result, shown, place, seat, names) for place in members]
        if dwarves:
            found.append(Team(team or "", heading, dwarves))
    return found


def _dwarf(
    result: Mapping[str, Any],
    shown: Mapping[str, Any],
    place: int,
    seat: int | None,
    names: Sequence[str],
) -> Dwarf:
    clan, character = shown["clans"][place], shown["characters"][place]
    held = [slot for slot, holder in enumerate(shown["holders"]) if holder == place]
    return Dwarf(
        seat=place,
        letter=letters(names)[place],
        name=_("You") if place == seat else names[place],
        is_me=place == seat,
        symbol=f"c-{clan}-{character}",
        clan=clan,
        character=words.character(character),
        treasures=[_held(shown, slot) for slot in held],
        dragon=_("2 points less for the dragon") if result["dragon"] == place else "",
        points=words.points(result["points"][place]),
    )


def _held(shown: Mapping[str, Any], slot: int) -> HeldTreasure:
    kind, value = shown["kinds"][slot], shown["values"][slot]
    label = _("{treasure}, {worth}").format(
        treasure=words.treasure(slot, kind), worth=words.worth(value)
    )
    return HeldTreasure(kind, str(value), label)


# The end of the match


def final(known: State, seat: int | None, names: Sequence[str]) -> Final | None:
    ended = outcome(known)
    if ended is None:
        return None
    order = sorted(range(known.seats), key=lambda place: -ended.scores[place])
    winners = words.listed([names[place] for place in ended.winners])
    last = known.results[-1]
    heading = ngettext("{names} wins the match", "{names} share the win", len(ended.winners))
    return Final(
        heading=heading.format(names=winners),
        says=str(words.REASONS[(last.result or {})["reason"]]),
        standings=[_standing(known, place, seat, names, ended.scores) for place in order],
        teams=_teams(last.result or {}, last.shown or {}, seat, names),
    )


def _standing(
    known: State, place: int, seat: int | None, names: Sequence[str], scores: Sequence[int]
) -> Standing:
    score = scores[place]
    return Standing(
        place=1 + sum(other > score for other in scores),
        seat=place,
        letter=letters(names)[place],
        name=_("You") if place == seat else names[place],
        is_me=place == seat,
        has_won=score == max(scores),
        symbols=[_symbol(played.shown or {}, place) for played in known.results],
        by_round=[(played.result or {})["points"][place] for played in known.results],
        score=score,
        points=words.points(score),
    )


def _symbol(shown: Mapping[str, Any], place: int) -> str:
    return f"c-{shown['clans'][place]}-{shown['characters'][place]}"
