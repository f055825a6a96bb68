"""The club and its seasons."""

from __future__ import annotations

from datetime import date
from typing import ClassVar, Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.facts import ChairmanWord, Deadline, Deal, Minimum, OpenToAll, Ranking, Rules, Title, UnlawfulPlay
from league.models.people import Person


class Club(models.Model):
    """The one club of this book (primary key 1). Its row is also what club-wide writes lock."""

    ONLY = 1

    name = models.CharField(_("klubbens navn"), max_length=80)
    chairman_word = models.CharField(
        _("formann eller leder"),
        max_length=10,
        default=ChairmanWord.FORMANN,
        choices=[(ChairmanWord.FORMANN, _("formann")), (ChairmanWord.LEDER, _("leder"))],
    )
    next_deal = models.CharField(
        _("neste giver"),
        max_length=20,
        default=Deal.PREVIOUS_MATTIS,
        choices=[(Deal.PREVIOUS_MATTIS, _("forrige Mattis")), (Deal.CLOCKWISE, _("på omgang med klokken"))],
    )
    unlawful_play = models.CharField(
        _("følge av ulovlig utspill"),
        max_length=20,
        default=UnlawfulPlay.NONE,
        choices=[
            (UnlawfulPlay.NONE, _("ingen fastsatt")),
            (UnlawfulPlay.CARDS_BACK, _("kortene tilbake, og laveste utspill tas inn")),
            (UnlawfulPlay.PENALTY, _("straffestrek")),
            (UnlawfulPlay.HAT, _("Mattishatten")),
        ],
    )
    dispute_deadline = models.CharField(
        _("frist for tvist"),
        max_length=20,
        default=Deadline.NEXT_EVENING,
        choices=[
            (Deadline.NEXT_EVENING, _("til neste kveld begynner")),
            (Deadline.WEEK, _("en uke etter kvelden")),
            (Deadline.MEETING, _("til sesongen avsluttes")),
        ],
    )
    open_to_all = models.CharField(
        _("synlig uten innlogging"),
        max_length=10,
        default=OpenToAll.NOTHING,
        choices=[
            (OpenToAll.NOTHING, _("ingenting")),
            (OpenToAll.TABLE, _("tabellen")),
            (OpenToAll.BOOK, _("tabellen, boken og kveldene")),
        ],
    )
    switched_off = models.JSONField(_("slått av"), default=list, blank=True)  # values of `league.facts.Extra`
    trophy = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("har pokalen")
    )
    version = models.PositiveIntegerField(default=1, editable=False)

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
    penalties_count = models.BooleanField(_("straffestrek teller i tabellen"), default=False)
    # Closed by the annual meeting: until it is reopened nothing is written that would change it.
    closed_at = models.DateTimeField(_("avsluttet"), null=True, blank=True, editable=False)
    meeting = models.DateField(_("årsmøtet"), null=True, blank=True, editable=False)
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
            penalties_count=self.penalties_count,
        )


class QuorumChange(models.Model):
    """From a day on another attendance requirement than its season began with.

    It holds until the next of these or the season's end; a season made later begins with it.
    """

    first_day = models.DateField(_("gjelder fra"), unique=True)
    percent = models.PositiveSmallIntegerField(_("frammøtekrav i prosent"), validators=[MaxValueValidator(100)])
    whole_evening = models.BooleanField(_("hele kvelden teller når frammøtet er nådd"))
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["first_day"]
        verbose_name = _("endring av frammøtekravet")
        verbose_name_plural = _("endringer av frammøtekravet")

    def __str__(self) -> str:
        return f"{self.first_day:%d.%m.%Y}: {self.percent} %"


class Award(models.Model):
    """*Kåring*: who was named what, by which meeting, and the table as it stood then.

    Winners from before the book have neither season nor table, and a name where the book knows no such person.
    """

    title = models.CharField(
        _("tittel"),
        max_length=10,
        choices=[(Title.PLAYER, _("årets spiller")), (Title.MATTIS, _("årets Mattis"))],
    )
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="awards", verbose_name=_("sesong")
    )
    year = models.CharField(_("år"), max_length=20)  # of a season in the book: its name when it was named
    person = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="awards", verbose_name=_("person")
    )
    name = models.CharField(_("navn"), max_length=120, blank=True)
    day = models.DateField(_("dato"), null=True, blank=True)
    meeting = models.CharField(_("møte"), max_length=120, blank=True)
    table = models.JSONField(_("tabellen da"), null=True, blank=True, editable=False)  # names nobody: ids and figures
    version = models.PositiveIntegerField(default=1, editable=False)

    PERSONAL: ClassVar[frozenset[str]] = frozenset({"name", "meeting"})

    class Meta:
        verbose_name = _("kåring")
        verbose_name_plural = _("kåringer")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["season", "title", "person"], name="named_once")
        ]

    def __str__(self) -> str:
        return f"{self.get_title_display()} {self.year}"
