"""The habits of the plain player."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine import Chance, Slot, redact
from games.engine.localmatch import LocalMatch
from games.engine.selfplay import play
from games.titles.saboteur import title
from games.titles.saboteur.bot import plain, suspicions
from tests.titles.saboteur.scenes import TO_GOLD, Scene, dig, discard


def choice(scene: Scene) -> dict[str, Any]:
    action = plain(scene.state, 0, Chance.seeded(1))
    title.check(scene.state, 0, action)
    return action


def hide_goals(scene: Scene) -> Scene:
    """The player has looked at no goal."""
    scene.state.goals = [Slot() for _ in range(3)]
    return scene


def test_a_miner_digs_to_the_gold_it_knows_of() -> None:
    assert choice(Scene(laid=TO_GOLD, hand="EW map rockfall")) == dig("EW", (7, 0))


def test_a_miner_digs_towards_the_goals() -> None:
    assert choice(Scene(laid="S EW", hand="EW NS NESx")) == dig("EW", (2, 0))


def test_a_miner_uses_a_map_while_it_does_not_know_where_the_gold_is() -> None:
    assert choice(hide_goals(Scene(laid="S EW", hand="EW map")))["do"] == "map"
    assert choice(Scene(laid="S EW", hand="EW map"))["do"] == "dig"


def test_a_miner_repairs_its_own_tool_first() -> None:
    scene = Scene(hand="EW repair:pick+lamp", broken={0: "lamp", 1: "pick"})
    assert choice(scene) == {"do": "repair", "card": "pick+lamp", "tool": "lamp", "seat": 0}


def test_a_miner_helps_others_when_it_cannot_dig_nearer() -> None:
    scene = Scene(laid="S EW", hand="NS repair:pick", broken={2: "pick"})
    assert choice(scene) == {"do": "repair", "card": "pick", "tool": "pick", "seat": 2}


def test_a_miner_clears_a_dead_end_in_the_way() -> None:
    scene = Scene(laid="S EW EW EWx", hand="rockfall NSx break:pick")
    assert choice(scene) == {"do": "rockfall", "at": [3, 0]}


def test_a_miner_breaks_the_tool_of_somebody_who_lays_dead_ends() -> None:
    scene = Scene(seats=3, laid="S", hand="NS break:lamp", others="EWx EW", pile="NSx " * 4)
    scene.play(discard("NS"))
    scene.play(dig("EWx", (1, 0)), seat=1)
    scene.play(discard("EW"), seat=2)
    assert suspicions(scene.state)[1] > 1
    assert choice(scene) == {"do": "break", "tool": "lamp", "seat": 1}


def test_a_miner_discards_a_dead_end_before_anything_else() -> None:
    assert choice(Scene(hand="NSx repair:pick", broken={0: "lamp"})) == discard("NSx")


def test_a_saboteur_does_not_give_itself_away_while_the_gold_is_far() -> None:
    scene = Scene(laid="S", hand="EWx break:pick rockfall NS", roles="smm")
    assert choice(scene)["do"] in ("dig", "discard")
    assert choice(scene).get("card") != "EWx"


def test_a_saboteur_blocks_the_way_once_the_miners_are_close() -> None:
    scene = Scene(laid=TO_GOLD, hand="EWx EW", roles="smm")
    assert choice(scene) == dig("EWx", (7, 0))


def test_a_saboteur_breaks_tools_once_the_miners_are_close() -> None:
    scene = Scene(laid=TO_GOLD, hand="break:cart EW", roles="smm")
    assert choice(scene) == {"do": "break", "tool": "cart", "seat": 1}


def test_a_saboteur_throws_good_cards_away() -> None:
    assert choice(Scene(laid=TO_GOLD, hand="NESW EWx", roles="smm", broken={0: "pick"})) == discard(
        "NESW"
    )


def test_a_player_that_may_pick_takes_the_best_gold() -> None:
    scene = Scene(laid=TO_GOLD, hand="NESW", gold=(1, 3, 2, 1), share_gold="pick")
    scene.play(dig("NESW", (7, 0)))
    assert choice(scene) == {"do": "take", "gold": 3}


@pytest.mark.parametrize("bot", sorted(title.bots))
def test_a_bot_needs_nothing_but_what_its_seat_knows(bot: str) -> None:
    table = LocalMatch(title, seats=5, secret=b"bots")
    chance = Chance.seeded(bot)
    for _ in range(60):
        (seat,) = title.awaiting(table.state)
        known = title.initial()
        for move in table.moves:
            for event in move.events:
                title.evolve(known, redact(event, seat))
        table.submit(seat, title.bots[bot](known, seat, chance))


def test_both_sides_win_rounds_at_tables_of_plain_players() -> None:
    won: Counter[str] = Counter()
    for seed in range(12):
        seats = 3 + seed % 8
        table = LocalMatch(
            title, seats=seats, secret=f"plain {seed}".encode(), audiences=range(seats)
        )
        play(table, ["plain"] * seats, Chance.seeded(seed))
        won.update(played.result["winner"] for played in title.rounds(table.state) if played.result)
    assert won["miners"] >= 6
    assert won["saboteurs"] >= 6
