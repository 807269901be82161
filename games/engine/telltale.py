"""Whether a seat's choices fit a secret that it had not seen: a likelihood, and never a proof.

Some titles have secrets that few seats come to know and that everybody plays towards: where the gold
lies. A seat that turns there before it can know is lucky, or was told. One time says nothing; how
unlikely a whole row of such choices is, is counted here. For looking back at a match that is over.

What a seat could know is its own copy of the log: `imagine` deals out from that what it had not
seen, many times, and each deal says what the secret may have been. What could be read from the
choices of all seats before, its own too, counts as known: whoever follows others is explained by
them, and a hunch that is kept to is one piece of luck and not ten. And a choice is looked at only
while one of the others has seen more, who could have told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Generic

from games.engine.chance import Draws
from games.engine.events import Event, redact
from games.engine.log import Move
from games.engine.title import S, Telltale, Title

SAMPLES = 60  # deals imagined for each choice
CARELESS = 0.2  # of all choices are made without regard to the secret
TOLD_APART = 0.25  # of what a seat thinks possible another excludes, if that one has seen more
SHOWN = 6  # choices that are told, those that say most


@dataclass(frozen=True, slots=True)
class TellingChoice:
    """A choice of the seat: how likely it was if the secret was known, and if it was not."""

    move: int
    round: int
    known: float
    unknown: float

    @property
    def log_ratio(self) -> float:
        return log(self.known / self.unknown)


@dataclass(frozen=True, slots=True)
class FitToSecrets:
    """How much better the choices of a seat fit the secrets than what it could know."""

    choices: Sequence[TellingChoice]

    @property
    def rounds(self) -> int:
        """In how many rounds they were made."""
        return len({one.round for one in self.choices})

    @property
    def log_ratio(self) -> float:
        """The natural logarithm of how much likelier all of them were if the secrets were known."""
        return sum(one.log_ratio for one in self.choices)

    @property
    def telling(self) -> list[TellingChoice]:
        """Those that say most, as they were made."""
        most = sorted(self.choices, key=lambda one: -abs(one.log_ratio))[:SHOWN]
        return sorted(most, key=lambda one: one.move)


class _Looking(Generic[S]):
    """A log on its way through: the whole, what everybody and what each seat knows, and what has been
    chosen in this round.
    """

    def __init__(
        self,
        title: Title[S],
        telltale: Telltale[S],
        seats: Iterable[int],
        chance: Draws,
        samples: int,
    ) -> None:
        self.title, self.telltale = title, telltale
        self.chance, self.samples = chance, samples
        self.full = title.initial()
        self.known: dict[int | None, S] = {seat: title.initial() for seat in (None, *seats)}
        self.round = 0
        self._chosen: list[tuple[S, Event]] = []
        self._likely: dict[Hashable, tuple[int, float]] = {}

    def go_on(self, move: Move) -> None:
        public = self.known[None]
        if move.number:
            before = [(public.copy(), one) for one in move.events if self.is_choice(one)]
            self._chosen += before
        for event in move.events:
            self.title.evolve(self.full, event)
            for seat, known in self.known.items():
                self.title.evolve(known, redact(event, seat))
        dealt = self.title.rounds(public)
        if dealt and dealt[-1].number != self.round:
            self.round = dealt[-1].number
            self._chosen, self._likely = [], {}

    def is_choice(self, event: Event) -> bool:
        secret = self.telltale.secret(self.full)
        return self.telltale.choice(self.known[None], event, secret) is not None

    def may_tell(self, seat: int) -> bool:
        return seat in self.known and self.telltale.plays_towards(self.known[seat], seat)

    def told_by(self, seat: int, event: Event) -> tuple[float, float] | None:
        """How likely a choice was under the secret, and under what its seat could know.

        None: the seat knew it, or none of the others had seen more.
        """
        possible = self._possible(seat)
        if len(possible) < 2 or not self._has_anybody_seen_more(seat, possible):
            return None
        believed = self._believed(possible)
        unknown = sum(
            belief * self._probability(self.known[seat], event, secret)
            for secret, belief in believed.items()
        )
        true = self.telltale.secret(self.full)
        return self._probability(self.known[seat], event, true), unknown

    def _possible(self, seat: int) -> Counter[Hashable]:
        """What the secret may be for all that a seat knows, by how many deals."""
        known, imagine = self.known[seat], self.title.imagine
        return Counter(
            self.telltale.secret(imagine(known, seat, self.chance)) for _deal in range(self.samples)
        )

    def _has_anybody_seen_more(self, seat: int, possible: Mapping[Hashable, int]) -> bool:
        others = [other for other in self.known if other is not None and other != seat]
        return any(
            len(possible.keys() - self._possible(other).keys()) >= TOLD_APART * len(possible)
            for other in others
        )

    def _believed(self, possible: Mapping[Hashable, int]) -> Mapping[Hashable, float]:
        """How likely each secret is after all that was chosen before."""
        logs = {one: log(count) + self._log_likelihood(one) for one, count in possible.items()}
        most = max(logs.values())
        weights = {one: exp(value - most) for one, value in logs.items()}
        total = sum(weights.values())
        return {one: weight / total for one, weight in weights.items()}

    def _log_likelihood(self, secret: Hashable) -> float:
        counted, likely = self._likely.get(secret, (0, 0.0))
        for known, event in self._chosen[counted:]:
            likely += log(self._probability(known, event, secret))
        self._likely[secret] = len(self._chosen), likely
        return likely

    def _probability(self, known: S, event: Event, secret: Hashable) -> float:
        """Of what was chosen: the nearer the likelier, and sometimes anything at all."""
        choice = self.telltale.choice(known, event, secret)
        assert choice is not None
        costs, taken = choice
        least = min(costs)
        weights = [exp(least - cost) for cost in costs]
        return (1 - CARELESS) * weights[taken] / sum(weights) + CARELESS / len(costs)


def fits_to_secrets(
    title: Title[S],
    moves: Sequence[Move],
    people: Collection[int],
    *,
    counts: Callable[[Move], bool],
    chance: Draws,
    samples: int = SAMPLES,
    has_time: Callable[[], bool] = lambda: True,
) -> Mapping[int, FitToSecrets] | None:
    """What the choices of these seats say, by seat, from a whole log. `counts` says of their moves
    whether they are looked at. None: there is no such secret, or no time for so long a match.
    """
    if title.telltale is None:
        return None
    looking = _Looking(title, title.telltale, people, chance, samples)
    found: dict[int, list[TellingChoice]] = {}
    for move in moves:
        seat = move.seat
        if seat is not None and looking.may_tell(seat) and counts(move):
            for event in filter(looking.is_choice, move.events):
                if not has_time():
                    return None
                told = looking.told_by(seat, event)
                if told is not None:
                    made = TellingChoice(move.number, looking.round, *told)
                    found.setdefault(seat, []).append(made)
        looking.go_on(move)
    return {seat: FitToSecrets(tuple(made)) for seat, made in found.items()}
