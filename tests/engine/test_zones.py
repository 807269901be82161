"""Unknown, the zones, and `covers`."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import UNKNOWN, CorruptLog, Hand, Pile, Slot, Unknown, covers, is_known, learn

cards = st.sampled_from(["a", "b", "c"])
hands = st.lists(cards, max_size=6)


@st.composite
def half_seen(draw: st.DrawFn) -> tuple[list[Any], list[Any]]:
    """Cards, and the same cards with some of them not seen."""
    full = draw(hands)
    seen = draw(st.lists(st.booleans(), min_size=len(full), max_size=len(full)))
    return full, [card if yes else UNKNOWN for card, yes in zip(full, seen, strict=True)]


# Unknown


def test_there_is_only_one_unknown() -> None:
    assert Unknown() is UNKNOWN


@pytest.mark.parametrize("question", [bool, lambda u: not u, lambda u: u or 1, lambda u: u and 1])
def test_unknown_is_neither_true_nor_false(question: Any) -> None:
    with pytest.raises(TypeError, match="neither true nor false"):
        question(UNKNOWN)


@pytest.mark.parametrize("compare", [lambda a, b: a < b, lambda a, b: a >= b])
@pytest.mark.parametrize("other", [0, "a", UNKNOWN])
def test_unknown_has_no_order(compare: Any, other: Any) -> None:
    with pytest.raises(TypeError):
        compare(UNKNOWN, other)
    with pytest.raises(TypeError):
        compare(other, UNKNOWN)


@pytest.mark.parametrize(
    "twin",
    [copy.copy, copy.deepcopy, lambda u: pickle.loads(pickle.dumps(u)), lambda u: type(u)()],
)
def test_unknown_survives_being_copied_and_pickled(twin: Any) -> None:
    assert twin(UNKNOWN) is UNKNOWN


def test_unknown_within_other_things_survives_being_pickled_and_deep_copied() -> None:
    nested = {"hand": [UNKNOWN, 3]}
    for twin in (copy.deepcopy(nested), pickle.loads(pickle.dumps(nested))):
        assert twin["hand"][0] is UNKNOWN


def test_unknown_equals_nothing_but_itself() -> None:
    assert Unknown() == UNKNOWN
    others: list[object] = [0, "", "?", None, False, (), []]
    assert all(other != UNKNOWN for other in others)


def test_unknown_cannot_carry_attributes() -> None:
    with pytest.raises(AttributeError):
        UNKNOWN.value = 3  # type: ignore[attr-defined]  # what is tested


@pytest.mark.parametrize("value", [0, "", None, False, "?"])
def test_what_is_empty_or_zero_is_known_all_the_same(value: Any) -> None:
    assert is_known(value)
    assert not is_known(UNKNOWN)


# learn


def test_learning_goes_from_unknown_to_known() -> None:
    assert learn(UNKNOWN, 3) == 3


def test_being_told_nothing_takes_nothing_away() -> None:
    assert learn(3, UNKNOWN) == 3
    assert learn(UNKNOWN, UNKNOWN) is UNKNOWN


def test_being_told_the_same_again_changes_nothing() -> None:
    assert learn("gold", "gold") == "gold"


def test_being_told_something_else_is_a_corrupt_log() -> None:
    with pytest.raises(CorruptLog) as refused:
        learn("gold", "stone")
    assert refused.value.code == "contradiction"


# Slot


def test_somebody_elses_look_does_not_wipe_out_my_own_earlier_one() -> None:
    goal: Slot[str] = Slot()
    goal.learn("gold")
    goal.learn(UNKNOWN)
    assert goal.value == "gold"


def test_a_slot_known_to_me_is_not_face_up() -> None:
    goal: Slot[str] = Slot()
    goal.learn("gold")
    assert goal.is_known()
    assert not goal.face_up


def test_a_slot_may_lie_face_up_without_my_knowing_it() -> None:
    goal: Slot[str] = Slot()
    goal.turn_up(UNKNOWN)
    assert goal.face_up
    assert not goal.is_known()


def test_a_slot_that_turns_up_as_something_else_than_was_seen_is_a_corrupt_log() -> None:
    with pytest.raises(CorruptLog):
        Slot("gold").turn_up("stone")


def test_a_copied_slot_goes_its_own_way() -> None:
    slot: Slot[str] = Slot("gold")
    twin = slot.copy()
    assert twin == slot
    twin.turn_up("gold")
    assert not slot.face_up
    assert twin != slot


def test_filling_a_slot_leaves_what_is_known() -> None:
    known, unknown = Slot(1), Slot[int]()
    known.fill(iter([9]))
    unknown.fill(iter([9]))
    assert (known.value, unknown.value) == (1, 9)


# Hand


def test_playing_a_known_card_takes_that_card() -> None:
    hand = Hand[str](["a", UNKNOWN, "b"])
    hand.remove("b")
    assert hand == Hand[str](["a", UNKNOWN])


def test_playing_a_known_card_that_is_not_in_the_hand_takes_an_unknown_one() -> None:
    hand = Hand[str](["a", UNKNOWN, UNKNOWN])
    hand.remove("b")
    assert hand == Hand[str](["a", UNKNOWN])


def test_losing_an_unknown_card_makes_the_rest_unknown() -> None:
    hand = Hand[str](["a", "b", UNKNOWN])
    hand.remove(UNKNOWN)
    assert hand == Hand([UNKNOWN, UNKNOWN])
    assert hand.unknown_count() == 2


def test_a_card_cannot_leave_a_fully_known_hand_without_it() -> None:
    with pytest.raises(CorruptLog) as refused:
        Hand(["a"]).remove("b")
    assert refused.value.code == "card_not_in_hand"


@pytest.mark.parametrize("card", ["a", UNKNOWN])
def test_nothing_can_leave_an_empty_hand(card: Any) -> None:
    with pytest.raises(CorruptLog) as refused:
        Hand().remove(card)
    assert refused.value.code == "empty_hand"


@given(hands, st.randoms())
def test_the_order_of_a_hand_means_nothing(held: list[str], random: Any) -> None:
    shuffled = held.copy()
    random.shuffle(shuffled)
    assert Hand(held) == Hand(shuffled)


def test_equal_cards_count_one_by_one() -> None:
    assert Hand(["a", "a", "b"]) != Hand(["a", "b", "b"])


def test_a_hand_lists_its_known_cards_in_order_of_their_codes() -> None:
    assert Hand[str](["c", UNKNOWN, "a"]).known() == ["a", "c"]


def test_a_shown_hand_becomes_known() -> None:
    hand = Hand[str](["a", UNKNOWN])
    hand.learn(["b", "a"])
    assert hand == Hand(["a", "b"])


def test_a_hand_shown_to_others_stays_as_known_as_it_was() -> None:
    hand = Hand(["a", "b"])
    hand.learn([UNKNOWN, UNKNOWN])
    assert hand == Hand(["a", "b"])


def test_what_was_seen_of_a_hand_before_and_what_is_seen_now_adds_up() -> None:
    hand = Hand[str](["a", UNKNOWN, UNKNOWN])
    hand.learn(["b", UNKNOWN, UNKNOWN])
    assert hand == Hand[str](["a", "b", UNKNOWN])


@pytest.mark.parametrize("shown", [["b", "c"], ["a"], ["a", "b", "c"]])
def test_a_hand_shown_otherwise_than_it_was_is_a_corrupt_log(shown: list[str]) -> None:
    with pytest.raises(CorruptLog):
        Hand[str](["a", UNKNOWN]).learn(shown)


def test_a_copied_hand_goes_its_own_way() -> None:
    hand = Hand(["a"])
    hand.copy().add("b")
    assert len(hand) == 1


@given(half_seen())
def test_a_hand_half_seen_covers_the_hand(pair: tuple[list[Any], list[Any]]) -> None:
    full, seen = pair
    assert Hand(seen).covers(Hand(full))


@given(half_seen(), cards)
def test_a_reader_follows_a_hand_through_every_card_played(
    pair: tuple[list[Any], list[Any]], extra: str
) -> None:
    """Whatever leaves or joins, openly or not, what is known of the hand stays true."""
    full, seen = Hand(pair[0]), Hand(pair[1])
    full.add(extra)
    seen.add(UNKNOWN)
    for number, card in enumerate(list(full)):
        full.remove(card)
        seen.remove(card if number % 3 else UNKNOWN)
        assert seen.covers(full)


@given(half_seen())
def test_filling_a_hand_leaves_no_unknown_card(pair: tuple[list[Any], list[Any]]) -> None:
    full, seen = pair
    missing = [card for card, known in zip(full, seen, strict=True) if not is_known(known)]
    hand = Hand(seen)
    hand.fill(iter(missing))
    assert hand == Hand(full)


# Pile


def test_the_first_card_of_a_pile_is_its_top() -> None:
    pile = Pile(["a", "b", "c"])
    assert pile.top() == "a"
    assert [pile.draw(), pile.draw()] == ["a", "b"]
    pile.put("z")
    assert list(pile) == ["z", "c"]


def test_drawing_may_name_the_card() -> None:
    assert Pile[str]([UNKNOWN, "b"]).draw("a") == "a"


def test_drawing_another_card_than_was_seen_there_is_a_corrupt_log() -> None:
    with pytest.raises(CorruptLog):
        Pile(["a"]).draw("b")


@pytest.mark.parametrize("use", [Pile.draw, Pile.top, lambda pile: pile.take("a")])
def test_an_empty_pile_gives_nothing(use: Any) -> None:
    with pytest.raises(CorruptLog) as refused:
        use(Pile())
    assert refused.value.code == "empty_pile"


def test_searching_a_pile_takes_the_topmost_such_card() -> None:
    pile = Pile(["a", "b", "a"])
    pile.take("a")
    assert list(pile) == ["b", "a"]


def test_searching_a_pile_in_secret_leaves_its_order_unknown() -> None:
    pile = Pile(["a", "b"])
    pile.take(UNKNOWN)
    assert list(pile) == [UNKNOWN]


def test_a_card_not_seen_in_a_pile_is_taken_from_its_unknown_ones() -> None:
    pile = Pile[str]([UNKNOWN, "b"])
    pile.take("c")
    assert list(pile) == ["b"]


def test_a_card_cannot_be_taken_from_a_known_pile_without_it() -> None:
    with pytest.raises(CorruptLog) as refused:
        Pile(["a"]).take("b")
    assert refused.value.code == "card_not_in_pile"


@given(half_seen(), st.data())
def test_a_reader_follows_a_pile_that_is_searched(
    pair: tuple[list[Any], list[Any]], data: st.DataObject
) -> None:
    full, seen = Pile(pair[0]), Pile(pair[1])
    while len(full):
        card = data.draw(st.sampled_from(list(full)))
        full.take(card)
        seen.take(card)
        assert seen.covers(full)


def test_a_search_that_may_have_found_a_card_further_up_blurs_what_lies_between() -> None:
    pile = Pile[str](["z", UNKNOWN, "b", "a", "c"])
    pile.take("a")
    assert list(pile) == ["z", UNKNOWN, UNKNOWN, "c"]


def test_a_shown_pile_becomes_known_place_by_place() -> None:
    pile = Pile[str]([UNKNOWN, "b", UNKNOWN])
    pile.learn(["a", UNKNOWN, UNKNOWN])
    assert list(pile) == ["a", "b", UNKNOWN]
    assert pile.known() == ["a", "b"]
    assert pile.unknown_count() == 1


@pytest.mark.parametrize("shown", [["b"], ["a", "b"]])
def test_a_pile_shown_otherwise_than_it_was_is_a_corrupt_log(shown: list[str]) -> None:
    with pytest.raises(CorruptLog):
        Pile(["a"]).learn(shown)


def test_a_copied_pile_goes_its_own_way() -> None:
    pile = Pile(["a", "b"])
    pile.copy().draw()
    assert len(pile) == 2


@given(half_seen())
def test_a_pile_half_seen_covers_the_pile_in_order(pair: tuple[list[Any], list[Any]]) -> None:
    full, seen = pair
    assert Pile(seen).covers(Pile(full))
    if full != full[::-1]:
        assert not Pile(full[::-1]).covers(Pile(full))


# covers


@dataclass
class Scene:
    hand: Hand[str]
    gold: tuple[Any, ...] = ()
    votes: dict[int, Any] = field(default_factory=dict)
    cache: int = field(default=0, compare=False)


@pytest.mark.parametrize(
    ("known", "full"),
    [
        (UNKNOWN, "anything"),
        ([1, UNKNOWN], [1, 2]),
        ((UNKNOWN, (UNKNOWN, 2)), (0, (1, 2))),
        ({"a": UNKNOWN}, {"a": 1}),
        (None, None),
        (Scene(Hand([UNKNOWN])), Scene(Hand(["a"]))),
        (Scene(Hand(), (UNKNOWN,), {0: UNKNOWN}), Scene(Hand(), (3,), {0: 1})),
        (Scene(Hand(), cache=1), Scene(Hand(), cache=2)),
        (frozenset({1}), frozenset({1})),
    ],
)
def test_knowledge_covers_the_state_it_is_true_of(known: Any, full: Any) -> None:
    assert covers(known, full)


@pytest.mark.parametrize(
    ("known", "full"),
    [
        ("a", UNKNOWN),
        (1, 2),
        (True, 1),
        (0, False),
        (None, 0),
        ([UNKNOWN], [1, 2]),
        ([1], (1,)),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1}, {"b": 1}),
        (Scene(Hand(["b"])), Scene(Hand(["a"]))),
        (Scene(Hand([UNKNOWN])), Scene(Hand())),
        (Slot("a"), Slot("a", face_up=True)),
        (Slot("a"), Slot("b")),
        (Hand[str](["a", "a", UNKNOWN]), Hand(["a", "b", "c"])),
        (Hand(["a"]), Pile(["a"])),
        (frozenset({1}), frozenset({2})),
    ],
)
def test_knowledge_that_is_wrong_or_more_does_not_cover(known: Any, full: Any) -> None:
    assert not covers(known, full)


@pytest.mark.parametrize(
    "contradiction",
    [
        lambda text: learn("a", text),
        lambda text: Hand(["a"]).remove(text),
        lambda text: Pile(["a"]).take(text),
    ],
)
def test_a_forged_card_however_long_is_quoted_briefly(contradiction: Any) -> None:
    with pytest.raises(CorruptLog) as refused:
        contradiction("y" * 1_000_000)
    assert len(refused.value.message) < 200
