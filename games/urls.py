"""The addresses of the cards. League pages link to them by name, where they are there."""

from __future__ import annotations

from django.urls import path

from games.views import records, referee

urlpatterns = [
    path("dommer/", referee.trick, name="referee"),
    path("dommer/utspill/", referee.play, name="referee_play"),
    path("referat/<int:record_id>/", records.record, name="record"),
    path("runde/<int:round_id>/referat/", records.record_write, name="record_write"),
    path("runde/<int:round_id>/kladd/", records.draft_save, name="draft_save"),
]
