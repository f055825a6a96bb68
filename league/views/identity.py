"""Who is who: one entered twice is merged, and parted again; who has left may have his name taken out."""

from __future__ import annotations

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.closing import stretches_of
from league.errors import Refused
from league.forms import AnonymiseForm, MergeForm
from league.identity import person_or_404
from league.mentions import doubtful, mentions_of
from league.models import Office, Person, User
from league.permissions import Right, actor, check, requires
from league.person_page import LifePage
from league.services import anonymising, identity
from league.views.editing import Days, edit, posted, seen_version


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def person_merge(request: HttpRequest, person_id: int) -> HttpResponse:
    """Say that this person is the same as another, who is kept."""
    double = get_object_or_404(Person.objects.kept(), pk=person_id)
    form = posted(request, MergeForm, double=double)

    def write() -> Person:
        kept = form.cleaned_data["kept"]
        _check_office(request, double, kept)
        return identity.merge(actor=actor(request), double=double, kept=kept, seen=seen_version(request))

    return edit(
        request,
        form,
        write,
        heading=_("Er %(name)s ført to ganger?") % {"name": double.name},
        lead=_(
            "Alt som er ført på %(name)s, blir lest som den andres. "
            "Ingenting flyttes i boken, så de to kan skilles igjen."
        )
        % {"name": double.name},
        button=_("Slå sammen"),
        said=_("Slått sammen."),
        row=double,
        days=lambda: days_of(double),
        back=lambda kept: reverse("person_edit", args=[kept.pk]),
        cancel=reverse("person_edit", args=[double.pk]),
    )


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def person_unmerge(request: HttpRequest, person_id: int) -> HttpResponse:
    """Say that a double was a person of his own after all."""
    double = get_object_or_404(Person.objects.exclude(merged_into=None).select_related("merged_into"), pk=person_id)
    names = {"name": double.name, "kept": double.who.name}
    return edit(
        request,
        posted(request, Form),
        lambda: identity.unmerge(actor=actor(request), double=double, seen=seen_version(request)),
        heading=_("Skill %(name)s fra %(kept)s") % names,
        lead=_("Da blir alt som før de ble slått sammen: %(name)s får tilbake det som er ført på det navnet.") % names,
        button=_("Skill dem"),
        said=_("%(name)s står for seg selv igjen.") % names,
        row=double,
        days=lambda: days_of(double),
        back=reverse("person_edit", args=[double.who.pk]),
    )


@require_http_methods(["GET", "POST"])
@requires(Right.NAME_KEEPER)
def person_anonymise(request: HttpRequest, person_id: int) -> HttpResponse:
    """Take a person's name out of the book for good."""
    person = person_or_404(person_id)
    everybody = [person, *person.doubles.all()]
    form = posted(request, AnonymiseForm, texts=doubtful(mentions_of(everybody)))
    hindrance = None
    try:
        anonymising.refuse_unless_gone(person)
    except Refused as refused:
        hindrance = refused
    return edit(
        request,
        form,
        lambda: anonymising.anonymise(
            actor=actor(request),
            person=person,
            seen=seen_version(request),
            emptied=form.cleaned_data.get("emptied", ()),
        ),
        heading=_("Anonymiser %(name)s") % {"name": person.name},
        button=_("Anonymiser for godt"),
        said=_("Navnet er tatt ut av boken."),
        row=person,
        back=reverse("person_edit", args=[person.pk]),
        template="league/person_anonymise.html",
        person=person,
        doubles=everybody[1:],
        logins=User.objects.filter(person__in=everybody),
        total=LifePage(person).total,
        hindrance=hindrance,
    )


def days_of(person: Person) -> Days | None:
    """From the first day that holds something of this row to the last one; None if none does."""
    stretches = list(stretches_of({person.pk}))
    if not stretches:
        return None
    ends = [last_day for _first_day, last_day in stretches if last_day]
    return min(first_day for first_day, _last_day in stretches), max(ends) if len(ends) == len(stretches) else None


def _check_office(request: HttpRequest, *people: Person) -> None:
    """A log-in of the one gets the rights of the other: only who may name a chairman gives those of one away.

    Raises PermissionDenied.
    """
    high = (Office.Kind.ADMINISTRATOR, Office.Kind.CHAIRMAN)
    held = Office.objects.filter(person__in=people, kind__in=high).touching(timezone.localdate(), None)
    if held.exists():
        check(request, Right.NAME_CHAIRMAN)
