"""A rule set in words, made from its options: a sentence or less for each."""

from collections.abc import Mapping
from typing import Any

from engine.ruleset import RuleSet
from engine.words import NB, Language

# For each option and value: bokmål and English. Values a rule set shares with nearly all others say nothing.
OPTION_WORDS: Mapping[str, Mapping[Any, tuple[str, str]]] = {
    "first_lead": {
        "dealer": ("giveren spiller ut først", "the dealer leads first"),
        "left": ("spilleren til venstre for giveren spiller ut først", "the player to the dealer's left leads first"),
    },
    "trick": {
        "all": ("alle er med i hvert stikk", "everybody plays to each trick"),
        "pair": ("bare to spiller til hvert stikk", "only two play to each trick"),
    },
    "tie": {
        "highest": ("bare like høyeste kort gir krig", "only a tie of the highest cards is a war"),
        "any rank": ("like kort gir krig også under et høyere kort", "equal cards are a war even below a higher card"),
        "most then rank": ("flest like kort går foran, så de høyeste", "most equal cards come first, then the higher"),
        "none": ("kort kan ikke bli like", "cards cannot tie"),
    },
    "chance": {
        True: ("sjans er lov", "a chance is allowed"),
        False: ("sjans er ikke lov", "no chance"),
    },
    "draw": {
        "card": ("man trekker etter hvert kort", "cards are drawn after each card"),
        "trick": ("man trekker etter stikket", "cards are drawn after the trick"),
    },
    "running_out": {
        "stop": (
            "kortfordelingen er over når den som står for tur, ikke har kort",
            "the collect phase ends when whoever's turn it is has no card",
        ),
        "skip": (
            "den som ikke har kort, hoppes over til bare én har kort igjen",
            "who has no card is passed over until only one has cards",
        ),
        "none": (
            "kortfordelingen er over når det oppslåtte kortet er trukket",
            "the collect phase ends when the turned-up card is drawn",
        ),
    },
    "unresolved_war": {
        "return": ("et uferdig stikk går tilbake til dem som la det", "an unfinished trick goes back"),
        "last fighter": (
            "har ingen kriger kort, får den siste på bordet stikket",
            "if no fighter has a card, the one whose tied card was laid last takes the trick",
        ),
        "deal out": (
            "mangler en kriger kort, blandes stikket og deles ut til krigerne",
            "if a fighter has no card, the trick is shuffled and dealt to the fighters",
        ),
        "none": ("kriger finnes ikke", "there are no wars"),
    },
    "tie_split": {
        True: ("ved likhet tas de like kortene tilbake og resten deles", "tied cards go back, the rest is dealt out"),
        False: ("ved likhet kriges det", "ties are fought"),
    },
    "must_tie": {
        True: ("den som kan gjøre likt med det høyeste kortet, må", "who can tie the highest card must"),
        False: ("man spiller hvilket kort man vil", "any card may be played"),
    },
    "slough": {
        True: ("tapende verdier kan kastes i et uavgjort stikk", "losing ranks may be added to an undecided trick"),
        False: ("ingen kaster kort i et uavgjort stikk", "nothing is added to an undecided trick"),
    },
    "capture": {
        "rank": ("høyeste verdi tar stikket", "the highest rank takes the trick"),
        "suit or trump": (
            "kortet stikkes med høyere i sorten eller trumf, ellers tas det inn",
            "the card is taken with a higher one of the suit or a trump, or picked up",
        ),
    },
    "trump": {
        "last stock card": ("siste kort i bunken er trumf", "the last card of the stock is trump"),
        "turned up": ("trumfen ligger oppslått", "the trump lies turned up"),
    },
    "shed_lead": {
        "trump holder": ("den som fikk trumfkortet, spiller ut", "whoever got the trump card leads"),
        "previous mattis": ("forrige rundes Mattis spiller ut", "the previous round's mattis leads"),
    },
    "trump_when": {
        "free": ("trumf kan legges når som helst", "a trump may be laid at any time"),
        "cannot beat in suit": (
            "trumf kan bare legges av den som ikke kan stikke i sorten",
            "a trump only by who cannot beat in the suit",
        ),
        "void in suit": (
            "trumf kan bare legges av den som ikke har sorten",
            "a trump only by who holds none of the suit",
        ),
    },
    "must_beat": {
        "never": ("man kan alltid ta inn", "one may always take"),
        "in suit": (
            "den som kan stikke i sorten, må; trumf er frivillig",
            "who can beat in the suit must; trumping is free",
        ),
        "always": ("den som kan stikke, må", "who can beat must"),
    },
    "take": {
        "lowest play": ("man tar inn det eldste utspillet på bordet", "one takes the oldest play on the table"),
        "top play": ("man tar inn det øverste utspillet", "one takes the top play"),
        "lowest card": (
            "man tar inn det laveste kortet i det eldste utspillet",
            "one takes the lowest card of the oldest play",
        ),
        "lowest run": ("man tar inn den nederste ubrutte rekken", "one takes the lowest unbroken run"),
    },
    "series": {
        0: ("bare enkeltkort legges", "only single cards are laid"),
        2: ("serier på to eller flere er lov", "series of two or more are allowed"),
        3: ("serier på tre eller flere er lov", "series of three or more are allowed"),
    },
    "series_start": {
        "any": ("en serie kan begynne hvor som helst", "a series may start anywhere"),
        "two": ("en serie må begynne med en toer", "a series must start with a two"),
    },
    "series_beat": {
        "any": ("en serie stikkes også av et enkelt kort", "a single card may beat a series"),
        "series by series": (
            "en serie stikkes i sorten bare av en høyere serie",
            "in its suit a series is only beaten by a higher series",
        ),
    },
    "trump_ends_trick": {
        True: ("en trumf på et annet kort avslutter stikket", "a trump on another suit ends the trick"),
        False: ("en trumf avslutter ikke stikket", "a trump does not end the trick"),
    },
    "blank": {
        "takes first": ("bordmattis må ta inn først", "a blank player must take first"),
        "excluded": ("bordmattis er ikke med i spillerunden", "a blank player takes no part in the shed phase"),
        "loses": ("bordmattis taper runden", "a blank player loses the round"),
        "gets low cards": ("bordmattis får de andres kort fra 2 til 5", "a blank player gets the others' 2 to 5"),
    },
    "least_to_join": {
        1: ("med ett kort er man med", "one card is enough to join"),
        2: ("man er ikke med før man har to kort", "two cards are needed to join"),
    },
    "counter_trump": {
        "none": ("trumf stikker alle andre sorter", "trumps beat every other suit"),
        "same colour": (
            "den andre sorten i trumfens farge stikkes ikke av trumf",
            "the other suit of the trump's colour is never beaten by trump",
        ),
        "electric clubs": (
            "kløver (spar, når kløver er trumf) stikkes ikke av trumf",
            "clubs (spades when clubs are trump) are never beaten by trump",
        ),
    },
    "dreck": {
        True: (
            "den med færre enn seks kort får de andres små",
            "who has fewer than six cards gets the others' small ones",
        ),
        False: ("små kort skifter ikke hender", "small cards stay where they are"),
    },
}

_COLLECT = ("first_lead", "trick", "capture", "tie", "tie_split", "must_tie", "slough", "chance", "draw", "running_out",
            "unresolved_war", "trump")  # fmt: skip
_SHED = ("shed_lead", "trump_when", "must_beat", "take", "series", "series_start", "series_beat", "trump_ends_trick",
         "counter_trump", "blank", "least_to_join", "dreck")  # fmt: skip
_SILENT = {"must_tie": False, "slough": False, "tie_split": False, "capture": "rank", "series_start": "any",
           "trump_ends_trick": False, "counter_trump": "none", "dreck": False, "unresolved_war": "none"}  # fmt: skip


def option_words(option: str, value: object, language: Language) -> str:
    """What a value of an option means, a clause without capital and full stop."""
    words = OPTION_WORDS.get(option, {}).get(value)
    return words[language is not NB] if words else f"{option}: {value}"


def describe(rules: RuleSet, language: Language) -> str:
    """The rule set in words: a line for the table and one for each phase."""
    nb = language is NB
    least, most = rules.players
    number = str(least) if least == most else f"{least} {'til' if nb else 'to'} {most}"
    head = f"{number} {'spillere' if nb else 'players'}, {rules.hand} {'kort hver' if nb else 'cards each'}"
    for players, count in rules.removed:
        head += (
            f"; med {players} legges {count} kort vekk usett"
            if nb
            else f"; with {players}, {count} are put away unseen"
        )
    collect = "; ".join(_clauses(rules, _COLLECT, language))
    shed = "; ".join(_clauses(rules, _SHED, language))
    titles = ("Kortfordelingen", "Spillerunden") if nb else ("Collect phase", "Shed phase")
    return f"{head}.\n{titles[0]}: {collect}.\n{titles[1]}: {shed}."


def _clauses(rules: RuleSet, options: tuple[str, ...], language: Language) -> list[str]:
    if rules.is_mas:
        options = tuple(option for option in options if option not in ("tie", "unresolved_war"))
    if not rules.series:
        options = tuple(option for option in options if option != "series_beat")
    values = {option: getattr(rules, option) for option in options}
    return [
        option_words(option, value, language) for option, value in values.items() if _SILENT.get(option, ()) != value
    ]
