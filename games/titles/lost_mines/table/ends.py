"""What is shown when a round or the match is over: dwarves turned up, treasures, points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine import Round
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
from games.titles.lost_mines.rules import outcome
from games.titles.lost_mines.scoring import DRAGON_COSTS, team_of
from games.titles.lost_mines.state import State

from . import words
from .people import HeldTreasure


@dataclass(frozen=True, slots=True)
class Dwarf:
    """A player with the dwarf card turned up, and what the round brought."""

    who: SeatLabel
    symbol: str
    character: str
    treasures: tuple[HeldTreasure, ...]
    dragon: str
    points: str


@dataclass(frozen=True, slots=True)
class Team:
    """Those who collect together: a clan with its saboteur guests, or a selfish dwarf alone."""

    clan: str  # "" for the selfish ones
    heading: str
    dwarves: tuple[Dwarf, ...]
    sums: str  # how its points came about


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending(RoundEnd):
    mine: str  # what the reader got
    teams: tuple[Team, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end of the match."""

    rank: Rank
    symbols: Sequence[str]
    by_round: Sequence[int]
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Final(MatchEnd[Standing]):
    teams: tuple[Team, ...]


def result(round: Round) -> str:  # noqa: A002 - the contract's word
    """A finished round in one sentence."""
    if round.result is None:
        return _("Round {number} is being played.").format(number=round.number)
    reason = words.REASONS[round.result["reason"]]
    return _("Round {number}: {reason}").format(number=round.number, reason=reason)


# The end of a round


def round_end(known: State, seat: int | None, names: Sequence[str]) -> Ending:
    """The round that has just ended; the next one is not dealt yet."""
    go_on = _("On to round {number}").format(number=known.number + 1)
    more = str(words.PLAYED_ON) if known.number >= known.rounds else ""
    return _ending(known.results[-1], seat, names, more, go_on=go_on)


def ending(known: State, seat: int | None, names: Sequence[str]) -> Ending | None:
    """The round that has just ended, until this seat moves again."""
    if known.phase == "over" or not known.results or not _is_fresh(known, seat):
        return None
    played = known.results[-1]
    go_on = _("On to round {number}").format(number=known.number)
    more = str(words.PLAYED_ON) if known.number > known.rounds else ""
    return _ending(played, seat, names, more, go_on=go_on)


def _is_fresh(known: State, seat: int | None) -> bool:
    """In the first lap everyone plays one card or discards once, so the turns taken can be counted;
    later there are more cards played and seats that discarded than seats.
    """
    turns = len(known.played) + len(known.board.cards) + sum(map(bool, known.discards))
    return has_not_moved(turns, seat, known.starter, known.seats)


def _ending(
    played: Round, seat: int | None, names: Sequence[str], more: str, *, go_on: str
) -> Ending:
    result, shown = played.result or {}, played.shown or {}
    return Ending(
        id=f"seen_{played.number}",
        number=played.number,
        heading=_("Round {number} is over").format(number=played.number),
        says=" ".join(filter(None, [words.REASONS[result["reason"]], more])),
        mine="" if seat is None else _mine(result["points"][seat]),
        teams=_teams(result, shown, seat, names),
        go_on=go_on,
    )


def _mine(points: int) -> str:
    return _("You got {points}.").format(points=words.points(points))


def _teams(
    result: Mapping[str, Any], shown: Mapping[str, Any], seat: int | None, names: Sequence[str]
) -> tuple[Team, ...]:
    headings = {
        "yellow": _("For the yellow clan"),
        "blue": _("For the blue clan"),
        None: _("For themselves"),
    }
    labels = seat_labels(names[: len(shown["clans"])], seat)
    found = []
    for team, heading in headings.items():
        members = [who for who in labels if team_of(*_pair(shown, who.seat)) == team]
        if members:
            dwarves = tuple(_dwarf(result, shown, who) for who in members)
            sums = _sums(result, shown, members, is_clan=team is not None)
            found.append(Team(team or "", heading, dwarves, sums))
    return tuple(found)


def _sums(
    result: Mapping[str, Any],
    shown: Mapping[str, Any],
    members: Sequence[SeatLabel],
    *,
    is_clan: bool,
) -> str:
    """The sum of a team in words: "1 + 4 + 4 = 9, shared by 2: 4 each, 1 over to Marl …"."""
    seats = {who.seat: who for who in members}
    values = {
        place: [
            v
            for v, holder in zip(shown["values"], shown["holders"], strict=True)
            if holder == place
        ]
        for place in seats
    }
    said = [_shared(values, seats, result["earned"])] if is_clan else [_kept(values, seats)]
    if result["dragon"] in seats:
        name = _called(seats[result["dragon"]])
        said.append(
            _("The dragon takes {count} from {name}.").format(count=DRAGON_COSTS, name=name)
        )
    return " ".join(said)


def _added(values: Sequence[int]) -> str:
    """ "1 + 4 + 4 = 9", or the one value by itself."""
    added = " + ".join(map(str, values))
    return f"{added} = {sum(values)}" if len(values) > 1 else added or "0"


def _shared(
    values: Mapping[int, Sequence[int]], seats: Mapping[int, SeatLabel], earned: Sequence[int]
) -> str:
    total = sum(map(sum, values.values()))
    each, over = divmod(total, len(seats))
    added = _added([value for held in values.values() for value in held])
    if len(seats) == 1:
        [only] = seats.values()
        return _kept(values, {only.seat: only})
    text = _("{sum}, shared by {count}: {each} each")
    said = text.format(sum=added, count=len(seats), each=each)
    best = max((max(held, default=0) for held in values.values()), default=0)
    luckier = [_called(seats[place]) for place in seats if earned[place] > each]
    if luckier:
        more = _("{said}, {over} over to {names} for the best treasure, {best}.")
        got = earned[next(place for place in seats if earned[place] > each)] - each
        return more.format(said=said, over=got, names=words.listed(luckier), best=best)
    if over:
        return _("{said}; {over} over, which is lost.").format(said=said, over=over)
    return _("{said}.").format(said=said)


def _called(who: SeatLabel) -> str:
    """Within a sentence."""
    return _("you") if who.is_me else who.name


def _kept(values: Mapping[int, Sequence[int]], seats: Mapping[int, SeatLabel]) -> str:
    mine, other = _("You keep {sum}."), _("{name} keeps {sum}.")
    return " ".join(
        (mine if seats[place].is_me else other).format(name=seats[place].name, sum=_added(held))
        for place, held in values.items()
    )


def _pair(shown: Mapping[str, Any], place: int) -> tuple[str, str]:
    return shown["clans"][place], shown["characters"][place]


def _dwarf(result: Mapping[str, Any], shown: Mapping[str, Any], who: SeatLabel) -> Dwarf:
    held = [slot for slot, holder in enumerate(shown["holders"]) if holder == who.seat]
    return Dwarf(
        who=who,
        symbol=_symbol(shown, who.seat),
        character=words.CHARACTERS[shown["characters"][who.seat]],
        treasures=tuple(_held(shown, slot) for slot in held),
        dragon=_("2 points less for the dragon") if result["dragon"] == who.seat else "",
        points=words.points(result["points"][who.seat]),
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
    last, ranks = known.results[-1], ranking(ended, names, seat)
    return Final(
        heading=who_won(ended, names),
        says=words.REASONS[(last.result or {})["reason"]],
        standings=[_standing(known, rank) for rank in ranks],
        mine=how_i_came(ranks, words.points),
        teams=_teams(last.result or {}, last.shown or {}, seat, names),
    )


def _standing(known: State, rank: Rank) -> Standing:
    place = rank.who.seat
    return Standing(
        rank=rank,
        symbols=[_symbol(played.shown or {}, place) for played in known.results],
        by_round=[(played.result or {})["points"][place] for played in known.results],
        points=words.points(rank.score),
    )


def _symbol(shown: Mapping[str, Any], place: int) -> str:
    return "c-{}-{}".format(*_pair(shown, place))
