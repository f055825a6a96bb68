"""Django's own pages: they show the facts and write none. Facts are written by the services, which log."""

from __future__ import annotations

from typing import Any

import allauth.account.admin  # noqa: F401  # importing these two registers their pages, before ours
import django.contrib.auth.admin  # noqa: F401
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import models
from django.http import HttpRequest

from league.models import User


class LooksOnly(admin.ModelAdmin[Any]):
    """Every column to read, none to change."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class UserAdmin(LooksOnly):
    exclude = ("password",)


admin.site.unregister(Group)  # rights follow from offices
admin.site.unregister(EmailAddress)  # the one address is the log-in's
for model in apps.get_app_config("league").get_models():
    admin.site.register(model, UserAdmin if model is User else LooksOnly)
