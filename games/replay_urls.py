"""The addresses of what has happened."""

from django.urls import path

from games import past_views
from games import replay_views as views

urlpatterns = [
    path("m/<match:match_id>/replay", views.replay_page, name="replay"),
    path("m/<match:match_id>/story", views.story_page, name="story"),
    path("m/<match:match_id>/picture.svg", views.picture, {"kind": "svg"}, name="picture_svg"),
    path("m/<match:match_id>/picture.png", views.picture, {"kind": "png"}, name="picture_png"),
    path("m/<match:match_id>/comments", views.comment, name="comments"),
    path("m/<match:match_id>/said", views.said, name="said"),
    path("m/<match:match_id>/file", views.match_file, name="match_file"),
    path("m/<match:match_id>/fairness", views.fairness_page, name="fairness"),
    path("m/<match:match_id>/fairness/verdict", views.verdict, name="verdict"),
    path("matches/", past_views.past_page, name="past"),
    path("replay/", views.replay_file, name="replay_file"),
    path("docs/<slug:name>.md", views.document, name="document"),
]
