"""How the book writes figures, days and times: the one place for it, in the language in force."""

from __future__ import annotations

from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.timezone import localdate, localtime
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

NOTHING = "–"


def strek(count: int) -> str:
    """*1 strek, 2 streker*."""
    return ngettext("%(count)d strek", "%(count)d streker", count) % {"count": count}


def penalties(count: int) -> str:
    """*1 straffestrek, 2 straffestreker*."""
    return ngettext("%(count)d straffestrek", "%(count)d straffestreker", count) % {"count": count}


def rounds(count: int) -> str:
    """*1 runde, 2 runder*."""
    return ngettext("%(count)d runde", "%(count)d runder", count) % {"count": count}


def dec(value: Fraction | Decimal | float | None, places: int = 3) -> str:
    """A figure with so many decimals, half rounded up: *0,067*; a dash for None."""
    if value is None:
        return NOTHING
    exact = Fraction(value)
    rounded = Decimal(exact.numerator) / exact.denominator
    return number_format(rounded.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP), places)


def odds(chance: Fraction) -> str:
    """How often luck gives something, as people say it: *3 av 10*, *4 av 100*, *færre enn 1 av 1000*."""
    if chance >= Fraction(19, 20):
        return _("nesten alle")
    of = 10 if chance >= Fraction(1, 5) else 100 if chance >= Fraction(1, 100) else 1000
    times = round(chance * of)
    if not times:
        return _("færre enn 1 av 1000")
    return _("%(times)d av %(of)d") % {"times": times, "of": of}


def inside(said: str) -> str:
    """A day inside a sentence: Norwegian weekdays begin small there, English ones never."""
    return said if (get_language() or "").startswith("en") else said[:1].lower() + said[1:]


def day(value: date) -> str:
    """*Torsdag 27. november*, with its year unless it is this one. A time is its day in Oslo."""
    local = _local(value)
    if local.year != localdate().year:
        return day_year(local)
    return capfirst(date_format(local, pgettext("datoformat", "l j. F")))


def day_year(value: date) -> str:
    """*Torsdag 27. november 2025*."""
    return capfirst(date_format(_local(value), pgettext("datoformat", "l j. F Y")))


def day_month(value: date) -> str:
    """*27. november*, inside a sentence."""
    return date_format(_local(value), pgettext("datoformat", "j. F"))


def since(value: date) -> str:
    """*i 23 dager, siden 6. november*, seen from today."""
    days = (localdate() - value).days
    said = _("siden %(day)s") % {"day": day_month(value)}
    if not days:
        return said
    return ngettext("i %(days)d dag", "i %(days)d dager", days) % {"days": days} + ", " + said


def short(value: date) -> str:
    """*27.11.2025*, in every language."""
    return f"{_local(value):%d.%m.%Y}"


def days(first: date, last: date) -> str:
    """*1. januar–31. desember 2026*, both days included; both years where they differ."""
    day_and_year = pgettext("datoformat", "j. F Y")
    begins = pgettext("datoformat", "j. F") if first.year == last.year else day_and_year
    return f"{date_format(first, begins)}–{date_format(last, day_and_year)}"


def clock(value: datetime) -> str:
    """The time in Oslo: *22.47*."""
    return date_format(localtime(value), pgettext("klokkeformat", "H.i"))


def _local(value: date) -> date:
    return localtime(value) if isinstance(value, datetime) else value
