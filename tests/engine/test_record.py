"""A match's text form: read, written, and read when it is damaged."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.cards import PACK, Card, CardError, CardReason, parse_cards, text_of
from game.engine.play import (
    Action,
    Call,
    Claim,
    Count,
    Cut,
    CuttingForDeal,
    Dealing,
    Discard,
    Go,
    NextGame,
    Over,
    Pass,
    Pegging,
    Play,
    Reason,
    Shuffle,
    TimeOut,
    apply,
    start,
)
from game.engine.record import ReadRecord, RecordReason, Step, read, write
from game.engine.rules import Counted, CribFlush, Muggins, Notice, Rules, RulesReason, Scoring
from tests.strategies import as_phase, random_match, rules, told

SORTED = text_of(PACK)
DEALT = "6D 5S JH 4S 4H 2S 7C 6H 9H AC 9C AD 5H"
SHUFFLED = f"{DEALT} {text_of(card for card in PACK if card not in parse_cards(DEALT))}"

RECORD = f"""\
cribbage record 2
rules seats=2 target=61 deals=1
shuffle {SORTED}
1 cuts 20
2 cuts 0
shuffle {SHUFFLED}
1 discards 9H 9C
2 discards AC AD
1 cuts 0
1 plays JH
2 plays 5S
1 plays 6D
2 plays 6H
1 plays 4H
2 plays 4S
1 plays 7C
2 plays 2S
count
count
count
"""
LINES = RECORD.splitlines()

short_matches = rules(targets=range(31, 62), match_points=(None, 1, 2))

STEPS: list[tuple[Action, list[str]]] = [
    (Shuffle(PACK), []),
    (Cut(0, 20), []),
    (Cut(1, 0), []),
    (Shuffle(parse_cards(SHUFFLED)), []),
    (Discard(0, parse_cards("9H 9C")), []),
    (Discard(1, parse_cards("AC AD")), []),
    (Cut(0, 0), []),
    (Play(0, Card.parse("JH")), []),
    (Play(1, Card.parse("5S")), ["2: fifteen JH 5S: 2"]),
    (Play(0, Card.parse("6D")), []),
    (Play(1, Card.parse("6H")), ["2: pair 6D 6H: 2"]),
    (Play(0, Card.parse("4H")), ["1: thirty-one JH 5S 6D 6H 4H: 2"]),
    (Play(1, Card.parse("4S")), []),
    (Play(0, Card.parse("7C")), []),
    (Play(1, Card.parse("2S")), ["2: last 2S: 1"]),
    (
        Count(),
        ["1: fifteen 5H JH: 2", "1: fifteen 4H 5H 6D: 2", "1: run 4H 5H 6D 7C: 4", "1: nobs JH: 1"],
    ),
    (
        Count(),
        [
            "2: fifteen 4S 5H 6H: 2",
            "2: fifteen 4S 5S 6H: 2",
            "2: run 4S 5H 6H: 3",
            "2: run 4S 5S 6H: 3",
            "2: pair 5H 5S: 2",
        ],
    ),
    (
        Count(),
        [
            "2: fifteen AC 5H 9C: 2",
            "2: fifteen AC 5H 9H: 2",
            "2: fifteen AD 5H 9C: 2",
            "2: fifteen AD 5H 9H: 2",
            "2: pair AC AD: 2",
            "2: pair 9C 9H: 2",
        ],
    ),
]


def lines_of(step: Step) -> list[str]:
    """What a step gave, seats counted from 1."""
    return [f"{pegged.seat + 1}: {told([pegged.score])[0]}" for pegged in step.scores]


class TestRead:
    """A record written by hand."""

    def test_its_rules(self) -> None:
        assert read(RECORD).rules == Rules(seats=2, target=61, deals=1)

    def test_every_step_with_its_scores(self) -> None:
        reading = read(RECORD)
        assert reading.stop is None
        assert [(step.action, lines_of(step)) for step in reading.steps] == STEPS

    def test_the_end(self) -> None:
        over = as_phase(Over, read(RECORD).state)
        assert (over.winner, over.table.scores) == (1, (11, 29))

    def test_an_unfinished_match_stands_where_it_ends(self) -> None:
        reading = read("\n".join(LINES[:11]))
        assert reading.stop is None
        assert [(step.action, lines_of(step)) for step in reading.steps] == STEPS[:9]
        assert as_phase(Pegging, reading.state).count == 15

    def test_rules_alone_are_a_record(self) -> None:
        reading = read("cribbage record 2\nrules\n")
        assert reading == ReadRecord(Rules(), (), start(Rules()), None)

    def test_every_option(self) -> None:
        text = (
            "cribbage record 2\nrules seats=6 sides=3 target=241 deals=9 counting=all muggins=missed-and-excess "
            "notice=called crib-flush=like-a-hand count-clock=45 play-clock=15 match-points=7 scoring=free "
            "double-skunk=3"
        )
        assert read(text).rules == Rules(
            seats=6,
            sides=3,
            target=241,
            deals=9,
            counting=Counted.ALL,
            muggins=Muggins.MISSED_AND_EXCESS,
            notice=Notice.CALLED,
            crib_flush=CribFlush.LIKE_A_HAND,
            count_clock=45,
            play_clock=15,
            match_points=7,
            scoring=Scoring.FREE,
            double_skunk=3,
        )

    @pytest.mark.parametrize("version", [1, 2])
    @pytest.mark.parametrize("word", ["lays away", "lays   away", "discards"])
    def test_each_version_reads_both_words_for_a_discard(self, version: int, word: str) -> None:
        text = RECORD.replace("record 2", f"record {version}").replace("discards", word)
        assert read(text) == read(RECORD)

    @pytest.mark.parametrize(
        "text",
        [
            "\ufeff" + RECORD,
            RECORD.replace("\n", "\r\n"),
            RECORD.replace("\n", "\n\n"),
            RECORD.replace("\n", "\n# a word about it\n"),
            "# before\n\n" + RECORD + "\n  # after",
            RECORD.replace("\n", "  \n\t"),
            RECORD.rstrip("\n"),
            RECORD.replace("1 discards 9H 9C", "1  discards   9h, 9♣️"),
            RECORD.replace("2 plays 5S", "2 plays 5♠"),
        ],
        ids=["mark", "crlf", "blank", "comments", "around", "indented", "no end", "spaced", "signs"],
    )
    def test_what_says_nothing_changes_nothing(self, text: str) -> None:
        assert read(text) == read(RECORD)


class TestWrite:
    """One action a line."""

    def test_version_and_rules_come_first(self) -> None:
        assert write(Rules(), ()).splitlines() == [
            "cribbage record 2",
            "rules seats=2 sides=2 target=121 deals=none counting=auto muggins=off notice=automatic "
            "crib-flush=with-starter count-clock=none play-clock=none match-points=none scoring=tournament "
            "double-skunk=4",
        ]

    @pytest.mark.parametrize(
        ("action", "text"),
        [
            (Shuffle(parse_cards("7H AC")), "shuffle 7H AC"),
            (Cut(0, 17), "1 cuts 17"),
            (Discard(1, parse_cards("9H 9C")), "2 discards 9H 9C"),
            (Play(0, Card.parse("JH")), "1 plays JH"),
            (Play(5, Card.parse("TC"), 2), "6 plays TC for 2"),
            (Go(2), "3 says go"),
            (Count(), "count"),
            (Claim(1, 12), "2 claims 12"),
            (Call(0, 15), "1 calls 15"),
            (Pass(3), "4 passes"),
            (TimeOut(4), "5 is out of time"),
            (NextGame(), "next game"),
        ],
        ids=str,
    )
    def test_every_action(self, action: Action, text: str) -> None:
        assert write(Rules(), [action]).splitlines()[2:] == [text]

    def test_a_written_record_is_as_by_hand(self) -> None:
        written = write(Rules(target=61, deals=1), [action for action, _ in STEPS])
        assert written.splitlines()[2:] == LINES[2:]
        assert written.endswith("count\n")

    @given(rules())
    def test_rules_come_back(self, agreed: Rules) -> None:
        reading = read(write(agreed, ()))
        assert (reading.rules, reading.stop) == (agreed, None)

    @settings(deadline=None, max_examples=25)
    @given(short_matches, st.integers(0, 2**32))
    def test_a_match_comes_back(self, agreed: Rules, seed: int) -> None:
        actions, state = [], None
        for _, action, after in random_match(agreed, seed):
            actions.append(action)
            state = after
        reading = read(write(agreed, actions))
        assert [step.action for step in reading.steps] == actions
        assert (reading.rules, reading.state, reading.stop) == (agreed, state, None)


class TestDamagedHead:
    """Without version and rules nothing can be kept."""

    @pytest.mark.parametrize(
        ("text", "line", "reason", "part"),
        [
            ("", 1, RecordReason.NOT_A_RECORD, ""),
            ("\n\n", 1, RecordReason.NOT_A_RECORD, ""),
            ("hello", 1, RecordReason.NOT_A_RECORD, "hello"),
            ("# a word\n\nhello\n", 3, RecordReason.NOT_A_RECORD, "hello"),
            ("cribbage record", 1, RecordReason.NOT_A_RECORD, "cribbage record"),
            ("cribbage record one\nrules", 1, RecordReason.NOT_A_RECORD, "cribbage record one"),
            ("rules seats=2\ncribbage record 1", 1, RecordReason.NOT_A_RECORD, "rules seats=2"),
            ("cribbage record ٢\nrules", 1, RecordReason.NOT_A_RECORD, "cribbage record ٢"),
            ("cribbage record 0\nrules", 1, RecordReason.VERSION, "0"),
            ("cribbage record 3\nrules", 1, RecordReason.VERSION, "3"),
            ("\ncribbage record 11\nrules", 2, RecordReason.VERSION, "11"),
            ("cribbage record 2", 1, RecordReason.NO_RULES, ""),
            ("cribbage record 2\n# nothing more", 1, RecordReason.NO_RULES, ""),
            ("cribbage record 2\n\nshuffle AC", 3, RecordReason.NO_RULES, "shuffle AC"),
            ("cribbage record 2\nrules seats=two", 2, RecordReason.OPTION, "seats=two"),
            ("cribbage record 2\nrules seats", 2, RecordReason.OPTION, "seats"),
            ("cribbage record 2\nrules target=٦١", 2, RecordReason.OPTION, "target=٦١"),
            ("cribbage record 2\nrules seats=-2", 2, RecordReason.OPTION, "seats=-2"),
            ("cribbage record 2\nrules target=61 chairs=2", 2, RecordReason.OPTION, "chairs=2"),
            ("cribbage record 2\nrules seats=2 seats=2", 2, RecordReason.OPTION, "seats=2"),
            ("cribbage record 2\nrules counting=some", 2, RecordReason.OPTION, "counting=some"),
            ("cribbage record 2\nrules counting=none", 2, RecordReason.OPTION, "counting=none"),
            ("cribbage record 2\nrules target=12345", 2, RecordReason.OPTION, "target=12345"),
        ],
    )
    def test_it_says_where_and_why(self, text: str, line: int, reason: RecordReason, part: str) -> None:
        reading = read(text)
        assert reading.stop is not None
        assert (reading.stop.line, reading.stop.reason, reading.stop.text) == (line, reason, part)
        assert (reading.rules, reading.steps, reading.state, reading.stop.cause) == (None, (), None, None)

    @pytest.mark.parametrize(
        ("options", "cause"),
        [
            ("seats=7", RulesReason.SEATS),
            ("seats=none", RulesReason.SEATS),
            ("seats=3", RulesReason.SIDES),
            ("sides=none", RulesReason.SIDES),
            ("target=30", RulesReason.TARGET),
            ("target=none", RulesReason.TARGET),
            ("deals=0", RulesReason.DEALS),
            ("muggins=missed", RulesReason.MUGGINS_WITHOUT_COUNTING),
            ("notice=called", RulesReason.CALLED_WITHOUT_MUGGINS),
            ("counting=show count-clock=5", RulesReason.COUNT_CLOCK),
            ("count-clock=30", RulesReason.COUNT_CLOCK_WITHOUT_COUNTING),
            ("play-clock=5", RulesReason.PLAY_CLOCK),
            ("double-skunk=3", RulesReason.DOUBLE_SKUNK),
            ("double-skunk=none", RulesReason.DOUBLE_SKUNK),
            ("match-points=0", RulesReason.MATCH),
        ],
    )
    def test_rules_that_make_no_sense(self, options: str, cause: RulesReason) -> None:
        stop = read(f"cribbage record 2\nrules {options}\n").stop
        assert stop is not None
        assert (stop.line, stop.reason, stop.cause) == (2, RecordReason.RULES, cause)
        assert stop.text == f"rules {options}"


class TestDamagedAction:
    """What stands before the damage is kept."""

    @pytest.mark.parametrize(
        ("line", "text", "reason", "cause"),
        [
            (3, "shuffle", RecordReason.NOT_AN_ACTION, None),
            (3, "shuffle AC AD", RecordReason.REFUSED, Reason.NOT_THE_PACK),
            (3, "count", RecordReason.REFUSED, Reason.WRONG_PHASE),
            (4, "1 cuts", RecordReason.NOT_AN_ACTION, None),
            (4, "1 cuts 100", RecordReason.NOT_AN_ACTION, None),
            (4, "1 cuts ١٧", RecordReason.NOT_AN_ACTION, None),
            (4, "१ cuts 17", RecordReason.NOT_AN_ACTION, None),
            (4, "1 cuts 52", RecordReason.REFUSED, Reason.NO_SUCH_PLACE),
            (4, "2 cuts 7", RecordReason.REFUSED, Reason.NOT_YOUR_TURN),
            (4, "0 cuts 7", RecordReason.REFUSED, Reason.NOT_YOUR_TURN),
            (4, "9 cuts 7", RecordReason.REFUSED, Reason.NOT_YOUR_TURN),
            (5, "2 cuts 20", RecordReason.REFUSED, Reason.PLACE_TAKEN),
            (7, "1 discards", RecordReason.NOT_AN_ACTION, None),
            (7, "1 discards 9H", RecordReason.REFUSED, Reason.DISCARD_NUMBER),
            (7, "1 discards ,", RecordReason.REFUSED, Reason.DISCARD_NUMBER),
            (7, "1 discards 9H AC", RecordReason.REFUSED, Reason.NOT_IN_HAND),
            (8, "1 discards 7C 4H", RecordReason.REFUSED, Reason.ALREADY_DISCARDED),
            (11, "2 plays 5S for 2", RecordReason.REFUSED, Reason.CLAIM_NOT_ASKED),
            (11, "2 says go", RecordReason.REFUSED, Reason.COULD_PLAY),
            (11, "2 plays JH", RecordReason.REFUSED, Reason.NOT_IN_HAND),
            (11, "2 plays 5S 4S", RecordReason.NOT_AN_ACTION, None),
            (11, "2 play 5S", RecordReason.NOT_AN_ACTION, None),
            (11, "5S", RecordReason.NOT_AN_ACTION, None),
            (11, "2 is out of time", RecordReason.REFUSED, Reason.NO_CLOCK),
            (14, "1 plays 7C", RecordReason.REFUSED, Reason.OVER_31),
            (18, "1 claims 9", RecordReason.REFUSED, Reason.WRONG_PHASE),
            (18, "1 claims nine", RecordReason.NOT_AN_ACTION, None),
            (20, "next game", RecordReason.REFUSED, Reason.WRONG_PHASE),
            (21, "next game", RecordReason.REFUSED, Reason.MATCH_OVER),
            (21, "count", RecordReason.REFUSED, Reason.MATCH_OVER),
        ],
    )
    def test_it_says_where_and_why(self, line: int, text: str, reason: RecordReason, cause: Reason | None) -> None:
        reading = read("\n".join([*LINES[: line - 1], text, *LINES[line:]]))
        assert reading.stop is not None
        assert (reading.stop.line, reading.stop.reason, reading.stop.text) == (line, reason, text)
        assert reading.stop.cause == cause
        sound = read("\n".join(LINES[: line - 1]))
        assert sound.stop is None
        assert (reading.rules, reading.steps, reading.state) == (sound.rules, sound.steps, sound.state)

    @pytest.mark.parametrize(
        ("line", "text", "reason", "part"),
        [
            (11, "2 plays 5X", CardReason.NOT_A_CARD, "5X"),
            (7, "1 discards 9H 11C", CardReason.NOT_A_CARD, "11C"),
            (7, "1 discards 9H 9♥", CardReason.TWICE, "9H"),
            (3, f"shuffle {SORTED} AC", CardReason.TWICE, "AC"),
        ],
    )
    def test_cards_that_are_none(self, line: int, text: str, reason: CardReason, part: str) -> None:
        reading = read("\n".join([*LINES[: line - 1], text, *LINES[line:]]))
        assert reading.stop is not None
        assert (reading.stop.line, reading.stop.reason) == (line, RecordReason.CARDS)
        assert isinstance(reading.stop.cause, CardError)
        assert (reading.stop.cause.reason, reading.stop.cause.part) == (reason, part)
        assert len(reading.steps) == line - 3

    def test_blank_lines_and_comments_are_counted_as_lines(self) -> None:
        reading = read("\ufeff# one\r\n\r\n" + "\r\n".join([*LINES[:3], "", "# six", "hello"]))
        assert reading.stop is not None
        assert (reading.stop.line, reading.stop.reason) == (8, RecordReason.NOT_AN_ACTION)
        assert len(reading.steps) == 1

    def test_a_long_line_is_quoted_shortly(self) -> None:
        stop = read("\n".join([*LINES[:3], "hello " * 1000])).stop
        assert stop is not None
        assert stop.text == ("hello " * 1000)[:80]

    def test_an_action_lost_in_between(self) -> None:
        reading = read("\n".join([*LINES[:4], *LINES[5:]]))
        assert reading.stop is not None
        assert (reading.stop.line, reading.stop.reason, reading.stop.cause) == (
            5,
            RecordReason.REFUSED,
            Reason.WRONG_PHASE,
        )
        assert as_phase(CuttingForDeal, reading.state).cuts == (Cut(0, 20),)


def damaged(random: Random, lines: list[str]) -> list[str]:
    """The lines with one of them lost, doubled, moved, cut short, or with letters changed."""
    lines = list(lines)
    place = random.randrange(len(lines))
    line = lines[place]
    match random.randrange(6):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, line)
        case 2:
            lines.insert(random.randrange(len(lines)), lines.pop(place))
        case 3:
            lines[place] = line[: random.randrange(len(line) + 1)]
        case 4:
            where = random.randrange(len(line) + 1)
            lines[place] = line[:where] + random.choice("0129ACDHSKxé #=,\u2028\x00🂡") + line[where + 1 :]
        case _:
            words = line.split()
            lines[place] = " ".join(random.sample(words, len(words)))
    return lines


def is_sound(reading: ReadRecord) -> bool:
    """Whether what was kept is itself a record that leads to the same state."""
    if reading.rules is None:
        return (reading.steps, reading.state) == ((), None) and reading.stop is not None
    state = reading.state
    actions = [step.action for step in reading.steps]
    return read(write(reading.rules, actions)) == ReadRecord(reading.rules, reading.steps, state, None)


class TestAnyText:
    """Reading never raises."""

    @given(st.text())
    def test_any_text(self, text: str) -> None:
        assert is_sound(read(text))

    @given(st.text())
    def test_any_text_after_the_rules(self, text: str) -> None:
        assert is_sound(read("cribbage record 2\nrules\n" + text))

    @given(st.text(st.sampled_from("rules seats=2 none,;\n\t-09")))
    def test_any_rules(self, text: str) -> None:
        assert is_sound(read("cribbage record 2\nrules " + text))

    @given(
        st.lists(
            st.from_regex(
                r"\A(shuffle [2-9TJQKA][CDHS]|[0-9] (cuts|claims|calls) [0-9]{1,3}|[0-9] (discards|plays) 10?[CDHS]"
                r"( for \d+)?|[0-9] (says go|passes|is out of time)|count|next game)\Z"
            )
        ),
        st.sampled_from(range(2, len(LINES) + 1)),
    )
    def test_any_actions(self, actions: list[str], kept: int) -> None:
        reading = read("\n".join([*LINES[:kept], *actions]))
        assert is_sound(reading)
        assert len(reading.steps) >= kept - 2

    @settings(deadline=None)
    @given(st.integers(0, 2**32), st.integers(1, 4))
    def test_any_damage(self, seed: int, times: int) -> None:
        random, lines = Random(seed), LINES
        for _ in range(times):
            lines = damaged(random, lines) or LINES
        reading = read("\n".join(lines))
        assert is_sound(reading)
        same = next((place for place, pair in enumerate(zip(lines, LINES, strict=False)) if pair[0] != pair[1]), 0)
        assert reading.steps[: max(same - 2, 0)] == read(RECORD).steps[: max(same - 2, 0)], "what is valid is kept"

    @settings(deadline=None, max_examples=40)
    @given(short_matches, st.integers(0, 2**32))
    def test_any_damage_to_any_match(self, agreed: Rules, seed: int) -> None:
        random = Random(seed)
        played = [action for _, action, _ in random_match(agreed, seed)]
        lines = write(agreed, played).splitlines()
        reading = read("\n".join(damaged(random, lines)))
        assert is_sound(reading)

    @pytest.mark.parametrize("kept", range(2, len(LINES) + 1))
    def test_a_record_that_breaks_off_is_kept_to_there(self, kept: int) -> None:
        reading = read("\n".join(LINES[:kept]))
        assert reading.stop is None
        assert reading.steps == read(RECORD).steps[: kept - 2]


def test_a_match_of_several_games_is_one_record() -> None:
    agreed = Rules(target=31, match_points=5)
    actions = [action for _, action, _ in random_match(agreed, seed=4)]
    assert NextGame() in actions
    reading = read(write(agreed, actions))
    assert as_phase(Over, reading.state).match_over
    dealt_again = [step for step in reading.steps if step.action == NextGame()]
    assert all(step.scores == () for step in dealt_again)
    first_game = actions[: actions.index(NextGame()) + 1]
    state = as_phase(Dealing, read(write(agreed, first_game)).state)
    assert state == apply(as_phase(Over, read(write(agreed, first_game[:-1])).state), NextGame())


def test_only_line_ends_end_a_line() -> None:
    """Signs that a comment may hold, such as a form feed, are no line ends for an editor, nor here."""
    lines = RECORD.splitlines()
    lines.insert(2, "# one\u2028two\x0cthree\x85four")
    assert read("\n".join(lines)).steps == read(RECORD).steps
    assert (stop := read("\n".join([*lines, "nonsense"])).stop) is not None
    assert stop.line == len(lines) + 1
