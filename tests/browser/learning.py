"""Actions of a learner by keyboard, and a history for tests to show."""

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
    """Focus a link or a button, press Enter, and wait for the page that it leads to."""
    tab_to(page, selector)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def follow(page: Page, path: str) -> None:
    """Follow the first link in the content to another page of the site."""
    press(page, f"main a[href='{path}']")
    expect(page.locator("h1")).to_be_visible()


def tick(page: Page, name: str) -> None:
    """Tick a checkbox."""
    tab_to(page, f"[name={name}]")
    page.keyboard.press("Space")
    expect(page.locator(f"[name={name}]")).to_be_checked()


def choose(page: Page, name: str, value: str) -> None:
    """Choose an option."""
    wanted = page.locator(f"[name={name}][value={value}]")
    tab_to(page, f"[name={name}]")
    for _press in range(page.locator(f"[name={name}]").count()):
        if wanted.is_checked():
            return
        page.keyboard.press("ArrowDown")
    pytest.fail(f"The arrow does not lead to {value}")


def send(page: Page, **typed: str) -> None:
    """Fill in a form, going on with Tab, and send it with Enter."""
    for name, text in typed.items():
        tab_to(page, f"[name={name}]")
        page.keyboard.type(text)
    with page.expect_navigation():
        page.keyboard.press("Enter")


# ----------------------------------------------------------------------------------------------------------- hands


def on_the_felt(page: Page) -> count_question.CountQuestion:
    """Return the hand to be counted, from the page's own link to it."""
    link = page.locator(".strip-row > a[href*='/open/']").get_attribute("href") or ""
    return count_question.read(parse_qs(urlsplit(link).query)["q"][0])


def count(page: Page, *, right: bool = True) -> None:
    """Count the current hand, or miscount it by two."""
    expect(page.locator("#claim")).to_be_focused()
    worth = count_question.mark(on_the_felt(page), "0").points
    wrong = worth - 2 if worth > 1 else worth + 2
    page.keyboard.type(str(worth if right else wrong))
    page.keyboard.press("Enter")
    expect(page.locator(f".verdict.is-{'right' if right else 'wrong'}")).to_be_visible()
    expect(page.locator("#next")).to_be_focused()


def count_all(page: Page, rights: str) -> None:
    """Count hands, "+" right and "-" wrong. Stop at the last verdict."""
    for place, sign in enumerate(rights):
        if place:
            page.keyboard.press("Enter")
            expect(page.locator("#next")).to_have_count(0)
        count(page, right=sign == "+")


def end_here(page: Page) -> None:
    """End a run whose answer is shown, and wait for its summary."""
    press(page, "button[name=end]")
    expect(page.get_by_role("heading", name="How it went")).to_be_visible()


# --------------------------------------------------------------------------------------------------------- history


def named(page: Page, url: str, name: str) -> Learner:
    """Log the page in as a new learner with a name, without hashing a password."""
    learner = sit_at(page, url)
    learner.name = name
    learner.save(update_fields=["name"])
    return learner


def with_history(page: Page, url: str) -> str:
    """Log the page in as Olga, who organises a class and has right and wrong answers in every drill.

    Return the path of a finished run of hers.
    """
    olga = named(page, url, "Olga")
    client = Client()
    client.force_login(olga)
    for drill, sample in SAMPLES.items():
        run = _answered(client, drill, sample)
        client.post(run, {"end": "1"})
    return run


def _answered(client: Client, drill: str, sample: Sample) -> str:
    """Answer the question wrong in one run and right in another. Return the path of the second."""
    answer(client, asked(sample.question, drill=drill), sample.wrong)
    return answer(client, asked(sample.question, drill=drill), sample.right)[0]
