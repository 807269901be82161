"""A refusal is said once: a code has one marked sentence, and every fact that it names is worded."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from django.utils.translation import gettext, override

from games.engine import Chance, IllegalAction, Title
from games.engine import title as engine_title
from games.engine.errors import facts_named
from games.engine.localmatch import LocalMatch
from games.engine.selfplay import MIXED, bots_for, play
from games.presentation import presenter_of
from games.presentation.refusals import worded
from tests.contract.bad_actions import bad_actions
from tests.contract.places import titles_with_tests

Call = tuple[str, set[str]]  # a code, and the facts given with it


def refusals_of(title: Title[Any]) -> ModuleType:
    return import_module(f"games.titles.{title.slug}.refusals")


def modules(title: Title[Any]) -> list[ModuleType]:
    return [refusals_of(title), engine_title]


# The source


def marked(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Codes and sentences as a translator's tools find them: SENTENCES = {code: gettext_noop("…")}."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "SENTENCES":
            assert isinstance(node.value, ast.Dict)
            for key, value in zip(node.value.keys, node.value.values, strict=True):
                assert isinstance(key, ast.Constant)
                assert isinstance(value, ast.Call), ast.unparse(value)
                assert ast.unparse(value.func) == "gettext_noop"
                [sentence] = value.args
                assert isinstance(sentence, ast.Constant), ast.unparse(sentence)
                yield str(key.value), str(sentence.value)


def calls(module: ModuleType) -> Iterator[Call]:
    """Every `_no(code, fact=…)` of a module."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "_no":
            given = {keyword.arg for keyword in node.keywords}
            assert None not in given, "facts are given by name"
            for code in codes(node.args[0], module):
                yield code, {str(name) for name in given}


def codes(written: ast.expr, module: ModuleType) -> Iterator[str]:
    """The codes that an expression may be: "code", one of two, or TABLE[what]."""
    if isinstance(written, ast.Constant):
        yield str(written.value)
    elif isinstance(written, ast.IfExp):
        yield from codes(written.body, module)
        yield from codes(written.orelse, module)
    else:
        assert isinstance(written, ast.Subscript), ast.unparse(written)
        yield from vars(module)[ast.unparse(written.value)].values()


def test_every_code_has_one_sentence_that_translators_find(title: Title[Any]) -> None:
    for module in modules(title):
        found = list(marked(module))
        assert len(found) == len(dict(found)), "a code is there twice"
        assert dict(found) == dict(vars(module)["SENTENCES"])


def test_a_title_does_not_say_again_what_the_engine_says(title: Title[Any]) -> None:
    said: Mapping[str, str] = vars(refusals_of(title))["SENTENCES"]
    assert said.keys() & engine_title.SENTENCES.keys() == set()
    assert set(said.values()) & set(engine_title.SENTENCES.values()) == set()
    assert len(set(said.values())) == len(said), "a sentence is there twice"


def test_every_code_is_used_and_nothing_is_refused_without_one(title: Title[Any]) -> None:
    for module in modules(title):
        assert {code for code, _ in calls(module)} == set(vars(module)["SENTENCES"])
        made = inspect.getsource(module).count("IllegalAction(")
        assert made == 1, "there is one place that makes refusals: `_no`"


def test_every_fact_that_a_sentence_names_is_given(title: Title[Any]) -> None:
    for module in modules(title):
        for code, given in calls(module):
            assert set(facts_named(vars(module)["SENTENCES"][code])) <= given, code


def test_a_sentence_begins_and_ends_like_one(title: Title[Any]) -> None:
    for module in modules(title):
        for sentence in vars(module)["SENTENCES"].values():
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert len(sentence) < 100


def test_the_engines_sentences_name_no_facts() -> None:
    """So a title has nothing to word for them."""
    assert [name for said in engine_title.SENTENCES.values() for name in facts_named(said)] == []


# What is said of a position


def seen(title: Title[Any]) -> Iterator[IllegalAction]:
    """Refusals at a few positions of a match."""
    seats = title.seats[-1]
    match = LocalMatch(title, seats=seats, secret=b"refusals", audiences=range(seats))
    chance = Chance.seeded("refusals")
    play(match, bots_for(title, MIXED, seats, chance), chance)
    state, listed = title.initial(), list[dict[str, Any]]()
    for move in match.moves:
        for event in move.events:
            title.evolve(state, event)
        if move.number % 20 == 0:
            seat = min(title.awaiting(state), default=0)
            tried = bad_actions(title, title.actions(state, seat), listed)
            listed = title.actions(state, seat)[:50]  # to be tried again at the next
            for _, action in tried:
                try:
                    title.check(state, seat, action)
                except IllegalAction as error:
                    yield error


def test_what_players_read_is_the_sentence_with_every_fact_in_words(title: Title[Any]) -> None:
    said = {**engine_title.SENTENCES, **vars(refusals_of(title))["SENTENCES"]}
    found: dict[str, IllegalAction] = {}
    for error in seen(title):
        assert error.sentence == said[error.code]
        found.setdefault(error.code, error)
    assert found
    for error in found.values():
        is_worded(title, error)


def is_worded(title: Title[Any], error: IllegalAction) -> None:
    show = presenter_of(title.slug)
    text = show.refusal(error)
    assert text == worded(error, show.fact)
    assert "{" not in text
    for name in facts_named(error.sentence):
        word = show.fact(name, error.facts[name])
        assert type(word) is str
        assert word.strip()
        assert word in text


@pytest.mark.parametrize("ours", titles_with_tests(), ids=lambda title: title.slug)
def test_every_code_is_met_by_a_test_and_is_in_words(ours: Title[Any]) -> None:
    """A title's test_refusals has one refusal of each code."""
    met = import_module(f"tests.titles.{ours.slug}.test_refusals").one_of_each()
    said = vars(refusals_of(ours))["SENTENCES"]
    assert set(met) - set(engine_title.SENTENCES) == set(said)
    for code, error in met.items():
        assert error.code == code
        is_worded(ours, error)


@pytest.mark.parametrize("code", engine_title.SENTENCES)
def test_the_engines_refusals_are_said_alike_by_every_title(title: Title[Any], code: str) -> None:
    sentence = engine_title.SENTENCES[code]
    error = IllegalAction(code, sentence, {"action": "{fly}", "key": "{0}", "value": "{"})
    assert presenter_of(title.slug).refusal(error) == sentence


def test_a_sentence_is_translated_and_its_facts_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def shouting(sentence: str) -> str:
        return gettext(sentence).replace("You do not hold", "NOT HELD")

    monkeypatch.setattr("games.presentation.refusals.gettext", shouting)
    error = IllegalAction("not_in_hand", "You do not hold that: {card}.", {"card": "map"})
    with override("en"):
        assert worded(error, lambda name, value: f"{name}={value}") == "NOT HELD that: card=map."
