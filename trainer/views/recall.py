"""The recall page: what is due, the forecast, and the start of a recall run."""

from collections import Counter

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from game.visitors import VisitorRequest
from trainer.models import Recall, Run
from trainer.people import accounts, zones
from trainer.practice import service
from trainer.practice import summary_words as words
from trainer.practice.pages import question_url
from trainer.practice.state import AskedQuestion, Sitting
from trainer.progress import recall as recalls
from trainer.progress.recall import RecallForecast

_LIMITS = {"a_day": recalls.MAX_PER_DAY, "new": recalls.NEW_PER_DAY}
_LAST = 10
"""The most retired items that are listed."""
_WIDTH, _HEAD, _BAR, _FOOT = 336, 16, 80, 40
"""Width of the chart, space above its bars, longest bar, and space below, in SVG units."""
_LEAST, _NAMED = 7, 9
"""The fewest days drawn, and the most that have room for their weekdays."""


@require_http_methods(["GET", "HEAD", "POST"])
def recall(request: VisitorRequest) -> HttpResponse:
    """Show what is due and the forecast; a POST redirects to today's recall run, which it begins if necessary."""
    learner, now = accounts.learner_of(request), timezone.now()
    going: Run | Sitting | None = recalls.run_in_progress(learner, now) if learner else None
    if request.method == "POST":
        if learner and going is None:
            going = service.begin(learner, recalls.SETTINGS, items=recalls.due(learner, now))
        return redirect("run", going.key) if going else redirect("recall")
    if learner is None:
        return render(request, "trainer/progress/recall.html", _LIMITS)
    forecast = recalls.forecast(learner, now)
    items = [] if going else recalls.due_items(learner, now)
    coming = recalls.again_today(learner, now) if forecast.days[0][1] else None
    context = {
        "going": going,
        "due": Counter(map(words.recalled_drill, items)).most_common(),
        "first": _pictured(items[0]) if items else None,
        "forecast": forecast,
        **_LIMITS,
        "retired": [_retired(item) for item in recalls.last_retired(learner, _LAST)],
        "again_at": zones.clock_time(coming) if coming else "",
        "later": forecast.waiting - forecast.now,
        "missed": recalls.missed_today(learner, now),
        **ahead(forecast),
    }
    return render(request, "trainer/progress/recall.html", context)


def _pictured(item: Recall) -> dict[str, object]:
    """Return what a question asks, its cards, and its starter, for the template."""
    asked = AskedQuestion(item.drill, item.question)
    hand, starter = words.hand_and_starter(item)
    return {"title": asked.definition.title(asked.question), "hand": hand, "starter": starter}


def ahead(forecast: RecallForecast) -> dict[str, object]:
    """Return the coming days for the template: each a bar of the chart and a row of the table."""
    today = forecast.days[0][0]
    most = max(number for _, number in forecast.days) or 1
    drawn_days = max([_LEAST, *(place for place, (_, number) in enumerate(forecast.days, 1) if number)])
    step = _WIDTH // drawn_days
    bar = step * 3 // 4
    days = []
    for place, (day, number) in enumerate(forecast.days):
        height = round(_BAR * number / most)
        x, y = step * place + (step - bar) // 2, _HEAD + _BAR - height
        drawn = {"x": x, "y": y, "height": height, "middle": step * place + step // 2, "label": y - 4}
        weekday = _("Today") if day == today else date_format(day, "D")
        days.append(
            {
                "name": words.day(day, today),
                "date": day.day,
                "weekday": weekday if drawn_days <= _NAMED else "",
                "number": number,
                **drawn,
            }
        )
    coming = next((each for each in days if each["number"]), None)
    after = next((each for each in days[1:] if each["number"]), None)
    return {
        "days": days,
        "drawn": days[:drawn_days],
        "several": sum(bool(each["number"]) for each in days[:drawn_days]) > 1,
        "next": coming,
        "after": after,
        "chart": (_WIDTH, _HEAD + _BAR + _FOOT),
        "base": _HEAD + _BAR,
        "bar": bar,
    }


def _retired(item: Recall) -> dict[str, object]:
    return {
        "drill": words.recalled_drill(item),
        "groups": words.shown(AskedQuestion(item.drill, item.question)),
        "link": question_url(item.drill, item.question),
    }
