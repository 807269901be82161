"""The table of The Lost Mines on a page: all that I may do is there once, nothing I may not know."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.engine import Chance, Event, redact
from games.engine.canonical import canonical_json
from games.presentation.people import numbered_initials
from games.titles.lost_mines import table as shown
from games.titles.lost_mines import title
from games.titles.lost_mines.cards import CARD_CODES
from games.titles.lost_mines.state import State
from games.titles.lost_mines.table.hand import symbol
from tests.titles.lost_mines.scenes import Scene, scene
from tests.titles.lost_mines.tables import (
    NAMES,
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


@pytest.mark.parametrize(("verb", "seed"), [("discard", 4), ("peek", 4), ("take", 10)])
def test_what_another_discards_draws_or_sees_changes_nothing_on_my_page(
    verb: str, seed: int
) -> None:
    compared = 0
    for match in sampled(seats=4, seed=seed):
        for mover in title.awaiting(match.state):
            reader = (mover + 1) % 4
            known = match.known[reader]
            pages: dict[str, set[str]] = {}
            secrets: dict[str, set[str]] = {}
            for guess in range(6):
                imagined = title.imagine(known, reader, Chance.seeded(guess))
                able = [a for a in title.actions(imagined, mover) if a["do"] == verb]
                if not able:
                    continue
                events = title.decide(imagined, mover, able[0], Chance.seeded(guess))
                if any(event.type == "lost_mines.round_scored" for event in events):
                    continue
                # What is public of an action: for a discard how many, else all of it.
                public = "" if verb == "discard" else canonical_json(able[0])
                pages.setdefault(public, set()).add(follow(known, events, reader))
                secrets.setdefault(public, set()).add(str([e.to_json() for e in events]))
            assert all(len(found) == 1 for found in pages.values())
            compared += any(len(found) > 1 for found in secrets.values())
    assert compared > 1


def test_a_page_is_the_same_whatever_the_reader_cannot_know_is() -> None:
    """What is imagined for a seat, made into that seat's knowledge again, gives the same page."""
    scene_ = scene(
        hand="EW boat", mines="gold silver gems dragon", treasures="gold:1 gems:2 gold:4"
    )
    other = scene(hand="EW boat", mines="dragon gems silver gold", treasures="gold:3 gems:4 gold:2")
    for seat in (1, 2, None):
        assert page(scene_.known[seat], seat) == page(other.known[seat], seat)
    assert page(scene_.known[0], 0) == page(other.known[0], 0)


def test_a_spectator_is_not_told_any_card_that_lies_in_a_hand_or_in_the_pile() -> None:
    symbols = {f"a-{symbol(card)}" for card in CARD_CODES if ":" not in card}
    for match in positions(seats=5, seed=5):
        html = page(match.known[None], None)
        assert not [name for name in symbols if f'#{name}"' in html]
        assert "hold_" not in html
        if match.state.phase != "over" and match.state.number == 1:
            assert "#c-" not in html


def test_what_i_looked_at_stays_marked_for_me_and_for_nobody_else() -> None:
    begin = scene(hand="mine|treasure", hands={0: "mine|treasure mine|treasure mine|dwarf"})
    begin.do({"do": "peek", "card": "mine|treasure", "mine": 2})
    mine = table_of(begin.known[0], 0).board.forest.face_down
    assert [found.note for found in mine] == ["", "", "gems", ""]
    for seat in (1, 2, None):
        assert not any(
            found.note for found in table_of(begin.known[seat], seat).board.forest.face_down
        )


def test_a_treasure_that_i_looked_at_shows_its_value_to_me_alone() -> None:
    begin = scene(hand="mine|treasure EW", treasures="gold:1 silver:3 gold:4")
    begin.do({"do": "peek", "card": "mine|treasure", "treasure": 1})
    assert [one.value for one in table_of(begin.known[0], 0).treasures] == ["?", "3", "?"]
    assert [one.is_private for one in table_of(begin.known[0], 0).treasures] == [False, True, False]
    for seat in (1, 2, None):
        assert {one.value for one in table_of(begin.known[seat], seat).treasures} == {"?"}
    assert [one.kind for one in table_of(begin.known[1], 1).treasures] == ["gold", "silver", "gold"]


def test_a_dwarf_that_i_looked_at_shows_its_character_to_me_alone() -> None:
    begin = scene(hand="mine|dwarf EW", characters="loyal saboteur selfish")
    begin.do({"do": "peek", "card": "mine|dwarf", "seat": 1})
    assert [one.character for one in table_of(begin.known[0], 0).people] == [
        "",
        "c-blue-saboteur",
        "",
    ]
    for seat in (1, 2, None):
        assert not any(one.character for one in table_of(begin.known[seat], seat).people)


# The board


def mine(set_up: Scene) -> shown.Table:
    """The table of whoever is to act."""
    return table_of(set_up.known[set_up.awaited], set_up.awaited)


@pytest.mark.rule("L8")
def test_a_card_turned_round_is_drawn_as_the_face_it_shows() -> None:
    drawn = mine(scene("2,2 NW' 3,3 EW")).board.forest.paths
    assert [(path.symbol, path.x, path.y) for path in drawn] == [
        ("p-NESW", 100, 200),
        ("p-ES", 200, 200),
        ("p-EW", 300, 300),
        ("p-NESW", 100, 400),
    ]


@pytest.mark.rule("L11")
def test_an_obstacle_is_drawn_on_its_card_and_its_tool_on_it() -> None:
    things = mine(scene("2,2 EW:tree 3,2 EW:rocks", tools=[(2, 2)])).board.forest.things
    assert [thing.symbol for thing in things] == [
        "s-yellow",
        "s-blue",
        "f-tree",
        "f-rocks",
        "tk-axe",
    ]


@pytest.mark.rule("L13", "L15")
def test_tokens_lie_on_the_middle_of_their_edge_and_a_troll_bears_its_owners_letter() -> None:
    begin = scene(
        "2,2 EW", traps=[((1, 2), (2, 2))], trolls={((1, 2), (1, 3)): 1}, clans="blue " * 3
    )
    tokens = mine(begin).board.pieces.tokens
    assert [(one.symbol, one.x, one.y, one.letter) for one in tokens] == [
        ("tk-trap", 200, 250, ""),
        ("tk-troll", 150, 300, "T"),
    ]


def test_every_dwarf_stands_on_its_field_told_apart_by_clan_and_letter_and_mine_comes_last() -> (
    None
):
    pawns = mine(scene(at={1: (1, 2), 2: (1, 2)})).board.pieces.pawns
    assert [(one.symbol, one.letter, one.is_me) for one in pawns] == [
        ("d-blue", "T", False),
        ("d-blue", "H", False),
        ("d-yellow", "M", True),
    ]
    assert all(100 <= one.x <= 200 - one.size and 200 <= one.y <= 300 - one.size for one in pawns)


@pytest.mark.parametrize("count", range(1, 10))
def test_any_number_of_dwarves_has_room_on_a_card_and_before_a_mine(count: int) -> None:
    places = {seat: (1, 2) if seat < count else (1, 4) for seat in range(9)}
    for where in ((1, 2), (9, 2)):
        at = {seat: where if place == (1, 2) else place for seat, place in places.items()}
        pawns = mine(scene(seats=9, at=at, up={1: "NE"})).board.pieces.pawns
        there = {(one.x, one.y) for one in pawns if one.x // 100 == where[0]}
        assert len(pawns) == 9
        assert len({one.letter for one in pawns}) == 9
        assert len(there) == (count if where == (9, 2) else 9)


def test_players_with_the_same_initial_are_told_apart_by_a_number() -> None:
    assert numbered_initials(["Mira", "Tom", "Marek", "tea"]) == ["M1", "T1", "M2", "T2"]


def test_the_board_is_told_in_words_in_reading_order() -> None:
    begin = scene(
        "2,2 EW:pit", traps=[((1, 2), (2, 2))], trolls={((1, 2), (1, 3)): 1}, at={1: (1, 2)}
    )
    words = mine(begin).board.in_words
    assert words[0] == "J1: a face-down mine."
    assert (
        "B3: start of the yellow clan; open to north, east, south, west; Mira and Tobiáš there."
        in words
    )
    assert "C3: pit; open to east, west." in words
    assert words[-2:] == ("A trap between B3 and C3.", "Tobiáš’s troll between B3 and B4.")


# Step 1


@pytest.mark.rule("L8")
def test_a_card_that_fits_both_ways_has_two_ways_at_one_place_each_leading_to_the_other() -> None:
    (held,) = mine(scene(hand="NES")).hand
    both = [spot for spot in held.spots if len(spot.ways) == 2]
    assert {(spot.x, spot.y) for spot in both} >= {(1, 1), (1, 5)}
    for spot in both:
        one, other = spot.ways
        assert (one.other, other.other) == (other.choice.id, one.choice.id)
        assert (one.face, other.face) == ("p-NES", "p-NSW")


def test_equal_cards_lie_side_by_side_and_share_one_radio() -> None:
    held = mine(scene(hand="EW axe EW")).hand
    assert [(one.name, one.number, one.is_first) for one in held] == [
        ("Straight", 0, True),
        ("Straight", 0, False),
        ("Axe", 1, True),
    ]
    assert held[0].id == held[1].id
    assert held[1].spots == ()


def test_a_card_that_cannot_be_played_is_dim_and_says_why() -> None:
    begin = scene(hand="axe boat rope storm")
    held = mine(begin).hand
    assert all(card.is_dim and not card.spots for card in held)
    assert [card.caption for card in held] == [
        "No fallen tree is in the way",
        "No lake is in the way",
        "No pit is in the way",
        "No card lies without a dwarf on it",
    ]
    assert shown.why_not(begin.known[0], 0).keys() == {"axe", "boat", "rope", "storm"}
    assert shown.why_not(begin.known[1], 1) == {}


def test_a_card_that_can_be_played_says_in_how_many_ways() -> None:
    captions = {
        one.name: one.caption
        for one in mine(scene(hand="NESW mine|dwarf trap storm", paths="2,2 EW")).hand
    }
    assert captions == {
        "Crossroads": "7 places",
        "Look: mine, dwarf": "6 things",
        "Trap": "9 places",
        "Storm": "1 card",
    }


@pytest.mark.rule("L6")
def test_one_or_two_cards_are_discarded_by_marking_just_these() -> None:
    found = mine(scene(hand="EW axe EW")).discards
    assert {one.choice.value: one.shown_by for one in found} == {
        '{"cards":["EW"],"do":"discard"}': "p0 p1",
        '{"cards":["axe"],"do":"discard"}': "p2",
        '{"cards":["EW","EW"],"do":"discard"}': "p01",
        '{"cards":["EW","axe"],"do":"discard"}': "p02 p12",
    }


@pytest.mark.rule("L12")
def test_an_information_card_aims_at_mines_on_the_board_at_treasures_or_at_players() -> None:
    made = mine(scene(hand="mine|dwarf treasure|dwarf", held={1: 2}))
    assert [[(spot.x, spot.y) for spot in held.spots] for held in made.hand] == [
        [(9, 0), (9, 2), (9, 4), (9, 6)],
        [],
    ]
    assert [[aim.card for aim in one.aims] for one in made.people] == [[], [0, 1], [0, 1]]
    assert [[aim.card for aim in one.aims] for one in made.treasures] == [[1], [], [1]]


# Step 2


@pytest.mark.rule("L18")
def test_a_walk_shows_the_way_that_the_rules_choose_and_what_it_costs() -> None:
    begin = scene("2,2 EW 3,2 EW 4,2 EW", hand="NS EW", traps=[((2, 2), (3, 2))]).discard("NS")
    walks = {(one.x, one.y): one for one in mine(begin).walks}
    assert sorted(walks) == [(2, 2), (3, 2), (4, 2)]
    assert [(one.steps, one.traps) for one in walks.values()] == [(1, 0), (2, 1), (3, 1)]
    assert walks[3, 2].choice.loss == "Over a trap: you lose a card at random."
    assert walks[2, 2].choice.loss == ""
    assert walks[2, 2].route.startswith("M175 250")
    assert walks[2, 2].route.endswith("M266 250L238 264L244 250L238 236z")


@pytest.mark.rule("L14")
def test_a_trap_costs_nothing_when_my_hand_is_empty() -> None:
    begin = scene("2,2 EW", hand="NS", traps=[((1, 2), (2, 2))]).discard("NS")
    (walk,) = mine(begin).walks
    assert (walk.traps, walk.choice.loss) == (1, "")


@pytest.mark.rule("L9", "L15")
def test_what_the_next_step_would_have_reached_says_why_it_does_not() -> None:
    begin = scene(
        "2,2 EW:pit 1,1 NS:rocks 1,3 NS 0,2 EW",
        hand="EW NS",
        at={1: (1, 1)},
        trolls={((1, 2), (1, 3)): 1},
    ).discard("EW")
    signs = {(one.x, one.y): one.sign for one in mine(begin).blocked}
    assert signs == {(1, 1): "Full", (2, 2): "Pit", (1, 3): "Troll"}


@pytest.mark.rule("L19", "L21", "L22")
def test_a_walk_to_a_mine_says_what_awaits_me_as_far_as_i_know() -> None:
    begin = scene(
        "8,2 NESW", hand="EW mine|dwarf", at={0: (8, 2)}, treasures="silver:1 gold:2 silver:4"
    )
    begin.do({"do": "peek", "card": "mine|dwarf", "seat": 1})
    (walk,) = [one for one in mine(begin).walks if (one.x, one.y) == (9, 2)]
    assert (walk.takes, walk.choice.then) == ("", "You turn up the mine.")
    known = begin.known[0].copy()
    known.mines[1] = "silver"
    (walk,) = [one for one in table_of(known, 0).walks if (one.x, one.y) == (9, 2)]
    assert (walk.takes, walk.choice.then) == ("silver", "You take treasure 1 or 3 (silver).")
    known.mines[1] = "dragon"
    (walk,) = [one for one in table_of(known, 0).walks if (one.x, one.y) == (9, 2)]
    assert "dragon" in walk.choice.then


def test_staying_is_always_one_button_beside_the_walks() -> None:
    begin = scene("2,2 EW", hand="EW NS").discard("EW")
    made = mine(begin)
    assert [out.verb for out in made.bar.ways_out] == ["Stay at B3"]
    assert made.places_to_draw == 1
    assert [step.state for step in made.steps] == ["done", "now", "later"]


# Taking, and the vote


@pytest.mark.rule("L21")
def test_a_treasure_is_chosen_among_those_of_the_mine_and_left_only_after_staying() -> None:
    match = position(lambda m: m.state.phase == "take" and m.state.has_walked)
    seat = match.state.turn
    made = table_of(match.known[seat], seat)
    offered = [one.number - 1 for one in made.treasures if one.choice]
    assert offered == [action["slot"] for action in title.actions(match.state, seat)]
    assert made.bar.ways_out == []
    assert [step.state for step in made.steps] == ["done", "done", "now"]


@pytest.mark.rule("L24")
def test_a_vote_asks_everyone_else_and_shows_who_has_answered() -> None:
    begin = scene().do({"do": "call_end"}).vote(2, "agree")
    voter = table_of(begin.known[1], 1)
    assert voter.bar.says == "Mira asks to end the round now"
    assert [answer.verb for answer in voter.bar.answers] == ["Agree to end it", "Refuse"]
    watched = table_of(begin.known[None], None)
    assert [one.vote for one in watched.people] == ["asks to end", "", "agreed"]
    assert [one.who.is_awaited for one in watched.people] == [False, True, False]
    assert watched.bar.note == "1 answer is missing."


@pytest.mark.rule("L24")
def test_the_vote_can_be_called_once_and_not_again() -> None:
    begin = scene()
    assert mine(begin).call is not None
    begin.do({"do": "call_end"}).vote(1, "refuse")
    assert mine(begin).call is None


# Seats, characters and ends


def test_seats_show_clan_treasures_dragon_and_hand_size() -> None:
    begin = scene(
        hand="EW axe", held={0: 0, 1: 1}, dragon=1, out=[2], treasures="gold:1 gems:2 gold:4"
    )
    people = table_of(begin.known[2], 2).people
    assert [one.clan for one in people] == ["yellow", "blue", "blue"]
    assert [[(t.kind, t.value) for t in one.treasures] for one in people] == [
        [("gold", "?")],
        [("gems", "?")],
        [],
    ]
    assert [bool(one.dragon) for one in people] == [False, True, False]
    assert [one.cards for one in people] == [2, 1, 1]
    assert [one.is_out for one in people] == [False, False, True]
    assert [one.who.name for one in people] == ["Mira", "Tobiáš", "You"]


@pytest.mark.rule("L25", "L26")
@pytest.mark.parametrize(
    ("character", "wins"),
    [
        ("loyal", "Your treasures count for the yellow clan, which shares them evenly."),
        ("selfish", "You score your own treasures and share with nobody."),
        ("saboteur", "Your treasures count for the blue clan, and it shares with you."),
    ],
)
def test_the_chip_says_what_i_am_and_what_wins_for_me(character: str, wins: str) -> None:
    begin = scene(characters=f"{character} loyal loyal")
    chip = shown.role_chip(begin.known[0], 0)
    assert chip is not None
    assert (chip.wins, chip.symbol) == (wins, f"c-yellow-{character}")
    assert shown.role_chip(begin.known[None], None) is None


def test_the_end_of_a_round_is_shown_to_a_seat_until_it_has_moved_again() -> None:
    seen: dict[int, list[bool]] = {seat: [] for seat in range(5)}
    for match in positions(seats=5, seed=6):
        if match.state.number != 2 or match.state.phase == "over":
            continue
        for seat in range(5):
            seen[seat].append(table_of(match.known[seat], seat).ending is not None)
    for shown_to in seen.values():
        assert shown_to[0]
        assert not shown_to[-1]
        assert shown_to == sorted(shown_to, reverse=True)
    assert len({sum(shown_to) for shown_to in seen.values()}) == 5


@pytest.mark.rule("L25")
def test_the_end_of_a_round_turns_up_every_dwarf_in_its_team_with_its_points() -> None:
    match = position(lambda m: m.state.number == 2)
    ending = table_of(match.known[None], None).ending
    played = match.state.results[0]
    assert ending is not None
    assert played.shown is not None
    assert played.result is not None
    turned_up = {dwarf.who.seat: dwarf for team in ending.teams for dwarf in team.dwarves}
    assert [turned_up[seat].symbol for seat in range(5)] == [
        f"c-{clan}-{character}"
        for clan, character in zip(played.shown["clans"], played.shown["characters"], strict=True)
    ]
    assert [turned_up[seat].points.split()[0] for seat in range(5)] == [
        str(points) for points in played.result["points"]
    ]
    own = table_of(match.known[1], 1).ending
    assert own is not None
    assert own.mine.startswith(f"You got {played.result['points'][1]} point")
    assert ending.mine == ""
    saboteurs = [d for team in ending.teams for d in team.dwarves if d.character == "Saboteur"]
    for dwarf in saboteurs:
        (team,) = [team for team in ending.teams if dwarf in team.dwarves]
        assert team.clan not in ("", dwarf.symbol.split("-")[1])


@pytest.mark.rule("L29")
def test_a_round_that_is_played_on_says_why_and_is_marked_like_the_others() -> None:
    found = scene(rounds=2, number=2, play_on=True).do({"do": "call_end"})
    found.vote(1, "agree").vote(2, "agree")
    made = table_of(found.known[1], 1)
    assert made.ending is not None
    assert made.ending.says == (
        "Everyone agreed to end the round. The lead is shared, so another round is played."
    )
    assert made.ending.go_on == "On to round 3"
    assert [(mark.number, mark.state) for mark in made.rounds][-1] == (3, "now")


@pytest.mark.rule("L25")
def test_the_end_of_a_round_tells_nothing_of_what_stays_hidden() -> None:
    """Another hand, another mine, another value that nobody took: page, log and rounds are the same."""
    pages = set()
    for hands, mines, treasures in (
        ("NS", "gold silver gems dragon", "gold:4 gems:2 gold:1"),
        ("EW", "dragon gems silver gold", "gold:4 gems:3 gold:2"),
    ):
        found = scene(hands={2: hands}, mines=mines, treasures=treasures, held={0: 1})
        found.do({"do": "call_end"}).vote(1, "agree").vote(2, "agree")
        told = [shown.sentence(redact(e, 1), found.known[1], 1, NAMES) for e in found.events]
        rounds = title.rounds(found.known[1])
        pages.add("\n".join([*map(str, [*told, rounds]), page(found.known[1], 1)]))
    assert len(pages) == 1


@pytest.mark.rule("L30")
def test_the_end_of_the_match_ranks_everyone_by_points() -> None:
    *_rest, match = positions(seats=5, seed=6)
    outcome = title.outcome(match.state)
    final = table_of(match.known[None], None).final
    assert outcome is not None
    assert final is not None
    assert [one.rank.score for one in final.standings] == sorted(outcome.scores, reverse=True)
    assert {one.rank.who.seat for one in final.standings if one.rank.has_won} == set(
        outcome.winners
    )
    assert all(sum(one.by_round) == one.rank.score for one in final.standings)
