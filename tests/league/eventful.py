"""A club to which everything has happened that can happen, once at least: every service has written its entry."""

from datetime import timedelta
from typing import Any

import time_machine

from league import log
from league.exporting.sheets import Form
from league.facts import Extra, OpenToAll, Ruling, Title
from league.models import Club, Evening, Leave, MemberPeriod, Office, Person, Round, Season
from league.pictures import Picture
from league.services import (
    annual_meeting,
    anonymising,
    attendance,
    awards,
    evenings,
    exports,
    identity,
    invitations,
    offices,
    penalties,
    pens,
    people,
    photos,
    rounds,
    rulings,
    settings,
)
from league.verbs import Verb
from tests.factories import actor, arrive, at, day, found_club, named, open_evening, play, strek

MARCH = day(3, 5)


def eventful_club() -> Evening:
    """The evening of 5 March 2026, at which most of it happened."""
    found_club("Arne Dahl", "Berit Moe", "Carl Lie", "Dina Vik")
    with time_machine.travel(at(day(2, 1), "12.00")):
        _people()
        _offices()
        _invitations()
        _settings()
    evening = _evening()
    with time_machine.travel(at(MARCH, "12.00") + timedelta(days=3)):
        _corrections(evening)
        _disputes(evening)
        _meeting()
    return evening


def _people() -> None:
    eva = people.add_person(actor=actor(), name="Eva", member_from=day(2, 1))
    people.rename(actor=actor(), person=eva, seen=1, name="Eva Rud", short_name="", sort_name="")
    people.rename(actor=actor(), person=eva, seen=2, name="Eva Rud", short_name="Evy", sort_name="")
    mistake = people.add_person(actor=actor(), name="Feil Navn")
    people.delete_person(actor=actor(), person=mistake)
    days: dict[str, Any] = {"first_day": day(5, 1), "last_day": day(5, 31)}
    period = people.add_period(
        actor=actor(), kind=MemberPeriod, person=eva, first_day=day(1, 1, 2025), last_day=day(1, 31, 2025)
    )
    people.change_period(actor=actor(), period=period, seen=1, first_day=day(1, 1, 2025), last_day=day(2, 28, 2025))
    people.delete_period(actor=actor(), period=period, seen=2)
    leave = people.add_period(actor=actor(), kind=Leave, person=eva, **days)
    people.change_period(actor=actor(), period=leave, seen=1, first_day=day(5, 2), last_day=day(5, 31))
    people.delete_period(actor=actor(), period=leave, seen=2)
    double = people.add_person(actor=actor(), name="Eva R.")
    identity.merge(actor=actor(), double=double, kept=eva, seen=1)
    identity.unmerge(actor=actor(), double=double, seen=2)
    gone = people.add_person(actor=actor(), name="Odd Bø")
    anonymising.anonymise(actor=actor(), person=gone, seen=1)


def _offices() -> None:
    carl = named("Carl Lie")
    keeper = offices.give_office(actor=actor(), person=carl, kind=Office.Kind.KEEPER, first_day=day(1, 1))
    offices.end_office(actor=actor(), office=keeper, last_day=day(2, 28), seen=1)
    offices.give_office(actor=actor(), person=carl, kind=Office.Kind.CHAIRMAN, first_day=day(2, 1))
    login = offices.give_login(actor=actor(), person=carl, email="carl@example.org")
    offices.make_login_link(actor=actor(), user=login)
    login = offices.change_address(actor=actor(), user=login, seen=2, email="lie@example.org")
    offices.open_login(actor=actor(), user=offices.shut_login(actor=actor(), user=login))
    link, _secret = offices.add_calendar(actor=actor(), person=named("Dina Vik"))
    offices.revoke_link(actor=actor(), link=link)
    link, _secret = offices.add_link(actor=actor(), label="tante Olga")
    offices.revoke_link(actor=actor(), link=link)


def _settings() -> None:
    club = settings.change_club(actor=actor(), seen=1, switched_off=[Extra.CURSE])
    settings.change_club(actor=actor(), seen=club.version, name="Torsdagsklubben", open_to_all=OpenToAll.TABLE)
    season = Season.objects.on(day(2, 1))
    assert season
    settings.change_season(actor=actor(), season=season, seen=season.version, a=4, penalties_count=True)
    change = settings.add_quorum_change(actor=actor(), first_day=day(10, 1), percent=70, whole_evening=True)
    change = settings.move_quorum_change(
        actor=actor(), change=change, seen=1, first_day=day(11, 1), percent=75, whole_evening=False
    )
    settings.delete_quorum_change(actor=actor(), change=change, seen=2)
    settings.add_quorum_change(actor=actor(), first_day=day(12, 1), percent=60, whole_evening=True)


def _invitations() -> None:
    invited: dict[str, Any] = {"actor": actor(), "host": named("Berit Moe"), "place": "hytta til Berit"}
    invited |= {"remark": "ta med lykt", "answer_by": day(3, 3)}
    coming = invitations.invite(**invited, starts_at=at(MARCH, "19.00"))
    answer: dict[str, Any] = {"actor": actor(), "invitation": coming, "person": named("Dina Vik")}
    given = invitations.answer_invitation(**answer, coming=True, seen=0)
    invitations.answer_invitation(**answer, coming=False, seen=given.version)
    invitations.answer_invitation(**(answer | {"person": named("Arne Dahl")}), coming=True, seen=0)
    invited |= {"invitation": coming, "seen": coming.version}
    coming = invitations.change_invitation(**invited, starts_at=at(day(3, 4), "19.00"))
    coming = invitations.change_invitation(**(invited | {"seen": coming.version}), starts_at=at(MARCH, "19.00"))
    invitations.remind(actor=actor(), invitation=coming)
    other = invitations.invite(actor=actor(), host=None, starts_at=at(day(4, 2), "19.00"))
    invitations.cancel_invitation(actor=actor(), invitation=other, seen=other.version)


def _pens(evening: Evening) -> None:
    pen, code = pens.give_pen(actor=actor(), evening_id=evening.pk)
    pens.take_pen(actor=actor(), person=named("Dina Vik"), code=code)
    pens.end_pen(actor=actor(), pen=pen)
    pen, _code = pens.give_pen(actor=actor(), evening_id=evening.pk)
    pens.end_pen(actor=actor(), pen=pen)


def _evening() -> Evening:
    mistake = open_evening(MARCH, host="Berit Moe", present=["Berit Moe"])
    evenings.discard_evening(actor=actor(), evening_id=mistake.pk, seen=1)
    evening = open_evening(MARCH, host="Arne Dahl", present=["Arne Dahl", "Berit Moe"])
    with time_machine.travel(at(MARCH, "20.00")):
        _pens(evening)
        _attendance(evening)
        _rounds(evening)
        evening = evenings.change_evening(
            actor=actor(), evening_id=evening.pk, seen=1, day=MARCH, host=named("Berit Moe"), place="", remark="snø"
        )
        return evenings.close_evening(actor=actor(), evening_id=evening.pk, seen=evening.version)


def _attendance(evening: Evening) -> None:
    one = arrive(evening, "Dina Vik")
    one = attendance.not_here(actor=actor(), attendance_id=one.pk, seen=one.version)
    one = arrive(evening, "Dina Vik")
    one = attendance.go_home(actor=actor(), attendance_id=one.pk, seen=one.version)
    one = attendance.come_back(actor=actor(), attendance_id=one.pk, seen=one.version)
    one = attendance.sit_out(actor=actor(), attendance_id=one.pk, seen=one.version, out=True)
    one = attendance.sit_out(actor=actor(), attendance_id=one.pk, seen=one.version, out=False)
    one = attendance.change_table(actor=actor(), attendance_id=one.pk, seen=one.version, table=None)
    one = attendance.change_table(actor=actor(), attendance_id=one.pk, seen=one.version, table=2)
    one = attendance.join_tables(actor=actor(), evening_id=evening.pk, seen=1).attendances.get(pk=one.pk)
    attendance.choose_dealer(actor=actor(), attendance_id=one.pk, seen=one.version)
    sitting = evening.attendances.filter(table=1, present=True).order_by("-pk").values_list("pk", flat=True)
    attendance.seat(actor=actor(), evening_id=evening.pk, table=1, order=list(sitting), seen={})
    attendance.add_guest(actor=actor(), evening_id=evening.pk, name="Gro Hals", token="gro")


def _rounds(evening: Evening) -> None:
    first, second = strek(evening, "Arne Dahl", token="tap"), strek(evening, "Berit Moe")
    rounds.add_round(actor=actor(), evening_id=evening.pk, table=1, mattis=None, reason="brutt av")
    rounds.insert_round(
        actor=actor(),
        evening_id=evening.pk,
        table=1,
        after=first,
        mattis=named("Carl Lie"),
        players=[named("Arne Dahl"), named("Carl Lie")],
    )
    undone = rounds.undo_round(actor=actor(), round_id=second.pk, seen=1)
    rounds.undo_round(
        actor=actor(),
        round_id=second.pk,
        seen=rounds.redo_round(actor=actor(), round_id=second.pk, seen=undone.version).version,
    )
    rounds.note_round(
        actor=actor(),
        round_id=first.pk,
        seen=1,
        finish={named("Dina Vik").pk: 1},
        bladmattis=named("Berit Moe"),
        trump="h",
        remark="to kriger",
    )


def _corrections(evening: Evening) -> None:
    penalty = penalties.give_penalty(
        actor=actor(), evening_id=evening.pk, person=named("Dina Vik"), reason="ufullstendig serie"
    )
    penalties.strike_penalty(actor=actor(), penalty_id=penalty.pk, seen=1, reason="utspillet var lovlig")
    first, inserted, _undone, _void = evening.rounds.in_order()
    correct: dict[str, Any] = {"actor": actor(), "round_id": first.pk, "players": None, "reason": "feil navn"}
    first = rounds.correct_round(**correct, seen=first.version, mattis=named("Dina Vik"))
    only = {named("Dina Vik"), named("Arne Dahl")}
    first = rounds.correct_round(**(correct | {"players": only}), seen=first.version, mattis=named("Dina Vik"))
    strike: dict[str, Any] = {"actor": actor(), "round_id": inserted.pk, "reason": "registrert to ganger"}
    inserted = rounds.strike_round(**strike, seen=inserted.version)
    inserted = rounds.restore_round(**strike, seen=inserted.version)
    inserted = rounds.void_round(**strike, seen=inserted.version)
    before = play(day(12, 18, 2025), losers=["Arne Dahl"], host=None, present=["Arne Dahl", "Dina Vik"])
    lent = before.rounds.get()
    rounds.move_rounds(
        actor=actor(), seen={lent.pk: lent.version}, to_evening_id=evening.pk, table=2, reason="ført på feil kveld"
    )
    evening = evenings.reopen_evening(actor=actor(), evening_id=evening.pk, seen=3, reason="glemte noe")
    evening = evenings.close_evening(actor=actor(), evening_id=evening.pk, seen=evening.version)
    present = {one.person for one in evening.attendances.filter(present=True).select_related("person")}
    attendance.correct_attendance(
        actor=actor(),
        evening_id=evening.pk,
        seen=evening.version,
        present=present | {named("Eva Rud")},
        reason="glemt å føre",
    )
    photo = photos.add_photo(actor=actor(), evening_id=evening.pk, picture=Picture(b"JPEG", 4, 3))
    photos.remove_photo(actor=actor(), evening_id=evening.pk, photo_id=photo.pk)
    with log.entry(Verb.IMPORT_BOOK, actor=actor()) as entry:  # only an old book does not say who was there
        entry.create(Person(name="Fra boken"))
    with log.entry(Verb.IMPORT_BOOK, actor=actor()) as entry:
        old = entry.create(Evening(date=day(2, 19), host=named("Arne Dahl"), attendance_recorded=False))
        entry.create(Round(evening=old, mattis=named("Dina Vik"), players_recorded=False))
        entry.evening = old.pk
    for number, counts in enumerate((True, False, None), start=1):
        evenings.decide_counting(actor=actor(), evening_id=old.pk, seen=number, counts=counts)
    exports.export_table(actor=actor(), season=Season.objects.latest("first_day"), form=Form.CSV)


def _disputes(evening: Evening) -> None:
    """One strek upheld, one given to another, one annulled."""
    for ruling, mattis in ((Ruling.UPHOLD, None), (Ruling.GIVE, named("Dina Vik")), (Ruling.ANNUL, None)):
        round_ = evening.rounds.get(table=2)
        contest: dict[str, Any] = {"actor": actor(), "round_id": round_.pk}
        round_ = rulings.contest_round(**contest, seen=round_.version, reason="kunne lagt på")
        rulings.rule_on_round(**contest, seen=round_.version, ruling=ruling, mattis=mattis, reason="regel 4")


def _meeting() -> None:
    """The season before is closed, opened again and closed, and its winner named, and named by mistake."""
    season = Season.objects.earliest("first_day")
    close: dict[str, Any] = {"actor": actor(), "meeting": MARCH}
    season = annual_meeting.close_season(**close, season=season, seen=season.version)
    season = annual_meeting.reopen_season(actor=actor(), season=season, seen=season.version, reason="glemte noe")
    season = annual_meeting.close_season(**close, season=season, seen=season.version)
    naming: dict[str, Any] = {"actor": actor(), "season": season, "title": Title.PLAYER, "day": MARCH}
    awards.name_award(**naming, people=[named("Arne Dahl")], meeting="årsmøtet")
    (mistake,) = awards.name_award(**naming, people=[named("Dina Vik")])
    awards.take_back_award(actor=actor(), award=mistake, seen=1, reason="feil navn")
    awards.add_winner(actor=actor(), title=Title.MATTIS, year="1998", name="Ola Nordmann")
    awards.place_trophy(actor=actor(), seen=Club.objects.get().version, person=named("Arne Dahl"))
