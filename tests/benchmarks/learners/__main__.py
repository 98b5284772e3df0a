"""Print what the trainer does for scripted learners.

Called as `python -m tests.benchmarks.learners [--seeds N] [--first N] [PART ...]`. Every learner has a seed, so that
the figures are the same each time. The parts: named, slow, even, cured, share, memory, recall, seen.
"""

import argparse
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from multiprocessing import Pool
from typing import TypeVar

import django

from tests.benchmarks.output import say

_Given = TypeVar("_Given")
_Found = TypeVar("_Found")


def _all(work: Callable[[_Given], _Found], given: Iterable[_Given]) -> list[_Found]:
    """Return the results of some work, done in as many processes as there are processors."""
    with Pool() as pool:
        return pool.map(work, list(given), chunksize=1)


@dataclass(frozen=True)
class Chosen:
    """The seeds of the learners, and whether they are dealt to as in calm practice, or get the plain mix."""

    seeds: range
    personal: bool


def named(chosen: Chosen) -> None:
    """Print after how many answers each misconception is named first."""
    from tests.benchmarks.learners.misconceptions import ERROR, MISCONCEPTIONS
    from tests.benchmarks.learners.trials import LONGEST, middle, named_after_all

    say(f"Named first, wrong in {ERROR:.0%} of what invites it: answers, median and most of {len(chosen.seeds)} seeds")
    found = _all(named_after_all, [(place, chosen.seeds, chosen.personal) for place in range(len(MISCONCEPTIONS))])
    for one, answers in zip(MISCONCEPTIONS, found, strict=True):
        never = sum(number is None for number in answers)
        most = max((number for number in answers if number), default=0)
        say(f"  {one.name:<40} {middle(answers):6.0f} {most:6} {f'not within {LONGEST}: {never}' if never else ''}")


def even(chosen: Chosen) -> None:
    """Print in how many learners without a weakness something is named."""
    from tests.benchmarks.learners.trials import EVEN, LONGEST, even_named

    say(f"Learners without a weakness: something named within {LONGEST} answers, of {len(chosen.seeds)} seeds")
    for one, told in zip(
        EVEN, _all(even_named, [(place, chosen.seeds, chosen.personal) for place in range(len(EVEN))]), strict=True
    ):
        wrong = sum(share for _, share in told) / len(chosen.seeds)
        say(f"  {one.drill:<6} {one.name:<18} {wrong:6.1%} wrong: {sum(first is not None for first, _ in told):3}")


def cured(chosen: Chosen) -> None:
    """Print how long a cured misconception stays on the list, with the plain mix and behind the button."""
    from tests.benchmarks.learners.misconceptions import MISCONCEPTIONS
    from tests.benchmarks.learners.trials import CURED_AT, WATCHED, cured_after_all, middle

    say(f"Cured at answer {CURED_AT}: listed then, off after (median), still listed after {WATCHED}; by the button so")
    found = _all(cured_after_all, [(place, chosen.seeds, chosen.personal) for place in range(len(MISCONCEPTIONS))])
    for one, (by_mix, by_button) in zip(MISCONCEPTIONS, found, strict=True):
        line = f"  {one.name:<40}"
        for told in (by_mix, by_button):
            off = [answers for answers, _ in told if answers is not None]
            line += f" {len(off):4} {middle(off) if off else 0:6.0f} {sum(still for _, still in told):4}   "
        say(line)


def share(_chosen: Chosen) -> None:
    """Print how often questions ask for each skill in the plain mix, and behind the button that practises it."""
    from tests.benchmarks.learners.shares import shares_of
    from trainer.drills.registry import DRILLS

    say("Questions that ask for a skill: plain mix, and behind the button")
    for found in _all(shares_of, DRILLS):
        for skill, drill, mixed, practised in found:
            fine = practised >= min(0.5, 5 * mixed)
            say(f"  {drill:<9} {skill:<28} {mixed:7.1%} {practised:7.1%} {'' if fine else 'TOO FEW'}")


def memory(chosen: Chosen) -> None:
    """Print what sixty days of practice do, by policy, compared with the plain mix."""
    from tests.benchmarks.learners.memory import DAYS, MODELS, POLICIES, SECONDS_A_DAY, learned_as, most

    some = chosen.seeds[:8]
    jobs = [(model, policy, seed) for seed in some for model in MODELS for policy in POLICIES]
    found = dict(zip(jobs, _all(learned_as, jobs), strict=True))
    say(f"Right counts a minute on days {DAYS}, {SECONDS_A_DAY // 60} minutes a day, seeds {some[0]} to {some[-1]}")
    for model in MODELS:
        plain = [found[model, "plain", seed] for seed in some]
        usual = [sum(day) / len(some) for day in zip(*plain, strict=True)]
        say(f"  {model:<12} plain            " + "".join(f"{each:8.2f}" for each in usual))
        by_policy = {policy: [found[model, policy, seed] for seed in some] for policy in POLICIES}
        by_policy["no practice more"] = [[most(model, seed)] * (len(DAYS) + 1) for seed in some]
        for policy, by_seed in by_policy.items():
            above = [
                sum(mine[day] / other[day] - 1 for mine, other in zip(by_seed, plain, strict=True)) / len(some)
                for day in range(1, len(DAYS) + 1)
            ]
            say(f"  {model:<12} {policy:<16}         " + "".join(f"{each:+8.1%}" for each in above))


def slow(chosen: Chosen) -> None:
    """Print after how many answers somebody slow at hands of many items is told so, and how often others are."""
    from tests.benchmarks.learners.trials import LONGEST, MANY, SLOWER, middle, slow_named

    answers = _all(slow_named, [(seed, SLOWER) for seed in chosen.seeds])
    even = _all(slow_named, [(seed, 1.0) for seed in chosen.seeds])
    most = max((number for number in answers if number), default=0)
    say(f"{SLOWER} times as long for {MANY} items and more: named after {middle(answers):.0f} (median), {most} (most)")
    say(f"  not within {LONGEST}: {answers.count(None)} of {len(chosen.seeds)}; something slow named of others: "
        f"{len(chosen.seeds) - even.count(None)} of {len(chosen.seeds)}")  # fmt: skip


def recall(chosen: Chosen) -> None:
    """Print what recall does to somebody who counts sixty hands a day for sixty days."""
    from tests.benchmarks.site import temporary_site

    with temporary_site():
        from tests.benchmarks.learners.returning import DAYS, HANDS, returned

        say(f"Recall, {HANDS} hands a day, {DAYS} days: days late (mean, most), reviews a day, days on which told and "
            "asked differ, waiting after 10, 30 and 60 days")  # fmt: skip
        for wrong in (0.05, 0.1, 0.2):
            for seed in chosen.seeds[:3]:
                found = returned(round(1000 * wrong) + seed, wrong)
                differ = sum(told != asked for told, asked in found.told)
                waiting = [found.waiting[day] for day in (9, 29, 59)]
                say(f"  {wrong:4.0%} wrong: {sum(found.late) / len(found.late):5.2f} {max(found.late):5.2f} "
                    f"{len(found.late) / DAYS:6.1f} {differ:4} {waiting}")  # fmt: skip


def seen(chosen: Chosen) -> None:
    """Print how often fewer errors than the week before are told, and how often that is told falsely."""
    from tests.benchmarks.learners import weeks

    many = range(chosen.seeds.start, chosen.seeds.start + max(len(chosen.seeds), 1000))
    jobs = [(answers, wrong, many) for wrong in weeks.WRONG for answers in weeks.ANSWERS]
    say(f"{weeks.FEWER:.0%} fewer errors than the week before: told so, and told falsely, of {len(many)} seeds; and "
        f"what the best test sees that tells {weeks.FALSELY:.0%} falsely")  # fmt: skip
    for (answers, wrong, _), (better, same) in zip(jobs, _all(weeks.told_shares, jobs), strict=True):
        best = weeks.best_power(answers, wrong)
        say(f"  {wrong:4.0%} wrong, {answers:5} answers a week: {better:6.1%} {same:6.1%} {best:6.1%}")
    for wrong in weeks.WRONG:
        least = weeks.least_answers(wrong)
        say(f"  {wrong:4.0%} wrong: with fewer than {least} answers a week no test sees it in {weeks.SEEN:.0%}")


PARTS = {part.__name__: part for part in (named, slow, even, cured, share, memory, recall, seen)}


def main() -> None:
    """Print the parts asked for, or all."""
    parser = argparse.ArgumentParser(description="Print what the trainer does for scripted learners.")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[])
    parser.add_argument("--personal", action="store_true", help="named, even, cured: deal as calm practice does")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crib_site.settings")
    os.environ.setdefault("CRIB_DEBUG", "1")
    django.setup()
    for part in given.parts or PARTS:
        PARTS[part](Chosen(range(given.first, given.first + given.seeds), given.personal))


if __name__ == "__main__":
    main()
