"""What is said about a match of Saboteur: the log, refusals, reasons, results."""

from __future__ import annotations

import pytest

from games.engine import Event, IllegalAction, Round, Seat, redact
from games.engine.events import event_types
from games.presentation.sentences import Sentence
from games.titles.saboteur import table as shown
from games.titles.saboteur import title
from games.titles.saboteur.cards import ACTION_CARDS, PATH_CARDS
from games.titles.saboteur.events import Discarded, Drew, Dug, GoalPeeked, RockFell, ToolBroken
from games.titles.saboteur.table.words import card_name, one_card
from tests.titles.saboteur.scenes import Scene, dig
from tests.titles.saboteur.tables import NAMES, positions


def tell(event: Event, seat: int | None) -> Sentence:
    return shown.sentence(redact(event, seat), Scene().state, seat, NAMES)


def test_every_event_has_a_sentence_for_its_maker_for_others_and_for_spectators() -> None:
    told: set[str] = set()
    for seed, share_gold in ((7, "auto"), (8, "pick"), (9, "auto")):
        *_rest, match = positions(seats=5, seed=seed, share_gold=share_gold)
        for seat in (None, 0, 1, 2, 3, 4):
            known = title.initial()
            for event in [event for move in match.moves for event in move.events]:
                line = shown.sentence(redact(event, seat), known, seat, NAMES)
                assert str(line).endswith((".", "!"))
                assert "{" not in str(line)
                assert "\0" not in str(line)
                assert "?" not in str(line)
                title.evolve(known, redact(event, seat))
                told.add(event.type)
    assert told == set(event_types("saboteur."))


def test_a_place_in_the_log_is_a_link_to_its_cell() -> None:
    line = tell(Dug(seat=Seat(1), card="NEW", at=(5, -1), turned=False), 0)
    assert str(line) == "Tobiáš dug a fork at 5 east, 1 north."
    assert [part.cell for part in line.parts] == ["", "cell_5_-1", ""]
    assert line.seat == 1


def test_a_name_with_braces_is_left_as_it_is() -> None:
    event = RockFell(seat=Seat(0), at=(2, 0), card="EW")
    line = shown.sentence(event, Scene().state, None, ["{place} {0}", "b", "c"])
    assert str(line) == "{place} {0} brought a rockfall down on 2 east of the ladder."


@pytest.mark.rule("S12", "S13")
def test_what_only_i_know_is_told_to_me_alone_and_marked_as_mine() -> None:
    secret: list[tuple[Event, str]] = [
        (GoalPeeked(seat=Seat(0), goal=0, card="gold"), "It is gold. Only you know."),
        (Discarded(seat=Seat(0), card="NESx"), "It was a dead end. Only you know."),
        (Drew(seat=Seat(0), card="map"), "You drew a map."),
    ]
    for event, words in secret:
        assert [p.text for p in tell(event, 0).parts if p.private] == [words]
        for seat in (1, None):
            assert not [part for part in tell(event, seat).parts if part.private]
            assert "gold" not in str(tell(event, seat)).lower()
            assert "dead end" not in str(tell(event, seat))
            assert "map" not in str(tell(event, seat))


def test_a_card_that_another_draws_is_not_worth_a_line() -> None:
    event = Drew(seat=Seat(1), card="map")
    assert not tell(event, 0)
    assert tell(event, 1)
    assert str(tell(event, 0)) == "Tobiáš drew a card."


@pytest.mark.rule("S9")
def test_a_broken_tool_is_told_from_the_readers_side() -> None:
    def broke(seat: int, target: int, reader: int | None) -> str:
        return str(tell(ToolBroken(seat=Seat(seat), tool="pick", target=Seat(target)), reader))

    assert broke(0, 1, 0) == "You broke Tobiáš’s pick."
    assert broke(0, 0, 0) == "You broke your own pick."
    assert broke(1, 0, 0) == "Tobiáš broke your pick."
    assert broke(1, 1, 0) == "Tobiáš broke their own pick."
    assert broke(1, 2, 0) == broke(1, 2, None) == "Tobiáš broke Hanka’s pick."


# Refusals


def refused(scene: Scene, action: object, seat: int = 0) -> str:
    with pytest.raises(IllegalAction) as caught:
        title.check(scene.state, seat, action)
    return shown.refusal(caught.value)


def test_a_refusal_is_told_with_its_facts() -> None:
    scene = Scene(laid="S EW", hand="EW map break:lamp", broken={0: "", 1: "lamp"})
    assert refused(scene, dig("NEW", (2, 0))) == "You do not hold that card: Fork."
    assert refused(scene, dig("EW", (1, 0))) == "A card lies there already: 1 east of the ladder."
    broken = {"do": "break", "tool": "lamp", "seat": 1}
    assert refused(scene, broken) == "That player’s lamp is broken already."
    assert refused(scene, {"do": "fly"}) == "There is no such action."
    assert refused(scene, dig("EW", (1, 0)), seat=1) == "It is not your turn."


def test_an_unheard_of_refusal_keeps_its_own_words() -> None:
    assert shown.refusal(IllegalAction("new", "Something new.")) == "Something new."


# Names and results


def test_every_card_has_a_name_by_itself_and_one_in_a_sentence() -> None:
    for card in (*PATH_CARDS, *ACTION_CARDS):
        assert card_name(card)
        assert one_card(card).startswith("a ")


def test_every_option_and_each_of_its_values_has_a_label() -> None:
    named = {option.name for option in title.options}
    values = {f"{o.name}={choice}" for o in title.options for choice in o.choices}
    assert shown.option_labels().keys() == named | values


@pytest.mark.rule("S24")
def test_whoever_sets_up_a_table_reads_what_the_choice_lets_be_known() -> None:
    labels = shown.option_labels()
    assert "you see only your own cards" in labels["share_gold=auto"]
    assert "looks at the gold that is left" in labels["share_gold=pick"]
    assert "learns what the others were left with" in labels["share_gold=pick"]


@pytest.mark.parametrize(
    ("winner", "roles", "said"),
    [
        ("miners", ["miner", "saboteur"], "Round 2: The miners reached the gold."),
        ("saboteurs", ["miner", "saboteur"], "Round 2: The saboteurs kept the gold hidden."),
        (
            "saboteurs",
            ["miner", "miner"],
            "Round 2: The gold stayed hidden, with no saboteur at the table.",
        ),
    ],
)
def test_a_finished_round_is_told_in_one_sentence(winner: str, roles: list[str], said: str) -> None:
    shown_then = {"roles": roles, "spare": "miner"}
    played = Round(number=2, starter=0, result={"winner": winner}, shown=shown_then)
    assert shown.result(played) == said
