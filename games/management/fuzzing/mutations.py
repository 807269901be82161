"""Input that nobody would type, made from input that somebody would."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from games.management.fuzzing.places import Asked, Fields

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FETCH"]
NASTY = [
    "", " ", "\0", "a\0b", "\x1b", "\r\nX: y", "\ufeff", "\u202e", "\ufffd", "e\u0301", "٣", "²", "Ⅷ",
    "🂡", "null", "None", "true", "[]", "{}", "[", '"', "\\", "%", "%s", "%(x)s", "{0}", "{{7*7}}",
    "'", "--", "<b>", "../..", "/", "//", "//x", "/\\x", "nowhere", "http://[", "http://x:y/", "javascript:1",
    "-1", "0", "00", "1", "1.5", "1e309", "NaN", "Infinity", "-Infinity", "1_0", "0x10", "99999",
    str(2**31), str(2**63), str(-(2**63) - 1), "9" * 400, "9" * 5000, "a" * 5000, "é" * 300,
    "0000-00-00", "0001-01-01", "9999-12-31", "10000-01-01", "2026-02-30", "2026-11-17",
    "9999-12-31T23:59", "0001-01-01T00:00", "9999-12-31T23:59:59-23:59_x", "0001-01-01T00:00:00+23:59_x", "2026-11-17T00:00:00_x\0",
    "all", "public", "aaaaaaaaaa", "\ud800", "a\udfff",
]  # fmt: skip
NASTY_JSON = [
    "NaN", "Infinity", "-Infinity", "1e999", "-0.0", "1.0", "true", "null", '"\\ud800"', '"\\u0000"',
    "[" * 900, "[" * 900 + "]" * 900, '{"do":' * 300, '{"do": NaN}', '{"do": "\\udc00"}', '{"do": null}',
    '{"do": "pass", "x": Infinity}', '{"do": {"do": "pass"}}', "9" * 4200, '{"":""}', '"' * 4000,
]  # fmt: skip
CONTENT_TYPES = [
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data",
    "multipart/form-data; boundary=", "text/plain", "application/json", "x", "",
    "application/x-www-form-urlencoded; charset=utf-7", "multipart/form-data; boundary=x; charset=utf-7",
    "application/x-www-form-urlencoded; charset=utf-16", "multipart/form-data; boundary=x; charset=utf-16",
    "application/x-www-form-urlencoded; charset=nonsense",
]  # fmt: skip
HEADERS = [
    "ACCEPT", "ACCEPT_LANGUAGE", "ACCEPT_ENCODING", "HX_REQUEST", "HX_CURRENT_URL", "HX_TARGET",
    "HX_HISTORY_RESTORE_REQUEST", "IF_NONE_MATCH", "IF_MODIFIED_SINCE", "REFERER", "ORIGIN", "RANGE",
    "USER_AGENT", "X_FORWARDED_FOR", "X_FORWARDED_PROTO", "X_CSRFTOKEN", "HOST",
]  # fmt: skip
COOKIES = ["sessionid", "csrftoken", "messages", "django_language"]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the site's own forms and addresses say: names of fields, and values."""

    fields: Sequence[str]
    values: Sequence[str]


def mutated(asked: Asked, words: Vocabulary, random: Random) -> Asked:
    """The same, with one thing changed or a few."""
    asked = replace(asked, form=_chosen(asked.form, random), query=_chosen(asked.query, random))
    for _ in range(random.choice((1, 1, 2, 3))):
        asked = random.choice(CHANGES)(asked, words, random)
    return asked


def _chosen(fields: Fields, random: Random) -> Fields:
    """Of what a form offers for a field, something."""
    offered: dict[str, list[str]] = {}
    for name, given in fields:
        offered.setdefault(name, []).append(given)
    return tuple((name, random.choice(values)) for name, values in offered.items())


def value(old: str, words: Vocabulary, random: Random) -> str:
    way = random.randrange(6)
    if way == 0:
        return random.choice(words.values)
    if way == 1:
        at = random.randint(0, len(old))
        return old[:at] + random.choice(NASTY)[:50] + old[at + random.randint(0, 2) :]
    if way == 2:
        return bent_json(old, random)
    return random.choice(NASTY_JSON if way == 3 and old.startswith("{") else NASTY)


def bent_json(old: str, random: Random) -> str:
    """An action with something else in one place."""
    try:
        data: Any = json.loads(old)
    except ValueError:
        return random.choice(NASTY_JSON)
    if not isinstance(data, dict) or not data:
        return random.choice(NASTY_JSON)
    name = random.choice([*data, "extra"])
    data[name] = random.choice([None, -1, 10**30, 0.5, True, "", "\0", "\ud800", [], [[]], {}, "x"])
    return json.dumps(data)


def _fields(fields: Fields, words: Vocabulary, random: Random) -> Fields:
    changed = list(fields)
    if not changed or random.random() < 0.25:
        changed.append((random.choice(words.fields), value("", words, random)))
    else:
        at = random.randrange(len(changed))
        name, old = changed[at]
        if (way := random.randrange(8)) == 0:
            del changed[at]
        elif way == 1:
            changed.append((name, value(old, words, random)))
        else:
            changed[at] = (name, value(old, words, random))
    return tuple(changed)


def _query(asked: Asked, words: Vocabulary, random: Random) -> Asked:
    return replace(asked, query=_fields(asked.query, words, random))


def _form(asked: Asked, words: Vocabulary, random: Random) -> Asked:
    return replace(asked, method="POST", form=_fields(asked.form, words, random))


def _likeliest(asked: Asked, words: Vocabulary, random: Random) -> Asked:
    """Where it has fields, those; they decide what it does."""
    return (_form if asked.form else _query)(asked, words, random)


def _path(asked: Asked, words: Vocabulary, random: Random) -> Asked:
    parts = asked.path.split("/")
    at = random.randrange(1, max(len(parts), 2))
    part = quote(value("", words, random).encode(errors="replace"), safe="")
    return replace(asked, path="/".join([*parts[:at], part, *parts[at + 1 :]]))


def _method(asked: Asked, _words: Vocabulary, random: Random) -> Asked:
    return replace(asked, method=random.choice(METHODS))


def _content_type(asked: Asked, words: Vocabulary, random: Random) -> Asked:
    kind = random.choice(CONTENT_TYPES)
    asked = replace(asked, method="POST", content_type=kind)
    if random.random() < 0.3:
        return replace(asked, body=random.randbytes(random.choice((0, 1, 50, 3000))))
    if "multipart" in kind:
        return replace(asked, body=multipart(asked.form, words, random))
    return asked


def multipart(form: Fields, words: Vocabulary, random: Random) -> bytes:
    name = random.choice(["f", "", "a\0b", 'q"', "é"])
    lines = [b""]
    for field, old in form:
        lines += [
            b'--x\r\nContent-Disposition: form-data; name="%s"\r\n' % _bytes(field),
            _bytes(old),
        ]
    as_file = b'--x\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n' % _bytes(
        name
    )
    lines += [as_file, _bytes(value("{}", words, random))]
    return b"\r\n".join(lines)[2:] + random.choice([b"\r\n--x--\r\n", b"", b"\r\n--x"])


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _header(asked: Asked, words: Vocabulary, random: Random) -> Asked:
    name = random.choice(HEADERS)
    plain = value("", words, random).encode(errors="replace").decode("latin-1")[:2000]
    given = random.choice(["true", "*", "cs,de;q=0.5", "bytes=0-1", plain, plain])
    return replace(asked, headers={**asked.headers, f"HTTP_{name}": given})


def _cookie(asked: Asked, words: Vocabulary, random: Random) -> Asked:
    name = random.choice(COOKIES)
    # In quotes and octal anything at all can be in a cookie.
    given = random.choice([value("", words, random), '"\\000"', '"a\\012b"', '"\\377"'])
    return replace(asked, cookies={**asked.cookies, name: given})


Change = Callable[[Asked, Vocabulary, Random], Asked]
CHANGES: list[Change] = [
    *[_likeliest] * 6, *[_query] * 2, _form, _path, _method, _content_type, _header, _cookie,
]  # fmt: skip


def frames(words: Vocabulary, random: Random) -> tuple[str | bytes, ...]:
    """What a page could send over its socket."""
    made: list[str | bytes] = []
    for _ in range(random.randint(0, 3)):
        text = random.choice(["0", "1", "7", value("{}", words, random)])
        made.append(text if random.random() < 0.8 else _bytes(text))
    return tuple(made)


def encoded(fields: Fields) -> bytes:
    return urlencode([(_bytes(name), _bytes(given)) for name, given in fields]).encode()
