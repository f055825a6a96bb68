"""The addresses of the cards. League pages link to them by name, where they are there."""

from __future__ import annotations

from django.urls import path

from games.views import referee

urlpatterns = [
    path("dommer/", referee.trick, name="referee"),
    path("dommer/utspill/", referee.play, name="referee_play"),
]
