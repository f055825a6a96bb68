"""What an installation may say, what must fit together, and what every answer carries."""

import stat

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, reverse

from league import checks, environment, middleware
from league.models import Club


@pytest.fixture
def club(db):
    """Without one, every address leads to the page that founds it."""
    return Club.objects.create(pk=Club.ONLY, name="Mattisklubben")


@pytest.mark.parametrize(
    ("value", "meant"), [("1", True), ("yes", True), (" On ", True), ("0", False), ("false", False)]
)
def test_a_switch_is_on_or_off(monkeypatch, value, meant):
    monkeypatch.setenv("HTTPS", value)
    assert environment.flag("HTTPS") is meant


def test_a_switch_nobody_set_is_off(monkeypatch):
    monkeypatch.delenv("HTTPS", raising=False)
    assert environment.flag("HTTPS") is False


@pytest.mark.parametrize("value", ["ture", "", "2"])
def test_a_misspelt_switch_stops_the_start(monkeypatch, value):
    monkeypatch.setenv("HTTPS", value)
    with pytest.raises(ImproperlyConfigured, match="HTTPS"):
        environment.flag("HTTPS")


@pytest.mark.filterwarnings("ignore:Engine not recognized:UserWarning")  # we say so, and stop
@pytest.mark.parametrize("url", ["mysql://club@localhost/book", "sqlite://", "sqlite://:memory:", "book.sqlite3", ""])
def test_a_database_that_will_not_do_stops_the_start(monkeypatch, tmp_path, url):
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        environment.database(default=tmp_path / "book.sqlite3")


def test_a_sqlite_name_without_folder_lies_in_the_default_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "sqlite:///club.sqlite3")
    assert environment.database(default=tmp_path / "book.sqlite3")["NAME"] == tmp_path / "club.sqlite3"


def test_without_a_database_address_it_is_the_default_file(monkeypatch, tmp_path):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert environment.database(default=tmp_path / "book.sqlite3")["NAME"] == tmp_path / "book.sqlite3"


def test_a_mail_server_is_read_from_its_address(monkeypatch):
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://boken:hemme%20lig@post.example.no:587")
    options = {"host": "post.example.no", "port": 587, "username": "boken", "password": "hemme lig", "use_tls": True}
    assert environment.mailer() == {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": options | {"timeout": 20},
    }


def test_without_a_mail_server_nothing_is_sent(monkeypatch):
    monkeypatch.delenv("EMAIL_URL", raising=False)
    assert environment.mailer() == {"BACKEND": environment.NO_MAIL}


@pytest.mark.parametrize("url", ["post.example.no", "imap://post.example.no"])
def test_a_mail_server_that_will_not_do_stops_the_start(monkeypatch, url):
    monkeypatch.setenv("EMAIL_URL", url)
    with pytest.raises(ImproperlyConfigured):
        environment.mailer()


def test_the_secret_key_is_made_once_and_for_its_owner_alone(monkeypatch, tmp_path):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    file = tmp_path / "book.secret-key"
    key = environment.secret_key(file)
    assert len(key) >= 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert environment.secret_key(file) == key


def test_a_given_secret_key_makes_no_file(monkeypatch, tmp_path):
    monkeypatch.setenv("SECRET_KEY", "given")
    assert environment.secret_key(tmp_path / "book.secret-key") == "given"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db
def test_the_settings_fit_together():
    assert run_checks() == []


WAL, IMMEDIATE = {"init_command": "PRAGMA journal_mode=WAL;"}, {"transaction_mode": "IMMEDIATE"}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"ENGINE": "django.db.backends.sqlite3", "OPTIONS": WAL}, ["league.E001"]),
        ({"ENGINE": "django.db.backends.sqlite3", "OPTIONS": IMMEDIATE}, ["league.E001"]),
        ({"ENGINE": "django.db.backends.sqlite3", "OPTIONS": WAL | IMMEDIATE}, []),
        ({"ENGINE": "django.db.backends.postgresql", "OPTIONS": {}}, []),
        ({"ATOMIC_REQUESTS": True}, ["league.E002"]),
    ],
)
def test_database_settings_that_hurt_are_found(monkeypatch, change, expected):
    for name, value in change.items():
        monkeypatch.setitem(settings.DATABASES["default"], name, value)
    assert [fault.id for fault in checks.transactions()] == expected


def test_a_short_secret_key_is_found(settings):
    settings.SECRET_KEY = "x" * 50
    assert checks.key_is_long() == []
    settings.SECRET_KEY = "x" * 49
    assert [fault.id for fault in checks.key_is_long()] == ["league.E003"]


@pytest.mark.parametrize("backend", ["locmem.LocMemCache", "dummy.DummyCache"])
def test_a_cache_for_each_process_is_found(monkeypatch, backend):
    monkeypatch.setitem(settings.CACHES["default"], "BACKEND", f"django.core.cache.backends.{backend}")
    assert [fault.id for fault in checks.limits_are_shared()] == ["league.E004"]


def test_every_static_file_that_a_stylesheet_names_is_there(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    assert (tmp_path / "staticfiles.json").exists()


@pytest.mark.usefixtures("club")
def test_norwegian_whatever_the_phone_is_set_to(client):
    response = client.get("/logg-inn/", headers={"Accept-Language": "en-GB"})
    assert response.headers["Content-Language"] == "nb"
    assert "Cookie" in response.headers["Vary"]


@pytest.mark.usefixtures("club")
def test_english_once_chosen(client):
    client.post("/sprak/", {"language": "en", "next": "/logg-inn/"})
    assert client.get("/logg-inn/").headers["Content-Language"] == "en"
    client.post("/sprak/", {"language": "nb", "next": "/logg-inn/"})
    assert client.get("/logg-inn/").headers["Content-Language"] == "nb"


@pytest.mark.parametrize(("headers", "kept"), [({"HX-Request": "true"}, "no-store"), ({}, None)])
def test_a_part_for_htmx_is_never_kept_as_the_page(headers, kept):
    answer = middleware.keep_parts_apart(lambda request: HttpResponse())
    response = answer(RequestFactory().get("/", headers=headers))
    assert response.headers["Vary"] == "HX-Request"
    assert response.headers.get("Cache-Control") == kept


@pytest.mark.usefixtures("club")
def test_nothing_inline_and_nothing_from_elsewhere_is_allowed(client):
    policy = client.get("/logg-inn/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("page", ["account_signup", "account_reset_password", "account_email"])
def test_allauth_pages_a_closed_club_has_no_use_for_are_not_there(page):
    with pytest.raises(NoReverseMatch):
        reverse(page)


@pytest.mark.usefixtures("club")
def test_the_sixth_wrong_password_in_five_minutes_is_not_even_tried(client, django_user_model):
    django_user_model.objects.create_user("kare@example.no", "riktig passord")
    for _ in range(5):
        client.post("/logg-inn/", {"login": "kare@example.no", "password": "feil"})
    response = client.post("/logg-inn/", {"login": "kare@example.no", "password": "riktig passord"})
    assert response.status_code == 200
    assert "_auth_user_id" not in client.session


@pytest.mark.usefixtures("club")
def test_the_log_in_lasts_half_a_year(client, django_user_model):
    django_user_model.objects.create_user("kare@example.no", "riktig passord")
    response = client.post("/logg-inn/", {"login": "Kare@Example.no", "password": "riktig passord"})
    assert response.url == "/"
    assert client.session.get_expiry_age() == pytest.approx(180 * 24 * 60 * 60)


@pytest.mark.usefixtures("club")
def test_a_member_chooses_a_password_by_his_link_and_is_in(client, django_user_model):
    user = django_user_model.objects.create_user("kare@example.no")
    key = default_token_generator.make_token(user)
    link = reverse("account_reset_password_from_key", args=[user_pk_to_url_str(user), key])
    form = client.get(link).url  # without the key, so that nobody reads it in the address bar
    assert key not in form
    response = client.post(form, {"password1": "strek paa strek", "password2": "strek paa strek"})
    assert response.url == "/"
    assert client.session["_auth_user_id"] == str(user.pk)
    assert b"password1" not in Client().get(link).content, "the link works once"
