"""Settings that must fit together, looked at by every command before it runs.

league.E001  SQLite without IMMEDIATE and WAL: two phones at once would see errors.
league.E002  ATOMIC_REQUESTS: every page would wait for the one writer.
league.E003  A secret key that can be guessed.
league.E004  Log-in limits counted by each server process for itself.
"""

from typing import Any

from django.conf import settings
from django.core.checks import Error, Tags, register

KEY_LENGTH = 50  # characters; what Django makes
SHARED_CACHES = ("db.DatabaseCache", "filebased.FileBasedCache", "redis.RedisCache", "memcached.PyMemcacheCache")


@register(Tags.compatibility)  # checks tagged "database" run only when asked for
def transactions(**kwargs: Any) -> list[Error]:
    """E001 and E002."""
    database = settings.DATABASES["default"]
    options = database.get("OPTIONS", {})
    faults = []
    if database["ENGINE"].endswith("sqlite3") and not (
        options.get("transaction_mode") == "IMMEDIATE" and "journal_mode=WAL" in options.get("init_command", "")
    ):
        faults.append(Error("SQLite needs transaction_mode IMMEDIATE and journal_mode WAL together.", id="league.E001"))
    if database.get("ATOMIC_REQUESTS"):
        faults.append(Error("ATOMIC_REQUESTS must be off.", id="league.E002"))
    return faults


@register(Tags.security)
def key_is_long(**kwargs: Any) -> list[Error]:
    """E003."""
    if len(settings.SECRET_KEY) >= KEY_LENGTH:
        return []
    return [
        Error(
            f"SECRET_KEY has fewer than {KEY_LENGTH} characters.",
            hint="Unset it, and one is made at the next start.",
            id="league.E003",
        )
    ]


@register(Tags.caches)
def limits_are_shared(**kwargs: Any) -> list[Error]:
    """E004."""
    if settings.CACHES["default"]["BACKEND"].endswith(SHARED_CACHES):
        return []
    return [Error("The default cache must be one that all server processes share.", id="league.E004")]
