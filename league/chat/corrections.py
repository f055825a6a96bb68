"""What has become of an evening since its text was sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from league.chat.told import called
from league.words import short


@dataclass(frozen=True, slots=True)
class Stood:
    """What the text of an evening rests on, as it stood at one time."""

    day: date
    host: int | None
    present: frozenset[int]
    counts: bool
    strek: Mapping[int, tuple[int, str]]  # by round that stands: who lost, and where: *runde 4*; "" if unknown
    penalties: tuple[int, ...] = ()  # who had got one, once for each


def corrections(was: Stood, now: Stood, names: Mapping[int, str]) -> Iterator[str]:
    """What has become of the evening since, a sentence for each."""
    if now.day != was.day:
        yield _("Kvelden var %(now)s, ikke %(was)s.") % {"now": short(now.day), "was": short(was.day)}
    if now.host != was.host:
        yield _host_corrected(was, now, names)
    for round_, (mattis, where) in was.strek.items():
        became = now.strek.get(round_)
        if became is None:
            yield _("Streken til %(name)s er tatt bort%(where)s.") % _place(names[mattis], where)
        elif became[0] != mattis:
            said = _place(names[became[0]], where) | {"was": names[mattis]}
            yield _("%(name)s fikk streken, ikke %(was)s%(where)s.") % said
    for round_, (mattis, where) in now.strek.items():
        if round_ not in was.strek:
            yield _("Det manglet en strek til %(name)s%(where)s.") % _place(names[mattis], where)
    for struck in (Counter(was.penalties) - Counter(now.penalties)).elements():
        yield _("Straffestreken til %(name)s er strøket.") % {"name": names[struck]}
    for given in (Counter(now.penalties) - Counter(was.penalties)).elements():
        yield _("%(name)s fikk straffestrek.") % {"name": names[given]}
    if came := now.present - was.present:
        yield _("%(names)s var der.") % {"names": called(came, names)}
    if stayed_away := was.present - now.present:
        yield _("%(names)s var der ikke.") % {"names": called(stayed_away, names)}
    if now.counts != was.counts:
        yield _("Kvelden teller likevel.") if now.counts else _("Kvelden teller likevel ikke.")


def _host_corrected(was: Stood, now: Stood, names: Mapping[int, str]) -> str:
    if now.host is None:
        return _("Kvelden var ikke hos %(was)s.") % {"was": names[was.host or 0]}
    return _("Kvelden var hos %(now)s.") % {"now": names[now.host]}


def _place(name: str, where: str) -> dict[str, str]:
    return {"name": name, "where": f" ({where})" if where else ""}
