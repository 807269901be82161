"""Why something is refused, and why a card cannot be played, in the language spoken now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine import EngineError, Seat
from games.titles.lost_mines.cards import PATH_CARDS
from games.titles.lost_mines.rules import actions
from games.titles.lost_mines.state import State

from . import words

Facts = Mapping[str, Any]


def refusal(error: EngineError) -> str:
    """The refusal in a sentence, from its code and facts."""
    say = SENTENCES.get(error.code)
    return error.message if say is None else say(error.facts)


def wrong_step(facts: Facts) -> str:
    return {
        "play": _("First play a card, or discard one or two."),
        "walk": _("You have played. Now walk, or stay where you are."),
        "take": _("You stand on a mine. First say which treasure you take."),
        "vote": _("There is a vote on ending the round. Agree or refuse."),
    }[facts["step"]]


def not_in_hand(facts: Facts) -> str:
    return _("You do not hold that card: {card}.").format(card=_card(facts))


def not_a_path(facts: Facts) -> str:
    return _("That is no path card: {card}.").format(card=_card(facts))


def not_so_many(facts: Facts) -> str:
    return _("You hold only one such card: {card}.").format(card=_card(facts))


def not_information(facts: Facts) -> str:
    return _("That card shows nothing secret: {card}.").format(card=_card(facts))


def turned_alike(facts: Facts) -> str:
    return _("This card looks the same turned round, so it is never turned.")


def misfit(facts: Facts) -> str:
    return {
        "N": _("The card does not match the one to the north of it."),
        "E": _("The card does not match the one to the east of it."),
        "S": _("The card does not match the one to the south of it."),
        "W": _("The card does not match the one to the west of it."),
    }[facts["side"]]


def no_obstacle(facts: Facts) -> str:
    return {
        "axe": _("An axe goes on a laid card with a fallen tree."),
        "boat": _("A boat goes on a laid card with a lake."),
        "rope": _("A rope goes on a laid card with a pit."),
    }[facts["tool"]]


def obstacle(facts: Facts) -> str:
    return {
        "tree": _("A fallen tree is in the way at {place}."),
        "lake": _("A lake is in the way at {place}."),
        "pit": _("A pit is in the way at {place}."),
    }[facts["obstacle"]].format(place=_place(facts))


def out_of_reach(facts: Facts) -> str:
    text = _("No open way of at most {steps} cards leads your dwarf to {place}.")
    return text.format(steps=facts["steps"], place=_place(facts))


def other_kind(facts: Facts) -> str:
    return {
        "gold": _("This mine holds no gold."),
        "silver": _("This mine holds no silver."),
        "gems": _("This mine holds no gems."),
    }[facts["kind"]]


def taken(facts: Facts) -> str:
    return _("Treasure {number} has been taken.").format(number=facts["slot"] + 1)


def _card(facts: Facts) -> str:
    return words.card_name(facts["card"])


def _place(facts: Facts) -> str:
    return words.place((facts["at"][0], facts["at"][1]))


def _at(text: Callable[[], str]) -> Callable[[Facts], str]:
    """A sentence that names the field it is about."""
    return lambda facts: text().format(place=_place(facts))


SENTENCES: Final[Mapping[str, Callable[[Facts], str]]] = {
    # The shape of an action, whatever the title
    "malformed": lambda facts: _("That is not an action."),
    "unknown_action": lambda facts: _("There is no such action."),
    "extra_key": lambda facts: _("That action says too much."),
    "missing_key": lambda facts: _("That action is not complete."),
    "wrong_type": lambda facts: _("That action is not written as it should be."),
    "match_over": lambda facts: _("The match is over."),
    "not_awaited": lambda facts: _("It is not your turn."),
    "wrong_step": wrong_step,
    "not_now": lambda facts: _("That cannot be done now."),
    # Cards and fields
    "no_such_card": lambda facts: _("There is no such card."),
    "not_in_hand": not_in_hand,
    "off_board": lambda facts: _("That is not a field of the board."),
    # Laying
    "not_a_path": not_a_path,
    "a_mine_lies_there": _at(lambda: _("A mine lies at {place}.")),
    "not_empty": _at(lambda: _("A card lies at {place} already.")),
    "no_neighbour": _at(lambda: _("No card that lies face up is next to {place}.")),
    "turned_alike": turned_alike,
    "misfit": misfit,
    "no_way_on": lambda facts: _("The card would not lead a path on."),
    # Action cards
    "no_such_tool": lambda facts: _("There is no such tool: axe, boat and rope are tools."),
    "already_overcome": _at(lambda: _("A tool lies at {place} already.")),
    "no_obstacle": no_obstacle,
    "not_information": not_information,
    "not_shown": lambda facts: _("That card does not let you look at this."),
    "no_such_mine": lambda facts: _("There is no such mine."),
    "mine_is_up": lambda facts: _("That mine is turned up already."),
    "own_dwarf": lambda facts: _("You know your own dwarf."),
    "no_such_seat": lambda facts: _("There is no such player."),
    "not_an_edge": lambda facts: _("Those two fields do not lie side by side."),
    "edge_backwards": lambda facts: _("An edge names its northern field first, else its western."),
    "token_there": lambda facts: _("A trap or a troll is there already."),
    "face_down_mine": lambda facts: _("No trap or troll goes beside a face-down mine."),
    "no_path_there": lambda facts: _("No path leads there."),
    "paths_do_not_meet": lambda facts: _("A path ends there at a card that is closed."),
    "start_stays": lambda facts: _("A storm never takes a start."),
    "mine_stays": lambda facts: _("A storm never takes a mine."),
    "no_card_there": _at(lambda: _("No card lies at {place}.")),
    "dwarf_there": _at(lambda: _("A dwarf stands at {place}.")),
    # Discarding, and the vote
    "wrong_number": lambda facts: _("You discard one card or two."),
    "not_so_many": not_so_many,
    "not_in_order": lambda facts: _("Discarded cards are named in the order of their codes."),
    "called_before": lambda facts: _("You have asked to end this round once already."),
    # Walking
    "stands_there": lambda facts: _("Your dwarf stands there already."),
    "obstacle": obstacle,
    "occupied": _at(lambda: _("There is room for one dwarf only at {place}.")),
    "out_of_reach": out_of_reach,
    # Treasures
    "no_such_slot": lambda facts: _("There is no such treasure."),
    "taken": taken,
    "other_kind": other_kind,
    "must_take": lambda facts: _("Having walked here you must take a treasure."),
}


def card_played(action: Mapping[str, Any]) -> str:
    """The one card that an action of step 1 is played with; none for a discard or a vote."""
    verb: str = action["do"]
    if verb in ("lay", "peek"):
        return str(action["card"])
    if verb == "tool":
        return str(action["tool"])
    return verb if verb in ("trap", "troll", "storm") else ""


def why_not(known: State, seat: int | None) -> dict[str, str]:
    """For every card of this seat's hand that can only be discarded: why."""
    if seat is None or known.phase != "play" or known.turn != seat:
        return {}
    playable = set(map(card_played, actions(known, seat)))
    cards = known.hands[Seat(seat)].kinds()
    return {card: _why_not(card) for card in cards if card not in playable}


def _why_not(card: str) -> str:
    if card in PATH_CARDS:
        return _("It fits nowhere")
    return {
        "axe": _("No fallen tree is in the way"),
        "boat": _("No lake is in the way"),
        "rope": _("No pit is in the way"),
        "mine|treasure": _("Nothing is left to look at"),
        "mine|dwarf": _("Nothing is left to look at"),
        "treasure|dwarf": _("Nothing is left to look at"),
        "trap": _("No path is free for a trap"),
        "troll": _("No path is free for a troll"),
        "storm": _("No card lies without a dwarf on it"),
    }[card]
