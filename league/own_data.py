"""*Mine opplysninger*: everything the book holds on one person, for the page and for the file he may take with him."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from league import words
from league.club import office_name
from league.facts import State
from league.models import (
    Answer,
    Attendance,
    Award,
    Club,
    Evening,
    Invitation,
    Leave,
    LogEntry,
    MemberPeriod,
    Office,
    Pen,
    Penalty,
    Person,
    PersonalText,
    ReadLink,
    Round,
    RoundPlayer,
    User,
)
from league.person_page import LifePage
from league.verbs import Verb

type Value = str | int | bool
type Row = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Section:
    """One kind of what is stored: its rows, each with the words for what it says."""

    title: str
    rows: Sequence[Row]


class OwnData:
    """Everything about a person and his doubles. Names nobody else."""

    def __init__(self, person: Person) -> None:
        self.person = person.who
        self.him = [self.person, *self.person.doubles.order_by("pk")]
        self.ids = [one.pk for one in self.him]

    @cached_property
    def logins(self) -> list[User]:
        return list(User.objects.filter(person__in=self.ids))

    @cached_property
    def periods(self) -> list[MemberPeriod]:
        return list(MemberPeriod.objects.filter(person__in=self.ids))

    @cached_property
    def leaves(self) -> list[Leave]:
        return list(Leave.objects.filter(person__in=self.ids))

    @cached_property
    def offices(self) -> list[Office]:
        return list(Office.objects.filter(person__in=self.ids))

    @cached_property
    def figures(self) -> dict[str, int]:
        """How much there is, in the book and in the log."""
        total = LifePage(self.person).total
        return {
            "evenings": total.evenings,
            "hosted": Evening.objects.filter(host__in=self.ids).count(),
            "rounds": total.rounds,
            "strek": total.strek,
            "logged": LogEntry.objects.filter(user__in=self.logins).count(),
        }

    @property
    def sections(self) -> list[Section]:
        """Those that have anything in them."""
        found = [
            Section(_("Navn"), self._names()),
            Section(_("Innlogging"), self._log_ins()),
            Section(_("Medlemstid"), self._memberships()),
            Section(_("Permisjon"), [_days(leave) for leave in self.leaves]),
            Section(_("Verv"), [{_("verv"): office_name(one.kind)} | _days(one) for one in self.offices]),
            Section(_("Frammøte"), self._attendances()),
            Section(_("Vert"), self._hosted()),
            Section(_("Runder"), self._rounds()),
            Section(_("Straffestrek"), self._penalties()),
            Section(_("Svar på innkallinger"), self._answers()),
            Section(_("Vert for innkallinger"), self._invitations()),
            Section(_("Kåringer"), self._awards()),
            Section(_("Penn for en kveld"), self._pens()),
            Section(_("Kalenderlenker"), self._links()),
            Section(_("Tekster i loggen"), self._texts()),
            Section(_("Ført i loggen"), self._acts()),
            Section(_("Annet"), self._besides()),
        ]
        return [section for section in found if section.rows]

    def as_json(self) -> dict[str, Any]:
        """The same for a file: the club, the moment, and each section by its title."""
        club = Club.objects.first()
        head = {_("klubb"): club.name if club else "", _("hentet"): timezone.localtime().isoformat(timespec="seconds")}
        return head | {section.title: [dict(row) for row in section.rows] for section in self.sections}

    def _names(self) -> list[Row]:
        labels = {"name": _("navn"), "short_name": _("kallenavn"), "sort_name": _("sorteres som")}
        return [_filled({label: getattr(one, name) for name, label in labels.items()}) for one in self.him]

    def _log_ins(self) -> list[Row]:
        return [
            {
                _("e-post"): user.email,
                _("sist logget inn"): words.short(user.last_login) if user.last_login else _("aldri"),
                _("kan logge inn"): user.is_active,
            }
            for user in self.logins
        ]

    def _memberships(self) -> list[Row]:
        earlier = _("rundene som gjest teller")
        return [_days(one) | ({earlier: True} if one.earlier_rounds else {}) for one in self.periods]

    def _attendances(self) -> list[Row]:
        rows = Attendance.objects.filter(person__in=self.ids).select_related("evening").order_by("evening__date", "pk")
        return [
            _on(one.evening)
            | {_("til stede"): one.present}
            | _filled(
                {
                    _("kom"): words.clock(one.arrived_at) if one.arrived_at else "",
                    _("gikk"): words.clock(one.left_at) if one.left_at else "",
                    _("bord"): one.table,
                    _("plass ved bordet"): one.seat,
                }
            )
            for one in rows
        ]

    def _hosted(self) -> list[Row]:
        return [
            _on(evening) | _filled({_("sted"): evening.place, _("merknad"): evening.remark})
            for evening in Evening.objects.filter(host__in=self.ids).order_by("date", "pk")
        ]

    def _rounds(self) -> list[Row]:
        """Those he played or lost, undone ones too."""
        seats = {seat.round_id: seat for seat in RoundPlayer.objects.filter(person__in=self.ids)}
        named = models.Q(mattis__in=self.ids) | models.Q(dealer__in=self.ids) | models.Q(bladmattis__in=self.ids)
        played = models.Q(pk__in=RoundPlayer.objects.filter(person__in=self.ids).values("round"))
        rounds = Round.objects.filter(named | played).select_related("evening").order_by("evening__date", "place", "pk")
        return [
            _on(one.evening)
            | {_("bord"): one.table, _("strek"): one.mattis_id in self.ids and one.state == State.STANDING}
            | _filled(
                {
                    _("tilstand"): "" if one.state == State.STANDING else one.get_state_display(),
                    _("Mattis"): one.mattis_id in self.ids and one.state != State.STANDING,
                    _("ga"): one.dealer_id in self.ids,
                    _("bladmattis"): one.bladmattis_id in self.ids,
                    _("ute som nummer"): seats[one.pk].finish if one.pk in seats else None,
                    _("begrunnelse"): one.reason,
                    _("merknad"): one.remark,
                }
            )
            for one in rounds
        ]

    def _penalties(self) -> list[Row]:
        rows = Penalty.objects.filter(person__in=self.ids).select_related("evening").order_by("evening__date", "pk")
        return [_on(one.evening) | {_("begrunnelse"): one.reason, _("strøket"): one.struck} for one in rows]

    def _answers(self) -> list[Row]:
        rows = Answer.objects.filter(person__in=self.ids).select_related("invitation").order_by("invitation__starts_at")
        return [{_("innkalling"): words.short(one.invitation.starts_at), _("kommer"): one.coming} for one in rows]

    def _invitations(self) -> list[Row]:
        rows = Invitation.objects.filter(host__in=self.ids)
        return [
            {_("innkalling"): words.short(one.starts_at)} | _filled({_("sted"): one.place, _("merknad"): one.remark})
            for one in rows
        ]

    def _awards(self) -> list[Row]:
        rows = Award.objects.filter(person__in=self.ids).order_by("year", "pk")
        awards: list[Row] = [
            {_("tittel"): one.get_title_display(), _("år"): one.year}
            | _filled({_("dato"): words.short(one.day) if one.day else "", _("møte"): one.meeting})
            for one in rows
        ]
        trophy = Club.objects.filter(trophy__in=self.ids).exists()
        return [*awards, {_("har pokalen"): True}] if trophy else awards

    def _pens(self) -> list[Row]:
        return [_on(pen.evening) for pen in Pen.objects.filter(person__in=self.ids).select_related("evening")]

    def _links(self) -> list[Row]:
        return [
            {_("laget"): words.short(link.created_at)}
            | _filled({_("trukket tilbake"): words.short(link.revoked_at) if link.revoked_at else ""})
            for link in ReadLink.objects.filter(person__in=self.ids)
        ]

    def _texts(self) -> list[Row]:
        texts = PersonalText.objects.filter(person__in=self.ids).exclude(text="").order_by("pk")
        return [{_("tekst"): text} for text in dict.fromkeys(texts.values_list("text", flat=True))]

    def _acts(self) -> list[Row]:
        entries = LogEntry.objects.filter(user__in=self.logins).order_by("pk")
        return [
            {_("når"): f"{words.short(at)} {words.clock(at)}", _("hva"): str(Verb(verb).label)}
            for at, verb in entries.values_list("at", "verb")
        ]

    def _besides(self) -> list[Row]:
        """Rows of other parts of the site that hold on to him, told by their number alone."""
        relations = (
            relation
            for relation in Person._meta.get_fields(include_hidden=True)
            if isinstance(relation, models.ForeignObjectRel) and relation.related_model._meta.app_label != "league"
        )
        counted = {
            capfirst(relation.related_model._meta.verbose_name_plural): relation.related_model._base_manager.filter(
                **{f"{relation.field.name}__in": self.ids}
            ).count()
            for relation in relations
        }
        return [{str(name): count} for name, count in counted.items() if count]


def _on(evening: Evening) -> dict[str, Value]:
    return {_("dato"): words.short(evening.date)}


def _days(period: MemberPeriod | Leave | Office) -> dict[str, Value]:
    days: dict[str, Value] = {_("fra"): words.short(period.first_day)}
    return days | ({_("til"): words.short(period.last_day)} if period.last_day else {})


def _filled(values: Mapping[str, Value | None]) -> dict[str, Value]:
    """What there is anything to say of."""
    return {label: value for label, value in values.items() if value}
