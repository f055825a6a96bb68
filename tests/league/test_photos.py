"""The evening's photo: what is kept of it, who may see it, who may put it in."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import reverse
from PIL import ExifTags, Image, PngImagePlugin

from league.errors import Refused
from league.facts import Extra, OpenToAll
from league.models import Club, Evening, LogEntry, Office, Photo
from league.pictures import LONGEST_SIDE, MOST_BYTES, Picture, picture
from league.services import offices, photos
from league.verbs import Verb
from tests.factories import actor, at, client_of, day, found_club, login, play
from tests.league.seen import page, said

pytestmark = pytest.mark.django_db

MARCH = day(3, 5)
RED, BLUE = (200, 30, 30), (30, 30, 200)


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    with time_machine.travel(at(day(3, 6), "12.00"), tick=False):
        yield


@pytest.fixture
def evening() -> Evening:
    """At Arne's; Dina stayed away."""
    found_club("Arne", "Berit", "Carl", "Dina")
    return play(MARCH, losers=["Berit", "Carl"], present=["Arne", "Berit", "Carl"])


def sent(image: Image.Image, kind: str = "JPEG", **options: Any) -> BytesIO:
    file = BytesIO()
    image.save(file, kind, **options)
    file.seek(0)
    return file


def flag(width: int = 60, height: int = 40) -> Image.Image:
    """Red on the left, blue on the right."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(BLUE, (width // 2, 0, width, height))
    return image


def noted(orientation: int = 1) -> Image.Exif:
    """What a phone notes: its make, how it was held, and where."""
    exif = Image.Exif()
    exif[ExifTags.Base.Make] = "Kamerafabrikken"
    exif[ExifTags.Base.Orientation] = orientation
    gps = exif.get_ifd(ExifTags.IFD.GPSInfo)
    gps[ExifTags.GPS.GPSLatitudeRef] = "N"
    gps[ExifTags.GPS.GPSLatitude] = (59.0, 54.0, 40.0)
    return exif


def opened(kept: Picture) -> Image.Image:
    return Image.open(BytesIO(kept.data))


def send(client: Client, evening: Evening, file: BytesIO | None = None, name: str = "bilde.jpg") -> Any:
    content = (file or sent(flag())).getvalue()
    return client.post(
        reverse("photo_add", args=[evening.pk]), {"image": SimpleUploadedFile(name, content)}, follow=True
    )


# --- What is kept


@pytest.mark.parametrize(
    ("size", "kept"),
    [((4000, 3000), (1600, 1200)), ((3000, 4000), (1200, 1600)), ((1600, 900), (1600, 900)), ((60, 40), (60, 40))],
)
def test_a_photo_is_shrunk_to_its_longest_side_and_never_enlarged(size: tuple[int, int], kept: tuple[int, int]):
    one = picture(sent(flag(*size)))
    assert (one.width, one.height) == kept == opened(one).size
    assert max(kept) <= LONGEST_SIDE


def test_nothing_is_kept_of_what_the_camera_noted():
    file = sent(flag(), exif=noted(), comment=b"hos tante Olga", xmp=b"<x:xmpmeta/>", dpi=(300, 300))
    assert dict(Image.open(file).getexif().get_ifd(ExifTags.IFD.GPSInfo))  # it was there
    one = picture(file)
    kept = opened(one)
    assert not kept.getexif()
    assert not kept.getexif().get_ifd(ExifTags.IFD.GPSInfo)
    assert set(kept.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    for trace in (b"Exif", b"Kamerafabrikken", b"tante Olga", b"xmpmeta", b"http"):
        assert trace not in one.data


def test_nothing_is_kept_of_the_texts_in_a_png():
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Author", "Kamerafabrikken")
    one = picture(sent(flag(), "PNG", pnginfo=notes, exif=noted()))
    assert opened(one).format == "JPEG"
    assert b"Kamerafabrikken" not in one.data


def test_a_photo_taken_with_the_phone_on_its_side_stands_upright():
    one = picture(sent(flag(60, 40), exif=noted(orientation=6), quality=95))  # a quarter turn with the clock
    assert (one.width, one.height) == (40, 60)
    top, bottom = opened(one).getpixel((20, 5)), opened(one).getpixel((20, 55))
    assert top[0] > top[2]  # red, which was on the left
    assert bottom[2] > bottom[0]


@pytest.mark.parametrize(
    ("kind", "mode"), [("PNG", "RGBA"), ("PNG", "P"), ("PNG", "1"), ("WEBP", "RGB"), ("JPEG", "L")]
)
def test_every_kind_a_phone_sends_becomes_a_plain_jpeg(kind: str, mode: str):
    kept = opened(picture(sent(flag().convert(mode), kind)))
    assert (kept.format, kept.mode) == ("JPEG", "RGB")


def test_what_was_transparent_becomes_white():
    kept = opened(picture(sent(Image.new("RGBA", (8, 8), (0, 0, 0, 0)), "PNG")))
    assert kept.getextrema() == ((255, 255), (255, 255), (255, 255))


@pytest.mark.parametrize(
    "content", [b"", b"GIF89a", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\xff\xd8\xff", b"x" * 999]
)
def test_what_is_no_picture_is_refused(content: bytes):
    with pytest.raises(Refused, match="ikke et bilde vi kan lese"):
        picture(BytesIO(content))


def test_half_a_picture_is_refused():
    whole = sent(flag(600, 400)).getvalue()
    with pytest.raises(Refused, match="ikke et bilde vi kan lese"):
        picture(BytesIO(whole[: len(whole) // 2]))


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize("side", [7_100, 10_000, 20_000])  # 50, 100 and 400 million dots in few bytes
def test_a_picture_that_would_fill_the_memory_is_refused_before_it_is_opened(side: int):
    bomb = sent(Image.new("1", (side, side)), "PNG")
    assert len(bomb.getvalue()) < 100_000
    with pytest.raises(Refused, match="for stort: høyst 50 millioner"):
        picture(bomb)


# --- The one photo


def test_a_photo_is_logged_by_its_digest_and_not_by_its_picture(evening: Evening):
    stored = photos.add_photo(actor=actor(), evening_id=evening.pk, picture=picture(sent(flag())))
    entry = LogEntry.objects.get(verb=Verb.ADD_PHOTO)
    assert entry.evening_id == evening.pk
    (change,) = entry.changes
    assert change["after"] == {"evening_id": evening.pk, "width": 60, "height": 40, "digest": stored.digest}


def test_the_same_photo_sent_twice_is_one(evening: Evening):
    for _time in range(2):
        photos.add_photo(actor=actor(), evening_id=evening.pk, picture=picture(sent(flag())))
    assert Photo.objects.count() == LogEntry.objects.filter(verb=Verb.ADD_PHOTO).count() == 1


def test_another_photo_is_refused_until_the_first_is_taken_away(evening: Evening):
    first = photos.add_photo(actor=actor(), evening_id=evening.pk, picture=picture(sent(flag())))
    other = picture(sent(flag(40, 60)))
    with pytest.raises(Refused, match="alt et bilde"):
        photos.add_photo(actor=actor(), evening_id=evening.pk, picture=other)
    for _time in range(2):
        photos.remove_photo(actor=actor(), evening_id=evening.pk, photo_id=first.pk)
    assert LogEntry.objects.filter(verb=Verb.REMOVE_PHOTO).count() == 1
    second = photos.add_photo(actor=actor(), evening_id=evening.pk, picture=other)
    photos.remove_photo(actor=actor(), evening_id=evening.pk, photo_id=first.pk)  # from a page that shows the first
    assert Photo.objects.get() == second


# --- On the page


def test_the_keeper_and_every_member_who_was_there_may_put_in_a_photo(evening: Evening):
    keeper, present, absent = login("Dina", office=Office.Kind.KEEPER), login("Berit"), login("Carl")
    assert "Legg inn et bilde" in page(client_of(keeper), "evening", evening.pk)
    answer = send(client_of(present), evening)
    assert "Bildet er lagt inn." in said(answer.text)
    assert f'src="{reverse("photo", args=[evening.pk])}" width="60" height="40"' in answer.text
    assert 'alt="Bilde fra kvelden 05.03.2026"' in answer.text
    Photo.objects.get().delete()
    evening.attendances.filter(person=absent.person).update(present=False)
    assert "Legg inn et bilde" not in page(client_of(absent), "evening", evening.pk)
    assert send(client_of(absent), evening).status_code == 403
    assert not Photo.objects.exists()


def test_a_member_who_was_there_may_take_the_photo_away(evening: Evening):
    client = client_of(login("Berit"))
    send(client, evening)
    gone = reverse("photo_remove", args=[evening.pk, Photo.objects.get().pk])
    for _time in range(2):
        assert "Bildet er tatt bort." in said(client.post(gone, follow=True).text)
    assert not Photo.objects.exists()


def test_the_picture_is_the_members_own_and_asked_for_each_time(evening: Evening):
    client = client_of(login("Dina"))  # a member, though she was not there
    send(client_of(actor()), evening)
    answer = client.get(reverse("photo", args=[evening.pk]))
    assert Image.open(BytesIO(answer.content)).size == (60, 40)
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert {part.strip() for part in answer["Cache-Control"].split(",")} == {"private", "no-cache"}
    assert "Cookie" in answer["Vary"]
    again = client.get(reverse("photo", args=[evening.pk]), headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_who_came_by_a_link_and_whoever_the_book_is_open_to_see_no_photo(evening: Evening):
    send(client_of(actor()), evening)
    Club.objects.update(open_to_all=OpenToAll.BOOK)
    reader, anybody = Client(), Client()
    _link, secret = offices.add_link(actor=actor(), label="familien")
    reader.get(reverse("read_by_link", args=[secret]))
    for client in (reader, anybody):
        assert "photo" not in page(client, "evening", evening.pk)
        assert client.get(reverse("photo", args=[evening.pk])).status_code == 302
        known = {"If-None-Match": f'"{Photo.objects.get().digest}"'}
        assert client.get(reverse("photo", args=[evening.pk]), headers=known).status_code == 302


def test_an_evening_without_a_photo_has_none_to_show(evening: Evening):
    client = client_of(actor())
    assert client.get(reverse("photo", args=[evening.pk])).status_code == 404
    assert "<img" not in page(client, "evening", evening.pk)


def test_a_club_may_do_without_photos(evening: Evening):
    client = client_of(actor())
    send(client, evening)
    Club.objects.update(switched_off=[Extra.PHOTO])
    assert "bilde" not in said(page(client, "evening", evening.pk))
    assert client.get(reverse("photo", args=[evening.pk])).status_code == 404
    assert send(client, evening).status_code == 404


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"dette er ikke et bilde", "Filen er ikke et bilde vi kan lese."),
        (b"", "en er tom."),
        (b"\xff" * (MOST_BYTES + 1), "Filen er for stor: høyst 15 MB."),
    ],
)
def test_a_bad_file_is_refused_with_a_word_about_it(evening: Evening, content: bytes, told: str):
    answer = send(client_of(actor()), evening, BytesIO(content))
    assert told in said(answer.text)
    assert answer.status_code == 200
    assert not Photo.objects.exists()


def test_of_a_file_that_is_far_too_large_no_more_is_kept_than_shows_that_it_is():
    sent_in = SimpleUploadedFile("film.jpg", b"\xff" * (MOST_BYTES + 1_000_000))
    body = encode_multipart(BOUNDARY, {"image": sent_in, "after": "kept"})
    request = RequestFactory().generic("POST", "/", body, content_type=MULTIPART_CONTENT)
    assert request.POST["after"] == "kept"
    assert MOST_BYTES < (request.FILES["image"].size or 0) < MOST_BYTES + 200_000


def test_no_file_at_all_is_asked_for(evening: Evening):
    answer = client_of(actor()).post(reverse("photo_add", args=[evening.pk]))
    assert "Feltet er påkrevet." in said(answer.text)


def test_a_large_file_passes_though_other_forms_take_less(evening: Evening):
    noise = Image.effect_noise((2400, 1800), 90).convert("RGB")
    file = sent(noise, quality=95)
    assert len(file.getvalue()) > 2_621_440  # what Django takes of other fields
    assert "Bildet er lagt inn." in said(send(client_of(actor()), evening, file).text)
