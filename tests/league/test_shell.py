"""The page all others stand on."""

import pytest
from django import forms
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from league.models import Club


@pytest.fixture
def client(db):
    """A visitor of a club that has been founded: before that, every page is the founding."""
    Club.objects.create(pk=Club.ONLY, name="Klubben")
    return Client()


def test_the_log_in_page_shows_no_menu_to_places_behind_the_door(client):
    page = client.get(reverse("account_login")).text
    assert "<h1>Logg inn</h1>" in page
    assert "<nav" not in page


def test_english_is_one_press_away_and_comes_back_to_the_same_page(client):
    answer = client.post(reverse("set_language"), {"language": "en", "next": reverse("account_login")}, follow=True)
    assert answer.redirect_chain == [(reverse("account_login"), 302)]
    assert '<html lang="en">' in answer.text
    assert 'value="nb" lang="nb"' in answer.text


def test_no_page_of_the_shell_has_a_script_or_style_of_its_own(client):
    page = client.get(reverse("account_login")).text
    assert "<style" not in page
    assert " style=" not in page
    assert page.count("<script") == page.count("<script src=")


def test_htmx_sends_the_csrf_token_and_adds_no_style(client):
    page = client.get(reverse("account_login")).text
    assert 'hx-headers=\'{"X-CSRFToken"' in page
    assert '"includeIndicatorStyles": false, "allowEval": false' in page


def test_a_page_that_is_not_there_says_so_in_the_book_s_own_words(client):
    answer = client.get("/finnes-ikke/")
    assert answer.status_code == 404
    assert "Siden finnes ikke" in answer.text


def test_an_address_that_only_takes_forms_is_no_blank_page(client):
    answer = client.get(reverse("set_language"))
    assert answer.status_code == 405
    assert "Til forsiden" in answer.text


def test_a_form_from_an_old_page_is_refused_with_what_to_do(client):
    answer = Client(enforce_csrf_checks=True).post(reverse("account_login"), {"login": "a@b.no"})
    assert answer.status_code == 403
    assert "Ingenting er lagret" in answer.text


def test_a_wrong_host_name_is_a_wrong_request_and_no_fault_of_the_site(client):
    answer = client.get("/", headers={"host": "et-annet-sted.example"})
    assert answer.status_code == 400
    assert "Forespørselen var feil" in answer.text


def test_the_page_for_a_fault_needs_neither_request_nor_database():
    assert "Noe gikk galt" in render_to_string("500.html")


def test_messages_are_a_line_that_screen_readers_hear():
    page = render_to_string("404.html", {"messages": [Message(constants.ERROR, "For sent.")]})
    assert '<div class="said" role="status">' in page
    assert '<p class="error">For sent.</p>' in page


class Entry(forms.Form):
    name = forms.CharField(label="Navn", help_text="Som det skal stå i boken.")
    counts = forms.BooleanField(label="Kvelden teller", required=False)
    reason = forms.ChoiceField(label="Grunn", choices=[("a", "Feil navn")], widget=forms.RadioSelect)


def test_a_field_has_its_label_help_and_fault_before_it():
    page = Entry({"name": ""}).as_div()
    places = [
        page.index(part) for part in (">Navn</label>", "Som det skal", "Feltet er påkrevet.", '<input type="text"')
    ]
    assert places == sorted(places)


def test_a_box_to_tick_stands_before_its_label():
    page = Entry().as_div()
    assert page.index('type="checkbox"') < page.index(">Kvelden teller</label>")


def test_choices_are_grouped_under_their_question():
    assert "<legend>Grunn</legend>" in Entry().as_div()
