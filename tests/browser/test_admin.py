"""Django's own pages under our content security policy."""

import pytest

from league.models import User

ADMIN_PAGES = ["/admin/", "/admin/password_change/"]


@pytest.fixture
def admin(transactional_db):
    return User.objects.create_superuser("drift@example.no", "et langt passord")


@pytest.mark.parametrize("path", ADMIN_PAGES)
def test_the_admin_pages_leave_the_console_empty(live_server, context, page, admin, log_in, path):
    log_in(context, admin)
    page.goto(live_server.url + path)
    assert page.locator("#user-tools").is_visible()


def test_the_admin_has_no_log_in_of_its_own(live_server, page):
    page.goto(f"{live_server.url}/admin/")
    assert "/logg-inn/" in page.url


def test_an_empty_console_is_told_from_a_full_one(live_server, page, console):
    page.goto(f"{live_server.url}/logg-inn/")
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'alert(1)'}))")
    page.wait_for_timeout(100)
    assert any("Content Security Policy" in complaint for complaint in console)
    console.clear()
