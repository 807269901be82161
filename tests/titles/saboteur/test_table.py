"""The table of Saboteur on a page: everything I may do is there once, and nothing I may not know."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.engine import Chance, Event, redact, seen
from games.titles.saboteur import table as shown
from games.titles.saboteur import title
from games.titles.saboteur.cards import ACTION_CARDS, DECK, PATH_CARDS
from games.titles.saboteur.state import State
from games.titles.saboteur.table import words
from tests.titles.saboteur.scenes import Scene, dig
from tests.titles.saboteur.tables import (
    NAMES,
    audiences,
    page,
    position,
    positions,
    sampled,
    table_of,
)

# Nothing that a seat may not know


def follow(known: State, events: Sequence[Event], seat: int | None) -> str:
    """The page after these events, with the lines of the log that tell them."""
    told, after = [], known.copy()
    for event in events:
        seen = redact(event, seat)
        told.append(str(shown.sentence(seen, after, seat, NAMES)))
        title.evolve(after, seen)
    return "\n".join([*told, page(after, seat)])


@pytest.mark.parametrize("verb", ["discard", "map"])
def test_what_another_discards_draws_or_sees_changes_nothing_on_my_page(verb: str) -> None:
    compared = 0
    for match in sampled(seats=4, seed=4):
        for mover in title.awaiting(match.state) if match.state.phase == "turns" else ():
            reader = (mover + 1) % 4
            known = match.known[reader]
            pages, secrets = set(), set()
            for seed in range(6):
                imagined = title.imagine(known, reader, Chance.seeded(seed))
                able = [a for a in title.actions(imagined, mover) if a["do"] == verb]
                if able and (verb == "discard" or able[0]["goal"] == 0) and len(imagined.pile):
                    events = title.decide(imagined, mover, able[0], Chance.seeded(seed))
                    pages.add(follow(known, events, reader))
                    secrets.add(str([event.to_json() for event in events]))
            assert len(pages) <= 1
            compared += len(secrets) > 1
    assert compared > 3


def test_a_spectator_is_not_told_any_card_that_lies_in_a_hand_or_in_the_pile() -> None:
    symbols = {c.replace(":", "-").replace("+", "-") for c in (*PATH_CARDS, *ACTION_CARDS)}
    for match in positions(seats=5, seed=5):
        html = page(match.known[None], None)
        laid = {face.card for face in match.state.maze.cards.values()}
        named = {symbol for symbol in symbols if f'#{symbol}"' in html}
        assert named <= laid | {"start"}
        assert "hold_" not in html


def test_a_goal_that_i_looked_at_is_marked_for_me_and_for_nobody_else() -> None:
    match = position(lambda m: m.moves[-1].events[0].type == "saboteur.goal_peeked")
    seer = match.moves[-1].seat
    assert 'class="note"' in page(match.known[seer], seer)
    for seat in set(audiences(5)) - {seer}:
        peeked = [slot for slot in match.known[seat].goals if slot.is_known()]
        assert page(match.known[seat], seat).count('class="note"') == len(peeked)
    assert 'class="note"' not in page(match.known[None], None)


# What is drawn where


def table(scene: Scene, seat: int | None = 0) -> shown.Table:
    return shown.table(scene.state, seat, title.actions(scene.state, seat), NAMES)


def test_the_board_grows_with_what_is_laid_and_always_holds_the_goals() -> None:
    small, tall = table(Scene()).board, table(Scene(laid="NS\nNS\nNS\nS")).board
    assert small.view == "-160 -300 1084 764"
    assert (small.width, small.height) == (650, 458)
    assert tall.view == "-160 -580 1084 1044"


def test_a_card_turned_round_is_the_same_drawing_turned() -> None:
    laid = table(Scene(laid="S NEW~")).board.laid
    assert [(card.face, card.turned, card.x, card.y) for card in laid] == [
        ("start", False, 0, 0),
        ("NEW", True, 100, 0),
    ]


def test_the_log_may_point_at_a_cell_whose_card_the_rock_took() -> None:
    scene = Scene(laid="S EW", hand="EW", others="rockfall")
    scene.play(dig("EW", (2, 0)))
    scene.play({"do": "rockfall", "at": [2, 0]}, seat=1)
    scene.play({"do": "rockfall", "at": [1, 0]}, seat=2)
    assert (2, 0) not in scene.state.maze.openings()
    assert 'id="cell_2_0"' in page(scene.state, None)


def test_neighbouring_cells_never_show_the_same_rock() -> None:
    laid = {(c.x, c.y): c.rock for c in table(Scene(laid="S EW EW EW\nNS . . .")).board.laid}
    assert laid[0, 0] != laid[100, 0] != laid[200, 0] != laid[300, 0]
    assert laid[0, 0] != laid[0, 140]


@pytest.mark.rule("S6")
def test_a_card_that_fits_both_ways_has_two_ways_at_one_place_each_leading_to_the_other() -> None:
    (held,) = table(Scene(hand="NES")).hand
    both = [spot for spot in held.spots if len(spot.ways) == 2]
    assert {(spot.x, spot.y) for spot in both} == {(0, -140), (0, 140)}
    for spot in both:
        one, other = spot.ways
        assert (one.other, other.other) == (other.choice.id, one.choice.id)
        assert (one.turned, other.turned) == (False, True)


def test_equal_cards_are_shown_as_one_with_their_number() -> None:
    held = table(Scene(hand="EW map EW")).hand
    assert [(card.symbol, card.count) for card in held] == [("EW", 2), ("map", 1)]


@pytest.mark.rule("S8")
def test_a_card_that_cannot_be_played_is_dim_says_why_and_can_be_discarded() -> None:
    scene = Scene(hand="EW rockfall repair:lamp", broken={0: "pick cart"})
    held = {card.symbol: card for card in table(scene).hand}
    assert held["EW"].caption == "You cannot dig: broken pick and cart"
    assert held["rockfall"].caption == "No tunnel is dug yet"
    assert held["repair-lamp"].caption == "Nobody’s lamp is broken"
    assert all(card.is_dim and card.discard and not card.spots for card in held.values())
    assert shown.why_not(scene.state, 0).keys() == {"EW", "rockfall", "repair:lamp"}


def test_a_card_that_can_be_played_says_in_how_many_ways() -> None:
    scene = Scene(laid="S EW", hand="NES map rockfall break:pick", broken={2: "pick"})
    captions = {card.symbol: card.caption for card in table(scene).hand}
    assert captions == {
        "NES": "4 places",
        "map": "3 goals",
        "rockfall": "1 card",
        "break-pick": "2 players",
    }


@pytest.mark.rule("S10")
def test_a_two_tool_card_aims_at_each_broken_tool_of_a_player() -> None:
    scene = Scene(hand="repair:pick+lamp", broken={1: "pick lamp", 2: "cart"})
    people = table(scene).people
    assert [target.choice.says for target in people[1].targets] == [
        "Repair Tobiáš’s pick",
        "Repair Tobiáš’s lamp",
    ]
    assert people[2].targets == ()


def test_breaking_a_tool_of_ones_own_says_what_is_lost_by_it() -> None:
    people = table(Scene(hand="break:lamp")).people
    losses = [target.choice.loss for person in people for target in person.targets]
    assert losses == ["You could not dig until it is repaired.", "", ""]


def test_a_player_whose_tool_is_broken_already_is_no_target_and_says_so() -> None:
    people = table(Scene(hand="break:lamp", broken={1: "lamp"})).people
    assert [bool(person.targets) for person in people] == [True, False, True]
    assert [bar.says for bar in people[1].barred] == ["already broken"]


def test_seats_show_broken_tools_hand_sizes_and_whose_turn_it_is() -> None:
    people = table(Scene(hand="EW map", others="EW", broken={1: "cart"}), seat=2).people
    assert [person.who.name for person in people] == ["Mira", "Tobiáš", "You"]
    assert [person.cards for person in people] == [2, 1, 1]
    assert [person.who.is_awaited for person in people] == [True, False, False]
    assert [tool.label for tool in people[1].broken] == ["Cart broken"]
    assert people[1].note == "cannot dig: broken cart"


def test_the_last_change_of_the_maze_bears_the_mark_of_who_made_it() -> None:
    scene = Scene(hand="EW")
    scene.play({"do": "dig", "card": "EW", "at": [1, 0], "turned": False})
    last = table(scene, seat=1).board.last
    assert last is not None
    assert (last.x, last.y, last.letter) == (100, 0, "M")


# Roles and ends


def test_the_chip_says_what_i_am_and_what_wins_for_me_and_a_spectator_has_none() -> None:
    scene = Scene(roles="msm")
    chip = shown.role_chip(scene.state, 1)
    assert chip is not None
    assert (chip.name, chip.symbol) == ("You are a saboteur", "saboteur")
    assert "run out" in chip.wins
    assert shown.role_chip(scene.state, None) is None


@pytest.mark.rule("S18")
def test_the_end_of_a_round_is_shown_to_a_seat_until_it_has_moved_again() -> None:
    match = position(lambda m: m.state.number == 2 and len(m.state.pile) == len(DECK) - 5 * 6 - 2)
    starter = match.state.starter
    unseen = {s for s in audiences(5) if table_of(match.known[s], s).ending is None}
    assert unseen == {starter, (starter + 1) % 5}


@pytest.mark.rule("S18")
def test_the_end_of_a_round_turns_up_every_role_and_the_one_left_over() -> None:
    match = position(lambda m: m.state.number == 2)
    ending = table_of(match.known[None], None).ending
    assert ending is not None
    first = match.state.rounds[0].shown or {}
    assert [dwarf.role for dwarf in ending.dwarves] == first["roles"]
    assert ending.spare == first["spare"]


@pytest.mark.rule("S21")
def test_only_my_own_gold_is_turned_up_before_the_match_ends() -> None:
    match = position(
        lambda m: m.state.number == 2 and m.state.rounds[0].result == {"winner": "miners"}
    )
    for seat in audiences(5):
        ending = table_of(match.known[seat], seat).ending
        assert ending is not None
        turned_up = [d.who.seat for d in ending.dwarves if d.cards and d.cards != ("gold-back",)]
        miners = [d.who.seat for d in ending.dwarves if d.role == "miner"]
        assert turned_up == [miner for miner in miners if miner == seat]


@pytest.mark.rule("S20")
def test_what_saboteurs_were_paid_is_shown_to_all() -> None:
    match = position(
        lambda m: m.state.number == 2 and m.state.rounds[0].result == {"winner": "saboteurs"}
    )
    ending = table_of(match.known[None], None).ending
    assert ending is not None
    assert ending.says == "Each saboteur is paid 3 nuggets."
    assert {d.gold for d in ending.dwarves if d.role == "saboteur"} == {"3 nuggets"}


@pytest.mark.rule("S19")
def test_whoever_picks_gold_is_offered_it_and_the_others_see_who_picks() -> None:
    match = position(lambda m: m.state.phase == "gold", share_gold="pick")
    (picker,) = title.awaiting(match.state)
    mine = table_of(match.known[picker], picker)
    assert [gold.symbol for gold in mine.offered] == [
        f"gold-{gold}" for gold in sorted(set(match.state.offer.known()), reverse=True)
    ]
    other = table_of(match.known[None], None)
    assert other.offered == ()
    assert other.says == f"{NAMES[picker]} picks a gold card"
    assert other.ending is not None
    assert [dwarf.who.seat for dwarf in other.ending.dwarves if dwarf.is_next] == [picker]


@pytest.mark.rule("S23")
def test_the_end_of_the_match_ranks_everyone_by_nuggets() -> None:
    *_rest, match = positions(seats=5, seed=6)
    outcome = title.outcome(match.state)
    final = table_of(match.known[None], None).final
    assert outcome is not None
    assert final is not None
    assert [one.rank.score for one in final.standings] == sorted(outcome.scores, reverse=True)
    assert {one.rank.who.seat for one in final.standings if one.rank.has_won} == set(
        outcome.winners
    )
    (best,) = outcome.winners
    assert final.heading == f"{NAMES[best]} wins the match"
    mine = table_of(match.known[best], best).final
    assert mine is not None
    assert mine.heading == "You win the match"
    assert all(len(one.roles) == 3 for one in final.standings)
    assert sum(len(one.cards) for one in final.standings) == sum(
        len(match.state.gold_of(seat)) for seat in range(5)
    )


@pytest.mark.rule("S21")
@pytest.mark.parametrize("share_gold", ["auto", "pick"])
def test_gold_before_a_player_is_counted_in_nuggets_as_far_as_they_are_known(
    share_gold: str,
) -> None:
    exact = ranges = 0
    for match in sampled(seats=4, seed=2, share_gold=share_gold):
        for reader in audiences(match.seats):
            for person in table_of(match.known[reader], reader).people:
                cards = match.state.gold_of(person.who.seat)
                if not cards:
                    assert person.gold == ""
                    continue
                least, most = int(person.gold.split("–")[0]), int(person.gold.split("–")[-1])
                assert least <= sum(seen(cards)) <= most
                assert person.gold_label.startswith(words.gold_cards(len(cards)))
                if reader == person.who.seat or match.state.phase == "over":
                    assert least == most
                exact, ranges = exact + (least == most), ranges + (least < most)
    assert exact
    assert ranges


@pytest.mark.rule("S20")
def test_everybody_sees_how_many_nuggets_a_saboteur_was_paid() -> None:
    match = position(lambda m: bool(m.state.pay) and not m.state.shares)
    people = table_of(match.known[None], None).people
    for paid in match.state.pay:
        assert people[paid.seat].gold == str(paid.nuggets)
        assert people[paid.seat].gold_label.endswith(f": {paid.nuggets} nuggets")
