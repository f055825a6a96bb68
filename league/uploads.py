"""What is read of a file that somebody sends in."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler

from league.pictures import MOST_BYTES


class Enough(FileUploadHandler):
    """Lets go of what is beyond the most that any page takes, so that nobody fills the disk.

    What is kept is still too much, so that the page says so.
    """

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        return raw_data if start <= MOST_BYTES else None

    def file_complete(self, file_size: int) -> UploadedFile[Any] | None:
        return None
