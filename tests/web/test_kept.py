"""What is kept is kept by everything it was made from.

Every page is asked for by everybody, in two languages, once in a process that has just begun and
then in one that has answered all the others, in both orders. Whatever a kept thing was made from
and is not kept by would show: the first to ask would be answered for, and the rest given theirs.
"""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from typing import Any, cast

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation.trans_real import DjangoTranslation

from accounts.models import User
from games.matchlog import access
from games.matchlog.memory import Memory, forget_everything
from games.play import timing
from games.talk import claiming, hearing
from games.urls import urlpatterns
from tests.web.factories import Scene, dealt
from tests.web.test_access import visible

Browser = Callable[[User | None], Client]
OURS = ("accounts", "config", "games")

# Kept for good, and made from their arguments and this installation alone: no audience, no
# language. Whatever is added here must be so too.
SAME_FOR_ALL = {
    "accounts.languages.choices",
    "accounts.names._prototypes",
    "config.frames.packed",
    "config.shell._brings",
    "games.engine.errors.facts_named",
    "games.engine.registry.titles",
    "games.live.layer._loop_of_our_own",
    "games.management.background._beat",  # starts one thread
    "games.models.prepared.Prepared._made",  # statements, without what is asked for
    "games.presentation.presenter_of",
    "games.rendering.first._moves",
    "games.rendering.first.script_of",
    "games.rendering.pictures.styles._tones",
    "games.rendering.pictures.styles.rules",
    "games.rendering.pictures.symbols._symbols",
    "games.rendering.talk.talked",  # a sign without a word
    "games.talk.words.compiled",  # by the words of the list
    "games.tasks._report_uninstalled",
}


@dataclass(frozen=True)
class Asking:
    """Everything about a visitor that an answer may depend on."""

    who: str
    language: str
    htmx: bool

    @property
    def headers(self) -> dict[str, str]:
        return {"Accept-Language": self.language} | ({"HX-Request": "true"} if self.htmx else {})

    def taken_for(self, other: Asking, vary: str) -> bool:
        """Would a cache give the other what it keeps of the answer to this one?"""
        varies = {name.strip() for name in vary.split(",")}
        return (
            ("Cookie" not in varies or self.who == other.who)
            and ("Accept-Language" not in varies or self.language == other.language)
            and ("HX-Request" not in varies or self.htmx == other.htmx)
        )


WHO = ("stranger", "mira", "tobias", "other", "staff")
# For each thing that may differ, somebody who differs from another in nothing else.
EVERYBODY = [
    *(Asking(who, "en", htmx=False) for who in WHO),
    *(Asking(who, "de", htmx=False) for who in ("stranger", "mira")),
    *(Asking(who, "en", htmx=True) for who in ("stranger", "mira")),
]


@pytest.fixture(autouse=True)
def _another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """A translation into German of every text, whether we have a catalogue or not."""

    def gettext(self: Any, message: str) -> str:
        return f"{message}·de" if self.language() == "de" and message else message

    def ngettext(self: Any, one: str, many: str, count: int) -> str:
        return gettext(self, one if count == 1 else many)

    monkeypatch.setattr(DjangoTranslation, "gettext", gettext)
    monkeypatch.setattr(DjangoTranslation, "ngettext", ngettext)


@pytest.fixture
def people(
    mira: User, tobias: User, ines: User, other: User, staff: User
) -> dict[str, User | None]:
    """With preferences that differ: none of them belongs into what others are given."""
    mira.time_zone, mira.confirm_moves = "Asia/Tokyo", True
    other.time_zone, other.reduced_motion = "America/New_York", True
    for user in (mira, other):
        user.save()
    return {"stranger": None, "mira": mira, "tobias": tobias, "other": other, "staff": staff}


@pytest.fixture
def table(mira: User, tobias: User, ines: User) -> list[User]:
    return [mira, tobias, ines]


def in_state(state: str, table: list[User]) -> Scene:
    scene = dealt(*table, public=state != "by invitation", pace="daily")
    scene.act(0, do="pass")
    timing.give(scene.id, table[0], index=1)  # which the log tells between moves
    who = hearing.listener(access.visit(scene.id, table[0]), table[0])
    claiming.claim(who, code="number.1.4", key="k", offers=lambda _visited: ["number.1.4"])
    if state == "over":
        scene.to_the_end()
    return scene


STATES = ["running", "over", "by invitation"]


def pages(scene: Scene) -> Iterator[str]:
    """Every address that shows something of this match, and every list."""
    for pattern in urlpatterns:
        if "match_id" in pattern.pattern.converters and pattern.name not in WRITES:
            seat = [1] if "index" in pattern.pattern.converters else []
            address = reverse(pattern.name, args=[scene.id, *seat])
            yield address
            if pattern.name in LOOKED_BACK:
                for audience in ("public", "0", "1", "all"):
                    yield f"{address}?as={audience}&at=1"
    yield from ("/", "/t/", "/tables/", "/t/toy/", "/u/mira/", "/matches/", "/matches/?player=mira")


WRITES = {"move", "at_table", "comments"}
LOOKED_BACK = {"replay", "story", "picture_svg", "comment_list", "match_file"}


def memories() -> dict[str, Memory[Any, Any]]:
    """Every memory of ours, by the module and the name it has there."""
    return {
        f"{name}.{attribute}": value
        for name, module in list(sys.modules.items())
        if name.startswith("games.") and not name.startswith("games.titles.")
        for attribute, value in vars(module).items()
        if isinstance(value, Memory)
    }


def kept_functions() -> list[Any]:
    return [
        kept
        for kept in gc.get_objects()
        if type(kept) is _lru_cache_wrapper and kept.__module__.split(".")[0] in OURS
    ]


@pytest.fixture
def begin_anew() -> Callable[[], None]:
    """As a new process would."""
    made_for_somebody = [kept for kept in kept_functions() if name_of(kept) not in SAME_FOR_ALL]

    def begin() -> None:
        forget_everything()
        for kept in made_for_somebody:
            kept.cache_clear()

    return begin


def name_of(kept: Any) -> str:
    return f"{kept.__module__}.{kept.__qualname__}"


class Visitors:
    def __init__(self, people: dict[str, User | None], as_: Browser) -> None:
        self.browsers = {who: as_(user) for who, user in people.items()}

    def ask(self, asking: Asking, address: str) -> HttpResponse:
        answer = self.browsers[asking.who].get(address, headers=asking.headers)
        return cast(HttpResponse, answer)


def shown(answer: HttpResponse) -> tuple[int, list[str] | bytes]:
    if answer["Content-Type"].startswith("text/html"):
        return answer.status_code, visible(answer.content.decode())
    return answer.status_code, answer.content


@pytest.mark.parametrize("state", STATES)
def test_an_answer_is_the_same_whoever_was_answered_before(
    state: str,
    people: dict[str, User | None],
    table: list[User],
    as_: Browser,
    begin_anew: Callable[[], None],
) -> None:
    scene, visitors = in_state(state, table), Visitors(people, as_)
    for who in WHO:  # whoever comes again is told nothing new
        visitors.ask(Asking(who, "en", False), f"/m/{scene.id}/")
    for address in pages(scene):
        if address.endswith(".png"):
            continue  # made from the SVG, which is asked for in every way
        alone = {}
        for asking in EVERYBODY:
            begin_anew()
            alone[asking] = shown(visitors.ask(asking, address))
        for order in (EVERYBODY, EVERYBODY[::-1]):
            begin_anew()
            for asking in order:
                assert shown(visitors.ask(asking, address)) == alone[asking], (address, asking)


@pytest.mark.parametrize("state", STATES)
def test_what_browsers_and_proxies_keep_is_kept_by_all_it_was_made_from(
    state: str, people: dict[str, User | None], table: list[User], as_: Browser
) -> None:
    """Answers that one cache would take for the same are the same."""
    scene, visitors = in_state(state, table), Visitors(people, as_)
    for address in pages(scene):
        answers = {
            asking: visitors.ask(asking, address)
            for asking in EVERYBODY
            if not address.endswith(".png") or asking.who in ("stranger", "mira")
        }
        for asking, answer in answers.items():
            told = answer.get("Cache-Control", "")
            if "public" in told and state == "by invitation":
                assert scene.id not in address
                assert scene.id not in answer.content.decode()
            if "no-store" in told:
                continue
            for other, others in answers.items():
                if asking.taken_for(other, answer.get("Vary", "")):
                    assert shown(answer) == shown(others), (address, asking, other)


def test_the_walk_fills_every_memory_that_there_is(
    people: dict[str, User | None], table: list[User], as_: Browser
) -> None:
    """So that none is left out above: one that no page fills needs a test of its own."""
    forget_everything()
    scene, visitors = in_state("over", table), Visitors(people, as_)
    for address in pages(scene):
        visitors.ask(Asking("mira", "en", htmx=False), address)
    assert memories()
    assert [name for name, memory in memories().items() if not memory] == []


def test_every_kept_function_is_the_same_for_all_or_kept_by_all_its_values() -> None:
    """`kept_by_language` and `part` keep by their arguments and the language."""
    by_all = re.compile(
        r"kept_by_language\.<locals>|^games\.rendering\.(environment\.(_drawn|_translated)|parts\.frame)$"
    )
    of_a_title = re.compile(r"^games\.titles\.\w+\.")
    names = {name_of(kept) for kept in kept_functions()}
    unknown = {name for name in names if not by_all.search(name) and not of_a_title.match(name)}
    assert unknown - SAME_FOR_ALL == set()
