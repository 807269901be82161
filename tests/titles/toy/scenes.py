"""Small builders for scenes of the toy title."""

from typing import Any

from games.engine import ScriptedChance, Title, fold, redact, titles
from games.engine.events import Event


def toy() -> Title[Any]:
    return titles()["toy"]


TOKENS = ["red4", "blue1", "red2", "blue2", "blue3", "blue4", "red1", "red3"]


class Scene:
    """Three seats with the numbers 4, 1 and 2, and everything that happened so far."""

    def __init__(self, *, rules: int | None = None, **options: Any) -> None:
        self.chance = ScriptedChance([TOKENS, TOKENS])
        given = {"starter": "first", "rounds": 1} | options
        self.log: list[Event] = toy().deal(seats=3, options=given, chance=self.chance, rules=rules)

    def do(self, seat: int | None, /, **action: Any) -> "Scene":
        state = fold(toy(), self.log)
        if seat is not None:
            toy().check(state, seat, action)
        self.log += toy().decide(state, seat, action, self.chance)
        return self

    def known(self, reader: int | None) -> Any:
        return fold(toy(), [redact(event, reader) for event in self.log])

    def seen(self, reader: int | None) -> str:
        return str([slot.value for slot in self.known(reader).tokens])

    def awaited(self) -> set[int]:
        return set(toy().awaiting(self.known(None)))


def all_passed(*, rules: int | None = None, **options: Any) -> Scene:
    scene = Scene(rules=rules, **options)
    for seat in range(3):
        scene.do(seat, do="pass")
    return scene
