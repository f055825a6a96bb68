"""The tables of the site, all on one base: django-tables2 knows the columns, the order and the pages,
and templates of ours draw the rows, which its own drawing does at six times the price."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any

import django_tables2 as tables
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_tables2.data import TableListData, TableQuerysetData
from django_tables2.utils import OrderByTuple

from league.alphabet import full_names
from league.facts import Minimum
from league.lifetime import Lifetime
from league.permissions import Right, rights_of
from league.standings import Row
from league.year_page import YearPage


class StableList(TableListData):
    """Rows equal in the column sorted by keep the order they came in; those without a value stand last."""

    data: list[Any]

    def order_by(self, aliases: OrderByTuple) -> None:
        for alias in reversed(aliases):
            for accessor in reversed(self.table.columns[alias.bare].order_by):
                value = attrgetter(accessor.bare.replace("__", "."))
                known = [record for record in self.data if value(record) is not None]
                unknown = [record for record in self.data if value(record) is None]
                self.data = sorted(known, key=value, reverse=accessor.is_descending) + unknown


class StableQueryset(TableQuerysetData):
    """Rows equal in the column sorted by stand by primary key: else the database may show one on two pages."""

    data: QuerySet[Any]

    def __init__(self, data: QuerySet[Any]) -> None:
        super().__init__(_by_key_at_last(data))

    def order_by(self, aliases: OrderByTuple) -> None:
        super().order_by(aliases)
        self.data = _by_key_at_last(self.data)


def _by_key_at_last(rows: QuerySet[Any]) -> QuerySet[Any]:
    order = rows.query.order_by or rows.model._meta.ordering
    return rows.order_by(*(name for name in order if name != "pk"), "pk")


class ClubTable(tables.Table):
    """A table sorted by its headings, a page at a time; the request says by which and which page.

    Its template extends `league/_club_table.html` and draws `records`. Whatever stands in the address,
    a page has from 1 to `MOST` rows.
    """

    MOST = 100

    def __init__(self, data: QuerySet[Any] | Iterable[Any], request: HttpRequest) -> None:
        kept = StableQueryset(data) if isinstance(data, QuerySet) else StableList(list(data))
        super().__init__(kept, request=request)

    def paginate(self, *args: Any, per_page: int | None = None, **kwargs: Any) -> ClubTable:
        rows = per_page if per_page and per_page > 0 else self._meta.per_page
        return super().paginate(*args, per_page=min(rows, self.MOST), **kwargs)  # type: ignore[no-any-return]

    @cached_property
    def linked(self) -> bool:
        """Whether the names lead to pages that are open to the visitor."""
        return Right.READ in rights_of(self.request)

    @property
    def records(self) -> Sequence[Any]:
        """The page's rows as they were given."""
        return self.page.object_list.data  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class YearLine:
    """One member's line in the year's table."""

    row: Row
    name: str
    order: int  # as the table stands
    alphabetical: int
    hat: bool
    minimum: Minimum

    @property
    def moved(self) -> int:
        """How many places up or down."""
        return abs(self.row.change or 0)

    @property
    def in_the_running(self) -> str:
        """Whether he is ranked, and if not, why."""
        if self.row.eligible:
            return _("ja")
        if not self.row.lacking:
            return _("har ikke spilt")
        if self.minimum is Minimum.EVENINGS:
            text = ngettext("mangler %(count)d kveld", "mangler %(count)d kvelder", self.row.lacking)
        else:
            text = ngettext("mangler %(count)d runde", "mangler %(count)d runder", self.row.lacking)
        return text % {"count": self.row.lacking}


class YearTable(ClubTable):
    """The year's table: those ranked, and below them, however it is sorted, those who are not."""

    place = tables.Column(gettext_lazy("Plass"), order_by="order", attrs={"class": "num"})
    move = tables.Column(gettext_lazy("Endring"), order_by="row__change", initial_sort_descending=True)
    who = tables.Column(gettext_lazy("Navn"), order_by="alphabetical")
    marks = tables.Column(gettext_lazy("Strek"), order_by="row__strek", initial_sort_descending=True)
    rate = tables.Column(gettext_lazy("Strek per runde"), order_by="row__rate", attrs={"class": "num"})
    fair = tables.Column(gettext_lazy("Av ventet"), order_by="row__fair", attrs={"class": "num"})
    rounds = tables.Column(
        gettext_lazy("Runder"), order_by="row__rounds", initial_sort_descending=True, attrs={"class": "num"}
    )
    att = tables.Column(
        gettext_lazy("Frammøte"), order_by="row__attended", initial_sort_descending=True, attrs={"class": "num"}
    )
    recent = tables.Column(gettext_lazy("Siste fem"), orderable=False, attrs={"class": "mid"})
    elig = tables.Column(gettext_lazy("I kåringen"), orderable=False)

    class Meta:
        template_name = "league/_year_table.html"
        order_by = "place"
        per_page = ClubTable.MOST

    def __init__(self, page: YearPage, request: HttpRequest) -> None:
        self.year = page
        alphabetical = {person: at for at, person in enumerate(page.alphabet)}
        names = full_names(page.people.values())
        lines = [
            YearLine(
                row=row,
                name=names[row.person],
                order=order,
                alphabetical=alphabetical[row.person],
                hat=page.hat is not None and page.hat.person == row.person,
                minimum=page.facts.rules.minimum,
            )
            for order, row in enumerate(page.standings.rows)
        ]
        super().__init__(lines, request)

    @property
    def as_ranked(self) -> bool:
        """Sorted by place, as it is unless somebody asks otherwise."""
        return bool(self.order_by == ("place",))

    @property
    def ranked(self) -> list[YearLine]:
        return [line for line in self.records if line.row.eligible]

    @property
    def short(self) -> list[YearLine]:
        """Those who lack rounds or evenings, or have not played."""
        return [line for line in self.records if not line.row.eligible]

    fives = 6  # tally marks that one line of the column has room for

    @property
    def tally_height(self) -> int:
        """In pixels. Where the marks are drawn half as high, they need not be half as large."""
        return 22 if self.year.most_strek <= 5 * self.fives else 28

    @property
    def short_heading(self) -> str:
        required = self.year.standings.required
        if not required:
            return _("Har ikke spilt ennå")
        number = _("%(required)d krevdes") if self.year.over else _("%(required)d kreves nå")
        by_evenings = self.year.facts.rules.minimum is Minimum.EVENINGS
        lacks = _("Mangler kvelder") if by_evenings else _("Mangler runder")
        return _("%(lacks)s for å bli årets spiller (%(number)s)") % {
            "lacks": lacks,
            "number": number % {"required": required},
        }


@dataclass(frozen=True, slots=True)
class LifeLine:
    """One line in the table of all years."""

    person: int
    name: str
    life: Lifetime
    alphabetical: int
    membership: str  # in words


class LifetimeTable(ClubTable):
    """The table of all years: whoever is or has been a member."""

    strek = tables.Column(
        gettext_lazy("Strek"), order_by="life__strek", initial_sort_descending=True, attrs={"class": "place num"}
    )
    who = tables.Column(gettext_lazy("Navn"), order_by="alphabetical")
    rounds = tables.Column(
        gettext_lazy("Runder"), order_by="life__rounds", initial_sort_descending=True, attrs={"class": "num"}
    )
    rate = tables.Column(gettext_lazy("Strek per runde"), order_by="life__rate", attrs={"class": "num"})
    evenings = tables.Column(
        gettext_lazy("Kvelder"), order_by="life__evenings", initial_sort_descending=True, attrs={"class": "num"}
    )
    seasons = tables.Column(
        gettext_lazy("Sesonger"), order_by="life__seasons", initial_sort_descending=True, attrs={"class": "num"}
    )

    class Meta:
        template_name = "league/_lifetime_table.html"
        order_by = "-strek"
        per_page = 20
