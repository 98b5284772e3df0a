"""What somebody who learns does with a keyboard and nothing else, and a history for them to look back at."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.browser.games import sit_at
from tests.browser.keys import tab_to
from tests.trainer.drills.posts import Sample
from tests.trainer.drills.samples import SAMPLES, answer, asked
from trainer.drills.count import question as count_question
from trainer.models import Learner

PASSWORD = "fifteen two and a pair"

# ------------------------------------------------------------------------------------------------------------ keys


def press(page: Page, selector: str) -> None:
    """Go to a link or a button, press Enter, and be on the page to which it leads."""
    tab_to(page, selector)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def follow(page: Page, path: str) -> None:
    """Go to another page of the site by the first link to it in the content."""
    press(page, f"main a[href='{path}']")
    expect(page.locator("h1")).to_be_visible()


def tick(page: Page, name: str) -> None:
    """Tick a box."""
    tab_to(page, f"[name={name}]")
    page.keyboard.press("Space")
    expect(page.locator(f"[name={name}]")).to_be_checked()


def choose(page: Page, name: str, value: str) -> None:
    """Choose one of several."""
    wanted = page.locator(f"[name={name}][value={value}]")
    tab_to(page, f"[name={name}]")
    for _press in range(page.locator(f"[name={name}]").count()):
        if wanted.is_checked():
            return
        page.keyboard.press("ArrowDown")
    pytest.fail(f"The arrow does not lead to {value}")


def send(page: Page, **typed: str) -> None:
    """Fill in a form, Tab by Tab, and send it by Enter."""
    for name, text in typed.items():
        tab_to(page, f"[name={name}]")
        page.keyboard.type(text)
    with page.expect_navigation():
        page.keyboard.press("Enter")


# ----------------------------------------------------------------------------------------------------------- hands


def on_the_felt(page: Page) -> count_question.CountQuestion:
    """The hand that is to be counted, as the page's own link to it says."""
    link = page.locator(".tools a[href*='/open/']").get_attribute("href") or ""
    return count_question.read(parse_qs(urlsplit(link).query)["q"][0])


def count(page: Page, *, right: bool = True) -> None:
    """Count the hand that is asked, or miscount it by two."""
    expect(page.locator("#claim")).to_be_focused()
    worth = count_question.mark(on_the_felt(page), "0").points
    wrong = worth - 2 if worth > 1 else worth + 2
    page.keyboard.type(str(worth if right else wrong))
    page.keyboard.press("Enter")
    expect(page.locator(f".verdict.is-{'right' if right else 'wrong'}")).to_be_visible()
    expect(page.locator("#next")).to_be_focused()


def count_all(page: Page, rights: str) -> None:
    """Count hand after hand: "+" rightly, "-" wrongly. The last verdict is left standing."""
    for place, sign in enumerate(rights):
        if place:
            page.keyboard.press("Enter")
            expect(page.locator("#next")).to_have_count(0)
        count(page, right=sign == "+")


def end_here(page: Page) -> None:
    """End a run whose answer is shown; its summary comes."""
    press(page, "button[name=end]")
    expect(page.get_by_role("heading", name="How it went")).to_be_visible()


# --------------------------------------------------------------------------------------------------------- history


def named(page: Page, url: str, name: str) -> Learner:
    """Let the page be that of somebody with a name, without the slow making of a password."""
    learner = sit_at(page, url)
    learner.name = name
    learner.save(update_fields=["name"])
    return learner


def with_history(page: Page, url: str) -> str:
    """Let the page be that of an organiser, Olga, who answered something of every drill, right and wrong; the path of a
    run of hers that is over."""
    olga = named(page, url, "Olga")
    client = Client()
    client.force_login(olga)
    for drill, sample in SAMPLES.items():
        run = _answered(client, drill, sample)
        client.post(run, {"end": "1"})
    return run


def _answered(client: Client, drill: str, sample: Sample) -> str:
    """The path of a run in which the question was missed, and of another in which it was not."""
    answer(client, asked(sample.question, drill=drill), sample.wrong)
    return answer(client, asked(sample.question, drill=drill), sample.right)[0]
