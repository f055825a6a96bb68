"""A real Chromium, phone-sized and Norwegian, whose console has to stay empty."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage

from league.models import User

# Playwright keeps an event loop on this thread from the first browser test to the end of the run,
# and Django would refuse every query beside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

HERE = Path(__file__).parent
PHONE = {"width": 360, "height": 740}
FLAGS = [
    "--no-sandbox",  # as root, Chromium does not start without
    "--disable-gpu",
    # No traffic of its own beside the tests'
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = subprocess.run([HERE.parent.parent / "bin" / "chromium"], stdout=subprocess.PIPE, text=True)
    if found.returncode:
        pytest.exit("no Chromium: see above which line installs it", returncode=1)  # never skipped
    return browser_type_launch_args | {"executable_path": found.stdout.strip(), "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"locale": "nb-NO", "timezone_id": "Europe/Oslo", "viewport": PHONE}


@pytest.fixture
def console() -> Iterator[list[str]]:
    """What the browser complains of; a test that provokes a complaint checks it and clears the list."""
    complaints: list[str] = []
    yield complaints
    assert complaints == []


@pytest.fixture
def new_context(new_context: Callable[..., BrowserContext], console: list[str]) -> Callable[..., BrowserContext]:
    """A browser of its own, as another phone is; `new_context(color_scheme="dark", viewport=...)` changes it."""

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            console.append(message.text)

    def watched(**kwargs: Any) -> BrowserContext:
        context = new_context(**kwargs)
        context.on("console", note)
        context.on("weberror", lambda fault: console.append(str(fault.error)))
        return context

    return watched


@pytest.fixture
def log_in(live_server: Any) -> Callable[[BrowserContext, User], None]:
    """Log a user in without the form, for the tests whose subject is another page."""

    def with_session(context: BrowserContext, user: User) -> None:
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])

    return with_session
