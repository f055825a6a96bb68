"""The first page of an empty book: founding the club."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.errors import Refused
from league.forms import SetupForm
from league.models import Club
from league.services.seasons import Founders, found_club
from league.views.editing import posted


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("password")
def setup(request: HttpRequest) -> HttpResponse:
    """Ask for the club and found it; the chairman is logged in. Not there any more once there is a club."""
    if Club.objects.exists():
        raise Http404
    form = posted(request, SetupForm)
    if request.method == "POST" and form.is_valid():
        wanted = form.cleaned_data
        founders = Founders(wanted["chairman"], wanted["email"], wanted["password"], wanted["members"])
        try:
            user = found_club(
                name=wanted["club"], founders=founders, percent=wanted["percent"], first_day=wanted["first_day"]
            )
        except Refused as refusal:  # somebody else was first
            messages.error(request, str(refusal))
            return redirect("account_login")
        login(request, user)
        messages.success(request, _("Boken er åpnet."))
        return redirect("import_book" if wanted["old_book"] else "front")
    return render(request, "league/setup.html", {"form": form})
