"""Django's own pages under our content security policy."""

import pytest
from django.contrib.admin import site
from django.urls import reverse

from league.models import Club, User


@pytest.fixture
def admin(transactional_db):
    return User.objects.create_superuser("drift@example.no", "et langt passord")


def test_the_admin_pages_leave_the_console_empty(live_server, context, page, admin, log_in):
    log_in(context, admin)
    lists = [reverse(f"admin:{m._meta.app_label}_{m._meta.model_name}_changelist") for m in site._registry]
    for path in ["/admin/", "/admin/password_change/", *lists]:
        page.goto(live_server.url + path)
        assert page.locator("#user-tools").is_visible(), path


def test_the_admin_has_no_log_in_of_its_own(live_server, page):
    Club.objects.create(pk=Club.ONLY, name="Mattisklubben")
    page.goto(f"{live_server.url}/admin/")
    assert "/logg-inn/" in page.url


def test_an_empty_console_is_told_from_a_full_one(live_server, page, console):
    page.goto(f"{live_server.url}/logg-inn/")
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'alert(1)'}))")
    page.wait_for_timeout(100)
    assert any("Content Security Policy" in complaint for complaint in console)
    console.clear()
