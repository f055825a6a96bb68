"""The year's table: who stands where after the evenings that count."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from league.facts import EveningFacts, Minimum, PlayedRound, Ranking, Rules, SeasonFacts
from league.quorum import EveningVerdict, judged, share

FORM = 5  # rounds


class Tie(StrEnum):
    """What was needed to tell a row from its equals."""

    NONE = "none"
    MORE_ROUNDS = "more_rounds"  # somebody has the same figure; of those the one with more rounds comes first
    SHARED = "shared"  # somebody has the same figure in as many rounds: they share the place


@dataclass(frozen=True, slots=True)
class Row:
    """One member's line. Everything is counted on counting evenings while he was a member."""

    person: int
    place: int | None  # None: not ranked
    change: int | None  # places won since before the last counting evening; None: not ranked then, or not now
    tie: Tie
    strek: int
    penalties: int  # *straffestrek* of counting evenings
    rounds: int
    rate: Fraction | None  # strek per round, with penalties where the season counts them; None without rounds
    expected: Fraction  # strek to be expected from the table sizes: the sum of 1 / players
    fair: Fraction | None  # (strek + a) / (expected + a), with penalties likewise; None without rounds
    attended: int  # evenings he came to
    held: int  # evenings he could have come to: on leave, or as a guest, only those he came to
    unknown: int  # how many of the held do not say whether he came
    form: tuple[bool, ...]  # his last five recorded rounds, oldest first; True: strek
    lacking: int  # rounds or evenings missing to the minimum
    approx: bool  # the players of some of his rounds are not recorded

    @property
    def eligible(self) -> bool:
        """He is ranked: he has reached the minimum and played at all."""
        return self.place is not None


@dataclass(frozen=True, slots=True)
class Standings:
    """The table: first those ranked, then the others, each by merit."""

    rows: tuple[Row, ...]
    counting_evenings: int
    held_evenings: int
    counting_rounds: int
    required: int  # rounds or evenings needed to be ranked; 0 where there is no minimum
    last_counting: int | None  # id of the last counting evening
    mattis_of_the_year: frozenset[int]  # whoever has most strek: nobody, one or several


type Judged = Sequence[tuple[EveningFacts, EveningVerdict]]
type Merit = tuple[Fraction, int]  # the figure ranked by, and the rounds with a minus: the least comes first


@dataclass(slots=True)
class _Tally:
    """What one member has gathered."""

    strek: int = 0
    penalties: int = 0
    sizes: Counter[int] = field(default_factory=Counter)  # his rounds, by the number of players
    attended: int = 0
    held: int = 0
    unknown: int = 0
    form: deque[bool] = field(default_factory=lambda: deque(maxlen=FORM))
    approx: bool = False

    @property
    def rounds(self) -> int:
        return self.sizes.total()

    def lacking(self, rules: Rules, required: int) -> int:
        return max(0, required - (self.attended if rules.minimum is Minimum.EVENINGS else self.rounds))

    def marks(self, rules: Rules) -> int:
        """What the ranking counts."""
        return self.strek + self.penalties if rules.penalties_count else self.strek

    def rate(self, rules: Rules) -> Fraction:
        return Fraction(self.marks(rules), self.rounds)

    def fair(self, rules: Rules) -> Fraction:
        return fair(rules, self.marks(rules), expected_strek(self.sizes))

    def merit(self, rules: Rules) -> Merit:
        adjusted = rules.ranking is Ranking.ADJUSTED  # no other rule looks at what was to be expected, which is dear
        return merit(rules, self.marks(rules), self.rounds, expected_strek(self.sizes) if adjusted else Fraction())


def standings(
    facts: SeasonFacts, *, until: int | None = None, alphabet: Sequence[int] = (), evenings: Judged | None = None
) -> Standings:
    """The table after all evenings, or after the evening with the id `until`.

    `alphabet` lists people in the order in which those equal in everything stand; without it they stand by id.
    `evenings` are the same evenings where they have been judged already.
    Raises ValueError if the season has no evening `until`.
    """
    rules = facts.rules
    evenings = judged(facts, until) if evenings is None else evenings
    counting = [pair for pair in evenings if pair[1].counts]
    tallies = {period.person: _Tally() for period in facts.periods}
    _add(tallies, counting[:-1])
    before = _places(_ranked(tallies, rules, _required(rules, counting[:-1])))
    _add(tallies, counting[-1:])
    required = _required(rules, counting)
    ranked = _ranked(tallies, rules, required)
    places = _places(ranked)
    alphabetical = {person: at for at, person in enumerate(alphabet)}

    def order(row: Row) -> tuple[bool, bool, Merit, int, int]:
        merit = tallies[row.person].merit(rules) if row.rounds else (Fraction(), 0)
        return not row.eligible, not row.rounds, merit, alphabetical.get(row.person, len(alphabetical)), row.person

    rows = [
        _row(person, tallies[person], rules, required, places.get(person), before.get(person), _tie(person, ranked))
        for person in _listed(facts, evenings, until)
    ]
    most = max((tally.strek for tally in tallies.values()), default=0)
    return Standings(
        rows=tuple(sorted(rows, key=order)),
        counting_evenings=len(counting),
        held_evenings=len(evenings),
        counting_rounds=_rounds(counting),
        required=required,
        last_counting=counting[-1][0].id if counting else None,
        mattis_of_the_year=frozenset(person for person, tally in tallies.items() if tally.strek == most > 0),
    )


def race(
    facts: SeasonFacts, alphabet: Sequence[int] = (), evenings: Judged | None = None
) -> dict[int, tuple[int | None, ...]]:
    """Each member's rank after every counting evening; None while he is not ranked.

    Unlike places, ranks are never shared: equals stand by `alphabet`, as in the table. Who was never ranked is
    not in it. `evenings` as with `standings`.
    """
    counting = [pair for pair in (judged(facts) if evenings is None else evenings) if pair[1].counts]
    tallies = {period.person: _Tally() for period in facts.periods}
    alphabetical = {person: at for at, person in enumerate(alphabet)}
    found: dict[int, list[int | None]] = {person: [] for person in tallies}
    for at in range(len(counting)):
        _add(tallies, counting[at : at + 1])
        ranked = _ranked(tallies, facts.rules, _required(facts.rules, counting[: at + 1]))
        order = sorted(ranked, key=lambda person: (ranked[person], alphabetical.get(person, 0), person))
        ranks = {person: rank for rank, person in enumerate(order, start=1)}
        for person, line in found.items():
            line.append(ranks.get(person))
    return {person: tuple(line) for person, line in found.items() if any(line)}


def merit(rules: Rules, marks: int, rounds: int, expected: Fraction) -> Merit:
    """What a season ranks by, of somebody with so many marks in so many rounds, who was to expect so many strek."""
    match rules.ranking:
        case Ranking.RATE:
            figure = Fraction(marks, rounds)
        case Ranking.ADJUSTED:
            figure = fair(rules, marks, expected)
        case Ranking.FEWEST:
            figure = Fraction(marks)
        case Ranking.MOST:
            figure = Fraction(-marks)
    return figure, -rounds


def fair(rules: Rules, marks: int, expected: Fraction) -> Fraction:
    """The table-size-fair rate."""
    return (marks + rules.a) / (expected + rules.a)


def expected_strek(sizes: Mapping[int, int]) -> Fraction:
    """The strek to be expected from so many rounds at tables of each size."""
    return sum((Fraction(rounds, size) for size, rounds in sizes.items()), Fraction())


def counting_rounds(evening: EveningFacts, verdict: EveningVerdict) -> Iterator[tuple[PlayedRound, frozenset[int]]]:
    """The evening's counting rounds in the order of play, with their players.

    Where the players are not recorded, everybody who came is taken to have played, and whoever lost did.
    """
    losers = {round_.mattis for round_ in verdict.counting_rounds if round_.players is None and round_.mattis}
    everybody = evening.came | losers
    for round_ in verdict.counting_rounds:
        yield round_, everybody if round_.players is None else round_.players


def _add(tallies: Mapping[int, _Tally], evenings: Judged) -> None:
    for evening, verdict in evenings:
        came = evening.came
        for person in verdict.members | (verdict.ranked & came):
            tally = tallies[person]
            tally.held += 1
            tally.attended += person in came
            tally.unknown += person not in came and not evening.attendance_recorded
        for person in evening.penalties:
            if person in verdict.ranked:
                tallies[person].penalties += 1
        for round_, players in counting_rounds(evening, verdict):
            size, recorded, guessed = len(players), round_.recorded, round_.players is None
            for person in players & verdict.ranked:
                tally = tallies[person]
                lost = person == round_.mattis
                tally.strek += lost
                tally.sizes[size] += 1
                if recorded:
                    tally.form.append(lost)
                if guessed:
                    tally.approx = True


def _rounds(evenings: Judged) -> int:
    return sum(len(verdict.counting_rounds) for _, verdict in evenings)


def _required(rules: Rules, evenings: Judged) -> int:
    match rules.minimum:
        case Minimum.ROUNDS:
            return share(rules.minimum_percent, _rounds(evenings))
        case Minimum.EVENINGS:
            return share(rules.minimum_percent, len(evenings))
        case Minimum.NONE:
            return 0


def _ranked(tallies: Mapping[int, _Tally], rules: Rules, required: int) -> dict[int, Merit]:
    """The merit of everybody who has reached the minimum and played at all."""
    return {
        person: tally.merit(rules)
        for person, tally in tallies.items()
        if tally.rounds and not tally.lacking(rules, required)
    }


def _places(ranked: Mapping[int, Merit]) -> dict[int, int]:
    """Places from 1; equals share theirs, and the next one is as if they had not."""
    order = sorted(ranked.values())
    return {person: order.index(merit) + 1 for person, merit in ranked.items()}


def _tie(person: int, ranked: Mapping[int, Merit]) -> Tie:
    if person not in ranked:
        return Tie.NONE
    merit = ranked[person]
    equals = [other for other in ranked.values() if other[0] == merit[0]]
    if len(equals) == 1:
        return Tie.NONE
    return Tie.SHARED if equals.count(merit) > 1 else Tie.MORE_ROUNDS


def _listed(facts: SeasonFacts, evenings: Judged, until: int | None) -> set[int]:
    """Whoever came while his rounds count, and whoever is a member still."""
    day = evenings[-1][0].date if evenings else facts.first_day
    came = (verdict.ranked & evening.came for evening, verdict in evenings)
    still = {
        period.person
        for period in facts.periods
        if (period.last_day is None or period.last_day >= day) and (until is None or period.first_day <= day)
    }
    return still.union(*came)


def _row(
    person: int, tally: _Tally, rules: Rules, required: int, place: int | None, before: int | None, tie: Tie
) -> Row:
    return Row(
        person=person,
        place=place,
        change=before - place if place and before else None,
        tie=tie,
        strek=tally.strek,
        penalties=tally.penalties,
        rounds=tally.rounds,
        rate=tally.rate(rules) if tally.rounds else None,
        expected=expected_strek(tally.sizes),
        fair=tally.fair(rules) if tally.rounds else None,
        attended=tally.attended,
        held=tally.held,
        unknown=tally.unknown,
        form=tuple(tally.form),
        lacking=tally.lacking(rules, required),
        approx=tally.approx,
    )
