"""What every test may use."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase
from hypothesis import settings

from league import triggers

# The same examples in every run, and no fault because a machine is slow
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def emptying_the_tables() -> Iterator[None]:
    """Let the tests that commit empty their tables afterwards.

    The log's triggers refuse that, so they stand aside meanwhile. The cache, whose table is no model's,
    would keep the log-in limits of one test for the next.
    """
    empty_tables = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]  # private, so without a type

    def with_triggers_aside(case: TransactionTestCase) -> None:
        triggers.drop(connection)
        try:
            empty_tables(case)
        finally:
            triggers.create(connection)
        cache.clear()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", with_triggers_aside)
        yield
