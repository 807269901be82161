"""Every field of every event may be read by whom the rules page's last section says.

The table is made from that page. Public: the board, clans, dwarves, tokens and whose they are,
treasure kinds and slots, who holds which, the sizes of hands and pile, every card played, who peeked
at what, votes, the dragon. A seat's own: character, hand, discards, cards lost to traps, what it
peeked at, the values of its treasures. Nobody's: the pile, what was put aside, face-down mines,
untaken values. When a round is scored, characters and the values of treasures taken are shown; when
the match is over, all of its last round but the pile and what was put aside. By rules 1 that was so
for every round.
"""

from games.engine.events import event_types
from tests.titles.lost_mines.scenes import title

AUDIENCES = {
    "lost_mines.started": {
        "material": "PUBLIC",
        "seats": "PUBLIC",
        "rounds": "PUBLIC",
        "rules": "PUBLIC",
        "play_on": "PUBLIC",
    },
    "lost_mines.dealt": {
        "number": "PUBLIC",
        "starter": "PUBLIC",
        "mines": "NOBODY",
        "kinds": "PUBLIC",
        "values": "NOBODY",
        "treasures_aside": "NOBODY",
        "clans": "PUBLIC",
        "characters": "EACH",
        "dwarves_aside": "NOBODY",
        "hands": "EACH",
        "pile": "NOBODY",
        "cards_aside": "NOBODY",
    },
    "lost_mines.turn_began": {"seat": "PUBLIC"},
    "lost_mines.fell_out": {"seat": "PUBLIC"},
    "lost_mines.troll_left": {"seat": "PUBLIC", "edge": "PUBLIC"},
    "lost_mines.laid": {"seat": "PUBLIC", "card": "PUBLIC", "at": "PUBLIC", "turned": "PUBLIC"},
    "lost_mines.tool_used": {"seat": "PUBLIC", "tool": "PUBLIC", "at": "PUBLIC"},
    "lost_mines.mine_peeked": {
        "seat": "PUBLIC",
        "card": "PUBLIC",
        "mine": "PUBLIC",
        "kind": 'SEAT("seat")',
    },
    "lost_mines.treasure_peeked": {
        "seat": "PUBLIC",
        "card": "PUBLIC",
        "slot": "PUBLIC",
        "value": 'SEAT("seat")',
    },
    "lost_mines.dwarf_peeked": {
        "seat": "PUBLIC",
        "card": "PUBLIC",
        "of": "PUBLIC",
        "character": 'SEAT("seat")',
    },
    "lost_mines.trap_set": {"seat": "PUBLIC", "edge": "PUBLIC"},
    "lost_mines.troll_set": {"seat": "PUBLIC", "edge": "PUBLIC"},
    "lost_mines.storm_broke": {
        "seat": "PUBLIC",
        "at": "PUBLIC",
        "edges": "PUBLIC",
        "card": "PUBLIC",
    },
    "lost_mines.discarded": {"seat": "PUBLIC", "cards": 'SEAT("seat")'},
    "lost_mines.walked": {"seat": "PUBLIC", "way": "PUBLIC"},
    "lost_mines.stayed": {"seat": "PUBLIC"},
    "lost_mines.card_lost": {"seat": "PUBLIC", "edge": "PUBLIC", "card": 'SEAT("seat")'},
    "lost_mines.mine_turned_up": {
        "seat": "PUBLIC",
        "mine": "PUBLIC",
        "kind": "PUBLIC",
        "face": "PUBLIC",
        "turned": "PUBLIC",
    },
    "lost_mines.dragon_met": {"seat": "PUBLIC"},
    "lost_mines.treasure_taken": {"seat": "PUBLIC", "slot": "PUBLIC", "value": 'SEAT("seat")'},
    "lost_mines.treasure_left": {"seat": "PUBLIC"},
    "lost_mines.drawn": {"seat": "PUBLIC", "cards": 'SEAT("seat")'},
    "lost_mines.end_called": {"seat": "PUBLIC"},
    "lost_mines.end_agreed": {"seat": "PUBLIC"},
    "lost_mines.end_refused": {"seat": "PUBLIC"},
    "lost_mines.vote_lapsed": {"missing": "PUBLIC"},
    "lost_mines.scored": {
        "number": "PUBLIC",
        "starter": "PUBLIC",
        "reason": "PUBLIC",
        "clans": "PUBLIC",
        "characters": "PUBLIC",
        "kinds": "PUBLIC",
        "values": "PUBLIC",
        "holders": "PUBLIC",
        "mines": "PUBLIC",
        "hands": "PUBLIC",
        "discards": "PUBLIC",
        "lost": "PUBLIC",
        "dragon": "PUBLIC",
        "earned": "PUBLIC",
        "points": "PUBLIC",
    },
    "lost_mines.round_scored": {
        "number": "PUBLIC",
        "starter": "PUBLIC",
        "reason": "PUBLIC",
        "clans": "PUBLIC",
        "characters": "PUBLIC",
        "kinds": "PUBLIC",
        "values": "PUBLIC",  # of the treasures taken, and none of the others
        "holders": "PUBLIC",
        "dragon": "PUBLIC",
        "earned": "PUBLIC",
        "points": "PUBLIC",
    },
    "lost_mines.rest_shown": {
        "values": "PUBLIC",
        "mines": "PUBLIC",
        "hands": "PUBLIC",
        "discards": "PUBLIC",
        "lost": "PUBLIC",
    },
}


def test_every_field_of_every_event_has_the_audience_the_rules_give_it() -> None:
    declared = {
        name: {field: str(audience) for field, audience in kind.audiences.items()}
        for name, kind in event_types(f"{title.slug}.").items()
    }
    assert declared == AUDIENCES
