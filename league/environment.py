"""What the environment says of this installation, read strictly: a value that makes no sense stops the start."""

import os
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

env = environ.Env()

FLAGS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def flag(name: str) -> bool:
    """Whether a switch is on; off when it is not set.

    django-environ takes every word it does not know for False, so a misspelt HTTPS=ture would pass unseen;
    here it raises ImproperlyConfigured.
    """
    value = env.str(name, default="off").strip().lower()
    if value not in FLAGS:
        raise ImproperlyConfigured(f"{name}={value} is neither on nor off; write 1 or 0")
    return FLAGS[value]


def database(default: Path) -> dict[str, Any]:
    """Django's description of the database that DATABASE_URL names, else of the SQLite file `default`.

    A relative SQLite name means the folder of `default`. Raises ImproperlyConfigured for anything but a
    SQLite file or PostgreSQL: the log's triggers are written for these two.
    """
    description: dict[str, Any] = env.db_url("DATABASE_URL", default=f"sqlite:///{default}")
    match description.get("ENGINE"):
        case "django.db.backends.postgresql":
            return description
        case "django.db.backends.sqlite3" if description["NAME"] != ":memory:":
            return description | {"NAME": default.parent / description["NAME"]}
    raise ImproperlyConfigured("DATABASE_URL must be sqlite:///FILE or postgres://USER:PASSWORD@HOST/NAME")


NO_MAIL = "django.core.mail.backends.dummy.EmailBackend"
OPTIONS_OF_SMTP = {
    "host": "EMAIL_HOST",
    "port": "EMAIL_PORT",
    "username": "EMAIL_HOST_USER",
    "password": "EMAIL_HOST_PASSWORD",
    "use_tls": "EMAIL_USE_TLS",
    "use_ssl": "EMAIL_USE_SSL",
}


def mailer() -> dict[str, Any]:
    """Django's description of the mail server that EMAIL_URL names; without one, e-mail goes nowhere."""
    if not env.str("EMAIL_URL", default=""):
        return {"BACKEND": NO_MAIL}
    url: dict[str, Any] = env.email_url("EMAIL_URL")
    if not url["EMAIL_BACKEND"].endswith("smtp.EmailBackend"):
        return {"BACKEND": url["EMAIL_BACKEND"]}
    options = {name: url[key] for name, key in OPTIONS_OF_SMTP.items() if url.get(key)}
    return {"BACKEND": url["EMAIL_BACKEND"], "OPTIONS": options | {"timeout": 20}}  # seconds


def secret_key(file: Path) -> str:
    """SECRET_KEY if it is set, else the key kept in `file`, which is made for its owner alone at the first start."""
    if given := env.str("SECRET_KEY", default=""):
        return str(given)
    if not file.exists():
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode=0o600), "w") as new:
            new.write(get_random_secret_key())
    return file.read_text()
