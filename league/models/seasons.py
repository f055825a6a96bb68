"""The club and its seasons."""

from __future__ import annotations

from datetime import date
from typing import ClassVar, Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.facts import Minimum, Ranking, Rules


class Club(models.Model):
    """The one club of this book (primary key 1). Its row is also what club-wide writes lock."""

    ONLY = 1

    name = models.CharField(_("klubbens navn"), max_length=80)

    class Meta:
        verbose_name = _("klubb")
        verbose_name_plural = _("klubber")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(pk=1), name="only_one_club")
        ]

    def __str__(self) -> str:
        return self.name


class SeasonQuerySet(models.QuerySet["Season"]):
    def newest_first(self) -> Self:
        return self.order_by("-first_day")

    def on(self, day: date) -> Season | None:
        """The season `day` falls in; None before the first one."""
        return self.filter(first_day__lte=day).newest_first().first()


class Season(models.Model):
    """A name, a first day and the rules in force; it ends the day before the next one begins."""

    name = models.CharField(_("navn"), max_length=40)
    first_day = models.DateField(_("første dag"), unique=True)
    percent = models.PositiveSmallIntegerField(
        _("frammøtekrav i prosent"), default=65, validators=[MinValueValidator(0), MaxValueValidator(100)]
    )
    ranking = models.CharField(
        _("årets spiller"),
        max_length=10,
        default=Ranking.RATE,
        choices=[
            (Ranking.RATE, _("færrest strek per runde")),
            (Ranking.ADJUSTED, _("færrest strek, justert for bordets størrelse")),
            (Ranking.FEWEST, _("færrest strek")),
            (Ranking.MOST, _("flest strek")),
        ],
    )
    minimum = models.CharField(
        _("minstekrav"),
        max_length=10,
        default=Minimum.ROUNDS,
        choices=[
            (Minimum.ROUNDS, _("andel av rundene")),
            (Minimum.EVENINGS, _("andel av kveldene")),
            (Minimum.NONE, _("ingen")),
        ],
    )
    minimum_percent = models.PositiveSmallIntegerField(
        _("minstekrav i prosent"), default=50, validators=[MaxValueValidator(100)]
    )
    a = models.PositiveSmallIntegerField(_("vekten a"), default=5, validators=[MinValueValidator(1)])
    whole_evening = models.BooleanField(_("hele kvelden teller når frammøtet er nådd"), default=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["first_day"]
        verbose_name = _("sesong")
        verbose_name_plural = _("sesonger")

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Rules:
        return Rules(
            percent=self.percent,
            ranking=Ranking(self.ranking),
            minimum=Minimum(self.minimum),
            minimum_percent=self.minimum_percent,
            a=self.a,
            whole_evening=self.whole_evening,
        )
