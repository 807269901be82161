"""Events: facts that followed from an action, each field with the audience that may read it.

    @event("toy.peeked")
    class Peeked(Event):
        seat: Annotated[Seat, PUBLIC]
        card: Annotated[Maybe[str], SEAT("seat")]

An event is a frozen, slotted dataclass. `redact` replaces what a seat may not read by UNKNOWN and
keeps the shape: a hidden list keeps its length, a hidden value becomes UNKNOWN. A field without an
audience, or with one that makes no sense, is an error when the module is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from operator import attrgetter
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NewType,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from games.engine.errors import BadTitle, CorruptLog, quoted
from games.engine.zones import UNKNOWN, Maybe, Unknown

Seat = NewType("Seat", int)

# JSON numbers are exact in every language up to here.
LARGEST_INT = 2**53 - 1
HIDDEN = "?"


@dataclass(frozen=True, slots=True)
class FieldAudience:
    """Who may read a field. `field` names the PUBLIC field that tells the seat or seats."""

    kind: Literal["public", "nobody", "seat", "seats", "each"]
    field: str = ""

    def __str__(self) -> str:
        return f'{self.kind.upper()}("{self.field}")' if self.field else self.kind.upper()


PUBLIC = FieldAudience("public")
NOBODY = FieldAudience("nobody")
EACH = FieldAudience("each")


def SEAT(field: str) -> FieldAudience:  # noqa: N802 - reads as the contract writes it
    """The seat that the named field holds."""
    return FieldAudience("seat", field)


def SEATS(field: str) -> FieldAudience:  # noqa: N802 - reads as the contract writes it
    """The seats that the named field lists."""
    return FieldAudience("seats", field)


Decoder = Callable[[Any], Any]
Reader = Callable[["Event", Any, int | None], Any]


class Event:
    """The base of every event. Subclasses are made with the `event` decorator."""

    __slots__ = ()
    type: ClassVar[str] = ""
    audiences: ClassVar[Mapping[str, FieldAudience]] = {}
    _values: ClassVar[Callable[[Any], tuple[Any, ...]]]
    _secrets: ClassVar[tuple[tuple[str, FieldAudience], ...]] = ()
    _readers: ClassVar[tuple[tuple[int, Reader], ...]] = ()
    _decoders: ClassVar[tuple[tuple[str, Decoder], ...]] = ()
    _keys: ClassVar[frozenset[str]] = frozenset()
    _defaults: ClassVar[Mapping[str, Any]] = {}

    def to_json(self) -> dict[str, Any]:
        """A field that has its default is left out: an event of an older log, which lacks the
        fields that came later, is written as it was, and its digest stays the same.
        """
        data: dict[str, Any] = {"type": self.type}
        for name in self.audiences:
            data[name] = _encode(getattr(self, name))
        for name, default in self._defaults.items():
            if data[name] == default:
                del data[name]
        return data

    @classmethod
    def from_json(cls, data: Any) -> Any:
        """The event that `to_json` wrote. Raises CorruptLog for anything else."""
        if type(data) is not dict:
            raise CorruptLog("not_an_event", "an event must be a JSON object")
        name = data.get("type")
        kind = _TYPES.get(name) if type(name) is str else None
        if kind is None or not issubclass(kind, cls):
            raise CorruptLog("unknown_event", f"there is no event type {quoted(name)}")
        if data.keys() != kind._keys:
            data = _completed(kind, data)
        values, key = [], ""
        try:
            for key, decode in kind._decoders:
                values.append(decode(data[key]))
        except _Misfit as misfit:
            raise CorruptLog(
                "bad_field", f"{kind.type}.{key} {misfit}, not {quoted(data[key])}"
            ) from None
        return kind(*values)


E = TypeVar("E", bound=Event)
_TYPES: dict[str, type[Event]] = {}


@dataclass_transform(frozen_default=True)
def event(type_name: str) -> Callable[[type[E]], type[E]]:
    """Make a class an event type. The name is for ever: it is what the log stores."""

    def make(plain: type[E]) -> type[E]:
        cls = dataclass(frozen=True, slots=True)(plain)
        cls.type = type_name
        hints = get_type_hints(cls, include_extras=True)
        made = fields(cast(Any, cls))
        names = [field.name for field in made]
        cls.audiences = {name: _audience(type_name, name, hints[name]) for name in names}
        for name in names:
            _check_audience(type_name, name, cls.audiences, hints)
        cls._values = staticmethod(_all_of(names))
        cls._secrets = tuple(
            (name, audience) for name, audience in cls.audiences.items() if audience != PUBLIC
        )
        cls._readers = tuple(
            (place, _reader(audience))
            for place, audience in enumerate(cls.audiences.values())
            if audience != PUBLIC
        )
        cls._decoders = tuple(
            (name, _decoder(_plain(hints[name]), secret=cls.audiences[name] != PUBLIC))
            for name in names
        )
        cls._keys = frozenset(["type", *names])
        cls._defaults = {
            field.name: _encode(field.default) for field in made if field.default is not MISSING
        }
        for field in made:
            _check_default(type_name, field.name, cls.audiences[field.name], field.default)
        other = _TYPES.get(type_name)
        if other is not None and other.__module__ != cls.__module__:
            raise BadTitle("type_taken", f"event type {type_name} is taken by {other.__module__}")
        _TYPES[type_name] = cls
        return cls

    return make


def redact(event: E, seat: int | None) -> E:
    """The event as this seat may read it (None: a spectator). Redacting twice changes nothing."""
    readers = event._readers
    if not readers:
        return event
    values = list(type(event)._values(event))
    for place, read in readers:
        values[place] = read(event, values[place], seat)
    return type(event)(*values)


def redact_json(data: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """The same for an event as the log stores it: what is hidden is not even decoded."""
    kind = _TYPES.get(data.get("type", ""))
    if kind is None:
        raise CorruptLog("unknown_event", f"there is no event type {quoted(data.get('type'))}")
    if not kind._secrets:
        return data
    redacted = dict(data)
    for name, audience in kind._secrets:
        if name in data:
            redacted[name] = _redacted_value(data[name], audience, data, seat)
    return redacted


def _redacted_value(
    value: Any, audience: FieldAudience, data: Mapping[str, Any], seat: int | None
) -> Any:
    if audience.kind == "each":
        return [entry if place == seat else _hide_json(entry) for place, entry in enumerate(value)]
    named = data.get(audience.field) if audience.field else ()
    readers = named if isinstance(named, list | tuple) else [named]
    return value if seat is not None and seat in readers else _hide_json(value)


def _hide_json(value: Any) -> Any:
    return [_hide_json(entry) for entry in value] if isinstance(value, list) else HIDDEN


def event_types(prefix: str = "") -> dict[str, type[Event]]:
    """The event types loaded so far whose names begin with `prefix`."""
    return {name: kind for name, kind in sorted(_TYPES.items()) if name.startswith(prefix)}


# Audiences


def _audience(type_name: str, name: str, hint: Any) -> FieldAudience:
    found = [note for note in get_args(hint)[1:] if isinstance(note, FieldAudience)]
    if get_origin(hint) is not Annotated or len(found) != 1:
        raise BadTitle(
            "no_audience", f"{type_name}.{name} must declare one audience, as Annotated[…, PUBLIC]"
        )
    return found[0]


def _check_audience(
    type_name: str, name: str, audiences: Mapping[str, FieldAudience], hints: Mapping[str, Any]
) -> None:
    audience, hint = audiences[name], _plain(hints[name])
    if name == "type":
        raise BadTitle("bad_field", f"{type_name} may not have a field called type")
    if audience != PUBLIC and not _can_be_hidden(hint):
        raise BadTitle(
            "bad_audience", f"{type_name}.{name} is secret, so every value in it must be Maybe[…]"
        )
    if audience.kind == "each" and not _is_list(hint):
        raise BadTitle("bad_audience", f"{type_name}.{name} is EACH and must be tuple[…, ...]")
    if audience.kind in ("seat", "seats"):
        if audiences.get(audience.field) != PUBLIC:
            raise BadTitle(
                "bad_audience",
                f"{type_name}.{name} names {audience.field!r}, which is no PUBLIC field of it",
            )
        if _is_list(_plain(hints[audience.field])) != (audience.kind == "seats"):
            raise BadTitle(
                "bad_audience", f"{type_name}.{name}: SEAT names one seat, SEATS a list of them"
            )


def _check_default(type_name: str, name: str, audience: FieldAudience, default: Any) -> None:
    """A copy in which a field is left out tells that it has its default."""
    if audience != PUBLIC and default is not MISSING and hide(default) != default:
        raise BadTitle(
            "bad_default", f"{type_name}.{name} is secret: its default can only be an empty list"
        )


def _reader(audience: FieldAudience) -> Reader:
    """A function from the event, a field's value and a seat to what that seat may read.

    A spectator has the seat None, and so has a field that names nobody: they are not the same.
    """
    if audience.kind == "seat":
        owner = attrgetter(audience.field)
        return lambda event, value, seat: (
            value if seat is not None and owner(event) == seat else hide(value)
        )
    if audience.kind == "seats":
        owners = attrgetter(audience.field)
        return lambda event, value, seat: (
            value if seat is not None and seat in owners(event) else hide(value)
        )
    if audience.kind == "each":
        return lambda event, value, seat: tuple(
            [entry if place == seat else hide(entry) for place, entry in enumerate(value)]
        )
    return lambda event, value, seat: hide(value)


def _can_be_hidden(hint: Any) -> bool:
    """Has this type a place for everything that `hide` makes of its values?"""
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple:
        return all(_can_be_hidden(arg) for arg in args if arg is not Ellipsis)
    lists = [arg for arg in args if get_origin(arg) is tuple]
    return Unknown in args and all(map(_can_be_hidden, lists))


def hide(value: Any) -> Any:
    """The same shape with nothing in it."""
    if type(value) is tuple:
        return tuple([hide(entry) for entry in value])
    return UNKNOWN


# The codec. Events are checked once, here, and trusted everywhere else.


class _Misfit(Exception):
    """A value is not of its field's type; says what it must be."""


def _completed(kind: type[Event], data: dict[str, Any]) -> dict[str, Any]:
    """An event of an older log, with the defaults of the fields that came later."""
    if extra := data.keys() - kind._keys:
        raise CorruptLog("unknown_field", f"{kind.type} has no field {quoted(min(extra, key=str))}")
    if missing := kind._keys - data.keys() - kind._defaults.keys():
        raise CorruptLog("missing_field", f"{kind.type} lacks the field {min(missing)}")
    return {**kind._defaults, **data}


def _encode(value: Any) -> Any:
    if type(value) is tuple:
        return [_encode(entry) for entry in value]
    if value is UNKNOWN:
        return HIDDEN
    if value == HIDDEN:
        raise CorruptLog("bad_field", 'no real value may be the text "?"')
    return value


def _decoder(hint: Any, *, secret: bool) -> Decoder:
    """A function that checks and builds a value of this type from JSON."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is Seat:
        return _decode_seat
    if isinstance(hint, NewType):
        return _decoder(hint.__supertype__, secret=secret)
    if origin is Annotated:
        return _decoder(args[0], secret=secret)
    if origin is Literal:
        return _one_of(args)
    if origin in (Union, UnionType):
        return _decode_union(args, secret=secret)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return _list_of(_decoder(args[0], secret=secret))
    if origin is tuple:
        return _tuple_of([_decoder(arg, secret=secret) for arg in args])
    if hint in _LEAVES:
        return _LEAVES[hint]
    raise BadTitle("bad_field", f"an event field cannot have the type {hint!r}")


def _decode_union(args: tuple[Any, ...], *, secret: bool) -> Decoder:
    rest = [arg for arg in args if arg not in (NoneType, Unknown)]
    if len(rest) != 1:
        raise BadTitle("bad_field", "an event field may be of one type, None and unknown only")
    if Unknown in args and not secret:
        raise BadTitle("bad_field", "a PUBLIC field cannot hold an unknown value")
    decode = _decoder(rest[0], secret=secret)
    if NoneType in args:
        decode = _none_or(decode)
    if Unknown in args:
        decode = _decode_maybe_str if decode is _decode_str else _hidden_or(decode)
    return decode


def _none_or(decode: Decoder) -> Decoder:
    return lambda value: None if value is None else decode(value)


def _hidden_or(decode: Decoder) -> Decoder:
    return lambda value: UNKNOWN if value == HIDDEN else decode(value)


def _one_of(choices: tuple[Any, ...]) -> Decoder:
    by_value = {choice: choice for choice in choices}

    def decode_choice(value: Any) -> Any:
        if type(value) in (str, int) and value in by_value:
            return by_value[value]
        raise _Misfit(f"must be one of {', '.join(map(str, choices))}")

    return decode_choice


def _list_of(decode: Decoder) -> Decoder:
    def decode_list(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise _Misfit("must be a list")
        return tuple([decode(entry) for entry in value])

    return decode_list


def _tuple_of(decoders: list[Decoder]) -> Decoder:
    def decode_tuple(value: Any) -> tuple[Any, ...]:
        if type(value) is not list or len(value) != len(decoders):
            raise _Misfit(f"must be a list of {len(decoders)}")
        return tuple([decode(entry) for decode, entry in zip(decoders, value, strict=True)])

    return decode_tuple


def _decode_str(value: Any) -> str:
    if type(value) is str and value != HIDDEN:
        return value
    raise _Misfit("must be a text")


def _decode_maybe_str(value: Any) -> Maybe[str]:
    """A hidden card is the commonest secret of all: one call instead of two."""
    if type(value) is str:
        return UNKNOWN if value == HIDDEN else value
    raise _Misfit("must be a text")


def _decode_int(value: Any) -> int:
    if type(value) is int and -LARGEST_INT <= value <= LARGEST_INT:
        return value
    raise _Misfit("must be a whole number")


def _decode_seat(value: Any) -> int:
    # No title has a hundred seats, and -1 must not count from the end.
    if type(value) is int and 0 <= value < 100:
        return value
    raise _Misfit("must be a seat")


def _decode_bool(value: Any) -> bool:
    if type(value) is bool:
        return value
    raise _Misfit("must be true or false")


_LEAVES: dict[Any, Decoder] = {str: _decode_str, int: _decode_int, bool: _decode_bool}


def _plain(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _is_list(hint: Any) -> bool:
    args = get_args(hint)
    return get_origin(hint) is tuple and len(args) == 2 and args[1] is Ellipsis


def _all_of(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) == 1:
        only = attrgetter(names[0])
        return lambda event: (only(event),)
    return attrgetter(*names) if names else lambda event: ()
