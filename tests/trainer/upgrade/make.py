"""Make `database.json`: a small database of the version before runs had one column for each meaning.

The tests do not run this. It was run once, in a checkout of commit 787471c, with an empty database:

    CRIB_DATA=$(mktemp -d) python make.py database.json

Everything is done through the site's own pages, as in a browser.
"""

import json
import os
import re
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import django

sys.path.insert(0, str(Path.cwd()))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crib_site.settings")
django.setup()

from django.apps import apps  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core import serializers  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from game.engine.cards import parse_cards  # noqa: E402
from game.engine.scoring import show  # noqa: E402

LEFT_OUT = {"auth", "contenttypes", "sessions", "admin"}
HAND = "4C 5S 6D JH | 4H"


def rows(name: str) -> Any:
    """Return the rows of one of the trainer's models."""
    return apps.get_model("trainer", name).objects


def open_question(browser: Client, drill: str, question: str) -> str:
    """Return the address of a new calm run that asks this question."""
    return str(browser.get(f"/drills/{drill}/open/", {"q": question})["Location"])


def open_run(browser: Client, drill: str, **chosen: str) -> str:
    """Return the address of a new run."""
    return str(browser.get(f"/drills/{drill}/start/", chosen)["Location"])


def post(browser: Client, address: str, **fields: Any) -> str:
    """Post a form. Return the address of the run afterwards."""
    response = browser.post(address, fields)
    assert response.status_code in {200, 302}, (response.status_code, address, fields)
    form = re.search(r'action="(/runs/[^"]+)"', response.content.decode())
    return str(response.headers.get("Location") or (form and form[1]) or address)


def run_at(address: str) -> Any:
    """Return the run at an address."""
    return rows("Run").get(key=address.split("/")[2])


def scores_of(text: str) -> Any:
    """Return what scores in a question of the counting drill."""
    crib = text.startswith("crib ")
    hand, _bar, starter = text.removeprefix("crib ").partition("|")
    return show(parse_cards(hand), parse_cards(starter)[0], crib)


def count(browser: Client, address: str, *, right: bool) -> None:
    """Count the hand that is asked."""
    run = run_at(address)
    points = sum(score.points for score in scores_of(run.asked))
    post(browser, address, number=run.number, answer="1", claim=points if right else points + 3)


def go_on(browser: Client, address: str) -> None:
    """Ask for the next question."""
    post(browser, address, number=run_at(address).number, next="1")


def begin(browser: Client, address: str) -> str:
    """Begin a run with a hint; it is stored before any answer."""
    return post(browser, address, number=0, hint="1")


def counts(browser: Client, address: str, answers: str) -> str:
    """Begin a run of the counting drill, and answer right (r) and wrong (w), going on after each."""
    address = begin(browser, address)
    for one in answers:
        if run_at(address).stage == "shown":
            go_on(browser, address)
        count(browser, address, right=one == "r")
    return address


# ------------------------------------------------------------------------------------------------------- practice


def practise(browser: Client) -> None:
    """Make runs of every mode, finished and unfinished."""
    calm = counts(browser, open_run(browser, "count"), "rwr")
    post(browser, calm, number=3, end="1")
    missed = counts(browser, open_run(browser, "count", kind="crib"), "wrww")
    post(browser, missed, number=4, end="1")
    counts(browser, open_run(browser, "count", mode="sprint", seconds="180"), "rrw")
    paused = counts(browser, open_run(browser, "count", mode="sprint", seconds="300"), "r")
    post(browser, paused, pause="1")
    streak = counts(browser, open_run(browser, "count", mode="streak", weak="on"), "rr")
    go_on(browser, streak)
    post(browser, streak, number=2, skip="1")
    counts(browser, open_run(browser, "count", mode="clock", seconds="30"), "rw")
    replayed = post(browser, f"/runs/{missed.split('/')[2]}/replay/")
    count(browser, replayed, right=False)
    go_on(browser, replayed)
    hunts(browser)
    steps(browser)
    discards(browser)


def hunts(browser: Client) -> None:
    """Make hunts: one with a find, one given up, and one left for the next question."""
    for left in ("hunt", "shown", "ask"):
        address = begin(browser, open_run(browser, "count", find="on", kind="hand"))
        while len(scores_of(run_at(address).asked)) < 2:
            count(browser, address, right=True)
            go_on(browser, address)
        count(browser, address, right=False)
        run = run_at(address)
        first = scores_of(run.asked)[0]
        post(browser, address, number=run.number, find="1", card=[str(card) for card in first.cards])
        assert run_at(address).found
        if left != "hunt":
            post(browser, address, number=run.number, show="1")
        if left == "ask":
            go_on(browser, address)
        assert run_at(address).stage == left


def steps(browser: Client) -> None:
    """Make an unfinished answer of several steps."""
    address = open_question(browser, "find", HAND)
    address = post(browser, address, number=0, card=["5S", "JH"], claim="2", step="claim")
    address = post(browser, address, number=0, card=["4C", "4H"], claim="2", step="claim")
    assert len(run_at(address).found) == 2


def discards(browser: Client) -> None:
    """Make runs of the drill that was called layaway: one right, one wrong, one round with options, one finished."""
    first = open_question(browser, "layaway", "2H 3C 9S TD JD QH as pone of 2")
    first = post(browser, first, number=0, answer="1", card=["2H", "3C"])
    go_on(browser, first)
    second = open_question(browser, "layaway", "2H 3C 9S TD JD QH as pone of 2")
    second = post(browser, second, number=0, card=["9S", "QH"])
    post(browser, second, number=1, end="1")
    begin(browser, open_run(browser, "layaway", mode="round", seats="2", place="dealer"))
    going = begin(browser, open_run(browser, "layaway", mode="calm", end="on", weak="on"))
    assert run_at(going).settings.startswith("layaway calm")


# ----------------------------------------------------------------------------------- lessons, recall, days, classes


def learn(browser: Client) -> None:
    """Make lessons in which a question with a hint was left for another, with unfinished and finished checks."""
    for slug in ("fifteens", "what-to-keep"):
        first, second, *others = [place for place in range(1, 30) if _asks(browser, slug, place)]
        _screen(browser, slug, first, hint="1")
        _screen(browser, slug, second, answer="1", card=_two(browser, slug, second))
        _screen(browser, slug, others[0], hint="1")
        _screen(browser, slug, others[1], hint="1")
    check = post(browser, "/lessons/fifteens/check/")
    run = run_at(check)
    post(browser, check, number=run.number, hint="1")
    _answer_wrongly(browser, check)
    go_on(browser, check)
    other = post(browser, "/lessons/what-to-keep/check/")
    _answer_wrongly(browser, other)
    go_on(browser, other)


def _asks(browser: Client, slug: str, place: int) -> bool:
    response = browser.get(f"/lessons/{slug}/{place}/")
    return response.status_code == 200 and 'name="since"' in response.content.decode()


def _screen(browser: Client, slug: str, place: int, **fields: Any) -> None:
    page = browser.get(f"/lessons/{slug}/{place}/").content.decode()
    since = re.search(r'name="since" value="([^"]+)"', page)
    assert since, (slug, place)
    post(browser, f"/lessons/{slug}/{place}/", since=since[1], **fields)


def _two(browser: Client, slug: str, place: int) -> list[str]:
    page = browser.get(f"/lessons/{slug}/{place}/").content.decode()
    return re.findall(r'name="card" value="(\w+)"', page)[:2]


def _answer_wrongly(browser: Client, address: str) -> None:
    """Post what any drill accepts until it is answered; the first cards are seldom right."""
    run = run_at(address)
    cards = re.findall(r'name="card" value="(\w+)"', browser.get(address).content.decode())
    tries: list[dict[str, Any]] = [
        {"answer": "-"},
        *({"answer": "1", "card": cards[:number], "claim": "0"} for number in (2, 1, 3)),
    ]
    for sent in tries:
        post(browser, address, number=run.number, **sent)
        if run_at(address).stage != "ask":
            return
    raise RuntimeError(run.asked)


def remember(browser: Client) -> None:
    """Make a recall run with one answer, which asks the next question."""
    rows("Recall").update(due_at=rows("Run").earliest("asked_at").asked_at)
    going = post(browser, "/recall/")
    run = run_at(going)
    assert run.known
    assert run.recalled
    post(browser, going, number=0, hint="1")
    _answer_wrongly(browser, going)
    go_on(browser, going)
    run = run_at(going)
    assert run.known
    assert (bool(run.queue), run.number, run.drill) == (True, 1, "count")


def meet(organiser: Client, member: Client) -> None:
    """Make a class with assignments, one of them begun."""
    post(organiser, "/classes/", name="Thursday")
    classroom = rows("Classroom").get()
    page, until = f"/classes/{classroom.key}/set/", (datetime.now(UTC) + timedelta(days=300)).date().isoformat()
    post(organiser, f"{page}layaway/", mode="round", seats="2", until=until)
    post(organiser, f"{page}count/", mode="sprint", sprint="60", until=until)
    post(member, f"/classes/join/{classroom.code}/", code=classroom.code, called="Ben", shares="on")
    for assignment in rows("Assignment").all():
        begun = member.get(f"/classes/{classroom.key}/begin/{assignment.pk}/")["Location"]
        begin(member, begun)


def play(browser: Client) -> None:
    """Make a game in the play, after the cut and the discards."""
    table = post(browser, "/games/new/", preset="tournament", level="casual")
    for _ in range(12):
        page = browser.get(table).content.decode()
        number = re.findall(r'name="number" value="(\d+\.\d+)"', page)[0]
        if 'id="go-on"' in page:
            post(browser, table, number=number, say="next")
        elif place := re.search(r'id="place"[^>]* min="(\d+)"', page):
            post(browser, table, number=number, say=place[1])
        elif away := re.search(r'id="lay-away" data-away="(\d)"', page):
            cards = re.findall(r'id="card-(\w+)"', page)[: int(away[1])]
            post(browser, table, number=number, say=cards)
        elif cards := re.findall(r'id="card-(\w+)"(?![^>]*aria-disabled)', page):
            post(browser, table, number=number, say=cards[0])


def main() -> None:
    """Make everything and write it to a file."""
    settings.ALLOWED_HOSTS = ["testserver"]
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    call_command("migrate", verbosity=0)
    guest, account = Client(), Client()
    secret = "seven-of-hearts-9"
    post(account, "/account/signup/", name="Ann", password=secret, again=secret)
    practise(guest)
    learn(guest)
    remember(guest)
    play(guest)
    discards(account)
    for browser in (guest, account):
        daily = counts(browser, browser.get("/daily/begin/")["Location"], "rw")
        go_on(browser, daily)
    meet(account, guest)
    assert rows("Learner").filter(name="Ann").count() == 1
    assert rows("Learner").count() == 2
    kept: list[Any] = [model for model in apps.get_models() if model._meta.app_label not in LEFT_OUT]
    found = [row for model in kept for row in model.objects.order_by("pk")]
    lines = [json.dumps(row, default=str) for row in serializers.serialize("python", found)]
    Path(sys.argv[1]).write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
