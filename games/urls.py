"""The addresses of tables, matches and titles. One's seat is in none: it comes from the session."""

from typing import Any, cast

from django.urls import path, register_converter

from games.live import consumers
from games.pages import (
    comments,
    daysoff,
    fairness,
    files,
    health,
    leaving,
    lobby,
    match,
    past,
    pictures,
    profile,
    replay,
    seating,
    story,
    substitutes,
    timing,
    titles,
)


class MatchId:
    """Ten base32 characters. Anything else is nobody's address."""

    regex = "[a-z2-7]{10}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(MatchId, "match")

urlpatterns = [
    path("", titles.home, name="home"),
    path("alive/", health.alive, name="alive"),
    path("t/", titles.rules, name="rules"),
    path("t/<slug:slug>/", titles.title_page, name="title"),
    path("u/<str:name>/", profile.profile, name="profile"),
    path("tables/", lobby.lobby_page, name="lobby"),
    path("next/", lobby.next_table, name="next_table"),
    path("new/", lobby.choose_title, name="choose_title"),
    path("new/<slug:slug>/", lobby.new_table, name="new_table"),
    path("play/", lobby.play_now, name="play_now"),
    path("days-off/", daysoff.days_off, name="days_off"),
    path("i/<slug:token>/", seating.invitation, name="invitation"),
    path("m/<match:match_id>/", match.match_page, name="match"),
    path("m/<match:match_id>/move", match.submit, name="move"),
    path("m/<match:match_id>/log", match.history, name="history"),
    path("m/<match:match_id>/leave", leaving.leave, name="leave"),
    path("m/<match:match_id>/end", leaving.ask_to_end, name="ask_to_end"),
    path("m/<match:match_id>/seat/<int:index>", substitutes.seat, name="seat"),
    path("m/<match:match_id>/handover", substitutes.handover, name="handover"),
    path("m/<match:match_id>/table", seating.at_table, name="at_table"),
    path("m/<match:match_id>/time", timing.timing_page, name="timing"),
    path("m/<match:match_id>/replay", replay.replay_page, name="replay"),
    path("m/<match:match_id>/story", story.story_page, name="story"),
    path("m/<match:match_id>/picture.svg", pictures.picture, {"kind": "svg"}, name="picture_svg"),
    path("m/<match:match_id>/picture.png", pictures.picture, {"kind": "png"}, name="picture_png"),
    path("m/<match:match_id>/comments", comments.comment, name="comments"),
    path("m/<match:match_id>/said", comments.comment_list, name="comment_list"),
    path("m/<match:match_id>/file", files.match_file, name="match_file"),
    path("m/<match:match_id>/fairness", fairness.fairness_page, name="fairness"),
    path("m/<match:match_id>/fairness/verdict", fairness.verdict, name="verdict"),
    path("matches/", past.past_page, name="past"),
    path("replay/", files.replay_file, name="replay_file"),
    path("docs/<slug:name>.md", fairness.document, name="document"),
]

sockets: list[Any] = [
    path("ws/", cast(Any, consumers.AccountConsumer.as_asgi())),
    path("ws/tables/", cast(Any, consumers.LobbyConsumer.as_asgi())),
    path("ws/m/<match:match_id>/", cast(Any, consumers.MatchConsumer.as_asgi())),
]
