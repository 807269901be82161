"""The addresses of what has happened."""

from django.urls import path

from games import replay_views as views

urlpatterns = [
    path("m/<match:match_id>/replay", views.replay_page, name="replay"),
]
