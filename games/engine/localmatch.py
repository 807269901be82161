"""A match in memory: the full state, and what each audience knows, advanced together.

Used by self-play, benches and tests. The site keeps its matches in a database and folds them by
the same functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic

from games.engine.chance import Chance, commitment
from games.engine.events import Event, redact
from games.engine.log import LAPSE, By, Move, chained
from games.engine.matchfile import Fairness, MatchFile, deal_action
from games.engine.title import Action, S, Title

SECRET = b"self-play needs no secret"


class LocalMatch(Generic[S]):
    """A log and its folds. `audiences` are the seats (None: spectators) whose folds to keep.

    It is played by the newest rules, or by those of the number asked for.
    """

    def __init__(
        self,
        title: Title[S],
        *,
        seats: int,
        options: Mapping[str, Any] | None = None,
        secret: bytes = SECRET,
        match: str = "selfplay",
        audiences: Iterable[int | None] | None = None,
        rules: int | None = None,
    ) -> None:
        self.title = title
        self.seats = seats
        self.options = title.complete_options(options or {}, rules=rules)
        self.secret, self.match = secret, match
        self.chance = Chance(secret, match=match, contributions=self.contributions)
        self.state = title.initial()
        kept = (None, *range(seats)) if audiences is None else audiences
        self.known: dict[int | None, S] = {audience: title.initial() for audience in kept}
        self.moves: list[Move] = []
        events = title.deal(seats=seats, options=self.options, chance=self.chance, rules=rules)
        self._append("deal", None, deal_action(seats, self.options), events)

    @property
    def contributions(self) -> tuple[str | None, ...]:
        return (None,) * self.seats

    def submit(self, seat: int, action: Action, *, by: By = "bot") -> Move:
        """Check an action from what the seat knows, decide it, and log it."""
        self.title.check(self.known.get(seat, self.state), seat, action)
        return self._decide(by, seat, action)

    def lapse(self) -> Move:
        """Let the clock act."""
        return self._decide("clock", None, LAPSE)

    def file(self) -> MatchFile:
        """The match so far, with everything needed to verify it."""
        return MatchFile(
            title=self.title.slug,
            version=self.state.rules,
            seats=self.seats,
            options=self.options,
            moves=tuple(chained(self.moves, secret=self.secret, match=self.match)),
            fairness=Fairness(
                match=self.match,
                commitment=commitment(self.secret),
                contributions=self.contributions,
                secret=self.secret,
            ),
        )

    def _decide(self, by: By, seat: int | None, action: Action) -> Move:
        self.chance.begin(len(self.moves))
        events = self.title.decide(self.state, seat, action, self.chance)
        return self._append(by, seat, action, events)

    def _append(self, by: By, seat: int | None, action: Action, events: Sequence[Event]) -> Move:
        move = Move(
            number=len(self.moves),
            seat=seat,
            by=by,
            action=action,
            events=tuple(events),
            draws=tuple(self.chance.draws),
        )
        self.moves.append(move)
        for event in events:
            self.evolve(event)
        return move

    def evolve(self, event: Event) -> None:
        """Advance every fold by one event."""
        evolve = self.title.evolve
        evolve(self.state, event)
        for audience, known in self.known.items():
            evolve(known, redact(event, audience))
