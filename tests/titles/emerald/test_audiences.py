"""Every field of every event may be read by whom the rules page's last section says.

The table is made from that page: public are knights, dragon, rail, die, face-up cards, pile
heights, gems, treasures, bonuses, the gold cards taken; nobody knows the cards that lie face down
or in the box; the gold paid is its payer's secret; all hands are shown at the end.
"""

from games.engine.events import event_types
from tests.titles.emerald.scenes import title

AUDIENCES = {
    "emerald.dealt": {
        "material": "PUBLIC",
        "seats": "PUBLIC",
        "first": "PUBLIC",
        "gold_up": "PUBLIC",
        "gold_down": "NOBODY",
        "gold_boxed": "NOBODY",
        "gems_up": "PUBLIC",
        "gems_down": "NOBODY",
        "gems_boxed": "NOBODY",
        "rules": "PUBLIC",
    },
    "emerald.moved": {
        "seat": "PUBLIC",
        "colour": "PUBLIC",
        "origin": "PUBLIC",
        "to": "PUBLIC",
    },
    "emerald.treasure_taken": {"seat": "PUBLIC"},
    "emerald.gold_taken": {
        "seat": "PUBLIC",
        "field": "PUBLIC",
        "gold": "PUBLIC",
        "under": "PUBLIC",
    },
    "emerald.gem_taken": {
        "seat": "PUBLIC",
        "field": "PUBLIC",
        "gem": "PUBLIC",
        "under": "PUBLIC",
    },
    "emerald.bonus_taken": {"seat": "PUBLIC", "bonus": "PUBLIC"},
    "emerald.dragon_moved": {
        "seat": "PUBLIC",
        "rolled": "PUBLIC",
        "origin": "PUBLIC",
        "path": "PUBLIC",
        "facing": "PUBLIC",
    },
    "emerald.knight_caught": {
        "seat": "PUBLIC",
        "owner": "PUBLIC",
        "colour": "PUBLIC",
        "field": "PUBLIC",
    },
    "emerald.bribed": {
        "seat": "PUBLIC",
        "colour": "PUBLIC",
        "field": "PUBLIC",
        "gold": 'SEAT("seat")',
    },
    "emerald.knight_lost": {"seat": "PUBLIC", "colour": "PUBLIC", "field": "PUBLIC"},
    "emerald.rail_moved": {"to": "PUBLIC", "facing": "PUBLIC"},
    "emerald.turn_passed": {"seat": "PUBLIC", "to": "PUBLIC"},
    "emerald.hands_shown": {"hands": "PUBLIC"},
    "emerald.ended": {
        "reason": "PUBLIC",
        "scores": "PUBLIC",
        "winners": "PUBLIC",
        "tiebreak": "PUBLIC",
    },
}


def test_every_field_has_the_audience_that_the_rules_give_it() -> None:
    declared = {
        name: {field: str(audience) for field, audience in kind.audiences.items()}
        for name, kind in event_types(f"{title.slug}.").items()
    }
    assert declared == AUDIENCES
