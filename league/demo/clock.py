"""A clock that can be set, so that what is made up today may have happened in March."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from unittest import mock

from django.utils import timezone


class Clock:
    """What time the services believe it is."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now

    def wait(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


@contextmanager
def running() -> Iterator[Clock]:
    """While this lasts `timezone.now()` answers with the clock's time, in the whole process: for commands only."""
    clock = Clock()
    with mock.patch.object(timezone, "now", clock):
        yield clock
