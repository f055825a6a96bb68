"""What can happen to the book, in one word each."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Verb(models.TextChoices):
    FOUND_CLUB = "found_club", _("stiftet klubben i boken")
    CHANGE_CLUB = "change_club", _("endret klubben")
    ADD_SEASON = "add_season", _("opprettet sesongen")
    CHANGE_SEASON = "change_season", _("endret sesongens regler")
    CHANGE_QUORUM = "change_quorum", _("endret frammøtekravet")
    CLOSE_SEASON = "close_season", _("avsluttet sesongen")
    REOPEN_SEASON = "reopen_season", _("åpnet sesongen igjen")
    NAME_AWARD = "name_award", _("kåret")
    TAKE_BACK_AWARD = "take_back_award", _("trakk tilbake kåringen")
    EXPORT = "export", _("hentet ut opplysninger")

    ADD_PERSON = "add_person", _("førte inn")
    RENAME = "rename", _("endret navnet")
    DELETE_PERSON = "delete_person", _("slettet personen")
    MERGE = "merge", _("slo sammen dobbeltførte")
    UNMERGE = "unmerge", _("skilte dobbeltførte")
    ANONYMISE = "anonymise", _("anonymiserte")
    ADD_PERIOD = "add_period", _("førte medlemstid")
    CHANGE_PERIOD = "change_period", _("endret medlemstid")
    DELETE_PERIOD = "delete_period", _("slettet medlemstid")
    ADD_LEAVE = "add_leave", _("førte permisjon")
    CHANGE_LEAVE = "change_leave", _("endret permisjon")
    DELETE_LEAVE = "delete_leave", _("slettet permisjon")

    GIVE_OFFICE = "give_office", _("ga vervet")
    END_OFFICE = "end_office", _("avsluttet vervet")
    GIVE_LOGIN = "give_login", _("ga innlogging")
    CHANGE_LOGIN = "change_login", _("endret innlogging")
    MAKE_LOGIN_LINK = "make_login_link", _("laget innloggingslenke")
    ADD_LINK = "add_link", _("laget leselenke")
    REVOKE_LINK = "revoke_link", _("trakk tilbake leselenke")
    GIVE_PEN = "give_pen", _("ga fra seg pennen")
    TAKE_PEN = "take_pen", _("tok pennen")
    END_PEN = "end_pen", _("tok pennen tilbake")

    INVITE = "invite", _("kalte inn")
    CHANGE_INVITATION = "change_invitation", _("endret innkallingen")
    CANCEL_INVITATION = "cancel_invitation", _("avlyste")
    ANSWER = "answer", _("svarte på innkallingen")
    REMIND = "remind", _("purret på svar")

    OPEN_EVENING = "open_evening", _("åpnet kvelden")
    CHANGE_EVENING = "change_evening", _("endret kvelden")
    CLOSE_EVENING = "close_evening", _("avsluttet kvelden")
    REOPEN_EVENING = "reopen_evening", _("åpnet kvelden igjen")
    DISCARD_EVENING = "discard_evening", _("slettet den tomme kvelden")
    DECIDE_COUNTING = "decide_counting", _("avgjorde om kvelden teller")

    ARRIVE = "arrive", _("førte frammøte")
    NOT_HERE = "not_here", _("strøk frammøte")
    GO_HOME = "go_home", _("gikk hjem")
    COME_BACK = "come_back", _("kom tilbake")
    SIT_OUT = "sit_out", _("står over")
    SIT_IN = "sit_in", _("står ikke over")
    CORRECT_ATTENDANCE = "correct_attendance", _("rettet frammøtet")
    CHANGE_TABLE = "change_table", _("byttet bord")
    CHOOSE_DEALER = "choose_dealer", _("valgte giver")
    SEAT = "seat", _("førte plassene ved bordet")
    ADD_GUEST = "add_guest", _("førte gjest")

    ADD_ROUND = "add_round", _("førte strek")
    INSERT_ROUND = "insert_round", _("satte inn glemt runde")
    UNDO_ROUND = "undo_round", _("angret runden")
    REDO_ROUND = "redo_round", _("angret likevel ikke")
    STRIKE_ROUND = "strike_round", _("strøk runden")
    RESTORE_ROUND = "restore_round", _("satte runden tilbake")
    CORRECT_ROUND = "correct_round", _("rettet runden")
    VOID_ROUND = "void_round", _("gjorde runden uten Mattis")
    MOVE_ROUNDS = "move_rounds", _("flyttet runder")
    NOTE_ROUND = "note_round", _("noterte om runden")
    WRITE_RECORD = "write_record", _("førte referat")
    CONTEST_ROUND = "contest_round", _("reiste tvist om runden")
    RULE_ON_ROUND = "rule_on_round", _("avsa kjennelse om runden")
    GIVE_PENALTY = "give_penalty", _("ga straffestrek")
    STRIKE_PENALTY = "strike_penalty", _("strøk straffestrek")

    ADD_PHOTO = "add_photo", _("la inn bilde")
    REMOVE_PHOTO = "remove_photo", _("tok bort bildet")

    IMPORT_BOOK = "import_book", _("importerte gammel bok")
