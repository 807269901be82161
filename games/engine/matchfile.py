"""Match files: a match as one JSON document, whole or as one seat's copy. See docs/match-file.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from games.engine.canonical import canonical_json
from games.engine.errors import BadMatchFile, CorruptLog, EngineError, quoted
from games.engine.events import LARGEST_INT
from games.engine.log import Move, redact_move, rules_number
from games.engine.registry import titles
from games.engine.title import Action, Title
from games.engine.zones import is_known

FORMAT = "adit-match"
FORMAT_VERSION = 1
LARGEST_TEXT = 4_000_000  # characters; a long match is a hundredth of this
DEEPEST = 12  # levels of lists and objects; events need seven

Perspective: TypeAlias = int | Literal["full", "spectator"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fairness:
    """What a stranger needs to check the draws. The secret is there once the match is over."""

    match: str
    commitment: str
    contributions: tuple[str | None, ...]
    secret: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFile:
    """A match, or a seat's copy of it."""

    title: str
    version: int
    seats: int
    options: Mapping[str, Any]
    moves: tuple[Move, ...]
    perspective: Perspective = "full"
    fairness: Fairness | None = None

    def copy_for(self, seat: int | None) -> MatchFile:
        """The copy that this seat (None: a spectator) may have."""
        if self.perspective not in ("full", "spectator" if seat is None else seat):
            raise BadMatchFile(
                "wrong_copy", f"this file is the copy of {_reader_name(self.perspective)}"
            )
        return replace(
            self,
            moves=tuple(redact_move(move, seat) for move in self.moves),
            perspective="spectator" if seat is None else seat,
            fairness=self.fairness and replace(self.fairness, secret=None),
        )


def deal_action(seats: int, options: Mapping[str, Any]) -> Action:
    return {"do": "deal", "seats": seats, "options": dict(options)}


def write(file: MatchFile) -> str:
    """The text of a match file: one move a line, so that two files can be compared by eye."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "title": file.title,
        "version": file.version,
        "seats": file.seats,
        "options": dict(file.options),
        "perspective": file.perspective,
    }
    if file.fairness is not None:
        head["fairness"] = _fairness_to_json(file.fairness)
    lines = [f"{json.dumps(key)}: {_compact(value)}" for key, value in head.items()]
    moves = ",\n".join(_compact(move.to_json()) for move in file.moves)
    return "{" + ",\n".join([*lines, f'"moves": [\n{moves}\n]']) + "}\n"


def read(text: str | bytes) -> MatchFile:
    """The match file in a text. Raises BadMatchFile or CorruptLog, and nothing else."""
    data = _parse(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadMatchFile(
            "not_a_match_file", f'a match file is an object with "format": "{FORMAT}"'
        )
    if data.get("format_version") != FORMAT_VERSION:
        version = quoted(data.get("format_version"))
        raise BadMatchFile("unknown_format", f"format version {version} is not known here")
    if extra := data.keys() - _KEYS:
        raise BadMatchFile("unknown_field", f"a match file has no field {quoted(min(extra))}")
    title = _title(_field(data, "title", str))
    seats = _field(data, "seats", int)
    if seats not in title.seats:
        raise BadMatchFile("bad_seats", f"{title.name} is not played by {quoted(seats)} seats")
    version = _field(data, "version", int)
    if not 1 <= version <= LARGEST_INT:
        raise BadMatchFile("bad_field", f"version cannot be {quoted(version)}")
    options = _options(title, version, data.get("options", {}))
    moves = tuple(_moves(title, seats, options, _field(data, "moves", list)))
    if moves[0].events and (dealt_by := rules_number(moves)) != version:
        raise CorruptLog("wrong_rules", f"move 0 says rules {dealt_by}, the file version {version}")
    return MatchFile(
        title=title.slug,
        version=version,
        seats=seats,
        options=options,
        moves=moves,
        perspective=_perspective(data.get("perspective", "full"), seats),
        fairness=_fairness(data.get("fairness"), seats),
    )


_KEYS = {
    "format", "format_version", "title", "version", "seats", "options", "perspective", "fairness",
    "moves",
}  # fmt: skip


def _parse(text: str | bytes) -> Any:
    """JSON, with limits on size and depth that hold before the parser goes deep."""
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError:
            raise BadMatchFile("not_text", "a match file is text in UTF-8") from None
    if len(text) > LARGEST_TEXT:
        raise BadMatchFile("too_large", f"a match file has at most {LARGEST_TEXT} characters")
    if _depth(text) > DEEPEST:
        raise BadMatchFile("too_deep", f"a match file is nested at most {DEEPEST} levels deep")
    try:
        data = json.loads(text, parse_constant=_refuse_constant, parse_float=_refuse_float)
        _refuse_half_characters(text, data)
    except BadMatchFile:
        raise
    except (ValueError, RecursionError) as error:
        where = (
            f": {error.msg} in line {error.lineno}"
            if isinstance(error, json.JSONDecodeError)
            else ""
        )
        raise BadMatchFile("not_json", f"this is not JSON, or it is cut short{where}") from None
    return data


def _refuse_half_characters(text: str, data: Any) -> None:
    """A lone surrogate can be escaped in JSON, but neither be written nor signed."""
    escaped = "\\u" in text
    try:
        (canonical_json(data) if escaped else text).encode()
    except UnicodeEncodeError:
        raise BadMatchFile("not_text", "a text holds half a character") from None


def _depth(text: str) -> int:
    deepest = level = 0
    for piece in PIECES.finditer(text):
        if piece[0] in "[{":
            level += 1
            deepest = max(deepest, level)
        elif piece[0] in "]}":
            level -= 1
    return deepest


# A bracket, a string with or without its end, or whatever is neither. Every character belongs to a
# piece and none is read twice: a piece that could fail, as a string without an end once did, reads
# to the end of the text and is then tried again from the next quote.
PIECES = re.compile(r'[\[\]{}]|"(?:[^"\\]|\\.)*+"?|[^\[\]{}"]++', re.DOTALL)


def _refuse_constant(name: str) -> Any:
    raise BadMatchFile("bad_number", f"{name} is not a number of JSON")


def _refuse_float(text: str) -> Any:
    raise BadMatchFile("bad_number", f"{quoted(text)}: numbers in a match file are whole")


def _title(slug: str) -> Title[Any]:
    title = titles().get(slug)
    if title is None:
        raise BadMatchFile("unknown_title", f"there is no title {quoted(slug)} here")
    return title


def _options(title: Title[Any], version: int, given: Any) -> Mapping[str, Any]:
    if type(given) is not dict:
        raise BadMatchFile("bad_field", "options must be an object")
    if version not in title.known_rules:
        return given  # rules that are not known here have options of their own
    try:
        return title.complete_options(given, rules=version)
    except EngineError as error:
        raise BadMatchFile(error.code, error.message, error.facts) from None


def _moves(
    title: Title[Any], seats: int, options: Mapping[str, Any], data: list[Any]
) -> Iterator[Move]:
    if not data:
        raise BadMatchFile("no_moves", "a match file has at least move 0, the deal")
    for number, entry in enumerate(data):
        try:
            move = Move.from_json(entry)
        except CorruptLog as error:
            raise CorruptLog(error.code, f"move {number}: {error.message}") from None
        if move.number != number:
            raise CorruptLog("wrong_number", f"move {number} calls itself {quoted(move.number)}")
        if (number == 0) != (move.by == "deal"):
            raise CorruptLog("wrong_deal", f"move {number}: move 0 is the deal, and no other is")
        if number == 0 and not _is_deal(move.action, seats, options):
            raise CorruptLog("wrong_deal", "move 0 deals for other seats or options than the file")
        if move.seat is not None and move.seat >= seats:
            raise CorruptLog("no_such_seat", f"move {number}: there is no seat {move.seat}")
        for event in move.events:
            if not event.type.startswith(f"{title.slug}."):
                raise CorruptLog(
                    "foreign_event", f"move {number}: {event.type} is no event of {title.slug}"
                )
        yield move


def _is_deal(action: Any, seats: int, options: Mapping[str, Any]) -> bool:
    """The deal of these options; a file written by hand may leave them all out there."""
    deals = [canonical_json(deal_action(seats, given)) for given in (options, {})]
    return is_known(action) and canonical_json(action) in deals


def _perspective(value: Any, seats: int) -> Perspective:
    if type(value) is int and 0 <= value < seats:
        return value
    for name in ("full", "spectator"):
        if value == name:
            return name
    raise BadMatchFile("bad_field", f"the perspective cannot be {quoted(value)}")


def _fairness(data: Any, seats: int) -> Fairness | None:
    if data is None:
        return None
    if type(data) is not dict or not data.keys() <= {
        "match",
        "commitment",
        "contributions",
        "secret",
    }:
        raise BadMatchFile("bad_field", "fairness holds match, commitment, contributions, secret")
    contributions = _field(data, "contributions", list)
    if len(contributions) != seats or not all(
        entry is None or (type(entry) is str and len(entry) <= 200) for entry in contributions
    ):
        raise BadMatchFile("bad_field", "contributions are texts or null, one for each seat")
    return Fairness(
        match=_field(data, "match", str),
        commitment=_hex(_field(data, "commitment", str)).hex(),
        contributions=tuple(contributions),
        secret=None if data.get("secret") is None else _hex(data["secret"]),
    )


def _fairness_to_json(fairness: Fairness) -> dict[str, Any]:
    data: dict[str, Any] = {
        "match": fairness.match,
        "commitment": fairness.commitment,
        "contributions": list(fairness.contributions),
    }
    if fairness.secret is not None:
        data["secret"] = fairness.secret.hex()
    return data


def _field(data: dict[str, Any], key: str, kind: type) -> Any:
    if key not in data:
        raise BadMatchFile("missing_field", f"the field {key} is missing")
    if type(data[key]) is not kind:
        raise BadMatchFile("bad_field", f"{key} cannot be {quoted(data[key])}")
    return data[key]


def _hex(value: Any) -> bytes:
    try:
        return bytes.fromhex(value)
    except (TypeError, ValueError):
        raise BadMatchFile("bad_field", f"{quoted(value)} is not hexadecimal") from None


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _reader_name(perspective: Perspective) -> str:
    return f"seat {perspective}" if isinstance(perspective, int) else f"the {perspective}"
