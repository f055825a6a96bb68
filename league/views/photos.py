"""The evening's photo: for members only."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_GET, require_http_methods, require_POST

from league.club import club_of, shows
from league.evening_forms import PhotoForm
from league.facts import Extra
from league.models import Evening, Photo
from league.permissions import Right, actor, requires
from league.photo_page import may_change_photo
from league.services import photos
from league.views.editing import edit
from league.views.evening_edit import about


def _etag(request: HttpRequest, evening_id: int) -> str | None:
    digest = Photo.objects.filter(evening=evening_id).values_list("digest", flat=True).first()
    return f'"{digest}"' if digest else None


@require_GET
@requires(Right.PHOTOS)
@cache_control(private=True, no_cache=True)  # kept by the phone, which asks each time whether he may still see it
@condition(etag_func=_etag)
def photo(request: HttpRequest, evening_id: int) -> HttpResponse:
    """The picture itself."""
    _refuse_switched_off(request)
    found = get_object_or_404(Photo.objects.select_related("evening"), evening=evening_id)
    name = f"kveld-{found.evening.date.isoformat()}.jpg"
    return HttpResponse(
        bytes(found.image), content_type="image/jpeg", headers={"Content-Disposition": f'inline; filename="{name}"'}
    )


@require_http_methods(["GET", "POST"])
@requires(Right.PHOTOS)
def photo_add(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Send in the evening's photo."""
    found = get_object_or_404(Evening.objects.select_related("host"), pk=evening_id)
    _refuse_who_was_not_there(request, found.pk)
    form = PhotoForm(request.POST, request.FILES) if request.method == "POST" else PhotoForm()

    def write() -> None:
        photos.add_photo(actor=actor(request), evening_id=found.pk, picture=form.cleaned_data["image"])

    return edit(
        request,
        form,
        write,
        heading=_("Bilde fra kvelden"),
        lead=_("Bare medlemmer ser det. Det gjøres mindre, og det kameraet har notert om sted og tid, blir borte."),
        said=_("Bildet er lagt inn."),
        **about(found),
    )


@require_POST
@requires(Right.PHOTOS)
def photo_remove(request: HttpRequest, evening_id: int, photo_id: int) -> HttpResponse:
    """Take the photo away."""
    get_object_or_404(Evening, pk=evening_id)
    _refuse_who_was_not_there(request, evening_id)
    photos.remove_photo(actor=actor(request), evening_id=evening_id, photo_id=photo_id)
    messages.success(request, _("Bildet er tatt bort."))
    return redirect("evening", evening_id)


def _refuse_who_was_not_there(request: HttpRequest, evening_id: int) -> None:
    _refuse_switched_off(request)
    if not may_change_photo(request, evening_id):
        raise PermissionDenied


def _refuse_switched_off(request: HttpRequest) -> None:
    if not shows(club_of(request), Extra.PHOTO):
        raise Http404
