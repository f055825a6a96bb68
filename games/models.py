"""What the games keep: records of rounds, disputes about them, and rulings.

A record, a version and a ruling keep texts the engine reads: the record's own, or the address of a question to the
referee. What the engine makes of them is computed, but for a ruling, which keeps the words it was given on.
"""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.models import Evening, Person, Round, User

LONGEST = 200_000  # bytes of a record


class Record(models.Model):
    """A round as it was written down, with what it was written under, so that it is read the same in years.

    `round` None: a practice round against bots; it belongs to no evening and gives no strek. `digest` is of every
    position it led to when it was stored: another engine that makes something else of it is found out.
    """

    round = models.OneToOneField(
        Round, models.PROTECT, null=True, blank=True, related_name="record", verbose_name=_("runde")
    )
    player = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="practice", verbose_name=_("øvde")
    )
    text = models.TextField(_("referat"), max_length=LONGEST)
    rules = models.CharField(_("regler"), max_length=400)
    engine = models.CharField(max_length=20, editable=False)
    digest = models.CharField(max_length=64, editable=False)
    stored_at = models.DateTimeField(_("lagret"))
    version = models.PositiveIntegerField(default=1, editable=False)

    PERSONAL: ClassVar[frozenset[str]] = frozenset({"text"})

    class Meta:
        verbose_name = _("referat")
        verbose_name_plural = _("referater")

    def __str__(self) -> str:
        return f"{self.round_id or '-'}/{self.pk}"


class Draft(models.Model):
    """What somebody is typing, kept so that leaving the page loses nothing. Nobody else sees it, and no log tells."""

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    round = models.ForeignKey(Round, models.CASCADE, related_name="+", verbose_name=_("runde"))
    text = models.TextField(_("referat"), blank=True)
    saved_at = models.DateTimeField(auto_now=True)

    SECRET: ClassVar[frozenset[str]] = frozenset({"text"})  # from who takes the club's data out, too

    class Meta:
        verbose_name = _("kladd")
        verbose_name_plural = _("kladder")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "round"], name="one_draft_each")
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.user_id}"


class Practice(models.Model):
    """A round somebody plays against bots just now: all of it follows from the seed and the moves."""

    user = models.OneToOneField(User, models.CASCADE, related_name="+")
    rules = models.CharField(_("regler"), max_length=400)
    players = models.PositiveSmallIntegerField(_("spillere"), default=4)
    seed = models.PositiveBigIntegerField(editable=False)
    moves = models.TextField(blank=True, editable=False)
    begun_at = models.DateTimeField(_("begynt"))

    class Meta:
        verbose_name = _("øvingsrunde")
        verbose_name_plural = _("øvingsrunder")

    def __str__(self) -> str:
        return f"{self.user_id}"


class DisputeQuerySet(models.QuerySet["Dispute"]):
    """Disputes, named in the club's words."""

    def undecided(self) -> Self:
        """Those not ruled on, or taken up again since."""
        last = Ruling.objects.filter(dispute=models.OuterRef("pk")).order_by("-pk").values("ruled_at")[:1]
        found = self.annotate(last_ruled_at=models.Subquery(last))
        return found.filter(models.Q(last_ruled_at=None) | models.Q(reopened_at__gt=models.F("last_ruled_at")))


class Dispute(models.Model):
    """*Tvist*: about a round that is over, or the one in play at a table, which has no loser yet (`round` None)."""

    class Touched(models.TextChoices):
        YES = "yes", _("ja")
        NO = "no", _("nei")
        DISAGREED = "disagreed", _("uenige")

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="disputes", verbose_name=_("kveld"))
    table = models.PositiveSmallIntegerField(_("bord"), default=1)
    round = models.ForeignKey(
        Round, models.PROTECT, null=True, blank=True, related_name="disputes", verbose_name=_("runde")
    )
    raised_by = models.ForeignKey(Person, models.PROTECT, related_name="raised", verbose_name=_("reist av"))
    against = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="disputed", verbose_name=_("mot")
    )
    raised_at = models.DateTimeField(_("reist"))
    happened = models.TextField(_("hva skjedde"), max_length=2000, blank=True)
    claim = models.TextField(_("hva kreves"), max_length=1000, blank=True)
    touched = models.CharField(_("traff kortene bordet?"), max_length=10, blank=True, choices=Touched)
    photo = models.BinaryField(editable=False, null=True)  # JPEG
    photo_digest = models.CharField(max_length=64, blank=True, editable=False)
    reopened_at = models.DateTimeField(_("tatt opp igjen"), null=True, blank=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    objects = DisputeQuerySet.as_manager()

    PERSONAL: ClassVar[frozenset[str]] = frozenset({"happened", "claim"})
    UNLOGGED: ClassVar[frozenset[str]] = frozenset({"photo"})

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        verbose_name = _("tvist")
        verbose_name_plural = _("tvister")

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.round_id or '-'}/{self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("dispute", args=[self.pk])


class Version(models.Model):
    """How one of those who were there remembers the position: in words, and as a question to the referee."""

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="versions", verbose_name=_("tvist"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="versions", verbose_name=_("forklaring av"))
    words = models.TextField(_("forklaring"), max_length=2000, blank=True)
    question = models.CharField(_("stilling"), max_length=1000, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    PERSONAL: ClassVar[frozenset[str]] = frozenset({"words"})

    class Meta:
        verbose_name = _("forklaring")
        verbose_name_plural = _("forklaringer")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["dispute", "person"], name="one_version_each")
        ]

    def __str__(self) -> str:
        return f"{self.dispute_id}/{self.person_id}"


class Ruling(models.Model):
    """*Kjennelse*: what was decided, why, and on what: it stands on the round for ever.

    `question` is what the referee was asked, a play of the record or a position; `answer` is what he said, in words,
    and `paragraph` the rule he named. `disqualified` says that a party ruled because nobody else could.
    """

    class Kind(models.TextChoices):
        UPHOLD = "uphold", _("stadfestet")
        GIVE = "give", _("rettet")
        ANNUL = "annul", _("annullert")
        PLAY_ON = "play_on", _("spill videre")

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="rulings", verbose_name=_("tvist"))
    kind = models.CharField(_("kjennelse"), max_length=10, choices=Kind)
    mattis = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("streken til")
    )
    reason = models.TextField(_("begrunnelse"), max_length=2000)
    penalty = models.CharField(_("følge"), max_length=20, blank=True)
    question = models.CharField(_("stilling"), max_length=1000, blank=True)
    ply = models.PositiveSmallIntegerField(_("trekk i referatet"), null=True, blank=True)
    answer = models.TextField(_("dommerens svar"), blank=True)
    paragraph = models.CharField(_("regel"), max_length=200, blank=True)
    disqualified = models.BooleanField(_("dømt av en part"), default=False)
    ruled_by = models.ForeignKey(User, models.PROTECT, related_name="+", verbose_name=_("avsagt av"))
    ruled_at = models.DateTimeField(_("avsagt"))
    version = models.PositiveIntegerField(default=1, editable=False)

    PERSONAL: ClassVar[frozenset[str]] = frozenset({"reason", "answer"})

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        verbose_name = _("kjennelse")
        verbose_name_plural = _("kjennelser")

    def __str__(self) -> str:
        return f"{self.dispute_id}/{self.kind}"


class HouseRules(models.Model):
    """Which rule set the club plays by, from a day on: a preset or house rule, with options changed."""

    first_day = models.DateField(_("gjelder fra"), unique=True)
    rules = models.CharField(_("regler"), max_length=400)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["first_day"]
        verbose_name = _("husregler")
        verbose_name_plural = _("husregler")

    def __str__(self) -> str:
        return f"{self.first_day:%d.%m.%Y}: {self.rules}"
