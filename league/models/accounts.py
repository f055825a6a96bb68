"""Log-ins, offices and the links that open the book for reading."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.people import Period, Person


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A log-in; without a password it cannot be used until one is set through a link."""
        user = self.model(email=self.normalize_email(email).casefold(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A log-in: an address and, where it belongs to one, a person. Names stand on the person only."""

    email = models.EmailField(_("e-post"), unique=True)
    person = models.OneToOneField(
        Person, models.PROTECT, null=True, blank=True, related_name="user", verbose_name=_("person")
    )
    is_active = models.BooleanField(_("kan logge inn"), default=True)
    is_staff = models.BooleanField(_("ser driftssidene"), default=False)
    # When somebody last made him a link to choose a password with; earlier links are dead.
    link_made_at = models.DateTimeField(_("lenke laget"), null=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    PERSONAL: ClassVar[frozenset[str]] = frozenset({"email"})
    UNLOGGED: ClassVar[frozenset[str]] = frozenset({"password", "last_login"})
    SECRET: ClassVar[frozenset[str]] = frozenset({"password"})  # only a backup has it

    class Meta:
        verbose_name = _("innlogging")
        verbose_name_plural = _("innlogginger")

    def __str__(self) -> str:
        return self.person.who.name if self.person else self.email


class Office(Period):
    """A person holds an office from one day to another."""

    class Kind(models.TextChoices):
        ADMINISTRATOR = "administrator", _("administrator")
        CHAIRMAN = "chairman", _("formann")
        KEEPER = "keeper", _("bokfører")

    kind = models.CharField(_("verv"), max_length=20, choices=Kind)

    class Meta(Period.Meta):
        verbose_name = _("verv")
        verbose_name_plural = _("verv")
        default_related_name = "offices"


class Pen(models.Model):
    """The pen handed over for one evening: by a short code, to whoever logged in enters it first.

    Only a digest of the code is kept. It writes while its evening goes on, and not once it is taken back.
    """

    evening = models.ForeignKey("league.Evening", models.PROTECT, related_name="pens", verbose_name=_("kveld"))
    digest = models.CharField(max_length=64, unique=True, editable=False)
    given_at = models.DateTimeField(_("gitt"))
    person = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="pens", verbose_name=_("tatt av")
    )
    taken_at = models.DateTimeField(_("tatt"), null=True, blank=True)
    ended_at = models.DateTimeField(_("tatt tilbake"), null=True, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    SECRET: ClassVar[frozenset[str]] = frozenset({"digest"})

    class Meta:
        verbose_name = _("penn")
        verbose_name_plural = _("penner")

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.pk}"


class ReadLink(models.Model):
    """A link that opens the book for reading, without a log-in, until it is revoked.

    Only a digest of the secret is kept: the address is shown once, when it is made.
    """

    class Kind(models.TextChoices):
        BOOK = "book", _("boken")
        CALENDAR = "calendar", _("kalenderen")  # the feed a calendar subscribes to

    kind = models.CharField(_("åpner"), max_length=10, choices=Kind, default=Kind.BOOK)
    label = models.CharField(_("til hvem"), max_length=80, blank=True)
    # Whose calendar it is; it opens no more than he may see himself
    person = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="links", verbose_name=_("person")
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("laget"))
    revoked_at = models.DateTimeField(_("trukket tilbake"), null=True, blank=True)

    PERSONAL: ClassVar[frozenset[str]] = frozenset({"label"})
    SECRET: ClassVar[frozenset[str]] = frozenset({"digest"})

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at"]
        verbose_name = _("leselenke")
        verbose_name_plural = _("leselenker")

    def __str__(self) -> str:
        return self.label or str(self.person or "")
