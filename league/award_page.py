"""What the pages about a season's end show: its titles, whoever has been named, and *æreslisten*."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from re import match

from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league import words
from league.alphabet import full_names
from league.awards import Line, Table, Word, word
from league.books import people_named, season_facts
from league.diploma import frame, vignette
from league.facts import Title
from league.identity import Identities
from league.models import Award, Club, Season
from league.standings import standings
from league.year_page import YearPage

LONG = 18  # letters of a name that fit on a diploma in one line


@dataclass(frozen=True, slots=True)
class Titled:
    """One title of one year: who has been named, and what the book says now where it says something else."""

    title: Title
    awards: Sequence[Award]
    word: Word = Word.AGREES
    book_says: str = ""

    @property
    def label(self) -> str:
        return title_name(self.title)

    @property
    def winners(self) -> str:
        return get_text_list([winner(award) for award in self.awards], _("og"))


class SeasonPage(YearPage):
    """A season as a whole: whether it is closed, what the book says of both titles, and who was named."""

    def __init__(self, season: Season) -> None:
        super().__init__(season)
        self.awards = _awards(self.who, season=season.pk)
        self.now = Table.of(self.standings, self.facts.rules)
        self.then = _table(self.awards, self.who)
        lines = self.then.lines if self.then else ()
        self.people |= people_named((people_in(self.awards) | {line.person for line in lines}) - self.people.keys())
        self.names = full_names(self.people.values())

    @cached_property
    def titles(self) -> list[Titled]:
        """Both, whether anybody has been named or not."""
        return [
            Titled(
                title=title,
                awards=(awards := [award for award in self.awards if award.title == title]),
                word=word(title, people_in(awards), self.then or self.now, self.now) if awards else Word.AGREES,
                book_says=self.listed(self.now.named(title)),
            )
            for title in Title
        ]

    def titled(self, title: Title) -> Titled:
        """One of them."""
        return next(one for one in self.titles if one.title is title)

    @property
    def table_now(self) -> list[tuple[Line, str]]:
        """Lines and names."""
        return [(line, self.names[line.person]) for line in self.now.lines]

    @property
    def table_then(self) -> list[tuple[Line, str]]:
        """As it stood when somebody was first named; empty if nobody was."""
        return [(line, self.names[line.person]) for line in self.then.lines] if self.then else []

    @property
    def differs(self) -> bool:
        """The table is another than when somebody was named."""
        return self.then is not None and self.then != self.now

    def listed(self, people: Collection[int]) -> str:
        """Their names, as the table has them in order; "" for nobody."""
        return get_text_list([self.names[line.person] for line in self.now.lines if line.person in people], _("og"))


@dataclass(frozen=True, slots=True)
class RollYear:
    """One year of *æreslisten*."""

    year: str
    season: Season | None  # None: from before the book
    player: Titled
    mattis: Titled


class Roll:
    """*Æreslisten*, newest first. Judges only the seasons opened again since somebody was named in them."""

    def __init__(self) -> None:
        self.who = Identities()
        awards = sorted(_awards(self.who), key=_year_of, reverse=True)
        self.years = [self._year(year, list(named)) for (_number, year), named in groupby(awards, key=_year_of)]
        self.club = Club.objects.select_related("trophy").get()

    @property
    def trophy_follows(self) -> bool:
        """The trophy is where the title is."""
        return self.club.trophy is None

    @property
    def trophy(self) -> str:
        """Who has it; "" if nobody can."""
        if self.club.trophy:
            return self.who.shown([self.club], "trophy")[0].trophy.name  # type: ignore[union-attr]
        return next((year.player.winners for year in self.years if year.player.awards), "")

    def _year(self, year: str, awards: Sequence[Award]) -> RollYear:
        season = next((award.season for award in awards if award.season), None)
        now = self._table_now(season, awards) if season else None
        player, mattis = (self._titled(title, awards, now) for title in Title)
        return RollYear(year, season, player, mattis)

    def _titled(self, title: Title, awards: Sequence[Award], now: Table | None) -> Titled:
        named = [award for award in awards if award.title == title]
        then = _table(named, self.who)
        if not then:
            return Titled(title, named)
        now = now or then
        names = full_names(people_named(now.named(title)).values()) if now.named(title) != people_in(named) else {}
        said = get_text_list([names[line.person] for line in now.lines if line.person in names], _("og"))
        return Titled(title, named, word(title, people_in(named), then, now), said)

    def _table_now(self, season: Season, awards: Iterable[Award]) -> Table | None:
        """The season's table; None if nothing can have changed it."""
        versions = {award.table[0]["version"] for award in awards if award.table}
        if season.closed_at and versions <= {season.version}:
            return None
        facts = season_facts(season)
        return Table.of(standings(facts), facts.rules)


class Diploma:
    """One award on paper."""

    def __init__(self, award: Award) -> None:
        self.who = Identities()
        self.award = self.who.shown([award], "person")[0]
        self.club = Club.objects.get()
        self.title = Title(award.title)

    @property
    def name(self) -> str:
        return winner(self.award)

    @property
    def long(self) -> bool:
        """The name needs smaller letters."""
        return len(self.name) > LONG

    @property
    def vignette(self) -> SafeString:
        return vignette(self.title)

    @property
    def frame(self) -> SafeString:
        return frame()

    @cached_property
    def line(self) -> Line | None:
        """His line in the table, as it stood."""
        table = _table([self.award], self.who)
        return table.line_of(self.award.person_id) if table and self.award.person_id else None

    @property
    def place(self) -> str:
        """*Årsmøtet, 12. januar 2027*, as far as it is known."""
        day = words.day_year(self.award.day).split(" ", 1)[1] if self.award.day else ""
        return ", ".join(part for part in (self.award.meeting, day) if part)


def title_name(title: Title) -> str:
    """*årets spiller*."""
    return str(dict(Award._meta.get_field("title").flatchoices)[title])


def winner(award: Award) -> str:
    """Whose award it is."""
    return award.person.name if award.person else award.name


def named_in(season: Season) -> list[Titled]:
    """The titles that have been given in a season."""
    awards = _awards(Identities(), season=season.pk)
    return [Titled(title, named) for title in Title if (named := [a for a in awards if a.title == title])]


def _awards(who: Identities, **where: int) -> Sequence[Award]:
    """In the order they were given; who was named under two names that are one person's is so once."""
    found = Award.objects.filter(**where).select_related("season", "person").order_by("pk")
    once: dict[tuple[object, ...], Award] = {}
    for award in who.shown(list(found), "person"):
        once.setdefault((award.title, award.season_id, award.year, award.person_id, award.name), award)
    return list(once.values())


def _table(awards: Iterable[Award], who: Identities) -> Table | None:
    """As it stood when the first of them was named."""
    stored = next((award.table for award in awards if award.table), None)
    return Table.from_json(stored, who.of) if stored else None


def people_in(awards: Iterable[Award]) -> set[int]:
    """Those of their winners whom the book knows."""
    return {award.person_id for award in awards if award.person_id}


def _year_of(award: Award) -> tuple[int, str]:
    """What a year of the list is sorted and known by."""
    if award.season:
        return award.season.first_day.year, award.season.name
    digits = match(r"\d+", award.year)
    return int(digits[0]) if digits else 0, award.year
