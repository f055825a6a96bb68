"""The evening's text for the group chat, the same for the same evening.

print(text(Told(evening, verdict, names, table)))
# Torsdag 26. november 2026 hos Arne
# 10 runder, 8 av 12 medlemmer og 1 gjest. Kvelden teller.
# Frode fikk flest: 3 streker. Bare Odd slapp unna. Frode gikk hjem med Mattishatten.
# …
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.chat.sentences import FEW, sentences
from league.chat.told import Told
from league.facts import Ranking, Rules
from league.quorum import Reason
from league.standings import Row, Standings
from league.words import day_year, dec, rounds, strek

TOP = 3  # places of the table
WIDE = 5  # lines of the table at most; where more share its places, only the first place is told


def text(told: Told) -> str:
    """The whole text, a line feed at the end of each line but the last."""
    paragraphs = [
        [*(_("Rettelse: %(what)s") % {"what": what} for what in told.corrections)],
        [_heading(told), _figures(told), " ".join(sentences(told))],
        [*_list(told)],
        [*_table(told)],
    ]
    return "\n\n".join("\n".join(lines) for lines in paragraphs if lines)


def _heading(told: Told) -> str:
    heading = day_year(told.evening.date)
    if told.evening.host is None:
        return heading
    return f"{heading} {_('hos %(host)s') % {'host': told.names[told.evening.host]}}"


def _figures(told: Told) -> str:
    """How many rounds and members, and whether the evening counts."""
    played = rounds(told.streks)
    tables = len({round_.table for round_ in told.evening.standing})
    if tables > 1:
        played += " " + _("ved %(tables)d bord") % {"tables": tables}
    return f"{played}, {_present(told)}. {_valid(told)}"


def _present(told: Told) -> str:
    quorum = told.verdict.quorum
    if not told.evening.attendance_recorded:
        return _("frammøtet er ikke ført")
    count = len(told.evening.came - told.verdict.members)
    guests = ngettext("%(count)d gjest", "%(count)d gjester", count) % {"count": count}
    if not quorum.members:
        return guests
    members = ngettext("%(present)d av %(count)d medlem", "%(present)d av %(count)d medlemmer", quorum.members) % {
        "present": quorum.present,
        "count": quorum.members,
    }
    return _("%(members)s og %(guests)s") % {"members": members, "guests": guests} if count else members


def _valid(told: Told) -> str:
    verdict = told.verdict
    if verdict.counts:
        counting = len(verdict.counting_rounds)
        if counting == told.streks:
            return _("Kvelden teller.")
        return _("Kvelden teller med %(counting)d av %(rounds)s.") % {
            "counting": counting,
            "rounds": rounds(told.streks),
        }
    if verdict.reason is Reason.NOT_MET:
        return _("Kvelden teller ikke: det trengtes %(needed)d.") % {"needed": verdict.quorum.needed}
    return _("Kvelden teller ikke.")


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
