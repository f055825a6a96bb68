"""What the evening's page shows of its photo."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from league.club import club_of, shows
from league.facts import Extra
from league.models import Evening, Photo
from league.permissions import Right, rights_of, was_there


@dataclass(frozen=True, slots=True)
class PhotoPage:
    """The photo, without the picture itself, and whether this member may put one in or take it away."""

    photo: Photo | None
    may_change: bool


def photo_page(request: HttpRequest, evening: Evening) -> PhotoPage | None:
    """None for who is no member, and in a club that has no photos."""
    if Right.PHOTOS not in rights_of(request) or not shows(club_of(request), Extra.PHOTO):
        return None
    photo = Photo.objects.defer("image").filter(evening=evening).first()
    return PhotoPage(photo, may_change_photo(request, evening.pk))


def may_change_photo(request: HttpRequest, evening_id: int) -> bool:
    """The keeper may, and every member who was there."""
    return Right.KEEP in rights_of(request) or was_there(request, evening_id)
