"""The site's own matters: its language."""

from __future__ import annotations

from django.views import i18n
from django.views.decorators.http import require_POST

# Sets the language cookie and goes back to `next`, if that is a page of this site.
set_language = require_POST(i18n.set_language)
