"""What players of Saboteur claim: what a map showed them, who is who, what they hold or threw away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

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
    too_many,
)
from games.presentation.words import Words
from games.titles.saboteur.board import GOAL_CELLS
from games.titles.saboteur.cards import (
    BREAK,
    GOALS,
    MAP,
    PATH_CARDS,
    REPAIR,
    REPAIRS,
    ROCKFALL,
    TOOLS,
    dwarf_cards,
)
from games.titles.saboteur.events import Discarded, GoalPeeked, GoalTurned, RoundDealt, RoundEnded
from games.titles.saboteur.state import State

from . import words
from .log import cell_id

GOAL, SEAT, HOLD, DISCARD = "goal", "seat", "hold", "discard"  # what a code begins with

# Beside the words "I looked at a goal".
GOAL_SIDES: Final[Sequence[object]] = (
    pgettext_lazy("goal", "Northern"),
    pgettext_lazy("goal", "Middle"),
    pgettext_lazy("goal", "Southern"),
)
FOUND: Final = Words(stone=gettext_lazy("stone"), gold=gettext_lazy("gold"))
FOUND_SYMBOLS: Final = {"stone": "boulders", "gold": "nugget"}
ROLES: Final = Words(
    miner=pgettext_lazy("claim", "miner"), saboteur=pgettext_lazy("claim", "saboteur")
)
ONE_ROLE: Final = Words(miner=gettext_lazy("a miner"), saboteur=gettext_lazy("a saboteur"))

# Kinds of cards that somebody can say to have. A card that repairs two tools is of two kinds.
KINDS: Final = {
    **{f"repair-{tool}": {REPAIR[key] for key, tools in REPAIRS.items() if tool in tools}
       for tool in TOOLS},
    "map": {MAP},
    "break": set(BREAK.values()),
    "rockfall": {ROCKFALL},
    "tunnel": {card for card in PATH_CARDS if not card.endswith("x")},
    "dead_end": {card for card in PATH_CARDS if card.endswith("x")},
}  # fmt: skip
REPAIR_KINDS: Final = tuple(f"repair-{tool}" for tool in TOOLS)
NO_REPAIR: Final = "no_repair"
KIND_NAMES: Final = Words(
    {
        "repair-pick": gettext_lazy("pick repair"),
        "repair-lamp": gettext_lazy("lamp repair"),
        "repair-cart": gettext_lazy("cart repair"),
        "map": pgettext_lazy("claim", "map"),
        "break": gettext_lazy("broken tool"),
        "rockfall": pgettext_lazy("claim", "rockfall"),
        "tunnel": gettext_lazy("tunnel"),
        "dead_end": gettext_lazy("dead end"),
        NO_REPAIR: gettext_lazy("no repair"),
    }
)
ONE_KIND: Final = Words(
    {
        "repair-pick": gettext_lazy("a card that repairs a pick"),
        "repair-lamp": gettext_lazy("a card that repairs a lamp"),
        "repair-cart": gettext_lazy("a card that repairs a cart"),
        "map": gettext_lazy("a map"),
        "break": gettext_lazy("a card that breaks a tool"),
        "rockfall": gettext_lazy("a rockfall"),
        "tunnel": gettext_lazy("a tunnel"),
        "dead_end": gettext_lazy("a dead end"),
        NO_REPAIR: gettext_lazy("no repair"),
    }
)
KIND_SYMBOLS: Final = {
    "repair-pick": "whole-pick",
    "repair-lamp": "whole-lamp",
    "repair-cart": "whole-cart",
}
HELD: Final = (*REPAIR_KINDS, "map", "break", "rockfall", NO_REPAIR)


def claimable(public: State, seat: int, names: Sequence[str]) -> Sequence[ClaimGroup]:
    if public.phase != "turns":
        return ()
    goals = tuple(_goal_row(goal) for goal, slot in enumerate(public.goals) if not slot.face_up)
    seats = [other for other in range(public.seats) if other != seat]
    return (
        *([ClaimGroup(_("I looked at a goal"), goals)] if goals else []),
        ClaimGroup(_("Who is what"), tuple(_seat_row(one, seat, names) for one in (*seats, seat))),
        ClaimGroup(_("I hold"), (_loose(HOLD, HELD),)),
        ClaimGroup(_("My last discard was"), (_loose(DISCARD, KINDS),)),
    )


def _goal_row(goal: int) -> ClaimRow:
    buttons = tuple(
        ClaimButton(claim_code(GOAL, goal, found), FOUND[found], FOUND_SYMBOLS[found])
        for found in FOUND
    )
    return ClaimRow(str(GOAL_SIDES[goal]), buttons, symbol="goal")


def _seat_row(about: int, seat: int, names: Sequence[str]) -> ClaimRow:
    buttons = tuple(
        ClaimButton(claim_code(SEAT, about, role), ROLES[role], symbol=role) for role in ROLES
    )
    label = _("I am") if about == seat else names[about]
    return ClaimRow(label, buttons, seat=about, name=names[about])


def _loose(about: str, kinds: Iterable[str]) -> ClaimRow:
    buttons = tuple(
        ClaimButton(claim_code(about, kind), KIND_NAMES[kind], KIND_SYMBOLS.get(kind, ""))
        for kind in kinds
    )
    return ClaimRow("", buttons)


def claim_words(code: str, seat: int, names: Sequence[str]) -> ClaimWords | None:
    match code.split("."):
        case [about, number, found] if about == GOAL and found in FOUND:
            goal = int(number)
            says = _("I looked at {goal}: {found}.")
            return ClaimWords(
                matter=claim_code(GOAL, goal),
                about=words.goal_label(goal),
                answer=FOUND[found],
                says=says.format(goal=words.goal_name(goal), found=FOUND[found]),
                symbol=FOUND_SYMBOLS[found],
                cell=cell_id(GOAL_CELLS[goal]),
                place=words.goal_name(goal),
            )
        case [about, number, role] if about == SEAT and role in ROLES:
            other = int(number)
            says = _("I am {role}.") if other == seat else _("{name} is {role}.")
            return ClaimWords(
                matter=claim_code(SEAT, other),
                about=names[other],
                answer=ROLES[role],
                says=says.format(name=names[other], role=ONE_ROLE[role]),
                symbol=role,
            )
        case [about, kind] if about in (HOLD, DISCARD) and kind in KIND_NAMES:
            says = _("I hold {card}.") if about == HOLD else _("My last discard was {card}.")
            title = _("What {name} holds") if about == HOLD else _("What {name} discarded")
            return ClaimWords(
                matter=claim_code(about, seat),
                about=title.format(name=names[seat]),
                answer=ONE_KIND[kind],
                says=says.format(card=ONE_KIND[kind]),
                symbol=KIND_SYMBOLS.get(kind, ""),
            )
    return None


# What speaks against them


def objections(
    claims: Sequence[Claimed], moves: Sequence[Move], names: Sequence[str]
) -> Sequence[Objection]:
    happened = list(events_of_round(moves, RoundDealt))
    return [*_against_each_other(claims, happened), *_against_the_log(claims, happened, names)]


def _against_each_other(
    claims: Sequence[Claimed], happened: Sequence[tuple[int, Event]]
) -> Iterator[Objection]:
    made = list(enumerate(claims))
    yield from _about_goals(made, happened)
    yield from _about_seats(made, happened)
    thrown = [(n, c) for n, c in made if c.parts[0] == DISCARD]
    yield from exclusive(
        (n, (c.seat, _last_discard(c, happened)), _exclusive_kind(c.parts[1])) for n, c in thrown
    )
    held = [(n, c) for n, c in made if c.parts[0] == HOLD]
    for n, one in held:
        for other, two in held:
            is_same_hand = (one.seat, one.number) == (two.seat, two.number)
            if is_same_hand and one.parts[1] == NO_REPAIR and two.parts[1] in REPAIR_KINDS:
                yield Objection((min(n, other), max(n, other)))


def _about_goals(
    made: Sequence[tuple[int, Claimed]], happened: Sequence[tuple[int, Event]]
) -> Iterator[Objection]:
    said = [(n, int(c.parts[1]), c.parts[2]) for n, c in made if c.parts[0] == GOAL]
    yield from exclusive(said)
    up = {goal: _gold_or_stone(card) for goal, card in _turned_up(happened).items()}
    there = Counter(map(_gold_or_stone, GOALS))
    for found, places in too_many(said, there, up):
        only = _("Only one of the goals is gold.")
        yield Objection(places, only if found == "gold" else _("One of the goals is gold."))


def _about_seats(
    made: Sequence[tuple[int, Claimed]], happened: Sequence[tuple[int, Event]]
) -> Iterator[Objection]:
    said = [(n, int(c.parts[1]), c.parts[2]) for n, c in made if c.parts[0] == SEAT]
    yield from exclusive(said)
    seats = next((len(event.roles) for _n, event in happened if isinstance(event, RoundDealt)), 0)
    dealt = Counter[str](dwarf_cards(seats) if seats else ())
    for role, places in too_many(said, dealt, dict(enumerate(_roles_shown(happened)))):
        yield Objection(places, _only_so_many(role, dealt[role]))


def _only_so_many(role: str, count: int) -> str:
    if role == "saboteur":
        text = ngettext(
            "Of the role cards only {count} is a saboteur.",
            "Of the role cards only {count} are saboteurs.",
            count,
        )
    else:
        text = ngettext(
            "Of the role cards only {count} is a miner.",
            "Of the role cards only {count} are miners.",
            count,
        )
    return text.format(count=count)


def _gold_or_stone(card: str) -> str:
    return "gold" if card == "gold" else "stone"


def _turned_up(happened: Sequence[tuple[int, Event]]) -> dict[int, str]:
    return {event.goal: event.card for _n, event in happened if isinstance(event, GoalTurned)}


def _roles_shown(happened: Sequence[tuple[int, Event]]) -> Sequence[str]:
    return next((event.roles for _n, event in happened if isinstance(event, RoundEnded)), ())


def _exclusive_kind(kind: str) -> str:
    """One card may repair two tools, so these kinds do not exclude each other."""
    return "repair" if kind in REPAIR_KINDS else kind


def _last_discard(claim: Claimed, happened: Sequence[tuple[int, Event]]) -> int | None:
    """The move by which its maker last discarded, before the claim."""
    moves = [
        number
        for number, event in happened
        if isinstance(event, Discarded) and event.seat == claim.seat and number <= claim.number
    ]
    return moves[-1] if moves else None


def _against_the_log(
    claims: Sequence[Claimed], happened: Sequence[tuple[int, Event]], names: Sequence[str]
) -> Iterator[Objection]:
    turned, shown = _turned_up(happened), _roles_shown(happened)
    for n, claim in enumerate(claims):
        about, *parts = claim.parts
        if about == GOAL:
            goal, found = int(parts[0]), parts[1]
            if not _has_looked(claim, goal, happened):
                text = _("The log has no look by {name} at this goal.")
                yield Objection((n,), text.format(name=names[claim.seat]))
            if goal in turned and _gold_or_stone(turned[goal]) != found:
                text = _("It was turned up: {found}.")
                yield Objection((n,), text.format(found=words.goal_found(turned[goal])))
        elif about == SEAT and shown and shown[int(parts[0])] != parts[1]:
            role = ONE_ROLE[shown[int(parts[0])]]
            text = _("{name} was turned up as {role}.").format(name=names[int(parts[0])], role=role)
            yield Objection((n,), text)
        elif about == DISCARD and _last_discard(claim, happened) is None:
            text = _("The log has no discard by {name} in this round.")
            yield Objection((n,), text.format(name=names[claim.seat]))


def _has_looked(claim: Claimed, goal: int, happened: Sequence[tuple[int, Event]]) -> bool:
    return any(
        isinstance(event, GoalPeeked) and (event.seat, event.goal) == (claim.seat, goal)
        for number, event in happened
        if number <= claim.number
    )


# Whether they were true


def claim_truth(
    claim: Claimed, full: State, moves: Sequence[Move], names: Sequence[str]
) -> Truth | None:
    happened, name = list(events_of_round(moves, RoundDealt)), names[claim.seat]
    match claim.parts:
        case [about, number, found] if about == GOAL:
            goal = int(number)
            card = full.goals[goal].known_value()
            is_known = _has_looked(claim, goal, happened) or full.goals[goal].face_up
            text = _("It was {found}.") if is_known else _("It was {found}; {name} had not looked.")
            because = text.format(found=words.goal_found(card), name=name)
            return Truth((card == "gold") == (found == "gold"), is_known, because)
        case [about, number, role] if about == SEAT:
            slot = full.roles[int(number)]
            because = _("{name} was {role}.").format(
                name=names[int(number)], role=ONE_ROLE[slot.known_value()]
            )
            is_known = int(number) == claim.seat or slot.face_up
            return Truth(slot.known_value() == role, is_known, because)
        case [about, kind] if about == HOLD:
            hand = set(full.hands[claim.seat].known())
            repairs = set[str]().union(*(KINDS[kind] for kind in REPAIR_KINDS))
            is_true = not hand & repairs if kind == NO_REPAIR else bool(hand & KINDS[kind])
            return Truth(is_true, True, "")
        case [about, kind] if about == DISCARD:
            thrown = [
                event.card
                for _n, event in happened
                if isinstance(event, Discarded) and event.seat == claim.seat
            ]
            if not thrown:
                return Truth(False, True, _("{name} had discarded nothing.").format(name=name))
            last = str(thrown[-1])
            because = _("It was {card}.").format(card=words.one_card(last))
            return Truth(last in KINDS[kind], True, because)
    return None
