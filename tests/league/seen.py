"""What a page shows, for the tests of pages."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse


def page(client: Client, name: str = "front", *args: object, query: str = "", **headers: str) -> str:
    response = client.get(reverse(name, args=args) + query, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def pages(client: Client, known: dict[str, int | str]) -> list[str]:
    """The addresses that answer a GET with a page, each with an id of something there is."""
    found = []
    for name, patterns in get_resolver().reverse_dict.lists():
        if not isinstance(name, str):
            continue
        for possibilities, *_rest in patterns:
            for _path, parameters in possibilities:
                if any(parameter not in known for parameter in parameters):
                    continue
                try:
                    address = reverse(name, kwargs={parameter: known[parameter] for parameter in parameters})
                except NoReverseMatch:
                    continue
                answer = client.get(address)
                if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                    found.append(address)
    return sorted(set(found))


def said(html: str) -> str:
    """What a screen reader says of a piece of HTML, in one line."""
    html = re.sub(r'<(\w+)[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def rows(html: str) -> list[list[str]]:
    """The cells of every line, headings and all."""
    found = re.findall(r"<tr\b.*?</tr>", html, flags=re.DOTALL)
    return [[said(cell) for cell in re.findall(r"<t[hd]\b.*?</t[hd]>", row, flags=re.DOTALL)] for row in found]


def names(html: str) -> list[str]:
    """The names in the table, from the top."""
    return [unescape(name) for name in re.findall(r'<th class="who" scope="row".*?<a [^>]*>([^<]*)', html, re.DOTALL)]


def tabs(html: str) -> list[str]:
    """The seasons one may turn to."""
    found = re.search(r'<nav class="tabs".*?</nav>', html, re.DOTALL)
    return re.findall(r">([^<>]+)</a>", found[0]) if found else []


def line(html: str, name: str) -> list[str]:
    return next(row for row in rows(html) if any(cell.startswith(name) for cell in row))
