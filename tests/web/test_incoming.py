"""Whatever is sent to the site, it is answered, and never with an error of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from channels.testing import HttpCommunicator
from django.test import Client, RequestFactory

from accounts.models import User
from config import incoming
from config.asgi import application
from games.engine.matchfile import read
from games.matchlog import access, files
from games.models import Comment
from tests.web.factories import Scene
from tests.web.sockets import Refused, socket

Browser = Callable[[User | None], Client]


@pytest.fixture
def over(scene: Scene) -> Scene:
    return scene.until_vote().to_the_end()


# One boundary: text


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("plain", "plain"),
        ("a\0b", "a\ufffdb"),
        ("\ud83d", "\ufffd"),
        ("\udc00x", "\ufffdx"),
        ("🂡", "🂡"),
    ],
)
def test_what_is_no_text_becomes_the_sign_for_that(given: str, text: str) -> None:
    assert incoming.text(given) == text


def test_everything_that_a_view_reads_has_been_cleaned() -> None:
    seen: list[Any] = []
    factory = RequestFactory()
    request = factory.post("/a%00b?c%00=d%00", "e%00=f%00", "application/x-www-form-urlencoded")
    request.META["HTTP_REFERER"] = "g\0"
    request.COOKIES = {"h\0": "i\0"}

    def view(request: Any) -> Any:
        seen.extend([request.path, request.path_info, dict(request.GET), dict(request.POST)])
        seen.extend([request.META["HTTP_REFERER"], request.COOKIES])

    incoming.IncomingMiddleware(view)(request)
    path, same_path, query, form, header, cookies = seen
    assert path == same_path == "/a\ufffdb"
    assert query == {"c\ufffd": ["d\ufffd"]}
    assert form == {"e\ufffd": ["f\ufffd"]}
    assert header == "g\ufffd"
    assert cookies == {"h\ufffd": "i\ufffd"}


def test_a_comment_with_a_nul_is_kept_without_it(over: Scene, mira: User, as_: Browser) -> None:
    as_(mira).post(f"/m/{over.id}/comments", {"number": "1", "text": "well\0 played"})
    assert Comment.objects.get().text == "well\ufffd played"


@pytest.mark.parametrize(
    "address",
    [
        "/matches/?after=2026-11-17T00:00:00_%00",
        "/matches/?player=mira&after=%00",
        "/u/mi%00ra/",
        "/u/mira/?after=%00",
        "/next/?besides=%00",
        "/i/%00/",
        "/matches/?until=9999-12-31",
        "/matches/?since=0001-01-01",
        "/matches/?player=mira&until=9999-12-31",
        "/matches/?after=9999-12-31T23:59:59-23:59_a",
        "/matches/?after=0001-01-01T00:00:00%2B23:59_a",
    ],
)
def test_an_address_that_nobody_would_type_is_answered(
    address: str, mira: User, as_: Browser
) -> None:
    for visitor in (None, mira):
        assert as_(visitor).get(address).status_code < 500


@pytest.mark.parametrize("cookie", ['"\\000"', "\0", '"a\\000b"'])
def test_a_session_that_is_no_text_is_nobodys(cookie: str, as_: Browser, db: None) -> None:
    browser = as_(None)
    browser.cookies["sessionid"] = cookie
    assert browser.get("/tables/").status_code == 200


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_nor_does_a_socket_stumble_over_it() -> None:
    browser = Client()
    browser.cookies["sessionid"] = '"\\000"'
    async with socket("/ws/", None, client=browser) as opened:
        assert opened is not None


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("origin", ["http://[", "http://x:y", "", "\xff"])
async def test_a_socket_from_no_address_is_refused(origin: str) -> None:
    with pytest.raises(Refused):
        async with socket("/ws/", None, origin=origin):
            pass


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/ws/nowhere/", "/", "/ws/m/short/", "/ws/tables/1"])
async def test_a_socket_to_no_address_is_refused(address: str) -> None:
    with pytest.raises(Refused):
        async with socket(address, None):
            pass


# One boundary: how it is written


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("charset", ["utf-7", "hex", "utf-16", "nonsense", "x;y", '"utf-7"'])
async def test_no_charset_keeps_a_request_from_being_one(charset: str) -> None:
    kind = f"application/x-www-form-urlencoded; CharSet={charset}".encode()
    headers = [(b"host", b"localhost"), (b"content-type", kind)]
    asked = HttpCommunicator(application, "POST", "/about/?q=%FF%2B", b"a=%FF", headers)
    answer = await asked.get_response(timeout=60)
    assert answer["status"] == 403  # for want of a token


@pytest.mark.parametrize("charset", ["utf-7", "utf-16", "hex", "nonsense", "ascii", "utf-8"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_is_read_as_utf_8_whatever_it_calls_itself(
    kind: str, charset: str, mira: User, as_: Browser
) -> None:
    content = f"{kind}; boundary=x; charset={charset}"
    body = "language=en&next=/t/%C3%A9"
    if kind.startswith("multipart"):
        body = "".join(
            f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in (("language", "en"), ("next", "/t/é"))
        )
        body += "--x--\r\n"
    answer = as_(mira).generic("POST", "/account/language/", body.encode(), content)
    assert answer.status_code == 302
    assert answer["Location"] == f"/t/{quote('é')}"


@pytest.mark.parametrize("address", ["/tables/", "/account/login/", "/replay/", "/nowhere/"])
def test_more_than_we_take_is_refused_in_a_sentence(address: str, as_: Browser, db: None) -> None:
    answer = as_(None).post(address, b"x", content_type="text/plain", CONTENT_LENGTH="1100001")
    assert answer.status_code == 413
    assert "larger than we accept" in answer.content.decode()


def test_it_is_said_in_the_visitors_language(as_: Browser, db: None) -> None:
    headers = {"accept-language": "cs"}
    answer = as_(None).post(
        "/replay/", b"x", "text/plain", CONTENT_LENGTH="9" * 30, headers=headers
    )
    assert answer.status_code == 413


# Where to go


@pytest.mark.parametrize(
    "page", ["nowhere", "home", "", "x.y", "//elsewhere.example", "http://[", "\0"]
)
def test_after_choosing_a_language_one_goes_to_no_page_that_is_none(
    page: str, as_: Browser, db: None
) -> None:
    answer = as_(None).post("/account/language/", {"language": "en", "next": page})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("page", ["//elsewhere.example", "http://[", "http://[x]/", "\0"])
@pytest.mark.parametrize("way", ["signup", "login", "logout", "password/change", "reauthenticate"])
def test_nor_on_the_ways_in_and_out(
    way: str, page: str, mira: User, as_: Browser, db: None
) -> None:
    for visitor in (None, mira):
        for answer in (
            as_(visitor).get(f"/account/{way}/", {"next": page}),
            as_(visitor).post(f"/account/{way}/", {"next": page, "password": "x"}),
        ):
            assert answer.status_code in (200, 302, 404, 405)
            assert "elsewhere" not in answer.get("Location", "").partition("?")[0]


# Actions


ACTIONS = [
    "NaN",
    "Infinity",
    '{"do": NaN}',
    '{"do": "pass", "x": -Infinity}',
    '{"do": 1e999}',
    '{"do": "\\ud800"}',
    "[" * 2000,
    '{"do": "pass"',
]


@pytest.mark.parametrize("number", ["0", "1", "-1", "9" * 300, "NaN", "١", ""])
@pytest.mark.parametrize("action", ACTIONS)
def test_what_json_does_not_have_is_no_action(
    action: str, number: str, scene: Scene, mira: User, as_: Browser
) -> None:
    scene.act(0, do="pass")
    answer = as_(mira).post(f"/m/{scene.id}/move", {"number": number, "action": action})
    assert answer.status_code == 400
    assert "That is not a move." in answer.content.decode()
    assert scene.number == 1


# While somebody moves


def test_a_file_is_of_one_moment(scene: Scene, mira: User) -> None:
    """Somebody moves after the match was looked up and before its log is read."""
    visited = access.visit(scene.id, mira)
    scene.act(0, do="pass")
    file = read(files.text_for(visited.audience, visited))
    assert len(file.moves) == 1


# The admin site


LISTS = ["accounts/user", "games/match", "games/seat", "games/move", "games/comment", "auth/group"]
DATES = {"accounts/user": "date_joined", "games/match": "created_at", "games/move": "at"}
BAD_DATES = [
    "__year=99999",
    "__year=9999",
    "__year=0",
    "__year=-1",
    "__year=x",
    "__year=" + "9" * 30,
    "__iso_year=99999",
    "__year=2026&{}__month=13",
    "__year=2026&{}__month=x",
    "__year=2026&{}__month=2&{}__day=30",
    "__year=9999&{}__month=12&{}__day=31",
    "__month=99",
    "__day=99",
    "__week=" + "9" * 30,
    "__gte=9999-12-31T23:59:59-23:59",
    "__lt=x",
    "__date=99999-01-01",
    "__isnull=x",
]


@pytest.mark.parametrize("query", BAD_DATES)
@pytest.mark.parametrize("name", sorted(DATES))
def test_a_day_that_no_calendar_has_is_nobodys_filter(
    name: str, query: str, staff: User, scene: Scene, as_: Browser
) -> None:
    field = DATES[name]
    address = f"/admin/{name}/?{field}{query.format(field, field)}"
    answer = as_(staff).get(address, follow=True)
    assert answer.status_code in (200, 400)


@pytest.mark.parametrize(
    "number", [str(2**63), str(-(2**63) - 1), "9" * 30, "1," + "9" * 30, "٩" * 30, "9" * 5000]
)
@pytest.mark.parametrize("lookup", ["", "__exact", "__in", "__gt", "__id__in"])
@pytest.mark.parametrize(
    ("name", "relation"),
    [("accounts/user", "seats"), ("games/seat", "match"), ("games/move", "number")],
)
def test_a_number_that_no_database_holds_is_nobodys_filter(
    name: str, relation: str, lookup: str, number: str, staff: User, scene: Scene, as_: Browser
) -> None:
    answer = as_(staff).get(f"/admin/{name}/", {relation + lookup: number}, follow=True)
    assert answer.status_code in (200, 400)


def test_a_long_number_may_be_searched_for(staff: User, as_: Browser) -> None:
    assert as_(staff).get("/admin/accounts/user/", {"q": "9" * 30}).status_code == 200


@pytest.mark.parametrize("chosen", ["x", "", "-1", "9" * 30, "1.5", "\0", "٣"])
@pytest.mark.parametrize("name", LISTS)
def test_an_action_on_what_is_no_id_does_nothing(
    name: str, chosen: str, staff: User, scene: Scene, as_: Browser
) -> None:
    actions = {"accounts/user": "suspend", "games/match": "void", "games/comment": "remove"}
    form = {
        "action": actions.get(name, "delete_selected"),
        "_selected_action": [chosen],
        "reason": "for the test",
        "confirm": "yes",
        "post": "yes",
    }
    answer = as_(staff).post(f"/admin/{name}/", form, follow=True)
    assert answer.status_code in (200, 400, 403)
    assert scene.match.status == "running"


@pytest.mark.parametrize("chosen", ["x", "-1", "9" * 30, "1.5", "%00", "_5F"])
@pytest.mark.parametrize("name", LISTS)
def test_a_page_of_what_is_no_id_is_nobodys(
    name: str, chosen: str, staff: User, as_: Browser
) -> None:
    for page in ("change", "history", "delete"):
        answer = as_(staff).get(f"/admin/{name}/{chosen}/{page}/", follow=True)
        assert answer.status_code in (200, 403, 404)


def test_an_object_by_a_field_without_a_name_is_nobodys(staff: User, as_: Browser) -> None:
    answer = as_(staff).get(f"/admin/accounts/user/{staff.pk}/change/?_to_field=x&_to_field=")
    assert answer.status_code == 400
