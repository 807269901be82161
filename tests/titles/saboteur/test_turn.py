"""S5 and S13: playing a card, drawing one, and whose turn it is."""

from __future__ import annotations

import pytest

from games.engine import UNKNOWN, redact
from games.titles.saboteur import title
from games.titles.saboteur.cards import ACTION_CARDS, PATH_CARDS
from tests.titles.saboteur.scenes import Scene, discard, of_type


@pytest.mark.rule("S5")
def test_after_playing_a_card_one_card_is_drawn() -> None:
    scene = Scene(hand="map EW", pile="rockfall NS")
    events = scene.play({"do": "map", "goal": 0})
    assert [event.type for event in events] == ["saboteur.goal_peeked", "saboteur.drew"]
    assert sorted(scene.state.hands[0].known()) == ["EW", "rockfall"]
    assert list(scene.state.pile) == ["NS"]


@pytest.mark.rule("S5")
def test_nothing_is_drawn_from_an_empty_pile() -> None:
    scene = Scene(hand="map EW", pile="")
    scene.play(discard("map"))
    assert scene.state.hands[0].known() == ["EW"]


@pytest.mark.rule("S5")
@pytest.mark.parametrize("card", sorted({*PATH_CARDS, *ACTION_CARDS}))
def test_every_card_may_be_discarded(card: str) -> None:
    scene = Scene(hand=card, pile="")
    assert discard(card) in scene.actions()
    scene.play(discard(card))
    assert scene.state.hands[0].known() == []


@pytest.mark.rule("S5")
def test_a_player_with_an_empty_hand_is_skipped() -> None:
    scene = Scene(seats=3, hand="EW EW", pile="")
    scene.state.hands[1].cards.clear()
    scene.play(discard("EW"))
    assert title.awaiting(scene.state) == {2}


@pytest.mark.rule("S13")
def test_a_drawn_card_is_seen_by_its_player_alone() -> None:
    scene = Scene(hand="EW", pile="NESx map")
    drew = of_type(scene.play(discard("EW")), "drew")[0]
    assert redact(drew, 0).card == "NESx"
    assert redact(drew, 2).card is UNKNOWN
