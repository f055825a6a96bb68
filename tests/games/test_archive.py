"""What the games store is in the club's one file too."""

from datetime import timedelta
from io import BytesIO, StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from games.models import Draft
from league import triggers
from league.exporting import archive
from tests.factories import actor, day, found_club, play


@pytest.fixture
def draft(transactional_db):
    """What Arne was typing a week ago."""
    found_club("Arne", "Berit")
    round_ = play(day(3, 5), losers=["Arne"]).rounds.get()
    found = Draft.objects.create(user=actor(), round=round_, text="Berit la ned tre seksere")
    Draft.objects.update(saved_at=timezone.now() - timedelta(days=7))
    return found


def test_f27_a_draft_comes_back_as_it_was(draft, tmp_path):
    before = Draft.objects.values().get()
    call_command("backup", tmp_path / "klubben.json", stdout=StringIO())
    triggers.drop(connection)
    call_command("flush", interactive=False, verbosity=0)
    triggers.create(connection)
    call_command("restore", tmp_path / "klubben.json", stdout=StringIO())
    assert Draft.objects.values().get() == before


def test_what_somebody_is_typing_is_in_no_export(draft):
    file = BytesIO()
    counts = archive.write(file, secrets=False)
    assert counts["games.draft"] == 1
    assert "seksere" not in file.getvalue().decode()
