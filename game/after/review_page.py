"""The page of a review: a finished game and the decisions of one of its seats."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import TypeVar

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from game.after import losses_words, words
from game.after import review as after_review
from game.after.curve import CurveLine, LuckMark, Mark, WinCurve, box, deal_lines, draw, luck_marks, with_chances
from game.after.losses import PARTS
from game.after.review import Decision, DecisionKind, Duplicate, RankedChoice
from game.after.swings import swings, with_show
from game.engine.cards import Card
from game.engine.play import Action, Call, Claim, Counting, Discard, Over, Pegging, Play, State, TimeOut, scored
from game.engine.rules import Muggins, Notice
from game.engine.scoring import Kind
from game.engine.view import Shown, see
from game.models import Help, Review
from game.referee import Course
from game.strategy.review import LEAST_WIN, Fault, Grade, is_decision
from game.table import scene
from game.table.advice import Crib, crib_of
from game.table.advice_words import average, gain, percent
from game.table.counts import marked_lines
from game.table.words import Names, result, took, whose
from game.table.words import crib_of as crib_sentence
from game.words import terms

Helps = Mapping[int, Collection[str]]
"""The kinds of help that were given, by the number of the action that followed: `models.Help.Kind`, or `FOLLOWED`."""

FoundT = TypeVar("FoundT")
"""What `Spot.asked_of` returns."""

FOLLOWED = "followed"
"""The kind of a warning after which something else was done: what the warning was about is not in the log."""


def page(course: Course, review: Review, helps: Helps, chosen: int | None, own: int | None = None) -> "ReviewPage":
    """Return the review of a seat's decisions for the person in the seat `own`, with that of the `chosen` action.

    If that is not a decision of the seat, the costliest one is shown once all are graded. `review` may be unsaved.
    """
    seat, names = review.seat, scene.names_of(course.seats, own)
    decisions: Sequence[Decision] = after_review.decisions(review)
    deals = with_show(course, after_review.duplicates(review), seat)
    finished = after_review.is_done(review, course)
    looked, asked = after_review.progress(review)
    shown = _chosen(decisions, chosen, finished)
    rough = () if finished else after_review.rough_curve(course, seat)
    starts = {course.log.state(number).table.deal: number for number in course.deals}
    curve = draw(deals, decisions, course.number, shown, rough=rough)
    luck = luck_marks(swings(course, deals, decisions, seat), course.number)
    decisions = with_chances(deals, decisions)
    of_action = [decision for decision in decisions if decision.number == shown]
    ways = None if shown is None else _ways_on(decisions, shown, finished=finished)
    return ReviewPage(
        title=_("Review of game %(number)s · Cribbage Trainer") % {"number": course.game.number},
        seat=seat,
        seats=[(place, names[place]) for place in range(course.rules.seats)],
        result=result(course.state, names) if isinstance(course.state, Over) else "",
        finished=finished,
        looked=looked,
        asked=asked,
        costliest=_costliest(course, decisions, helps),
        grades=_grades(decisions),
        parts=_parts(decisions),
        twice=_graded_twice(decisions),
        remarks=_remarks(course, review, decisions, helps, duel=seat == own and course.rules.seats == 2),
        curve=curve,
        deal_lines=deal_lines(starts, course.number),
        marks=[(mark, words.mark(mark.decision, mark.chance)) for mark in curve.marks],
        told="" if ways is None else words.change(ways.place, max(of_action, key=lambda each: each.gravity)),
        luck=[(mark, *words.swing(mark.swing, names)) for mark in luck],
        curve_box=box(luck),
        whose=words.whose_chance(course.rules, seat, names),
        stages=_stages(course, deals, names),
        deals=_deals(course, decisions, names, helps),
        duplicate=_duplicate(course, seat, deals) if finished else None,
        chosen=None if ways is None else _shown(course, of_action, ways, names, helps),
        is_asked_for=finished and shown is not None and shown == chosen,
    )


def helps_of(course: Course, review: Review) -> Helps:
    """Return the help that a seat was given in a game."""
    found: dict[int, list[str]] = {}
    graded = {decision["number"] for decision in review.decisions}
    for line in Help.objects.filter(game=course.game, seat=review.seat):
        number = _helped(course, review.seat, line.number)
        if number is not None and (number in graded or (number >= review.upto and _is_decision(course, number))):
            found.setdefault(number, []).append(_kind_of(line, str(course.log.action(number))))
    return found


def _kind_of(line: Help, done: str) -> str:
    is_known = line.kind == Help.Kind.WARNING and line.about  # warnings of long ago do not say what they were about
    return FOLLOWED if is_known and not Help.is_same(line.about, done) else line.kind


def _helped(course: Course, seat: int, since: int) -> int | None:
    """Return the action that help was for, or None if there is none.

    A timeout, or another seat's discard, may come between the two.
    """
    following = enumerate(course.log.actions(since), since)
    return next((n for n, action in following if action.seat == seat and not isinstance(action, TimeOut)), None)


def _is_decision(course: Course, number: int) -> bool:
    return is_decision(course.log.state(number), course.log.action(number))


def _chosen(decisions: Sequence[Decision], chosen: int | None, finished: bool) -> int | None:
    """Return the number of the action whose decision is shown."""
    if chosen in {decision.number for decision in decisions}:
        return chosen
    dearest = max(decisions, key=lambda decision: decision.loss, default=None)
    return dearest.number if dearest and finished else None


# ---------------------------------------------------------------------------------------------- the costliest

_COSTLIEST = 3
"""So many are shown at the top."""


@dataclass(frozen=True, slots=True)
class Costly:
    """One of the decisions that cost most: as in the list of all, its deal, what it was in a word or what was `said`,
    what was done, and what it cost: in a number, with its `unit` unless that is the chance to win, and in a
    sentence."""

    chip: "Chip"
    deal: int
    said: str
    done: str
    figure: str
    unit: str
    loss: str


def _dear(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions that cost something, the costliest first."""
    found = [decision for decision in decisions if not decision.grade.is_fine and any(decision.loss[:2])]
    return sorted(found, key=lambda decision: decision.loss, reverse=True)


def _costliest(course: Course, decisions: Iterable[Decision], helps: Helps) -> list[Costly]:
    """Return the decisions that cost most, told in the chance to win if that says something of each of them."""
    dear = _dear(decisions)[:_COSTLIEST]
    in_chance = all(decision.win >= LEAST_WIN for decision in dear)
    return [_costly(course, decision, helps, in_chance=in_chance) for decision in dear]


def _costly(course: Course, decision: Decision, helps: Helps, *, in_chance: bool) -> Costly:
    figure, chip = words.figure(decision, in_chance=in_chance), _chip(decision, helps)
    return Costly(
        chip,
        decision.deal,
        words.counted(decision) or chip.said,
        words.done(decision, course.log.state(decision.number)),
        figure.value if figure else "",
        "" if figure is None or figure.is_chance else figure.label,
        words.loss(decision),
    )


# ------------------------------------------------------------------------------------------------------ in short


@dataclass(frozen=True, slots=True)
class GradeCount:
    """How many decisions have a grade."""

    grade: Grade
    name: str
    n: int


def _grades(decisions: Iterable[Decision]) -> list[GradeCount]:
    found = [decision.grade for decision in decisions]
    return [GradeCount(grade, words.grade_name(grade), found.count(grade)) for grade in Grade]


@dataclass(frozen=True, slots=True)
class ReviewPart:
    """The decisions of one kind: how many, how many of them lost something, and the points lost."""

    name: str
    number: int
    dear: int
    points: str


def _parts(decisions: Sequence[Decision]) -> list[ReviewPart]:
    found = []
    for part, name in losses_words.PARTS.items():
        of_part = [decision for decision in decisions if PARTS[decision.kind] is part]
        if of_part:
            dear = sum(not decision.grade.is_fine for decision in of_part)
            lost = sum(decision.points for decision in of_part)
            found.append(ReviewPart(str(name), len(of_part), dear, average(lost)))
    return found


def _graded_twice(decisions: Collection[Decision]) -> str:
    """Return why there are more grades than decisions, "" where there are as many."""
    actions = len({decision.number for decision in decisions})
    return words.graded_twice(len(decisions), actions) if actions < len(decisions) else ""


_COUNTED_APART = ({DecisionKind.HAND, DecisionKind.CRIB}, {DecisionKind.PLAY_COUNT})


def _false_calls(course: Course, seat: int, until: int) -> list[str]:
    """Return a sentence for each call of muggins by a seat on a count that was right."""
    found = []
    for number, action in enumerate(course.log.actions(0)):
        if number < until and isinstance(action, Call) and action.seat == seat:
            state = course.log.state(number)
            claim, truth = words.open_claim(state)
            if claim == truth:
                found.append(words.false_call(state.table.deal, action.points, truth))
    return found


def _remarks(course: Course, review: Review, decisions: Sequence[Decision], helps: Helps, *, duel: bool) -> list[str]:
    """Return sentences about calling, miscounts, luck, and the help that was taken, in a `duel` of the reader's own."""
    found = []
    answers = [decision for decision in decisions if decision.kind is DecisionKind.ANSWER]
    if answers:
        found.append(words.awareness(sum(decision.grade is Grade.BEST for decision in answers), len(answers)))
    found += _false_calls(course, review.seat, review.upto)
    wrong = []
    for kinds in _COUNTED_APART:
        counts = [decision for decision in decisions if decision.kind in kinds]
        off = [decision for decision in counts if Fault.COUNT in decision.faults]
        if off:
            high, of_cards = sum(map(words.is_too_high, off)), DecisionKind.PLAY_COUNT in kinds
            found.append(words.wrong_counts(len(off), len(counts), high, of_cards=of_cards))
        wrong += off
    missed = [each for each in wrong if each.points or each.overlooked]  # what nobody could take was not let stand
    if missed and course.rules.notice is Notice.CALLED and course.rules.muggins is not Muggins.OFF:
        uncalled = sum(
            not after_review.was_called(decision.best, course.log.actions(decision.number + 1)) for decision in missed
        )
        found.append(words.luck(uncalled, len(missed), duel=duel))
    hints, kept, followed = (
        sum(kind in kinds for kinds in helps.values()) for kind in (Help.Kind.HINT, Help.Kind.WARNING, FOLLOWED)
    )
    if hints:
        found.append(words.with_hints(hints))
    if kept or followed:
        found.append(words.after_warnings(followed, kept + followed))
    return found


# --------------------------------------------------------------------------------------------- the curve's table


@dataclass(frozen=True, slots=True)
class CurveRow:
    """The score when a deal began, or at the end of the game (`deal` ""), for the table of the curve."""

    deal: str
    dealer: str
    scores: tuple[int, ...]
    chance: str


@dataclass(frozen=True, slots=True)
class CurveTable:
    """The curve in numbers: the names of the sides, and a row for each deal."""

    sides: list[str]
    rows: list[CurveRow]


def _stages(course: Course, deals: Sequence[Duplicate], names: Names) -> CurveTable:
    rows = []
    for deal in deals:
        table = course.log.state(deal.first).table
        rows.append(CurveRow(str(deal.deal), names[table.dealer], table.scores, percent(deal.curve[0][1])))
    if deals and deals[-1].curve[-1][0] == course.number:
        rows.append(
            CurveRow("", "", tuple(map(course.rules.told, course.state.table.scores)), percent(deals[-1].curve[-1][1]))
        )
    sides = [names.side(course.rules, side) for side in range(course.rules.sides)]
    return CurveTable(sides, rows)


# ------------------------------------------------------------------------------------------------------ duplicate


@dataclass(frozen=True, slots=True)
class DuplicateDeal:
    """A deal: own and others' points (on average), the same with the expert, and how much further ahead that was."""

    deal: str
    points: tuple[str, ...]
    difference: str


@dataclass(frozen=True, slots=True)
class DuplicateTable:
    """The deals compared with the expert's, the sum of the differences, and a sentence about it."""

    rows: list[DuplicateDeal]
    total: str
    sentence: str


def _duplicate(course: Course, seat: int, deals: Sequence[Duplicate]) -> DuplicateTable | None:
    side = course.rules.side_of(seat)
    rows, total = [], 0.0
    for deal in deals:
        if deal.expert is None:
            continue
        (own, others), (expert_own, expert_others) = (
            _own_and_others(deal.played, side),
            _own_and_others(deal.expert, side),
        )
        difference = (expert_own - expert_others) - (own - others)
        total += difference
        points = (words.both(own, others), words.both(expert_own, expert_others))
        rows.append(DuplicateDeal(str(deal.deal), points, words.ahead(difference)))
    if not rows:
        return None
    return DuplicateTable(rows, words.ahead(total), words.duplicate(total))


def _own_and_others(points: Sequence[int], side: int) -> tuple[float, float]:
    return float(points[side]), fmean(other for number, other in enumerate(points) if number != side)


# ----------------------------------------------------------------------------------------------- deals, decisions


@dataclass(frozen=True, slots=True)
class Chip:
    """A decision in the list: its link, its subject, and its grade."""

    number: int
    kind: str
    cards: tuple[Card, ...]
    said: str
    grade: Grade
    grade_name: str
    helped: bool


@dataclass(frozen=True, slots=True)
class DealDecisions:
    """The decisions of one deal, and how many of them have which of the grades that cost something."""

    deal: int
    dealt: str
    chips: list[Chip]
    dear: list[GradeCount]


def _deals(course: Course, decisions: Sequence[Decision], names: Names, helps: Helps) -> list[DealDecisions]:
    """Return the decisions deal by deal. Of a card that was counted too, the worse of its two decisions stands."""
    found = []
    for number in course.deals:
        table = course.log.state(number).table
        of_deal = [decision for decision in decisions if decision.deal == table.deal]
        by_number = groupby(of_deal, key=lambda decision: decision.number)
        worst = [max(same, key=lambda decision: decision.gravity) for _number, same in by_number]
        if worst:
            chips = [_chip(decision, helps) for decision in worst]
            dear = [line for line in reversed(_grades(worst)) if line.n and not line.grade.is_fine]
            found.append(DealDecisions(table.deal, words.dealt_by(table.dealer, names), chips, dear))
    return found


def _chip(decision: Decision, helps: Helps) -> Chip:
    cards, said = _about(decision)
    return Chip(
        decision.number,
        words.kind_name(decision.kind),
        cards,
        said,
        decision.grade,
        words.grade_name(decision.grade),
        not {Help.Kind.HINT, FOLLOWED}.isdisjoint(helps.get(decision.number, ())),
    )


def _about(decision: Decision) -> tuple[tuple[Card, ...], str]:
    match decision.action:
        case Discard(_, cards):
            return tuple(sorted(cards)), ""
        case Play(_, card, claim):
            return (card,), str(claim) if decision.kind is DecisionKind.PLAY_COUNT else ""
        case Claim(_, points) | Call(_, points):
            return (), str(points)
        case _:
            return (), _("let it stand")


@dataclass(frozen=True, slots=True)
class ReviewedCard:
    """A card of the hand in which something was decided. `mark` is the grade of the choice at a card that was chosen,
    None where that is one of the best beside one that is not. `better` names it beside what was chosen: best, or as
    good."""

    card: Card
    taken: bool
    best: bool
    mark: Grade | None
    better: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A count that was said (`taken` by who decided) or the true one, to stand side by side: whose or what it is, and
    its points, or what was `said` instead of them."""

    name: str
    taken: bool
    count: int | None
    said: str = ""


@dataclass(frozen=True, slots=True)
class Alternative:
    """A choice of a decision, as a row of the table, with all its cards that are equal to play. `far`: others that are
    not shown stand between it and the last."""

    row: RankedChoice
    cards: tuple[Card, ...]
    far: bool
    value: str
    win: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReviewedCount:
    """A hand or crib that was counted: whose it is, its cards without the starter, those that are `lit`, and the lines
    of the true count.

    Of a claim too low what was missed is lit, else all that counts.
    """

    whose: str
    is_crib: bool
    cards: tuple[Card, ...]
    lit: set[Card]
    missed: set[Card]
    lines: tuple[terms.CountLine, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was done in a decision and what was best (`done_is_seen`: the felt shows it), what was lost
    (nothing: `costless` says so) and why. `chance` is the same loss as a chance to win where `figure` tells points."""

    grade: Grade
    name: str
    kind: str
    done: str
    done_is_seen: bool
    best: str
    figure: words.LossFigure | None
    chance: words.LossFigure | None
    costless: str
    why: list[str]


@dataclass(frozen=True, slots=True)
class WayOn:
    """A button to another of the decisions that cost most: the number of its action, None if it is not found yet."""

    label: str
    number: int | None


@dataclass(frozen=True, slots=True)
class WaysOn:
    """The decisions around one: their numbers of actions, None if there is none, and its `place` `of` all, from 1.

    `main` is None at the end: after the last of those that cost most, and after the last decision of all.
    """

    before: int | None
    after: int | None
    main: WayOn | None
    place: int
    of: int


@dataclass(frozen=True, slots=True, repr=False)
class Spot:
    """A decision and the state in which it was made, for what builds on games. Templates hand it on and cannot read it:
    the state holds every hand and the pack."""

    _decision: Decision
    _state: State

    def asked_of(self, find: Callable[[Decision, State], FoundT]) -> FoundT:
        """Return what is found for this decision."""
        return find(self._decision, self._state)


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """The decision of one action: what the seat saw, what it did and what was best.

    `count` is None outside the play, and `counted` outside the show. `told` is what a step to it tells by ear.
    `earlier` is what was played before the series on the table. `hint` tells whether the seat had one, `warning`
    whether it acted against one, and `followed` whether it did something else after one. `compared` are the counts that
    were said and the true one. `level` tells that all the alternatives win equally many games: how many. `who` chose,
    as it stands at the cards chosen. `spot` is for what builds on games.
    """

    number: int
    deal: int
    kind: str
    told: str
    discards: bool
    who: str
    compared: list[Compared]
    crib: str
    scores: list[tuple[str, int]]
    hand: list[ReviewedCard]
    starter: Card | None
    laid: list[scene.Laid]
    earlier: list[scene.Laid]
    count: int | None
    counted: ReviewedCount | None
    verdicts: list[Verdict]
    alternatives: list[Alternative]
    level: str | None
    columns: tuple[str, ...]
    hint: bool
    warning: bool
    followed: bool
    spot: Spot
    ways: WaysOn


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """What the page of a review shows.

    `looked` of `asked` decisions have been graded. `marks` are those on the curve, each with its label: dots for what
    cost something, and a ring for the decision that is shown, which `told` names on the drawing. `luck` are the swings
    of luck, each with its words and a sentence. `is_asked_for` tells that the address asks for this decision: on a
    phone the page begins with it.
    """

    title: str
    seat: int
    seats: list[tuple[int, str]]
    result: str
    finished: bool
    looked: int
    asked: int
    costliest: list[Costly]
    grades: list[GradeCount]
    parts: list[ReviewPart]
    twice: str
    remarks: list[str]
    curve: WinCurve
    deal_lines: list[CurveLine]
    marks: list[tuple[Mark, str]]
    told: str
    luck: list[tuple[LuckMark, str, str]]
    curve_box: str
    whose: str
    stages: CurveTable
    deals: list[DealDecisions]
    duplicate: DuplicateTable | None
    chosen: ShownDecision | None
    is_asked_for: bool


def _shown(course: Course, of_action: Sequence[Decision], ways: WaysOn, names: Names, helps: Helps) -> ShownDecision:
    decision = of_action[0]
    number, seat = decision.number, decision.action.seat or 0
    state = course.log.state(number)
    view = see(state, seat)
    alternatives = _alternatives(decision, view.hand)
    earlier, laid = _played(state, names)
    verdicts = [_verdict(each, state, crib_of(view), names, _taken(course, each, names)) for each in of_action]
    return ShownDecision(
        number=number,
        deal=decision.deal,
        kind=words.kind_name(decision.kind),
        told=_told(decision, verdicts),
        discards=decision.kind is DecisionKind.DISCARD,
        who=capfirst(_("yours")) if seat == names.own else names[seat],
        compared=_compared(decision, state, names),
        crib=crib_sentence(state.table.dealer, names),
        scores=[(names.side(course.rules, side), score) for side, score in enumerate(state.table.scores)],
        hand=_hand(decision, view.hand),
        starter=view.starter,
        laid=laid,
        earlier=earlier,
        count=view.count if isinstance(state, Pegging) else None,
        counted=_counted(state, decision.action, names),
        verdicts=verdicts,
        alternatives=alternatives,
        level=_level(alternatives),
        columns=words.columns(decision.kind),
        hint=Help.Kind.HINT in helps.get(number, ()),
        warning=Help.Kind.WARNING in helps.get(number, ()),
        followed=FOLLOWED in helps.get(number, ()),
        spot=Spot(max(of_action, key=lambda each: each.gravity), state),
        ways=ways,
    )


def _told(decision: Decision, verdicts: Sequence[Verdict]) -> str:
    """Return what a step to this decision tells by ear: where it is, and how it was judged."""
    begins = _("Deal %(deal)s: %(kind)s.") % {"deal": decision.deal, "kind": words.kind_name(decision.kind)}
    judged = _("%(verdict)s (%(kind)s).") if len(verdicts) > 1 else _("%(verdict)s.")
    return " ".join([begins, *(judged % {"verdict": each.name, "kind": each.kind} for each in verdicts)])


def _taken(course: Course, decision: Decision, names: Names) -> list[str]:
    """Return who took by muggins what was claimed too low or too high, and how many points."""
    if Fault.COUNT not in decision.faults:
        return []
    for number in range(decision.number, course.number):
        before, after = course.log.around(number)
        told = [took(line, names) for line in scored(before, after) if line.score.kind is Kind.MUGGINS]
        if told or not isinstance(after, Pegging | Counting) or not after.claimed:
            return told
    return []


def _verdict(decision: Decision, state: State, crib: Crib, names: Names, taken: list[str]) -> Verdict:
    is_seen = decision.kind in _OF_CARDS or isinstance(state, Counting)
    why = words.why(decision, state, crib, own=decision.action.seat == names.own)
    figure = words.figure(decision)
    return Verdict(
        grade=decision.grade,
        name=words.verdict_name(decision),
        kind=words.kind_name(decision.kind),
        done=words.done(decision, state),
        done_is_seen=is_seen,
        best=words.best(decision, state),
        figure=figure,
        chance=None if figure is None or figure.is_chance else words.figure(decision, in_chance=True),
        costless=words.costless(decision, state),
        why=[*why, *taken][: 1 if decision.kind is DecisionKind.DISCARD else 2],
    )


def _ways_on(decisions: Sequence[Decision], number: int, *, finished: bool) -> WaysOn:
    numbers = list(dict.fromkeys(other.number for other in decisions))
    costly = list(dict.fromkeys(other.number for other in _dear(decisions)))
    at = numbers.index(number)
    after = numbers[at + 1] if at + 1 < len(numbers) else None
    return WaysOn(
        before=numbers[at - 1] if at else None,
        after=after,
        main=way_on(number, costly, finished=finished, is_last=after is None),
        place=at + 1,
        of=len(numbers),
    )


def way_on(number: int, costly: Sequence[int], *, finished: bool, is_last: bool) -> WayOn | None:
    """Return the way from a decision, the last of all or not, to the next of those that are `costly`, costliest first.

    Until the review is finished, more may be found.
    """
    is_costly = number in costly
    following = costly[costly.index(number) + 1 :] if is_costly else costly
    if following and (is_costly or not (finished and is_last)):
        return WayOn(_("Next costliest") if is_costly else _("The costliest"), following[0])
    return None if finished else WayOn(_("Next costliest"), None)


def _hand(decision: Decision, held: Sequence[Card]) -> list[ReviewedCard]:
    """Return the cards in hand, marking those that were chosen and all that were best, each of both as both. Of cards
    that are equal to play, the one that the verdict names is called best."""
    taken, best = _cards(decision.action), _best(decision, held) if decision.kind in _OF_CARDS else set()
    good = decision.grade is Grade.BEST
    marks = {card: decision.grade for card in taken if good or card not in best}
    named = [card for card in held if card in best and not (good and card in taken)]
    first = [card for card in named if card in _cards(decision.best)] or named
    equal = {*named} - {*first[:1]} if decision.kind is DecisionKind.PLAY else set()
    better = {card: words.better(decision, equal=card in equal) for card in named}
    return [ReviewedCard(card, card in taken, card in best, marks.get(card), better.get(card, "")) for card in held]


def _best(decision: Decision, held: Sequence[Card]) -> set[Card]:
    """Return the cards of the best choice, which is one's own if that is as good; in the play those of all that are as
    good, with all cards of their ranks. Discards that are as good are other cards each: together they are none."""
    best = {*_cards(decision.action if decision.grade is Grade.BEST else decision.best)}
    if decision.kind is not DecisionKind.PLAY:
        return best
    first = decision.ranked[0] if decision.ranked else None
    alike = [row for row in decision.ranked if first and (row.win, row.value) == (first.win, first.value)]
    ranks = {card.rank for card in (*best, *_cards(decision.best), *(card for row in alike for card in row.cards))}
    return {card for card in held if card.rank in ranks}


def _compared(decision: Decision, state: State, names: Names) -> list[Compared]:
    """Return what was claimed in the show, after another's claim how it was answered, and the true count unless it was
    said."""
    claim = after_review.judged_claim(decision.action, state)
    if claim is None or not isinstance(state, Counting):
        return []
    count = decision.action.points if isinstance(decision.action, Claim | Call) else None
    own = names[decision.action.seat or 0]
    found = [Compared(own, taken=True, count=count, said=_("let it stand") if count is None else "")]
    if not isinstance(decision.action, Claim):
        found.insert(0, Compared(names[state.owner], taken=False, count=claim.points))
    if decision.grade is not Grade.BEST:
        found.append(Compared(_("The true count"), taken=False, count=claim.points + claim.missed))
    return found


_OF_CARDS = (DecisionKind.DISCARD, DecisionKind.PLAY)
"""The kinds of decision that are the choice of cards."""


def _cards(action: object) -> tuple[Card, ...]:
    match action:
        case Discard(_, cards):
            return cards
        case Play(_, card):
            return (card,)
        case _:
            return ()


def _played(state: State, names: Names) -> tuple[list[scene.Laid], list[scene.Laid]]:
    """Return what has been played in the deal, with who played it: before the series on the table, and in it."""
    if not isinstance(state, Pegging):
        return [], []
    rules = state.table.rules
    played = [scene.Laid(play.card, names[play.seat], rules.side_of(play.seat)) for play in state.plays]
    return played[: state.series_start], played[state.series_start :]


def _counted(state: State, action: Action, names: Names) -> ReviewedCount | None:
    """Return the hand or crib that is counted, with what the claim left over marked: the reviewed one or another's."""
    if not isinstance(state, Counting) or state.done:
        return None
    claim = action.points if isinstance(action, Claim) else words.open_claim(state)[0]
    lines, _over = marked_lines(state.truth, claim)
    missed = {card for line in lines if line.note for card in line.cards}
    return ReviewedCount(
        whose=whose(Shown(state.owner, state.is_crib, state.cards, state.truth), names),
        is_crib=state.is_crib,
        cards=state.cards,
        lit=missed or {card for line in lines for card in line.cards},
        missed=missed,
        lines=lines,
        spoken=terms.count_aloud(lines),
    )


def _alternatives(decision: Decision, held: Sequence[Card]) -> list[Alternative]:
    found: list[Alternative] = []
    for row in words.in_order(decision.ranked):
        far = row.place > (found[-1].row.place if found else 0) + 1
        cells: tuple[str, ...] = (str(row.points),)
        cards = row.cards
        if decision.kind is DecisionKind.DISCARD:
            cells = (average(row.hand), average(row.crib), gain(row.play))
        else:
            cards = tuple(card for card in held if card.rank == cards[0].rank)
        win = "" if row.win is None else words.closely(row.win)
        found.append(Alternative(row, cards, far, gain(row.value), win, cells))
    return found


def _level(alternatives: Sequence[Alternative]) -> str | None:
    """Return how many games all the choices win, "" if that is not known, None if some win more than others."""
    wins = {alternative.win for alternative in alternatives}
    return wins.pop() if len(wins) == 1 else None
