"""Evenings to come, and who has said he will."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.evenings import Evening
from league.models.people import Person


class Invitation(models.Model):
    """*Innkalling* to an evening that is to be: its number in a calendar is its version.

    `evening` is the one it became, once somebody opened it. Nobody who said yes has come by that.
    """

    starts_at = models.DateTimeField(_("når"))
    host = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="invitations", verbose_name=_("vert")
    )
    place = models.CharField(_("sted"), max_length=120, blank=True)
    remark = models.CharField(_("merknad"), max_length=200, blank=True)
    answer_by = models.DateField(_("svarfrist"), null=True, blank=True)
    reminded_at = models.DateTimeField(_("purret"), null=True, blank=True, editable=False)
    cancelled_at = models.DateTimeField(_("avlyst"), null=True, blank=True, editable=False)
    evening = models.OneToOneField(Evening, models.PROTECT, null=True, blank=True, related_name="invitation")
    version = models.PositiveIntegerField(default=1, editable=False)

    PERSONAL: ClassVar[frozenset[str]] = frozenset({"place", "remark"})

    class Meta:
        ordering: ClassVar[list[str]] = ["starts_at", "pk"]
        verbose_name = _("innkalling")
        verbose_name_plural = _("innkallinger")

    def __str__(self) -> str:
        return f"{self.starts_at:%d.%m.%Y %H.%M}"


class Answer(models.Model):
    """What one person has answered; none: not answered."""

    invitation = models.ForeignKey(Invitation, models.PROTECT, related_name="answers")
    person = models.ForeignKey(Person, models.PROTECT, related_name="answers")
    coming = models.BooleanField(_("kommer"))
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("svar")
        verbose_name_plural = _("svar")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["invitation", "person"], name="one_answer_each")
        ]

    def __str__(self) -> str:
        return f"{self.invitation_id}/{self.person_id}"
