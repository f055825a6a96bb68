"""The people of the club by the names a book may know them by."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _

from league.importing.cells import clean
from league.models import Person
from league.services.attendance import is_nameless


class People:
    """Everybody but the guests without a name. Of two who share a name each is told apart by his number.

    A double is the person kept: `label` has his label, `meant` what the double's own name means.
    """

    def __init__(self) -> None:
        everybody = [person for person in Person.objects.order_by("pk") if not is_nameless(person)]
        kept = [person for person in everybody if person.merged_into_id is None]
        names = {person.pk: clean(person.name) for person in kept}
        shared = Counter(names.values())
        self.label = {pk: name if shared[name] == 1 else f"{name} ({pk})" for pk, name in names.items()}
        self.of = {self.label[person.pk]: person for person in kept}
        self.meant: dict[str, str] = {}
        for double in everybody:
            if double.merged_into_id in self.label:
                self.label[double.pk] = self.label[double.merged_into_id]
                self.meant[clean(double.name)] = self.label[double.pk]
        self.meant = {name: label for name, label in self.meant.items() if name not in self.of}

    def named(self, pk: int) -> str:
        return self.label.get(pk) or _("Gjest")
