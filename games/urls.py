"""The addresses of tables, matches and titles. One's seat is in none: it comes from the session."""

from typing import Any, cast

from django.urls import path, register_converter

from games.live import consumers
from games.pages import (
    claims,
    comments,
    daysoff,
    fairness,
    files,
    first,
    health,
    knowing,
    leaving,
    lobby,
    match,
    notebook,
    notices,
    owndata,
    past,
    pictures,
    profile,
    replay,
    reports,
    seating,
    seeking,
    spoilers,
    story,
    substitutes,
    talk,
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
    path("t/<slug:slug>/first/", first.first, name="first"),
    path("t/<slug:slug>/first/replay", first.first_replay, name="first_replay"),
    path("t/<slug:slug>/first/move", first.first_move, name="first_move"),
    path("t/<slug:slug>/first/hint", first.first_hint, name="first_hint"),
    path("t/<slug:slug>/rules/", titles.title_rules, name="title_rules"),
    path("t/<slug:slug>/rules/sheet/", titles.title_rules_sheet, name="title_rules_sheet"),
    path("u/<str:name>/", profile.profile, name="profile"),
    path("u/<str:name>/note", notebook.note_about, name="note_about"),
    path("claims/shared", profile.share_truth, name="share_truth"),
    path("tables/", lobby.lobby_page, name="lobby"),
    path("next/", lobby.next_table, name="next_table"),
    path("new/", lobby.choose_title, name="choose_title"),
    path("new/<slug:slug>/", lobby.new_table, name="new_table"),
    path("play/", lobby.play_now, name="play_now"),
    path("seek/", seeking.seek, name="seek"),
    path("days-off/", daysoff.days_off, name="days_off"),
    path("own-data.json", owndata.own_data, name="own_data"),
    path("report/", reports.report_page, name="report"),
    path("reports/", reports.reports_page, name="reports"),
    path("muted/", talk.muted_page, name="muted"),
    path("notices/", notices.notices, name="notices"),
    path("notices/settings/", notices.notice_settings, name="notice_settings"),
    path("cal/<slug:token>.ics", notices.calendar, name="calendar"),
    path("feed/<slug:token>.atom", notices.feed, name="feed"),
    path("n/<str:token>/", notices.notice_link, name="notice_link"),
    path("service-worker.js", notices.service_worker, name="service_worker"),
    path("i/<slug:token>/", seating.invitation, name="invitation"),
    path("m/<match:match_id>/", match.match_page, name="match"),
    path("m/<match:match_id>/move", match.submit, name="move"),
    path("m/<match:match_id>/log", match.history, name="history"),
    path("m/<match:match_id>/leave", leaving.leave, name="leave"),
    path("m/<match:match_id>/mute", notices.mute_table, name="mute_table"),
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
    path("m/<match:match_id>/talk", talk.talk_page, name="talk"),
    path("m/<match:match_id>/know", knowing.knowing_page, name="knowing"),
    path("m/<match:match_id>/claims", claims.claims_page, name="claims"),
    path("m/<match:match_id>/notes", notebook.notes_page, name="notes"),
    path("m/<match:match_id>/file", files.match_file, name="match_file"),
    path("m/<match:match_id>/fairness", fairness.fairness_page, name="fairness"),
    path("m/<match:match_id>/fairness/verdict", fairness.verdict, name="verdict"),
    path("matches/", past.past_page, name="past"),
    path("matches/results", spoilers.results, name="results"),
    path("replay/", files.replay_file, name="replay_file"),
    path("docs/<slug:name>.md", fairness.document, name="document"),
]

sockets: list[Any] = [
    path("ws/", cast(Any, consumers.AccountConsumer.as_asgi())),
    path("ws/tables/", cast(Any, consumers.LobbyConsumer.as_asgi())),
    path("ws/m/<match:match_id>/", cast(Any, consumers.MatchConsumer.as_asgi())),
]
