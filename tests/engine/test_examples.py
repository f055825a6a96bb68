"""The rounds and disputes with known answers, made by an independent implementation of the rules."""

import json

import pytest

from engine import dispute, trace
from tests.engine.tables import FIXTURES

TRACES = [json.loads(line) for line in trace.lines_of(FIXTURES / "engine" / "traces.jsonl.gz")]
DISPUTES = json.loads((FIXTURES / "engine" / "disputes.json").read_text(encoding="utf-8"))
GIVEN = {"id", "rules", "options", "players", "deck", "dealer", "previous_mattis", "shuffles", "moves", "position"}


def in_any_order(out):
    """A trace whose hands are sorted: in a hand the order of the cards means nothing."""
    out = json.loads(json.dumps(out))
    for part in ("start", "shed"):
        if out.get(part) and "hands" in out[part]:
            out[part]["hands"] = [sorted(hand) for hand in out[part]["hands"]]
    return out


@pytest.mark.parametrize("known", TRACES, ids=lambda known: known["id"])
def test_a_recorded_round_is_replayed_exactly(known):
    given = {key: value for key, value in known.items() if key in GIVEN}
    assert in_any_order(trace.answer(json.dumps(given))) == in_any_order(known)


@pytest.mark.parametrize("known", DISPUTES, ids=lambda known: f"{known['rules']} {known['id']}")
def test_a_dispute_gets_its_verdict(known):
    found = dispute.answer(known)
    assert found["verdict"] == known["verdict"]
    assert found["reason"] in [known["reason"], *known["also"]]
    assert found.get("depends_on") == known.get("depends_on")
