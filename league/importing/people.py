"""The people of the club by the names a book may know them by."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _

from league.models import Person
from league.services.attendance import is_nameless


class People:
    """Everybody but the guests without a name. Of two who share a name each is told apart by his number."""

    def __init__(self) -> None:
        named = [person for person in Person.objects.order_by("pk") if not is_nameless(person)]
        shared = Counter(person.name for person in named)
        self.label = {
            person.pk: person.name if shared[person.name] == 1 else f"{person.name} ({person.pk})" for person in named
        }
        self.of = {self.label[person.pk]: person for person in named}

    def named(self, pk: int) -> str:
        return self.label.get(pk) or _("Gjest")
