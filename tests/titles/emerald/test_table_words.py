"""What is said about a match of Emerald: the log, refusals, results, names."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import IllegalAction, Round, Seat, redact
from games.engine.events import event_types
from games.presentation.sentences import Sentence
from games.titles.emerald import table as shown
from games.titles.emerald import title
from games.titles.emerald.board import CHAMBER, NEST, NOTATION, Facing, dragon_path
from games.titles.emerald.cards import BONUSES, COLOURS, GEMS
from games.titles.emerald.events import (
    Bribed,
    DragonMoved,
    Ended,
    GoldTaken,
    KnightCaught,
    Moved,
    RailMoved,
    TurnPassed,
)
from games.titles.emerald.table import words
from tests.titles.emerald.scenes import Scene, scene
from tests.titles.emerald.tables import NAMES, positions
from tests.titles.rules_pages import rules_page


def tell(event: Any, seat: int | None, known: object = None) -> Sentence:
    before: Any = known or scene().state
    return shown.sentence(redact(event, seat), before, seat, NAMES)


def test_every_event_has_a_sentence_for_its_maker_for_others_and_for_spectators() -> None:
    told: set[str] = set()
    for seats, seed in ((5, 1), (2, 2), (3, 3)):
        *_rest, match = positions(seats=seats, seed=seed)
        for seat in (None, *range(seats)):
            known = title.initial()
            for event in [event for move in match.moves for event in move.events]:
                line = shown.sentence(redact(event, seat), known, seat, NAMES)
                assert str(line).endswith((".", "!"))
                assert "{" not in str(line)
                assert "\0" not in str(line)
                assert "?" not in str(line)
                title.evolve(known, redact(event, seat))
                told.add(event.type)
    assert told == set(event_types("emerald."))


def test_a_place_in_the_log_is_a_link_to_its_place() -> None:
    event = Moved(seat=Seat(1), colour="blue", origin=-4, to=3)
    line = tell(event, 0)
    assert str(line) == "Bram moved a blue knight from tower 1 to field 3."
    assert [part.cell for part in line.parts] == ["", "place_3", ""]
    assert line.seat == 1
    assert str(tell(event, 1)) == "You moved a blue knight from tower 1 to field 3."
    arrived = Moved(seat=Seat(1), colour="blue", origin=15, to=CHAMBER)
    assert [part.cell for part in tell(arrived, 0).parts] == ["", "place_chamber", ""]


def test_a_name_with_braces_is_left_as_it_is() -> None:
    event = KnightCaught(seat=Seat(0), owner=Seat(0), colour="red", field=9)
    line = shown.sentence(event, scene().state, None, ["{place} {0}", "b", "c"])
    assert str(line) == "The dragon caught {place} {0}’s red knight on field 9."


@pytest.mark.rule("E14")
def test_the_card_paid_is_told_to_its_owner_alone_and_marked_as_theirs() -> None:
    event = Bribed(seat=Seat(0), colour="red", field=9, gold=4)
    assert [p.text for p in tell(event, 0).parts if p.private] == ["It was gold 4. Only you know."]
    for seat in (1, None):
        line = tell(event, seat)
        assert str(line) == "Ilse paid the dragon a gold card and keeps the red knight on field 9."
        assert not [part for part in line.parts if part.private]
    known_to_all = shown.sentence(event, scene().state, None, NAMES)
    assert str(known_to_all).endswith("It was gold 4.")
    assert not [part for part in known_to_all.parts if part.private]


@pytest.mark.rule("E9")
def test_everyone_is_told_which_gold_was_taken_and_what_lay_under_it() -> None:
    event = GoldTaken(seat=Seat(0), field=8, gold=3, under=5)
    assert str(tell(event, 1)) == "Ilse took gold 3 on field 8. Under it lies gold 5."
    last = GoldTaken(seat=Seat(0), field=8, gold=3, under=None)
    assert str(tell(last, 0)) == "You took gold 3 on field 8."


def test_the_dragon_is_told_with_its_roll_and_its_way() -> None:
    event = DragonMoved(seat=Seat(1), rolled=2, origin=10, path=(9, 8), facing="entrance")
    line = tell(event, 0)
    assert str(line) == "Bram rolled 2: the dragon went 10 → 9 → 8."
    assert [part.text for part in line.parts if part.cell == "place_8"] == ["8"]


@pytest.mark.rule("E12")
@pytest.mark.parametrize(
    ("rail", "dragon", "facing", "rolled", "told"),
    [
        (8, 9, "entrance", 2, "9 → 8, turned, back to 9"),  # not "from field 9 to field 9"
        (8, 9, "entrance", 3, "9 → 8, turned, back to 9 → 10"),
        (8, 9, "entrance", 1, "9 → 8, turned"),
        (8, 9, "chamber", 2, "9 → 10 → 11, turned"),
        (8, 10, "chamber", 2, "10 → 11, turned, back to 10"),
        (8, 7, "chamber", 2, "7 → 8 → 9"),  # onto the rail from behind is no reason to turn
        (8, 7, "chamber", 1, "7 → 8"),
    ],
)
def test_the_dragons_way_says_where_it_turned(
    rail: int, dragon: int, facing: Facing, rolled: int, told: str
) -> None:
    path, faces = dragon_path(rail, dragon, facing, rolled)
    event = DragonMoved(seat=Seat(0), rolled=rolled, origin=dragon, path=tuple(path), facing=faces)
    assert str(tell(event, 0)) == f"You rolled {rolled}: the dragon went {told}."


@pytest.mark.rule("E12")
def test_a_rail_that_turns_the_dragon_says_so() -> None:
    known = scene(rail=7, dragon=8, facing="entrance").state
    turned = RailMoved(to=8, facing="chamber")
    assert str(tell(turned, 0, known)) == (
        "The rail moved on and covers 8 to 11; the dragon turned."
    )
    kept = RailMoved(to=8, facing="entrance")
    assert str(tell(kept, 0, known)) == "The rail moved on and covers 8 to 11."


def test_the_end_of_a_turn_is_worth_a_line_only_where_one_might_have_gone_on() -> None:
    event = TurnPassed(seat=Seat(0), to=Seat(1))
    assert tell(event, 1, scene(red=[1, 3]).move(1, "red").state)
    assert not tell(event, 1, scene(red=[1, 3]).state)


@pytest.mark.rule("E18", "E21")
def test_the_end_is_told_with_its_reason_everyones_coins_and_who_won() -> None:
    event = Ended(
        reason="last_treasure", scores=(9, 12, 12), winners=(Seat(1), Seat(2)), tiebreak=None
    )
    assert str(tell(event, 0)) == (
        "The last treasure is taken. Coins: you 9, Bram 12, Marta 12. Bram and Marta win together."
    )


# Refusals


def refused(found: Scene, action: object, seat: int = 0) -> str:
    with pytest.raises(IllegalAction) as caught:
        title.check(found.state, seat, action)
    return shown.refusal(caught.value)


def move(origin: int | str, colour: str) -> dict[str, object]:
    return {"do": "move", "from": origin, "colour": colour}


def test_a_refusal_is_told_with_its_facts() -> None:
    found = scene(red=[1, 3])
    assert refused(found, move(5, "red")) == "There is no such knight there: Red knight, field 5."
    assert refused(found, move(1, "blue")) == "Those knights are not yours. You play red."
    assert refused(found, {"do": "fly"}) == "There is no such action."
    assert refused(found, move(1, "red"), seat=1) == "It is not your turn."
    found.move(1, "red")
    text = "Your only knight of this colour there has moved this turn: field 2."
    assert refused(found, move(2, "red")) == text


@pytest.mark.rule("E8", "E13", "E14", "E22")
def test_each_question_has_its_own_refusal() -> None:
    taking = scene(red=[6, 2], rail=11, dragon=12).move(6, "red")
    assert refused(taking, {"do": "stop"}) == "Your knight on field 7 takes a card first."
    two = scene(seats=2, red=[1, 3], blue=[5], green=[1], yellow=[2]).move(3, "red")
    text = "Both knights of a turn have the same colour: you moved a red knight."
    assert refused(two, move(5, "blue")) == text
    caught = scene(red=[9, 2], blue=[11, 1], bare=[10], hands={1: [5]}, rail=10, dragon=10)
    caught.state.facing = "chamber"
    caught.move(9, "red", rolls=[1])
    paying = {"do": "bribe", "gold": 4}
    assert refused(caught, paying, seat=1) == "You hold no such gold card, only 5."


def test_an_unheard_of_refusal_keeps_its_own_words() -> None:
    assert shown.refusal(IllegalAction("new", "Something new.")) == "Something new."


# Names and results


def test_everything_has_a_name_and_gems_have_letters_of_their_own() -> None:
    for place in (*NOTATION, CHAMBER, NEST):
        assert words.place(place)
    for colour in COLOURS:
        assert words.ONE_KNIGHT[colour].startswith("a ")
        assert words.KNIGHTS[colour]
    assert len({words.GEM_LETTERS[gem] for gem in GEMS}) == len(GEMS)
    assert all(words.BONUS_NAMES[bonus] and words.BONUS_LABELS[bonus] for bonus in BONUSES)


def test_there_are_no_options_to_label() -> None:
    assert shown.option_labels() == {}
    assert title.options == ()


@pytest.mark.rule("E18")
@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("last_treasure", "The last treasure was taken."),
        ("one_knight_left", "A player had one knight left."),
    ],
)
def test_a_finished_match_is_told_in_one_sentence(reason: str, said: str) -> None:
    played = Round(number=1, starter=0, result={"scores": [1, 2], "reason": reason})
    assert shown.result(played) == said


def test_the_rules_page_speaks_of_every_part_of_the_game() -> None:
    text = rules_page("emerald").html
    for word in ("meadow", "rail", "nest", "treasure", "bonus", "tie", "two players"):
        assert word in text
