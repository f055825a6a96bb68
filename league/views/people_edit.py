"""People entered and changed: names, member periods, leave."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from league.alphabet import in_order
from league.club import office_name
from league.facts import Span
from league.forms import EndForm, MemberPeriodForm, NamesForm, PeriodForm, PersonForm
from league.identity import person_or_404
from league.models import Evening, Leave, MemberPeriod, Office, Person, Season
from league.permissions import Right, actor, requires
from league.services import people
from league.views.editing import Days, edit, posted, seen_version

ON_LEAVE = gettext_lazy("Den som har permisjon, regnes ikke med i frammøtet, uten de kveldene han kommer likevel.")


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def person_add(request: HttpRequest) -> HttpResponse:
    """A new member or guest."""
    form = posted(request, PersonForm, initial={"member_from": timezone.localdate()})
    return edit(
        request,
        form,
        lambda: people.add_person(actor=actor(request), **_names(form), member_from=form.cleaned_data["member_from"]),
        heading=_("Ny i boken"),
        days=lambda: (day, None) if (day := form.cleaned_data["member_from"]) else None,
        back=_page_of,
        cancel=reverse("people"),
    )


@require_GET
@requires(Right.PEOPLE)
def person_edit(request: HttpRequest, person_id: int) -> HttpResponse:
    """Everything about a person that can be changed, with a link to each change."""
    person = person_or_404(person_id)
    him = Person.objects.same_as(person.pk)
    periods = MemberPeriod.objects.filter(person__in=him)
    context = {
        "person": person,
        "periods": periods,
        "leaves": Leave.objects.filter(person__in=him),
        "offices": Office.objects.filter(person__in=him),
        "running": periods.running(timezone.localdate()).first(),
        "doubles": in_order(person.doubles.all()),
    }
    return render(request, "league/person_edit.html", context)


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def person_rename(request: HttpRequest, person_id: int) -> HttpResponse:
    """Another name for the same person."""
    person = person_or_404(person_id)
    initial = {"name": person.name, "short_name": person.short_name, "sort_name": person.sort_name}
    form = posted(request, NamesForm, initial=initial, besides=person)
    return edit(
        request,
        form,
        lambda: people.rename(actor=actor(request), person=person, seen=seen_version(request), **_names(form)),
        heading=_("Navnet til %(name)s") % {"name": person.name},
        lead=_("Alle gamle kvelder får det nye navnet. Loggen husker det gamle."),
        back=_page_of(person),
        row=person,
    )


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def person_delete(request: HttpRequest, person_id: int) -> HttpResponse:
    """Take away a person entered by mistake; with history the page offers to end the membership instead."""
    person = person_or_404(person_id)
    return edit(
        request,
        posted(request, Form),
        lambda: people.delete_person(actor=actor(request), person=person),
        heading=_("Slett %(name)s") % {"name": person.name},
        button=_("Slett"),
        said=_("%(name)s er slettet.") % {"name": person.name},
        back=reverse("people"),
        cancel=_page_of(person),
        template="league/person_delete.html",
        person=person,
        history=person.has_history(),
        running=MemberPeriod.objects.filter(person__in=Person.objects.same_as(person.pk))
        .running(timezone.localdate())
        .first(),
    )


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def period_add(request: HttpRequest, person_id: int) -> HttpResponse:
    """A new membership; a guest may have played earlier in the season."""
    person = person_or_404(person_id)
    initial = {"first_day": timezone.localdate(), "earlier_rounds": "nei"}
    form = posted(request, MemberPeriodForm, initial=initial, was_guest=partial(was_guest_before, person))
    return _add(request, MemberPeriod, person, form, heading=_("Ny medlemstid for %(name)s"))


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def period_change(request: HttpRequest, period_id: int) -> HttpResponse:
    """Other days of a membership, or another choice about the rounds before it."""
    period = get_object_or_404(MemberPeriod.objects.select_related("person__merged_into"), pk=period_id)
    initial = _days_of(period) | {"earlier_rounds": "ja" if period.earlier_rounds else "nei"}
    form = posted(request, MemberPeriodForm, initial=initial, was_guest=partial(was_guest_before, period.person.who))
    mistake = reverse("period_delete", args=[period_id])
    return _change(request, period, form, heading=_("Medlemstiden til %(name)s"), mistake=mistake)


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def period_end(request: HttpRequest, period_id: int) -> HttpResponse:
    """End a membership; leave and offices end with it."""
    period = get_object_or_404(MemberPeriod.objects.select_related("person__merged_into"), pk=period_id)
    form = posted(request, EndForm, initial={"last_day": timezone.localdate()})
    name = {"name": period.person.who.name}
    return edit(
        request,
        form,
        lambda: people.change_period(
            actor=actor(request),
            period=period,
            seen=seen_version(request),
            first_day=period.first_day,
            last_day=form.cleaned_data["last_day"],
        ),
        heading=_("%(name)s slutter") % name,
        lead=_("Navnet blir stående i boken, med alt som er ført. %(name)s kan bli medlem igjen senere.") % name,
        note=_offices_end_too(period),
        button=_("Avslutt medlemskapet"),
        row=period,
        days=lambda: changed_days(period, period.first_day, form.cleaned_data["last_day"]),
        back=_page_of(period.person),
    )


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def period_delete(request: HttpRequest, period_id: int) -> HttpResponse:
    return _delete(request, MemberPeriod, period_id, heading=_("Slett medlemstiden til %(name)s"))


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def leave_add(request: HttpRequest, person_id: int) -> HttpResponse:
    form = posted(request, PeriodForm, initial={"first_day": timezone.localdate()})
    return _add(request, Leave, person_or_404(person_id), form, heading=_("Ny permisjon for %(name)s"))


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def leave_change(request: HttpRequest, leave_id: int) -> HttpResponse:
    leave = get_object_or_404(Leave.objects.select_related("person__merged_into"), pk=leave_id)
    form = posted(request, PeriodForm, initial=_days_of(leave))
    mistake = reverse("leave_delete", args=[leave_id])
    return _change(request, leave, form, heading=_("Permisjonen til %(name)s"), mistake=mistake)


@require_http_methods(["GET", "POST"])
@requires(Right.PEOPLE)
def leave_delete(request: HttpRequest, leave_id: int) -> HttpResponse:
    return _delete(request, Leave, leave_id, heading=_("Slett permisjonen til %(name)s"))


def _add[P: (MemberPeriod, Leave)](
    request: HttpRequest, kind: type[P], person: Person, form: PeriodForm, *, heading: str
) -> HttpResponse:
    return edit(
        request,
        form,
        lambda: people.add_period(actor=actor(request), kind=kind, person=person, **form.cleaned_data),
        heading=heading % {"name": person.name},
        lead=ON_LEAVE if kind is Leave else "",
        days=lambda: (form.cleaned_data["first_day"], form.cleaned_data["last_day"]),
        back=_page_of(person),
    )


def _change[P: (MemberPeriod, Leave)](
    request: HttpRequest, period: P, form: PeriodForm, *, heading: str, mistake: str
) -> HttpResponse:
    return edit(
        request,
        form,
        lambda: people.change_period(
            actor=actor(request), period=period, seen=seen_version(request), **form.cleaned_data
        ),
        heading=heading % {"name": period.person.who.name},
        mistake=mistake,
        row=period,
        days=lambda: changed_days(period, **form.cleaned_data),
        back=_page_of(period.person),
    )


def _delete[P: (MemberPeriod, Leave)](
    request: HttpRequest, kind: type[P], period_id: int, *, heading: str
) -> HttpResponse:
    period = get_object_or_404(kind.objects.select_related("person"), pk=period_id)
    return edit(
        request,
        posted(request, Form),
        lambda: people.delete_period(actor=actor(request), period=period, seen=seen_version(request)),
        heading=heading % {"name": period.person.who.name},
        lead=_("Slett bare det som er ført ved en feil: %(period)s.") % {"period": period},
        button=_("Slett"),
        said=_("Slettet."),
        row=period,
        days=lambda: (period.first_day, period.last_day),
        back=_page_of(period.person),
    )


def _names(form: NamesForm) -> dict[str, str]:
    return {name: form.cleaned_data[name] for name in ("name", "short_name", "sort_name")}


def _page_of(person: Person) -> str:
    return reverse("person_edit", args=[person.who.pk])


def was_guest_before(person: Person, first_day: date) -> bool:
    """Whether he came earlier in that day's season without being a member."""
    season = Season.objects.on(first_day)
    if season is None:
        return False
    him = Person.objects.same_as(person.pk)
    evenings = Evening.objects.filter(date__gte=season.first_day, date__lt=first_day)
    came = evenings.filter(attendances__person__in=him, attendances__present=True).values_list("date", flat=True)
    periods = MemberPeriod.objects.filter(person__in=him)
    spans = [Span(person.pk, *days) for days in periods.values_list("first_day", "last_day")]
    return any(not any(span.covers(day) for span in spans) for day in came)


def _days_of(period: MemberPeriod | Leave) -> dict[str, date | None]:
    return {"first_day": period.first_day, "last_day": period.last_day}


def changed_days(
    period: MemberPeriod | Leave, first_day: date, last_day: date | None, earlier_rounds: bool | None = None
) -> Days:
    """The stretch of days in which a period and its new form differ."""
    if isinstance(period, MemberPeriod) and earlier_rounds not in (None, period.earlier_rounds):
        return min(first_day, period.first_day), None
    ends = [end for end in (period.last_day, last_day) if end]
    if first_day != period.first_day or not ends:
        begin = min(first_day, period.first_day)
    else:
        begin = min(ends) + timedelta(days=1)
    if last_day == period.last_day:
        return begin, max(first_day, period.first_day) - timedelta(days=1)
    return begin, max(ends) if len(ends) == 2 else None


def _offices_end_too(period: MemberPeriod) -> str:
    """Which offices end with a membership; "" if none does."""
    held = Office.objects.filter(person__in=Person.objects.same_as(period.person_id)).touching(
        timezone.localdate(), None
    )
    names = get_text_list([office_name(office.kind) for office in held], _("og"))
    return _("Vervet som %(offices)s slutter samme dag.") % {"offices": names} if names else ""
