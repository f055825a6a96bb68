"""Calling in to an evening to come, and what the members answer. To say yes is not to have come."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league import log, reminders
from league.coming import Coming
from league.errors import Refused
from league.models import Answer, Evening, Invitation, Person, User
from league.services.attendance import be_present
from league.services.evenings import open_evening
from league.services.locks import fresh, lock_club, lock_evening
from league.verbs import Verb
from league.words import short

FARTHEST = timedelta(days=366)  # ahead; a mistyped year must not pass


@transaction.atomic
def invite(
    *,
    actor: User,
    starts_at: datetime,
    host: Person | None,
    place: str = "",
    remark: str = "",
    answer_by: date | None = None,
) -> Invitation:
    """Call the members in. Raises Refused for a time that has been, or where that evening is called in already."""
    lock_club()
    invitation = Invitation(starts_at=starts_at, host=host, place=place, remark=remark, answer_by=answer_by)
    _refuse_bad_time(invitation)
    with log.entry(Verb.INVITE, actor=actor) as entry:
        return entry.create(invitation)


@transaction.atomic
def change_invitation(
    *,
    actor: User,
    invitation: Invitation,
    seen: int,
    starts_at: datetime,
    host: Person | None,
    place: str,
    remark: str,
    answer_by: date | None,
) -> Invitation:
    """Another time, host, place, remark or deadline. On another day, everybody has to answer anew.

    Raises Stale, and Refused as `invite` does or once the evening is opened, cancelled or past.
    """
    lock_club()
    invitation = fresh(invitation)
    refuse_settled(invitation)
    values: dict[str, Any] = {
        "starts_at": starts_at,
        "host": host,
        "place": place,
        "remark": remark,
        "answer_by": answer_by,
    }
    _refuse_bad_time(Invitation(pk=invitation.pk, **values))
    with log.entry(Verb.CHANGE_INVITATION, actor=actor) as entry:
        if timezone.localdate(starts_at) != timezone.localdate(invitation.starts_at):
            values["reminded_at"] = None
            answers = list(invitation.answers.all())
        else:
            answers = []
        entry.change(invitation, seen=seen, **values)
        for answer in answers:
            entry.delete(answer)
    return invitation


@transaction.atomic
def cancel_invitation(*, actor: User, invitation: Invitation, seen: int) -> Invitation:
    """There will be no such evening; cancelling twice is cancelling once. Raises Stale, Refused once it is opened."""
    lock_club()
    invitation = fresh(invitation)
    if invitation.cancelled_at is None:
        refuse_settled(invitation)
        with log.entry(Verb.CANCEL_INVITATION, actor=actor) as entry:
            entry.change(invitation, seen=seen, cancelled_at=timezone.now())
    return invitation


@transaction.atomic
def answer_invitation(*, actor: User, invitation: Invitation, person: Person, coming: bool, seen: int) -> Answer:
    """He comes, or does not; the same answer again changes nothing. `seen` is 0 where he had not answered.

    Raises Stale, and Refused if he is no member on that day, or the evening is opened, cancelled or past.
    """
    lock_club()
    invitation = fresh(invitation)
    refuse_settled(invitation)
    if not Person.objects.members_on(timezone.localdate(invitation.starts_at)).filter(pk=person.pk).exists():
        raise Refused(_("%(name)s er ikke medlem den dagen.") % {"name": person.name})
    answer = Answer.objects.filter(invitation=invitation, person=person).first()
    if answer and answer.coming == coming:
        return answer
    with log.entry(Verb.ANSWER, actor=actor) as entry:
        if answer is None:
            return entry.create(Answer(invitation=invitation, person=person, coming=coming))
        entry.change(answer, seen=seen, coming=coming)
        return answer


def remind(*, actor: User | None, invitation: Invitation) -> list[User]:
    """Write once, and never again, to the members who have not answered and can log in; to whom it was written.

    It is stored before the letters go out, so that no fault can send them twice. Raises Refused where nobody is
    to be written to, or no e-mail can be sent.
    """
    with reminders.mail_server() as server:
        coming, users = _store_reminder(actor, invitation)
        reminders.send(server, coming, users)
    return users


@transaction.atomic
def _store_reminder(actor: User | None, invitation: Invitation) -> tuple[Coming, list[User]]:
    lock_club()
    invitation = fresh(invitation)
    refuse_settled(invitation)
    if invitation.reminded_at:
        raise Refused(_("Det er alt purret på denne innkallingen."))
    coming = Coming(invitation)
    users = to_remind(coming)
    if not users:
        raise Refused(_("Alle som kan logge inn, har svart."))
    with log.entry(Verb.REMIND, actor=actor) as entry:
        entry.change(invitation, reminded_at=timezone.now())
    return coming, users


def to_remind(coming: Coming) -> list[User]:
    """The log-ins of those who have not answered; who has none hears it from a friend."""
    users = User.objects.filter(is_active=True).filter(
        Q(person__in=coming.silent) | Q(person__merged_into__in=coming.silent)
    )
    return list(users.select_related("person__merged_into").order_by("pk"))


@transaction.atomic
def open_invited(*, actor: User, invitation: Invitation, with_answers: bool, token: str | None = None) -> Evening:
    """Open the evening called in to; `with_answers`: whoever said yes is here, by the word of who opens it.

    Opening it twice is opening it once. Raises TokenUsed, and Refused as `open_evening` does or if it is cancelled.
    """
    lock_club()
    invitation = fresh(invitation)
    if invitation.evening_id:
        return lock_evening(invitation.evening_id)
    refuse_settled(invitation)
    evening = open_evening(
        actor=actor,
        day=timezone.localdate(invitation.starts_at),
        host=invitation.host,
        place=invitation.place,
        remark=invitation.remark,
        token=token,
    )
    if with_answers:
        coming = Coming(invitation)
        with log.entry(Verb.ARRIVE, actor=actor, evening=evening.pk) as entry:
            for reply in coming.replies:
                if reply.person.pk in coming.yes:
                    be_present(entry, evening, reply.person, 1)
    return evening


def refuse_settled(invitation: Invitation) -> None:
    """Raises Refused where there is nothing more to answer."""
    if invitation.cancelled_at:
        raise Refused(_("Kvelden er avlyst."))
    if invitation.evening_id:
        raise Refused(_("Kvelden er alt åpnet."))
    if Coming(invitation).over:
        raise Refused(_("Kvelden er over."))


def _refuse_bad_time(invitation: Invitation) -> None:
    now, starts_at = timezone.now(), invitation.starts_at
    if not now < starts_at < now + FARTHEST:
        raise Refused(_("Det kan ikke kalles inn til %(day)s.") % {"day": short(starts_at)})
    if invitation.answer_by and invitation.answer_by > timezone.localdate(starts_at):
        raise Refused(_("Svarfristen er etter kvelden."))
    twins = Invitation.objects.filter(cancelled_at=None, evening=None, host=invitation.host).exclude(pk=invitation.pk)
    if any(timezone.localdate(twin.starts_at) == timezone.localdate(starts_at) for twin in twins):
        where = _("hos %(host)s") % {"host": invitation.host.name} if invitation.host else _("uten vert")
        raise Refused(_("Det er alt kalt inn til %(day)s %(where)s.") % {"day": short(starts_at), "where": where})
