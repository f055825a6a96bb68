"""Evenings, who came, and the rounds played."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import ClassVar, Self

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.facts import State
from league.models.people import Person

DAY_BREAKS = time(6, 0)  # an evening that nobody closed is over at six in the morning


class EveningQuerySet(models.QuerySet["Evening"]):
    def in_order(self) -> Self:
        """As `league.facts.by_play`."""
        first = {"nulls_first": True}
        return self.order_by("date", models.F("opened_at").asc(**first), models.F("host").asc(**first), "pk")

    def between(self, first_day: object, last_day: object | None) -> Self:
        found = self.filter(date__gte=first_day)
        return found if last_day is None else found.filter(date__lte=last_day)


class Evening(models.Model):
    """One evening; its date is the day it began, whatever the clock said when it ended."""

    date = models.DateField(_("dato"))
    host = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="hosted", verbose_name=_("vert")
    )
    place = models.CharField(_("sted"), max_length=120, blank=True)
    remark = models.CharField(_("merknad"), max_length=200, blank=True)
    opened_at = models.DateTimeField(_("åpnet"), null=True, blank=True)
    closed_at = models.DateTimeField(_("avsluttet"), null=True, blank=True)
    reopened_at = models.DateTimeField(_("åpnet igjen"), null=True, blank=True)
    attendance_recorded = models.BooleanField(_("frammøte ført"), default=True)
    counts_by_decision = models.BooleanField(_("bokførerens avgjørelse"), null=True, blank=True)
    # Tables whose round in play is disputed before it has a loser: it is contested once it is logged.
    contested_tables = models.JSONField(_("bord med omstridt runde"), default=list, blank=True, editable=False)
    imported = models.CharField(max_length=64, blank=True, editable=False)  # digest of the old book's row
    version = models.PositiveIntegerField(default=1, editable=False)

    PERSONAL: ClassVar[frozenset[str]] = frozenset({"place", "remark"})

    objects = EveningQuerySet.as_manager()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["date", "id"], name="evening_in_order")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["date", "host"], name="one_evening_a_date_and_host")
        ]
        verbose_name = _("kveld")
        verbose_name_plural = _("kvelder")

    def __str__(self) -> str:
        return f"{self.date:%d.%m.%Y}"

    def ended_at(self, now: datetime) -> datetime | None:
        """When the evening ended, seen from `now`; None while it is open.

        Nobody closed it: it ended at six the morning after it began, or after it was last reopened.
        """
        if self.closed_at:
            return self.closed_at
        end = next_morning(max(self._noon, self.reopened_at or self._noon))
        return end if now >= end else None

    def goes_on(self, now: datetime) -> bool:
        """Whether what is entered `now` happens now, rather than being filled in afterwards."""
        return self.opened_at is not None and now < next_morning(self._noon) and self.ended_at(now) is None

    @property
    def _noon(self) -> datetime:
        return timezone.make_aware(datetime.combine(self.date, time(12)))


def next_morning(moment: datetime) -> datetime:
    """The first six o'clock after it."""
    local = timezone.localtime(moment)
    morning = local.date() + timedelta(days=local.time() >= DAY_BREAKS)
    return timezone.make_aware(datetime.combine(morning, DAY_BREAKS))


class Attendance(models.Model):
    """One person at one evening. `table` None: came, but does not play.

    `sits_out` and `deals` hold the number of the coming round the keeper's tap was about; once that
    round is logged they concern the past and say nothing more.
    """

    # The constraint and the index below begin with these two, so they need none of their own.
    evening = models.ForeignKey(Evening, models.PROTECT, related_name="attendances", db_index=False)
    person = models.ForeignKey(Person, models.PROTECT, related_name="attendances", db_index=False)
    present = models.BooleanField(_("til stede"), default=True)
    table = models.PositiveSmallIntegerField(_("bord"), null=True, blank=True)
    arrived_at = models.DateTimeField(_("kom"), null=True, blank=True)
    left_at = models.DateTimeField(_("gikk"), null=True, blank=True)
    seat = models.PositiveSmallIntegerField(_("plass ved bordet"), null=True, blank=True)  # with the clock, from 1
    sits_out = models.PositiveSmallIntegerField(_("står over runde"), null=True, blank=True)
    deals = models.PositiveSmallIntegerField(_("gir i runde"), null=True, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["evening", "person"], name="one_attendance_each")
        ]
        indexes: ClassVar[list[models.Index]] = [
            # Lifetime evenings of a person: counted from this index.
            models.Index(fields=["person", "present", "evening"], name="attendance_by_person")
        ]
        verbose_name = _("frammøte")
        verbose_name_plural = _("frammøter")

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.person_id}"


class RoundQuerySet(models.QuerySet["Round"]):
    def in_order(self) -> Self:
        """Order of play within each table; rounds of unknown order come first, as they were stored."""
        return self.order_by("table", models.F("place").asc(nulls_first=True), "pk")

    def standing(self) -> Self:
        return self.filter(state=State.STANDING)


class Round(models.Model):
    """One deal played to its mattis.

    `place` orders a table's rounds: a forgotten one gets the middle between its neighbours, so that
    putting it in changes no other row. It is empty where the order is not recorded. `dealer` is who
    the page named when the round was logged: a later correction changes nothing already played.
    """

    TRUMPS: ClassVar = [("s", _("spar")), ("h", _("hjerter")), ("d", _("ruter")), ("c", _("kløver"))]

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="rounds")
    table = models.PositiveSmallIntegerField(_("bord"), default=1)
    place = models.FloatField(_("plass i rekken"), null=True, blank=True)
    state = models.CharField(
        _("tilstand"),
        max_length=10,
        default=State.STANDING,
        choices=[
            (State.STANDING, _("står")),
            (State.UNDONE, _("angret")),
            (State.STRUCK, _("strøket")),
            (State.VOID, _("uten Mattis")),
        ],
    )
    reason = models.CharField(_("begrunnelse"), max_length=200, blank=True)
    mattis = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="strek", verbose_name=_("Mattis")
    )
    dealer = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("giver"))
    players_recorded = models.BooleanField(_("spillere ført"), default=True)
    logged_at = models.DateTimeField(_("ført"), null=True, blank=True)
    bladmattis = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("bladmattis")
    )
    trump = models.CharField(
        _("trumf"),
        max_length=1,
        blank=True,
        choices=TRUMPS,
    )
    remark = models.CharField(_("merknad"), max_length=200, blank=True)
    contested = models.BooleanField(_("omstridt"), default=False)  # it counts until it is ruled on
    version = models.PositiveIntegerField(default=1, editable=False)

    PERSONAL: ClassVar[frozenset[str]] = frozenset({"reason", "remark"})

    objects = RoundQuerySet.as_manager()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            # An evening's rounds in their order, and all years' strek and hats from this index alone.
            models.Index(fields=["evening", "state", "table", "place", "mattis"], name="round_in_order"),
            # Lifetime strek: counted from this index alone.
            models.Index(fields=["mattis", "state"], name="round_strek"),
            models.Index(fields=["state", "id"], name="round_not_standing", condition=~models.Q(state=State.STANDING)),
            models.Index(fields=["evening"], name="round_unrecorded", condition=models.Q(players_recorded=False)),
            models.Index(fields=["evening"], name="round_contested", condition=models.Q(contested=True)),
        ]
        verbose_name = _("runde")
        verbose_name_plural = _("runder")

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.table}/{self.pk}"


class RoundPlayer(models.Model):
    """One who played a round; `finish` is his place in the order of going out, if it was noted."""

    # As with attendance
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats", db_index=False)
    person = models.ForeignKey(Person, models.PROTECT, related_name="seats", db_index=False)
    finish = models.PositiveSmallIntegerField(_("ute som nummer"), null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["round", "person"], name="one_seat_each")
        ]
        indexes: ClassVar[list[models.Index]] = [
            # Lifetime rounds of a person: counted from this index alone.
            models.Index(fields=["person", "round"], name="seat_by_person")
        ]
        verbose_name = _("plass ved bordet")
        verbose_name_plural = _("plasser ved bordet")

    def __str__(self) -> str:
        return f"{self.round_id}/{self.person_id}"


class Penalty(models.Model):
    """*Straffestrek*: a mark of its own for an unlawful play. It belongs to an evening and to no round."""

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="penalties", verbose_name=_("kveld"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="penalties", verbose_name=_("hvem"))
    reason = models.CharField(_("begrunnelse"), max_length=200)
    struck = models.BooleanField(_("strøket"), default=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    PERSONAL: ClassVar[frozenset[str]] = frozenset({"reason"})

    class Meta:
        verbose_name = _("straffestrek")
        verbose_name_plural = _("straffestrek")

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.person_id}"


class Photo(models.Model):
    """The evening's one photo, shrunk and without what the camera noted beside it. For members only."""

    evening = models.OneToOneField(Evening, models.PROTECT, related_name="photo", verbose_name=_("kveld"))
    image = models.BinaryField(editable=False)  # JPEG
    width = models.PositiveSmallIntegerField(editable=False)
    height = models.PositiveSmallIntegerField(editable=False)
    digest = models.CharField(max_length=64, editable=False)  # what the log remembers of the picture
    version = models.PositiveIntegerField(default=1, editable=False)

    UNLOGGED: ClassVar[frozenset[str]] = frozenset({"image"})

    class Meta:
        verbose_name = _("bilde")
        verbose_name_plural = _("bilder")

    def __str__(self) -> str:
        return f"{self.evening_id}"
