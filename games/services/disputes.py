"""Raising a dispute about a round, telling what happened, and ruling on it.

A dispute about a finished round marks it as contested; its strek counts until the ruling, and the ruling changes the
book through the league's own services.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Dispute, Ruling, Version
from league import log
from league.errors import Refused
from league.facts import Deadline, State, UnlawfulPlay
from league.facts import Ruling as Outcome
from league.identity import Identities
from league.models import Club, Evening, Office, Person, Round, User
from league.pictures import Picture
from league.services import penalties, rulings
from league.services.attendance import refuse_no_table
from league.services.locks import fresh, lock_evening
from league.verbs import Verb

OUTCOMES = {
    Ruling.Kind.UPHOLD: Outcome.UPHOLD,
    Ruling.Kind.GIVE: Outcome.GIVE,
    Ruling.Kind.ANNUL: Outcome.ANNUL,
}


@transaction.atomic
def raise_dispute(
    *, actor: User, person: Person, evening_id: int, table: int, round_: Round | None, late: bool = False
) -> Dispute:
    """A dispute about a finished round, or (None) about the one in play at a table, which has no loser yet.

    Where there is an open one about it already, that is the answer. `late`: whoever rules may take a round up after
    the deadline. Raises Refused after the deadline, in a closed season, or about a round that was undone.
    """
    refuse_no_table(table)
    evening = lock_evening(evening_id)
    if known := open_about(evening.pk, table, round_):
        return known
    if not late:
        refuse_late(evening)
    if round_:
        rulings.contest_round(
            actor=actor, round_id=round_.pk, seen=fresh(round_).version, reason=_("tvisten er ikke avgjort")
        )
    else:
        rulings.contest_next(actor=actor, evening_id=evening.pk, table=table)
    with log.entry(Verb.RAISE_DISPUTE, actor=actor, evening=evening.pk) as entry:
        return entry.create(
            Dispute(evening=evening, table=table, round=round_, raised_by=person, raised_at=timezone.now())
        )


@transaction.atomic
def tell(
    *,
    actor: User,
    dispute: Dispute,
    seen: int,
    happened: str,
    claim: str,
    touched: str,
    against: Person | None,
) -> Dispute:
    """What happened, what is claimed and against whom. Raises Stale, Refused once it is ruled on."""
    lock_evening(dispute.evening_id)
    dispute = fresh(dispute)
    refuse_ruled(dispute)
    with log.entry(Verb.TELL_DISPUTE, actor=actor, evening=dispute.evening_id) as entry:
        entry.change(
            dispute, seen=seen, happened=happened.strip(), claim=claim.strip(), touched=touched, against=against
        )
    return dispute


@transaction.atomic
def show_table(*, actor: User, dispute: Dispute, picture: Picture) -> Dispute:
    """A photo of the table; a later one takes its place. Raises Refused once it is ruled on."""
    lock_evening(dispute.evening_id)
    dispute = fresh(dispute)
    refuse_ruled(dispute)
    with log.entry(Verb.TELL_DISPUTE, actor=actor, evening=dispute.evening_id) as entry:
        if entry.change(dispute, photo_digest=picture.digest):
            dispute.photo = picture.data
            dispute.save(update_fields=["photo"])
    return dispute


@transaction.atomic
def explain(
    *, actor: User, dispute: Dispute, person: Person, words: str | None = None, question: str | None = None
) -> Version:
    """How he remembers it, in words, as a question to the referee, or both (None: as it was).

    Raises Refused once it is ruled on.
    """
    lock_evening(dispute.evening_id)
    refuse_ruled(fresh(dispute))
    both: dict[str, Any] = {"words": words and words.strip(), "question": question}
    given = {name: value for name, value in both.items() if value is not None}
    version = Version.objects.filter(dispute=dispute, person=person).first()
    with log.entry(Verb.TELL_DISPUTE, actor=actor, evening=dispute.evening_id) as entry:
        if version:
            entry.change(version, **given)
            return version
        return entry.create(Version(dispute=dispute, person=person, **given))


@transaction.atomic
def rule(
    *,
    actor: User,
    dispute: Dispute,
    seen: int,
    kind: Ruling.Kind,
    reason: str,
    mattis: Person | None = None,
    question: str = "",
    ply: int | None = None,
    answer: str = "",
    paragraph: str = "",
    penalty_for: Person | None = None,
) -> Ruling:
    """*Kjennelse*: the round stands, its strek goes to another, it is annulled, or play goes on.

    `question` or `ply` is what the referee was asked, `answer` and `paragraph` what he said. `penalty_for` gets a
    straffestrek, where that is the club's consequence of unlawful play.
    Raises Stale, and Refused without a reason, by a party where somebody else can rule, if it is ruled on already, or
    for a strek given to whoever has it.
    """
    lock_evening(dispute.evening_id)
    dispute = fresh(dispute)
    refuse_ruled(dispute)
    round_, party = about(dispute), is_party(dispute, actor)
    _refuse_ruling(dispute, round_, kind, mattis, reason, party=party)
    with log.entry(Verb.RULE, actor=actor, evening=dispute.evening_id, reason=reason) as entry:
        entry.change(dispute, seen=seen, round=round_)
        ruling = entry.create(
            Ruling(
                dispute=dispute,
                kind=kind,
                mattis=mattis if kind is Ruling.Kind.GIVE else None,
                reason=reason.strip(),
                penalty=UnlawfulPlay.PENALTY if penalty_for else "",
                question=question,
                ply=ply,
                answer=answer,
                paragraph=paragraph,
                disqualified=party,
                ruled_by=actor,
                ruled_at=timezone.now(),
            )
        )
    if round_:
        _settle(actor, round_, kind, mattis, reason)
    elif dispute.evening.contested_tables:
        rulings.contest_next(actor=actor, evening_id=dispute.evening_id, table=dispute.table, contested=False)
    if penalty_for:
        _punish(actor, dispute, penalty_for, reason)
    return ruling


@transaction.atomic
def reopen(*, actor: User, dispute: Dispute, seen: int, reason: str) -> Dispute:
    """Take up a dispute that was ruled on, as the annual meeting may.

    Raises Stale, and Refused without a reason or where another dispute about the round is open.
    """
    lock_evening(dispute.evening_id)
    dispute = fresh(dispute)
    if is_open(dispute):
        return dispute
    _refuse_unexplained(reason)
    round_ = about(dispute)
    if round_ and open_about(dispute.evening_id, dispute.table, round_):
        raise Refused(_("Det er alt en åpen tvist om runden."))
    if round_:
        rulings.contest_round(actor=actor, round_id=round_.pk, seen=round_.version, reason=reason)
    with log.entry(Verb.REOPEN_DISPUTE, actor=actor, evening=dispute.evening_id, reason=reason) as entry:
        entry.change(dispute, seen=seen, reopened_at=timezone.now())
    return dispute


# --- What is asked of a dispute


def is_open(dispute: Dispute) -> bool:
    """It has not been ruled on, or has been taken up again since."""
    return Dispute.objects.undecided().filter(pk=dispute.pk).exists()


def open_about(evening_id: int, table: int, round_: Round | None) -> Dispute | None:
    """The dispute that has not been ruled on, about a round or (None) the one in play at that table.

    One raised while its round was played is about that round once it is logged, and no more about the one in play.
    """
    undecided = Dispute.objects.undecided().filter(evening=evening_id, table=table)
    return next((dispute for dispute in undecided if about(dispute) == round_), None)


def about(dispute: Dispute) -> Round | None:
    """The round it is about; of one in play, the next that was logged at that table. None: not finished yet."""
    if dispute.round:
        return dispute.round
    later = dispute.evening.rounds.filter(table=dispute.table, logged_at__gt=dispute.raised_at)
    return later.exclude(state=State.UNDONE).order_by("logged_at").first()


def parties(dispute: Dispute) -> set[int]:
    """Who may not rule on it: who raised it, whom it is against, who has the strek or was given it; never a double."""
    round_, who = about(dispute), Identities()
    found = {dispute.raised_by_id, dispute.against_id, round_.mattis_id if round_ else None}
    found |= set(dispute.rulings.values_list("mattis", flat=True))
    return {who.of(person) for person in found if person}


def is_party(dispute: Dispute, user: User) -> bool:
    """Whether it is about him, so that he rules only where nobody else can."""
    return Identities().of(user.person_id) in parties(dispute)


def others_who_can_rule(dispute: Dispute) -> list[Person]:
    """Chairman and administrators who can log in and are no party."""
    who, kinds = Identities(), (Office.Kind.CHAIRMAN, Office.Kind.ADMINISTRATOR)
    offices = Office.objects.running(timezone.localdate()).filter(kind__in=kinds)
    able = User.objects.filter(is_active=True).exclude(person=None)
    held, can_log_in = ({who.of(one) for one in rows.values_list("person_id", flat=True)} for rows in (offices, able))
    return list(Person.objects.filter(pk__in=held & can_log_in - parties(dispute)).order_by("pk"))


def refuse_late(evening: Evening) -> None:
    """Raises Refused after the club's deadline for raising disputes about an evening."""
    today = timezone.localdate()
    match Club.objects.get().dispute_deadline:
        case Deadline.NEXT_EVENING:
            late = Evening.objects.filter(date__gt=evening.date).exists()
        case Deadline.WEEK:
            late = today > evening.date + timedelta(days=7)
        case _:
            late = False  # a closed season refuses by itself
    if late:
        raise Refused(_("Fristen for å reise tvist om den kvelden er ute."))


def _refuse_unexplained(reason: str) -> None:
    if not reason.strip():
        raise Refused(_("Skriv hvorfor."))


def refuse_ruled(dispute: Dispute) -> None:
    """Raises Refused once it is ruled on."""
    if not is_open(dispute):
        raise Refused(_("Tvisten er avgjort."))


def _refuse_ruling(
    dispute: Dispute, round_: Round | None, kind: Ruling.Kind, mattis: Person | None, reason: str, *, party: bool
) -> None:
    if party and (other := others_who_can_rule(dispute)):
        raise Refused(_("Du er part i tvisten. %(name)s kan avgjøre den.") % {"name": other[0].name})
    _refuse_unexplained(reason)
    if kind is Ruling.Kind.PLAY_ON and round_:
        raise Refused(_("Runden er ferdig spilt."))
    if kind is not Ruling.Kind.PLAY_ON and round_ is None:
        raise Refused(_("Runden er ikke ferdig. Er den brutt av, føres den først som uten Mattis."))
    if kind is Ruling.Kind.GIVE and round_ and mattis and round_.mattis_id == mattis.pk:
        raise Refused(_("%(name)s har streken alt. Skal den stå, stadfestes den.") % {"name": mattis.name})


def _settle(actor: User, round_: Round, kind: Ruling.Kind, mattis: Person | None, reason: str) -> None:
    """Let the book follow. A round disputed while it was played is contested and settled in one."""
    if not round_.contested:
        round_ = rulings.contest_round(
            actor=actor, round_id=round_.pk, seen=round_.version, reason=_("tvist reist mens runden gikk")
        )
    rulings.rule_on_round(
        actor=actor,
        round_id=round_.pk,
        seen=fresh(round_).version,
        ruling=OUTCOMES[kind],
        mattis=mattis,
        reason=reason,
    )


def _punish(actor: User, dispute: Dispute, person: Person, reason: str) -> None:
    if Club.objects.get().unlawful_play != UnlawfulPlay.PENALTY:
        raise Refused(_("Klubben har ikke straffestrek."))
    penalties.give_penalty(actor=actor, evening_id=dispute.evening_id, person=person, reason=reason)
