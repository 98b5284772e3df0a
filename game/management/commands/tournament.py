"""`manage.py tournament --seats expert,club`: play bots against each other and print their results."""

from argparse import ArgumentTypeError
from math import isnan
from multiprocessing import Pool
from os import cpu_count
from time import perf_counter
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy
from tqdm import tqdm

from game.engine.rules import Rules, RulesError
from game.management.output import GameCommand, level_from, unusable, whole
from game.numbers import whole_number
from game.strategy.levels import Level
from game.strategy.tournament import DealPart, Estimate, Plan, PlayedGame, Report, play_game, report, schedule
from game.words import terms

_PARTS = {
    DealPart.HEELS: pgettext_lazy("part of a deal", "heels"),
    DealPart.PEGGING: pgettext_lazy("part of a deal", "pegging"),
    DealPart.HAND: pgettext_lazy("part of a deal", "hand"),
    DealPart.CRIB: pgettext_lazy("part of a deal", "crib"),
}
_ALWAYS = (DealPart.PEGGING, DealPart.HAND)


class Command(GameCommand):
    """Play a tournament."""

    help = _("Plays bots against each other and tells what each earns, wins and loses.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Add who plays, how many games, and under which rules."""
        super().add_arguments(parser)
        parser.add_argument("--seats", required=True, help=_("the level in each seat, such as expert,club"))
        parser.add_argument("--sides", type=whole, help=_("how many sides they make; without it each plays alone"))
        parser.add_argument("--target", type=whole, default=121, help=_("the points that win"))
        parser.add_argument("--games", type=_number, default=200, help=_("how many games"))
        parser.add_argument("--seed", type=whole, default=1, help=_("the same seed deals the same cards again"))
        parser.add_argument("--deals", type=_number, help=_("stop every game after so many deals, undecided"))
        parser.add_argument(
            "--duplicate", action="store_true", help=_("deal the same cards again until every bot has held every hand")
        )

    def handle(self, *, seats: str, sides: int | None, target: int, json: bool, **options: Any) -> None:
        """Play and print."""
        levels = [level_from(name) for name in seats.split(",")]
        try:
            rules = Rules(seats=len(levels), sides=len(levels) if sides is None else sides, target=target)
        except RulesError as error:
            raise unusable(terms.rules_fault(error.reason)) from error
        games = options["games"]
        if options["duplicate"]:
            games += -games % len(levels)
        seated = schedule(rules, levels, Plan(games, options["seed"], options["duplicate"], options["deals"]))
        begun = perf_counter()
        played: list[PlayedGame] = []
        with Pool(min(cpu_count() or 1, games)) as pool:
            played += tqdm(pool.imap_unordered(play_game, seated), total=games, unit=_("games"), disable=None)
        played.sort(key=lambda game: (game.seated.seed, game.seated.entrants))
        seconds = perf_counter() - begun
        found = report(played)
        if json:
            self.write_json(_as_json(found, levels, seconds))
        else:
            self._print(found, levels, seconds)

    def _print(self, found: Report, levels: list[Level], seconds: float) -> None:
        self.stdout.write(_("Points a deal, by place from the dealer’s left, in the first four deals of a game:"))
        self._print_places(found.places, len(levels))
        for number, (level, result) in enumerate(zip(levels, found.results, strict=True), 1):
            self.stdout.write("")
            self.stdout.write(f"{number}. {terms.level_name(level)}")
            shares = {"won": _percent(result.won), "ahead": _points(result.ahead), "skunked": result.skunked}
            if found.decided:
                told = _("games won %(won)s, ahead by %(ahead)s points, skunked: %(skunked)s")
                self.stdout.write("   " + told % shares)
            self._print_places(result.earned, len(levels))
        self.stdout.write("")
        if found.decided:
            self.stdout.write(_("The first dealer’s side wins %(share)s.") % {"share": _percent(found.first_dealer)})
        self.stdout.write(
            _("%(games)s games, %(decisions)s decisions in %(seconds)s s: %(rate)s decisions a second")
            % {
                "games": found.games,
                "decisions": found.decisions,
                "seconds": f"{seconds:.1f}",
                "rate": f"{found.decisions / seconds:.0f}",
            }
        )

    def _print_places(self, earned: dict[tuple[int, DealPart], Estimate], seats: int) -> None:
        for place in range(seats):
            of_place = {part: earned[place, part] for part in DealPart if (place, part) in earned}
            if not of_place:
                continue
            who = _("dealer") if place == seats - 1 else _("place %(place)s") % {"place": place + 1}
            given = {part: estimate for part, estimate in of_place.items() if estimate.mean or part in _ALWAYS}
            parts = "  ".join(f"{_PARTS[part]} {_points(estimate)}" for part, estimate in given.items())
            whole = f"{pgettext('part of a deal', 'all')} {sum(estimate.mean for estimate in of_place.values()):.2f}"
            self.stdout.write(f"   {who:<9} {parts}  {whole}  (n {of_place[DealPart.HAND].number})")


def _number(text: str) -> int:
    number = whole_number(text, of=range(1, 1_000_001))
    if number is None:
        raise ArgumentTypeError(_("a whole number from 1 to 1,000,000 is wanted"))
    return number


def _percent(estimate: Estimate) -> str:
    return f"{estimate.mean:.1%}" + ("" if isnan(estimate.margin) else f" ± {estimate.margin:.1%}")


def _points(estimate: Estimate) -> str:
    return f"{estimate.mean:.2f}" + ("" if isnan(estimate.margin) else f" ± {estimate.margin:.2f}")


def _as_json(found: Report, levels: list[Level], seconds: float) -> dict[str, object]:
    return {
        "games": found.games,
        "decided": found.decided,
        "seconds": round(seconds, 3),
        "decisions": found.decisions,
        "decisions_per_second": round(found.decisions / seconds, 1),
        "first_dealer": _estimate(found.first_dealer),
        "places": _places(found.places, len(levels)),
        "bots": [
            {
                "level": level,
                "won": _estimate(result.won),
                "ahead": _estimate(result.ahead),
                "skunked": result.skunked,
                "places": _places(result.earned, len(levels)),
            }
            for level, result in zip(levels, found.results, strict=True)
        ],
    }


def _places(earned: dict[tuple[int, DealPart], Estimate], seats: int) -> list[dict[str, object]]:
    """Return the places in which full deals were played. With few games a bot has not sat everywhere."""
    return [
        {
            "place": place + 1,
            "dealer": place == seats - 1,
            **{part: _estimate(earned[place, part]) for part in DealPart if (place, part) in earned},
        }
        for place in range(seats)
        if (place, DealPart.HAND) in earned
    ]


def _estimate(estimate: Estimate) -> dict[str, object]:
    """Return an estimate for JSON. Values that too few games leave unknown are null."""
    mean, margin = (None if isnan(value) else value for value in (estimate.mean, estimate.margin))
    return {"mean": mean, "margin": margin, "n": estimate.number}
