"""The form for a run has the drill's options, accepts valid choices and explains invalid ones."""

from collections.abc import Iterator

import pytest
from django.http import QueryDict

from tests.words import bare
from trainer.drills.modes import MODES, Mode
from trainer.drills.options import DrillOption
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.practice.forms import RunForm
from trainer.practice.words import length_in_words, settings_in_words


def chosen(drill: str, address: str) -> str:
    """Return the settings that a query string chooses, in their text form."""
    form = RunForm(drill, QueryDict(address))
    assert form.is_valid(), form.errors
    return str(form.settings())


def faults(address: str) -> dict[str, list[str]]:
    """Return the errors in a query string for the counting drill, by field."""
    form = RunForm("count", QueryDict(address))
    form.is_valid()
    return {name: list(map(str, errors)) for name, errors in form.errors.items()}


class TestChoosing:
    """A choice becomes the settings of the run, in exactly one text form."""

    @pytest.mark.parametrize(
        ("address", "settings"),
        [
            ("", "count calm"),
            ("mode=calm", "count calm"),
            ("mode=streak", "count streak"),
            ("mode=sprint", "count sprint 180"),
            ("mode=sprint&sprint=60", "count sprint 60"),
            ("mode=sprint&sprint=0", "count sprint"),
            ("mode=sprint&sprint=77", "count sprint 77"),
            ("mode=sprint&seconds=600", "count sprint 600"),
            ("mode=sprint&sprint=60&seconds=600", "count sprint 60"),
            ("mode=sprint&clock=0", "count sprint"),
            ("mode=sprint&sprint=60&clock=15", "count sprint 60"),
            ("mode=clock", "count clock 30"),
            ("mode=clock&clock=15", "count clock 15"),
            ("mode=clock&seconds=90", "count clock 90"),
            ("mode=calm&seconds=90", "count calm"),
            ("kind=both", "count calm"),
            ("kind=crib&size=5", "count calm kind=crib size=5"),
            ("classes=run", "count calm classes=run"),
            ("classes=flush&classes=run", "count calm classes=run,flush"),
            ("classes=flush,run", "count calm classes=run,flush"),
            ("classes=", "count calm"),
            ("kind=&mode=&seconds=", "count calm"),
            ("mode=calm&find=on", "count calm find=on"),
            ("mode=sprint&find=on", "count sprint 180"),
            ("nothing=known", "count calm"),
            ("mode=+sprint+", "count sprint 180"),
        ],
    )
    def test_an_address(self, address: str, settings: str) -> None:
        assert chosen("count", address) == settings

    def test_all_of_many_is_as_usual(self) -> None:
        many = next(option for option in DRILLS["count"].options if option.many)
        assert chosen("count", f"{many.name}={','.join(many.values)}") == "count calm"
        assert "classes" in chosen("count", f"{many.name}={','.join(list(many.values)[1:])}")


class TestFaults:
    """An invalid value is explained at its field."""

    @pytest.mark.parametrize("seconds", ["29", "1801", "1e9", "-60", "²", "x", "9" * 400])
    def test_a_sprint_that_is_none(self, seconds: str) -> None:
        told = {"sprint": ["A sprint takes from 30 to 1800 seconds, or has no clock."]}
        assert faults(f"mode=sprint&sprint={seconds}") == told
        assert faults(f"mode=sprint&seconds={seconds}") == told
        assert faults(f"mode=sprint&clock={seconds}") == told

    @pytest.mark.parametrize("seconds", ["14", "91", "0", "x"])
    def test_a_clock_that_is_none(self, seconds: str) -> None:
        assert faults(f"mode=clock&clock={seconds}") == {"clock": ["Each question has from 15 to 90 seconds."]}

    def test_the_seconds_of_another_mode_do_not_matter(self) -> None:
        assert faults("mode=streak&sprint=x&clock=x") == {}

    @pytest.mark.parametrize("mode", ["daily", "replay", "recall", "round", "nonsense", "\0"])
    def test_a_mode_that_is_not_to_be_chosen(self, mode: str) -> None:
        assert faults(f"mode={mode}") == {"mode": ["Choose one of these."]}

    @pytest.mark.parametrize("address", ["kind=dog", "size=3", "classes=run,dog", "kind=crib,hand"])
    def test_an_option_that_is_none(self, address: str) -> None:
        assert list(faults(address)) == [address.partition("=")[0]]


def test_the_folded_questions_say_what_is_usual() -> None:
    assert RunForm("count").usual_questions() == "Hands and cribs · Four cards"


class TestOffers:
    """The form shows the drill's modes and options, with the defaults selected."""

    @pytest.mark.parametrize("drill", DRILLS)
    def test_every_mode_and_option_of_a_drill(self, drill: str) -> None:
        form = RunForm(drill)
        offered = {value for value, _name in form["mode"].field.choices}  # type: ignore[attr-defined]
        assert offered == set(DRILLS[drill].modes) - {Mode.DAILY, Mode.REPLAY, Mode.RECALL}
        for option in DRILLS[drill].options:
            field = form.fields[option.name]
            assert [value for value, _name in field.choices] == list(option.values)  # type: ignore[attr-defined]

    @pytest.mark.parametrize("drill", DRILLS)
    def test_sent_as_it_stands_it_is_as_usual(self, drill: str) -> None:
        form = RunForm(drill)
        data = QueryDict(mutable=True)
        for field in form:
            value = field.value()
            data.setlist(field.html_name, value if isinstance(value, list) else [value])
        assert chosen(drill, data.urlencode()) == str(Settings(drill, DRILLS[drill].modes[0]))

    @pytest.mark.parametrize("drill", DRILLS)
    def test_every_value_of_every_option_can_be_chosen(self, drill: str) -> None:
        for option, value in all_values(drill):
            expected = "" if value == option.usual and not option.many else f" {option.name}={value}"
            assert chosen(drill, f"{option.name}={value}") == f"{drill} {DRILLS[drill].modes[0]}{expected}"

    def test_a_length_that_was_given_can_be_kept(self) -> None:
        form = RunForm("count", QueryDict("mode=sprint&seconds=77"))
        assert 'value="77" selected' in str(form["sprint"])


def all_values(drill: str) -> Iterator[tuple[DrillOption, str]]:
    """Return every value of the options of a drill's questions."""
    return ((option, value) for option in DRILLS[drill].options for value in option.values)


# -------------------------------------------------------------------------------------------------------- words


class TestWords:
    """Settings are shown in one line in summaries, bests and assignments."""

    @pytest.mark.parametrize(
        ("settings", "line"),
        [
            ("count calm", "Count · Calm"),
            ("count sprint 180", "Count · Sprint, 3 min"),
            ("count sprint 60", "Count · Sprint, 1 min"),
            ("count sprint 90", "Count · Sprint, 1:30 min"),
            ("count sprint", "Count · Sprint without a clock"),
            ("count clock 15", "Count · Against the clock, 15 seconds each"),
            ("count daily", "Count · Daily run of 20"),
            ("count streak kind=crib size=5", "Count · Streak · Cribs only · Five cards"),
            ("count calm classes=run,flush", "Count · Calm · Only: A run, A flush"),
            ("count replay", "Count · Replay"),
        ],
    )
    def test_a_line(self, settings: str, line: str) -> None:
        assert settings_in_words(Settings.parse(settings)) == line

    @pytest.mark.parametrize(
        ("settings", "line"),
        [
            ("dice calm sides=7 kind=cup", "dice · Calm"),
            ("discard calm weak=on place=dealer", "Discard · Calm · Always your crib"),
            ("count calm size=9 classes=run,trick", "Count · Calm · Only: A run"),
            ("count calm classes=trick", "Count · Calm"),
        ],
    )
    def test_what_only_an_earlier_version_offered_is_left_out(self, settings: str, line: str) -> None:
        assert settings_in_words(Settings.parse(settings)) == line

    @pytest.mark.parametrize(("seconds", "words"), [(1, "1 second"), (60, "1 min"), (61, "1:01 min")])
    def test_a_length(self, seconds: int, words: str) -> None:
        assert length_in_words(seconds) == words

    @pytest.mark.usefixtures("pseudo_language")
    @pytest.mark.parametrize("drill", DRILLS)
    def test_everything_that_can_be_chosen_is_translated(self, drill: str) -> None:
        said: list[object] = [DRILLS[drill].name, DRILLS[drill].explanation]
        said += [words for mode in MODES.values() for words in (mode.name, mode.explanation)]
        for option in DRILLS[drill].options:
            said += [option.label, option.explanation]
            assert (option.many or option.listed) == bool(option.only), option.name
        for option, value in all_values(drill):
            said += [option.values[value].name, option.values[value].explanation]
            said.append(settings_in_words(Settings(drill, Mode.CALM, None, {option.name: value})))
        said += [settings_in_words(Settings(drill, mode, seconds)) for mode in Mode for seconds in (None, 30, 90, 180)]
        assert [str(words) for words in said if bare(str(words))] == []
