"""Fair deals: packs that are shuffled without bias, sealed before anybody chooses, and checked by anybody."""

import json
import re
import subprocess
import sys
from hashlib import sha256
from html import unescape
from pathlib import Path
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from hypothesis import given
from hypothesis import strategies as st

from game import fairness
from game.after import fairness_words as words
from game.engine.cards import PACK, CardError, CardReason, parse_cards
from game.engine.play import Action, Cut, Over, Shuffle, State, apply, start
from game.engine.record import RecordReason, read, write
from game.engine.rules import Rules
from game.fairness import BotCut, SealFault, SealVerdict, UnreadableSeal, annotate, check, cut_by, fingerprint, sealed
from game.views.fairness import LONGEST
from game.words import terms
from tests.game.management.test_commands import run
from tests.game.tables import begin, play_out
from tests.strategies import random_action
from trainer.models import Learner

NONCE = "0123456789abcdef0123456789abcdef"
IN_ORDER = (
    "AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H 6S 7C 7D 7H 7S 8C 8D 8H 8S "
    "9C 9D 9H 9S TC TD TH TS JC JD JH JS QC QD QH QS KC KD KH KS"
)


# ------------------------------------------------------------------------------------------------------ sealing


def test_a_shuffle_is_the_whole_pack_and_a_fresh_nonce() -> None:
    shuffles = [fairness.shuffle() for _ in range(50)]
    assert all(sorted(pack) == list(PACK) for pack, _ in shuffles)
    assert all(re.fullmatch("[0-9a-f]{32}", nonce) for _, nonce in shuffles)
    assert len({pack for pack, _ in shuffles}) == len({nonce for _, nonce in shuffles}) == 50


def test_every_card_is_as_likely_at_every_place() -> None:
    times = 3000
    found = [[0] * 52 for _ in range(52)]
    for _ in range(times):
        pack, _nonce = fairness.shuffle()
        for place, card in enumerate(pack):
            found[place][card.number] += 1
    each = times / 52
    uneven = sum((count - each) ** 2 / each for row in found for count in row)
    degrees = 51 * 51
    assert abs(uneven - degrees) < 6 * (2 * degrees) ** 0.5, "six standard deviations of a chi-square"


def test_the_sealed_text_is_cards_and_nonce_with_single_spaces() -> None:
    assert sealed(PACK, NONCE) == f"{IN_ORDER} {NONCE}"


def test_the_fingerprint_is_what_sha256sum_says() -> None:
    other = subprocess.run(["sha256sum"], input=f"{IN_ORDER} {NONCE}", capture_output=True, text=True, check=True)
    assert fingerprint(PACK, NONCE) == other.stdout.split()[0]


def test_pack_and_nonce_both_change_the_fingerprint() -> None:
    swapped = (PACK[1], PACK[0], *PACK[2:])
    prints = {fingerprint(PACK, NONCE), fingerprint(swapped, NONCE), fingerprint(PACK, NONCE[::-1])}
    assert len(prints) == 3


def test_a_bot_cuts_where_the_nonce_says() -> None:
    number = int(sha256(f"{NONCE} cut 3".encode()).hexdigest(), 16)
    assert cut_by(NONCE, 2, range(40)) == number % 40
    free = [place for place in range(52) if place not in {0, 17, 30}]
    assert cut_by(NONCE, 2, reversed(free)) == free[number % 49]


def test_bots_cut_everywhere() -> None:
    places = [cut_by(f"{number:032x}", number % 6, range(40)) for number in range(2000)]
    assert set(places) == set(range(40))
    assert max(map(places.count, range(40))) < 2 * 2000 / 40
    assert len({cut_by(NONCE, seat, range(10**6)) for seat in range(6)}) == 6


# ------------------------------------------------------------------------------------------------------ records


def sealed_match(rules: Rules, bots: tuple[int, ...] = (), seed: int = 1) -> tuple[list[Action], list[str]]:
    """A match by chance in which bots cut where their nonces say: its actions, and a nonce for each shuffle."""
    random, actions, nonces = Random(seed), list[Action](), list[str]()
    state: State = start(rules)
    while not (isinstance(state, Over) and state.match_over):
        action = random_action(random, state)
        if isinstance(action, Shuffle):
            nonces.append(f"{random.getrandbits(128):032x}")
        elif isinstance(action, Cut) and action.seat in bots:
            action = Cut(action.seat, cut_by(nonces[-1], action.seat, fairness.places(state)))
        actions.append(action)
        state = apply(state, action)
    return actions, nonces


RULES = Rules(seats=3, sides=3, target=61, match_points=3)
BOTS = (1, 2)
ACTIONS, NONCES = sealed_match(RULES, BOTS)
RECORD = annotate(write(RULES, ACTIONS), NONCES, BOTS)


def with_line(number: int, line: str) -> str:
    """The record with another text on one line, numbered from 1."""
    lines = RECORD.split("\n")
    lines[number - 1] = line
    return "\n".join(lines)


def line_of(start_of_line: str, which: int = 0) -> int:
    """The number, from 1, of a line that starts so."""
    return [number for number, line in enumerate(RECORD.split("\n"), 1) if line.startswith(start_of_line)][which]


def other_digit(digits: str) -> str:
    """The same digits with another first one."""
    return ("1" if digits[0] == "0" else "0") + digits[1:]


class TestAnnotate:
    """A record tells each pack's fingerprint and nonce, and stays a record."""

    def test_each_shuffle_has_its_line_before_it(self) -> None:
        lines = RECORD.splitlines()
        shuffles = [number for number, line in enumerate(lines) if line.startswith("shuffle ")]
        assert len(shuffles) == len(NONCES) > 3
        for number, nonce in zip(shuffles, NONCES, strict=True):
            pack = parse_cards(lines[number].removeprefix("shuffle "))
            assert lines[number - 1] == f"# sealed {fingerprint(pack, nonce)} nonce {nonce}"

    def test_the_seats_of_bots_stand_before_the_first_action(self) -> None:
        assert RECORD.splitlines()[2] == "# bots 2 3"
        assert "# bots" not in annotate(write(RULES, ACTIONS), NONCES)

    def test_it_reads_as_before(self) -> None:
        reading = read(RECORD)
        assert reading.stop is None
        assert [step.action for step in reading.steps] == ACTIONS

    def test_a_shuffle_without_a_nonce_gets_no_line(self) -> None:
        record = annotate(write(RULES, ACTIONS), ["", *NONCES[1:]], BOTS)
        assert record.count("# sealed") == len(NONCES) - 1
        assert check(record).shuffles[0].verdict is SealVerdict.UNSEALED

    @pytest.mark.parametrize("nonces", [NONCES[:-1], [*NONCES, NONCE], [*NONCES, ""]])
    def test_there_are_as_many_nonces_as_shuffles(self, nonces: list[str]) -> None:
        with pytest.raises(ValueError, match="more"):
            annotate(write(RULES, ACTIONS), nonces)


class TestCheck:
    """Shuffle by shuffle: what was sealed, whether it matches, and whether bots cut where they had to."""

    def test_a_true_record_is_fair(self) -> None:
        found = check(RECORD)
        assert found.fair
        assert found.bots == BOTS
        assert [shuffle.nonce for shuffle in found.shuffles] == NONCES
        assert {shuffle.verdict for shuffle in found.shuffles} == {SealVerdict.MATCHES}

    def test_it_says_which_deal_of_which_game(self) -> None:
        found = [(shuffle.game, shuffle.deal) for shuffle in check(RECORD).shuffles]
        assert found[:3] == [(1, None), (1, 1), (1, 2)]
        games = [game for game, _ in found]
        assert games == sorted(games)
        assert games[-1] > 1
        assert found[games.index(2)] == (2, 1), "only the first game is cut for"
        assert check(RECORD).shuffles[-1].line == line_of("shuffle", -1)

    def test_all_cuts_of_bots_are_looked_at_and_no_others(self) -> None:
        cuts = [cut for shuffle in check(RECORD).shuffles for cut in shuffle.cuts]
        made = [action for action in ACTIONS if isinstance(action, Cut) and action.seat in BOTS]
        assert [(cut.seat, cut.place) for cut in cuts] == [(cut.seat, cut.place) for cut in made]
        assert all(cut.agrees for cut in cuts)
        assert not any(shuffle.cuts for shuffle in check(annotate(write(RULES, ACTIONS), NONCES)).shuffles)

    def test_another_pack_does_not_match(self) -> None:
        line = line_of("shuffle", -1)
        words_of_line = RECORD.split("\n")[line - 1].split()
        swapped = [words_of_line[0], *words_of_line[1:-2], words_of_line[-1], words_of_line[-2]]
        found = check(with_line(line, " ".join(swapped)))
        assert found.shuffles[-1].verdict is SealVerdict.DIFFERS
        assert all(shuffle.fair for shuffle in found.shuffles[:-1])
        assert not found.fair

    def test_another_nonce_does_not_match(self) -> None:
        line = line_of("# sealed", 1)
        found = check(with_line(line, RECORD.split("\n")[line - 1].replace(NONCES[1], other_digit(NONCES[1]))))
        assert found.shuffles[1].verdict is SealVerdict.DIFFERS

    def test_another_fingerprint_does_not_match(self) -> None:
        line = line_of("# sealed", 1)
        written = check(RECORD).shuffles[1].written
        found = check(with_line(line, RECORD.split("\n")[line - 1].replace(written, other_digit(written))))
        assert found.shuffles[1].verdict is SealVerdict.DIFFERS

    @pytest.mark.parametrize(
        ("comment", "verdict"),
        [
            ("", SealVerdict.UNSEALED),
            ("# seen by my aunt", SealVerdict.UNSEALED),
            ("# sealed", SealVerdict.BAD_NONCE),
            ("# sealed abc", SealVerdict.BAD_NONCE),
            ("# sealed abc nonce", SealVerdict.BAD_NONCE),
            ("# sealed abc with 0123456789abcdef0123456789abcdef", SealVerdict.BAD_NONCE),
            ("# sealed abc nonce 0123456789abcdef0123456789abcde", SealVerdict.BAD_NONCE),
            ("# sealed abc nonce 0123456789ABCDEF0123456789ABCDEF", SealVerdict.BAD_NONCE),
            ("# sealed abc nonce 0123456789abcdef0123456789abcdef", SealVerdict.DIFFERS),
        ],
    )
    def test_what_stands_before_a_shuffle(self, comment: str, verdict: SealVerdict) -> None:
        found = check(with_line(line_of("# sealed"), comment))
        assert found.shuffles[0].verdict is verdict
        assert [shuffle.fair for shuffle in found.shuffles] == [False] + [True] * (len(NONCES) - 1)

    def test_of_several_fingerprints_the_nearest_counts(self) -> None:
        line = line_of("# sealed")
        true, false = RECORD.split("\n")[line - 1], f"# sealed {'ab' * 32} nonce {NONCE}"
        assert check(with_line(line, f"{false}\n{true}")).shuffles[0].verdict is SealVerdict.MATCHES
        assert check(with_line(line, f"{true}\n{false}")).shuffles[0].verdict is SealVerdict.DIFFERS

    def test_hands_may_have_edited_it(self) -> None:
        edited = RECORD.replace("# sealed ", "\n  #   SEALED?\n#sealed   ").replace("\n", "\r\n")
        assert check("\ufeff" + edited).fair
        line = line_of("# sealed")
        loud = RECORD.split("\n")[line - 1].replace(check(RECORD).shuffles[0].written, "")
        assert not check(with_line(line, loud)).fair
        capitals = check(RECORD).shuffles[0].written
        assert check(RECORD.replace(capitals, capitals.upper())).fair

    def test_a_bot_that_cut_elsewhere_is_found(self) -> None:
        line = line_of("2 cuts")
        place = int(RECORD.split("\n")[line - 1].split()[-1])
        elsewhere = next(cut for cut in (0, 1, 2, 3) if f"cuts {cut}\n" not in RECORD and cut != place)
        changed = check(with_line(line, f"2 cuts {elsewhere}"))
        bad = [cut for shuffle in changed.shuffles for cut in shuffle.cuts if not cut.agrees]
        assert bad[0] == BotCut(1, elsewhere, place)
        assert not changed.shuffles[0].fair
        assert changed.shuffles[0].verdict is SealVerdict.MATCHES
        assert not changed.fair

    @pytest.mark.parametrize("comment", ["# bots", "# bots are slow", "# bots 2 4", "# bots 0", "# bots ² ٣", ""])
    def test_a_comment_that_names_no_seats_names_no_bots(self, comment: str) -> None:
        found = check(with_line(3, comment))
        assert found.bots == ()
        assert found.fair

    def test_of_a_damaged_record_the_sound_part_is_checked(self) -> None:
        found = check(with_line(line_of("shuffle", 2), "shuffle AC AC"))
        assert [shuffle.fair for shuffle in found.shuffles] == [True, True]
        assert found.stop is not None
        assert found.stop.line == line_of("shuffle", 2)
        assert not found.fair

    def test_a_record_without_a_shuffle_proves_nothing(self) -> None:
        found = check(write(RULES, ()))
        assert (found.shuffles, found.stop, found.fair) == ((), None, False)

    def test_what_is_no_record_says_so(self) -> None:
        found = check("chess")
        assert found.stop is not None
        assert found.stop.reason is RecordReason.NOT_A_RECORD

    def test_a_fingerprint_is_found_by_what_was_dealt_not_by_what_is_written(self) -> None:
        found = check(RECORD)
        assert found.find(found.shuffles[2].fingerprint) == found.shuffles[2]
        claimed = "ab" * 32
        lying = check(RECORD.replace(found.shuffles[2].fingerprint, claimed))
        assert lying.shuffles[2].written == claimed
        assert lying.find(claimed) is None

    @given(st.text())
    def test_no_text_is_too_strange(self, text: str) -> None:
        check(text)
        check(f"cribbage record 1\nrules\n{text}")

    @given(st.integers(0, len(RECORD)), st.integers(0, 40), st.text(max_size=20))
    def test_no_damage_is_too_strange(self, place: int, length: int, text: str) -> None:
        found = check(RECORD[:place] + text + RECORD[place + length :])
        assert len(found.shuffles) <= len(NONCES) + text.count("shuffle")


# ------------------------------------------------------------------------------------------------- a single pack


class TestSinglePack:
    """One sealed text and its fingerprint, as somebody wrote them down."""

    def test_a_sealed_text_is_read_back(self) -> None:
        assert fairness.read_sealed(sealed(PACK, NONCE)) == (PACK, NONCE)
        assert fairness.read_sealed(f"  {IN_ORDER.lower()}\n\t{NONCE} ") == (PACK, NONCE)

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("", SealFault.NONCE),
            (IN_ORDER, SealFault.NONCE),
            (f"{IN_ORDER} {NONCE}0", SealFault.NONCE),
            (NONCE, SealFault.PACK),
            (f"{IN_ORDER[3:]} {NONCE}", SealFault.PACK),
            (f"{IN_ORDER} AC {NONCE}", SealFault.PACK),
            (f"1X {IN_ORDER} {NONCE}", SealFault.PACK),
        ],
    )
    def test_what_is_none_says_why(self, text: str, fault: SealFault) -> None:
        with pytest.raises(UnreadableSeal) as caught:
            fairness.read_sealed(text)
        assert caught.value.fault is fault

    def test_a_fingerprint_is_read_however_it_is_written(self) -> None:
        assert fairness.read_fingerprint(" AB\n" * 32) == "ab" * 32

    @pytest.mark.parametrize("text", ["", "ab" * 31, "ab" * 33, "xy" * 32, "٣" * 64])
    def test_what_is_no_fingerprint_says_so(self, text: str) -> None:
        with pytest.raises(UnreadableSeal) as caught:
            fairness.read_fingerprint(text)
        assert caught.value.fault is SealFault.FINGERPRINT


@pytest.mark.parametrize("verdict", SealVerdict)
def test_every_verdict_has_its_sentence(verdict: SealVerdict) -> None:
    assert words.seal_verdict(verdict).endswith(".")


@pytest.mark.parametrize("fault", SealFault)
def test_every_fault_has_its_sentence(fault: SealFault) -> None:
    assert words.unreadable(UnreadableSeal(fault)).endswith(".")
    cause = CardError(CardReason.TWICE, "5H")
    assert words.unreadable(UnreadableSeal(fault, cause)) == terms.card_fault(cause)


# ---------------------------------------------------------------------------------------------------- the command


class TestVerify:
    """`manage.py verify`: for people, for scripts, and its status."""

    def test_a_fair_record(self, tmp_path: Path) -> None:
        file = tmp_path / "record.txt"
        file.write_text(RECORD)
        done = run("verify", str(file))
        assert (done.returncode, done.stderr) == (0, "")
        lines = done.stdout.splitlines()
        assert lines[0] == "Game 1, cut for the deal: The fingerprint matches."
        assert lines[1] == f"    {check(RECORD).shuffles[0].fingerprint}"
        assert re.fullmatch(r"    Seat 2, a bot, cut at \d+, as the nonce says\.", lines[2])
        assert lines[-1] == f"{len(NONCES)} shuffles, and all fingerprints match."

    def test_for_scripts(self) -> None:
        done = run("verify", "-", "--json", given=RECORD)
        told = json.loads(done.stdout)
        first = check(RECORD).shuffles[0]
        assert (told["fair"], told["bots"], told["stopped"], len(told["shuffles"])) == (True, [2, 3], None, len(NONCES))
        assert told["shuffles"][0] == {
            "line": 5,
            "game": 1,
            "deal": None,
            "verdict": "matches",
            "fingerprint": first.fingerprint,
            "written": first.written,
            "nonce": NONCES[0],
            "cuts": [{"seat": cut.seat + 1, "place": cut.place, "nonce_says": cut.bound} for cut in first.cuts],
        }
        assert "found" not in told

    def test_what_does_not_match_is_status_1(self) -> None:
        done = run("verify", "-", given=with_line(line_of("# sealed", 2), "# I lost this one"))
        assert done.returncode == 1
        assert "Game 1, deal 2: There is no fingerprint before this shuffle." in done.stdout
        assert done.stderr == f"CommandError: Not proved fair: 1 of {len(NONCES)} shuffles.\n"

    def test_a_damaged_record_is_status_1(self) -> None:
        done = run("verify", "-", given=with_line(line_of("shuffle", 2), "shuffle AC AC"))
        assert done.returncode == 1
        assert done.stdout.count("The fingerprint matches.") == 2
        assert len(done.stderr.splitlines()) == 1
        assert "was not understood. The ace of clubs is there twice." in done.stderr

    def test_a_fingerprint_written_down_finds_its_deal(self) -> None:
        third = check(RECORD).shuffles[2]
        sentence = f"The fingerprint you wrote down is that of game 1, deal 2 (line {third.line})."
        done = run("verify", "-", "--fingerprint", third.fingerprint.upper(), given=RECORD)
        assert (done.returncode, sentence in done.stdout.splitlines()) == (0, True)
        told = json.loads(run("verify", "-", "--json", "--fingerprint", third.fingerprint, given=RECORD).stdout)
        assert told["found"] == {"line": third.line, "game": 1, "deal": 2}

    def test_a_fingerprint_of_no_deal_is_status_1(self) -> None:
        done = run("verify", "-", "--json", "--fingerprint", "ab" * 32, given=RECORD)
        assert done.returncode == 1
        assert json.loads(done.stdout)["found"] is None
        assert done.stderr == "CommandError: No shuffle of this record has the fingerprint you wrote down.\n"

    @pytest.mark.parametrize(
        ("args", "sentence"),
        [
            (("no/such/file",), "no/such/file cannot be read: No such file or directory."),
            (("-", "--fingerprint", "abc"), "A fingerprint is 64 digits from 0 to 9 and a to f."),
        ],
    )
    def test_what_cannot_be_used_is_one_sentence_and_status_2(self, args: tuple[str, ...], sentence: str) -> None:
        done = run("verify", *args, given=RECORD)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"CommandError: {sentence}\n")


# ------------------------------------------------------------------------------------------------------- the page


PYTHON = r"(from hashlib import sha256.*?hexdigest\(\)\))</code>"
CUT = r"<code>(print\(int\(sha256.*?)</code>"


@pytest.fixture
def address() -> str:
    """Where the page is."""
    return reverse("fair")


@pytest.mark.django_db
class TestPage:
    """The page explains, shows an example that is true, and checks what is pasted."""

    def test_its_example_is_what_sha256sum_says(self, client: Client, address: str) -> None:
        page = unescape(client.get(address).text)
        shell = re.search(r"printf '%s' '([^']+)' \| sha256sum", page)
        assert shell
        other = subprocess.run(["sha256sum"], input=shell[1], capture_output=True, text=True, check=True)
        assert f"<code>{other.stdout.split()[0]}</code>" in page

    def test_it_leads_to_the_packs_of_the_own_last_game(self, client: Client, address: str) -> None:
        learner = Learner.objects.create_user("Ann")
        over, going = (begin(learner, Rules(target=31)) for _ in range(2))
        list(play_out(over))
        page = client.get(address).text
        assert reverse("seals", args=[over.key]) not in page
        client.force_login(learner)
        page = client.get(address).text
        assert f'href="{reverse("seals", args=[over.key])}"' in page
        assert going.key not in page

    def test_the_example_fills_in_the_form_and_is_fair(self, client: Client, address: str) -> None:
        assert 'href="?example=1#check"' in client.get(address).text
        filled = client.get(f"{address}?example=1").context
        said = client.post(address, {"text": filled["text"], "fingerprint": filled["written"]}).context
        assert said["verdict"]["right"]

    def test_its_python_runs_and_says_the_same(self, client: Client, address: str) -> None:
        page = unescape(client.get(address).text)
        seal, cut = (re.search(pattern, page, re.DOTALL) for pattern in (PYTHON, CUT))
        assert seal
        assert cut
        program = f"{seal[1]}\n{cut[1]}"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        digest, place = done.stdout.split()
        assert f"<code>{digest}</code>" in page
        assert f"here {place}, when" in page

    def test_a_fair_record_is_told_deal_by_deal(self, client: Client, address: str) -> None:
        page = client.post(address, {"text": RECORD}).text
        assert page.count('<tr class="is-right">') == len(NONCES)
        assert f"{len(NONCES)} shuffles, and all fingerprints match." in page
        assert "Game 1, deal 1" in page
        assert RECORD.split("\n")[3] in page, "what was pasted is kept"

    def test_one_that_does_not_match_is_told(self, client: Client, address: str) -> None:
        page = client.post(address, {"text": with_line(line_of("# sealed", 2), "").replace("\n", "\r\n")}).text
        assert page.count('<tr class="is-wrong">') == 1
        assert '<div class="verdict is-wrong">' in page

    def test_a_damaged_record_is_told(self, client: Client, address: str) -> None:
        page = client.post(address, {"text": RECORD + "9 plays 5H"}).text
        assert page.count('<tr class="is-right">') == len(NONCES)
        assert '<div class="verdict is-wrong">' in page
        assert '<h2 id="verdict-title">This record is damaged' in page
        assert "“9 plays 5H” is against the rules." in page

    @pytest.mark.parametrize("text", ["cribbage record 3", "cribbage record 2", "cribbage record 1\nrules seats=9"])
    def test_one_that_cannot_be_read_is_told(self, client: Client, address: str, text: str) -> None:
        page = client.post(address, {"text": text}).text
        assert '<h2 id="verdict-title">This record is damaged' in page
        assert "There is no shuffle" not in page

    def test_one_without_a_shuffle_is_told(self, client: Client, address: str) -> None:
        page = client.post(address, {"text": "cribbage record 1\nrules"}).text
        assert '<h2 id="verdict-title">There is no shuffle in this record' in page
        assert '<div class="verdict is-wrong">' in page

    def test_a_fingerprint_finds_its_deal(self, client: Client, address: str) -> None:
        third = check(RECORD).shuffles[2]
        page = client.post(address, {"text": RECORD, "fingerprint": third.fingerprint}).text
        assert "is that of game 1, deal 2" in page
        page = client.post(address, {"text": RECORD, "fingerprint": "ab" * 32}).text
        assert '<h2 id="verdict-title">No shuffle of this record has the fingerprint' in page
        assert '<div class="verdict is-wrong">' in page

    def test_a_single_pack(self, client: Client, address: str) -> None:
        true = {"text": sealed(PACK, NONCE), "fingerprint": fingerprint(PACK, NONCE)}
        page = client.post(address, true).text
        assert "This text has that fingerprint." in page
        assert '<div class="verdict is-right">' in page
        page = client.post(address, true | {"fingerprint": "ab" * 32}).text
        assert "This text does not have that fingerprint." in page
        assert '<div class="verdict is-wrong">' in page
        assert fingerprint(PACK, NONCE) in page

    @pytest.mark.parametrize(
        ("text", "written", "sentence"),
        [
            ("", "", "Paste a record, or a sealed text."),
            ("<b>hello</b>", "", "This is neither a record, which begins with “cribbage record 2”, nor a sealed text"),
            ("<b>hello</b>", "ab" * 32, "A sealed text ends with its nonce"),
            (f"{IN_ORDER} {NONCE}", "", "Give the fingerprint that this text should have."),
            (RECORD, "<i>12</i>", "A fingerprint is 64 digits from 0 to 9 and a to f."),
            ("#" * (LONGEST + 1), "", "That is too long: up to 200,000 characters can be checked at once."),
        ],
    )
    def test_bad_input_gets_a_sentence_and_is_kept(
        self, client: Client, address: str, text: str, written: str, sentence: str
    ) -> None:
        response = client.post(address, {"text": text, "fingerprint": written})
        page = response.text
        assert response.status_code == 200
        assert page.count('role="alert"') == 2, "the base page's and one of the form"
        assert sentence in page
        assert f">\n{escape(text)}</textarea>" in page
        assert f'value="{escape(written)}"' in page
        assert "fair-verdict" not in page

    def test_a_record_of_the_longest_is_checked_in_time(self, client: Client, address: str) -> None:
        long = RECORD + "\n" * (LONGEST - len(RECORD))
        assert "all fingerprints match" in client.post(address, {"text": long}).text
        assert "all fingerprints match" not in client.post(address, {"text": long + "\n"}).text

    def test_a_form_from_elsewhere_is_refused(self, address: str) -> None:
        assert Client(enforce_csrf_checks=True).post(address, {"text": RECORD}).status_code == 403
        assert Client().put(address).status_code == 405
