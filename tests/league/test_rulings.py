"""Contested rounds: the mark in the book, the ruling that lifts it, and what both do to the strek."""

import re

import pytest
import time_machine

from league.errors import Refused, Stale
from league.facts import Ruling, State
from league.models import Evening, LogEntry, Round
from league.services import rounds, rulings
from league.verbs import Verb
from league.wording import describe
from tests.factories import actor, at, client_of, day, found_club, guest, login, named, open_evening, play, strek
from tests.league.seen import page, said

pytestmark = pytest.mark.django_db

MARCH = day(3, 5)
APRIL = day(4, 2)


@pytest.fixture(autouse=True)
def club():
    found_club("Arne", "Berit", "Carl", "Dina")


@pytest.fixture
def round_() -> Round:
    """The first of two rounds: Berit lost it."""
    return play(MARCH, losers=["Berit", "Carl"]).rounds.in_order()[0]


def contest(round_: Round, reason: str = "kunne lagt på", seen: int | None = None) -> Round:
    with time_machine.travel(at(APRIL, "12.00"), tick=False):
        return rulings.contest_round(actor=actor(), round_id=round_.pk, seen=seen or round_.version, reason=reason)


def rule(round_: Round, ruling: Ruling, mattis: str = "", reason: str = "regel 4", seen: int | None = None) -> Round:
    with time_machine.travel(at(APRIL, "13.00"), tick=False):
        return rulings.rule_on_round(
            actor=actor(),
            round_id=round_.pk,
            seen=seen or round_.version,
            ruling=ruling,
            mattis=named(mattis) if mattis else None,
            reason=reason,
        )


def notes() -> list[str]:
    found = re.search(r'<h2 id="rett">.*?<ol>(.*?)</ol>', page(client_of(actor()), "book"), re.DOTALL)
    return [said(note).replace("\u00a0", " ") for note in re.findall(r"<li>(.*?)</li>", found[1], re.DOTALL)]


def evening_of(round_: Round) -> str:
    """The evening's page, as a member sees it."""
    return said(page(client_of(login("Dina")), "evening", round_.evening_id))


# --- The dispute


def test_a_contested_strek_counts_until_it_is_ruled_on(round_):
    contested = contest(round_)
    assert contested.contested
    assert (contested.state, contested.mattis) == (State.STANDING, named("Berit"))
    assert Round.objects.standing().count() == 2


def test_the_book_and_the_evening_say_that_a_round_is_contested_and_why(round_):
    contest(round_)
    assert notes() == ["5. mars, runde 1: Berit, omstridt. Kunne lagt på. Reist av Arne 2. april."]
    assert "Omstridt: kunne lagt på" in evening_of(round_)


def test_contesting_a_contested_round_again_changes_nothing(round_):
    contested = contest(round_)
    assert contest(round_, seen=1).version == contested.version
    assert LogEntry.objects.filter(verb=Verb.CONTEST_ROUND).count() == 1


def test_a_dispute_needs_a_reason_and_the_round_as_it_is(round_):
    with pytest.raises(Refused, match="begrunnelse"):
        contest(round_, reason=" ")
    with pytest.raises(Stale):
        contest(round_, seen=7)
    assert not Round.objects.filter(contested=True).exists()


def test_an_undone_round_cannot_be_contested_nor_a_contested_one_undone():
    evening = open_evening(MARCH)
    with time_machine.travel(at(MARCH, "20.00")):
        undone, other = strek(evening, "Berit"), strek(evening, "Carl")
        undone = rounds.undo_round(actor=actor(), round_id=undone.pk, seen=1)
        with pytest.raises(Refused, match="angret"):
            rulings.contest_round(actor=actor(), round_id=undone.pk, seen=undone.version, reason="nei")
        other = rulings.contest_round(actor=actor(), round_id=other.pk, seen=1, reason="nei")
        with pytest.raises(Refused, match="omstridt"):
            rounds.undo_round(actor=actor(), round_id=other.pk, seen=other.version)


# --- The ruling


def test_a_strek_upheld_stays_and_the_ruling_stands_beside_it(round_):
    ruled = rule(contest(round_), Ruling.UPHOLD)
    assert (ruled.contested, ruled.state, ruled.mattis) == (False, State.STANDING, named("Berit"))
    assert notes() == [
        "5. mars, runde 1: Berit, omstridt. Kunne lagt på. Reist av Arne 2. april. "
        "Berit beholder streken. Regel 4. Kjennelse av Arne 2. april."
    ]
    shown = evening_of(round_)
    assert "Kjennelse: streken står, regel 4" in shown
    assert "Omstridt" not in shown


def test_a_strek_given_to_another_is_corrected_by_the_ruling(round_):
    ruled = rule(contest(round_), Ruling.GIVE, "Dina")
    assert (ruled.contested, ruled.state, ruled.mattis) == (False, State.STANDING, named("Dina"))
    assert notes() == [
        "5. mars, runde 1: Berit, omstridt. Kunne lagt på. Reist av Arne 2. april. "
        "Berit rettet til Dina. Regel 4. Kjennelse av Arne 2. april."
    ]
    assert "Rettet fra Berit: regel 4" in evening_of(round_)


def test_an_annulled_round_is_without_a_mattis(round_):
    ruled = rule(contest(round_), Ruling.ANNUL)
    assert (ruled.contested, ruled.state, ruled.reason) == (False, State.VOID, "regel 4")
    assert notes() == [
        "5. mars, før runde 1: Berit, omstridt. Kunne lagt på. Reist av Arne 2. april. "
        "Berit annullert, runden er uten Mattis. Regel 4. Kjennelse av Arne 2. april."
    ]
    assert "Uten Mattis: regel 4" in evening_of(round_)


def test_a_ruling_gives_a_strek_only_to_one_who_played(round_):
    guest("Gro")
    contested = contest(round_)
    with pytest.raises(Refused, match="Gro er ikke blant dem som spilte"):
        rule(contested, Ruling.GIVE, "Gro")
    with pytest.raises(Refused, match="hvem som får streken"):
        rule(contested, Ruling.GIVE)
    assert Round.objects.get(pk=round_.pk).contested


def test_a_ruling_needs_a_dispute_a_reason_and_the_round_as_it_is(round_):
    with pytest.raises(Refused, match="ikke omstridt"):
        rule(round_, Ruling.UPHOLD)
    contested = contest(round_)
    with pytest.raises(Refused, match="begrunnelse"):
        rule(contested, Ruling.UPHOLD, reason="")
    with pytest.raises(Stale):
        rule(contested, Ruling.ANNUL, seen=1)
    assert Round.objects.get(pk=round_.pk).contested


def test_a_ruling_is_one_act_in_the_log(round_):
    rule(contest(round_), Ruling.GIVE, "Dina")
    (entry,) = LogEntry.objects.filter(verb=Verb.RULE_ON_ROUND)
    assert entry.evening_id == Evening.objects.get().pk
    assert {change["model"] for change in entry.changes} == {"round"}


def test_the_log_tells_a_dispute_and_what_the_ruling_changed(round_):
    rule(contest(round_), Ruling.GIVE, "Dina")
    given, raised = describe(list(LogEntry.objects.filter(verb__in=(Verb.CONTEST_ROUND, Verb.RULE_ON_ROUND))))
    assert (raised.sentence, raised.details, raised.reason) == ("reiste tvist om runde 1", (), "kunne lagt på")
    assert (given.sentence, given.details, given.reason) == (
        "avsa kjennelse om runde 1",
        ("Mattis: Berit → Dina",),
        "regel 4",
    )
