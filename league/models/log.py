"""The log: who, when, before, after, why, for every change of a fact. It is the only history."""

from __future__ import annotations

from typing import Any, ClassVar, TypedDict

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.people import Person
from league.verbs import Verb


class Change(TypedDict):
    """One row before and after. `before` None: it was made; `after` None: it was deleted.

    Both hold the changed columns only, as JSON values; a personal text stands as `{"text": id}`.
    """

    model: str
    id: int
    version: int | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None


class PersonalText(models.Model):
    """A name, an address or free text that a log entry speaks of: all that anonymising empties."""

    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="+")
    text = models.TextField()

    def __str__(self) -> str:
        return self.text


class LogEntry(models.Model):
    """One act. Rows are never changed or deleted: triggers refuse it on both databases."""

    at = models.DateTimeField(_("når"), db_index=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("hvem")
    )
    verb = models.CharField(_("hva"), max_length=30, choices=Verb.choices)
    evening_id = models.BigIntegerField(null=True, db_index=True)  # no foreign key: the log outlives what it tells of
    changes = models.JSONField[list[Change], list[Change]](_("endringer"))
    reason = models.ForeignKey(PersonalText, models.PROTECT, null=True, related_name="+", verbose_name=_("hvorfor"))
    # None and not "", for only None may stand many times in a unique column.
    token = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001
    asked = models.JSONField(null=True, editable=False)  # what the tap with this token asked for

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        verbose_name = _("loggført hendelse")
        verbose_name_plural = _("loggførte hendelser")

    def __str__(self) -> str:
        return f"{self.at:%d.%m.%Y %H.%M} {self.get_verb_display()}"

    def made(self, model: str) -> int:
        """The id of the first row of `model` this entry tells of."""
        return next(change["id"] for change in self.changes if change["model"] == model)
