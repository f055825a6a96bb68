"""What is wrong, in bokmål and in English. Errors and faults carry the English words, which are looked up here."""

from collections.abc import Mapping

from engine.errors import Message
from engine.faults import Fault
from engine.moves import Move
from engine.reasons import Reason
from engine.words import NB, Language, move_words

# What a message says in English, and in bokmål. `{}` are its values, in the order of the English ones.
NB_WORDS: Mapping[str, str] = {
    # Cards and moves
    "no card: {!r}": "«{}» er ikke et kort",
    "no such card: {!r}": "kortet «{}» finnes ikke",
    "the same card twice": "det samme kortet er nevnt to ganger",
    "the same card twice: {}": "det samme kortet er nevnt to ganger: {}",
    "{} may be {} or {}; K is konge or kløver, D dame or diamonds": (
        "{} kan være både {} og {}: K er konge eller kløver, D er dame eller diamonds"
    ),
    "{} alone may be a rank or a suit; a card has both": "{} alene kan være verdi eller sort; et kort har begge deler",
    "{} is a rank without a suit": "{} er en verdi uten sort",
    "{} is a suit without a rank": "{} er en sort uten verdi",
    "no suit: {!r}": "«{}» er ikke en sort",
    "no cards: {!r}": "det er ingen kort i «{}»",
    "no move: {!r}": "«{}» er ikke et trekk",
    "one card at a time: {!r}": "ett kort om gangen: «{}»",
    # Records
    "a record has at most {} characters": "et referat kan ha høyst {} tegn",
    "too long for one round: the rest is not read": "for langt for én runde: resten er ikke lest",
    "a side line ends that did not begin": "parentesen slutter uten å ha begynt",
    "a side line is not closed": "parentesen er ikke lukket",
    "a side line needs a move before it, and not too many others": (
        "en parentes må stå etter et trekk, og ikke inni for mange andre"
    ),
    "the round is over": "runden er over",
    "illegal": "ulovlig",
    "illegal: {}": "ulovlig: {}",
    "legal: {}": "lovlig: {}",
    "words are sjans, inn, kast=6c, over, bytt, legg-av": "ordene er sjans, inn, kast=6c, over, bytt og legg-av",
    "a card is written 7h, 10h, ♥7 or hjerter 7; a series 5h-6h-7h": (
        "et kort skrives 7h, 10h, ♥7 eller hjerter 7, en serie 5h-6h-7h"
    ),
    # Their headers
    "{} is given twice": "«{}» står to ganger",
    "the last one counts": "den siste gjelder",
    "no start: a deck, hands or a position": "det står ikke hvordan runden begynte",
    "Kortstokk, Hender or Stilling": "skriv Hender, Kortstokk eller Stilling",
    "{} names for {} players": "{} navn til {} spillere",
    "no such player: {!r}": "ingen av spillerne heter «{}»",
    "no number: {!r}": "«{}» er ikke et helt tall",
    "in a hand, cards are named once; unseen ones as +3": "hvert kort på en hånd nevnes én gang, usette som +3",
    "at most {} cards are dealt to each": "hver får høyst {} kort",
    "a deck of {} different cards is needed": "kortstokken må ha {} ulike kort",
    # Rules
    "{}; perhaps {}": "{}; kanskje {}",
    "unknown rules: {!r}; known are {}": "ukjente regler: «{}»; kjente er {}",
    "unknown option: {!r}": "ukjent valg: «{}»",
    "{} cannot be {!r}": "{} kan ikke være «{}»",
    "these rules are for {} to {} players, not {}": "disse reglene er for {} til {} spillere, ikke {}",
    "the number of players runs from 2 to {}, the least first": "det er fra 2 til {} spillere, det minste tallet først",
    "a hand has at least one card": "en hånd har minst ett kort",
    "removed cards: fewer than the pack, for 2 players or more": (
        "kort som tas ut: færre enn hele kortstokken, for 2 spillere eller flere"
    ),
    "{} hands of {} leave no card for the stock": "{} hender på {} kort gir ingen bunke",
    "the shortest series is 2 or 3 (0: none); a player joins with 1 card or 2": (
        "den korteste serien er 2 eller 3 (0: ingen), og en spiller er med fra 1 eller 2 kort"
    ),
    "a rule for how series start needs series": "en regel for hvor serier begynner, krever serier",
    "a rule for how series are beaten needs series": "en regel for hva som stikker serier, krever serier",
    "taking by suit or trump needs a turned-up trump": "når sort og trumf stikker, må trumfkortet ligge åpent",
    "taking by suit or trump is for two cards that cannot tie": (
        "sort og trumf stikker bare der to kort møtes og ikke kan bli like"
    ),
    "with a turned-up trump the collect phase ends with that card: no running out and no war": (
        "med åpent trumfkort slutter kortfordelingen med det kortet: kortene tar ikke slutt, og det blir ikke krig"
    ),
    "taking by suit or trump knows no chance, tie or slough": (
        "når sort og trumf stikker, er det ingen sjans, ingen like kort og ingen kort å kaste"
    ),
    "taking by suit or trump draws after each card": "når sort og trumf stikker, trekkes det etter hvert kort",
    "a turned-up trump is for taking by suit or trump": "åpent trumfkort er bare når sort og trumf stikker",
    "where the rank decides, ties, running out and a war that cannot be fought need a rule": (
        "når verdien avgjør, trengs det regler for like kort, for når kortene tar slutt, og for krig uten flere kort"
    ),
    "cards of an unresolved war are returned if running out stops the phase, and only then": (
        "kortene i en uavgjort krig går tilbake når kortfordelingen stanser idet kortene tar slutt, og bare da"
    ),
    "splitting the trick needs ties on the highest rank only": (
        "deling av stikket krever at bare like kort av høyeste verdi teller"
    ),
    "the duty to tie needs ties on the highest rank only": (
        "plikt til å gjøre likt krever at bare like kort av høyeste verdi teller"
    ),
    # Positions
    "a position is a line of rules, phase, hands and turn": "en stilling er en linje med regler, fase, hender og tur",
    "unknown in a position: {}": "ukjent i en stilling: {}",
    "something of a position is given twice": "noe i stillingen står to ganger",
    "no phase: {!r}": "«{}» er ikke en fase: collect, shed eller over",
    "no seats: {!r}": "«{}» er ikke plasser",
    "no play: {!r}": "«{}» er ikke noe som kan ligge på bordet",
    "no trump card: {!r}": "«{}» er ikke et trumfkort",
    "no trump suit: {!r}": "«{}» er ikke en trumf",
    "only yes is written: {!r}": "her kan det bare stå yes, ikke «{}»",
    "the shed phase needs a trump suit": "spillerunden har en trumf",
    "the shed phase has a trump suit": "spillerunden har en trumf",
    "a trump suit is one of four": "trumf er en av de fire sortene",
    "seats run from 0 to {}": "plassene er nummerert fra 0 til {}",
    "there is no player {}": "spiller {} finnes ikke",
    "player {} is out: it cannot be his turn": "spiller {} er ute: det kan ikke være hans tur",
    "the turned-up card lies open: it must be known": "trumfkortet ligger åpent: det må være kjent",
    "the turned-up card lies open: it and the trump suit must be known": (
        "trumfkortet ligger åpent: både det og trumfen må være kjent"
    ),
    "as many piles as players are needed": "det må være like mange bunker med stikk som spillere",
    "it is somebody's turn until the round is over": "det er noens tur til runden er over",
    "a card lies in two places, or there are more than 52": "et kort ligger to steder, eller det er flere enn 52",
    "two players or more are in, one of them in turn and one not waiting": (
        "minst to må være med: en av dem har turen, og en av dem venter ikke"
    ),
    "only a player who is in can wait, and nobody who waits can lead": (
        "bare den som er med, kan vente, og ingen som venter, kan spille ut"
    ),
    "wars belong to the collect phase": "krig hører til kortfordelingen",
    "no such play in the shed phase": "slikt legges ikke i spillerunden",
    "who leads needs a card": "den som spiller ut, må ha et kort",
    "in the collect phase cards are played one by one": "i kortfordelingen spilles ett kort om gangen",
    "somebody has the trump card once the stock is out": "når bunken er tom, har noen trumfkortet",
    "a slough needs a trick, and rules that know it": "å kaste kort krever et stikk, og regler som tillater det",
    "each player plays once in a round of the trick": "hver spiller legger én gang i hver omgang av stikket",
    "a war has fighters": "i en krig er det noen som er med",
    # What cannot have happened
    "not legal here: {}": "ikke lovlig her: {}",
    "cannot have happened": "kan ikke ha skjedd",
    "cannot have happened: {}": "kan ikke ha skjedd: {}",
    "cannot have happened in the shed phase: {}": "kan ikke ha skjedd i spillerunden: {}",
    "nothing was laid": "ingenting ble lagt",
    "not on the table: {}": "ligger ikke på bordet: {}",
    "the collect phase had ended": "kortfordelingen var over",
    "the trump card must be known before the shed phase can begin": (
        "trumfkortet må være kjent før spillerunden kan begynne"
    ),
    "which card the chance turned up is not known": "det står ikke hvilket kort sjansen ga: skriv sjans=7h",
    "a shuffle is needed here, and its order is not given": (
        "her må det stokkes, og rekkefølgen er ikke oppgitt: skriv Stokking eller Frø"
    ),
    "shuffle {} is not of the cards to be shuffled: {}": "stokking {} er ikke av kortene som skal stokkes: {}",
    # A trick by itself
    "player {} does not fight in war round {}": "spiller {} er ikke med i krigens omgang {}",
    "player {} has not laid a card in war round {}": "spiller {} har ikke lagt kort i krigens omgang {}",
    "the trick was decided after round {}: nobody fights on": "stikket var avgjort etter omgang {}: krigen er over",
    "in Mas no trick is a tie: the second card takes, or the first is picked up": (
        "i Mas blir ingen kort like: det andre kortet stikker, eller det første tas opp"
    ),
    "each round of a trick has cards, and none of them twice": (
        "hver omgang av stikket har kort, og ingen av dem to ganger"
    ),
    "two players play to a trick": "to spillere er med i hvert stikk",
    "nobody plays twice in one round": "ingen legger to ganger i samme omgang",
    "{} fight, and {} cards were laid": "{} er med i krigen, og {} kort ble lagt",
    "no such player in this trick: {}": "spiller {} er ikke med i stikket",
    # The command line and JSON
    "cannot read {}: {}": "kan ikke lese {}: {}",
    "a position and a play are needed, such as: verdict 'club shed …' 7h": (
        "det trengs en stilling og et utspill, for eksempel: verdict 'club shed …' 7h"
    ),
    "no JSON: {}": "ikke JSON: {}",
    "a JSON object was expected": "et JSON-objekt var ventet",
    "options are an object": "options er et objekt",
    "the number of players is missing": "antall spillere mangler",
    "a position needs hands": "en stilling må ha hender",
    "no play on the table: {}": "dette kan ikke ligge på bordet: {}",
    "no play on the table by {}": "{} kan ikke ha lagt noe på bordet",
    "a list was expected: {}": "en liste var ventet: {}",
    "no seat: {}": "{} er ikke en plass",
    "missing or of the wrong kind in a dispute: {}": "mangler eller er av feil slag i en tvist: {}",
    "no number of cards: {}": "{} er ikke et antall kort",
    "no hand: {}": "dette er ikke en hånd: {}",
    "which card is turned up?": "hvilket kort ligger åpent?",
    # Reasons, after «ulovlig:»
    Reason.ROUND_IS_OVER: "runden er over",
    Reason.NOT_A_FIGHTER: "ikke med i krigen",
    Reason.NOT_YOUR_TURN: "ikke hans tur",
    Reason.CARD_NOT_HELD: "kortet var ikke på hånden",
    Reason.NO_SUCH_CARD: "kortet lå ikke på bordet",
    Reason.NOT_IN_THESE_RULES: "finnes ikke i disse reglene",
    Reason.LAST_STOCK_CARD: "det siste kortet i bunken kan ikke sjanses",
    Reason.WAITING: "bladmattis må ta inn først",
    Reason.SERIES_NOT_ALLOWED: "serien er ikke lov",
    Reason.SERIES_BROKEN: "serien er ufullstendig",
    Reason.SERIES_TOO_SHORT: "serien er for kort",
    Reason.MUST_TIE: "måtte gjøre likt",
    Reason.COULD_BEAT_IN_SUIT: "kunne stikke i sorten",
    Reason.TRUMP_NOT_ALLOWED: "trumf er ikke lov med sorten på hånden",
    Reason.MUST_BEAT: "måtte stikke",
    Reason.DOES_NOT_BEAT: "stikker ikke",
    Reason.WRONG_TAKE: "tok inn feil kort",
}


def said(message: Message | None, language: Language) -> str:
    """The message in a language; nothing for none."""
    if message is None:
        return ""
    if language is not NB:
        return str(message)
    return NB_WORDS[message.text].format(*map(_in_bokmaal, message.values))


def _in_bokmaal(value: object) -> str:
    match value:
        case Message():
            return said(value, NB)
        case Reason():
            return NB_WORDS[value]
        case Move():
            return move_words(value, NB)
        case tuple():
            return ", ".join(map(_in_bokmaal, value))
    return str(value)


def say_fault(fault: Fault, language: Language) -> str:
    """A fault in one line, with its place: `6:7: no card: 'kake' (a card is written 7h …)`."""
    hint = f" ({said(fault.hint, language)})" if fault.hint else ""
    return f"{fault.line}:{fault.column}: {said(fault.message, language)}{hint}"
