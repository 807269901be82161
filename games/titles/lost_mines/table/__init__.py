"""The Lost Mines on a page: what a seat knows, as its template places it, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Action, Move, Round, Seat, is_known
from games.presentation.choices import Choice, by_action, choice_of
from games.presentation.ends import RoundMark, round_marks
from games.presentation.people import Piece, RoleChip, numbered_initials
from games.presentation.presenter import Presenter, RoleShown
from games.titles.lost_mines.cards import SABOTEUR, SELFISH
from games.titles.lost_mines.scoring import team_of
from games.titles.lost_mines.state import State
from games.titles.lost_mines.walking import reach

from . import claims, log, moving, rulings, story, suspecting, talk, words
from .board import Board, board, scene
from .changes import last_changes
from .effects import EFFECTS, RULE_OF
from .ends import Ending, Final, ending, final, result, round_end
from .first import LostMinesCoach
from .hand import Discard, ForestCard, discards, hand, why_not
from .knowing import knowing
from .people import Person, Treasure, awaited_names, people, treasures, votes_missing
from .rulebook import rulebook
from .walk import Blocked, Walk, blocked, leave, stay, walks

__all__ = ["option_labels", "refusal", "result", "role_chip", "sentence", "table", "why_not"]


@dataclass(frozen=True, slots=True)
class Step:
    """One of the three lanterns of a turn."""

    name: str
    note: str
    state: str  # "done", "now" or "later"


@dataclass(frozen=True, slots=True)
class Bar:
    """What is said before anything is chosen, and what can be done without choosing more."""

    says: str
    note: str
    ways_out: Sequence[Choice]
    answers: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class Table:
    """What the template places, and all it is given."""

    phase: str
    board: Board
    steps: tuple[Step, ...]
    rounds: tuple[RoundMark, ...]
    chip: RoleChip | None
    people: tuple[Person, ...]
    treasures: tuple[Treasure, ...]
    is_my_turn: bool
    bar: Bar
    hand: tuple[ForestCard, ...]
    places_to_draw: int
    discards: Sequence[Discard]
    call: Choice | None
    walks: Sequence[Walk]
    blocked: Sequence[Blocked]
    ending: Ending | None
    final: Final | None

    @property
    def choices(self) -> Mapping[str, Choice]:
        return by_action(self._choices())

    @property
    def offers(self) -> Sequence[tuple[int | None, Sequence[tuple[Treasure, Choice]]]]:
        """Treasures that can be chosen: to be taken, or by the number of the card that looks."""
        takes = [(one, one.choice) for one in self.treasures if one.choice]
        looks = {aim.card for one in self.treasures for aim in one.aims}
        return [
            *([(None, takes)] if takes else []),
            *(
                (
                    card,
                    [
                        (one, aim.choice)
                        for one in self.treasures
                        for aim in one.aims
                        if aim.card == card
                    ],
                )
                for card in sorted(looks)
            ),
        ]

    def _choices(self) -> Iterator[Choice]:
        yield from (way.choice for held in self.hand for spot in held.spots for way in spot.ways)
        yield from (discard.choice for discard in self.discards)
        yield from (aim.choice for person in self.people for aim in person.aims)
        for treasure in self.treasures:
            yield from (aim.choice for aim in treasure.aims)
            yield from [treasure.choice] if treasure.choice else []
        yield from (walk.choice for walk in self.walks)
        yield from (*self.bar.ways_out, *self.bar.answers, *([self.call] if self.call else []))


def table(
    known: State,
    seat: int | None,
    actions: Sequence[Action],
    names: Sequence[str],
    moves: Sequence[Move] = (),
) -> Table:
    """The table as this seat sees it. `moves` led here; what the last ones changed is marked."""
    seen = scene(known, names, last_changes(moves, known.clans))
    return Table(
        phase=known.phase,
        board=board(known, seen, seat),
        steps=steps(known),
        rounds=round_marks(
            max(known.rounds, known.number),
            known.number,
            [(result(one), "") for one in known.results],
        ),
        chip=role_chip(known, seat),
        people=people(known, seen, seat, actions),
        treasures=treasures(known, seen, seat, actions),
        is_my_turn=bool(actions),
        bar=bar(known, seat, actions, names),
        hand=hand(known, seat, actions),
        places_to_draw=_places_to_draw(known, seat),
        discards=discards(known, seat, actions),
        call=_call(known, seat, actions),
        walks=walks(known, seat, actions),
        blocked=blocked(known, seat, actions),
        ending=ending(known, seat, names),
        final=final(known, seat, names),
    )


def role_chip(known: State, seat: int | None) -> RoleChip | None:
    if seat is None or known.phase == "over" or not known.number:
        return None
    clan, character = known.clans[seat], known.characters[seat]
    if not is_known(character):
        return None
    text = _("{character}, {clan} clan")
    name = text.format(character=words.CHARACTERS[character], clan=words.CLANS[clan])
    wins = _wins(clan, character)
    return RoleChip(name, wins, f"c-{clan}-{character}", cover=f"d-{clan}", tone=clan)


def _wins(clan: str, character: str) -> str:
    if character == SELFISH:
        return _("You score your own treasures and share with nobody.")
    team = words.CLANS[team_of(clan, character) or clan]
    if character == SABOTEUR:
        text = _("Your treasures count for the {clan} clan, and it shares with you.")
    else:
        text = _("Your treasures count for the {clan} clan, which shares them evenly.")
    return text.format(clan=team)


def option_labels() -> dict[str, str]:
    """Names of the options, and of their values as "option=value"."""
    labels = {
        "rounds": _("Rounds"),
        "play_on": _("If the lead is shared after the last round, play on for up to three more"),
        "play_on=False": _("no, the win is shared"),
        "play_on=True": _("yes"),
    }
    for count in (2, 3, 4, 5, 6):
        text = ngettext("{count} round", "{count} rounds", count)
        labels[f"rounds={count}"] = text.format(count=count)
    return labels


# The turn


def steps(known: State) -> tuple[Step, ...]:
    """Play, walk, draw: where the turn stands."""
    if known.phase == "over":
        return ()
    now = {"play": 0, "vote": 0, "walk": 1, "take": 2}[known.phase]
    names = [_("Play"), _("Walk"), _("Take a treasure") if now == 2 else _("Draw")]
    notes = [_play_note(known), _walk_note(known), _draw_note(known)]
    states = ["done" if place < now else "now" if place == now else "later" for place in range(3)]
    return tuple(Step(*each) for each in zip(names, notes, states, strict=True))


def _play_note(known: State) -> str:
    if known.phase == "vote":
        return _("after the vote")
    return _("a card, or discard") if known.phase == "play" else ""


def _walk_note(known: State) -> str:
    if known.phase == "take":
        return ""
    count = reach(known, known.turn)
    return ngettext("up to {count} card", "up to {count} cards", count).format(count=count)


def _draw_note(known: State) -> str:
    count = len(known.pile)
    return ngettext("{count} card left", "{count} cards left", count).format(count=count)


def bar(known: State, seat: int | None, actions: Sequence[Action], names: Sequence[str]) -> Bar:
    if seat is None or not actions:
        note = votes_missing(known) if known.phase == "vote" else ""
        return Bar(_waiting(known, names), note, (), ())
    if known.phase == "play":
        return Bar(_("Choose a card to play"), _("Or discard one card or two."), (), ())
    if known.phase == "walk":
        return Bar(_("Choose where to walk"), _walk_says(known, seat), [stay(known, seat)], ())
    if known.phase == "take":
        ways_out = [leave() for action in actions if action["do"] == "leave"]
        return Bar(_("Choose a treasure to take"), "", ways_out, ())
    asks = _("{name} asks to end the round now").format(name=names[known.turn])
    return Bar(asks, _vote_note(), (), _answers())


def _waiting(known: State, names: Sequence[str]) -> str:
    if known.phase == "over":
        return _("The match is over.")
    text = {
        "play": _("{name} is to play a card"),
        "walk": _("{name} is to walk"),
        "take": _("{name} is to take a treasure"),
        "vote": _("{asking} asks to end the round"),
    }[known.phase]
    return text.format(name=awaited_names(known, names), asking=names[known.turn])


def _walk_says(known: State, seat: int) -> str:
    count = reach(known, Seat(seat))
    text = ngettext("Your dwarf goes {count} card.", "Your dwarf goes up to {count} cards.", count)
    return text.format(count=count)


# The vote


def _vote_note() -> str:
    return _("It ends if all agree. One refusal, or a day without all answers, and it goes on.")


def _answers() -> list[Choice]:
    agree, refuse = _("Agree to end it"), _("Refuse")
    return [choice_of({"do": "agree"}, agree, agree), choice_of({"do": "refuse"}, refuse, refuse)]


def _call(known: State, seat: int | None, actions: Sequence[Action]) -> Choice | None:
    if seat is None or {"do": "call_end"} not in actions:
        return None
    alone = len(known.out) == known.seats - 1
    then = _("Nobody else has cards: it ends at once.") if alone else _vote_note()
    says = _("Ask to end the round now; you can do so once a round")
    return choice_of({"do": "call_end"}, says, _("Call the vote"), then=then)


# Cards to come


def _places_to_draw(known: State, seat: int | None) -> int:
    """How many cards I am going to draw in this turn."""
    if seat is None or known.turn != seat or known.phase not in ("walk", "take"):
        return 0
    return min(known.to_draw, len(known.pile))


# What the site asks


def piece(known: State, seat: int, names: Sequence[str]) -> Piece | None:
    """The seat's dwarf, once it has a clan."""
    if seat >= len(known.clans):
        return None
    return Piece(f"d-{known.clans[seat]}", numbered_initials(names)[seat])


class LostMinesPresenter(Presenter[State]):
    template = "lost_mines/table.html"
    picture = "lost_mines/picture.svg"
    end_template = "lost_mines/end.html"
    draws_chip = True

    table = staticmethod(table)
    round_end = staticmethod(round_end)
    role_chip = staticmethod(role_chip)
    piece = staticmethod(piece)
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
    coach = LostMinesCoach()
    option_labels = staticmethod(option_labels)
    former_rules = staticmethod(rulings.former_rules)
    activities = story.ACTIVITIES
    turning_point = staticmethod(story.turning_point)
    measures = staticmethod(story.measures)
    why_decided = staticmethod(story.why_decided)
    revealed = staticmethod(story.revealed)

    def roles(self, round: Round) -> list[RoleShown | None]:  # noqa: A002 - the contract's word
        """Good for a seat is to have the most points of the round, alone or with others."""
        shown, result = round.shown or {}, round.result or {}
        points = result.get("points", [0])
        return [
            RoleShown(words.CHARACTERS[character], points[seat] == max(points) > 0)
            for seat, character in enumerate(shown.get("characters", ()))
        ]


presenter = LostMinesPresenter()
refusal, sentence = presenter.refusal, presenter.sentence
