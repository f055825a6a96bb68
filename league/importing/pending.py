"""A book between its upload and its import: kept on the server, one for each importer.

In the cache, which all server processes share: what has been uploaded and answered outlives a reload, a
log-in that runs out and a closed browser.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace

from django.core.cache import cache

from league.importing.values import Choices
from league.models import User

_KEPT = 7 * 24 * 60 * 60  # seconds


@dataclass(frozen=True, slots=True)
class Pending:
    """The file as it came, its name, and what the importer has answered so far."""

    name: str
    data: bytes
    choices: Choices


def keep(user: User, pending: Pending) -> None:
    cache.set(_key(user), replace(pending, data=zlib.compress(pending.data)), _KEPT)


def find(user: User) -> Pending | None:
    kept: Pending | None = cache.get(_key(user))
    return kept and replace(kept, data=zlib.decompress(kept.data))


def forget(user: User) -> None:
    cache.delete(_key(user))


def _key(user: User) -> str:
    return f"import-{user.pk}"
