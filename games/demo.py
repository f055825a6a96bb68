"""What the demo club has to show of the cards: a disputed round with a record, waiting for a ruling."""

from __future__ import annotations

from games.models import Dispute
from games.services import disputes, records
from league.facts import State
from league.models import Office, Person, Round, User

# The last trick as Mattis remembers it: whoever trumped could have beaten in the suit.
RECORD = """Regler: club
Spillere: {players}
Hender: 6h +4 / 8h 9h 7s / Th Qd 6d / Jh Qh 3d 6s 4c
Trumf: kløver
Utspill: {mattis}

1. 6h 8h-9h Th 4c {{hadde knekt og dame i hjerter}}
"""


def fill() -> None:
    """Dispute the last finished round in which nobody who rules lost or is accused."""
    keeper = User.objects.get(person__offices__kind=Office.Kind.KEEPER)
    for round_ in Round.objects.filter(state=State.STANDING, evening__closed_at__isnull=False).order_by("-pk")[:40]:
        seated = _seated(round_)
        if len(seated) == 4:
            _dispute(keeper, round_, seated)
            return


def _seated(round_: Round) -> list[Person]:
    """Mattis, two more, and the accused: neither of the two rules; nobody where they cannot be found."""
    rulers = Office.objects.filter(kind__in=(Office.Kind.CHAIRMAN, Office.Kind.ADMINISTRATOR)).values("person")
    players = list(Person.objects.filter(seats__round=round_).order_by("pk"))
    others = list(Person.objects.filter(seats__round=round_).exclude(pk__in=rulers).exclude(pk=round_.mattis_id or 0))
    if round_.mattis is None or not others or any(office["person"] == round_.mattis_id for office in rulers):
        return []
    accused = others[-1]
    between = [person for person in players if person not in (round_.mattis, accused)][:2]
    return [round_.mattis, *between, accused]


def _dispute(keeper: User, round_: Round, seated: list[Person]) -> None:
    mattis, accused = seated[0], seated[-1]
    text = RECORD.format(players=", ".join(person.name for person in seated), mattis=mattis.name)
    records.save_record(actor=keeper, round_=round_, text=text, seen=None)
    # After the deadline where an evening is open already
    dispute = disputes.raise_dispute(
        actor=keeper,
        person=mattis,
        evening_id=round_.evening_id,
        table=round_.table,
        round_=round_,
        late=True,
    )
    dispute = disputes.tell(
        actor=keeper,
        dispute=dispute,
        seen=dispute.version,
        happened="La trumf på hjerter 10 med både knekt og dame i hjerter på hånden.",
        claim="Streken skal ikke stå på meg.",
        touched=Dispute.Touched.YES,
        against=accused,
    )
    disputes.explain(actor=keeper, dispute=dispute, person=accused, words="Jeg så ikke at hjerter var spilt ut.")
