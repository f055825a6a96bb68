"""What the page of a dispute shows: who says what, what the referee answers, and what was ruled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import parse_qsl

from django.urls import reverse
from django.utils.translation import gettext as _

from games import referee
from games.house import rules_on
from games.models import Dispute, Record, Ruling, Version
from games.questions import PlayQuestion, TrickQuestion, seat_names
from games.referee import PlayAnswer, TrickAnswer
from games.services import disputes
from league.fields import whole
from league.models import Person, Round


@dataclass(frozen=True, slots=True)
class Basis:
    """What a verdict is asked on: a step of the record, or somebody's version of the position or of a trick."""

    key: str  # `r16` for a step of the record, `v3` for the version with that id
    label: str
    answer: PlayAnswer | TrickAnswer
    link: str
    ply: int | None = None  # of the record
    question: PlayQuestion | TrickQuestion | None = None  # of a version

    @property
    def trick(self) -> TrickAnswer | None:
        """The answer where it is about who takes a trick."""
        return self.answer if isinstance(self.answer, TrickAnswer) else None

    @property
    def paragraph(self) -> str:
        """The rule it names; empty where nothing has been answered."""
        if isinstance(self.answer, TrickAnswer):
            return self.answer.rule
        return self.answer.words.rule if self.answer.words else ""

    @property
    def told(self) -> str:
        """The answer as it is kept with a ruling."""
        if isinstance(self.answer, TrickAnswer):
            return " ".join([*self.answer.wars, self.answer.outcome, f"{self.answer.rule} ({self.answer.basis})."])
        if self.answer.words is None:
            return ""
        words = self.answer.words
        return " ".join([f"{words.answer}: {words.act}.", *words.why, f"{words.rule} ({words.basis})."])


class DisputePage:
    """One dispute, as somebody sees it."""

    def __init__(self, dispute: Dispute) -> None:
        self.dispute = dispute
        self.open = disputes.is_open(dispute)
        self.versions = list(dispute.versions.select_related("person").order_by("pk"))
        self.rulings = list(dispute.rulings.select_related("mattis", "ruled_by__person"))

    @cached_property
    def round(self) -> Round | None:
        return disputes.about(self.dispute)

    @property
    def moved(self) -> bool:
        """Its strek was given to another, and is no more the one it was about."""
        return any(ruling.kind == Ruling.Kind.GIVE for ruling in self.rulings)

    @cached_property
    def record(self) -> Record | None:
        return Record.objects.filter(round=self.round).first() if self.round else None

    @cached_property
    def people(self) -> list[Person]:
        """Who could be concerned: who played the round, or who was at the evening."""
        if self.round and self.round.players_recorded:
            return list(Person.objects.filter(seats__round=self.round))
        return list(Person.objects.filter(attendances__evening=self.dispute.evening, attendances__present=True))

    @cached_property
    def bases(self) -> list[Basis]:
        """The verdicts there are: on every unlawful play of the record, and on each version of the position."""
        return [*self._of_record(), *self._of_versions]

    @property
    def agreed(self) -> str:
        """What holds in every version, where several remember the position."""
        plays = [basis.question for basis in self._of_versions if isinstance(basis.question, PlayQuestion)]
        found = {basis.answer.judgement for basis in self._of_versions if isinstance(basis.answer, PlayAnswer)}
        if len(plays) < 2:
            return ""
        if len(found) > 1:
            if decide := referee.deciding_cards(plays):
                return _("Forklaringene gir ulike svar. Det som avgjør, er %(cards)s.") % {"cards": decide}
            return _("Forklaringene gir ulike svar: det kommer an på hvem som husker rett.")
        return {
            "illegal": _("Ulovlig etter alle forklaringene."),
            "legal": _("Lovlig etter alle forklaringene."),
            "depends": _("Etter alle forklaringene kommer det an på kort ingen har sett."),
        }[found.pop()]

    def basis(self, key: str) -> Basis | None:
        """What a key of an address asks for: any step of the record, lawful or not, or a version."""
        step = whole(key[1:]) if key.startswith("r") else None
        if self.replay and step and step < len(self.replay.steps):
            return self._of_step(self.replay, step)
        return next((basis for basis in self.bases if basis.key == key), None)

    @cached_property
    def replay(self) -> referee.Replay | None:
        return referee.replay(self.record.text) if self.record else None

    def _of_record(self) -> list[Basis]:
        if not self.replay:
            return []
        return [self._of_step(self.replay, number) for number, step in enumerate(self.replay.steps) if step.foul]

    def _of_step(self, replay: referee.Replay, number: int) -> Basis:
        link = f"{reverse('record', args=[self.record.pk if self.record else 0])}?trekk={number}"
        label = _("Referatet, trekk %(number)d") % {"number": number}
        return Basis(f"r{number}", label, replay.verdict(number), link, ply=number)

    @cached_property
    def _of_versions(self) -> list[Basis]:
        return [basis for version in self.versions if version.question and (basis := self._of_version(version))]

    def _of_version(self, version: Version) -> Basis | None:
        question = question_of(dict(parse_qsl(version.question)), self.dispute)
        try:
            answer = answer_to(question)
        except referee.Unanswerable:
            return None
        page, label = "referee_play", _("Slik %(name)s husker stillingen")
        if isinstance(question, TrickQuestion):
            page, label = "referee", _("Slik %(name)s husker stikket")
        label %= {"name": version.person.who.name}
        basis = Basis(f"v{version.pk}", label, answer, reverse(page) + question.address, question=question)
        return basis if basis.paragraph else None


def question_of(asked: Mapping[str, str], dispute: Dispute) -> PlayQuestion | TrickQuestion:
    """What somebody asks the referee in a dispute: about a trick if cards of one are named, else about a play."""
    rules = rules_on(dispute.evening.date)
    return TrickQuestion.of(asked, rules) if "kort" in asked else PlayQuestion.of(asked, rules)


def answer_to(question: PlayQuestion | TrickQuestion) -> PlayAnswer | TrickAnswer:
    """The referee's answer, in which players are seats. Raises Unanswerable."""
    if isinstance(question, TrickQuestion):
        return referee.ask_trick(question, seat_names())
    return referee.ask_play(question, seat_names())


def ruled_on(basis: Basis | None) -> dict[str, object]:
    """What a ruling keeps of the verdict it was given on."""
    if basis is None or not basis.paragraph:
        return {}
    question = basis.question.address[1:] if basis.question else ""
    return {"ply": basis.ply, "question": question, "answer": basis.told, "paragraph": basis.paragraph}


def earlier(paragraph: str = "") -> tuple[list[Ruling], list[str]]:
    """The rulings that name a paragraph, all without one, the newest first; and the paragraphs there are."""
    found = Ruling.objects.select_related(
        "dispute__evening__host", "dispute__raised_by", "dispute__round__mattis", "mattis", "ruled_by__person"
    ).defer("dispute__photo")
    named = Ruling.objects.exclude(paragraph="").order_by("paragraph").values_list("paragraph", flat=True).distinct()
    return list(found.filter(paragraph=paragraph) if paragraph else found), list(named)
