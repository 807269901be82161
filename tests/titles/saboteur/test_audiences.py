"""Who may read each field, written down from the rules page's section "What a seat may know"."""

from __future__ import annotations

from games.engine.events import event_types

AUDIENCES = {
    "saboteur.match_started": {
        "material": "PUBLIC",
        "seats": "PUBLIC",
        "share_gold": "PUBLIC",
        "rules": "PUBLIC",
    },
    # Role and hand are a seat's own; pile, goals and the spare dwarf are nobody's.
    "saboteur.round_dealt": {
        "number": "PUBLIC",
        "starter": "PUBLIC",
        "roles": "EACH",
        "spare": "NOBODY",
        "goals": "NOBODY",
        "hands": "EACH",
        "pile": "NOBODY",
        "gold": "NOBODY",
    },
    # The maze and every card played are public.
    "saboteur.dug": {"seat": "PUBLIC", "card": "PUBLIC", "at": "PUBLIC", "turned": "PUBLIC"},
    "saboteur.goal_turned": {"goal": "PUBLIC", "card": "PUBLIC", "turned": "PUBLIC"},
    "saboteur.tool_broken": {"seat": "PUBLIC", "tool": "PUBLIC", "target": "PUBLIC"},
    "saboteur.tool_repaired": {
        "seat": "PUBLIC",
        "card": "PUBLIC",
        "tool": "PUBLIC",
        "target": "PUBLIC",
    },
    "saboteur.rock_fell": {"seat": "PUBLIC", "at": "PUBLIC", "card": "PUBLIC"},
    # Who peeked at which goal is public; what the map showed is the seat's own.
    "saboteur.goal_peeked": {"seat": "PUBLIC", "goal": "PUBLIC", "card": 'SEAT("seat")'},
    # Who discarded is public; what, is the seat's own.
    "saboteur.discarded": {"seat": "PUBLIC", "card": 'SEAT("seat")'},
    "saboteur.drew": {"seat": "PUBLIC", "card": 'SEAT("seat")'},
    # Roles become public at the round's end.
    "saboteur.round_ended": {"winner": "PUBLIC", "roles": "PUBLIC", "spare": "PUBLIC"},
    # Who picked gold and in which order is public; a picker keeps what it saw; gold is its own.
    "saboteur.gold_drawn": {"order": "PUBLIC"},
    "saboteur.gold_offered": {"seat": "PUBLIC", "cards": 'SEAT("seat")'},
    "saboteur.gold_taken": {"seat": "PUBLIC", "card": 'SEAT("seat")'},
    # Saboteurs' pay is public in nuggets.
    "saboteur.saboteur_paid": {"seat": "PUBLIC", "nuggets": "PUBLIC", "cards": 'SEAT("seat")'},
    # Gold becomes public at the match's end.
    "saboteur.match_ended": {"shares": "PUBLIC", "pay": "PUBLIC"},
}


def test_every_field_is_read_by_those_the_rules_page_names() -> None:
    declared = {
        name: {field: str(audience) for field, audience in kind.audiences.items()}
        for name, kind in event_types("saboteur.").items()
    }
    assert declared == AUDIENCES
