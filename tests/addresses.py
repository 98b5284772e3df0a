"""Every address of the site, but those of the admin, for what holds for all of them."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from game.engine.rules import Rules
from tests.game.tables import begin
from tests.trainer.people.test_merging import attempt_of, classroom_of
from trainer.models import Learner, Run


def patterns(resolver: URLResolver) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of every address below a resolver, with its parameters."""
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver) and each.namespace != "admin":
            yield from patterns(each)
        elif isinstance(each, URLPattern) and each.name:
            yield each.name, list(each.pattern.converters)


def addresses_of(learner: Learner) -> dict[str, str]:
    """Let somebody do a little of everything. Return all addresses by name, of what is there then."""
    attempt_of(learner)
    run = Run.objects.create(learner=learner, settings="count calm", seed=1, drill="count", asked="4C 5S 6D JH | 4H")
    keys = dict.fromkeys(("run", "summary", "replay", "attempt"), run.key)
    keys |= dict.fromkeys(("classroom", "choose_drill", "set_run", "begin_set"), classroom_of(learner).key)
    match = begin(learner, Rules()).key
    known = {"drill": "count", "slug": "fifteens", "day": "2026-11-21", "number": 1, "place": 1, "action": 1}
    return {
        name: reverse(name, kwargs={each: {"assignment": 1, **known}.get(each, keys.get(name, match)) for each in of})
        for name, of in patterns(get_resolver())
    }
