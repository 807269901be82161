"""The log: moves, their digests, a seat's copy of them, and the fold into a state."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias, get_args

from games.engine.canonical import canonical_json
from games.engine.errors import CorruptLog, quoted
from games.engine.events import HIDDEN, LARGEST_INT, Event, redact
from games.engine.title import Action, S, Title
from games.engine.zones import UNKNOWN, Maybe, is_known

By: TypeAlias = Literal["deal", "account", "bot", "keeper", "clock"]
LAPSE: Action = {"do": "lapse"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One logged step: an action and the events that followed. Move 0 is the deal."""

    number: int
    seat: int | None
    by: By
    action: Maybe[Action]
    events: tuple[Event, ...]
    draws: Maybe[tuple[dict[str, Any], ...] | None] = None
    at: str | None = None
    digest: str | None = None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "number": self.number,
            "seat": self.seat,
            "by": self.by,
            "action": HIDDEN if self.action is UNKNOWN else self.action,
            "events": [event.to_json() for event in self.events],
        }
        if self.draws is UNKNOWN:
            data["draws"] = HIDDEN
        elif is_known(self.draws) and self.draws is not None:
            data["draws"] = list(self.draws)
        if self.at is not None:
            data["at"] = self.at
        if self.digest is not None:
            data["digest"] = self.digest
        return data

    @classmethod
    def from_json(cls, data: Any) -> Move:
        if type(data) is not dict:
            raise CorruptLog("not_a_move", "a move must be a JSON object")
        if extra := data.keys() - _MOVE_KEYS:
            raise CorruptLog("unknown_field", f"a move has no field {quoted(min(extra))}")
        for key in ("number", "by", "action", "events"):
            if key not in data:
                raise CorruptLog("missing_field", f"a move lacks the field {key}")
        number, seat, by = data["number"], data.get("seat"), data["by"]
        if type(number) is not int or not 0 <= number <= LARGEST_INT:
            raise CorruptLog("bad_field", f"a move's number cannot be {quoted(number)}")
        where = f"move {number}: "
        if seat is not None and (type(seat) is not int or not 0 <= seat < 100):
            raise CorruptLog("bad_field", f"{where}there is no seat {quoted(seat)}")
        if by not in get_args(By) if type(by) is str else True:
            raise CorruptLog("bad_field", f"{where}a move cannot be by {quoted(by)}")
        if (seat is None) != (by in ("deal", "clock")):
            raise CorruptLog("bad_field", f"{where}only the deal and the clock have no seat")
        if type(data["events"]) is not list:
            raise CorruptLog("bad_field", f"{where}events must be a list")
        return cls(
            number=number,
            seat=seat,
            by=by,
            action=_hidden_or(dict, data["action"], f"{where}the action"),
            events=tuple([Event.from_json(event) for event in data["events"]]),
            draws=_decode_draws(data.get("draws"), where),
            at=_text_or_none(data, "at", where),
            digest=_text_or_none(data, "digest", where),
        )


_MOVE_KEYS = {"number", "seat", "by", "action", "events", "draws", "at", "digest"}


def redact_move(move: Move, seat: int | None) -> Move:
    """A move as this seat may read it. An action names secrets: only its maker reads it.

    The deal's and the clock's actions are nobody's and hold no secret; everyone reads them.
    """
    mine = move.seat is None or move.seat == seat
    return replace(
        move,
        action=move.action if mine else UNKNOWN,
        events=tuple([redact(event, seat) for event in move.events]),
        draws=None if move.draws is None else UNKNOWN,
    )


def fold(title: Title[S], events: Iterable[Event]) -> S:
    """The state that these events lead to: everything, or what the reader of a copy knows."""
    state = title.initial()
    evolve = title.evolve
    for event in events:
        evolve(state, event)
    return state


def advance(title: Title[S], state: S, move: Move) -> None:
    """Fold one move of a log that nobody vouches for.

    Whatever goes wrong is a CorruptLog that names the move, in its sentence and its facts.
    """
    where = {"move": move.number}
    for event in move.events:
        try:
            title.evolve(state, event)
        except CorruptLog as error:
            message = f"move {move.number}: {error.message}"
            raise CorruptLog(error.code, message, {**error.facts, **where}) from None
        except Exception as error:
            # `evolve` trusts its events, so a forged one may trip it anywhere.
            message = f"move {move.number}: {event.type} does not fit what came before"
            raise CorruptLog("impossible_event", message, where) from error


def events_of(moves: Iterable[Move]) -> list[Event]:
    return [event for move in moves for event in move.events]


def rules_number(moves: Sequence[Move]) -> int:
    """The number of the rules that the match says it is played by: its opening event has it."""
    opening = moves[0].events[0] if moves and moves[0].events else None
    # By name: each title has a type of its own for it, and a log without a number is by rules 1.
    number: int = getattr(opening, "rules", 1)
    return number


def stamp(at: datetime) -> str:
    """A move's time as the log writes it and the digest seals it."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


# Digests


def chain_key(secret: bytes, match: str) -> bytes:
    """The key of the digests. Without the secret nobody can test a guess at a hidden card."""
    return hmac.digest(secret, canonical_json(["chain", match]).encode(), "sha256")


def digest(key: bytes, previous: str, move: Move) -> str:
    """The digest of a move, which vouches for every move before it too."""
    data = move.to_json()
    data.pop("digest", None)
    return hmac.digest(key, (previous + canonical_json(data)).encode(), "sha256").hex()


def chained(moves: Sequence[Move], *, secret: bytes, match: str) -> list[Move]:
    """The same moves with their digests."""
    key, previous, sealed = chain_key(secret, match), "", []
    for move in moves:
        previous = digest(key, previous, move)
        sealed.append(replace(move, digest=previous))
    return sealed


# Decoding


def _hidden_or(kind: type, value: Any, what: str) -> Any:
    if value == HIDDEN:
        return UNKNOWN
    if type(value) is not kind:
        raise CorruptLog("bad_field", f"{what} cannot be {quoted(value)}")
    return value


def _decode_draws(value: Any, where: str) -> Any:
    if value is None:
        return None
    draws = _hidden_or(list, value, f"{where}draws")
    if draws is UNKNOWN:
        return UNKNOWN
    for draw in draws:
        if type(draw) is not dict or draw.keys() != {"call", "size", "result"}:
            raise CorruptLog("bad_field", f"{where}a draw has the keys call, size and result")
    return tuple(draws)


def _text_or_none(data: dict[str, Any], key: str, where: str) -> str | None:
    value = data.get(key)
    if value is None:
        return None
    if type(value) is not str or len(value) > 100:
        raise CorruptLog("bad_field", f"{where}{key} cannot be {quoted(value)}")
    return value
