"""What every page is drawn with, and the files it fetches."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.test import AsyncClient

from config.shell import blurb_of, icon, mark, moods, picture_of
from games.engine.registry import titles
from tests.contract.places import is_ours


def test_a_symbol_comes_from_the_one_sprite_and_is_silent() -> None:
    assert 'href="/static/img/sprite.svg#eye"' in icon("eye")
    assert 'aria-hidden="true"' in icon("eye")


def test_every_symbol_the_templates_ask_for_is_in_the_sprite() -> None:
    sprite = finders.find("img/sprite.svg")
    assert isinstance(sprite, str)
    drawn = set(re.findall(r'id="([\w-]+)"', Path(sprite).read_text(encoding="utf-8")))
    templates = (Path(settings.BASE_DIR) / "templates").rglob("*.html")
    texts = [template.read_text(encoding="utf-8") for template in templates]
    asked = {name for text in texts for name in re.findall(r'icon "([\w-]+)"', text)}
    assert {"adit", "eye"} <= asked <= drawn


def test_a_mark_has_a_shape_and_a_letter() -> None:
    assert mark(3, "živa") == '<span class="mark s3" title="živa" aria-hidden="true">Ž</span>'


def test_a_name_in_a_mark_cannot_be_markup() -> None:
    assert "<b>" not in mark(0, "<b>")


def test_a_mark_after_the_last_shape_begins_again() -> None:
    assert 'class="mark s2"' in mark(12, "Mira")


def test_a_title_without_pictures_gets_ours() -> None:
    assert picture_of("toy", "scene.svg") == "/static/img/scene.svg"
    assert picture_of("toy", "emblem.svg") == "/static/img/emblem.svg"
    assert blurb_of("toy") == ""


@pytest.mark.parametrize("slug", sorted(slug for slug in titles() if is_ours(titles()[slug])))
def test_a_title_of_ours_has_scene_emblem_mood_and_blurb(slug: str) -> None:
    assert picture_of(slug, "scene.svg") == f"/static/{slug}/scene.svg"
    assert picture_of(slug, "emblem.svg") == f"/static/{slug}/emblem.svg"
    assert f'href="/static/{slug}/mood.css"' in moods()
    assert blurb_of(slug).startswith("<p>")


def test_the_sign_of_waiting_tables_is_there_to_be_swapped_even_when_none_waits() -> None:
    sign = Template('{% include "waiting.html" %}')
    assert 'id="waiting" data-waiting="0"' in sign.render(Context({}))
    assert 'data-waiting="3"' in sign.render(Context({"waiting": 3}))


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_under_asgi_a_static_file_is_answered_whole() -> None:
    answer = await AsyncClient().get("/static/img/sprite.svg")
    assert answer.status_code == 200
    assert not answer.streaming
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")
