"""The evening's text for the group chat: dry, and told by the facts, so that the same evening gives the same text.

    print(text(Told(evening, verdict, names, table)))
    # Torsdag 26. november 2026 hos Arne
    # 10 runder, 8 av 12 medlemmer og 1 gjest. Kvelden teller.
    # Frode fikk flest: 3 streker. Bare Odd slapp unna. Frode gikk hjem med Mattishatten.
    # …

Of who lost there is one sentence, the first of `LOSERS` that fits; of the rest of the evening at most
`MOST_EVENTS`, the first of `EVENTS` that fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.amusements.records import after_midnight, clean_evenings, hat_tricks
from league.facts import EveningFacts, Ranking, Rules
from league.quorum import EveningVerdict, Reason
from league.standings import Row, Standings
from league.words import clock, day_year, dec, short, strek

FEW = 3  # people who can share a title and still be named
LONG = 20  # rounds of one's own without a strek, that the next one is worth a word
WHOLE = 6  # rounds that make it worth a word to have played them all without a strek
MOST_EVENTS = 2
TOP = 3  # places of the table
WIDE = 5  # lines of the table at most; where more share its places, only the first place is told


@dataclass(frozen=True, slots=True)
class Stood:
    """What the text of an evening rests on, as it stood at one time."""

    day: date
    host: int | None
    present: frozenset[int]
    counts: bool
    strek: Mapping[int, tuple[int, str]]  # by round that stands: who lost, and where: *runde 4*; "" if unknown
    penalties: tuple[int, ...] = ()  # who had got one, once for each


@dataclass(frozen=True, slots=True)
class Told:
    """An evening, and what is to be told of it. `names` hold everybody it or the table speaks of."""

    evening: EveningFacts
    verdict: EveningVerdict
    names: Mapping[int, str]  # in the order they are listed
    season: str = ""
    rules: Rules = field(default_factory=Rules)
    table: Standings | None = None  # as it stood after this evening; None before the first season
    dry: Mapping[int, int] = field(default_factory=dict)  # see `dry_spells`
    hat: bool = True  # the club has *Mattishatten*
    corrections: Sequence[str] = ()

    @property
    def counted(self) -> Counter[int]:
        """Strek by person."""
        return Counter(round_.mattis for round_ in self.evening.standing if round_.mattis is not None)

    @property
    def streks(self) -> int:
        return self.counted.total()

    @property
    def players(self) -> frozenset[int]:
        """Who played: everybody who came where that is not recorded."""
        known = [round_.players for round_ in self.evening.standing]
        seated = frozenset[int]().union(*(players or () for players in known))
        return seated | self.counted.keys() | (self.evening.came if None in known else frozenset())

    @property
    def most(self) -> int:
        return max(self.counted.values())

    @property
    def losers(self) -> list[int]:
        """Whoever got most."""
        return [person for person in self.names if self.counted[person] == self.most]

    def called(self, people: Collection[int]) -> str:
        """*Arne*, *Arne og Odd*, *Arne, Odd og Per*."""
        return get_text_list([name for person, name in self.names.items() if person in people], _("og"))


def text(told: Told) -> str:
    """The whole text, a line feed at the end of each line but the last."""
    paragraphs = [
        [*(_("Rettelse: %(what)s") % {"what": what} for what in told.corrections)],
        [_heading(told), _figures(told), " ".join(_sentences(told))],
        [*_list(told)],
        [*_table(told)],
    ]
    return "\n\n".join("\n".join(lines) for lines in paragraphs if lines)


def dry_spells(evenings: Iterable[EveningFacts], evening: int) -> dict[int, int]:
    """Rounds each had played since his last strek, or since the season began, when he got his first of that evening.

    `evenings` of a season in the order of play. A round of which not all is recorded breaks the row.
    """
    running: Counter[int] = Counter()
    found: dict[int, int] = {}
    for one in evenings:
        for round_ in one.standing:
            if one.id == evening and round_.mattis is not None:
                found.setdefault(round_.mattis, running[round_.mattis] if round_.recorded else 0)
            if round_.recorded:
                running.update(round_.players or ())
                running[round_.mattis or 0] = 0
            else:
                running.clear()
        if one.id == evening:
            break
    return found


def corrections(was: Stood, now: Stood, names: Mapping[int, str]) -> list[str]:
    """What has become of the evening since, a sentence for each."""
    return [capfirst(sentence) for sentence in _corrections(was, now, names)]


def _heading(told: Told) -> str:
    heading = day_year(told.evening.date)
    if told.evening.host is None:
        return heading
    return f"{heading} {_('hos %(host)s') % {'host': told.names[told.evening.host]}}"


def _figures(told: Told) -> str:
    """How many rounds and members, and whether the evening counts."""
    rounds = _rounds(told.streks)
    tables = len({round_.table for round_ in told.evening.standing})
    if tables > 1:
        rounds += " " + _("ved %(tables)d bord") % {"tables": tables}
    return f"{rounds}, {_present(told)}. {_valid(told)}"


def _rounds(count: int) -> str:
    return ngettext("%(count)d runde", "%(count)d runder", count) % {"count": count}


def _present(told: Told) -> str:
    quorum = told.verdict.quorum
    if not told.evening.attendance_recorded:
        return _("frammøtet er ikke ført")
    members = ngettext("%(present)d av %(count)d medlem", "%(present)d av %(count)d medlemmer", quorum.members) % {
        "present": quorum.present,
        "count": quorum.members,
    }
    count = len(told.evening.came - told.verdict.members)
    if not count:
        return members
    return _("%(members)s og %(guests)s") % {
        "members": members,
        "guests": ngettext("%(count)d gjest", "%(count)d gjester", count) % {"count": count},
    }


def _valid(told: Told) -> str:
    verdict = told.verdict
    if verdict.counts:
        counting = len(verdict.counting_rounds)
        if counting == told.streks:
            return _("Kvelden teller.")
        return _("Kvelden teller med %(counting)d av %(rounds)s.") % {
            "counting": counting,
            "rounds": _rounds(told.streks),
        }
    if verdict.reason is Reason.NOT_MET:
        return _("Kvelden teller ikke: det trengtes %(needed)d.") % {"needed": verdict.quorum.needed}
    return _("Kvelden teller ikke.")


def _sentences(told: Told) -> Iterator[str]:
    yield next(sentence for loser in LOSERS if (sentence := loser(told)))
    events = [sentence for event in EVENTS if (sentence := event(told))]
    yield from events[:MOST_EVENTS]
    if told.hat and (wearer := _wears_hat(told)):
        yield _("%(name)s gikk hjem med Mattishatten.") % {"name": told.names[wearer]}


# --- Who lost: the first of these that fits


def _nobody(told: Told) -> str:
    return "" if told.streks else _("Ingen fikk strek.")


def _one_round(told: Told) -> str:
    return (
        _("Kveldens eneste strek gikk til %(name)s.") % {"name": told.called(told.losers)} if told.streks == 1 else ""
    )


def _all_to_one(told: Told) -> str:
    if len(told.counted) > 1:
        return ""
    return _("Alle %(count)d strekene gikk til %(name)s.") % {"count": told.most, "name": told.called(told.losers)}


def _even(told: Told) -> str:
    equal = len(told.losers) == len(told.players) > FEW
    return _("Strekene ble delt likt: %(count)d til hver.") % {"count": told.most} if equal else ""


def _many_share(told: Told) -> str:
    if len(told.losers) <= FEW:
        return ""
    said = {"people": len(told.losers), "strek": strek(told.most)}
    return _("%(people)d stykker fikk flest, %(strek)s hver.") % said


def _few_share(told: Told) -> str:
    if len(told.losers) == 1:
        return ""
    return _("%(names)s fikk flest, %(strek)s hver.") % {"names": told.called(told.losers), "strek": strek(told.most)}


def _guest(told: Told) -> str:
    (loser,) = told.losers
    if loser in told.verdict.members:
        return ""
    return _("%(name)s kom som gjest og fikk flest: %(strek)s.") % _said(told)


def _host(told: Told) -> str:
    return (
        _("Verten fikk flest selv: %(strek)s til %(name)s.") % _said(told) if told.losers == [told.evening.host] else ""
    )


def _half(told: Told) -> str:
    if 2 * told.most < told.streks:
        return ""
    return _("%(name)s sto for %(count)d av %(all)s.") % _said(told)


def _plain(told: Told) -> str:
    return _("%(name)s fikk flest: %(strek)s.") % _said(told)


def _said(told: Told) -> dict[str, object]:
    return {
        "name": told.called(told.losers),
        "strek": strek(told.most),
        "count": told.most,
        "all": strek(told.streks),
    }


type Sentence = Callable[[Told], str]  # "" where it does not fit

LOSERS: tuple[Sentence, ...] = (
    _nobody,
    _one_round,
    _all_to_one,
    _even,
    _many_share,
    _few_share,
    _guest,
    _host,
    _half,
    _plain,
)


# --- What else happened: the first two of these that fit


def _escaped(told: Told) -> str:
    """Nobody, or one alone, of more than a few."""
    free = told.players - told.counted.keys()
    if len(told.players) <= FEW or len(free) > 1 or not told.streks:
        return ""
    if free:
        return _("Bare %(name)s slapp unna.") % {"name": told.called(free)}
    return "" if _even(told) else _("Ingen slapp unna.")


def _in_a_row(told: Told) -> str:
    rows = hat_tricks([told.evening])
    if not rows or len(told.counted) == 1:
        return ""
    longest = max(rows, key=lambda row: row.count)
    if told.losers == [longest.person]:
        return _("Det ble %(count)d på rad.") % {"count": longest.count}
    return _("%(name)s fikk %(count)d på rad.") % {"name": told.names[longest.person], "count": longest.count}


def _at_last(told: Told) -> str:
    spell = max(told.dry.values(), default=0)
    if spell < LONG:
        return ""
    person = next(person for person in told.names if told.dry.get(person) == spell)
    return _("%(name)s fikk sin første på %(rounds)s.") % {"name": told.names[person], "rounds": _rounds(spell)}


def _clean(told: Told) -> str:
    free = {mark.person for mark in clean_evenings([told.evening])}
    if told.streks < WHOLE or not 0 < len(free) <= FEW or _escaped(told):
        return ""
    return _("%(names)s spilte alle rundene uten strek.") % {"names": told.called(free)}


def _late(told: Told) -> str:
    late = after_midnight([told.evening])
    return _("Siste runde var over kl. %(time)s.") % {"time": clock(late[0].last)} if late else ""


EVENTS: tuple[Sentence, ...] = (_escaped, _in_a_row, _at_last, _clean, _late)


def _wears_hat(told: Told) -> int | None:
    last = told.evening.standing[-1:]
    return last[0].mattis if last and last[0].ordered else None


# --- Strek and the table


def _list(told: Told) -> Iterator[str]:
    most_first = sorted(told.counted, key=lambda person: (-told.counted[person], [*told.names].index(person)))
    for person in most_first:
        yield f"{told.names[person]}: {strek(told.counted[person])}"
    if free := told.players - told.counted.keys():
        yield _("Uten strek: %(names)s") % {"names": ", ".join(n for person, n in told.names.items() if person in free)}
    if told.evening.penalties:
        yield _("Straffestrek: %(names)s") % {"names": told.called(told.evening.penalties)}


def _table(told: Told) -> Iterator[str]:
    """The top of the year's table, where the evening has a say in it."""
    table = told.table
    if table is None or table.last_counting != told.evening.id:
        return
    first = [row for row in table.rows if row.place == 1]
    if not first:
        return
    yield _heading_of_table(told)
    shown = [row for row in table.rows if row.place and row.place <= TOP]
    if len(shown) > WIDE:
        shown = first
    if len(shown) > WIDE:
        yield _("%(people)d deler førsteplassen, %(figure)s") % {
            "people": len(first),
            "figure": _figure(first[0], told.rules),
        }
    else:
        for row in shown:
            yield f"{row.place}. {told.names[row.person]} {_figure(row, told.rules)}"
    if sentence := _lead(told, table, first):
        yield sentence


def _heading_of_table(told: Told) -> str:
    match told.rules.ranking:
        case Ranking.RATE:
            figure = _("strek per runde")
        case Ranking.ADJUSTED:
            figure = _("strek av ventet")
        case Ranking.FEWEST:
            figure = _("færrest strek")
        case Ranking.MOST:
            figure = _("flest strek")
    return _("Tabellen %(season)s, %(figure)s:") % {"season": told.season, "figure": figure}


def _figure(row: Row, rules: Rules) -> str:
    about = "≈ " if row.approx else ""
    match rules.ranking:
        case Ranking.RATE:
            return about + dec(row.rate, 3)
        case Ranking.ADJUSTED:
            return about + dec(row.fair, 2)
    return str(row.strek + (row.penalties if rules.penalties_count else 0))


def _lead(told: Told, table: Standings, first: Sequence[Row]) -> str:
    """Who leads now, where it was somebody else before this evening."""
    led = {row.person for row in table.rows if row.place and row.change is not None and row.place + row.change == 1}
    leads = {row.person for row in first}
    if leads == led or table.counting_evenings == 1 or len(leads) > FEW:
        return ""
    if len(leads) == 1:
        return _("%(name)s tar over ledelsen.") % {"name": told.called(leads)}
    return _("%(names)s deler ledelsen.") % {"names": told.called(leads)}


# --- What was corrected afterwards


def _corrections(was: Stood, now: Stood, names: Mapping[int, str]) -> Iterator[str]:
    if now.day != was.day:
        yield _("kvelden var %(now)s, ikke %(was)s.") % {"now": short(now.day), "was": short(was.day)}
    if now.host != was.host:
        yield _host_corrected(was, now, names)
    for round_, (mattis, where) in was.strek.items():
        became = now.strek.get(round_)
        if became is None:
            yield _("streken til %(name)s er tatt bort%(where)s.") % _place(names[mattis], where)
        elif became[0] != mattis:
            said = _place(names[became[0]], where) | {"was": names[mattis]}
            yield _("%(name)s fikk streken, ikke %(was)s%(where)s.") % said
    for round_, (mattis, where) in now.strek.items():
        if round_ not in was.strek:
            yield _("det manglet en strek til %(name)s%(where)s.") % _place(names[mattis], where)
    for struck in (Counter(was.penalties) - Counter(now.penalties)).elements():
        yield _("straffestreken til %(name)s er strøket.") % {"name": names[struck]}
    for given in (Counter(now.penalties) - Counter(was.penalties)).elements():
        yield _("%(name)s fikk straffestrek.") % {"name": names[given]}
    if came := now.present - was.present:
        yield _("%(names)s var der.") % {"names": _called(came, names)}
    if stayed_away := was.present - now.present:
        yield _("%(names)s var der ikke.") % {"names": _called(stayed_away, names)}
    if now.counts != was.counts:
        yield _("kvelden teller likevel.") if now.counts else _("kvelden teller likevel ikke.")


def _host_corrected(was: Stood, now: Stood, names: Mapping[int, str]) -> str:
    if now.host is None:
        return _("kvelden var ikke hos %(was)s.") % {"was": names[was.host or 0]}
    return _("kvelden var hos %(now)s.") % {"now": names[now.host]}


def _place(name: str, where: str) -> dict[str, str]:
    return {"name": name, "where": f" ({where})" if where else ""}


def _called(people: Collection[int], names: Mapping[int, str]) -> str:
    return get_text_list([name for person, name in names.items() if person in people], _("og"))
