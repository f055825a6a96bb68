"""Every address of the site."""

from allauth.account import views as account
from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.templatetags.static import static
from django.urls import path, re_path
from django.utils.functional import lazy
from django.views.generic import RedirectView

from league.views import (
    book,
    evening,
    evening_edit,
    my_data,
    offices,
    people,
    people_edit,
    rounds,
    setup,
    site,
    table,
)

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
    path("folk/ny/", people_edit.person_add, name="person_add"),
    path("folk/<int:person_id>/endre/", people_edit.person_edit, name="person_edit"),
    path("folk/<int:person_id>/navn/", people_edit.person_rename, name="person_rename"),
    path("folk/<int:person_id>/slett/", people_edit.person_delete, name="person_delete"),
    path("folk/<int:person_id>/medlemstid/", people_edit.period_add, name="period_add"),
    path("folk/<int:person_id>/permisjon/", people_edit.leave_add, name="leave_add"),
    path("medlemstid/<int:period_id>/", people_edit.period_change, name="period_change"),
    path("medlemstid/<int:period_id>/avslutt/", people_edit.period_end, name="period_end"),
    path("medlemstid/<int:period_id>/slett/", people_edit.period_delete, name="period_delete"),
    path("permisjon/<int:leave_id>/", people_edit.leave_change, name="leave_change"),
    path("permisjon/<int:leave_id>/slett/", people_edit.leave_delete, name="leave_delete"),
    path("folk/<int:person_id>/innlogging/", offices.login, name="login"),
    path("folk/<int:person_id>/innlogging/gi/", offices.login_give, name="login_give"),
    path("folk/<int:person_id>/innlogging/lenke/", offices.login_link_make, name="login_link"),
    path("folk/<int:person_id>/innlogging/adresse/", offices.login_address, name="login_address"),
    path("folk/<int:person_id>/innlogging/steng/", offices.login_shut, name="login_shut"),
    path("folk/<int:person_id>/innlogging/apne/", offices.login_open, name="login_open"),
    path("verv/", offices.office_list, name="offices"),
    path("verv/bokforer/", offices.keeper_name, name="keeper_name"),
    path("verv/formann/", offices.chairman_name, name="chairman_name"),
    path("verv/administrator/", offices.administrator_name, name="administrator_name"),
    path("verv/<int:office_id>/avslutt/", offices.office_end, name="office_end"),
    path("lenker/", offices.links, name="links"),
    path("lenker/ny/", offices.link_add, name="link_add"),
    path("lenker/<int:link_id>/trekk-tilbake/", offices.link_revoke, name="link_revoke"),
    path("les/<str:secret>/", offices.read_by_link, name="read_by_link"),
    path("mine-opplysninger/", my_data.my_data, name="my_data"),
    path("oppsett/", setup.setup, name="setup"),
    path("sprak/", site.set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("favicon.ico", icon),
]
