"""The only door to the engine: what the pages ask of the rules goes through here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from random import Random

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from engine import __version__, reader, text
from engine.bots import at_random, sensible
from engine.cards import NAMES, SUIT_OF, SUITS, cards, each, names
from engine.describe import OPTION_WORDS, describe, option_words
from engine.errors import EngineError
from engine.fault_words import said
from engine.faults import FaultKind
from engine.moves import TAKE, Kind, Move, Play, lay, play
from engine.phase import NOBODY, UNSEEN
from engine.position import Position
from engine.presets import ALL, read_rules, rules_text
from engine.record import Entry, Record, move_text, of_moves, write
from engine.ruleset import RuleSet, choices
from engine.setup import Hand, shed_position
from engine.trick import Outcome, TrickVerdict, explain_trick, judge_trick
from engine.verdict import Attempt, Explanation, adjudicate, adjudicate_versions, explain
from engine.words import Language, card_sign, card_words, cards_words, move_words
from games.felt import Felt, OnTable, Seat, kind_of
from games.questions import LONGEST_RULES, NONE, PlayQuestion, Start, TrickQuestion

CLUB = "club"
ENGINE = __version__  # what a record is stored with

TITLES = {
    "club": gettext_lazy("Klubbens regler"),
    "standard": gettext_lazy("Vanlig Mattis"),
    "standard+blank-excluded": gettext_lazy("Vanlig Mattis, bordmattis er ikke med"),
    "standard+blank-low-cards": gettext_lazy("Vanlig Mattis, bordmattis får lave kort"),
    "standard+lower-ties": gettext_lazy("Vanlig Mattis, krig også under høyeste kort"),
    "standard+most-then-rank": gettext_lazy("Vanlig Mattis, flest like kort går foran"),
    "standard+series-2": gettext_lazy("Vanlig Mattis, serier på minst to"),
    "standard+series-3": gettext_lazy("Vanlig Mattis, serier på minst tre"),
    "bikkje": gettext_lazy("Bikkje"),
    "bikkje+series": gettext_lazy("Bikkje med serier"),
    "skitgubbe": gettext_lazy("Skitgubbe"),
    "skitgubbe-sequences": gettext_lazy("Skitgubbe med serier"),
    "counter-trump": gettext_lazy("Skitgubbe med mottrumf"),
    "electric-clubs": gettext_lazy("Skitgubbe med elektriske kløver"),
    "mas": gettext_lazy("Mas"),
    "mattis": gettext_lazy("Mattis på svensk"),
    "mattis+series-3": gettext_lazy("Mattis på svensk, serier på minst tre"),
    "mattis+blank-loses": gettext_lazy("Mattis på svensk, bordmattis taper"),
    "mattis+lower-ties": gettext_lazy("Mattis på svensk, krig også under høyeste kort"),
    "atlanta": gettext_lazy("Atlanta"),
    "myllymatti": gettext_lazy("Myllymatti"),
    "koira": gettext_lazy("Koira"),
    "koira+tie-split": gettext_lazy("Koira, like kort deles"),
    "koira+trump-ends-trick": gettext_lazy("Koira, trumf avslutter stikket"),
    "koira+series-from-two": gettext_lazy("Koira, serier begynner på to"),
    "koira+lowest-card": gettext_lazy("Koira, laveste kort tas inn"),
}

OPTION_TITLES = {
    "first_lead": gettext_lazy("Første utspill"),
    "trick": gettext_lazy("Hvem som er med i stikket"),
    "tie": gettext_lazy("Like kort"),
    "chance": gettext_lazy("Sjans"),
    "draw": gettext_lazy("Når det trekkes"),
    "running_out": gettext_lazy("Når kortene tar slutt"),
    "unresolved_war": gettext_lazy("Krig uten flere kort"),
    "tie_split": gettext_lazy("Deling ved likhet"),
    "must_tie": gettext_lazy("Plikt til å gjøre likt"),
    "slough": gettext_lazy("Kaste kort i stikket"),
    "capture": gettext_lazy("Hva som stikker i kortfordelingen"),
    "trump": gettext_lazy("Trumf"),
    "shed_lead": gettext_lazy("Første utspill i spillerunden"),
    "trump_when": gettext_lazy("Når trumf kan legges"),
    "must_beat": gettext_lazy("Plikt til å stikke"),
    "take": gettext_lazy("Hva som tas inn"),
    "series": gettext_lazy("Serier"),
    "series_start": gettext_lazy("Hvor en serie begynner"),
    "series_beat": gettext_lazy("Hva som stikker en serie"),
    "trump_ends_trick": gettext_lazy("Trumf avslutter stikket"),
    "blank": gettext_lazy("Bladmattis"),
    "least_to_join": gettext_lazy("Kort for å være med"),
    "counter_trump": gettext_lazy("Mottrumf"),
    "dreck": gettext_lazy("De små kortene"),
}


class Unanswerable(Exception):
    """The question cannot be answered as it stands; `str()` says why."""


@dataclass(frozen=True, slots=True)
class RuleSetWords:
    """A rule set for people: its name, where it comes from, and what it says."""

    word: str
    title: str
    described: str


def rule_sets() -> list[tuple[str, str]]:
    """Every rule set that has a name: its word in addresses and records, and its title."""
    return [(word, str(TITLES[word])) for word in ALL]


def rule_set(word: str) -> RuleSetWords:
    """Raises Unanswerable for a rule set there is not."""
    described = describe(_rules(word), _language())
    base, changed, _options = word.partition(",")
    title = _("%(rules)s, med endringer") % {"rules": TITLES[base]} if changed else str(TITLES[base])
    return RuleSetWords(word, title, described)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a rule set: its word and title, the value it has, and every value there is with what it means."""

    name: str
    title: str
    value: str
    values: tuple[tuple[str, str], ...]


def options(word: str) -> list[Option]:
    """The options of a rule set that have a few values each. Raises Unanswerable for a rule set there is not."""
    rules = _rules(word)
    return [
        Option(
            name,
            str(OPTION_TITLES[name]),
            str(getattr(rules, name)),
            tuple((str(value), option_words(name, value, _language())) for value in choices(name)),
        )
        for name in OPTION_WORDS
        if choices(name)
    ]


def with_options(word: str, changed: Mapping[str, str]) -> str:
    """The word of a rule set with some options changed, as `options` names their values.

    Raises Unanswerable for what cannot go together.
    """
    values = {name: value for name, given in changed.items() for value in choices(name) if str(value) == given}
    try:
        return rules_text(_rules(word).with_options(values))
    except EngineError as fault:
        raise Unanswerable(_("Disse valgene går ikke sammen.")) from fault


# --- Who takes this trick?


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a trick, by whom; `number` is its place in the question. Without a suit it is the rank alone."""

    number: int
    player: str
    card: str


@dataclass(frozen=True, slots=True)
class TrickAnswer:
    """How far a trick has come: its rounds, who lays next, or what came of it and why."""

    rounds: tuple[tuple[Laid, ...], ...]
    next_player: str = ""
    in_war: bool = False  # the next one may have no card left
    wars: tuple[str, ...] = ()
    outcome: str = ""
    rule: str = ""
    basis: str = ""


def ask_trick(question: TrickQuestion, players: Sequence[str]) -> TrickAnswer:
    """Who takes it, as far as it has come. Raises Unanswerable for cards there cannot be."""
    rules = _rules(question.rules)
    suited = _suited(question.laid)
    rounds: list[tuple[Laid, ...]] = []
    judged: list[list[tuple[int, int]]] = []
    turn: Sequence[int] = range(2 if rules.trick == "pair" else question.players)
    empty: list[int] = []
    at = 0
    while True:
        part = question.laid[at : at + len(turn)]
        row = tuple(
            Laid(at + number, players[seat], card) for number, (seat, card) in enumerate(zip(turn, part, strict=False))
        )
        rounds.append(row)
        if len(part) < len(turn):
            return TrickAnswer(tuple(rounds), next_player=players[turn[len(part)]], in_war=bool(judged))
        empty += [seat for seat, card in zip(turn, part, strict=True) if card == NONE]
        laid = [(seat, suited[at + number]) for number, seat in enumerate(turn) if part[number] != NONE]
        verdict = _judge(rules, [*judged, laid] if laid else judged, empty)
        at += len(turn)
        if verdict.outcome is not Outcome.WAR or not laid:
            if at < len(question.laid):
                raise Unanswerable(_("Stikket var avgjort før det siste kortet."))
            told = explain_trick(verdict, _language(), players)
            return TrickAnswer(tuple(rounds), "", False, told.wars, told.outcome, told.rule, told.basis)
        judged.append(laid)
        turn = verdict.fighters


def _judge(rules: RuleSet, rounds: list[list[tuple[int, int]]], empty: list[int]) -> TrickVerdict:
    try:
        return judge_trick(rules, rounds, empty=empty)
    except EngineError as fault:
        raise Unanswerable(_("Et slikt stikk kan det ikke bli etter disse reglene.")) from fault


def _suited(laid: Sequence[str]) -> list[int]:
    """The cards, each rank without a suit as one of that rank that is free. Raises Unanswerable if there is none."""
    taken = {card for card in laid if len(card) == 2}
    if len(taken) < sum(len(card) == 2 for card in laid):
        raise Unanswerable(_("Det samme kortet er lagt to ganger."))
    found = []
    for card in laid:
        name = card
        if len(card) == 1 and card != NONE:
            name = next((card + suit for suit in SUITS if card + suit not in taken), "")
            if not name:
                raise Unanswerable(_("Det finnes bare fire kort av hver verdi."))
            taken.add(name)
        found.append(NOBODY if card == NONE else NAMES.index(name))
    return found


# --- Was this play lawful?


@dataclass(frozen=True, slots=True)
class PlayAnswer:
    """The table as asked about, and once a play is named, the verdict on it."""

    felt: Felt
    words: Explanation | None = None
    judgement: str = ""  # legal, illegal, depends


def ask_play(question: PlayQuestion, players: Sequence[str]) -> PlayAnswer:
    """The verdict on the play asked about. Raises Unanswerable for a position that cannot be."""
    position, attempt = _asked(question)
    felt = felt_of(position, players)
    if attempt is None or not question.trump:
        return PlayAnswer(felt)
    verdict = adjudicate(position, attempt)
    return PlayAnswer(felt, explain(verdict, _language(), players), str(verdict.judgement))


def deciding_cards(questions: Sequence[PlayQuestion]) -> str:
    """The cards that several versions of one position differ on and that decide whether the same play was legal.

    Empty where they ask about different plays, or where no card tells them apart. Raises Unanswerable as `ask_play`.
    """
    asked = [_asked(question) for question in questions]
    attempts = {attempt for _position, attempt in asked}
    attempt = attempts.pop()
    if attempts or attempt is None:
        return ""
    versions = {str(number): position for number, (position, _attempt) in enumerate(asked)}
    return cards_words(adjudicate_versions(versions, attempt).decides, _language())


def _asked(question: PlayQuestion) -> tuple[Position, Attempt | None]:
    """The position of a question, and the play it asks about."""
    rules = _rules(question.rules)
    seat = len(question.table) % question.players
    try:
        position = shed_position(
            rules,
            [_hand(question, number == seat) for number in range(question.players)],
            trump=SUITS.index(question.trump or "s"),
            turn=seat,
            table=[lay(cards(play)).plays[number % question.players] for number, play in enumerate(question.table)],
            size=max(question.full or question.players, len(question.table) + 1),
            waiting=[seat] if question.waits else [],
        )
        move = _move(question)
    except EngineError as fault:
        raise Unanswerable(_("Slik kan det ikke ligge på bordet etter disse reglene.")) from fault
    return position, Attempt(seat, move) if move else None


def _hand(question: PlayQuestion, his: bool) -> Hand:
    """What the one who is asked about held: what he laid he held as well. Of the others nothing is asked."""
    if not his:
        return Hand(unseen=2)
    known = dict.fromkeys((*question.hand, *question.play))
    return Hand(cards(known), question.unseen)


def _move(question: PlayQuestion) -> Move | None:
    if question.takes:
        return TAKE
    return lay(cards(question.play)) if question.play else None


# --- A record, step by step


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at a place of a record's text. A play that broke a rule is no fault of the text."""

    line: int
    column: int
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened, and the table after it; the first step is the start, at which nothing has.

    `line` is the position in one line without its rules, `swept` the trick it completed, as a line has a table.
    `legal` are the other things that were legal then.
    """

    player: str
    did: str
    short: str
    opens: bool
    line: str
    swept: str = ""
    foul: bool = False
    legal: tuple[str, ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """A record read: who played, under which rules, what happened and what of the text could not be read."""

    rules: str
    players: tuple[str, ...]
    mattis: str
    steps: tuple[Step, ...]
    faults: tuple[Fault, ...]
    record: Record

    @property
    def digest(self) -> str:
        """Of every position it led to and every rule it broke."""
        told = "\n".join(f"{step.line} {step.swept} {step.foul}" for step in self.steps)
        return sha256(told.encode()).hexdigest()

    def felt(self, at: int) -> Felt:
        """The table after step `at`."""
        position, swept, entry = next(islice(_moments(self.record), at, None))
        fouls = len(position.table or swept) - 1 if entry and not entry.legal and entry.made else None
        return felt_of(position, self.players, swept=swept, foul=fouls)

    def verdict(self, at: int) -> PlayAnswer:
        """The verdict on what was done in step `at`, which is not the start."""
        position, entry = next(islice(self.record.positions(), at - 1, None))
        verdict = adjudicate(position, Attempt(entry.seat, entry.move))
        words = explain(verdict, _language(), self.players)
        return PlayAnswer(felt_of(position, self.players), words, str(verdict.judgement))


def replay(source: str) -> Replay:
    """Read a record. Raises Unanswerable only for a text that is too long to be read at all."""
    try:
        reading = reader.read(source)
    except EngineError as fault:
        raise Unanswerable(_("Referatet er for langt.")) from fault
    record, language = reading.record, _language()
    return Replay(
        rules=rules_text(record.rules),
        players=tuple(record.players),
        mattis=record.mattis,
        steps=tuple(_steps(record)),
        faults=tuple(
            Fault(fault.line, fault.column, said(fault.message, language), said(fault.hint, language))
            for fault in reading.faults
            if fault.kind is not FaultKind.ILLEGAL
        ),
        record=record,
    )


def _moments(record: Record) -> Iterator[tuple[Position, tuple[Play, ...], Entry | None]]:
    """The position at the start and after each entry, the trick that entry completed, and the entry."""
    position = record.start.copy(history=False)
    yield position, (), None
    for entry in record.entries:
        swept: tuple[Play, ...] = ()
        if entry.made:
            before, top = position.table, position.deck[position.drawn : position.drawn + 1]
            position.push_anyway(entry.move, entry.seat)
            laid = tuple(_laid_by(entry, top))
            if laid and not position.table:
                swept = (*before, *laid)
                if any(lain.cards & held for lain in swept for held in position.hands):
                    swept = ()  # the phase has ended, and they are in somebody's hand
        yield position, swept, entry


def _laid_by(entry: Entry, top: Sequence[int]) -> Iterator[Play]:
    """What an entry laid on the table; of a chance, the top card of the stock."""
    if entry.move.kind in (Kind.PLAY, Kind.LAY, Kind.SLOUGH):
        yield entry.move.plays[entry.seat]
    elif entry.move.kind is Kind.CHANCE:
        yield from (play(card).plays[entry.seat] for card in top if card != UNSEEN)


def _steps(record: Record) -> Iterator[Step]:
    legal: tuple[str, ...] = ()
    for position, swept, entry in _moments(record):
        table = ",".join(text.play_text(play) for play in swept)
        line = text.line(position).partition(" ")[2]
        if entry is None:
            yield Step("", "", "", False, line)
        else:
            did = move_words(entry.move, _language(), done=True)
            short = short_move(entry.move)
            rest = tuple(other for other in legal if other != short)
            yield Step(
                record.players[entry.seat], did, short, entry.opens, line, table, not entry.legal, rest, entry.comment
            )
        legal = tuple(short_move(move) for move in position.legal_moves())


_SHORT = {
    Kind.TAKE: gettext_lazy("inn"),
    Kind.CHANCE: gettext_lazy("sjans"),
    Kind.SLOUGH: gettext_lazy("kast"),
    Kind.PASS: gettext_lazy("over"),
    Kind.SWAP: gettext_lazy("bytter"),
    Kind.ASIDE: gettext_lazy("legger av"),
}


def short_move(move: Move) -> str:
    """A move as the list of moves has it: `♥8–9`, `inn ♠6`, `sjans`."""
    signs = [card_sign(card) for card in sorted(each(move.cards))]
    shown = signs[0] + "".join(f"–{sign[1:]}" for sign in signs[-1:] if len(signs) > 1) if signs else ""
    word = str(_SHORT.get(move.kind, ""))
    return f"{word} {shown}".strip()


# --- A record tapped in


class NoStart(Unanswerable):
    """The text does not say where the round begins."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """A record as far as it has come: the table, whose turn it is, and what he may do as far as that is known.

    `unsure`: he has cards nobody has seen, so that there may be more. `possible` are the cards each player may have
    had to lay, `verdict` the one on the last thing done if it broke a rule.
    """

    ply: int
    players: tuple[str, ...]
    felt: Felt
    turn: int  # a seat, -1 when the round is over
    choices: tuple[Choice, ...]
    unsure: bool
    possible: tuple[frozenset[str], ...]
    steps: tuple[Step, ...]
    verdict: PlayAnswer | None
    mattis: str

    @property
    def collects(self) -> bool:
        return self.felt.phase == "collect"


def tapped(source: str) -> Tapped:
    """How far a record has come. Raises Unanswerable for a text with faults, NoStart for one without a start."""
    read = _sound(source)
    position = read.record.end()
    last = len(read.steps) - 1
    hidden = position.deck[position.drawn : position.drawn + 1] == (UNSEEN,)
    offered = [move for move in position.legal_moves() if not (hidden and move.kind is Kind.CHANCE)]
    free = position.could_be_unseen
    return Tapped(
        ply=last,
        players=read.players,
        felt=read.felt(last),
        turn=position.turn,
        choices=tuple(_choice(position, move) for move in offered),
        unsure=position.turn != NOBODY and (hidden or position.unseen[position.turn] > 0),
        possible=tuple(
            frozenset(names(hand | (free if position.unseen[seat] or hidden else 0)))
            for seat, hand in enumerate(position.hands)
        ),
        steps=read.steps,
        verdict=read.verdict(last) if read.steps[last].foul else None,
        mattis=read.mattis,
    )


def with_play(source: str, move: str, seat: int | None = None) -> str:
    """The record with one thing more that happened, lawful or not; without a seat, done by the one in turn.

    Raises Unanswerable for what cannot have happened.
    """
    record = _sound(source).record
    try:
        word = move_text(reader.read_move(record.end(), move[:200]))
    except EngineError as fault:
        raise Unanswerable(_("Det er ikke noe man kan gjøre i spillet.")) from fault
    who = "" if seat is None else f"{seat + 1}: "
    longer = reader.read(f"{write(record)} {who}{word}").record
    if len(longer.entries) == len(record.entries) or not longer.entries[-1].made:
        raise Unanswerable(_("Det kan ikke ha skjedd: kortene ligger et annet sted, eller runden er over."))
    return write(longer)


def without_last(source: str) -> str:
    """The record without the last thing that happened; as it is if nothing has."""
    record = _sound(source).record
    del record.entries[-1:]
    return write(record)


def begun(rules: str, start: Start, players: Sequence[str], headers: Mapping[str, str]) -> str:
    """A record in which nothing has happened yet. Raises Unanswerable for a start there cannot be."""
    try:
        position = _dealt_from(rules, start) if start.deals else _shed_from(rules, start, players)
    except EngineError as fault:
        raise Unanswerable(_("Slik kan det ikke ligge på bordet etter disse reglene.")) from fault
    if position.over:
        raise Unanswerable(_("Runden er over om ikke to har kort. Legg inn kort, eller antall usette."))
    known = [name.replace(",", " ") for name in players]
    return write(Record(position.rules, known, position, headers=dict(headers)))


def _dealt_from(rules: str, start: Start) -> Position:
    """The deal, of which only the cards tapped are known."""
    hands = " / ".join(" ".join(place.cards) or "-" for place in start.places)
    bottom = f"Trumfkort: {start.bottom}\n" if start.bottom else ""
    reading = reader.read(f"Regler: {rules}\nGiver: {start.first + 1}\n{bottom}Hender: {hands}\n\n")
    if reading.faults:
        raise Unanswerable(_("Slik kan det ikke være delt ut etter disse reglene."))
    return reading.record.start


def _shed_from(rules: str, start: Start, players: Sequence[str]) -> Position:
    if not start.trump:
        raise Unanswerable(_("Velg trumf."))
    bare = [
        name
        for name, place in zip(players, start.places, strict=True)
        if not (place.cards or place.unseen or place.state)
    ]
    if bare:
        raise Unanswerable(
            _("%(names)s har ingen kort. Legg inn kort eller antall usette, eller velg at han er ute.")
            % {"names": ", ".join(bare)}
        )
    places = list(enumerate(start.places))
    out = [seat for seat, place in places if place.state == "u"]
    lead = start.first
    if lead in out:
        raise Unanswerable(_("Den som spiller ut, kan ikke være ute."))
    return shed_position(
        _rules(rules),
        [Hand() if seat in out else Hand(cards(place.cards), place.unseen) for seat, place in places],
        trump=SUITS.index(start.trump),
        turn=lead,
        waiting=[seat for seat, place in places if place.state == "b"],
        out=out,
    )


def _sound(source: str) -> Replay:
    read = replay(source)
    if not read.players:
        raise NoStart(_("Det står ikke i kladden hvor runden begynner."))
    if read.faults:
        raise Unanswerable(_("Kladden har feil som må rettes i teksten først."))
    return read


# --- A round against bots


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing the player may do: how it is sent, how it is said, and the cards it is drawn with."""

    move: str
    said: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Practised:
    """A round against bots as the player sees it: made of what lies open to him, and of nothing else.

    `moves` are all moves so far, `ply` their number; `told` is what the bots have done since his last one. Once it
    is over, `record` is the whole round.
    """

    moves: str
    ply: int
    felt: Felt
    choices: tuple[Choice, ...]
    told: tuple[str, ...]
    mattis: str
    record: str


YOU = 0  # the player's seat
LONGEST_PRACTICE = 3000  # moves; a round that circles is broken off long before


def practise(rules: str, players: Sequence[str], seed: int, moves: str, move: str = "") -> Practised:
    """The round that follows from a seed and the moves made, with one more by the player, and the bots' answers.

    The same seed and moves give the same round. Raises Unanswerable for a move that is not legal.
    """
    position = _dealt(rules, len(players), seed)
    told: list[str] = []

    def push(done: Move) -> None:
        if position.turn == YOU:
            told.clear()
        else:
            told.append(f"{players[position.turn]} {_done(position, done)}")
        position.push(done)

    for done in moves.split():
        push(reader.read_move(position, done))
    if move and position.turn != YOU:
        raise Unanswerable(_("Det er ikke din tur."))
    if move:
        try:
            push(reader.read_move(position, move[:100]))
        except EngineError as fault:
            raise Unanswerable(_("Det er ikke lovlig nå.")) from fault
    while not position.over and position.turn != YOU and len(position.moves) < LONGEST_PRACTICE:
        bot = at_random if position.occurrences() > 1 else sensible
        whim = Random(seed + len(position.moves))  # noqa: S311  # a bot's
        push(bot(position.seen_by(position.turn), whim))
    made = position.moves
    return Practised(
        moves=" ".join(move_text(one) for one in made),
        ply=len(made),
        felt=felt_of(position.seen_by(YOU) if not position.over else position, players),
        choices=tuple(_choice(position, one) for one in position.legal_moves()) if position.turn == YOU else (),
        told=tuple(told),
        mattis=", ".join(players[seat] for seat in position.losers),
        record=write(of_moves(_dealt(rules, len(players), seed), made, list(players))) if position.over else "",
    )


def _dealt(rules: str, players: int, seed: int) -> Position:
    try:
        return Position.random(_rules(rules), players, Random(seed))  # noqa: S311  # nothing is at stake
    except EngineError as fault:
        raise Unanswerable(_("Så mange kan ikke spille etter disse reglene.")) from fault


def _done(position: Position, move: Move) -> str:
    """What somebody does, in words: a chance with the card it turns up, for all see it."""
    if move.kind is Kind.CHANCE:
        return f"{move_words(move, _language(), done=True)} {card_words(position.deck[position.drawn], _language())}"
    return move_words(move, _language(), done=True)


def _choice(position: Position, move: Move) -> Choice:
    shown = tuple(names(move.cards)) if move.kind in (Kind.PLAY, Kind.LAY, Kind.SLOUGH) else ()
    return Choice(move_text(move), move_words(move, _language()), shown)


# --- The table as it is drawn


def felt_of(
    position: Position,
    players: Sequence[str],
    *,
    swept: Sequence[Play] = (),
    foul: int | None = None,
) -> Felt:
    """The table as it is drawn: on an empty one, the trick just completed (`swept`).

    `foul` is the number of the play on it that broke a rule.
    """
    collect = position.phase == "collect"
    table = position.table or tuple(swept)
    laid = [tuple(names(play.cards)) for play in table]
    trump = "" if position.trump is None else SUITS[position.trump]

    def kind(number: int) -> str:
        if not position.table:
            return ""
        if table[number].move.kind == "slough":
            return "slough"
        if collect:
            return "war" if number >= position.rounds[-1] > 0 else ""
        return kind_of(laid, number, trump)

    return Felt(
        phase=str(position.phase),
        trump=trump,
        stock=position.stock if collect else 0,
        size=position.size,
        seats=tuple(_seat(position, seat, players[seat]) for seat in range(position.players)),
        plays=tuple(
            OnTable(
                name=players[play.seat],
                cards=laid[number],
                kind=kind(number),
                war=bool(position.table) and number in position.rounds[1:],
                foul=number == foul,
                swept=not position.table,
            )
            for number, play in enumerate(table)
        ),
    )


def _seat(position: Position, seat: int, name: str) -> Seat:
    held = sorted(each(position.hands[seat]), key=lambda card: (SUIT_OF[card], card))
    collect = position.phase == "collect"
    pile = position.piles[seat].bit_count() + position.unseen_piles[seat]
    return Seat(
        number=seat,
        name=name,
        cards=tuple(NAMES[card] for card in held),
        unseen=position.unseen[seat],
        won=pile if collect else 0,
        deals=seat == position.dealer,
        in_turn=position.turn == seat != NOBODY,
        fights=seat in position.fighters,
        waits=bool(position.waiting >> seat & 1),
        out=position.finish.index(seat) + 1 if seat in position.finish else 0,
        excluded=seat in position.excluded,
        lost=seat in position.losers,
        trump_card=collect and position.trump_holder == seat and position.trump_card is not None,
    )


def _rules(word: str) -> RuleSet:
    try:
        return read_rules(word[:LONGEST_RULES])
    except EngineError as fault:
        raise Unanswerable(_("Disse reglene finnes ikke.")) from fault


def _language() -> Language:
    return Language.EN if (get_language() or "").startswith("en") else Language.NB
