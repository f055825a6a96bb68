"""The rounds of an evening: logging, undoing, putting in, correcting, moving."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import ExitStack
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import log
from league.club import deal_of_club
from league.deal import Dealt, next_deal
from league.errors import Refused
from league.facts import State
from league.identity import Identities
from league.log import Entry
from league.models import Attendance, Evening, LogEntry, Person, PersonalText, Round, RoundPlayer, User
from league.services.attendance import (
    attendance_of,
    be_present,
    coming_round,
    has_played,
    marks_kept,
    refuse_ended,
    refuse_no_table,
)
from league.services.locks import lock_evening
from league.verbs import Verb

TURNS = (Verb.ADD_ROUND, Verb.INSERT_ROUND, Verb.UNDO_ROUND, Verb.REDO_ROUND)  # what takes a round into play or out


@transaction.atomic
def add_round(
    *, actor: User, evening_id: int, table: int, mattis: Person | None, reason: str = "", token: str | None = None
) -> Round:
    """The round just played at a table has its mattis: one strek. None: *uten Mattis*, with a reason.

    The players are those at the table who do not sit out; the mattis is among them, present or not
    until now. The same tap again answers with the round it made.
    Raises TokenUsed, and Refused with fewer than two players or on an ended evening.
    """
    refuse_no_table(table)
    evening = lock_evening(evening_id)
    asked: dict[str, Any] = {
        "evening": evening.pk,
        "table": table,
        "mattis": mattis and mattis.pk,
        "reason": PersonalText(text=reason),
    }
    if done := log.answered(token, Verb.ADD_ROUND, asked):
        return Round.objects.get(pk=done.made("round"))
    refuse_ended(evening)
    if mattis is None and not reason.strip():
        raise Refused(_("Skriv hvorfor runden er uten Mattis."))
    now = timezone.now()
    number = coming_round(evening, table)
    with log.entry(Verb.ADD_ROUND, actor=actor, evening=evening.pk, reason=reason, token=token, asked=asked) as entry:
        if mattis:
            mattis = _seat_loser(entry, evening, mattis, table, number)
        players = players_next(evening, table)
        _refuse_lonely(players)
        return _store(
            entry,
            Round(
                evening=evening,
                table=table,
                place=_last_place(evening, table) + 1,
                state=State.STANDING if mattis else State.VOID,
                reason=reason,
                mattis=mattis,
                dealer_id=_dealer(evening, table, {player.pk for player in players}, number),
                logged_at=now if evening.goes_on(now) else None,
                contested=contests_next(entry, evening, table),
            ),
            players,
        )


@transaction.atomic
def insert_round(
    *,
    actor: User,
    evening_id: int,
    table: int,
    after: Round | None,
    mattis: Person,
    players: Collection[Person],
    token: str | None = None,
) -> Round:
    """Put a forgotten round in its place: after that round of the table, or first of all (None).

    Raises TokenUsed, and Refused if the mattis did not play, with fewer than two players, on an ended evening,
    or if `after` was moved away meanwhile.
    """
    refuse_no_table(table)
    evening = lock_evening(evening_id)
    asked: dict[str, Any] = {
        "evening": evening.pk,
        "table": table,
        "after": after and after.pk,
        "mattis": mattis.pk,
        "players": sorted(person.pk for person in players),
    }
    if done := log.answered(token, Verb.INSERT_ROUND, asked):
        return Round.objects.get(pk=done.made("round"))
    refuse_ended(evening)
    _refuse_bad_players(mattis, players)
    after = after and evening.rounds.filter(pk=after.pk, table=table).first()
    if asked["after"] and after is None:
        raise Refused(_("Runden foran er flyttet i mellomtiden."))
    with (
        log.entry(Verb.INSERT_ROUND, actor=actor, evening=evening.pk, token=token, asked=asked) as entry,
        marks_kept(entry, evening, table),
    ):
        booked = {person: be_present(entry, evening, person, table).person for person in players}
        return _store(
            entry,
            Round(evening=evening, table=table, place=_place_after(evening, table, after), mattis=booked[mattis]),
            booked.values(),
        )


@transaction.atomic
def undo_round(*, actor: User, round_id: int, seen: int) -> Round:
    """*Angre*: the round never was; only the log remembers. Undoing twice is undoing once.

    Who became present by that tap is not so any more, unless he has played another round.

    Raises Stale, Refused once the evening has ended.
    """
    return _turn(round_id, Verb.UNDO_ROUND, actor, seen)


@transaction.atomic
def redo_round(*, actor: User, round_id: int, seen: int) -> Round:
    """Take back *Angre*. Raises Stale, Refused once the evening has ended."""
    return _turn(round_id, Verb.REDO_ROUND, actor, seen)


@transaction.atomic
def strike_round(*, actor: User, round_id: int, seen: int, reason: str) -> Round:
    """*Stryk*: the round keeps its place in the book, without a number, with the reason. Raises Stale, Refused."""
    return _change_state(round_id, Verb.STRIKE_ROUND, actor, seen, State.STRUCK, reason)


@transaction.atomic
def void_round(*, actor: User, round_id: int, seen: int, reason: str) -> Round:
    """*Uten Mattis*: broken off or annulled, with the reason; it counts nowhere. Raises Stale, Refused."""
    return _change_state(round_id, Verb.VOID_ROUND, actor, seen, State.VOID, reason)


@transaction.atomic
def restore_round(*, actor: User, round_id: int, seen: int, reason: str) -> Round:
    """A struck or void round stands again. Raises Stale, Refused if it never had a mattis."""
    return _change_state(round_id, Verb.RESTORE_ROUND, actor, seen, State.STANDING, reason)


@transaction.atomic
def correct_round(
    *, actor: User, round_id: int, seen: int, mattis: Person, players: Collection[Person] | None, reason: str
) -> Round:
    """Another mattis, or other players (None: as they were, recorded or not). The round stands afterwards.

    Raises Stale, Refused without a reason, if the mattis did not play, or if the round was undone.
    """
    round_ = lock_round(round_id)
    refuse_silence(reason)
    refuse_undone(round_)
    with log.entry(Verb.CORRECT_ROUND, actor=actor, evening=round_.evening_id, reason=reason) as entry:
        give_strek(entry, round_, seen=seen, mattis=mattis, players=players)
    return round_


@transaction.atomic
def note_round(
    *,
    actor: User,
    round_id: int,
    seen: int,
    finish: dict[int, int | None],
    bladmattis: Person | None,
    trump: str,
    remark: str,
) -> Round:
    """What may be noted beside the mattis: the order of going out (person's id to number), bladmattis, trump, remark.

    Raises Stale, Refused if two went out as the same number or the mattis as any, or for a bladmattis who did
    not play.
    """
    round_ = lock_round(round_id)
    seats, who = list(round_.seats.all()), Identities()
    numbers = [number for number in finish.values() if number]
    if len(numbers) != len(set(numbers)):
        raise Refused(_("To spillere kan ikke være ute som samme nummer."))
    if round_.mattis_id and finish.get(who.of(round_.mattis_id)):
        raise Refused(_("Mattis gikk ikke ut."))
    if bladmattis and round_.players_recorded and bladmattis.pk not in {who.of(seat.person_id) for seat in seats}:
        raise Refused(_("%(name)s er ikke blant dem som spilte.") % {"name": bladmattis.name})
    if bladmattis:
        bladmattis = _booked(round_, bladmattis, _known_as(round_))
    with log.entry(Verb.NOTE_ROUND, actor=actor, evening=round_.evening_id) as entry:
        entry.change(round_, seen=seen, bladmattis=bladmattis, trump=trump, remark=remark)
        for seat in seats:
            entry.change(seat, finish=finish.get(who.of(seat.person_id)))
        entry.touch(round_)
    return round_


@transaction.atomic
def move_rounds(*, actor: User, seen: dict[int, int], to_evening_id: int, table: int, reason: str) -> list[Round]:
    """Move rounds (id to version seen) to the end of a table of another evening, in their order, as one act.

    Their players become present there; where they were they stay present, for presence is its own fact.
    Raises Stale, Refused without a reason or if the rounds are of more than one evening.
    """
    refuse_silence(reason)
    refuse_no_table(table)
    origins = set(Round.objects.filter(pk__in=seen).values_list("evening_id", flat=True))
    # In the order of ids, so that two moves in opposite directions cannot wait for each other.
    evenings = {pk: lock_evening(pk) for pk in sorted({*origins, to_evening_id})}
    target = evenings[to_evening_id]
    rounds = list(Round.objects.filter(pk__in=seen, evening__in=origins).select_related("evening").in_order())
    if len(origins) != 1 or len(rounds) != len(seen):
        raise Refused(_("Velg runder fra én kveld."))
    for round_ in rounds:
        refuse_undone(round_)
    with log.entry(Verb.MOVE_ROUNDS, actor=actor, evening=target.pk, reason=reason) as entry, ExitStack() as marks:
        for evening, number in {(round_.evening, round_.table) for round_ in rounds} | {(target, table)}:
            marks.enter_context(marks_kept(entry, evening, number))
        place = _last_place(target, table)
        for number, round_ in enumerate(rounds, start=1):
            entry.change(
                round_,
                seen=seen[round_.pk],
                evening=target,
                table=table,
                place=None if round_.place is None else place + number,
            )
        for round_ in rounds:
            _bring_players(entry, round_)
    return rounds


def contests_next(entry: Entry, evening: Evening, table: int, *, contested: bool = False) -> bool:
    """Whether the round in play at a table is disputed. From now on the one after it is, or is not."""
    others = [number for number in evening.contested_tables if number != table]
    was = len(others) < len(evening.contested_tables)
    entry.change(evening, contested_tables=sorted([*others, table]) if contested else others)
    return was


def players_next(evening: Evening, table: int) -> list[Person]:
    """Those who play the coming round at a table."""
    coming = coming_round(evening, table)
    here = Identities().one_each(evening.attendances.filter(present=True).select_related("person").order_by("pk"))
    seated = [attendance for attendance in here if attendance.table == table and attendance.left_at is None]
    return [attendance.person for attendance in seated if attendance.sits_out != coming]


def _seat_loser(entry: Entry, evening: Evening, mattis: Person, table: int, number: int) -> Person:
    """Who loses has played: he is present, at this table, not gone and not sitting out.

    Returns him as he is down at this evening, which may be as a double.
    """
    attendance = be_present(entry, evening, mattis, table)
    sits_out, deals, seat = attendance.sits_out, attendance.deals, attendance.seat
    if attendance.table != table:
        sits_out = deals = seat = None  # they are of the other table
    if sits_out == number:
        sits_out = None
    entry.change(attendance, table=table, left_at=None, seat=seat, sits_out=sits_out, deals=deals)
    return attendance.person


def _known_as(round_: Round) -> dict[Person, Person]:
    """Whom the round names, by the person each is: a round that named a double goes on doing so."""
    named = Person.objects.filter(seats__round=round_).select_related("merged_into")
    found = [*named, *(one for one in (round_.mattis, round_.bladmattis) if one)]
    return {person.who: person for person in found}


def _booked(round_: Round, person: Person, known: Mapping[Person, Person]) -> Person:
    """The person as the round or its evening has him down."""
    if person.who in known:
        return known[person.who]
    attendance = attendance_of(round_.evening, person)
    return attendance.person if attendance else person


def _store(entry: Entry, round_: Round, players: Collection[Person]) -> Round:
    entry.create(round_)
    entry.create_all([RoundPlayer(round=round_, person=person) for person in sorted(players, key=lambda one: one.pk)])
    return round_


def _reseat(entry: Entry, round_: Round, players: Collection[Person]) -> None:
    seats = {seat.person_id: seat for seat in round_.seats.all()}
    wanted = {person.pk for person in players}
    for person_id in seats.keys() - wanted:
        entry.delete(seats[person_id])
    entry.create_all([RoundPlayer(round=round_, person_id=person_id) for person_id in sorted(wanted - seats.keys())])


def _dealer(evening: Evening, table: int, players: set[int], number: int) -> int | None:
    who = Identities()
    chosen = evening.attendances.filter(table=table, deals=number).values_list("person_id", flat=True).first()
    played = evening.rounds.filter(table=table).in_order().values_list("state", "mattis_id", "dealer_id")
    seats = evening.attendances.filter(table=table, present=True, seat__isnull=False).values_list("person_id", "seat")
    booked = {who.of(player): player for player in players}
    due = next_deal(
        rounds=[Dealt(State(state), who.of(mattis), who.of(dealer)) for state, mattis, dealer in played],
        players=booked.keys(),
        host=who.of(evening.host_id),
        chosen=who.of(chosen),
        deal=deal_of_club(),
        seats={who.of(person): at for person, at in seats if at},
    )
    return booked[due.dealer] if due.dealer else None


def _last_place(evening: Evening, table: int) -> float:
    places = evening.rounds.filter(table=table, place__isnull=False).order_by("-place")
    return places.values_list("place", flat=True).first() or 0.0


def _place_after(evening: Evening, table: int, after: Round | None) -> float:
    """The middle between a round and the one that follows it."""
    before = after.place if after and after.place is not None else 0.0
    following = evening.rounds.filter(table=table, place__gt=before).order_by("place")
    upper = following.values_list("place", flat=True).first()
    return before + 1 if upper is None else (before + upper) / 2


def _turn(round_id: int, verb: Verb, actor: User, seen: int) -> Round:
    """Undo a round as it was logged, or redo it."""
    round_ = lock_round(round_id)
    logged = State.STANDING if round_.mattis_id else State.VOID
    old, new = (logged, State.UNDONE) if verb is Verb.UNDO_ROUND else (State.UNDONE, logged)
    if round_.state == new:
        return round_
    refuse_ended(round_.evening)
    if round_.state != old:
        raise Refused(_("Runden er alt strøket eller rettet."))
    if round_.contested:
        raise Refused(_("Runden er omstridt, og det må avgjøres først."))
    reason = round_.reason
    if round_.mattis_id:  # else the reason says why the round is *uten Mattis*
        reason = _("angret") if new is State.UNDONE else ""
    with log.entry(verb, actor=actor, evening=round_.evening_id) as entry:
        entry.change(round_, seen=seen, state=new, reason=reason)
        _refuse_twins(round_)
        _take_back_presence(entry, round_)
        _bring_players(entry, round_)
    return round_


def _take_back_presence(entry: Entry, round_: Round) -> None:
    """Take back what the round's logging, undoing or redoing last did to who is here.

    Only where nothing has been done to them since, and nobody who has played is sent away.
    """
    turns = LogEntry.objects.filter(evening_id=round_.evening_id, verb__in=TURNS).order_by("-pk")
    last = next((turn for turn in turns if turn.made("round") == round_.pk), None)
    for change in last.changes if last else ():
        if change["model"] != "attendance":
            continue
        attendance = Attendance.objects.get(pk=change["id"])
        before = {"present": False} if change["before"] is None else change["before"]
        leaves = before.get("present") is False and has_played(attendance)
        if attendance.version == change["version"] and not leaves:
            field: Any = Attendance._meta.get_field
            entry.change(attendance, **{name: field(name).to_python(value) for name, value in before.items()})


def _change_state(round_id: int, verb: Verb, actor: User, seen: int, state: State, reason: str) -> Round:
    round_ = lock_round(round_id)
    refuse_silence(reason)
    refuse_undone(round_)
    if state is State.STANDING and round_.mattis_id is None:
        raise Refused(_("Runden har ingen Mattis. Rett den og velg en."))
    with log.entry(verb, actor=actor, evening=round_.evening_id, reason=reason) as entry:
        put_into(entry, round_, state, seen=seen, reason=reason)
    return round_


def lock_round(round_id: int) -> Round:
    """The round as it is, once the lock of its evening is held. Raises Round.DoesNotExist."""
    evening = lock_evening(Round.objects.values_list("evening_id", flat=True).get(pk=round_id))
    round_ = Round.objects.select_related("mattis").get(pk=round_id)
    round_.evening = evening
    return round_


def give_strek(
    entry: Entry, round_: Round, *, seen: int, mattis: Person, players: Collection[Person] | None, **also: Any
) -> None:
    """The strek of a round is his, among these players (None: as they were); the round stands afterwards.

    `also` changes further columns of it. Raises Stale, Refused if he did not play.
    """
    known = _known_as(round_)
    mattis = _booked(round_, mattis, known)
    seated = None if players is None else [_booked(round_, person, known) for person in players]
    if seated is None and round_.players_recorded:
        seated = list(Person.objects.filter(seats__round=round_))
    if seated is not None:
        _refuse_bad_players(mattis, seated)
    with marks_kept(entry, round_.evening, round_.table):
        entry.change(
            round_,
            seen=seen,
            mattis=mattis,
            state=State.STANDING,
            reason="",
            players_recorded=seated is not None,
            **also,
        )
        if players is not None and seated is not None:
            _reseat(entry, round_, seated)
        for seat in round_.seats.filter(person=mattis):
            entry.change(seat, finish=None)
        entry.touch(round_)
        _bring_players(entry, round_)


def put_into(entry: Entry, round_: Round, state: State, *, seen: int, reason: str, **also: Any) -> None:
    """Let the round stand, be struck or be without a mattis; `also` changes further columns. Raises Stale."""
    kept = "" if state is State.STANDING else reason
    with marks_kept(entry, round_.evening, round_.table):
        entry.change(round_, seen=seen, state=state, reason=kept, **also)
        _bring_players(entry, round_)


def _bring_players(entry: Entry, round_: Round) -> None:
    """Who played a round that stands was there, whatever has been said of him meanwhile."""
    if round_.state != State.STANDING:
        return
    people = Person.objects.filter(seats__round=round_)
    for person in sorted({*people, round_.mattis} - {None}, key=lambda person: person.pk):
        be_present(entry, round_.evening, person, round_.table)


def _refuse_bad_players(mattis: Person, players: Collection[Person]) -> None:
    _refuse_lonely(players)
    if mattis not in players:
        raise Refused(_("%(name)s er ikke blant dem som spilte.") % {"name": mattis.name})


def _refuse_twins(round_: Round) -> None:
    """Nobody plays a round against himself: an undone round may have seats of two who were found to be one."""
    players, who = list(round_.seats.values_list("person_id", flat=True)), Identities()
    if round_.state != State.UNDONE and len({who.of(player) for player in players}) < len(players):
        raise Refused(_("To av dem som spilte runden, er slått sammen til én."))


def _refuse_lonely(players: Collection[Person]) -> None:
    if len(players) < 2:
        raise Refused(_("Det må være minst to ved bordet."))


def refuse_undone(round_: Round) -> None:
    """Raises Refused for a round that only the log remembers."""
    if round_.state == State.UNDONE:
        raise Refused(_("Runden er angret og står ikke i boken."))


def refuse_silence(reason: str) -> None:
    """Raises Refused where no reason is given."""
    if not reason.strip():
        raise Refused(_("Velg eller skriv en begrunnelse."))
