"""Every address of the site."""

from allauth.account import views as account
from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.templatetags.static import static
from django.urls import path, re_path
from django.utils.functional import lazy
from django.views.generic import RedirectView
from django.views.i18n import set_language

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
    path("sprak/", set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("favicon.ico", icon),
]
