"""The link by which a member chooses his password. No e-mail is sent: who makes the link passes it on."""

from __future__ import annotations

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import int_to_base36

from league.models import User


class LinkTokens(PasswordResetTokenGenerator):
    """Good once, for PASSWORD_RESET_TIMEOUT, and until a newer link is made or the address is changed.

    allauth's own generator stores every address a second time, outside the log.
    """

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        return f"{super()._make_hash_value(user, timestamp)}{user.link_made_at}"


def login_link(request: HttpRequest, user: User) -> str:
    """The whole address of allauth's page for a new password."""
    key = {"uidb36": int_to_base36(user.pk), "key": LinkTokens().make_token(user)}
    return request.build_absolute_uri(reverse("account_reset_password_from_key", kwargs=key))
