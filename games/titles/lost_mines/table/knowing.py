"""What a reader can know in The Lost Mines: characters, mines, treasures, who looked, unseen cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.engine import Event, Move, is_known
from games.engine.imagining import not_seen
from games.presentation import knowing as kit
from games.presentation.knowing import Chapter, Knowing, Look, Looked, Odds, UnseenKind
from games.presentation.motions import Faces
from games.presentation.people import SeatLabel, numbered_initials, seat_labels
from games.presentation.words import Words
from games.titles.lost_mines import cards, events
from games.titles.lost_mines.board import AT, MINES
from games.titles.lost_mines.cards import (
    CHARACTERS,
    CLANS,
    MINE_FACES,
    OBSTACLES,
    PATH_CARDS,
    VALUES,
)
from games.titles.lost_mines.rules import census
from games.titles.lost_mines.state import State

from . import words
from .hand import drawn_as

TONES: Final[Mapping[str, str]] = {"loyal": "good", "selfish": "half", "saboteur": "bad"}
ROLES: Final = Words(
    loyal=pgettext_lazy("possible role", "loyal"),
    selfish=pgettext_lazy("possible role", "selfish"),
    saboteur=pgettext_lazy("possible role", "saboteur"),
)
MINE_TONES: Final[Mapping[str, str]] = {
    "gold": "gold", "silver": "silver", "gems": "gems", "dragon": "bad",
}  # fmt: skip

# Kinds of cards by what they are called, and a card that looks like it.
KINDS: Final = Words(
    {
        "crossroads": pgettext_lazy("kind of card", "crossroads"),
        "fork": pgettext_lazy("kind of card", "fork"),
        "bend": pgettext_lazy("kind of card", "bend"),
        "straight": pgettext_lazy("kind of card", "straight"),
        "obstacle": pgettext_lazy("kind of card", "with an obstacle"),
        "axe": pgettext_lazy("kind of card", "axe"),
        "boat": pgettext_lazy("kind of card", "boat"),
        "rope": pgettext_lazy("kind of card", "rope"),
        "look": pgettext_lazy("kind of card", "look"),
        "trap": pgettext_lazy("kind of card", "trap"),
        "troll": pgettext_lazy("kind of card", "troll"),
        "storm": pgettext_lazy("kind of card", "storm"),
    }
)
LOOK_LIKE: Final[Mapping[str, str]] = {
    "crossroads": "NESW",
    "fork": "NES",
    "bend": "NE",
    "straight": "NS",
    "obstacle": "NESW:tree",
    "look": "mine|treasure",
}


def knowing(
    known: State, seat: int | None, names: Sequence[str], moves: Sequence[Move] = ()
) -> Knowing | None:
    if known.number == 0:
        return None
    people = seat_labels(names[: known.seats], seat, letters=numbered_initials)
    looks = kit.looks_of(moves, _looked, people)
    found = [
        _characters(known, people, looks),
        _mines(known, looks, people),
        _treasures(known, looks),
    ]
    if known.phase != "over":
        found.append(_cards(known))
    return Knowing(tuple(found))


def _looked(event: Event) -> Looked | None:
    match event:
        case events.DwarfPeeked(of=of, character=character):
            saw = ROLES[character] if is_known(character) else ""
            return Looked(event.seat, f"seat.{of}", saw)
        case events.MinePeeked(mine=mine, kind=kind):
            return Looked(event.seat, f"mine.{mine}", words.KINDS[kind] if is_known(kind) else "")
        case events.TreasurePeeked(slot=slot, value=value):
            return Looked(event.seat, f"treasure.{slot}", str(value) if is_known(value) else "")
        case _:
            return None


# Characters: the clan is on the back


def characters_left(known: State) -> dict[str, Counter[str]]:
    """By clan, the characters that lie where the reader has not seen them."""
    fronts: dict[str, list[str]] = {clan: [] for clan in CLANS}
    for code in cards.dwarves(known.seats):
        clan, character = cards.dwarf_parts(code)
        fronts[clan].append(character)
    return {
        clan: Counter(
            not_seen(
                fronts[clan],
                [
                    front
                    for back, front in zip(known.clans, known.characters, strict=True)
                    if back == clan
                ],
            )
        )
        for clan in CLANS
    }


def _characters(
    known: State, people: Sequence[SeatLabel], looks: Mapping[str, Sequence[Look]]
) -> Chapter:
    left = characters_left(known)
    dealt = Counter(
        cards.dwarf_parts(code)[1] for code in cards.dwarves(known.seats) if code.startswith("blue")
    )
    text = _("Each clan was dealt from {dwarves}, so that some lie aside.")
    dwarves = [f"{count} {ROLES[character]}" for character, count in dealt.items()]
    return Chapter(
        heading=_("Roles"),
        says=text.format(dwarves=words.listed(dwarves)),
        odds=tuple(
            _character_odds(known, who, left[known.clans[who.seat]], looks)
            for who in people
            if not who.is_me
        ),
        foot=kit.counted(),
    )


def _character_odds(
    known: State,
    who: SeatLabel,
    left: Mapping[str, int],
    looks: Mapping[str, Sequence[Look]],
) -> Odds:
    front, about = known.characters[who.seat], f"seat.{who.seat}"
    cases = {front: 1} if is_known(front) else left
    possible = kit.possibilities(
        {one: cases.get(one, 0) for one in CHARACTERS}, lambda one: ROLES[one], TONES
    )
    return Odds(
        about=about,
        possible=possible,
        figures=kit.figures(possible),
        who=who,
        faces=Faces((f"d-{known.clans[who.seat]}",)),
        looks=tuple(looks.get(about, ())),
    )


# Mines


def mines_left(known: State) -> Counter[str]:
    return Counter(not_seen(MINE_FACES, known.mines))


def _mines(
    known: State, looks: Mapping[str, Sequence[Look]], people: Sequence[SeatLabel]
) -> Chapter:
    left, odds = mines_left(known), []
    for mine, kind in enumerate(known.mines):
        cases = {kind: 1} if is_known(kind) else left
        possible = kit.possibilities(
            {one: cases.get(one, 0) for one in MINE_FACES},
            lambda one: words.KINDS[one],
            MINE_TONES,
        )
        about = f"mine.{mine}"
        odds.append(
            Odds(
                about=about,
                possible=possible,
                figures=", ".join(one.word for one in possible),
                label=_("Mine {place}").format(place=words.place(AT[MINES[mine]])),
                faces=Faces((f"m-{kind}" if is_known(kind) else "m-closed",)),
                looks=tuple(looks.get(about, ())),
            )
        )
    return Chapter(
        heading=_("Mines"),
        odds=tuple(odds),
        foot=_("What one of them may be is as likely as the rest. {exact}").format(
            exact=kit.counted()
        )
        if left
        else "",
    )


# Treasures: the kind is on the back


def values_left(known: State, kind: str) -> Counter[int]:
    shown = [value for back, value in zip(known.kinds, known.values, strict=True) if back == kind]
    return Counter(not_seen(VALUES, shown))


def _treasures(known: State, looks: Mapping[str, Sequence[Look]]) -> Chapter:
    odds = []
    for slot, (kind, value) in enumerate(zip(known.kinds, known.values, strict=True)):
        cases = {value: 1} if is_known(value) else values_left(known, kind)
        possible = kit.possibilities(
            {one: cases.get(one, 0) for one in VALUES}, str, dict.fromkeys(VALUES, kind)
        )
        about = f"treasure.{slot}"
        odds.append(
            Odds(
                about=about,
                possible=possible,
                figures=_("worth {values}").format(
                    values=words.either([one.word for one in possible])
                ),
                label=words.treasure_label(slot, kind),
                faces=Faces((f"t-{kind}",)),
                looks=tuple(looks.get(about, ())),
            )
        )
    return Chapter(
        heading=_("Treasures"),
        says=_("Of each kind there are four, worth 1 to 4; some lie aside."),
        odds=tuple(odds),
        foot=kit.counted(),
    )


# Cards


def kind_of(card: str) -> str:
    if card in PATH_CARDS:
        return "obstacle" if PATH_CARDS[card].feature in OBSTACLES else words.form(card)
    return "look" if card in cards.INFORMATION else card


def _cards(known: State) -> Chapter:
    unseen = kit.unseen_by_kind(cards.deck(), census(known)["cards"], kind_of)
    thrown = [card for pile in (*known.discards, *known.lost) for card in pile]
    places = [
        (known.pile.unknown_count(), _("{count} in the pile")),
        (sum(hand.unknown_count() for hand in known.hands), _("{count} in hands")),
        (len(thrown) - len([card for card in thrown if is_known(card)]), _("{count} thrown away")),
        (len([card for card in known.cards_aside if not is_known(card)]), _("{count} aside")),
    ]
    told = words.listed([text.format(count=count) for count, text in places if count])
    total = sum(unseen.values())
    return Chapter(
        heading=_("Cards you have not seen"),
        beside=_("{total}: {places}").format(total=total, places=told) if total else "",
        unseen=tuple(
            UnseenKind(word, unseen[kind], Faces(drawn_as(LOOK_LIKE.get(kind, kind))))
            for kind, word in KINDS.items()
        ),
    )
