"""Saboteur on a page: what a seat knows, as its template places it, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Action, Move, Round, is_known
from games.presentation.choices import Choice, by_action
from games.presentation.ends import MatchEnd, RoundMark, round_marks
from games.presentation.people import RoleChip
from games.presentation.presenter import Presenter, RoleShown
from games.titles.saboteur.cards import dwarf_cards
from games.titles.saboteur.rules import ROUNDS, awaiting
from games.titles.saboteur.state import State

from . import claims, log, moving, story, suspecting, talk, words
from .board import Board, board, scene, way_to_gold
from .changes import last_changes
from .effects import EFFECTS, RULE_OF
from .ends import Ending, Standing, ending, final, result, round_end, winners_role
from .first import SaboteurCoach
from .hand import DwarfCard, OfferedGold, hand, offered, why_not
from .knowing import knowing
from .people import Person, people
from .rulebook import rulebook

__all__ = ["option_labels", "refusal", "result", "role_chip", "sentence", "table", "why_not"]


@dataclass(frozen=True, slots=True)
class Table:
    """What the template places, and all it is given."""

    phase: str
    board: Board
    pile: int
    rounds: tuple[RoundMark, ...]
    chip: RoleChip | None
    people: tuple[Person, ...]
    is_my_turn: bool
    says: str
    hand: tuple[DwarfCard, ...]
    offered: tuple[OfferedGold, ...]
    ending: Ending | None
    final: MatchEnd[Standing] | None

    @property
    def choices(self) -> Mapping[str, Choice]:
        return by_action(self._choices())

    def _choices(self) -> Iterator[Choice]:
        for held in self.hand:
            yield from (way.choice for spot in held.spots for way in spot.ways)
            yield from [held.discard] if held.discard else []
        yield from (target.choice for person in self.people for target in person.targets)
        yield from (gold.choice for gold in self.offered)


def table(
    known: State,
    seat: int | None,
    actions: Sequence[Action],
    names: Sequence[str],
    moves: Sequence[Move] = (),
) -> Table:
    """The table as this seat sees it. `moves` led here; what the last one changed is marked."""
    last = last_changes(moves)
    view = scene(known, names, last)
    played = [played for played in known.rounds if played.result]
    return Table(
        phase=known.phase,
        board=replace(board(view), lit=way_to_gold(view)),
        pile=len(known.pile),
        rounds=round_marks(
            ROUNDS, known.number, [(result(one), winners_role(one)) for one in played]
        ),
        chip=role_chip(known, seat),
        people=people(known, seat, actions, names, last),
        is_my_turn=bool(actions),
        says=_says(known, actions, names),
        hand=hand(known, seat, actions),
        offered=offered(known, actions),
        ending=ending(known, seat, names),
        final=final(known, seat, names),
    )


def role_chip(known: State, seat: int | None) -> RoleChip | None:
    if seat is None or known.phase in ("dealing", "over"):
        return None
    role = known.roles[seat].value
    if not is_known(role):
        return None
    company = _company(known.seats)
    if role == "miner":
        wins = _("Dig a tunnel from the ladder to the gold.")
        return RoleChip(_("You are a miner"), wins, role, cover="covered", company=company)
    wins = _("Keep them from the gold until the cards run out.")
    return RoleChip(_("You are a saboteur"), wins, role, cover="covered", company=company)


def _company(seats: int) -> str:
    """How many saboteurs there may be: one of the dwarf cards was dealt to nobody."""
    most = dwarf_cards(seats).count("saboteur")
    text = ngettext(
        "Among the {seats} of you there is {most} saboteur at most.",
        "Among the {seats} of you are {least} or {most} saboteurs, and they do not know each other.",
        most,
    )
    return text.format(seats=seats, least=most - 1, most=most)


def option_labels() -> dict[str, str]:
    """Names of the options, and of their values as "option=value"."""
    return {
        "share_gold": _("When the miners have won a round"),
        "share_gold=auto": _(
            "The gold is handed out by itself, the best card first. Nobody waits, and until the "
            "match is over you see only your own cards."
        ),
        "share_gold=pick": _(
            "Each miner in turn looks at the gold that is left and picks a card, as in the "
            "rulebook. It takes longer, and whoever picks learns what the others were left with."
        ),
    }


def _says(known: State, actions: Sequence[Action], names: Sequence[str]) -> str:
    """What the bar says before anything is chosen."""
    if known.phase == "over":
        return _("The match is over.")
    if known.phase == "gold":
        text = _("Pick a gold card") if actions else _("{name} picks a gold card")
        return text.format(name=_awaited(known, names))
    if actions:
        return _("Choose a card")
    return _("{name} is playing…").format(name=_awaited(known, names))


def _awaited(known: State, names: Sequence[str]) -> str:
    return words.listed([names[place] for place in sorted(awaiting(known))])


# What the site asks


class SaboteurPresenter(Presenter[State]):
    template = "saboteur/table.html"
    picture = "saboteur/picture.svg"
    end_template = "saboteur/end.html"
    draws_chip = True

    table = staticmethod(table)
    round_end = staticmethod(round_end)
    role_chip = staticmethod(role_chip)
    why_not = staticmethod(why_not)
    sentence = staticmethod(log.sentence)
    motions = staticmethod(moving.motions)
    moment = staticmethod(moving.moment)
    result = staticmethod(result)
    facts = words.FACTS
    effects = EFFECTS
    rule_of = RULE_OF
    rulebook = staticmethod(rulebook)
    phrases = talk.PHRASES
    place = staticmethod(talk.place)
    place_mark = staticmethod(talk.place_mark)
    knowing = staticmethod(knowing)
    claimable = staticmethod(claims.claimable)
    claim_words = staticmethod(claims.claim_words)
    objections = staticmethod(claims.objections)
    claim_truth = staticmethod(claims.claim_truth)
    suspicions = suspecting.SUSPICIONS
    side = staticmethod(suspecting.side)
    coach = SaboteurCoach()
    option_labels = staticmethod(option_labels)
    activities = story.ACTIVITIES
    turning_point = staticmethod(story.turning_point)
    measures = staticmethod(story.measures)
    why_decided = staticmethod(story.why_decided)
    revealed = staticmethod(story.revealed)

    def roles(self, round: Round) -> list[RoleShown | None]:  # noqa: A002 - the contract's word
        shown, result = round.shown or {}, round.result or {}
        return [
            RoleShown(words.role_name(role), result["winner"] == f"{role}s")
            for role in shown.get("roles", ())
        ]

    def score(self, points: int) -> str:
        return words.nuggets(points)


presenter = SaboteurPresenter()
refusal, sentence = presenter.refusal, presenter.sentence
