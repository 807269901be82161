"""What is said about a match of The Lost Mines: the log, refusals, reasons, results."""

from __future__ import annotations

import pytest

from games.engine import Event, IllegalAction, Round, Seat, redact
from games.engine.events import event_types
from games.engine.verify import replay
from games.presentation.sentences import Sentence
from games.titles.lost_mines import table as shown
from games.titles.lost_mines import title
from games.titles.lost_mines.cards import ACTIONS, CARD_CODES
from games.titles.lost_mines.events import (
    CardLost,
    Discarded,
    Drawn,
    DwarfPeeked,
    Laid,
    MinePeeked,
    Started,
    TrapSet,
    TreasurePeeked,
    TreasureTaken,
)
from games.titles.lost_mines.state import State
from games.titles.lost_mines.table.words import REASONS, card_name, one_card
from tests.titles.lost_mines.record import RECORDINGS
from tests.titles.lost_mines.scenes import Scene, scene
from tests.titles.lost_mines.tables import NAMES
from tests.titles.lost_mines.test_recorded import recorded


def tell(event: Event, seat: int | None, known: State | None = None) -> Sentence:
    return shown.sentence(redact(event, seat), known or scene().state, seat, NAMES)


def test_every_event_has_a_sentence_for_its_maker_for_others_and_for_spectators() -> None:
    told: set[str] = set()
    for name in RECORDINGS:
        file = recorded(name)
        for seat in (None, 0, file.seats - 1):
            known = title.initial()
            for event in [event for move in file.moves for event in move.events]:
                line = shown.sentence(redact(event, seat), known, seat, NAMES)
                assert str(line).endswith(".")
                assert "{" not in str(line)
                assert "\0" not in str(line)
                assert "?" not in str(line)
                title.evolve(known, redact(event, seat))
                told.add(event.type)
    assert told == set(event_types("lost_mines."))


@pytest.mark.rule("L29")
def test_the_log_says_that_a_match_is_played_on_and_why() -> None:
    found = scene(rounds=2, number=2, play_on=True).do({"do": "call_end"})
    found.vote(1, "agree").vote(2, "agree")
    last = found.state.copy()
    last.number = 2
    line = shown.sentence(redact(found.the("dealt"), None), last, None, NAMES)
    assert str(line).startswith("The lead is shared, so another round is played. Round 3 begins.")
    started = Started(material=1, seats=3, rounds=2, rules=2, play_on=True)
    assert str(tell(started, None)) == (
        "3 dwarves set out for 2 rounds. "
        "If the lead is shared then, they play on for up to three more."
    )


def test_a_place_in_the_log_is_a_link_to_its_cell() -> None:
    line = tell(Laid(seat=Seat(1), card="NEW:tree", at=(5, 1), turned=False), 0)
    assert str(line) == "Tobiáš laid a fork with a fallen tree at F2."
    assert [part.cell for part in line.parts] == ["", "cell_5_1", ""]
    assert line.seat == 1


def test_both_fields_of_an_edge_are_links() -> None:
    line = tell(TrapSet(seat=Seat(0), edge=((3, 2), (4, 2))), 0)
    assert str(line) == "You set a trap between D3 and E3."
    assert [part.cell for part in line.parts if part.cell] == ["cell_3_2", "cell_4_2"]


def test_a_name_with_braces_is_left_as_it_is() -> None:
    event = Laid(seat=Seat(0), card="EW", at=(2, 0), turned=False)
    line = shown.sentence(event, scene().state, None, ["{place} {0}", "b", "c"])
    assert str(line) == "{place} {0} laid a straight path at C1."


@pytest.mark.rule("L12", "L14", "L17", "L21")
@pytest.mark.parametrize(
    ("event", "words"),
    [
        (MinePeeked(Seat(0), "mine|dwarf", 0, "gold"), "It is the gold mine. Only you know."),
        (TreasurePeeked(Seat(0), "mine|treasure", 1, 4), "It is worth 4 points. Only you know."),
        (DwarfPeeked(Seat(0), "mine|dwarf", Seat(1), "selfish"), "Selfish. Only you know."),
        (Discarded(Seat(0), ("boat", "troll")), "That was a boat and a troll. Only you know."),
        (CardLost(Seat(0), ((3, 2), (4, 2)), "rope"), "That was a rope. Only you know."),
        (TreasureTaken(Seat(0), 1, 4), "It is worth 4 points. Only you know."),
        (Drawn(Seat(0), ("storm",)), "You drew a storm."),
    ],
)
def test_what_only_i_know_is_told_to_me_alone_and_marked_as_mine(event: Event, words: str) -> None:
    known = scene(treasures="gold:1 gems:4 gold:2").state
    assert [part.text for part in tell(event, 0, known).parts if part.private] == [words]
    for seat in (1, 2, None):
        line = tell(event, seat, known)
        assert not [part for part in line.parts if part.private]
        assert words not in str(line)
        for secret in ("gold mine", "4", "Selfish", "boat", "rope", "storm"):
            assert secret not in str(line)


def test_a_card_that_another_draws_is_not_worth_a_line() -> None:
    event = Drawn(Seat(1), ("boat", "EW"))
    assert not tell(event, 0)
    assert tell(event, 1)
    assert str(tell(event, 0)) == "Tobiáš drew 2 cards."


def test_whoever_is_looked_at_is_told_so() -> None:
    event = DwarfPeeked(Seat(1), "mine|dwarf", Seat(0), "loyal")
    assert str(tell(event, 0)) == "Tobiáš looked at your dwarf."
    assert str(tell(event, 2)) == "Tobiáš looked at Mira’s dwarf."
    assert str(tell(event, 1)) == "You looked at Mira’s dwarf. Loyal. Only you know."


# Refusals


def refused(begin: Scene, action: dict[str, object]) -> str:
    return shown.refusal(begin.refusal(action))


def test_a_refusal_is_told_with_its_facts() -> None:
    begin = scene("2,2 EW:pit", hand="EW boat NS")
    lay = {"do": "lay", "card": "NS", "at": [2, 2], "turned": False}
    assert refused(begin, lay) == "A card lies at C3 already."
    assert refused(begin, {**lay, "at": [2, 4]}) == (
        "The card does not match the one to the west of it."
    )
    assert refused(begin, {**lay, "card": "NEW"}) == "You do not hold that card: Fork."
    assert refused(begin, {"do": "walk", "to": [2, 2]}) == (
        "First play a card, or discard one or two."
    )
    assert refused(begin, {"do": "tool", "tool": "boat", "at": [1, 2]}) == (
        "A boat goes on a laid card with a lake."
    )


def test_an_unheard_of_refusal_keeps_its_own_words() -> None:
    assert shown.refusal(IllegalAction("new", "Something new.")) == "Something new."


# Names and results


def test_every_card_has_a_name_by_itself_and_one_in_a_sentence() -> None:
    for card in CARD_CODES:
        assert "{" not in card_name(card)
        assert one_card(card).startswith(("a ", "an "))
    assert len({card_name(card) for card in ACTIONS}) == len(ACTIONS)


def test_every_option_and_each_of_its_values_has_a_label() -> None:
    named = {option.name for option in title.options}
    values = {f"{o.name}={choice}" for o in title.options for choice in o.choices}
    assert shown.option_labels().keys() == named | values


@pytest.mark.rule("L23", "L24")
@pytest.mark.parametrize("reason", REASONS)
def test_a_finished_round_is_told_in_one_sentence(reason: str) -> None:
    played = Round(number=2, starter=0, result={"reason": reason}, shown={})
    assert shown.result(played) == f"Round 2: {REASONS[reason]}"


def test_every_way_a_round_can_end_has_a_reason() -> None:
    ended = {
        played.result["reason"]
        for name in RECORDINGS
        for played in title.rounds(replay(recorded(name)))
        if played.result
    }
    assert ended == set(REASONS)
