"""The site's addresses and two more: the emptiest page there can be, and the list of what is measured."""

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path, reverse

from league import urls
from league.models import Evening, Season, User


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")


def pages(request: HttpRequest) -> HttpResponse:
    """Every page that is measured, with its queries and its size in bytes, and the cookie of one who is logged in."""
    user = User.objects.get()
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(user)
    season = Season.objects.newest_first()[0]
    newest, before = Evening.objects.order_by("-date")[:2]
    addresses = {
        "empty response": reverse(empty),
        "front page": reverse("front"),
        "evening, open": reverse("evening", args=[newest.pk]),
        "evening, closed": reverse("evening", args=[before.pk]),
        "book, one season": reverse("book_season", args=[season.pk]),
        "person, one season": reverse("person_season", args=[user.person_id, season.pk]),
        "chronicle, one season: race": reverse("chronicle", args=[season.pk]),
        "chronicle, one season: luck": reverse("chronicle_luck", args=[season.pk]),
        "chronicle, one season: hat": reverse("chronicle_hat", args=[season.pk]),
        "chronicle, one season: records": reverse("chronicle_records", args=[season.pk]),
        "chronicle, one person's season": reverse("person_chronicle", args=[user.person_id, season.pk]),
        "table, all years": reverse("lifetime"),
        "person, all years": reverse("person_lifetime", args=[user.person_id]),
        "chronicle, all years: hat": reverse("lifetime_hat"),
        "chronicle, all years: records": reverse("lifetime_records"),
    }
    found = []
    for name, address in addresses.items():
        with CaptureQueriesContext(connection) as captured:
            answer = browser.get(address)
        if answer.status_code != 200:
            raise ValueError(f"{address} answers with {answer.status_code}")
        found.append({"name": name, "address": address, "queries": len(captured), "bytes": len(answer.content)})
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
    return JsonResponse({"cookie": cookie, "pages": found})


urlpatterns = [*urls.urlpatterns, path("bench/empty/", empty), path("bench/", pages)]
