"""What a reader can know in Saboteur: roles by counting, looks at goals, unseen cards, gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from games.engine import Draws, Event, Maybe, Move, covers, is_known, seen
from games.engine.imagining import not_seen
from games.presentation import knowing as kit
from games.presentation.knowing import Chapter, Knowing, Looked, Odds, UnseenKind
from games.presentation.motions import CARD, Faces
from games.presentation.people import SeatLabel, seat_labels
from games.presentation.words import Words
from games.titles.saboteur.cards import DECK, GOALS, GOLD_CARDS, Card, Goal, Role, dwarf_cards
from games.titles.saboteur.events import GoalPeeked
from games.titles.saboteur.gold import make_up
from games.titles.saboteur.imagine import imagine_gold
from games.titles.saboteur.rules import census
from games.titles.saboteur.state import Pay, Share, State

from . import words
from .people import nuggets_between

ROLES: Final = Words(
    miner=pgettext_lazy("possible role", "miner"),
    saboteur=pgettext_lazy("possible role", "saboteur"),
)
TONES: Final[Mapping[Role, str]] = {"miner": "good", "saboteur": "bad"}
SHORT_GOALS: Final = (
    pgettext_lazy("goal", "North"),
    pgettext_lazy("goal", "Middle"),
    pgettext_lazy("goal", "South"),
)

# Kinds of cards by what they are called, and what one of them looks like.
KINDS: Final = Words(
    {
        "crossing": pgettext_lazy("kind of card", "crossing"),
        "fork": pgettext_lazy("kind of card", "fork"),
        "bend": pgettext_lazy("kind of card", "bend"),
        "straight": pgettext_lazy("kind of card", "straight"),
        "dead end": pgettext_lazy("kind of card", "dead end"),
        "map": pgettext_lazy("kind of card", "map"),
        "rockfall": pgettext_lazy("kind of card", "rockfall"),
        "break": pgettext_lazy("kind of card", "broken tool"),
        "repair": pgettext_lazy("kind of card", "repair"),
    }
)
LOOK_LIKE: Final[Mapping[str, tuple[str, ...]]] = {
    "crossing": ("rock-0", "NESW"),
    "fork": ("rock-1", "NES"),
    "bend": ("rock-2", "NE"),
    "straight": ("rock-3", "NS"),
    "dead end": ("rock-4", "NEWx"),
    "map": ("map",),
    "rockfall": ("rockfall",),
    "break": ("break-pick",),
    "repair": ("repair-lamp",),
}


def knowing(
    known: State, seat: int | None, names: Sequence[str], moves: Sequence[Move] = ()
) -> Knowing | None:
    if known.phase == "dealing":
        return None
    people = seat_labels(names[: known.seats], seat)
    found = [_roles(known, seat, people), _goals(known, seat, moves, people)]
    if known.phase == "turns":
        found.append(_cards(known))
    return Knowing((*found, *_gold(known, people)))


# Roles


def _roles(known: State, seat: int | None, people: Sequence[SeatLabel]) -> Chapter:
    dealt = Counter(dwarf_cards(known.seats))
    held = [slot.value for slot in (*known.roles, known.spare)]
    pool = Counter(not_seen(dwarf_cards(known.seats), held))
    return Chapter(
        heading=_("Roles"),
        says=_deal_in_words(dealt, None if seat is None else known.roles[seat].value),
        odds=tuple(_role_odds(known, who, pool) for who in people if not who.is_me),
        foot=_among_them(pool) if pool else _("Turned up."),
    )


def _deal_in_words(dealt: Mapping[Role, int], mine: object) -> str:
    text = _("Role cards dealt from: {miners} and {saboteurs}. One lies aside.")
    miners, saboteurs = dealt["miner"], dealt["saboteur"]
    said = text.format(
        miners=ngettext("{count} miner", "{count} miners", miners).format(count=miners),
        saboteurs=ngettext("{count} saboteur", "{count} saboteurs", saboteurs).format(
            count=saboteurs
        ),
    )
    own = {"miner": _("You are a miner."), "saboteur": _("You are a saboteur.")}
    return f"{said} {own[mine]}" if isinstance(mine, str) else said


def _role_odds(known: State, who: SeatLabel, pool: Mapping[Role, int]) -> Odds:
    role = known.roles[who.seat].value
    cases = {one: int(one == role) for one in TONES} if is_known(role) else pool
    possible = kit.possibilities({one: cases[one] for one in TONES}, lambda one: ROLES[one], TONES)
    return Odds(about=f"seat.{who.seat}", possible=possible, figures=kit.figures(possible), who=who)


def _among_them(pool: Mapping[Role, int]) -> str:
    """Of the cards that lie unseen one is aside, so that the others have all saboteurs, or one less."""
    saboteurs, cases = pool["saboteur"], sum(pool.values())
    if not saboteurs:
        return f"{kit.counted()} {_('No other saboteur can be at the table.')}"
    text = ngettext(
        "{count} saboteur sits among them in {cases} deals, otherwise none.",
        "{count} saboteurs sit among them in {cases} deals, otherwise {less}.",
        saboteurs,
    )
    told = text.format(
        count=saboteurs, cases=kit.in_cases(cases - saboteurs, cases), less=saboteurs - 1
    )
    return f"{kit.counted()} {told}"


# Goals


def _goals(
    known: State, seat: int | None, moves: Sequence[Move], people: Sequence[SeatLabel]
) -> Chapter:
    columns = [(f"goal.{goal}", str(name)) for goal, name in enumerate(SHORT_GOALS)]
    looks = kit.looks_of(moves, _looked, people)
    return Chapter(
        heading=_("Who looked where"),
        looks=kit.look_table(columns, looks, people),
        foot=_where_gold_is([slot.value for slot in known.goals]),
    )


def _looked(event: Event) -> Looked | None:
    if not isinstance(event, GoalPeeked):
        return None
    saw = words.goal_found(event.card) if is_known(event.card) else ""
    return Looked(event.seat, f"goal.{event.goal}", saw)


def gold_cases(goals: Sequence[Maybe[Goal]]) -> dict[int, int]:
    """In how many of the cases that are left the gold is at a goal."""
    left = Counter(not_seen(GOALS, goals))
    return {
        goal: left["gold"] if not is_known(value) else int(value == "gold")
        for goal, value in enumerate(goals)
    }


def _where_gold_is(goals: Sequence[Maybe[Goal]]) -> str:
    places = [words.goal_name(goal) for goal, cases in gold_cases(goals).items() if cases]
    if len(places) == 1:
        return _("The gold is at {place}.").format(place=places[0])
    text = _("The gold can still be at {places}, each in {cases} deals. {exact}")
    cases = kit.in_cases(1, len(places))
    return text.format(places=words.listed(places), cases=cases, exact=kit.counted())


# Cards


def kind_of(card: Card) -> str:
    """Tools are one kind each way: which one is broken or repaired is the next question."""
    kind = words.kind(card)
    return kind.partition(":")[0]


def _cards(known: State) -> Chapter:
    unseen = kit.unseen_by_kind(DECK, census(known)["deck"], kind_of)
    hands = sum(hand.unknown_count() for hand in known.hands)
    places = [
        (known.pile.unknown_count(), _("{count} in the pile")),
        (hands, _("{count} in hands")),
        (known.discards.unknown_count(), _("{count} thrown away")),
    ]
    told = words.listed([text.format(count=count) for count, text in places if count])
    total = sum(unseen.values())
    return Chapter(
        heading=_("Cards you have not seen"),
        beside=_("{total}: {places}").format(total=total, places=told) if total else "",
        unseen=tuple(
            UnseenKind(word, unseen[kind], Faces(LOOK_LIKE[kind], size=CARD))
            for kind, word in KINDS.items()
        ),
    )


# Gold: who took which card is seen by few until the match is over


def _gold(known: State, people: Sequence[SeatLabel]) -> Iterator[Chapter]:
    between = [nuggets_between(known, who.seat) for who in people]
    if all(least == most for least, most in between):
        return
    if any(share.picked for share in known.shares):
        met, cases = kit.sampled(partial(_imagined_leaders, known)), kit.SAMPLES
        foot = kit.estimated(met.values())
    else:
        ways = nuggets_counted(known)
        met, cases, foot = Counter[int](), ways.total(), kit.counted()
        for nuggets, count in ways.items():
            met.update(dict.fromkeys(_leaders(nuggets), count))
    yield Chapter(
        heading=_("Gold"),
        says=_("How many nuggets lie before each, and how likely nobody has more."),
        odds=tuple(_gold_odds(who, between[who.seat], met[who.seat], cases) for who in people),
        foot=foot,
    )


def _leaders(nuggets: Sequence[int]) -> list[int]:
    return [seat for seat, count in enumerate(nuggets) if count == max(nuggets)]


def _imagined_leaders(known: State, chance: Draws) -> list[int]:
    """Who picked which card follows from no rule, so that there is more than can be counted."""
    imagined = known.copy()
    imagine_gold(imagined, chance)
    return _leaders([sum(seen(imagined.gold_of(seat))) for seat in range(known.seats)])


# What is left of the gold, by nuggets, and what lies before each seat.
GoldLeft: TypeAlias = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]


def nuggets_counted(known: State) -> Counter[tuple[int, ...]]:
    """The nuggets before each seat, with the number of deals of gold in which it is so.

    Everyone took the best card left (S24), and saboteurs were paid from what was left then (S20).
    """
    ways: Counter[GoldLeft] = Counter({(tuple(GOLD_CARDS.items()), (0,) * known.seats): 1})
    shares, pays = iter(known.shares), iter(known.pay)
    for played in known.rounds:
        winner = played.result and played.result["winner"]
        if winner == "miners":
            ways = _shared(ways, next(shares))
        elif winner == "saboteurs" and played.shown is not None:
            for _saboteur in range(list(played.shown["roles"]).count("saboteur")):
                ways = _paid(ways, next(pays))
    counted = Counter[tuple[int, ...]]()
    for (_left, nuggets), count in ways.items():
        counted[nuggets] += count
    return counted


def _shared(ways: Counter[GoldLeft], share: Share) -> Counter[GoldLeft]:
    then: Counter[GoldLeft] = Counter()
    best_first = sorted(GOLD_CARDS, reverse=True)
    for cards in combinations_with_replacement(best_first, len(share.taken)):
        if not covers(tuple(share.taken), cards):
            continue
        drawn = Counter(cards)
        for (left, nuggets), count in ways.items():
            deals = prod(comb(there, drawn[value]) for value, there in left)
            if deals:
                rest = tuple((value, there - drawn[value]) for value, there in left)
                then[rest, _with(nuggets, zip(share.order, cards, strict=True))] += count * deals
    return then


def _paid(ways: Counter[GoldLeft], pay: Pay) -> Counter[GoldLeft]:
    then: Counter[GoldLeft] = Counter()
    for (left, nuggets), count in ways.items():
        pile = [value for value, there in left for _card in range(there)]
        cards = make_up(pay.nuggets, pile) if sum(pile) >= pay.nuggets else ()
        if covers(pay.cards, cards):
            paid = Counter(cards)
            rest = tuple((value, there - paid[value]) for value, there in left)
            then[rest, _with(nuggets, [(pay.seat, pay.nuggets)])] += count
    return then


def _with(nuggets: Sequence[int], more: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """What lies before each seat after these got more."""
    sums = list(nuggets)
    for seat, count in more:
        sums[seat] += count
    return tuple(sums)


def _gold_odds(who: SeatLabel, between: tuple[int, int], count: int, cases: int) -> Odds:
    least, most = between
    nuggets = str(least) if least == most else _("{low}–{high}").format(low=least, high=most)
    possible = (
        kit.Possibility(_("ahead"), count, "good"),
        kit.Possibility(_("behind"), cases - count),
    )
    share = kit.percent(count, cases)
    return Odds(
        about=f"gold.{who.seat}",
        possible=possible,
        figures=_("{nuggets}, ahead {share}").format(nuggets=nuggets, share=share),
        who=who,
    )
