"""The sentences of an evening: one of who lost, the first of `LOSERS` that fits, and at most two of the rest, the
first of `EVENTS` that fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _

from league.amusements.hat import taken_home
from league.amusements.records import after_midnight, clean_evenings, hat_tricks
from league.chat.told import Told
from league.words import clock, rounds, strek

FEW = 3  # people who can share a title and still be named
LONG = 20  # rounds of one's own without a strek, that the next one is worth a word
WHOLE = 6  # rounds that make it worth a word to have played them all without a strek
MOST_EVENTS = 2


def sentences(told: Told) -> Iterator[str]:
    """The sentences of an evening, in the order they are read; at least the one of who lost."""
    yield next(sentence for loser in LOSERS if (sentence := loser(told)))
    events = [sentence for event in EVENTS if (sentence := event(told))]
    yield from events[:MOST_EVENTS]
    if told.hat and (wearer := taken_home(told.evening)):
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
    return _("%(name)s fikk sin første på %(rounds)s.") % {"name": told.names[person], "rounds": rounds(spell)}


def _clean(told: Told) -> str:
    free = {mark.person for mark in clean_evenings([told.evening])}
    if told.streks < WHOLE or not 0 < len(free) <= FEW or _escaped(told):
        return ""
    return _("%(names)s spilte alle rundene uten strek.") % {"names": told.called(free)}


def _late(told: Told) -> str:
    late = after_midnight([told.evening])
    return _("Siste runde var over kl. %(time)s.") % {"time": clock(late[0].last)} if late else ""


EVENTS: tuple[Sentence, ...] = (_escaped, _in_a_row, _at_last, _clean, _late)
