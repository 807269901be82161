"""What must hold for every title after every event, move and match.

Each function yields sentences about what does not hold. Self-play and the contract tests ask the
same questions, so a rule of the contract is written down once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import fields, is_dataclass
from typing import Any

from games.engine.canonical import canonical_json
from games.engine.chance import Chance, Draws
from games.engine.errors import IllegalAction
from games.engine.events import Event, redact
from games.engine.localmatch import LocalMatch
from games.engine.log import LAPSE, Move, events_of, fold, redact_move
from games.engine.matchfile import read, write
from games.engine.title import Title
from games.engine.verify import verify
from games.engine.zones import UNKNOWN, Hand, Pile, Slot, covers, is_known

LONGEST_MATCH = 5_000  # moves; play that goes on beyond is taken for endless


class WatchedMatch(LocalMatch[Any]):
    """A match that looks at itself after every event and move. What it finds is in `violations`."""

    def __init__(self, title: Title[Any], *, seats: int, watcher: Chance, **kwargs: Any) -> None:
        self.violations: list[str] = []
        self.watcher = watcher
        self.box: dict[str, Counter[Any]] = {
            deck: Counter(cards) for deck, cards in title.box(seats).items()
        }
        super().__init__(title, seats=seats, **kwargs)

    def evolve(self, event: Event) -> None:
        """As every match does, but what was redacted is kept for the looking."""
        evolve = self.title.evolve
        evolve(self.state, event)
        read = {audience: redact(event, audience) for audience in self.known}
        for audience, known in self.known.items():
            evolve(known, read[audience])
        self._note(after_event(self, event, read))

    def _decide(self, by: Any, seat: int | None, action: dict[str, Any]) -> Move:
        before, asked = self.state.copy(), canonical_json(action)
        self.chance.begin(len(self.moves))
        decided = self.title.decide(self.state, seat, action, self.chance)
        if self.state != before or canonical_json(action) != asked:
            self._note(["decide changed what it was given"])
        if self.watcher.pick(20) == 0:
            self._note(unlike_copies(self, decided))
        move = super()._decide(by, seat, action)
        if list(move.events) != list(decided):
            self._note(["decide, asked again, decided otherwise"])
        self._note(after_move(self, move))
        return move

    def finish(self) -> None:
        """Look at the whole match once it is over."""
        self._note(after_match(self))

    def _note(self, found: Any) -> None:
        self.violations += [f"move {len(self.moves) - 1}: {sentence}" for sentence in found]


def unlike_copies(match: WatchedMatch, events: Iterable[Event]) -> Iterator[str]:
    """The full state is full. A copy is equal, and what happens to it happens to it alone."""
    untouched, twin = deepcopy(match.state), match.state.copy()
    if holds_unknown(untouched):
        yield "something in the full state is unknown"
    if twin != untouched:
        yield "a copy of the state is not equal to it"
    for event in events:
        match.title.evolve(twin, event)
    if match.state != untouched:
        yield "what happens to a copy of the state happens to the state"


def after_event(
    match: WatchedMatch, event: Event, read: Mapping[int | None, Event]
) -> Iterator[str]:
    """Cards are conserved, folds cover each other, JSON loses nothing.

    `read` is the event as each audience reads it.
    """
    yield from unlike_redacted(event, read)
    spectator = match.known[None]
    for audience, known in match.known.items():
        if not covers(spectator, known):
            yield f"spectators know something that seat {audience} does not, after {event.type}"
        if not covers(known, match.state):
            yield f"{audience} knows something that is not so, after {event.type}"
        yield from misplaced(match, known)
    for deck, cards in match.title.census(match.state).items():
        if Counter(cards) != match.box[deck]:
            yield f"the cards of {deck} are not the box's, after {event.type}"


def unlike_redacted(event: Event, read: Mapping[int | None, Event]) -> Iterator[str]:
    """Many audiences read the same: what JSON makes of that is looked at once."""
    if Event.from_json(json.loads(json.dumps(event.to_json()))) != event:
        yield f"{event.type} changes in JSON"
    written = [event]
    for audience, redacted in read.items():
        if redact(redacted, audience) != redacted:
            yield f"redacting {event.type} twice changes it"
        if redacted not in written:
            written.append(redacted)
            if Event.from_json(redacted.to_json()) != redacted:
                yield f"{event.type} as {audience} reads it changes in JSON"


def misplaced(match: WatchedMatch, known: Any) -> Iterator[str]:
    """A reader must count all cards, and see none that the box does not hold."""
    for deck, cards in match.title.census(known).items():
        listed, box = list(cards), match.box[deck]
        if len(listed) != sum(box.values()):
            yield f"a reader counts {len(listed)} cards of {deck}"
        counted = Counter(listed)
        del counted[UNKNOWN]
        if any(times > box[card] for card, times in counted.items()):
            yield f"a reader sees more cards of {deck} than there are"


def after_move(match: WatchedMatch, move: Move) -> Iterator[str]:
    """What a seat knows gives the same answers as the full state."""
    title, state = match.title, match.state
    if Move.from_json(json.loads(json.dumps(move.to_json()))) != move:
        yield "the move changes in JSON"
    awaited, outcome, rounds = title.awaiting(state), title.outcome(state), title.rounds(state)
    lapse = title.lapse(state)
    if outcome is None and not awaited:
        yield "nobody is awaited and the match is not over"
    if outcome is not None and awaited:
        yield "somebody is awaited though the match is over"
    if lapse is not None and lapse[1] != LAPSE:
        yield "the clock's action is not a lapse"
    by_seat = {seat: title.actions(state, seat) for seat in match.known}
    others = _some([action for listed in by_seat.values() for action in listed], match.watcher)
    for audience, known in match.known.items():
        if title.awaiting(known) != awaited:
            yield f"{audience} sees others awaited"
        if title.outcome(known) != outcome or title.rounds(known) != rounds:
            yield f"{audience} sees another outcome"
        if title.lapse(known) != lapse:
            yield f"{audience} sees another clock"
        if bool(by_seat[audience]) != (audience in awaited):
            yield f"{audience} is awaited without actions, or has actions without being awaited"
        yield from unlike_actions(match, audience, by_seat[audience], others)
    if match.watcher.pick(50) == 0:
        yield from unlike_imagined(match)


def unlike_actions(
    match: WatchedMatch,
    audience: int | None,
    true: list[dict[str, Any]],
    others: list[dict[str, Any]],
) -> Iterator[str]:
    """`true` is what this reader may do by the full state. `others` are some of the actions that
    anybody may take now: those that are not this reader's are refused.
    """
    title, known, state = match.title, match.known[audience], match.state
    listed = title.actions(known, audience)
    if listed != true:
        yield f"{audience} has other actions by its knowledge than by the full state"
    written = list(map(canonical_json, listed))
    if len(set(written)) != len(written):
        yield f"{audience} is offered the same action twice"
    if json.loads(f"[{','.join(written)}]") != listed:
        yield f"{audience} is offered an action that changes in JSON"
    for action in _some(listed, match.watcher):
        if (error := refusal(title, known, audience, action)) is not None:
            yield f"{audience} is offered {action} and refused: {error.message}"
    for action in [{"do": "nothing"}, *others, *bent(listed, match.watcher)]:
        if canonical_json(action) in written:
            continue
        seen, why = (refusal(title, fold, audience, action) for fold in (known, state))
        if seen is None or why is None:
            yield f"{audience} may do {action}, which is not offered"
        elif (seen.code, seen.sentence, seen.facts) != (why.code, why.sentence, why.facts):
            yield f"{audience} is refused {action} for another reason than the full state has"


def refusal(title: Title[Any], known: Any, seat: int | None, action: Any) -> IllegalAction | None:
    try:
        title.check(known, seat, action)
    except IllegalAction as error:
        return error
    return None


def bent(listed: list[dict[str, Any]], watcher: Draws) -> Iterator[dict[str, Any]]:
    """A listed action, bent a little in a few ways."""
    for action in _some(listed, watcher)[:1]:
        yield {**action, "extra": 1}
        keys = sorted(action.keys() - {"do"})
        if keys:
            key = keys[watcher.pick(len(keys))]
            for value in (None, "?", -1, 99, True, 1.0, [], [99, 99]):
                yield {**action, key: value}


def unlike_imagined(match: WatchedMatch) -> Iterator[str]:
    """A seat's idea of the full state must be possible, and playable to the end."""
    title, seat = match.title, match.watcher.pick(match.seats)
    known = match.known[seat]
    before = known.copy()
    imagined = title.imagine(known, seat, match.watcher)
    if known != before:
        yield "imagine changed what it was given"
    if not covers(known, imagined):
        yield f"seat {seat} imagines something that it knows to be otherwise"
    if holds_unknown(imagined):
        yield f"seat {seat} leaves something unknown in what it imagines"
    for deck, cards in title.census(imagined).items():
        if Counter(cards) != match.box[deck]:
            yield f"seat {seat} imagines other cards of {deck} than there are"
    if title.awaiting(imagined) != title.awaiting(known):
        yield f"seat {seat} imagines others awaited"
    if title.actions(imagined, seat) != title.actions(known, seat):
        yield f"seat {seat} imagines other actions for itself"
    if not plays_to_the_end(title, imagined, match.watcher):
        yield f"what seat {seat} imagines never ends"


def holds_unknown(value: Any) -> bool:
    """Is there anything unknown in it, however deep? In a full state there is not."""
    if not is_known(value):
        return True
    if isinstance(value, dict):
        return any(map(holds_unknown, value.values()))
    if isinstance(value, list | tuple | Hand | Pile):
        return any(map(holds_unknown, value))
    if isinstance(value, Slot):
        return not value.is_known()
    if is_dataclass(value):
        return any(holds_unknown(getattr(value, field.name)) for field in fields(value))
    return False


def plays_to_the_end(title: Title[Any], state: Any, chance: Draws) -> bool:
    for _ in range(LONGEST_MATCH):
        if title.outcome(state) is not None:
            return True
        seat = min(title.awaiting(state))
        listed = title.actions(state, seat)
        for event in title.decide(state, seat, listed[chance.pick(len(listed))], chance):
            title.evolve(state, event)
    return False


def after_match(match: WatchedMatch) -> Iterator[str]:
    """The log alone tells it all again, for everyone, and through a file."""
    title, events = match.title, events_of(match.moves)
    if title.outcome(match.state) is None:
        yield "the match did not end"
    if fold(title, events) != match.state:
        yield "folding the log gives another state than playing gave"
    for audience, known in match.known.items():
        copy = events_of(redact_move(move, audience) for move in match.moves)
        if fold(title, copy) != known:
            yield f"folding the copy of {audience} gives something else than it knew"
    file = match.file()
    if read(write(file)) != file:
        yield "the match changes in a match file"
    report = verify(file)
    if not report.holds:
        yield report.summary


def _some(listed: list[dict[str, Any]], watcher: Draws) -> list[dict[str, Any]]:
    """Three of them, for speed; over many matches every kind comes up."""
    return [listed[watcher.pick(len(listed))] for _ in range(3)] if listed else []
