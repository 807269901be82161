"""Who may read what in the toy title: a token's front is its holder's, a vote is its voter's."""

from games.engine.events import event_types

AUDIENCES = {
    "toy.started": {
        "material": "PUBLIC",
        "seats": "PUBLIC",
        "rounds": "PUBLIC",
        "polite": "PUBLIC",
        "rules": "PUBLIC",
    },
    "toy.dealt": {
        "number": "PUBLIC",
        "starter": "PUBLIC",
        "colours": "PUBLIC",
        "numbers": "EACH",
        "rest_colours": "PUBLIC",
        "rest_numbers": "NOBODY",
    },
    "toy.asked": {"seat": "PUBLIC", "of": "PUBLIC"},
    "toy.shown": {"seat": "PUBLIC", "to": "PUBLIC", "number": 'SEAT("to")'},
    "toy.kept": {"seat": "PUBLIC"},
    "toy.passed": {"seat": "PUBLIC"},
    "toy.voted": {"seat": "PUBLIC", "choice": 'SEAT("seat")'},
    "toy.closed": {"abstained": "PUBLIC"},
    "toy.scored": {"numbers": "PUBLIC", "votes": "PUBLIC", "points": "PUBLIC"},
}


def test_every_event_has_the_audiences_of_this_table() -> None:
    assert event_types("toy.").keys() == AUDIENCES.keys()
