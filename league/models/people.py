"""People, and what they are on a given day."""

from __future__ import annotations

from datetime import date
from typing import ClassVar, Self

from django.db import models
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

_SAME_AS = """
    SELECT id FROM league_person WHERE coalesce(merged_into_id, id) = (
        SELECT coalesce(merged_into_id, id) FROM league_person WHERE id = %s
    )
"""


class PersonQuerySet(models.QuerySet["Person"]):
    def members_on(self, day: date) -> Self:
        """Those with a member period that runs on `day`, on leave or not."""
        running = MemberPeriod.objects.running(day)
        return self.filter(pk__in=running.values_list(Coalesce("person__merged_into", "person")))

    def kept(self) -> Self:
        """Everybody but the doubles: whom lists show and pickers offer."""
        return self.filter(merged_into=None)

    def same_as(self, person: int) -> RawSQL:
        """For `person__in=`: the ids of all rows that are this one person, whichever of them is named.

        Written out, for put together of querysets it costs four times as much, and every page asks.
        """
        return RawSQL(_SAME_AS, [person])  # noqa: S611


class Person(models.Model):
    """One identity for as long as the book lasts; a new name is the same person."""

    name = models.CharField(_("navn"), max_length=120)
    short_name = models.CharField(
        _("kallenavn"), max_length=40, blank=True, help_text=_("Det som står på knappen. Tomt: fornavnet.")
    )
    sort_name = models.CharField(
        _("sorteres som"), max_length=120, blank=True, help_text=_("Bare når navnet ikke skal stå der alfabetet sier.")
    )
    # A double points to the person kept, one level. No other row is re-pointed: `league.identity` reads the
    # book as if both had been one all along.
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="doubles", verbose_name=_("samme som")
    )
    former = models.PositiveIntegerField(_("tidligere medlem nummer"), null=True, unique=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    PERSONAL: ClassVar[frozenset[str]] = frozenset({"name", "short_name", "sort_name"})

    objects = PersonQuerySet.as_manager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("personer")

    def __str__(self) -> str:
        return self.name

    @property
    def who(self) -> Person:
        """The person he is: himself, or the one kept whose double he is."""
        return self.merged_into or self

    def has_history(self) -> bool:
        """Whether any row of any kind holds on to him: asked of the relations, so that none can be forgotten."""
        return any(
            relation.related_model._base_manager.filter(**{relation.field.name: self}).exists()
            for relation in self._meta.get_fields(include_hidden=True)
            if isinstance(relation, models.ForeignObjectRel) and relation.on_delete is models.PROTECT
        )


class PeriodQuerySet[P: "Period"](models.QuerySet[P]):
    def running(self, day: date) -> Self:
        return self.touching(day, day)

    def touching(self, first_day: date, last_day: date | None) -> Self:
        """Periods that share at least one day with the span; `last_day` None: it has no end."""
        found = self.filter(models.Q(last_day__isnull=True) | models.Q(last_day__gte=first_day))
        return found if last_day is None else found.filter(first_day__lte=last_day)


class Period(models.Model):
    """From one day to another, both included; no last day: still running."""

    person = models.ForeignKey(Person, models.PROTECT, verbose_name=_("person"))
    first_day = models.DateField(_("første dag"))
    last_day = models.DateField(_("siste dag"), null=True, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    objects: ClassVar[PeriodQuerySet[Self]] = PeriodQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        abstract = True
        ordering: ClassVar[list[str]] = ["first_day"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(last_day__isnull=True) | models.Q(last_day__gte=models.F("first_day")),
                name="%(class)s_ends_after_it_begins",
            )
        ]

    def __str__(self) -> str:
        return f"{self.first_day:%d.%m.%Y}–{self.last_day:%d.%m.%Y}" if self.last_day else f"{self.first_day:%d.%m.%Y}–"


class MemberPeriod(Period):
    """`earlier_rounds`: what he played as a guest earlier in the same season counts in the year's table."""

    earlier_rounds = models.BooleanField(_("rundene som gjest teller"), default=False)

    class Meta(Period.Meta):
        default_related_name = "periods"
        verbose_name = _("medlemstid")
        verbose_name_plural = _("medlemstider")


class Leave(Period):
    """*Permisjon*: outside both counts of the quorum, unless he comes."""

    class Meta(Period.Meta):
        default_related_name = "leaves"
        verbose_name = _("permisjon")
        verbose_name_plural = _("permisjoner")
