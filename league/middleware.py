"""What every answer gets: its language, and word to the caches of what it depends on."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from league.models import Club

GetResponse = Callable[[HttpRequest], HttpResponse]


def norwegian_unless_asked(get_response: GetResponse) -> GetResponse:
    """Norwegian for everybody but those who chose English here, whatever language the phone is set to."""

    def middleware(request: HttpRequest) -> HttpResponse:
        language = "en" if request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) == "en" else "nb"
        with translation.override(language):
            response = get_response(request)
        response.headers["Content-Language"] = language
        patch_vary_headers(response, ["Cookie"])
        return response

    return middleware


def keep_parts_apart(get_response: GetResponse) -> GetResponse:
    """One address gives htmx a part and the browser a page: without this, *Back* may show the bare part."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        patch_vary_headers(response, ["HX-Request"])
        if request.headers.get("HX-Request") == "true":
            response.headers["Cache-Control"] = "no-store"
        return response

    return middleware


def found_the_club_first(get_response: GetResponse) -> GetResponse:
    """Lead every page to the one that founds the club, as long as there is none.

    Asked only for visitors who are nobody in the book: they have no page to wait for, and there are few.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        somebody = request.user.is_authenticated and (request.user.person_id or request.path.startswith("/admin/"))
        paths = {reverse("setup"), reverse("set_language")}
        if not somebody and request.path not in paths and not Club.objects.exists():
            return redirect("setup")
        return get_response(request)

    return middleware


def name_a_wrong_method(get_response: GetResponse) -> GetResponse:
    """A phone brings a tab back by asking for its address, and some addresses only take what is sent to them."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == 405 and request.method == "GET":
            response.content = render_to_string("400.html", request=request)
        return response

    return middleware
