"""Looking back at Emerald: who did what, turning points, coins over time, and what was hidden.

Nothing is said of when the winner was certain: the dragon may be paid with any gold, and whoever is
behind may take what is left, so that nothing is proven before the move that ends the match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import Event, is_known, seen
from games.presentation.presenter import Activity, Measure
from games.presentation.revealing import Secret
from games.presentation.sentences import SentenceMaker
from games.titles.emerald import events
from games.titles.emerald.state import State

from . import words
from .log import sentence
from .people import coins_between

# The rail, and bonuses of the end, are left out.
ACTIVITIES: Final[Mapping[type[Event], Activity]] = {
    events.Moved: Activity("move", gettext_lazy("moved a knight")),
    events.GoldTaken: Activity("gold", gettext_lazy("took gold")),
    events.GemTaken: Activity("gem", gettext_lazy("took a gem")),
    events.TreasureTaken: Activity("treasure", gettext_lazy("took a treasure")),
    events.DragonMoved: Activity("dragon", gettext_lazy("woke the dragon")),
    events.Bribed: Activity("bribe", gettext_lazy("paid the dragon")),
    events.KnightLost: Activity("lost", gettext_lazy("lost a knight")),
}


def turning_point(
    event: Event, before: State, after: State, seat: int | None, names: Sequence[str]
) -> str:
    """Treasures, knights lost, four different gems, who takes the lead, and where it is lost."""
    told = []
    is_four_gems = isinstance(event, events.BonusTaken) and event.bonus == "four_gems"
    if isinstance(event, events.TreasureTaken | events.KnightLost) or is_four_gems:
        told.append(str(sentence(event, before, seat, names)))
    ahead, was_ahead = leader(after), leader(before)
    if ahead is not None and ahead != was_ahead:
        mine, other = _("You take the lead."), _("{name} takes the lead.")
        told.append(SentenceMaker(seat, names).text(ahead, mine, other))
    elif ahead is None and was_ahead is not None:
        mine, other = _("You lead no more."), _("{name} leads no more.")
        told.append(SentenceMaker(seat, names).text(was_ahead, mine, other))
    return " ".join(told)


def leader(known: State) -> int | None:
    """Who has more coins than all others, whatever gold was paid unseen."""
    if known.seats == 0:
        return None
    between = [coins_between(known, place) for place in range(known.seats)]
    ahead = max(range(known.seats), key=lambda place: between[place][0])
    others = [most for place, (_least, most) in enumerate(between) if place != ahead]
    return ahead if between[ahead][0] > max(others) else None


def measures(known: State, names: Sequence[str]) -> Sequence[Measure]:
    """The coins of each, as far as they are sure."""
    return [
        Measure(_("Coins of {name}").format(name=name), coins_between(known, place)[0])
        for place, name in enumerate(names[: known.seats])
    ]


def revealed(public: State, full: State, names: Sequence[str]) -> list[Secret]:
    """What spectators did not know, in words: gold in hands and paid, the piles face down, the box."""
    if full.seats == 0:
        return []
    found = [
        Secret(name, ", ".join(_gold_of(public, full, place)))
        for place, name in enumerate(names[: full.seats])
    ]
    for field in full.gold:
        gold = [words.gold(value) for value in full.gold[field].known()[1:]]
        gems = [words.GEM_NAMES[gem] for gem in full.gems[field].known()[1:]]
        label = _("Under field {number}").format(number=field)
        found.append(Secret(label, ", ".join([*gold, *gems])))
    boxed = [
        *(words.gold(value) for value in full.gold_boxed.known()),
        *(words.GEM_NAMES[gem] for gem in full.gems_boxed.known()),
    ]
    found.append(Secret(_("Left in the box"), ", ".join(boxed)))
    return [secret for secret in found if secret.text]


def _gold_of(public: State, full: State, place: int) -> list[str]:
    """A player's gold in hand and gold paid, where the public lost sight of it."""
    hand = full.hands[place].known() if public.hands[place].unknown_count() else []
    payments = zip(public.payments[place], full.payments[place], strict=True)
    paid = seen(real.gold for known, real in payments if not is_known(known.gold))
    return [
        *map(words.gold, hand),
        *(_("paid {gold}").format(gold=words.gold(value)) for value in paid),
    ]
