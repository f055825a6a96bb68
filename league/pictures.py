"""What becomes of a photo before it is stored: small enough, upright, and without what the camera noted beside it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from io import BytesIO
from typing import IO

from django.utils.translation import gettext as _
from PIL import ExifTags, Image

from league.errors import Refused

LONGEST_SIDE = 1600  # pixels
QUALITY = 82  # of JPEG, in its own measure
MOST_BYTES = 15 * 1024 * 1024  # of what is sent in
MOST_PIXELS = 50_000_000  # of what is sent in; the largest that phones take. More would fill the memory
FORMATS = ("JPEG", "PNG", "WEBP")
TURNS = {  # how each orientation the camera notes is brought upright
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG as it is stored, with its size in pixels."""

    data: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def picture(file: IO[bytes]) -> Picture:
    """The photo in a file. Raises Refused for what is no picture, is damaged, or is too large to open."""
    try:
        with Image.open(file, formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                raise Refused(_too_large())
            image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
            turn = TURNS.get(image.getexif().get(ExifTags.Base.Orientation, 1))
            upright = (image if turn is None else image.transpose(turn)).convert("RGBA")
    except Image.DecompressionBombError as bomb:
        raise Refused(_too_large()) from bomb
    except (OSError, ValueError, SyntaxError) as fault:
        raise Refused(_("Filen er ikke et bilde vi kan lese. Velg et i JPEG, PNG eller WebP.")) from fault
    # On a sheet of its own, so that nothing comes along but what can be seen
    sheet = Image.new("RGB", upright.size, "white")
    sheet.paste(upright, mask=upright)
    stored = BytesIO()
    sheet.save(stored, "JPEG", quality=QUALITY, optimize=True)
    return Picture(stored.getvalue(), *sheet.size)


def _too_large() -> str:
    most = MOST_PIXELS // 1_000_000
    return _("Bildet er for stort: høyst %(most)d millioner bildepunkter.") % {"most": most}
