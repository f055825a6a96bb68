"""The letter to who has not answered an invitation."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage, mailers
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from league import words
from league.coming import Coming
from league.environment import NO_MAIL
from league.errors import Refused
from league.models import Club, User

logger = logging.getLogger(__name__)


def can_send() -> bool:
    """Whether this installation has been told of a mail server."""
    return bool(settings.MAILERS["default"]["BACKEND"] != NO_MAIL)


@contextmanager
def mail_server() -> Iterator[BaseEmailBackend]:
    """An open connection to the mail server. Raises Refused where there is none, or it does not answer."""
    if not can_send():
        raise Refused(_("Boken er ikke satt opp til å sende e-post."))
    server = mailers.default
    try:
        server.open()
    except (SMTPException, OSError) as fault:
        logger.warning("The mail server does not answer: %s", fault)
        raise Refused(_("E-posttjeneren svarer ikke. Ingen er purret.")) from fault
    try:
        yield server
    finally:
        server.close()


def send(server: BaseEmailBackend, coming: Coming, users: list[User]) -> None:
    """A letter to each of them, so that none sees another's address. What cannot be sent is told to the site's log."""
    with translation.override("nb"):
        for user in users:
            try:
                server.send_messages([letter(coming, user)])
            except (SMTPException, OSError):
                logger.exception("A reminder was not sent")


def letter(coming: Coming, user: User) -> EmailMessage:
    """The letter to one of them, in the language that is active."""
    address = reverse("invitation", args=[coming.invitation.pk])
    context = {
        "coming": coming,
        "name": user.person.who.name if user.person else "",
        "club": Club.objects.get().name,
        "address": f"{settings.SITE_ADDRESS}{address}" if settings.SITE_ADDRESS else "",
    }
    return EmailMessage(
        subject=_("Kommer du %(day)s?") % {"day": words.inside(words.day(coming.day))},
        body=render_to_string("league/reminder.txt", context),
        to=[user.email],
    )
