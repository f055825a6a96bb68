"""What the log says: a sentence for each verb, which reads on from who did it, and the words for what changed."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from league.verbs import Verb

SENTENCES = {
    Verb.FOUND_CLUB: _("ble åpnet for første gang"),
    Verb.CHANGE_CLUB: _("endret klubben"),
    Verb.ADD_SEASON: _("opprettet sesongen %(season)s"),
    Verb.CHANGE_SEASON: _("endret reglene for sesongen %(season)s"),
    Verb.CHANGE_QUORUM: _("endret frammøtekravet fra %(first_day)s"),
    Verb.CLOSE_SEASON: _("avsluttet sesongen %(season)s"),
    Verb.REOPEN_SEASON: _("åpnet sesongen %(season)s igjen"),
    Verb.NAME_AWARD: _("kåret %(winner)s til %(title)s %(year)s"),
    Verb.TAKE_BACK_AWARD: _("trakk tilbake kåringen av %(winner)s til %(title)s %(year)s"),
    Verb.EXPORT: _("hentet ut opplysninger"),
    Verb.ADD_PERSON: _("førte inn %(person)s som gjest"),
    Verb.RENAME: _("endret navnet: %(old_name)s → %(new_name)s"),
    Verb.DELETE_PERSON: _("slettet %(old_name)s"),
    Verb.MERGE: _("slo sammen %(person)s med %(kept)s"),
    Verb.UNMERGE: _("skilte %(person)s fra %(kept)s igjen"),
    Verb.ANONYMISE: _("anonymiserte %(person)s"),
    Verb.ADD_PERIOD: _("førte %(person)s som medlem %(days)s"),
    Verb.CHANGE_PERIOD: _("endret medlemstiden til %(person)s"),
    Verb.DELETE_PERIOD: _("slettet medlemstiden til %(person)s %(days)s"),
    Verb.ADD_LEAVE: _("førte permisjon for %(person)s %(days)s"),
    Verb.CHANGE_LEAVE: _("endret permisjonen til %(person)s"),
    Verb.DELETE_LEAVE: _("slettet permisjonen til %(person)s %(days)s"),
    Verb.GIVE_OFFICE: _("utnevnte %(person)s til %(office)s %(days)s"),
    Verb.END_OFFICE: _("lot %(person)s slutte som %(office)s, siste dag %(last_day)s"),
    Verb.GIVE_LOGIN: _("ga %(person)s innlogging"),
    Verb.CHANGE_LOGIN: _("endret adressen %(person)s logger inn med"),
    Verb.MAKE_LOGIN_LINK: _("laget en lenke der %(person)s kan velge passord"),
    Verb.ADD_LINK: _("laget en leselenke"),
    Verb.REVOKE_LINK: _("trakk tilbake en leselenke"),
    Verb.GIVE_PEN: _("ga fra seg pennen for kvelden"),
    Verb.TAKE_PEN: _("tok pennen for kvelden"),
    Verb.END_PEN: _("tok pennen tilbake fra %(person)s"),
    Verb.INVITE: _("kalte inn til %(starts_at)s"),
    Verb.CHANGE_INVITATION: _("endret innkallingen til %(starts_at)s"),
    Verb.CANCEL_INVITATION: _("avlyste %(starts_at)s"),
    Verb.ANSWER: _("svarte for %(person)s: %(coming)s"),
    Verb.REMIND: _("purret på svar til %(starts_at)s"),
    Verb.OPEN_EVENING: _("åpnet kvelden %(evening)s"),
    Verb.CHANGE_EVENING: _("endret kvelden"),
    Verb.CLOSE_EVENING: _("avsluttet kvelden"),
    Verb.REOPEN_EVENING: _("åpnet kvelden igjen"),
    Verb.DISCARD_EVENING: _("slettet kvelden %(evening)s"),
    Verb.DECIDE_COUNTING: _("tok tilbake avgjørelsen om kvelden teller"),
    Verb.ARRIVE: _("førte frammøte for %(people)s"),
    Verb.NOT_HERE: _("strøk frammøtet til %(person)s"),
    Verb.GO_HOME: _("førte at %(person)s gikk hjem"),
    Verb.COME_BACK: _("førte at %(person)s kom tilbake"),
    Verb.SIT_OUT: _("førte at %(person)s står over en runde"),
    Verb.SIT_IN: _("førte at %(person)s likevel ikke står over"),
    Verb.CORRECT_ATTENDANCE: _("rettet frammøtet"),
    Verb.CHANGE_TABLE: _("flyttet %(people)s til bord %(table)s"),
    Verb.CHOOSE_DEALER: _("lot %(person)s gi"),
    Verb.SEAT: _("førte plassene ved bordet: %(seated)s"),
    Verb.ADD_GUEST: _("førte inn gjesten %(person)s"),
    Verb.ADD_ROUND: _("førte strek til %(mattis)s, %(round)s"),
    Verb.INSERT_ROUND: _("satte inn en glemt runde: strek til %(mattis)s, %(round)s"),
    Verb.UNDO_ROUND: _("angret streken til %(mattis)s, %(round)s"),
    Verb.REDO_ROUND: _("satte tilbake streken til %(mattis)s, %(round)s"),
    Verb.STRIKE_ROUND: _("strøk streken til %(mattis)s, %(round)s"),
    Verb.RESTORE_ROUND: _("satte tilbake streken til %(mattis)s, %(round)s"),
    Verb.CORRECT_ROUND: _("rettet %(round)s: %(was)s → %(mattis)s"),
    Verb.VOID_ROUND: _("førte runden som uten Mattis, %(round)s: var %(mattis)s"),
    Verb.MOVE_ROUNDS: _("flyttet %(rounds)s fra kvelden %(origin)s til kvelden %(evening)s"),
    Verb.NOTE_ROUND: _("noterte om %(round)s"),
    Verb.WRITE_RECORD: _("førte referat av en runde"),
    Verb.RAISE_DISPUTE: _("reiste tvist"),
    Verb.TELL_DISPUTE: _("forklarte seg i en tvist"),
    Verb.REOPEN_DISPUTE: _("tok opp en tvist igjen"),
    Verb.RULE: _("avsa kjennelse"),
    Verb.CHANGE_HOUSE_RULES: _("endret husreglene"),
    Verb.CONTEST_NEXT: _("reiste tvist om runden i gang"),
    Verb.CONTEST_ROUND: _("reiste tvist om %(round)s"),
    Verb.RULE_ON_ROUND: _("avsa kjennelse om %(round)s"),
    Verb.GIVE_PENALTY: _("ga %(person)s straffestrek"),
    Verb.STRIKE_PENALTY: _("strøk straffestreken til %(person)s"),
    Verb.ADD_PHOTO: _("la inn et bilde"),
    Verb.REMOVE_PHOTO: _("tok bort bildet"),
    Verb.IMPORT_BOOK: _("leste inn kvelden %(evening)s fra en gammel bok, %(rounds)s"),
}
PEOPLE_OF_BOOK = _("leste inn %(new_people)s fra en gammel bok")
QUORUM_FROM = _("bestemte at frammøtekravet er %(percent)s %% fra %(first_day)s")
QUORUM_BACK = _("tok tilbake endringen av frammøtekravet fra %(first_day)s")
AS_MEMBER = _("førte inn %(person)s som medlem %(days)s")
OTHER_NAMES = _("endret hvordan %(person)s skrives")
NEVER_IN_OFFICE = _("tok tilbake at %(person)s ble %(office)s")
SHUT_LOGIN = _("stengte innloggingen til %(person)s")
OPENED_LOGIN = _("åpnet innloggingen til %(person)s")
SUBSCRIBED = _("laget en kalenderadresse")
UNSUBSCRIBED = _("trakk tilbake en kalenderadresse")
PEN_NOBODY_TOOK = _("trakk tilbake koden til pennen")
ANSWERED_HIMSELF = _("svarte %(coming)s")
COUNTS = _("bestemte at kvelden teller")
DOES_NOT_COUNT = _("bestemte at kvelden ikke teller")
ONLY_LOOKS_ON = _("lot %(person)s bare se på")
WITHOUT_MATTIS = _("førte en runde uten Mattis")
UNDONE_WITHOUT_MATTIS = _("angret runden uten Mattis, %(round)s")
STRUCK_WITHOUT_MATTIS = _("strøk runden uten Mattis, %(round)s")
REDONE_WITHOUT_MATTIS = _("satte tilbake runden uten Mattis, %(round)s")
OTHER_PLAYERS = _("rettet hvem som spilte, %(round)s")
OTHER_TABLE = _("flyttet %(rounds)s til bord %(table)s")

RESTORED = SENTENCES[Verb.RESTORE_ROUND]

# Columns whose own name says too little on screen
WORDS = {"evening_id": _("kveld"), "person_id": _("person")}
# Columns that the sentence of an act tells of already
TOLD: dict[Verb, frozenset[str]] = {
    Verb.RENAME: frozenset({"name"}),
    Verb.END_OFFICE: frozenset({"last_day"}),
    Verb.STRIKE_PENALTY: frozenset({"struck"}),
    Verb.CLOSE_SEASON: frozenset({"closed_at"}),
    Verb.REOPEN_SEASON: frozenset({"closed_at"}),
    Verb.CONTEST_ROUND: frozenset({"contested"}),
    Verb.RULE_ON_ROUND: frozenset({"contested", "reason"}),
    Verb.CLOSE_EVENING: frozenset({"closed_at"}),
    Verb.REOPEN_EVENING: frozenset({"closed_at", "reopened_at"}),
    Verb.DECIDE_COUNTING: frozenset({"counts_by_decision"}),
    Verb.GIVE_PEN: frozenset({"ended_at"}),
    Verb.TAKE_PEN: frozenset({"person_id", "taken_at"}),
    Verb.END_PEN: frozenset({"ended_at"}),
    Verb.CANCEL_INVITATION: frozenset({"cancelled_at"}),
    Verb.REMIND: frozenset({"reminded_at"}),
    Verb.ANSWER: frozenset({"coming"}),
    Verb.ARRIVE: frozenset({"present", "table", "arrived_at", "left_at"}),
    Verb.NOT_HERE: frozenset({"present", "left_at"}),
    Verb.GO_HOME: frozenset({"left_at"}),
    Verb.COME_BACK: frozenset({"left_at"}),
    Verb.CHANGE_TABLE: frozenset({"table"}),
    Verb.UNDO_ROUND: frozenset({"state", "reason"}),
    Verb.REDO_ROUND: frozenset({"state", "reason"}),
    Verb.STRIKE_ROUND: frozenset({"state", "reason"}),
    Verb.RESTORE_ROUND: frozenset({"state", "reason"}),
    Verb.VOID_ROUND: frozenset({"state", "reason"}),
    Verb.CORRECT_ROUND: frozenset({"mattis_id", "reason", "players_recorded", "finish"}),
    Verb.MOVE_ROUNDS: frozenset({"evening_id", "table"}),
}
# Columns that say nothing to people
UNSAID = frozenset(
    {
        ("attendance", "sits_out"),
        ("attendance", "deals"),
        ("attendance", "seat"),
        ("round", "place"),
        ("round", "dealer_id"),
        ("evening", "imported"),
        ("evening", "contested_tables"),
        ("invitation", "evening_id"),
        ("invitation", "reminded_at"),
    }
)
COUNTED = frozenset({Verb.IMPORT_BOOK, Verb.FOUND_CLUB, Verb.ANONYMISE})  # too many rows to tell of each
