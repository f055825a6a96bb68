"""The facts, made again from the log alone: what the tables hold is what the log tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.db import models

from league import log
from league.models import LogEntry, PersonalText

type Facts = dict[str, dict[int, dict[str, Any]]]  # model, id, column: the value as JSON


def rebuild(entries: Iterable[LogEntry]) -> Facts:
    """The rows as the entries left them, oldest entry first; a text that has been emptied is an empty text."""
    texts = dict(PersonalText.objects.values_list("pk", "text"))
    facts: Facts = defaultdict(dict)
    for entry in entries:
        for change in entry.changes:
            rows = facts[change["model"]]
            if change["after"] is None:
                del rows[change["id"]]
                continue
            row = rows.setdefault(change["id"], {})
            row |= {name: texts[v["text"]] if isinstance(v, dict) else v for name, v in change["after"].items()}
            if change["version"] is not None:
                row["version"] = change["version"]
    return {model: rows for model, rows in facts.items() if rows}


def stored() -> Facts:
    """The same of the tables."""
    facts = {str(model._meta.model_name): _rows(model) for model in apps.get_app_config("league").get_models()}
    for no_fact in (LogEntry, PersonalText):
        del facts[str(no_fact._meta.model_name)]
    return {model: rows for model, rows in facts.items() if rows}


def _rows(model: type[models.Model]) -> dict[int, dict[str, Any]]:
    versioned = any(field.name == "version" for field in model._meta.concrete_fields)
    return {
        row.pk: log.logged(row) | ({"version": row.version} if versioned else {})  # type: ignore[attr-defined]
        for row in model._base_manager.all()
    }
