"""What a password has to be."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import gettext as _


class LongEnough(MinimumLengthValidator):
    """Django's own, whose message has no Norwegian."""

    def get_error_message(self) -> str:
        return _("Passordet er for kort. Det må ha minst %(count)d tegn.") % {"count": self.min_length}
