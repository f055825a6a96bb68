"""The addresses of the cards. League pages link to them by name, where they are there."""

from __future__ import annotations

from django.urls import path

from games.views import disputes, house, practice, records, referee, tapping

urlpatterns = [
    path("dommer/", referee.trick, name="referee"),
    path("dommer/utspill/", referee.play, name="referee_play"),
    path("spill/", practice.practise, name="practice"),
    path("spill/del-ut/", practice.practice_begin, name="practice_begin"),
    path("spill/legg/", practice.practice_play, name="practice_play"),
    path("spill/gi-opp/", practice.practice_give_up, name="practice_give_up"),
    path("reglene/", house.house_rules, name="house_rules"),
    path("reglene/velg/", house.house_rules_choose, name="house_rules_choose"),
    path("reglene/<int:rules_id>/slett/", house.house_rules_drop, name="house_rules_drop"),
    path("referat/<int:record_id>/", records.record, name="record"),
    path("runde/<int:round_id>/referat/", records.record_write, name="record_write"),
    path("runde/<int:round_id>/kladd/", records.draft_save, name="draft_save"),
    path("runde/<int:round_id>/referat/start/", tapping.record_start, name="record_start"),
    path("runde/<int:round_id>/referat/trykk/", tapping.record_tap, name="record_tap"),
    path("runde/<int:round_id>/referat/trykk/legg/", tapping.record_tap_play, name="record_tap_play"),
    path("runde/<int:round_id>/referat/trykk/angre/", tapping.record_tap_undo, name="record_tap_undo"),
    path("runde/<int:round_id>/referat/trykk/lagre/", tapping.record_tap_save, name="record_tap_save"),
    path("tvister/", disputes.dispute_list, name="disputes"),
    path("kveld/<int:evening_id>/bord/<int:table>/tvist/", disputes.dispute_now, name="dispute_now"),
    path("runde/<int:round_id>/tvist/", disputes.dispute_round, name="dispute_round"),
    path("tvist/<int:dispute_id>/", disputes.dispute, name="dispute"),
    path("tvist/<int:dispute_id>/gjelder/", disputes.dispute_tell, name="dispute_tell"),
    path("tvist/<int:dispute_id>/forklaring/", disputes.dispute_explain, name="dispute_explain"),
    path("tvist/<int:dispute_id>/stilling/", disputes.dispute_position, name="dispute_position"),
    path("tvist/<int:dispute_id>/bilde/", disputes.dispute_photo, name="dispute_photo"),
    path("tvist/<int:dispute_id>/bildet/", disputes.dispute_picture, name="dispute_picture"),
    path("tvist/<int:dispute_id>/kjennelse/", disputes.dispute_rule, name="dispute_rule"),
    path("tvist/<int:dispute_id>/ta-opp-igjen/", disputes.dispute_reopen, name="dispute_reopen"),
]
