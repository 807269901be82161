"""The treasures laid out, and the seats round the table, as this reader knows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Action, is_known
from games.presentation.choices import Aim, Choice
from games.presentation.people import SeatLabel, numbered_initials, seat_labels
from games.presentation.sentences import SentenceMaker, kept_by_language
from games.presentation.words import Words
from games.titles.lost_mines.board import AT, Field
from games.titles.lost_mines.rules import awaiting
from games.titles.lost_mines.state import State

from . import words
from .board import Scene, card_in_words
from .hand import dwarf_aims, treasure_aims
from .walk import take

TO_DO: Final = Words(
    play=gettext_lazy("to play, at {place}"),
    walk=gettext_lazy("to walk, at {place}"),
    take=gettext_lazy("to take a treasure, at {place}"),
    vote=gettext_lazy("to answer, at {place}"),
)


@dataclass(frozen=True, slots=True)
class Treasure:
    """A numbered slot. The kind is on its back; `value` is "?" unless this reader knows it."""

    number: int
    kind: str
    kind_name: str
    value: str
    is_private: bool
    holder: str
    label: str
    is_last: bool
    choice: Choice | None
    aims: tuple[Aim, ...]


@dataclass(frozen=True, slots=True)
class HeldTreasure:
    kind: str
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Person:
    """A seat at the table. `character` is the symbol of a dwarf turned up, or seen by me; `own` of mine.

    `asked` is what it is to do, while it is awaited; `note` what is said of it otherwise.
    """

    who: SeatLabel
    is_out: bool
    clan: str
    clan_name: str
    asked: str
    note: str
    vote: str
    character: str
    character_name: str
    own: str
    is_private: bool
    treasures: tuple[HeldTreasure, ...]
    dragon: str
    cards: int
    cards_label: str
    score: str
    score_label: str
    aims: tuple[Aim, ...]


# Treasures


def treasures(
    known: State, seen: Scene, seat: int | None, actions: Sequence[Action]
) -> tuple[Treasure, ...]:
    aims = treasure_aims(known, seat, actions)
    taking = {action["slot"] for action in actions if action["do"] == "take"}
    return tuple(
        _treasure(known, slot, seen, seat, aims.get(slot, []), is_offered=slot in taking)
        for slot in range(len(known.kinds))
    )


def _treasure(
    known: State,
    slot: int,
    seen: Scene,
    seat: int | None,
    aims: Sequence[Aim],
    *,
    is_offered: bool,
) -> Treasure:
    holder, kind, value = known.holders[slot], known.kinds[slot], _value(known, slot)
    taker = "" if holder is None else SentenceMaker(seat, seen.names).call(holder)
    return Treasure(
        number=slot + 1,
        kind=kind,
        kind_name=words.KINDS[kind],
        value=value,
        # That I know my own treasures is no news.
        is_private=value != "?" and known.phase != "over" and holder != seat,
        holder=taker,
        label=_label(slot, kind, value, taker),
        is_last=slot in seen.last.slots,
        choice=take(known, slot) if is_offered else None,
        aims=tuple(aims),
    )


def _value(known: State, slot: int) -> str:
    value = known.values[slot]
    return str(value) if is_known(value) else "?"


@kept_by_language()  # saves 7 % of the calls that make six seats' tables
def _label(slot: int, kind: str, value: str, holder: str) -> str:
    parts = [words.treasure(slot, kind)]
    if value != "?":
        parts.append(words.worth(int(value)))
    if holder:
        parts.append(_("taken by {name}").format(name=holder))
    return ", ".join(parts)


# Seats


def people(
    known: State, seen: Scene, seat: int | None, actions: Sequence[Action]
) -> tuple[Person, ...]:
    aims = dwarf_aims(known, seat, actions, seen.names)
    labels = seat_labels(seen.names[: known.seats], seat, awaiting(known), numbered_initials)
    return tuple(_person(known, who, seen, aims.get(who.seat, ())) for who in labels)


def _person(known: State, who: SeatLabel, seen: Scene, aims: Sequence[Aim]) -> Person:
    place = who.seat
    cards, clan, front = len(known.hands[place]), known.clans[place], known.characters[place]
    is_shown = is_known(front) and not who.is_me
    return Person(
        who=who,
        is_out=place in known.out,
        clan=clan,
        clan_name=words.CLANS[clan],
        asked=_asked(known, place, seen) if who.is_awaited else "",
        note=_note(known, place, seen),
        vote=_vote(known, place),
        character=f"c-{clan}-{front}" if is_shown else "",
        character_name=words.CHARACTERS[str(front)] if is_shown else "",
        own=f"c-{clan}-{front}" if who.is_me and is_known(front) else "",
        is_private=known.phase != "over",
        treasures=tuple(
            _held(known, slot) for slot, holder in enumerate(known.holders) if holder == place
        ),
        dragon=_("has the dragon: 2 points less") if known.dragon == place else "",
        cards=cards,
        cards_label=words.card_count(cards),
        score=str(known.scores[place]) if known.results else "",
        score_label=words.points(known.scores[place]),
        aims=tuple(aims),
    )


def _held(known: State, slot: int) -> HeldTreasure:
    kind, value = known.kinds[slot], _value(known, slot)
    return HeldTreasure(kind, value, _label(slot, kind, value, ""))


def _asked(known: State, place: int, seen: Scene) -> str:
    return TO_DO[known.phase].format(place=_where(known, place, seen))


def _note(known: State, place: int, seen: Scene) -> str:
    """Where its dwarf stands."""
    if known.phase == "over":
        return ""
    text = _("out for this round, at {place}") if place in known.out else _("at {place}")
    return text.format(place=_where(known, place, seen))


def _where(known: State, place: int, seen: Scene) -> str:
    field = known.stands[place]
    return _place_with(field, card_in_words(seen, field) if known.board.sides[field] else _("path"))


@kept_by_language()  # saves 4 % of those calls
def _place_with(field: Field, thing: str) -> str:
    place = words.place(AT[field])
    return place if thing == _("path") else _("{place}, {thing}").format(place=place, thing=thing)


def _vote(known: State, place: int) -> str:
    if known.phase != "vote":
        return ""
    if place == known.turn:
        return _("asks to end")
    return _("agreed") if place in known.agreed else ""


def awaited_names(known: State, names: Sequence[str]) -> str:
    return words.listed([names[place] for place in sorted(awaiting(known))])


def votes_missing(known: State) -> str:
    count = len(awaiting(known))
    text = ngettext("{count} answer is missing.", "{count} answers are missing.", count)
    return text.format(count=count)
