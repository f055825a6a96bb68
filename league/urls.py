"""Every address of the site."""

from allauth.account import views as account
from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.templatetags.static import static
from django.urls import path, re_path
from django.utils.functional import lazy
from django.views.generic import RedirectView
from django.views.i18n import set_language

from league.views import book, evening, evening_edit, people, rounds, table

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # the same log-in, with its limits

# Django's own pages name no icon, so browsers ask here. Lazy, since the file's name is known once files are collected.
icon = RedirectView.as_view(url=lazy(static, str)("league/favicon.svg"))

# Of allauth's pages only those a closed club has use for: no sign-up, and none that sends e-mail.
urlpatterns = [
    path("logg-inn/", account.login, name="account_login"),
    path("logg-inn/stengt/", account.account_inactive, name="account_inactive"),
    path("logg-ut/", account.logout, name="account_logout"),
    path("passord/", account.password_change, name="account_change_password"),
    # The link by which a member chooses his first password, or a new one when it is forgotten
    re_path(
        r"^passord/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("", table.front, name="front"),
    path("tabell/<int:season_id>/", table.table, name="table"),
    path("tabell/alle/", table.lifetime, name="lifetime"),
    path("slik-regnes-det/", table.how, name="how"),
    path("slik-regnes-det/<int:season_id>/", table.how, name="how"),
    path("kvelden/", evening.evening_today, name="evening_today"),
    path("kvelden/ny/", evening.evening_new, name="evening_new"),
    path("kvelden/apne/", evening.evening_open, name="evening_open"),
    path("kvelden/lagre-trykket/", evening.pending_tap, name="pending_tap"),
    path("kveld/<int:evening_id>/", evening.evening, name="evening"),
    path("kveld/<int:evening_id>/bord/<int:table>/", evening.evening, name="evening_table"),
    path("kveld/<int:evening_id>/bord/<int:table>/strek/", evening.round_add, name="round_add"),
    path("kveld/<int:evening_id>/bord/<int:table>/uten-mattis/", rounds.round_void_add, name="round_void_add"),
    path("kveld/<int:evening_id>/bord/<int:table>/glemt-runde/", rounds.round_insert, name="round_insert"),
    path("kveld/<int:evening_id>/bord/<int:table>/her/", evening.arrive, name="arrive"),
    path("kveld/<int:evening_id>/bord/<int:table>/gjest/", evening.guest_add, name="guest_add"),
    path("kveld/<int:evening_id>/ett-bord/", evening.tables_join, name="tables_join"),
    path("kveld/<int:evening_id>/avslutt/", evening.evening_close, name="evening_close"),
    path("kveld/<int:evening_id>/rett/", evening_edit.evening_edit, name="evening_edit"),
    path("kveld/<int:evening_id>/frammote/", evening_edit.evening_attendance, name="evening_attendance"),
    path("kveld/<int:evening_id>/apne-igjen/", evening_edit.evening_reopen, name="evening_reopen"),
    path("kveld/<int:evening_id>/slett/", evening_edit.evening_discard, name="evening_discard"),
    path("kveld/<int:evening_id>/avgjor/", evening_edit.evening_decide, name="evening_decide"),
    path("kveld/<int:evening_id>/flytt/", rounds.rounds_move, name="rounds_move"),
    path("frammote/<int:attendance_id>/ikke-her/", evening.not_here, name="not_here"),
    path("frammote/<int:attendance_id>/gatt-hjem/", evening.go_home, name="go_home"),
    path("frammote/<int:attendance_id>/her-igjen/", evening.come_back, name="come_back"),
    path("frammote/<int:attendance_id>/sta-over/", evening.sit_out, name="sit_out"),
    path("frammote/<int:attendance_id>/spille/", evening.sit_in, name="sit_in"),
    path("frammote/<int:attendance_id>/gi/", evening.choose_dealer, name="choose_dealer"),
    path("frammote/<int:attendance_id>/bord/<int:table>/", evening.change_table, name="change_table"),
    path("runde/<int:round_id>/", rounds.round_edit, name="round_edit"),
    path("runde/<int:round_id>/angre/", evening.round_undo, name="round_undo"),
    path("runde/<int:round_id>/angre-ikke/", evening.round_redo, name="round_redo"),
    path("runde/<int:round_id>/rett/", rounds.round_correct, name="round_correct"),
    path("runde/<int:round_id>/stryk/", rounds.round_strike, name="round_strike"),
    path("runde/<int:round_id>/uten-mattis/", rounds.round_void, name="round_void"),
    path("runde/<int:round_id>/sett-tilbake/", rounds.round_restore, name="round_restore"),
    path("runde/<int:round_id>/noter/", rounds.round_note, name="round_note"),
    path("boken/", book.book, name="book"),
    path("boken/<int:season_id>/", book.book, name="book_season"),
    path("folk/", people.people, name="people"),
    path("folk/<int:person_id>/", people.person, name="person"),
    path("folk/<int:person_id>/<int:season_id>/", people.person, name="person_season"),
    path("folk/<int:person_id>/alle-ar/", people.person_lifetime, name="person_lifetime"),
    path("sprak/", set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("favicon.ico", icon),
]
