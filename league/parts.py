"""Parts of pages: what htmx asks for and puts into a page that is there already."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails


def htmx_of(request: HttpRequest) -> HtmxDetails:
    """What htmx says of a request; false where the browser itself asks."""
    return cast(HtmxDetails, request.htmx)  # type: ignore[attr-defined]  # put there by its middleware


def send_to(request: HttpRequest, address: str) -> HttpResponse:
    """Send the whole browser to another page, also where a part was asked for."""
    return HttpResponseClientRedirect(address) if htmx_of(request) else redirect(address)
