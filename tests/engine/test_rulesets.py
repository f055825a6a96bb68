"""The presets against the table of the rule page, and the combinations that cannot be."""

import pytest

from engine.describe import OPTION_WORDS, describe, option_words
from engine.errors import ImpossibleRules, Unreadable
from engine.presets import ALL, CLUB, HOUSE_RULES, PRESETS, STANDARD, name_of, named, read_rules, rules_text
from engine.ruleset import OPTIONS, choices
from engine.words import Language

# The table of presets, column by column.
COLUMNS = ("players", "first_lead", "trick", "tie", "chance", "draw", "running_out", "unresolved_war", "shed_lead",
           "trump_when", "must_beat", "take", "series", "blank", "least_to_join")  # fmt: skip
TABLE = """\
club 2-12|dealer|all|most then rank|yes|card|skip|last fighter|previous mattis|cannot beat in suit|in suit|lowest play|2|takes first|2
standard 2-6|left|all|highest|no|card|stop|return|trump holder|cannot beat in suit|always|lowest play|0|takes first|1
bikkje 2-6|left|all|any rank|yes|trick|skip|last fighter|trump holder|void in suit|always|lowest play|0|takes first|1
skitgubbe 2-4|left|pair|highest|yes|card|stop|return|trump holder|free|never|top play|0|takes first|1
skitgubbe-sequences 2-4|left|pair|highest|yes|card|stop|return|trump holder|free|never|top play|2|takes first|1
mas 2-4|left|pair|none|no|card|none|none|trump holder|free|never|top play|0|takes first|1
mattis 2-8|left|all|highest|yes|card|stop|return|trump holder|free|never|lowest play|2|takes first|1
atlanta 3-3|left|all|highest|yes|card|stop|return|trump holder|free|never|lowest run|2|takes first|1
myllymatti 2-4|left|pair|highest|yes|card|stop|return|trump holder|free|never|top play|0|takes first|1
koira 3-8|left|all|highest|no|card|skip|deal out|trump holder|free|never|lowest play|2|takes first|1
"""  # noqa: E501


def as_written(value):
    if isinstance(value, tuple):
        return f"{value[0]}-{value[1]}"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("row", TABLE.splitlines(), ids=lambda row: row.split()[0])
def test_a_preset_is_as_the_table_says(row):
    name, values = row.split(" ", 1)
    rules = PRESETS[name].rules
    assert [as_written(getattr(rules, column)) for column in COLUMNS] == values.split("|")


def test_what_the_table_does_not_show_is_set_where_it_should_be():
    assert PRESETS["bikkje"].rules.removed == ((2, 10),)
    assert {name for name, known in PRESETS.items() if known.rules.is_mas} == {"mas"}
    assert {name for name, known in PRESETS.items() if known.rules.must_tie and known.rules.slough} == {"atlanta"}
    assert {name for name, known in PRESETS.items() if known.rules.dreck} == {"atlanta"}
    assert PRESETS["counter-trump"].rules.changed_from(PRESETS["skitgubbe"].rules) == {"counter_trump": "same colour"}
    assert PRESETS["electric-clubs"].rules.changed_from(PRESETS["skitgubbe"].rules) == {
        "counter_trump": "electric clubs"
    }


def test_a_house_rule_is_one_option_away_from_its_preset():
    for name, known in HOUSE_RULES.items():
        changed = known.rules.changed_from(PRESETS[name.split("+")[0]].rules)
        assert len(changed) == (2 if name == "bikkje+series" else 1)


@pytest.mark.parametrize(
    "options",
    [
        {"series": 0, "series_start": "two"},
        {"series": 0, "series_beat": "series by series"},
        {"unresolved_war": "last fighter"},
        {"running_out": "skip"},
        {"running_out": "none"},
        {"tie": "none"},
        {"capture": "suit or trump"},
        {"trump": "turned up"},
        {"tie": "any rank", "tie_split": True},
        {"tie": "most then rank", "must_tie": True},
        {"players": [5, 4]},
        {"players": [1, 4]},
        {"players": [2, 18]},
        {"players": [2, 17], "hand": 4},
        {"hand": 0},
        {"removed": {"2": 60}},
        {"removed": {"2": 47}},
    ],
)
def test_options_that_cannot_go_together_are_refused(options):
    with pytest.raises(ImpossibleRules):
        STANDARD.with_options(options)


@pytest.mark.parametrize(
    "options",
    [{"kake": 1}, {"series": 4}, {"series": True}, {"chance": 1}, {"tie": "lowest"}, {"players": [2]}, {"hand": "3"},
     {"players": "26"}, {"removed": {"x": 3}}, {"least_to_join": False}],
)  # fmt: skip
def test_an_unknown_option_or_value_is_unreadable(options):
    with pytest.raises(Unreadable):
        STANDARD.with_options(options)


@pytest.mark.parametrize("name", ALL)
def test_options_and_names_come_back_as_they_were_written(name):
    rules = ALL[name].rules
    assert STANDARD.with_options(rules.options()) == rules
    assert read_rules(rules_text(rules)) == rules
    assert ALL[name_of(rules)].rules == rules
    changed = rules.with_options({"dreck": not rules.dreck, "players": [3, 3], "removed": {"3": 1}})
    assert read_rules(rules_text(changed)) == changed


def test_every_value_of_every_option_has_words_in_both_languages():
    for option in OPTIONS:
        for value in choices(option):
            for language in Language:
                assert ":" not in option_words(option, value, language), (option, value)
    assert OPTION_WORDS.keys() >= {option for option in OPTIONS if choices(option)}


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("language", Language)
def test_two_rule_sets_that_differ_are_described_differently(name, language):
    mine = describe(ALL[name].rules, language)
    for other, known in ALL.items():
        assert (describe(known.rules, language) == mine) == (known.rules == ALL[name].rules), other


def test_too_many_players_are_refused():
    with pytest.raises(ImpossibleRules):
        CLUB.check_players(13)
    assert named("club", {"players": [2, 4]}).rules.players == (2, 4)
