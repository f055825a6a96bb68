"""The rounds of an evening: logging, undoing, putting in, correcting, moving."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import log
from league.deal import next_deal
from league.errors import Refused
from league.facts import State
from league.log import Entry
from league.models import Evening, Person, Round, RoundPlayer, User
from league.services.attendance import be_present, coming_round, refuse_ended
from league.services.locks import lock_evening
from league.verbs import Verb


@transaction.atomic
def add_round(
    *, actor: User, evening_id: int, table: int, mattis: Person | None, reason: str = "", token: str | None = None
) -> Round:
    """The round just played at a table has its mattis: one strek. None: *uten Mattis*, with a reason.

    The players are those at the table who do not sit out; the mattis is among them, present or not
    until now. The same tap again answers with the round it made.
    Raises TokenUsed, and Refused with fewer than two players or on an ended evening.
    """
    evening = lock_evening(evening_id)
    asked: dict[str, Any] = {"evening": evening.pk, "table": table, "mattis": mattis and mattis.pk}
    if done := log.answered(token, Verb.ADD_ROUND, asked):
        return Round.objects.get(pk=done.made("round"))
    refuse_ended(evening)
    if mattis is None and not reason.strip():
        raise Refused(_("Skriv hvorfor runden er uten Mattis."))
    number = coming_round(evening, table)
    with log.entry(Verb.ADD_ROUND, actor=actor, evening=evening.pk, token=token, asked=asked) as entry:
        if mattis:
            _seat_loser(entry, evening, mattis, table, number)
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
                logged_at=timezone.now(),
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

    Raises TokenUsed, and Refused if the mattis did not play, with fewer than two players, or on an ended evening.
    """
    evening = lock_evening(evening_id)
    asked: dict[str, Any] = {"evening": evening.pk, "table": table, "after": after and after.pk, "mattis": mattis.pk}
    if done := log.answered(token, Verb.INSERT_ROUND, asked):
        return Round.objects.get(pk=done.made("round"))
    refuse_ended(evening)
    _refuse_bad_players(mattis, players)
    with log.entry(Verb.INSERT_ROUND, actor=actor, evening=evening.pk, token=token, asked=asked) as entry:
        for person in players:
            be_present(entry, evening, person, table)
        return _store(
            entry,
            Round(evening=evening, table=table, place=_place_after(evening, table, after), mattis=mattis),
            players,
        )


@transaction.atomic
def undo_round(*, actor: User, round_id: int, seen: int) -> Round:
    """*Angre*: the round never was; only the log remembers. Undoing twice is undoing once.

    Raises Stale, Refused once the evening has ended.
    """
    return _turn(round_id, Verb.UNDO_ROUND, actor, seen, State.STANDING, State.UNDONE)


@transaction.atomic
def redo_round(*, actor: User, round_id: int, seen: int) -> Round:
    """Take back *Angre*. Raises Stale, Refused once the evening has ended."""
    return _turn(round_id, Verb.REDO_ROUND, actor, seen, State.UNDONE, State.STANDING)


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
    if Round.objects.get(pk=round_id).mattis_id is None:
        raise Refused(_("Runden har ingen Mattis. Rett den og velg en."))
    return _change_state(round_id, Verb.RESTORE_ROUND, actor, seen, State.STANDING, reason)


@transaction.atomic
def correct_round(
    *, actor: User, round_id: int, seen: int, mattis: Person, players: Collection[Person] | None, reason: str
) -> Round:
    """Another mattis, or other players (None: not recorded, as before). The round stands afterwards.

    Raises Stale, Refused without a reason or if the mattis did not play.
    """
    round_ = _locked(round_id)
    _refuse_silence(reason)
    if players is not None:
        _refuse_bad_players(mattis, players)
    with log.entry(Verb.CORRECT_ROUND, actor=actor, evening=round_.evening_id, reason=reason) as entry:
        entry.change(
            round_,
            seen=seen,
            mattis=mattis,
            state=State.STANDING,
            reason="",
            players_recorded=round_.players_recorded or players is not None,
        )
        for person in {mattis, *(players or ())}:
            be_present(entry, round_.evening, person, round_.table)
        if players is not None:
            _reseat(entry, round_, players)
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

    Raises Stale, Refused if two went out as the same number or the mattis as any.
    """
    round_ = _locked(round_id)
    numbers = [number for number in finish.values() if number]
    if len(numbers) != len(set(numbers)):
        raise Refused(_("To spillere kan ikke være ute som samme nummer."))
    if round_.mattis_id and finish.get(round_.mattis_id):
        raise Refused(_("Mattis gikk ikke ut."))
    with log.entry(Verb.NOTE_ROUND, actor=actor, evening=round_.evening_id) as entry:
        entry.change(round_, seen=seen, bladmattis=bladmattis, trump=trump, remark=remark)
        for seat in round_.seats.all():
            entry.change(seat, finish=finish.get(seat.person_id))
    return round_


@transaction.atomic
def move_rounds(*, actor: User, seen: dict[int, int], to_evening_id: int, table: int, reason: str) -> list[Round]:
    """Move rounds (id to version seen) to the end of a table of another evening, in their order, as one act.

    Their players become present there; where they were they stay present, for presence is its own fact.
    Raises Stale, Refused without a reason or if the rounds are of more than one evening.
    """
    _refuse_silence(reason)
    rounds = list(Round.objects.filter(pk__in=seen).in_order())
    origins = {round_.evening_id for round_ in rounds}
    if len(origins) != 1 or len(rounds) != len(seen):
        raise Refused(_("Velg runder fra én kveld."))
    # In the order of ids, so that two moves in opposite directions cannot wait for each other.
    evenings = {pk: lock_evening(pk) for pk in sorted({*origins, to_evening_id})}
    target = evenings[to_evening_id]
    with log.entry(Verb.MOVE_ROUNDS, actor=actor, evening=target.pk, reason=reason) as entry:
        place = _last_place(target, table)
        for number, round_ in enumerate(rounds, start=1):
            round_.refresh_from_db(fields=["version", "place", "table"])
            entry.change(
                round_,
                seen=seen[round_.pk],
                evening=target,
                table=table,
                place=None if round_.place is None else place + number,
            )
            for person in _people_of(round_):
                be_present(entry, target, person, table)
    return rounds


def players_next(evening: Evening, table: int) -> list[Person]:
    """Those who play the coming round at a table."""
    coming = coming_round(evening, table)
    seated = Attendance.objects.filter(evening=evening, table=table, present=True, left_at=None).select_related(
        "person"
    )
    return [attendance.person for attendance in seated if attendance.sits_out != coming]


def _seat_loser(entry: Entry, evening: Evening, mattis: Person, table: int, number: int) -> None:
    """Who loses has played: he is present, at this table, not gone and not sitting out."""
    attendance = be_present(entry, evening, mattis, table)
    sits_out = None if attendance.sits_out == number else attendance.sits_out
    entry.change(attendance, table=table, left_at=None, sits_out=sits_out)


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
    chosen = evening.attendances.filter(table=table, deals=number).values_list("person_id", flat=True).first()
    played = evening.rounds.filter(table=table).in_order().values_list("state", "mattis_id")
    return next_deal(
        rounds=[(State(state), mattis) for state, mattis in played],
        players=players,
        host=evening.host_id,
        chosen=chosen,
    ).dealer


def _last_place(evening: Evening, table: int) -> float:
    places = evening.rounds.filter(table=table, place__isnull=False).order_by("-place")
    return places.values_list("place", flat=True).first() or 0.0


def _place_after(evening: Evening, table: int, after: Round | None) -> float:
    """The middle between a round and the one that follows it."""
    before = after.place if after and after.place is not None else 0.0
    following = evening.rounds.filter(table=table, place__gt=before).order_by("place")
    upper = following.values_list("place", flat=True).first()
    return before + 1 if upper is None else (before + upper) / 2


def _turn(round_id: int, verb: Verb, actor: User, seen: int, old: State, new: State) -> Round:
    round_ = _locked(round_id)
    if round_.state == new:
        return round_
    refuse_ended(round_.evening)
    if round_.state != old:
        raise Refused(_("Runden er alt strøket eller rettet."))
    with log.entry(verb, actor=actor, evening=round_.evening_id) as entry:
        entry.change(round_, seen=seen, state=new, reason=_("angret") if new is State.UNDONE else "")
    return round_


def _change_state(round_id: int, verb: Verb, actor: User, seen: int, state: State, reason: str) -> Round:
    round_ = _locked(round_id)
    _refuse_silence(reason)
    kept = "" if state is State.STANDING else reason
    with log.entry(verb, actor=actor, evening=round_.evening_id, reason=reason) as entry:
        entry.change(round_, seen=seen, state=state, reason=kept)
    return round_


def _locked(round_id: int) -> Round:
    evening = lock_evening(Round.objects.values_list("evening_id", flat=True).get(pk=round_id))
    round_ = Round.objects.select_related("mattis").get(pk=round_id)
    round_.evening = evening
    return round_


def _people_of(round_: Round) -> set[Person]:
    people = set(Person.objects.filter(seats__round=round_))
    return people | {round_.mattis} if round_.mattis else people


def _refuse_bad_players(mattis: Person, players: Collection[Person]) -> None:
    _refuse_lonely(players)
    if mattis not in players:
        raise Refused(_("%(name)s er ikke blant dem som spilte.") % {"name": mattis.name})


def _refuse_lonely(players: Collection[Person]) -> None:
    if len(players) < 2:
        raise Refused(_("Det må være minst to ved bordet."))


def _refuse_silence(reason: str) -> None:
    if not reason.strip():
        raise Refused(_("Velg eller skriv en begrunnelse."))
