"""Handing out the book, the table, one person's data or the whole club as a file.

Every hand-out is in the log: there are names in it.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO, cast

from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league import log
from league.alphabet import full_names
from league.books import last_day_of
from league.exporting import archive
from league.exporting.book import HEADING, book_rows
from league.exporting.sheets import CONTENT_TYPES, Cell, Form, sheet
from league.exporting.table import table_heading, table_rows
from league.models import Evening, Person, Season, User
from league.own_data import OwnData
from league.verbs import Verb
from league.year_page import YearPage


@dataclass(frozen=True, slots=True)
class Download:
    """A file to be sent: at its beginning, and closed by whoever sends it."""

    name: str
    content_type: str
    file: BinaryIO


def export_book(*, actor: User, season: Season | None, form: Form) -> Download:
    """The book of a season, or of all (None), as it can be read in again."""
    evenings = Evening.objects.in_order()
    if season:
        evenings = evenings.between(season.first_day, last_day_of(season))
    what = _("boken %(season)s") % {"season": season.name} if season else _("alle bøkene")
    return _sheet(actor, what, form, HEADING, book_rows(list(evenings)))


def export_table(*, actor: User, season: Season, form: Form) -> Download:
    """The table of a season as it stands now."""
    page = YearPage(season)
    what = _("tabellen %(season)s") % {"season": season.name}
    return _sheet(actor, what, form, table_heading(), table_rows(page, full_names(page.people.values())))


def export_person(*, actor: User, person: Person) -> Download:
    """Everything stored about somebody, for himself or on his request."""
    own = actor.person is not None and actor.person.who == person.who
    what = _("egne opplysninger (json)") if own else _("opplysningene om %(name)s (json)") % {"name": person.name}
    log.note(Verb.EXPORT, actor=actor, reason=what)
    data = json.dumps(OwnData(person).as_json(), ensure_ascii=False, indent=2).encode()
    name = f"{_spelt(person.name) or person.pk}-{timezone.localdate():%Y-%m-%d}.json"
    return Download(name, "application/json", BytesIO(data))


def export_club(*, actor: User) -> Download:
    """Everything the club has stored, without passwords and links; large, and so kept on disk while it is sent."""
    what = _("hele klubben")
    log.note(Verb.EXPORT, actor=actor, reason=f"{what} (json)")
    file = tempfile.TemporaryFile()  # noqa: SIM115  # the answer closes it
    archive.write(cast(BinaryIO, file), secrets=False)
    file.seek(0)
    return Download(_name(what, "json"), "application/json", cast(BinaryIO, file))


def _sheet(actor: User, what: str, form: Form, heading: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Download:
    data = sheet(form, "Mattisboken", heading, rows)
    log.note(Verb.EXPORT, actor=actor, reason=f"{what} ({form})")
    return Download(_name(what, form), CONTENT_TYPES[form], BytesIO(data))


def _name(what: str, ending: str) -> str:
    return f"mattisboken-{_spelt(what.replace('/', '-'))}-{timezone.localdate():%Y-%m-%d}.{ending}"


def _spelt(text: str) -> str:
    """As the name of a file, in letters every machine knows; *slugify* itself drops an *ø* altogether."""
    return slugify(text.casefold().replace("æ", "ae").replace("ø", "o"))
