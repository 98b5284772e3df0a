"""The luck of finished deals: what is kept of each, what was to be expected, and what the page says of it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from math import comb, isclose
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from game import luck
from game.after import luck_words as words
from game.engine.cards import PACK
from game.engine.play import Counting, Cut, Dealing, Discarding, Over, Pegging, Shuffle, State, apply, start
from game.engine.rules import DEALS, Rules
from game.luck import BEST, DealLuck, LuckFigure, What, best_dealt, evenness, figures, of_deal
from game.models import Luck
from game.strategy.ranks import kinds_of, patterns, ranks_of
from tests.game.tables import begin, play_out
from tests.strategies import ARRANGEMENTS, dealt_out, played_out, random_action, table, turned
from trainer.models import Learner

TWO = Rules()


# --------------------------------------------------------------------------------------------------- expectations


@pytest.mark.parametrize(("cards", "kept"), BEST)
def test_the_best_that_can_be_kept_is_counted_over_all_deals(cards: int, kept: int) -> None:
    worth = {ranks: sum(kinds_of(ranks)) for ranks in patterns(kept)}
    ways = points = squares = 0
    for ranks in patterns(cards):
        hands = 1
        for held in Counter(ranks).values():
            hands *= comb(4, held)
        best = max(worth[hand] for hand in combinations(ranks, kept))
        ways += hands
        points += hands * best
        squares += hands * best**2
    assert ways == comb(52, cards)
    assert BEST[cards, kept] == (points, squares)


def test_every_table_has_its_expectation() -> None:
    dealt = {(share.cards, plan.hand) for plan in DEALS.values() for share in (plan.dealer, plan.other)}
    assert dealt == set(BEST)


def test_a_hand_of_six_holds_five_and_a_half_points() -> None:
    moments = best_dealt(6, 4)
    assert f"{moments.mean:.4f} {moments.variance**0.5:.4f}" == "5.5383 2.5549"


# ------------------------------------------------------------------------------------------------------- one deal


def deals(rules: Rules, seed: int) -> Iterator[list[State]]:
    """The states of each deal of a match by chance, with those of the cut before the first."""
    random, states = Random(seed), list[State]()
    state: State = start(rules)
    while not (isinstance(state, Over) and state.match_over):
        states.append(state)
        after = apply(state, random_action(random, state))
        if isinstance(state, Pegging | Counting) and isinstance(after, Dealing | Over):
            yield [*states, after]
            states = []
        state = after


def test_a_deal_is_summed_up() -> None:
    cutting = dealt_out(TWO, ["5C 5D 5S JH", "2D 4S 6D 8H"], "5H", crib="AC 2C 9C KC", dealer=1)
    holding = cutting.holding
    dealt = tuple(tuple(sorted(hand + away)) for hand, away in zip(holding.hands, holding.away, strict=True))
    first = Discarding(cutting.table, replace(holding, hands=dealt, away=((), ())), cutting.rest)
    play = turned(cutting)
    deal = of_deal([first, cutting, play, played_out(play)], [0])
    assert deal.dealt == (14, 4), "three fives with the jack; 2 4 9 and 6 9"
    assert deal.hands == (29, 7)
    assert deal.crib == 4, "four clubs are no flush in the crib"
    assert (deal.dealer, deal.starter, deal.cut, deal.people) == (1, 5, False, frozenset({0}))


@pytest.mark.parametrize(("seats", "sides"), ARRANGEMENTS)
def test_each_deal_of_a_match_is_summed_up(seats: int, sides: int) -> None:
    rules = Rules(seats=seats, sides=sides, match_points=4)
    found = [(states, of_deal(states, [0])) for states in deals(rules, 7)]
    assert len(found) > 3
    assert [deal.cut for _, deal in found] == [True] + [False] * (len(found) - 1)
    for states, deal in found:
        dealt = next(state for state in states if isinstance(state, Discarding))
        starter = next(state.starter for state in states if isinstance(state, Pegging))
        assert (deal.dealer, deal.starter) == (dealt.table.dealer, starter.rank)
        assert len(deal.dealt) == len(deal.hands) == seats


def test_a_deal_that_ended_the_game_at_once_counts_like_any_other() -> None:
    cutting = dealt_out(TWO, ["2C 4S 6D 8H", "5C 5D 5S JH"], "JC", scores=(119, 0))
    over = apply(cutting, Cut(1, 0))
    assert isinstance(over, Over)
    deal = of_deal([Discarding(cutting.table, cutting.holding, cutting.rest), over], [0])
    assert (deal.hands[1], deal.starter) == (22, 11), "never counted, and worth that all the same"


def test_half_a_deal_is_refused() -> None:
    states = next(deals(TWO, 1))
    dealt = next(place for place, state in enumerate(states) if isinstance(state, Discarding))
    for part in (states[: dealt + 1], states[:dealt], [states[-1]], []):
        with pytest.raises(ValueError, match="whole deal"):
            of_deal(part, [0])


# ------------------------------------------------------------------------------------------------------- accounts


def deal_of(rules: Rules = TWO, **facts: Any) -> DealLuck:
    """A made-up deal."""
    seats = rules.seats
    plain: dict[str, Any] = {
        "people": frozenset({0}),
        "dealer": 0,
        "cut": False,
        "starter": 5,
        "dealt": tuple(range(4, 4 + seats)),
        "hands": tuple(range(6, 6 + seats)),
        "crib": 3,
    }
    return DealLuck(rules, **(plain | facts))


def add(learners: Mapping[int, Any], deal: DealLuck) -> None:
    """Add a deal as the referee does."""
    with transaction.atomic():
        luck.add(learners, deal)


@pytest.fixture
def ann(db: None) -> Learner:
    """Somebody who plays."""
    del db
    return Learner.objects.create_guest()


@pytest.fixture
def bob(db: None) -> Learner:
    """Somebody else."""
    del db
    return Learner.objects.create_guest()


def sums(row: Luck) -> tuple[int, ...]:
    """The columns of a row."""
    return tuple(getattr(row, name) for name in Luck.SUMS)


class TestAccounts:
    """Every deal is added to the site's account and to each learner's, people and bots apart."""

    def test_one_person_and_a_bot(self, ann: Learner) -> None:
        add({0: ann.pk}, deal_of(cut=True))
        add({0: ann.pk}, deal_of(dealer=1, starter=11))
        assert Luck.objects.count() == 4
        for learner in (ann, None):
            person = Luck.objects.get(learner=learner, people=True)
            bots = Luck.objects.get(learner=learner, people=False)
            assert sums(person) == (2, 8, 12, 72, 3, 9, 1, 1, 1)
            assert sums(bots) == (2, 10, 14, 98, 3, 9, 1, 1, 0)
            assert [rank for rank, times in enumerate(person.starters, 1) if times] == [5]
            assert [rank for rank, times in enumerate(bots.starters, 1) if times] == [11]

    def test_two_people_each_have_their_own(self, ann: Learner, bob: Learner) -> None:
        rules = Rules(seats=4, sides=2)
        add({0: ann.pk, 2: bob.pk}, deal_of(rules, people=frozenset({0, 2}), dealer=2, cut=True))
        rows = {(row.learner_id, row.people): row for row in Luck.objects.all()}
        assert len(rows) == 6
        assert {(row.seats, row.sides) for row in rows.values()} == {(4, 2)}
        assert [rows[key, True].hand_points for key in (ann.pk, bob.pk, None)] == [6, 8, 14]
        assert [rows[key, True].cuts_won for key in (ann.pk, bob.pk, None)] == [0, 1, 1]
        assert [rows[key, True].cut_squares for key in (ann.pk, bob.pk, None)] == [1, 1, 4]
        assert [sum(rows[key, True].starters) for key in (ann.pk, bob.pk, None)] == [0, 1, 1]
        assert {rows[key, False].hand_points for key in (ann.pk, bob.pk, None)} == {7 + 9}

    def test_tables_of_different_kinds_are_kept_apart(self, ann: Learner) -> None:
        for seats, sides in ARRANGEMENTS:
            add({0: ann.pk}, deal_of(Rules(seats=seats, sides=sides)))
        assert Luck.objects.count() == 4 * len(ARRANGEMENTS)
        assert set(Luck.objects.filter(people=True).values_list("hands", flat=True)) == {1}

    def test_a_table_of_people_only_has_no_bots(self, ann: Learner, bob: Learner) -> None:
        add({0: ann.pk, 1: bob.pk}, deal_of(people=frozenset({0, 1})))
        assert not Luck.objects.filter(people=False).exists()

    def test_a_deal_costs_two_queries(self, ann: Learner, bob: Learner) -> None:
        rules = Rules(seats=6, sides=6)
        deal = deal_of(rules, people=frozenset({0, 2}), cut=True)
        add({0: ann.pk, 2: bob.pk}, deal)
        with (
            transaction.atomic(),
            CaptureQueriesContext(
                connection,
            ) as queries,
        ):
            luck.add({0: ann.pk, 2: bob.pk}, deal)
        assert len(queries) == 2, [query["sql"] for query in queries]

    def test_accounts_that_are_open_make_the_first_deal_as_quick(self, client: Client, ann: Learner) -> None:
        for _again in range(2):
            luck.open_accounts([ann.pk], TWO)
        assert Luck.objects.count() == 4
        client.force_login(ann)
        assert "Nobody has finished a deal yet" in client.get(reverse("luck")).text
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            luck.add({0: ann.pk}, deal_of())
        assert len(queries) == 2

    def test_a_row_exists_once(self, ann: Learner) -> None:
        for learner in (ann, None):
            Luck.objects.create(learner=learner, seats=2, sides=2, people=True)
            with pytest.raises(IntegrityError), transaction.atomic():
                Luck.objects.create(learner=learner, seats=2, sides=2, people=True)

    def test_somebody_else_may_be_the_first(self, ann: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
        looked, found = luck.rows_of, list[int]()

        def late(*args: Any) -> Any:
            rows = looked(*args)
            if not found:
                Luck.objects.create(learner=None, seats=2, sides=2, people=True, hands=5)
            found.append(len(rows))
            return rows

        monkeypatch.setattr(luck, "rows_of", late)
        add({0: ann.pk}, deal_of())
        assert found == [0, 4]
        assert Luck.objects.get(learner=None, people=True).hands == 6

    def test_who_leaves_takes_the_own_account_along(self, ann: Learner) -> None:
        add({0: ann.pk}, deal_of())
        ann.delete()
        assert {(row.learner, row.people) for row in Luck.objects.all()} == {(None, True), (None, False)}


# -------------------------------------------------------------------------------------------------------- figures


def row(rules: Rules = TWO, **sums_of_row: Any) -> Luck:
    """A row that was added up somehow."""
    return Luck(seats=rules.seats, sides=rules.sides, people=True, **sums_of_row)


def starters(each: int, jacks: int | None = None) -> list[int]:
    """So many of every rank, and so many jacks."""
    return [each] * 10 + [each if jacks is None else jacks] + [each] * 2


class TestFigures:
    """Each average beside its expectation, and how often chance goes that far."""

    def test_the_cards_dealt(self) -> None:
        figure = figures([row(hands=400, dealt_points=2300, starters=starters(15))])[What.DEALT]
        assert (figure.times, figure.mean) == (400, 5.75)
        assert isclose(figure.expected, 5.538289, abs_tol=1e-6)
        assert figure.margin is not None
        assert isclose(figure.margin, 2 * 2.554946 / 20, abs_tol=1e-6)
        assert figure.chance is not None
        assert isclose(figure.chance, 0.0975, abs_tol=1e-3), "1.66 standard errors"

    def test_dealers_with_fewer_cards_are_expected_to_hold_less(self) -> None:
        rules = Rules(seats=5, sides=5)
        figure = figures([row(rules, hands=100, dealt_points=400, starters=starters(0, 25))])[What.DEALT]
        assert isclose(figure.expected, 0.25 * best_dealt(4, 4).mean + 0.75 * best_dealt(5, 4).mean)

    def test_hands_and_cribs_stand_beside_experts(self) -> None:
        account = row(
            hands=26, hand_points=260, hand_squares=2626, crib_points=65, crib_squares=425, starters=starters(1)
        )
        found = figures([account])
        assert (found[What.HAND].mean, found[What.CRIB].mean) == (10, 5)
        assert isclose(found[What.HAND].expected, 8.03, abs_tol=0.06)
        assert isclose(found[What.CRIB].expected, 4.7, abs_tol=0.1)
        assert isclose(found[What.HAND].margin or 0, 2 * (26 / 25 / 26) ** 0.5)
        assert isclose(found[What.CRIB].margin or 0, 2 * (100 / 12 / 13) ** 0.5)
        assert found[What.HAND].chance is found[What.CRIB].chance is None

    def test_experts_hold_less_where_dealers_get_fewer_cards(self) -> None:
        rules = Rules(seats=5, sides=5)
        found = figures([row(rules, hands=100, starters=starters(0, 25))])
        assert isclose(found[What.HAND].expected, 0.25 * 4.71 + 0.75 * 6.61, abs_tol=0.15)

    def test_a_single_hand_has_no_margin(self) -> None:
        figure = figures([row(hands=1, hand_points=12, hand_squares=144)])[What.HAND]
        assert (figure.mean, figure.margin) == (12, None)

    def test_heels(self) -> None:
        figure = figures([row(hands=2600, starters=starters(100, jacks=130))])[What.HEELS]
        assert (figure.times, figure.mean) == (1330, 130 / 1330)
        assert figure.expected == 1 / 13
        assert figure.chance is not None
        assert isclose(figure.chance, 0.0044, abs_tol=2e-4), "2.85 standard errors"

    def test_the_cut_for_the_deal(self) -> None:
        of_two = row(hands=9, cuts=100, cut_squares=100, cuts_won=60)
        figure = figures([of_two])[What.CUT]
        assert (figure.times, figure.mean, figure.expected) == (100, 0.6, 0.5)
        assert isclose(figure.margin or 0, 0.1)
        assert isclose(figure.chance or 0, 0.0455, abs_tol=1e-4)

    def test_of_several_bots_in_one_cut_only_one_can_win(self) -> None:
        rules = Rules(seats=3, sides=3)
        person = figures([row(rules, hands=9, cuts=90, cut_squares=90, cuts_won=36)])[What.CUT]
        bots = figures([row(rules, hands=9, cuts=180, cut_squares=360, cuts_won=54)])[What.CUT]
        assert isclose(person.expected, bots.expected)
        assert person.chance is not None
        assert isclose(person.chance, bots.chance or 0), "what one wins the others lose"

    @pytest.mark.parametrize(("times", "enough"), [(19, False), (20, True)])
    def test_few_hands_say_nothing(self, times: int, enough: bool) -> None:
        figure = figures([row(hands=times, dealt_points=5 * times)])[What.DEALT]
        assert (figure.chance is not None) is (figure.margin is not None) is enough

    @pytest.mark.parametrize(("each", "enough"), [(4, False), (5, True)])
    def test_few_starters_say_nothing(self, each: int, enough: bool) -> None:
        assert (figures([row(hands=130, starters=starters(each))])[What.HEELS].chance is not None) is enough
        assert (evenness(starters(each)) is not None) is enough

    def test_what_never_happened_is_left_out(self) -> None:
        assert figures([]) == figures([row()]) == {}
        assert set(figures([row(hands=3)])) == {What.DEALT, What.HAND}

    def test_even_ranks_are_even(self) -> None:
        assert evenness(starters(50)) == 1
        # 21.026 is the 5 % point of chi-square with 12 degrees of freedom; one rank of a hundred off by d gives
        # d²/100 · 12/13 against the others lowered alike.
        off = (21.026 * 100 / (1 + 1 / 12)) ** 0.5
        uneven = [100 + off, *[100 - off / 12] * 12]
        assert isclose(evenness(uneven) or 0, 0.05, abs_tol=1e-5)


def test_deals_by_chance_lie_within_what_chance_explains() -> None:
    accounts = {seats: row(Rules(seats=seats, sides=sides)) for seats, sides in ARRANGEMENTS if seats == sides}
    random = Random(1)
    for seats, account in accounts.items():
        for number in range(150):
            dealing = Dealing(table(Rules(seats=seats, sides=seats), number % seats))
            dealt = apply(dealing, Shuffle(tuple(random.sample(PACK, 52))))
            assert isinstance(dealt, Discarding)
            kept = dealt.table.rules.plan.hand
            best = [luck.best_kept(ranks_of(hand), kept) for hand in dealt.holding.hands]
            crib, zeros = 0, (0,) * seats
            deal = DealLuck(
                dealt.table.rules,
                frozenset(),
                number % seats,
                False,
                random.choice(PACK).rank,
                tuple(best),
                zeros,
                crib,
            )
            luck.add_seats(account, deal, range(seats))
    found = figures(accounts.values())
    assert found[What.DEALT].times == 150 * (2 + 3 + 4 + 5 + 6)
    for what in (What.DEALT, What.HEELS):
        chance = found[what].chance
        assert chance is not None
        assert chance > 0.001


# ------------------------------------------------------------------------------------------------------- the page


@pytest.mark.parametrize(
    ("what", "chance", "average", "expected", "verdict"),
    [
        (What.DEALT, 0.5, ("5.50", "± 0.20"), "Chance gives 5.54.", "Ordinary luck."),
        (
            What.DEALT,
            0.04,
            ("5.50", "± 0.20"),
            "Chance gives 5.54.",
            "Rare: about once in 50 times.",
        ),
        (What.HAND, None, ("5.50", "± 0.20"), "Experts get 5.5.", ""),
        (What.HEELS, None, ("550.0%", "± 20.0%"), "Chance gives 553.8%.", "Too few to tell."),
        (
            What.CUT,
            0.0005,
            ("550.0%", "± 20.0%"),
            "Chance gives 553.8%.",
            "Hardly chance: once in 4000 times.",
        ),
        (What.CUT, 0.0, ("550.0%", "± 20.0%"), "Chance gives 553.8%.", "Chance does not explain that."),
    ],
)
def test_a_figure_in_words(
    what: What, chance: float | None, average: tuple[str, str], expected: str, verdict: str
) -> None:
    figure = LuckFigure(what, 100, 5.5, 0.2, 5.538, chance)
    assert (words.value(figure), words.margin(figure)) == average
    assert (words.expected(figure), words.verdict(figure)) == (expected, verdict)


@pytest.mark.parametrize(
    ("mean", "chance", "told"),
    [
        (6.0, 0.01, "You were lucky: cards as good as these come once in about 200 times."),
        (5.0, 0.02, "You were unlucky: cards as bad as these come once in about 100 times."),
        (6.0, 0.0, "Luckier than chance explains."),
        (6.0, 0.05, "Ordinary luck in the cards dealt to you."),
        (6.0, None, ""),
    ],
)
def test_how_lucky_somebody_was_says_which_way_and_how_rare_that_is(
    mean: float, chance: float | None, told: str
) -> None:
    assert words.dealt(LuckFigure(What.DEALT, 100, mean, 0.2, 5.538, chance)) == told


def test_which_figures_are_unusual_is_told_by_name() -> None:
    usual = LuckFigure(What.DEALT, 100, 5.5, 0.2, 5.538, 0.5)
    unusual = [LuckFigure(what, 100, 0.5, 0.2, 0.1, 0.04) for what in (What.CUT, What.HEELS, What.CUT)]
    assert words.overall([]) == "These are too few deals to tell luck from chance."
    assert words.overall([usual]) == "Every figure is within what chance does."
    assert words.outside([usual]) == words.overall([usual, *unusual]) == ""
    assert (
        words.outside([usual, *unusual])
        == "Further from the average than chance usually goes: Cuts for the deal won and His heels when dealing."
    )


@pytest.mark.parametrize(
    ("evenness", "sentence"),
    [
        (None, "Too few deals to tell yet"),
        (0.05, "No rank comes up more or less than chance explains."),
        (0.01, "Unusual: chance deals ranks as uneven as these once in 100 times."),
        (0.0001, "Chance hardly explains ranks as uneven as these: it deals them once in 10000 times."),
        (0.0, "The ranks are more uneven than chance explains."),
    ],
)
def test_starters_in_words(evenness: float | None, sentence: str) -> None:
    assert words.starters_verdict(evenness).startswith(sentence)


@pytest.mark.parametrize("what", What)
def test_every_figure_has_its_name_and_note(what: What) -> None:
    assert words.name(what)
    assert words.note(what).endswith(".")


def played(learner: Learner, number: int, seed: int = 3) -> None:
    """Have somebody play so many deals against a bot."""
    left = number
    while left:
        for states in deals(Rules(target=999, match_points=400), seed):
            add({0: learner.pk}, of_deal(states, [0]))
            left -= 1
            if not left:
                return


@pytest.mark.django_db
class TestPage:
    """Two tables, a chart, and kind words where there is nothing yet."""

    def test_nothing_yet(self, client: Client, ann: Learner) -> None:
        page = client.get(reverse("luck")).text
        assert "Nobody has finished a deal yet" in page
        assert "What you will see here" in page
        assert "How to read this" not in page
        client.force_login(ann)
        assert "<table" not in client.get(reverse("luck")).text

    def test_who_has_no_deals_yet_is_told_so_above_those_of_everybody(self, client: Client, ann: Learner) -> None:
        played(ann, 20)
        client.force_login(Learner.objects.create(name="new"))
        page = client.get(reverse("luck")).text
        assert "You have not finished a deal yet." in page
        assert page.count("<table") > 0

    def test_a_stranger_sees_everybody(self, client: Client, ann: Learner) -> None:
        played(ann, 30)
        page = client.get(reverse("luck")).text
        assert page.count("luck-table") == 1
        assert ">30 deals<" in page
        assert "Too few to tell." in page
        assert "Too few deals to tell yet" in page

    def test_a_learner_sees_the_own_luck_first(self, client: Client, ann: Learner, bob: Learner) -> None:
        played(ann, 70)
        played(bob, 3)
        client.force_login(bob)
        page = client.get(reverse("luck")).text
        assert re.findall(r">(\d+) deals<", page) == ["3", "73"]
        assert page.count("These are too few deals to tell luck from chance.") == 1
        assert "Too few deals" not in page, "that there are too few deals is said once"
        figure = figures(Luck.objects.filter(learner=None, people=True))[What.DEALT]
        assert words.value(figure) in page

    @pytest.mark.parametrize(("number", "shown"), [(19, False), (20, True)])
    def test_averages_are_hidden_as_long_as_they_say_nothing(
        self, client: Client, ann: Learner, number: int, shown: bool
    ) -> None:
        played(ann, number)
        page = client.get(reverse("luck")).text
        assert ("luck-table" in page, "Averages are shown from 20 deals on." in page) == (shown, not shown)

    def test_the_last_games_lead_to_their_reviews(self, client: Client, ann: Learner) -> None:
        client.force_login(ann)
        over, going = (begin(ann, Rules(target=31)) for _ in range(2))
        list(play_out(over))
        page = client.get(reverse("luck")).text
        assert f'href="{reverse("review", args=[over.key, 1])}"' in page
        assert going.key not in page

    @pytest.mark.once("what is drawn of games that were read")
    def test_the_chart_says_what_the_table_says(self, client: Client, ann: Learner) -> None:
        played(ann, 40)
        page = client.get(reverse("luck")).text
        bars = [int(height) for height in re.findall(r'<rect class="chart-bar"[^>]* height="(\d+)"', page)]
        numbers = [int(number) for number in re.findall(r"<th scope=\"row\">\w+</th><td>(\d+)</td>", page)]
        assert len(bars) == len(numbers) == 13
        assert sum(numbers) == 40
        assert bars == [round(120 * number / max(numbers)) for number in numbers]
        assert "style=" not in page

    @pytest.mark.once("what is drawn of games that were read")
    def test_a_picture_shows_the_cards_dealt_beside_what_chance_gives(self, client: Client, ann: Learner) -> None:
        played(ann, 40)
        page = client.get(reverse("luck")).text
        dots = [int(x) for x in re.findall(r'<circle class="chart-dot[^"]*" cx="(\d+)"', page)]
        bands = re.findall(r'<rect class="calendar-day" fill-opacity="0.28" x="(\d+)"[^>]* width="(\d+)"', page)
        found = [figures(Luck.objects.filter(learner=None, people=people))[What.DEALT] for people in (True, False)]
        assert [x > 166 for x in dots] == [each.mean > each.expected for each in found]
        assert re.findall(r"</circle><text[^>]*>([\d.]+)<", page) == [f"{each.mean:.2f}" for each in found]
        assert f">Chance {found[0].expected:.2f}</text>" in page
        inside = [int(low) <= x <= int(low) + int(wide) for x, (low, wide) in zip(dots, bands, strict=True)]
        assert inside == [abs(each.mean - each.expected) <= (each.margin or 0) for each in found]
        for each in found:
            assert page.count(f">{words.value(each)}<") == 1, "it is told once"
            assert f"{words.value(each)} {words.margin(each)}. {words.expected(each)}" in page, "and read aloud"

    def test_it_costs_the_same_however_much_was_played(self, client: Client, ann: Learner) -> None:
        client.force_login(ann)
        played(ann, 2)
        with CaptureQueriesContext(connection) as few:
            client.get(reverse("luck"))
        played(ann, 40)
        with CaptureQueriesContext(connection) as many:
            client.get(reverse("luck"))
        assert len(few) == len(many) <= 5
