"""The whole club in one file: as a backup that can be restored, and as an export without secrets."""

import json
import os
import stat
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from league import triggers
from league.exporting import archive
from league.models import Evening, LogEntry, Person, Photo, ReadLink, Round, User
from league.services import offices, people
from tests.factories import actor, day, found_club, named, play
from tests.league.eventful import eventful_club

committed = pytest.mark.django_db(transaction=True)


@pytest.fixture
def backup(tmp_path):
    """A file of an eventful club, which stands in the database as well, with a picture."""
    evening = eventful_club()
    Photo.objects.create(evening=evening, image=b"\xff\xd8 picture \x00", width=4, height=3, digest="d")
    path = tmp_path / "klubben.json"
    call_command("backup", path, stdout=StringIO())
    return path


def wipe():
    triggers.drop(connection)
    call_command("flush", interactive=False, verbosity=0)
    triggers.create(connection)


def rows_in(path):
    """Everything in the file but when it was made, and what follows from that."""
    first, *rest, _seal = json.loads(path.read_text(encoding="utf-8"))
    return [{name: value for name, value in first.items() if name != "made_at"}, *rest]


def sealed(path, *elements):
    """A file with other contents, its digest made right."""
    lines = [json.dumps(element) for element in elements]
    body = "[" + "".join(f"{line},\n" for line in lines)
    path.write_text(body + json.dumps({"sha256": sha256(body.encode()).hexdigest()}) + "]\n", encoding="utf-8")
    return path


def manage(database, *arguments):
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{database}", "DJANGO_SETTINGS_MODULE": "league.settings"}
    subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)], check=True, env=environment, capture_output=True
    )


def counted():
    return Counter({model._meta.label_lower: model._base_manager.count() for model in archive.carried()})


@committed
def test_f27_a_backup_restored_after_a_wipe_is_the_same_club(backup):
    before, tables = counted(), archive.standings_digest()
    wipe()
    assert not +counted()
    said = StringIO()
    call_command("restore", backup, stdout=said)
    assert counted() == before
    assert archive.standings_digest() == tables
    assert "Tabellene er de samme" in said.getvalue()
    assert bytes(Photo.objects.get().image) == b"\xff\xd8 picture \x00"
    again = backup.with_name("again.json")
    call_command("backup", again, stdout=StringIO())
    assert rows_in(again) == rows_in(backup)


@committed
def test_f27_a_backup_goes_by_another_database_and_back(backup, tmp_path):
    other, again = tmp_path / "other.sqlite3", tmp_path / "other.json"
    manage(other, "migrate", "-v0")
    manage(other, "restore", backup)
    manage(other, "backup", again)
    wipe()
    call_command("restore", again, stdout=StringIO())
    last = tmp_path / "last.json"
    call_command("backup", last, stdout=StringIO())
    assert rows_in(last) == rows_in(again) == rows_in(backup)


@committed
def test_f27_after_a_restore_the_log_is_guarded_and_new_rows_get_ids_none_has_had(backup):
    told = {(change["model"], change["id"]) for entry in LogEntry.objects.all() for change in entry.changes}
    wipe()
    call_command("restore", backup, stdout=StringIO())
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        LogEntry.objects.update(verb="rename")
    person = people.add_person(actor=actor(), name="Ny")
    evening = play(day(3, 12), losers=["Ny"], host=None, present=["Ny", "Arne Dahl"])
    for row in (person, evening, evening.rounds.get(), evening.attendances.first()):
        assert (str(row._meta.model_name), row.pk) not in told


@committed
def test_a_backup_tells_of_one_moment_and_is_for_its_owner_alone(backup):
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert [file.name for file in backup.parent.iterdir()] == [backup.name]
    with pytest.raises(CommandError, match="finnes alt"):
        call_command("backup", backup)


@committed
@pytest.mark.parametrize("fault", ["cut", "changed", "lost", "empty", "other"])
def test_f27_a_damaged_file_is_refused_before_anything_is_touched(backup, fault):
    whole = backup.read_bytes()
    lines = whole.splitlines(keepends=True)
    backup.write_bytes(
        {
            "cut": whole[: len(whole) // 2],
            "changed": whole.replace(b"Berit", b"Beret", 1),
            "lost": b"".join([*lines[:5], *lines[6:]]),
            "empty": b"",
            "other": b"PK\x03\x04 no backup",
        }[fault]
    )
    wipe()
    with pytest.raises(CommandError, match="skadet"):
        call_command("restore", backup)
    assert not +counted()


@committed
@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ({"version": archive.VERSION + 1}, "nyere"),
        ({"migrations": [["league", "0001_initial"], ["league", "9999_to_come"]]}, "nyere"),
        ({"migrations": [["league", "0001_initial"]]}, "eldre"),
        ({"secrets": False}, "eksport uten passord"),
    ],
)
def test_f27_a_file_that_does_not_fit_is_refused_before_anything_is_touched(backup, heading, said):
    first, *rest, _seal = json.loads(backup.read_text(encoding="utf-8"))
    wipe()
    with pytest.raises(CommandError, match=said):
        call_command("restore", sealed(backup, first | heading, *rest))
    assert not +counted()


@committed
def test_f27_a_file_whose_rows_do_not_add_up_leaves_nothing_behind(backup):
    first, _second, *rest, _seal = json.loads(backup.read_text(encoding="utf-8"))
    wipe()
    with pytest.raises(CommandError, match="skadet"):
        call_command("restore", sealed(backup, first, *rest))
    assert not +counted()


@committed
def test_f27_a_database_with_a_club_in_it_is_left_alone(backup):
    before = counted()
    with pytest.raises(CommandError, match="ikke tom"):
        call_command("restore", backup)
    assert counted() == before


@committed
def test_f27_a_database_that_is_behind_is_left_alone(backup):
    wipe()
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("league", "0003_club_year")
    try:
        with pytest.raises(CommandError, match="ikke migrert"):
            call_command("restore", backup)
    finally:
        recorder.record_applied("league", "0003_club_year")


@pytest.mark.django_db
def test_every_table_is_carried_but_djangos_own():
    tables = {model._meta.db_table for model in archive.carried()}
    left = set(connection.introspection.django_table_names()) - tables
    assert {name for name in left if name.startswith(("league_", "games_"))} == {
        "league_user_groups",  # rights follow from offices, never from groups
        "league_user_user_permissions",
    }


@pytest.mark.django_db
def test_an_export_has_every_fact_and_text_but_no_secret():
    eventful_club()
    link, secret = offices.add_link(actor=actor(), label="onkel")
    file = BytesIO()
    counts = archive.write(file, secrets=False)
    text = file.getvalue().decode()
    json.loads(text)
    assert counts["league.logentry"] == LogEntry.objects.count()
    assert counts["league.round"] == Round.objects.count()
    for told in ("Eva Rud", "feil navn", "to kriger", "carl@example.org", "onkel"):
        assert told in text
    digests = ReadLink.objects.values_list("digest", flat=True)
    passwords = User.objects.values_list("password", flat=True)
    for hidden in (secret, *digests, *passwords):
        assert hidden not in text
    assert link.digest in str(LogEntry.objects.order_by("-pk")[0].changes)  # else the test above would say nothing


@pytest.mark.django_db
def test_two_books_that_differ_in_one_strek_have_different_digests():
    found_club("Arne", "Berit")
    evening = play(day(3, 5), losers=["Arne", "Berit", "Berit"])
    before = archive.standings_digest()
    evening.rounds.filter(mattis=named("Arne")).update(mattis=named("Berit"))
    assert archive.standings_digest() != before
    assert Evening.objects.count() == 1
    assert Person.objects.count() == 2
