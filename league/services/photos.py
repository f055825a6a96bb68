"""The evening's one photo."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from league import log
from league.errors import Refused
from league.models import Photo, User
from league.pictures import Picture
from league.services.locks import lock_evening
from league.verbs import Verb


@transaction.atomic
def add_photo(*, actor: User, evening_id: int, picture: Picture) -> Photo:
    """Keep a picture as the evening's photo. The same one again changes nothing. Raises Refused if there is another."""
    evening = lock_evening(evening_id)
    if stored := Photo.objects.defer("image").filter(evening=evening).first():
        if stored.digest != picture.digest:
            raise Refused(_("Kvelden har alt et bilde. Ta bort det først."))
        return stored
    with log.entry(Verb.ADD_PHOTO, actor=actor, evening=evening.pk) as entry:
        return entry.create(
            Photo(
                evening=evening,
                image=picture.data,
                width=picture.width,
                height=picture.height,
                digest=picture.digest,
            )
        )


@transaction.atomic
def remove_photo(*, actor: User, evening_id: int, photo_id: int) -> None:
    """Take that photo away for good; the log keeps that there was one. Twice is once."""
    evening = lock_evening(evening_id)
    with log.entry(Verb.REMOVE_PHOTO, actor=actor, evening=evening.pk) as entry:
        for photo in Photo.objects.defer("image").filter(evening=evening, pk=photo_id):
            entry.delete(photo)
