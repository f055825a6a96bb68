"""Who may do what: offices, log-ins, and the links for reading."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league.club import chairman, office_name
from league.errors import Refused
from league.forms import AddressForm, EndForm, LinkForm, OfficeForm
from league.identity import Identities, person_or_404
from league.models import Office, Person, ReadLink, User
from league.permissions import READ_LINK, Right, actor, check, read_link_is_dead, requires, rights_of
from league.services import offices
from league.tokens import login_link
from league.views.editing import edit, posted, seen_version

NAMED_BY = {
    Office.Kind.ADMINISTRATOR: Right.NAME_CHAIRMAN,
    Office.Kind.CHAIRMAN: Right.NAME_CHAIRMAN,
    Office.Kind.KEEPER: Right.NAME_KEEPER,
}


# --- Offices


@require_GET
@requires(Right.READ)
def office_list(request: HttpRequest) -> HttpResponse:
    """Who holds what since when, and who held it before."""
    today = timezone.localdate()
    held = Identities().shown(list(Office.objects.select_related("person").order_by("-first_day", "-pk")), "person")
    rights = rights_of(request)
    kinds = [
        {
            "kind": kind,
            "name": office_name(kind),
            "may_name": NAMED_BY[kind] in rights,
            "now": [one for one in held if one.kind == kind and (one.last_day is None or one.last_day >= today)],
            "before": [one for one in held if one.kind == kind and one.last_day and one.last_day < today],
        }
        for kind in (Office.Kind.CHAIRMAN, Office.Kind.KEEPER, Office.Kind.ADMINISTRATOR)
    ]
    return render(request, "league/offices.html", {"kinds": kinds})


@require_http_methods(["GET", "POST"])
@requires(Right.NAME_KEEPER)
def keeper_name(request: HttpRequest) -> HttpResponse:
    """One more keeper of the book."""
    return _name(request, Office.Kind.KEEPER, heading=_("Ny bokfører"))


@require_http_methods(["GET", "POST"])
@requires(Right.NAME_CHAIRMAN)
def chairman_name(request: HttpRequest) -> HttpResponse:
    """Another chairman: the one before steps down the day before."""
    said = {"chairman": chairman()}
    lead = _("Den som er %(chairman)s nå, går av dagen før.") % said
    return _name(request, Office.Kind.CHAIRMAN, heading=_("Ny %(chairman)s") % said, lead=lead)


@require_http_methods(["GET", "POST"])
@requires(Right.NAME_CHAIRMAN)
def administrator_name(request: HttpRequest) -> HttpResponse:
    """One more administrator."""
    return _name(request, Office.Kind.ADMINISTRATOR, heading=_("Ny administrator"))


@require_http_methods(["GET", "POST"])
@requires(Right.NAME_KEEPER)
def office_end(request: HttpRequest, office_id: int) -> HttpResponse:
    """Somebody's last day in office, named by whoever may name a new one."""
    office = get_object_or_404(Office.objects.select_related("person__merged_into"), pk=office_id)
    check(request, NAMED_BY[Office.Kind(office.kind)])
    form = posted(request, EndForm, initial={"last_day": timezone.localdate()})
    said = {"name": office.person.who.name, "office": office_name(office.kind)}
    return edit(
        request,
        form,
        lambda: offices.end_office(
            actor=actor(request), office=office, last_day=form.cleaned_data["last_day"], seen=seen_version(request)
        ),
        heading=_("%(name)s går av som %(office)s") % said,
        lead=_("Retten gjelder ut siste dag. Skal den opphøre nå, så velg dagen før."),
        button=_("Avslutt vervet"),
        row=office,
        section="offices",
        back=reverse("offices"),
    )


def _name(request: HttpRequest, kind: Office.Kind, *, heading: str, lead: str = "") -> HttpResponse:
    form = posted(request, OfficeForm, initial={"first_day": timezone.localdate()})
    return edit(
        request,
        form,
        lambda: offices.give_office(actor=actor(request), kind=kind, **form.cleaned_data),
        heading=heading,
        lead=lead,
        section="offices",
        back=reverse("offices"),
    )


# --- Log-ins


@require_GET
@requires(Right.NAME_KEEPER)
def login(request: HttpRequest, person_id: int) -> HttpResponse:
    """A person's log-in, or the form to give him one."""
    return _login_page(request, person_or_404(person_id))


@require_POST
@never_cache
@requires(Right.NAME_KEEPER)
def login_give(request: HttpRequest, person_id: int) -> HttpResponse:
    """Give a log-in; the page shows the link to choose a password with."""
    person = person_or_404(person_id)
    _check_administrators(request, person)
    form = AddressForm(request.POST)
    if not form.is_valid():
        return _login_page(request, person, form=form)
    try:
        user = offices.give_login(actor=actor(request), person=person, email=form.cleaned_data["email"])
    except Refused as refusal:
        return _login_page(request, person, form=form, refusal=refusal)
    return _login_page(request, person, link=login_link(request, user))


@require_POST
@never_cache
@requires(Right.NAME_KEEPER)
def login_link_make(request: HttpRequest, person_id: int) -> HttpResponse:
    """A new link to choose a password with, for who has forgotten his or lost the first link."""
    person, user = _login_of(request, person_id)
    try:
        user = offices.make_login_link(actor=actor(request), user=user)
    except Refused as refusal:
        return _login_page(request, person, refusal=refusal)
    return _login_page(request, person, link=login_link(request, user))


@require_http_methods(["GET", "POST"])
@requires(Right.NAME_KEEPER)
def login_address(request: HttpRequest, person_id: int) -> HttpResponse:
    """He logs in with another address."""
    person, user = _login_of(request, person_id)
    form = posted(request, AddressForm, initial={"email": user.email})
    return edit(
        request,
        form,
        lambda: offices.change_address(
            actor=actor(request), user=user, seen=seen_version(request), email=form.cleaned_data["email"]
        ),
        heading=_("Ny adresse for %(name)s") % {"name": person.name},
        lead=_("Passordet er det samme som før."),
        row=user,
        back=reverse("login", args=[person_id]),
    )


@require_POST
@requires(Right.NAME_KEEPER)
def login_shut(request: HttpRequest, person_id: int) -> HttpResponse:
    """He is logged out everywhere and cannot log in."""
    person, user = _login_of(request, person_id)
    try:
        offices.shut_login(actor=actor(request), user=user)
    except Refused as refusal:
        return _login_page(request, person, refusal=refusal)
    return redirect("login", person_id)


@require_POST
@requires(Right.NAME_KEEPER)
def login_open(request: HttpRequest, person_id: int) -> HttpResponse:
    """He can log in again."""
    person, user = _login_of(request, person_id)
    try:
        offices.open_login(actor=actor(request), user=user)
    except Refused as refusal:
        return _login_page(request, person, refusal=refusal)
    return redirect("login", person_id)


def _login_page(
    request: HttpRequest,
    person: Person,
    *,
    form: AddressForm | None = None,
    link: str = "",
    refusal: Refused | None = None,
) -> HttpResponse:
    _check_administrators(request, person)
    context = {
        "person": person,
        "login": User.objects.filter(person__in=Person.objects.same_as(person.pk)).first(),
        "form": form or AddressForm(),
        "link": link,
        "days": timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT).days,
        "refusal": refusal,
    }
    return render(request, "league/login.html", context, status=409 if refusal else 200)


def _login_of(request: HttpRequest, person_id: int) -> tuple[Person, User]:
    person = person_or_404(person_id)
    _check_administrators(request, person)
    return person, get_object_or_404(User, person__in=Person.objects.same_as(person.pk))


def _check_administrators(request: HttpRequest, person: Person) -> None:
    """Whoever holds a log-in may act as its owner, so only an administrator touches an administrator's.

    Raises PermissionDenied.
    """
    administrators = Office.objects.filter(kind=Office.Kind.ADMINISTRATOR).touching(timezone.localdate(), None)
    him = Person.objects.same_as(person.pk)
    if administrators.filter(person__in=him) or User.objects.filter(is_staff=True, person__in=him):
        check(request, Right.NAME_CHAIRMAN)


# --- Links for reading


@require_GET
@requires(Right.NAME_KEEPER)
def links(request: HttpRequest) -> HttpResponse:
    """The links there are, and the form for one more."""
    return _links_page(request, LinkForm())


@require_POST
@never_cache
@requires(Right.NAME_KEEPER)
def link_add(request: HttpRequest) -> HttpResponse:
    """One more link; its address is shown now and never again."""
    form = LinkForm(request.POST)
    if not form.is_valid():
        return _links_page(request, form)
    link, secret = offices.add_link(actor=actor(request), label=form.cleaned_data["label"])
    address = request.build_absolute_uri(reverse("read_by_link", args=[secret]))
    return _links_page(request, LinkForm(), made=link, address=address)


@require_POST
@requires(Right.NAME_KEEPER)
def link_revoke(request: HttpRequest, link_id: int) -> HttpResponse:
    """The link opens nothing any more."""
    offices.revoke_link(actor=actor(request), link=get_object_or_404(ReadLink, pk=link_id, kind=ReadLink.Kind.BOOK))
    return redirect("links")


@require_GET
@never_cache
def read_by_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Open the book for reading in this browser, for as long as the link lives."""
    links = ReadLink.objects.filter(kind=ReadLink.Kind.BOOK, revoked_at=None)
    link = links.filter(digest=offices.digest(secret)).first()
    if link is None:
        return read_link_is_dead(request)
    request.session[READ_LINK] = link.pk
    return redirect("front")


def _links_page(
    request: HttpRequest, form: LinkForm, *, made: ReadLink | None = None, address: str = ""
) -> HttpResponse:
    context = {
        "links": ReadLink.objects.filter(kind=ReadLink.Kind.BOOK).order_by(
            F("revoked_at").asc(nulls_first=True), "-pk"
        ),
        "form": form,
        "made": made,
        "address": address,
    }
    return render(request, "league/links.html", context)
