"""The addresses of tables, matches and titles. A seat is never in one: it comes from the session."""

from typing import Any, cast

from django.urls import include, path, register_converter

from games import consumers, views


class MatchId:
    """Ten base32 characters. Anything else is nobody's address."""

    regex = "[a-z2-7]{10}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(MatchId, "match")

urlpatterns = [
    path("", views.home, name="home"),
    path("alive/", views.alive, name="alive"),
    path("tables/", views.lobby_page, name="lobby"),
    path("next/", views.next_table, name="next_table"),
    path("new/", views.choose_title, name="choose_title"),
    path("new/<slug:slug>/", views.new_table, name="new_table"),
    path("play/", views.play_now, name="play_now"),
    path("i/<slug:token>/", views.invitation, name="invitation"),
    path("m/<match:match_id>/", views.match_page, name="match"),
    path("m/<match:match_id>/move", views.submit, name="move"),
    path("m/<match:match_id>/log", views.history, name="history"),
    path("m/<match:match_id>/table", views.at_table, name="at_table"),
    path("t/", views.rules, name="rules"),
    path("t/<slug:slug>/", views.title_page, name="title"),
    path("u/<str:name>/", views.profile, name="profile"),
    path("", include("games.replay_urls")),
]

sockets: list[Any] = [
    path("ws/", cast(Any, consumers.AccountConsumer.as_asgi())),
    path("ws/tables/", cast(Any, consumers.LobbyConsumer.as_asgi())),
    path("ws/m/<match:match_id>/", cast(Any, consumers.MatchConsumer.as_asgi())),
]
