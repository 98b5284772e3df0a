"""What can be sent in answer to any question of a lesson: what is right, and what somebody may plausibly send instead.

All of it follows from the drills and the rules, nothing from a page, so that it is the page that is tested.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from django.test import Client

from game.engine.cards import RANKS, Card
from game.engine.scoring import Kind, Score, total
from game.table.words import cards_in_words
from game.words import terms
from trainer.drills.choose import question as choose_question
from trainer.drills.count import question as count_question
from trainer.drills.cut import question as cut_question
from trainer.drills.cut import words as cut_words
from trainer.drills.discard import question as discard_question
from trainer.drills.go import page
from trainer.drills.go import question as go_question
from trainer.drills.itemise.question import KINDS
from trainer.drills.move import question as move_question
from trainer.drills.muggins import question as muggins_question
from trainer.drills.peg import question as peg_question
from trainer.drills.registry import DRILLS
from trainer.drills.rules import causes
from trainer.drills.rules import page as rules_sheet
from trainer.drills.rules import question as rules_question
from trainer.drills.tap import question as tap_question
from trainer.drills.tap.faults import slip_of
from trainer.glossary import TEXTS
from trainer.lessons.exhibits import EXHIBITS
from trainer.lessons.lesson import Exercise, Lesson, Screen
from trainer.lessons.syllabus import syllabus
from trainer.models import Attempt, Reading

Post = Mapping[str, str | list[str]]
Posts = tuple[Post, ...]
"""Forms that are sent one after the other; the button that is pressed is among the fields of each."""

SEND = {"answer": "1"}

SLUGS = [path.stem.partition("-")[2] for path in sorted(TEXTS.glob("en/*/*.md"))]
"""All lessons: a test of each is a test of its own."""
FIRSTS = [path.stem.partition("-")[2] for path in sorted(TEXTS.glob("en/*/1-*.md"))]
"""The first lesson of each chapter."""


@dataclass(frozen=True)
class Answers:
    """What may be sent, and words in which a page tells the truth to whoever was wrong."""

    right: Posts
    wrong: tuple[Posts, ...]
    truth: str


def answers(drill: str, question: str) -> Answers:
    """What may be sent in answer to a question."""
    return _ANSWERS[drill](DRILLS[drill].read(question))


def answers_to(exercise: Exercise) -> Answers:
    """What may be sent in answer to an exercise."""
    return answers(exercise.drill, exercise.question)


SCREENS = [*EXHIBITS, *DRILLS, "words", "table"]
"""What a screen can have: an exhibit, a question of a drill, words alone, a table among its words."""


def first_with(kind: str) -> tuple[Lesson, int]:
    """The first screen of a kind: its lesson, and the place in it."""
    for lesson in syllabus().lessons:
        for place, screen in enumerate(lesson.screens, 1):
            if kind in _kinds(screen):
                return lesson, place
    raise LookupError(kind)


def _kinds(screen: Screen) -> Iterator[str]:
    yield screen.blocks[0] if screen.blocks else "words"
    if any(token.type == "table_open" for token in screen.text.tokens):
        yield "table"


# ------------------------------------------------------------------------------------------------ drill by drill


def _typed(text: object) -> Posts:
    return ({"claim": str(text), **SEND},)


def _near(number: int) -> tuple[Posts, ...]:
    """Numbers that are off by two."""
    return tuple(_typed(other) for other in (number - 2, number + 2) if other >= 0)


def _count(question: count_question.CountQuestion) -> Answers:
    points = total(question.scores)
    return Answers(_typed(points), _near(points), f"is worth {points}.")


def _itemise(question: count_question.CountQuestion) -> Answers:
    parts = {kind: sum(score.points for score in question.scores if score.kind is kind) for kind in KINDS}
    wrong = tuple(_items({**parts, kind: parts[kind] + more}) for kind, more in ((Kind.FIFTEEN, 2), (Kind.RUN, 3)))
    return Answers(_items(parts), wrong, f"is worth {total(question.scores)}.")


def _items(parts: Mapping[Kind, int]) -> Posts:
    return ({**{kind.value: str(points) for kind, points in parts.items()}, **SEND},)


def _find(question: count_question.CountQuestion) -> Answers:
    by_cards: dict[tuple[Card, ...], list[Score]] = defaultdict(list)
    for score in question.scores:
        by_cards[score.cards].append(score)
    claims = [_claim(cards, total(scores)) for cards, scores in by_cards.items()]
    nothing = next(two for two in combinations(sorted(question.cards), 2) if two not in by_cards)
    too_much = _claim(nothing, 2)
    points = total(question.scores)
    return Answers(
        (*claims, SEND),
        ((*claims[:-1], SEND), (*claims, too_much, SEND)) if claims else ((too_much, SEND),),
        f"{points} points" if points else "There is nothing in it",
    )


def _claim(cards: tuple[Card, ...], points: int) -> Post:
    return {"card": list(map(str, cards)), "claim": str(points), "step": "claim"}


def _cut(question: cut_question.CutQuestion) -> Answers:
    def said(counts: Sequence[int], rank: int) -> Posts:
        return (*({"claim": str(count), **SEND} for count in counts), {"choice": RANKS[rank - 1], **SEND})

    first, *others = question.truths
    poor = min(question.helps, key=question.helps.__getitem__)
    right = said(question.truths, question.best[0])
    wrong = (said((first + 2, *others), question.best[0]), said(question.truths, poor))
    return Answers(right, wrong, cut_words.best(question))


def _muggins(question: muggins_question.MugginsQuestion) -> Answers:
    points = total(question.scores)
    agreed: Posts = ({"answer": "right"},)
    others = tuple(_typed(other) for other in (points + 2, points + 4) if other != question.claim)
    if question.fault:
        return Answers(_typed(points), (agreed, *others), f"it is worth {points}")
    return Answers(agreed, others, f"The claim of {points} was right.")


def _peg(question: peg_question.PegQuestion) -> Answers:
    def said(count: int, points: int) -> Posts:
        return ({"claim": str(count), "points": str(points), **SEND},)

    count, points = question.count, question.points
    wrong = (said(count, points - 2 if points > 1 else points + 2), said(count + 1, points + 1))
    return Answers(said(count, points), wrong, f"It is {count} for {points or 'nothing'}.")


def _choose(question: choose_question.ChooseQuestion) -> Answers:
    best, *others = question.ranked
    poor = {worth.card.rank: worth for worth in others if not choose_question.mark(question, str(worth.card)).right}
    wrong = tuple(map(_chosen, reversed(poor.values())))
    return Answers(_chosen(best), wrong, f"Best is the {terms.card_name(best.card)}.")


def _chosen(worth: Any) -> Posts:
    return ({"card": str(worth.card), **SEND},)


def _discard(question: discard_question.DiscardQuestion) -> Answers:
    best, *others = question.ranked
    poor = [choice for choice in reversed(others) if not discard_question.DiscardMarking(question, choice.away).right]
    truth = f"Best is to discard the {cards_in_words(best.away)}."
    return Answers(_cards(best.away), tuple(_cards(choice.away) for choice in (poor[0], poor[-1])), truth)


def _cards(cards: tuple[Card, ...]) -> Posts:
    return ({"card": list(map(str, cards)), **SEND},)


def _option(choice: str) -> Posts:
    return ({"choice": choice, **SEND},)


def _go(question: go_question.GoQuestion) -> Answers:
    wrong = tuple(_option(choice) for choice in question.choices if choice != question.truth)
    return Answers(_option(question.truth), wrong, f"Wrong. {page.label(question, question.truth)}.")


def _move(question: move_question.MoveQuestion) -> Answers:
    def moved(peg: move_question.MovePeg, hole: int) -> Posts:
        return ({"claim": str(hole), "choice": peg, **SEND},)

    wrong = [moved(move_question.MovePeg.REAR, question.hole + 1), moved(move_question.MovePeg.REAR, question.hole - 1)]
    if question.front:
        wrong.insert(0, moved(move_question.MovePeg.FRONT, question.hole))
    return Answers(moved(move_question.MovePeg.REAR, question.hole), tuple(wrong), f"to hole {question.hole}")


def _rules(question: rules_question.RulesQuestion) -> Answers:
    truth = f"The answer is “{rules_sheet.label(question, question.truth)}”."
    mixed_up = causes.known(question.form, question.given, question.choices, question.truth)
    others = question.choices or (str(int(question.truth) + 1), str(abs(int(question.truth) - 1)))
    send = _option if question.choices else _typed
    wrong = dict.fromkeys(answer for answer in (*mixed_up, *others) if answer != question.truth)
    return Answers(send(question.truth), tuple(map(send, wrong)), truth)


def _tap(question: tap_question.TapQuestion) -> Answers:
    none: Posts = ({"answer": "-"},)
    wrong = [_cards(cards) for cards in _mistaken(question)]
    if not question.things:
        return Answers(none, tuple(wrong), "There is none.")
    if question.sought is not tap_question.Sought.LAST:
        wrong.insert(1, none)
    right = question.things[0].cards
    whole = question.series and question.sought in (tap_question.Sought.FIFTEEN, tap_question.Sought.THIRTY_ONE)
    return Answers(_cards(right), tuple(wrong), "all the cards of the series" if whole else cards_in_words(right))


def _mistaken(question: tap_question.TapQuestion) -> Iterator[tuple[Card, ...]]:
    """Cards that are not what is sought, as many as it is or about so; one answer of every fault."""
    wanted = len(question.things[0].cards) if question.things else 2
    cards = sorted(question.cards)
    some = [taken for size in range(1, len(cards) + 1) for taken in combinations(cards, size)]
    some.sort(key=lambda taken: abs(len(taken) - wanted))
    faults = set()
    for taken in some:
        slip = slip_of(question, taken)
        if slip and slip.fault not in faults:
            faults.add(slip.fault)
            yield taken


_ANSWERS: dict[str, Callable[[Any], Answers]] = {
    "count": _count,
    "itemise": _itemise,
    "find": _find,
    "cut": _cut,
    "muggins": _muggins,
    "peg": _peg,
    "choose": _choose,
    "discard": _discard,
    "go": _go,
    "tap": _tap,
    "move": _move,
    "rules": _rules,
}


# -------------------------------------------------------------------------------------------------------- a walk


@dataclass
class Walker:
    """Somebody new who takes a lesson, through plain forms or as a page with JavaScript sends them."""

    slug: str
    sent: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=Client)

    @property
    def lesson(self) -> Lesson:
        """The lesson."""
        return syllabus().by_slug[self.slug]

    @property
    def reading(self) -> Reading:
        """What is kept of it."""
        return Reading.objects.get(learner_id=self.client.session["_auth_user_id"], lesson=self.slug)

    def send(self, address: str, posts: Posts) -> str:
        """Send forms one after the other; the page that comes of the last."""
        for post in posts:
            response = self.client.post(address, post, follow=True, headers=self.sent)
            assert response.status_code == 200
        return response.text

    def step(self, place: int, posts: Posts) -> tuple[Attempt, str]:
        """Answer on a screen: how that was kept, and the page."""
        page = self.send(f"/lessons/{self.slug}/{place}/", posts)
        exercise = self.lesson.exercises[place]
        attempts = Attempt.objects.filter(learner=self.reading.learner)
        return attempts.get(drill=exercise.drill, question=exercise.question), page

    def check(self, *misses: int) -> list[Exercise]:
        """Take a check from its beginning to its end, and miss these of its questions, from 1; what was asked."""
        self.client.post(f"/lessons/{self.slug}/check/")
        run = self.reading.check_run
        asked: list[Exercise] = []
        while run and not run.ended_at:
            asked.append(Exercise(run.drill, run.asked))
            given = answers_to(asked[-1])
            self.send(f"/runs/{run.key}/", given.wrong[0] if len(asked) in misses else given.right)
            self.send(f"/runs/{run.key}/", ({"next": "1"},))
            run.refresh_from_db()
        return asked

    def page(self) -> str:
        """The lesson's own page."""
        return self.client.get(f"/lessons/{self.slug}/").text
