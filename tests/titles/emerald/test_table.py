"""The table of Emerald on a page: everything I may do is there once, nothing I may not know."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from re import findall

import pytest
from django.contrib.staticfiles import finders

from games.engine import Chance, Event, redact
from games.engine.canonical import canonical_json
from games.titles.emerald import table as shown
from games.titles.emerald import title
from games.titles.emerald.board import CAVE, CHAMBER, MEADOW, START_SPACES
from games.titles.emerald.rules import coins
from games.titles.emerald.state import State
from games.titles.emerald.table.board import WAY, place_id
from games.titles.emerald.table.choices import Answer
from games.titles.emerald.table.layout import (
    LAYOUTS,
    MOST_DRAWN,
    TALL,
    WIDE,
    Layout,
    beside,
    stands,
)
from games.titles.emerald.table.people import coins_between
from tests.titles.emerald.scenes import Scene, scene
from tests.titles.emerald.tables import NAMES, audiences, page, position, positions, sampled, table
from tests.titles.reading import controls


def test_every_picture_on_a_page_is_in_the_sprite() -> None:
    found = finders.find("emerald/sprite.svg")
    assert isinstance(found, str)
    drawn = set(findall(r'<symbol id="([^"]+)"', Path(found).read_text()))
    drawn |= set(findall(r'<symbol [^>]*id="([^"]+)"', Path(found).read_text()))
    for match in sampled(seats=5, seed=5):
        for seat in (None, match.state.turn):
            named = set(findall(r'sprite\.svg#([^"]+)"', page(match.known[seat], seat)))
            assert named <= drawn


def test_every_place_that_the_log_can_name_is_framed_in_both_compositions() -> None:
    html = page(scene().state, 0)
    for place in WAY:
        [lit] = findall(rf'(?s)<span id="{place_id(place)}" class="lit">(.*?)</span>', html)
        assert findall(r"sheet-(\w+)", lit) == [layout.name for layout in LAYOUTS]
        frames = findall(r' x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"', lit)
        expected = [layout.frames[place] for layout in LAYOUTS]
        assert [tuple(map(int, one)) for one in frames] == expected


def test_the_style_knows_as_many_choices_as_there_can_be() -> None:
    found = finders.find("presentation/table.css")
    assert isinstance(found, str)
    numbers = {int(n) for n in findall(r"k(\d+):checked\) \.for\1\b", Path(found).read_text())}
    assert numbers == set(range(len(numbers)))
    two = scene(seats=2, red=[1, 2, 3, 4], blue=[5, 6, 7, 8], green=[1], yellow=[2])
    assert len(table(two.state, 0).answers) == 8
    two.move(4, "red")
    assert len(table(two.state, 0).answers) == 9 <= len(numbers)


# Nothing that a seat may not know


def follow(known: State, events: Sequence[Event], seat: int | None) -> str:
    """The page after these events, with the lines of the log that tell them."""
    told, after = [], known.copy()
    for event in events:
        seen = redact(event, seat)
        told.append(str(shown.sentence(seen, after, seat, NAMES)))
        title.evolve(after, seen)
    return "\n".join([*told, page(after, seat)])


@pytest.mark.rule("E2")
def test_what_lies_face_down_changes_nothing_on_my_page() -> None:
    compared = 0
    for match in sampled(seats=4, seed=6):
        for seat in audiences(4) if not any(match.state.payments) else ():
            known = match.known[seat]
            one, other = (title.imagine(known, seat, Chance.seeded(seed)) for seed in range(2))
            assert page(one, seat) == page(other, seat) == page(known, seat)
            compared += one != other
    assert compared > 10


@pytest.mark.rule("E14")
def test_the_card_another_pays_changes_nothing_on_my_page() -> None:
    compared = 0
    for seed in range(2):
        for match in positions(seats=3, seed=seed):
            if match.state.phase != "answer":
                continue
            (owner,) = title.awaiting(match.state)
            bribes = [a for a in title.actions(match.state, owner) if a["do"] == "bribe"]
            compared += len(bribes) > 1
            for reader in set(audiences(3)) - {owner}:
                pages = {
                    follow(
                        match.known[reader],
                        list(title.decide(match.state, owner, bribe, Chance.seeded(1))),
                        reader,
                    )
                    for bribe in bribes
                }
                assert len(pages) == 1
    assert compared > 2


def test_a_spectator_gets_neither_choices_nor_a_purse() -> None:
    for match in sampled(seats=4, seed=7):
        made = table(match.known[None], None)
        assert made.answers == []
        assert made.purse is None
        assert made.chip is None


# The board


def choice(found: Scene, **wanted: object) -> Answer:
    """The one choice with this action."""
    value = canonical_json(wanted)
    (one,) = [c for c in table(found.state, found.awaited).answers if c.value == value]
    return one


def move(found: Scene, origin: int | str, colour: str) -> Answer:
    return choice(found, **{"do": "move", "from": origin, "colour": colour})


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_knights_stand_inside_the_picture_however_many_they_are(layout: Layout) -> None:
    for place in (*START_SPACES.values(), *MEADOW, *CAVE):
        for count in range(1, MOST_DRAWN + 1):
            figures = [*stands(layout, place, count), beside(layout, place, count)]
            assert all(0 <= figure.x <= layout.width - figure.size for figure in figures)
            assert all(-16 <= figure.y <= layout.height - figure.size for figure in figures)


def test_the_way_is_a_straight_line_folded_once_so_that_the_rail_never_bends() -> None:
    assert all(WIDE.frames[a].x - WIDE.frames[b].x == 98 for a, b in pairwise(CAVE))
    assert all(TALL.frames[b].y - TALL.frames[a].y == 60 for a, b in pairwise(CAVE))
    assert len({WIDE.frames[field].y for field in CAVE}) == 1


@pytest.mark.parametrize("name", ["wide", "tall"])
def test_every_knight_is_drawn_and_a_large_crowd_as_one_a_colour(name: str) -> None:
    found = scene(seats=3, red=[5, 5, 5, 5, 9], blue=[5, 5, 5, 12, "tower1"], green=[1, 2])
    (board,) = [p for p in table(found.state, None).board.pictures if p.name == name]
    drawn = [(figure.symbol, figure.times) for figure in board.figures]
    assert drawn.count(("knight-red", 4)) == drawn.count(("knight-blue", 3)) == 1
    assert sum(times for _symbol, times in drawn) == 15
    assert sum(figure.lost for figure in board.figures) == 1  # three green ones, as one


@pytest.mark.rule("E6")
def test_the_crowd_is_counted_on_every_place_that_has_knights() -> None:
    found = scene(red=[5, 5, "centre"], blue=[5, 12], green=[1])
    for board in table(found.state, None).board.pictures:
        crowds = [crowd for crowd in board.over.crowds if crowd is not None]
        assert sorted(crowd.text for crowd in crowds) == ["1", "1", "1", "3"]
        assert {crowd.title for crowd in crowds if crowd.text == "3"} == {
            "3 knights here: each moves 3 fields"
        }


def test_the_field_number_makes_room_for_the_crowd_beside_it() -> None:
    found = scene(red=[5, 5], blue=[12], green=[1])
    wide = table(found.state, None).board.pictures[0]
    numbers = {number.text: number.x for number in wide.under.numbers}
    assert numbers["5"] == WIDE.numbers[5].x - 13
    assert numbers["6"] == WIDE.numbers[6].x


@pytest.mark.rule("E2")
def test_piles_show_their_top_card_and_their_height() -> None:
    found = scene(gold={7: [4, 2, 2]}, gems={7: ["garnet"]}, bare=[8])
    first, second, third, fourth = table(found.state, None).board.pictures[0].under.piles[:4]
    assert (first.symbol, first.value, first.height) == ("gold-4", "4", 3)
    assert first.title == "Gold 4, 3 cards"
    assert (second.symbol, second.value, second.height) == ("gem-garnet", "G", 1)
    assert third.height == fourth.height == 0


@pytest.mark.rule("E12")
def test_the_dragon_looks_the_way_it_faces_and_the_rail_lies_where_it_reaches() -> None:
    found = scene(rail=9, dragon=10, facing="chamber").state
    wide, tall = table(found, None).board.pictures
    assert not wide.under.dragon.turned
    across, down = dict(wide.under.things)["rail-wide"], dict(tall.under.things)["rail-tall"]
    assert (across.x, across.width) == (WIDE.frames[12].x - 1, 4 * 98)
    assert (down.y, down.height) == (TALL.frames[9].y - 3, 4 * 60)
    back = scene(rail=9, dragon=10, facing="entrance").state
    assert table(back, None).board.pictures[0].under.dragon.turned
    assert "facing the entrance" in table(back, None).lair.says
    assert "9–12" in table(back, None).lair.rail


def test_treasures_left_are_chests_and_the_board_is_told_in_words() -> None:
    found = scene(treasures={0: 1}, red=[CAVE[0], 3], gold={7: [5]}, gems={7: []}).state
    board = table(found, 0).board
    for picture in board.pictures:
        assert [symbol for symbol, _box in picture.under.things].count("treasure") == 3
    assert (
        "Field 7: Red knight of Ilse; 1 knight here, which goes 1 field; Gold 5, 1 card; under the rail"
        in board.in_words
    )
    assert "Chamber: 3 treasures left" in board.in_words


def test_every_place_can_be_linked_from_the_log() -> None:
    match = position(lambda m: len(m.moves) > 20)
    ids = controls(page(match.known[0], 0)).ids
    known = title.initial()
    for event in [event for move in match.moves for event in move.events]:
        for part in shown.sentence(redact(event, 0), known, 0, NAMES).parts:
            assert not part.cell or part.cell in ids
        title.evolve(known, redact(event, 0))


# Moving


@pytest.mark.rule("E6")
def test_a_knight_says_how_far_it_goes_where_it_lands_and_what_lies_there() -> None:
    found = scene(red=[6, 3], blue=[6], gold={8: [4]}, gems={8: ["garnet"]}, rail=11, dragon=12)
    one = move(found, 6, "red")
    assert one.says == "Field 6 to field 8"
    assert one.then == (
        "2 knights stand there, so it goes 2 fields. "
        "You take one of the two cards, which ends your turn."
    )
    assert one.comfort == "The dragon sleeps."
    assert [card.name for card in one.cards] == ["Gold 4", "Garnet"]
    assert one.verb == "Move to 8"
    assert one.short == "6 → 8"
    wide, tall = one.layers
    assert (wide.frame, tall.frame) == (WIDE.frames[8], TALL.frames[8])
    assert [coin.text for coin in wide.coins] == ["1"]


def test_a_knight_that_can_be_chosen_is_drawn_with_its_choice_and_not_twice() -> None:
    found = scene(red=[6, 6, 3], blue=[6])
    made = table(found.state, 0)
    for number in (0, 1):
        board = made.board.pictures[number]
        above = [f for c in made.answers for f in c.layers[number].figures]
        assert len([f for f in above if f.symbol == "knight-red"]) == 3
        assert [f for f in board.figures if f.symbol == "knight-red"] == [
            f for f in board.figures if f.symbol == "knight-red" and f.lost
        ]


def test_a_knight_from_the_castle_begins_on_field_one() -> None:
    found = scene(red=["tower1", "centre"], blue=["tower1"], green=["tower1"])
    assert move(found, "tower1", "red").says == "Tower 1 to field 3"
    assert move(found, "centre", "red").says == "Keep to field 1"
    assert [coin.text for coin in move(found, "tower1", "red").layers[0].coins] == ["1", "2"]


@pytest.mark.rule("E11")
def test_danger_is_told_before_the_move_with_where_each_roll_takes_the_dragon() -> None:
    found = scene(red=[9, 2], blue=[9], rail=10, dragon=12, facing="entrance")
    one = move(found, 9, "red")
    assert one.wakes
    assert one.loss == "The dragon wakes: a roll of 1, 2 or 3 takes it to 11, 10 or 11."
    assert [claw.text for claw in one.layers[0].claws] == ["2", "1,3"]
    assert one.comfort == ""
    assert not move(found, 2, "red").wakes


@pytest.mark.rule("E7")
def test_a_treasure_is_named_and_so_is_a_move_that_ends_the_match() -> None:
    found = scene(red=[15, 2, 3])
    assert move(found, 15, "red").verb == "Take a treasure"
    assert move(found, 15, "red").loss == ""
    assert move(found, 15, "red").layers[0].frame == WIDE.frames[CHAMBER]
    last = scene(red=[15, 2, 3], treasures={1: 3})
    assert move(last, 15, "red").loss == "This ends the match."
    one_left = scene(red=[15, 2])
    assert move(one_left, 15, "red").loss == "This ends the match."


@pytest.mark.rule("E17")
def test_a_second_knight_is_promised_only_where_there_may_be_one() -> None:
    found = scene(red=[1, 2])
    assert move(found, 1, "red").then.endswith("Then you may move a second knight.")
    found.move(1, "red")
    assert move(found, 2, "red").then.endswith("Then your turn ends.")
    assert choice(found, do="stop").then == "Your turn ends, and Bram is next."


@pytest.mark.rule("E5")
def test_a_knight_that_has_moved_is_no_choice_but_says_why() -> None:
    found = scene(red=[1, 3]).move(1, "red")
    made = table(found.state, 0)
    (barred,) = [one for one in made.answers if one.kind == "no"]
    assert (barred.value, barred.then) == ("", "This knight has moved this turn.")
    assert shown.why_not(found.state, 0) == {"barred_2_red": "This knight has moved this turn."}
    assert shown.why_not(found.state, 1) == shown.why_not(found.state, None) == {}


@pytest.mark.rule("E14")
def test_a_knight_that_was_bribed_free_is_no_choice_but_says_why() -> None:
    found = scene(red=[8, 7, 1], hands={0: [1]}, bare=[9]).move(8, "red", rolls=[3]).bribe(1)
    assert shown.why_not(found.known[0], 0) == {
        "barred_7_red": "This knight was bribed free this turn and stays where it is.",
        "barred_9_red": "This knight has moved this turn.",
    }


@pytest.mark.rule("E22")
def test_with_two_players_the_other_colour_says_why_it_cannot_move() -> None:
    found = scene(seats=2, red=[1, 3], blue=[5], green=[1], yellow=[2]).move(3, "red")
    reasons = shown.why_not(found.state, 0)
    assert reasons["barred_5_blue"] == "Both knights of a turn have the same colour."
    chip = shown.role_chip(found.state, 0)
    assert chip is not None
    assert chip.name == "You play red and blue"


# Taking, catching, answering


@pytest.mark.rule("E8")
def test_both_cards_can_be_taken_and_each_says_what_it_is_for() -> None:
    found = scene(red=[6, 2], gold={7: [3, 1]}, gems={7: ["ruby"]}, rail=11, dragon=12)
    found.move(6, "red")
    gold, gem = choice(found, do="take", pile="gold"), choice(found, do="take", pile="gem")
    assert (gold.says, gold.verb) == ("Gold 3", "Take gold")
    assert (gem.says, gem.verb) == ("Ruby", "Take the gem")
    assert gold.layers[0].touch != gem.layers[0].touch
    assert table(found.state, 0).says == "Take one card on field 7"
    assert table(found.state, 1).says == "Ilse takes a card on field 7"


@pytest.mark.rule("E13")
def test_whom_the_dragon_catches_is_chosen_knowing_who_can_pay() -> None:
    found = scene(red=[9, 11, 2], blue=[11, 1, 3], bare=[10], hands={1: [2, 5]}, rail=10, dragon=10)
    found.state.facing = "chamber"
    found.move(9, "red", rolls=[1])
    mine, other = choice(found, do="catch", colour="red"), choice(found, do="catch", colour="blue")
    assert mine.then == "No gold to pay with: the knight goes to the nest."
    assert mine.loss == "2 knights are left in play."
    assert other.then == "The owner holds 2 gold cards and may pay with one."
    peak = table(found.state, 0).peak
    assert peak is not None
    assert peak.heading == "The dragon stops on field 11"
    assert set(peak.knights) == {"knight-red", "knight-blue"}


@pytest.mark.rule("E14")
def test_the_owner_of_a_caught_knight_sees_every_gold_card_and_the_price_of_giving_up() -> None:
    found = scene(red=[9, 2], blue=[11, 1], bare=[10], hands={1: [5, 2]}, rail=10, dragon=10)
    found.state.facing = "chamber"
    found.move(9, "red", rolls=[1])
    made = table(found.state, 1)
    assert [one.id for one in made.answers] == ["bribe_2", "bribe_5", "yield"]
    assert made.answers[0].comfort == "Your knight stays on field 11."
    assert made.answers[2].loss == "With one knight left the match ends."
    assert made.peak is not None
    assert made.peak.heading == "The dragon has caught your knight"
    watching = table(found.state, 0)
    assert watching.answers == []
    assert watching.peak is not None
    assert watching.peak.heading == "Bram is caught"
    assert watching.says == "Bram pays the dragon or gives a knight up"


# Players and the end


def test_players_show_gems_gold_treasures_and_where_their_knights_are() -> None:
    found = scene(
        red=[1, CHAMBER - 1], hands={0: [3, 4]}, held={0: ["ruby", "ruby"]}, treasures={0: 1}
    ).state
    person = table(found, 1).people[0]
    assert [held.amount for held in person.holdings] == [2, 0, 0, 0, 2, 1]
    assert person.holdings[4].label == "2 gold cards in hand; taken: 3, 4"
    assert person.coins == "14"
    assert person.note == "2 in play, 3 in the nest"
    assert person.asked == "to move"


@pytest.mark.rule("E14", "E20")
def test_the_coins_of_one_who_has_paid_are_known_to_others_only_between_bounds() -> None:
    found = scene(
        red=[9, 2, 3], blue=[11, 1, 2], bare=[10], hands={1: [5, 2, 3]}, rail=10, dragon=10
    )
    found.state.facing = found.known[0].facing = found.known[1].facing = "chamber"
    found.known[None].facing = "chamber"
    found.move(9, "red", rolls=[1]).bribe(2)
    assert table(found.known[1], 1).people[1].coins == "8"
    assert table(found.known[0], 0).people[1].coins == "5–8"
    assert table(found.known[None], None).people[1].coins == "5–8"
    assert "paid once" in table(found.known[0], 0).people[1].note


def test_true_coins_always_lie_between_the_bounds_that_others_see() -> None:
    unsure = 0
    for match in positions(seats=4, seed=9):
        for place in range(4):
            low, high = coins_between(match.known[None], place)
            assert low <= coins(match.state, place) <= high
            unsure += low < high
    assert unsure > 10


@pytest.mark.rule("E10", "E19")
def test_bonuses_name_who_has_them_now() -> None:
    found = scene(held={0: ["ruby", "ruby"], 1: ["ruby", "garnet"], 2: ["garnet"]}).state
    held = {one.symbol: one.holder for one in table(found, 0).bonuses}
    assert held == {
        "bonus-ruby": "you",
        "bonus-emerald": "open",
        "bonus-garnet": "tied",
        "bonus-turquoise": "open",
        "bonus-four_gems": "open",
    }


@pytest.mark.rule("E20", "E21")
def test_the_end_ranks_everyone_and_shows_where_the_coins_came_from() -> None:
    *_rest, match = positions(seats=4, seed=10)
    final = table(match.known[None], None).final
    ended = title.outcome(match.state)
    assert final is not None
    assert ended is not None
    assert [one.rank.score for one in final.standings] == sorted(ended.scores, reverse=True)
    assert {one.rank.who.seat for one in final.standings if one.rank.has_won} == set(ended.winners)
    for one in final.standings:
        kinds = [symbol.partition("-")[0] for symbol in one.spoils]
        gold = sum(int(symbol[-1]) for symbol in one.spoils if symbol.startswith("gold-"))
        parts = kinds.count("gem") + 5 * kinds.count("treasure") + 4 * kinds.count("bonus")
        assert one.rank.score == gold + parts


@pytest.mark.rule("E21")
@pytest.mark.parametrize(
    ("treasures", "hands", "held", "heading", "said"),
    [
        ({0: 1, 1: 2}, {}, {}, "Ilse and Bram share the win", "Tied at 10 coins, in treasures and in gems."),
        ({0: 1, 1: 1, 2: 1}, {1: [5]}, {}, "Ilse wins", "Tied at 10 coins: more treasures decide."),
        (
            {0: 1, 1: 2},
            {0: [1]},
            {1: ["ruby"], 2: ["ruby"]},
            "Bram wins",
            "Tied at 11 coins and in treasures: more gems decide.",
        ),
        ({0: 1, 1: 2}, {0: [1]}, {}, "Ilse wins", ""),
    ],
)  # fmt: skip
def test_a_tie_says_what_decided_it(
    treasures: dict[int, int],
    hands: dict[int, list[int]],
    held: dict[int, list[str]],
    heading: str,
    said: str,
) -> None:
    found = scene(red=[15, 1, 2], treasures=treasures, hands=hands, held=held).move(15, "red")
    final = table(found.state, 0).final
    assert final is not None
    assert final.heading == heading
    assert final.says == f"The last treasure was taken. {said}".strip()


@pytest.mark.rule("E20")
def test_coins_are_told_with_all_their_parts_and_these_add_up() -> None:
    bonuses = 0
    for seats, seed in ((2, 5), (3, 6), (4, 7), (5, 8)):
        for match in sampled(seats=seats, seed=seed):
            for seat in range(seats):
                made = table(match.known[seat], seat)
                assert made.purse is not None
                assert sum(numbers(made.purse.tells)) == numbers(made.purse.coins)[0]
        assert made.final is not None  # the last one sampled is the end
        for one in made.final.standings:
            assert sum(numbers(one.tells)) == one.rank.score
            assert one.tells in page(match.known[0], 0)
            bonuses += numbers(one.tells)[-1]
    assert bonuses  # or the part that was left out once is not looked at


def numbers(text: str) -> list[int]:
    return [int(number) for number in findall(r"\d+", text)]
