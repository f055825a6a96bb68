"""`python -m engine`: what it prints and how it ends."""

import io
import json

import pytest

from engine.__main__ import main
from tests.engine.tables import FIXTURES

RECORDS = FIXTURES / "records"
COULD = "club shed +4/9s2h5d/+4 1 table=0:8s trump=h size=3 partial=yes"


def run(capsys, *arguments):
    code = main(list(arguments))
    return code, capsys.readouterr().out


def test_rules_are_listed_and_described(capsys):
    code, out = run(capsys, "rules")
    assert (code, "koira+tie-split" in out) == (0, True)
    code, out = run(capsys, "rules", "club")
    assert "flest like kort går foran" in out
    assert json.loads(run(capsys, "rules", "club", "--json")[1])["options"]["series"] == 2


def test_a_deal_is_the_same_for_the_same_seed(capsys):
    assert run(capsys, "deal", "--seed", "4") == run(capsys, "deal", "--seed", "4")
    assert run(capsys, "deal", "--seed", "4") != run(capsys, "deal", "--seed", "5")


def test_a_round_of_bots_is_a_record_that_can_be_checked(capsys, tmp_path):
    _, out = run(capsys, "deal", "--bots", "sensible", "--seed", "3")
    path = tmp_path / "round.txt"
    path.write_text(out, encoding="utf-8")
    code, out = run(capsys, "check", str(path))
    assert code == 0
    assert "Mattis: " in out
    assert run(capsys, "replay", str(path))[0] == 0


def test_the_exit_code_tells_an_illegal_play_and_what_could_not_be_read(capsys, tmp_path):
    assert run(capsys, "check", str(RECORDS / "verdict-must-beat.txt"))[0] == 1
    path = tmp_path / "bad.txt"
    path.write_text((RECORDS / "verdict-must-beat.txt").read_text(encoding="utf-8") + " kake", encoding="utf-8")
    assert run(capsys, "check", str(path))[0] == 2
    assert run(capsys, "check", str(tmp_path / "none.txt"))[0] == 2
    checked = json.loads(run(capsys, "check", "--json", str(RECORDS / "verdict-must-beat.txt"))[1])
    assert checked["plays"][0]["reason"] == "must beat"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("nb", ["«kake» er ikke et kort", "kanskje club", "ulovlig: måtte stikke"]),
        ("en", ["no card: 'kake'", "perhaps club", "illegal: must beat"]),
    ],
)
def test_what_is_wrong_is_said_in_the_language_asked_for(capsys, tmp_path, language, said):
    path = tmp_path / "bad.txt"
    path.write_text((RECORDS / "verdict-must-beat.txt").read_text(encoding="utf-8") + " kake", encoding="utf-8")
    for command in ("check", "replay"):
        out = run(capsys, command, str(path), "--language", language)[1]
        assert said[0] in out
        assert said[2] in out
    assert any(said[0] in fault["message"] for fault in json.loads(
        run(capsys, "check", "--json", str(path), "--language", language)[1])["faults"])  # fmt: skip
    path.write_text("Regler: clbu\n", encoding="utf-8")
    assert said[1] in run(capsys, "check", str(path), "--language", language)[1]


def test_a_verdict_is_said_or_given_in_json(capsys, monkeypatch):
    code, out = run(capsys, "verdict", COULD, "2h")
    assert (code, out.startswith("Ulovlig")) == (1, True)
    assert run(capsys, "verdict", COULD, "spar 9")[0] == 0
    assert json.loads(run(capsys, "verdict", "--json", COULD, "2h")[1])["reason"] == "could beat in suit"
    dispute = json.loads((FIXTURES / "engine" / "disputes.json").read_text(encoding="utf-8"))[0]
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(dispute)))
    assert run(capsys, "verdict", "-")[0] == 1


def test_a_trick_is_judged(capsys):
    code, out = run(capsys, "trick", "club", "9s", "9h", "Kc", "/", "4d", "7c")
    assert (code, "Spiller 2 tar stikket" in out) == (0, True)


def test_rounds_in_json_are_answered_line_by_line(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO('{"rules": "kake"}\nx\n'))
    code, out = run(capsys, "trace")
    assert code == 1
    assert ["error" in json.loads(line) for line in out.splitlines()] == [True, True]


def test_the_numbers_of_lines_are_counted(capsys):
    assert run(capsys, "perft", "3", "--rules", "standard")[1].splitlines() == ["1 3", "2 9", "3 27"]


def test_a_person_can_play_and_leave(capsys, monkeypatch):
    answers = iter(["kake", "Ah-2h", "slutt"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert run(capsys, "play", "--seed", "2")[0] == 1


@pytest.mark.parametrize("arguments", [["verdict", "x", "7h"], ["rules", "kake"], ["deal", "--players", "40"]])
def test_what_cannot_be_read_is_an_error_in_one_line(capsys, arguments):
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("engine: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["standard", "Ks", "Kh", "Kc", "/", "4d", "5d"],  # has the third no card, or not played yet?
        ["koira", "Ks", "9h", "Kc", "/", "4d"],  # dealt out before anybody lays
        ["skitgubbe", "9s", "9h", "Kc"],  # three cards in a trick of two
        ["--empty", "9", "club", "Ks", "9h", "Kc"],
        ["--empty", "0", "club", "Ks", "9h", "Kc"],
    ],
)
def test_a_trick_that_cannot_be_is_refused(capsys, arguments):
    assert main(["trick", *arguments]) == 2
    assert capsys.readouterr().err


def test_a_war_that_stops_for_want_of_cards_gives_them_back(capsys):
    _, out = run(capsys, "trick", "--json", "--empty", "3", "mattis", "Ks", "9h", "Kc", "/", "4d")
    assert json.loads(out)["outcome"] == "cards returned"
