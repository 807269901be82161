"""Looking back at Emerald: deeds, turning points, coins over time, and what was hidden.

Nothing is said of when the winner was certain: the dragon may be paid with any gold, and whoever is
behind may take what is left, so that nothing is proven before the move that ends the match.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine import Event, is_known, seen
from games.titles.emerald.events import (
    BonusTaken,
    Bribed,
    DragonMoved,
    GemTaken,
    GoldTaken,
    KnightLost,
    Moved,
    TreasureTaken,
)
from games.titles.emerald.state import State

from . import words
from .log import sentence
from .people import coins_between


def deed(event: Event) -> tuple[str, str] | None:
    """A kind of deed and its word. The rail, and bonuses of the end, are nobody's deeds."""
    match event:
        case Moved():
            return "move", _("moved a knight")
        case GoldTaken():
            return "gold", _("took gold")
        case GemTaken():
            return "gem", _("took a gem")
        case TreasureTaken():
            return "treasure", _("took a treasure")
        case DragonMoved():
            return "dragon", _("woke the dragon")
        case Bribed():
            return "bribe", _("paid the dragon")
        case KnightLost():
            return "lost", _("lost a knight")
        case _:
            return None


def turning_point(
    event: Event, before: State, after: State, seat: int | None, names: Sequence[str]
) -> str:
    """Treasures, knights lost, four different gems, and who takes the lead."""
    told = []
    if isinstance(event, TreasureTaken | KnightLost) or _is_four_gems(event):
        told.append(str(sentence(event, before, seat, names)))
    ahead = leader(after)
    if ahead is not None and ahead != leader(before):
        text = _("You take the lead.") if ahead == seat else _("{name} takes the lead.")
        told.append(text.format(name=names[ahead]))
    return " ".join(told)


def _is_four_gems(event: Event) -> bool:
    return isinstance(event, BonusTaken) and event.bonus == "four_gems"


def leader(known: State) -> int | None:
    """Who has more coins than all others, whatever gold was paid unseen."""
    if known.seats == 0:
        return None
    between = [coins_between(known, place) for place in range(known.seats)]
    ahead = max(range(known.seats), key=lambda place: between[place][0])
    others = [most for place, (_least, most) in enumerate(between) if place != ahead]
    return ahead if between[ahead][0] > max(others) else None


def measures(known: State, names: Sequence[str]) -> Sequence[tuple[str, int | None]]:
    """The coins of each, as far as they are sure."""
    return [
        (_("Coins of {name}").format(name=name), coins_between(known, place)[0])
        for place, name in enumerate(names[: known.seats])
    ]


def unveiled(public: State, full: State, names: Sequence[str]) -> list[tuple[str, str]]:
    """What spectators did not know, in words: gold in hands and paid, the piles face down, the box."""
    if full.seats == 0:
        return []
    found = []
    for place, name in enumerate(names[: full.seats]):
        found += [(name, ", ".join(_gold_of(public, full, place)))]
    for field in full.gold:
        gold = [words.gold(value) for value in full.gold[field].known()[1:]]
        gems = [words.gem_name(gem) for gem in full.gems[field].known()[1:]]
        found.append((_("Under field {number}").format(number=field), ", ".join([*gold, *gems])))
    boxed = [
        *(words.gold(value) for value in full.gold_boxed.known()),
        *(words.gem_name(gem) for gem in full.gems_boxed.known()),
    ]
    found.append((_("Left in the box"), ", ".join(boxed)))
    return [(label, text) for label, text in found if text]


def _gold_of(public: State, full: State, place: int) -> list[str]:
    """A player's gold in hand and gold paid, where the public lost sight of it."""
    hand = full.hands[place].known() if public.hands[place].unknown_count() else []
    payments = zip(public.payments[place], full.payments[place], strict=True)
    paid = seen(real.gold for known, real in payments if not is_known(known.gold))
    return [
        *map(words.gold, hand),
        *(_("paid {gold}").format(gold=words.gold(value)) for value in paid),
    ]
