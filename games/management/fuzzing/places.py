"""What can be asked of the site: its addresses from the resolver, its forms and links from pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from urllib.parse import parse_qsl, quote, urljoin, urlsplit

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.regex_helper import normalize

CSRF = "csrfmiddlewaretoken"  # is not asked for here, and differs each time
MOST_FIELDS = 40  # of a form; a list of time zones has hundreds
Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as a page of ours would make it, or a socket with its frames."""

    path: str
    method: str = "GET"
    query: Fields = ()
    form: Fields = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/x-www-form-urlencoded"
    body: bytes | None = None  # instead of the form
    frames: tuple[str | bytes, ...] | None = None  # of a socket

    @property
    def kind(self) -> tuple[str, str, tuple[str, ...]]:
        """Two of one kind are the same but for their values."""
        names = [name for name, _ in (*self.query, *self.form)]
        return self.method, self.path, tuple(sorted(set(names)))


def addresses(
    patterns: Sequence[URLPattern | URLResolver] | None = None, prefix: str = ""
) -> Iterator[tuple[str, list[str]]]:
    """Every address, with gaps like %(name)s, and the names of the gaps."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        written = pattern.pattern.regex.pattern.removeprefix("^")
        whole = prefix + written.replace(r"\Z", "").removesuffix("$")
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, whole)
        else:
            yield from ((f"/{address}", names) for address, names in normalize(whole))


def filled(address: str, names: Sequence[str], values: Mapping[str, Sequence[str]]) -> list[str]:
    """The address with each of the values that its gaps can have."""
    made = [address]
    for name in names:
        gap = f"%({name})s"
        known = values.get(name, ["x"])
        made = [one.replace(gap, quote(value, safe="")) for one in made for value in known]
    return made


def learnt(open_page: Callable[[str], str], places: Sequence[str]) -> list[Asked]:
    """The pages themselves, and the forms and links that are found on them."""
    found: dict[tuple[str, str, tuple[str, ...]], Asked] = {}
    for path in places:
        asked = [Asked(path), *_Page.read(path, open_page(path))]
        for one in asked:
            found.setdefault(one.kind, one)
    return list(found.values())


class _Page(HTMLParser):
    """Reads the forms and the links of a page."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path, self.found, self.by_id = path, [], {}
        self.open = self.select = ""

    found: list[Asked]
    by_id: dict[str, Asked]

    @classmethod
    def read(cls, path: str, html: str) -> list[Asked]:
        page = cls(path)
        page.feed(html)
        page.close()
        return [*page.found, *page.by_id.values()]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        for name in ("href", "hx-get", "src"):
            if given.get(name, "").startswith(("/", "?")):
                self._link(given[name])
        if tag == "form":
            self.open = given.get("id") or f"form {len(self.by_id)}"
            address = urlsplit(urljoin(self.path, given.get("action") or given.get("hx-post", "")))
            method = given.get("method", "get").upper()
            asked = Asked(address.path, method, tuple(parse_qsl(address.query)))
            self.by_id[self.open] = asked
        elif tag == "select":
            self.select = given.get("name", "")
        elif tag == "option" and self.select and given.get("value"):
            self._field(self.open, self.select, given["value"])
        elif tag in ("input", "button", "textarea") and given.get("name") not in (None, CSRF):
            self._field(given.get("form", self.open), given["name"], given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = ""

    def _link(self, address: str) -> None:
        parts = urlsplit(urljoin(self.path, address))
        if not parts.path.startswith("/static/"):
            self.found.append(Asked(parts.path, "GET", tuple(parse_qsl(parts.query))))

    def _field(self, form: str, name: str, value: str) -> None:
        asked = self.by_id.get(form)
        if asked is None:
            return
        if asked.method == "POST":
            fields = (*asked.form, (name, value))
            self.by_id[form] = replace(asked, form=fields[-MOST_FIELDS:])
        else:
            fields = (*asked.query, (name, value))
            self.by_id[form] = replace(asked, query=fields[-MOST_FIELDS:])
