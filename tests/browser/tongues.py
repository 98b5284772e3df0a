"""How a page stands in another language, beside the same page in English."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.conf import settings
from playwright.sync_api import Page

from tests.browser.eyes import OPEN_ALL, SIDEWAYS
from tests.browser.geometry import SCREENS, on
from tests.languages.catalogues import Catalogue, texts

_MEASURED = """() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    const seen = element => element.checkVisibility({ visibilityProperty: true })
        && element.getBoundingClientRect().width > 1 && !element.closest('.visually-hidden, .symbols, .skip, option');
    const path = element => {
        const steps = [];
        for (; element && element !== document.body; element = element.parentElement) {
            const own = [...element.parentElement.children].indexOf(element);
            steps.unshift(`${element.tagName.toLowerCase()}${own}`);
        }
        return steps.join('/');
    };
    const words = element => [...element.childNodes].filter(node => node.nodeType === 3 && node.data.trim());
    const rects = element => {
        const found = [];
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            if (!node.data.trim() || !seen(node.parentElement)) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            found.push(...range.getClientRects());
        }
        return found.filter(box => box.width > 0);
    };
    const lines = element => {
        let last = -Infinity, count = 0;
        for (const box of rects(element).sort((one, other) => one.top - other.top)) {
            if (box.top > last - 3) count += 1;
            last = Math.max(last, box.bottom);
        }
        return count;
    };
    const told = element => {
        const name = element.id ? `#${element.id}` : element.className && !element.ownerSVGElement
            ? `.${[...element.classList].join('.')}` : '';
        const text = element.textContent.replace(/\\s+/g, ' ').trim().slice(0, 70);
        return `${element.tagName.toLowerCase()}${name} “${text}”`;
    };
    const part = element => ({ path: path(element), told: told(element) });
    const all = selector => [...document.querySelectorAll(selector)].filter(seen);
    const labels = 'button, .button, .chip, .pills a, nav a, .bar > p, .verdict strong';
    const spills = element => {
        const box = element.getBoundingClientRect(), style = getComputedStyle(element);
        if (style.display === 'inline' || element.ownerSVGElement) return false;
        const clips = style.overflowX !== 'visible' && !/auto|scroll/.test(style.overflowX);
        if (clips && element.scrollWidth > element.clientWidth + 1) return true;
        return rects(element).some(one => one.right > box.right + 1.5 || one.left < box.left - 1.5);
    };
    const drawn = element => {
        const box = element.getBoundingClientRect(), frame = element.ownerSVGElement.getBoundingClientRect();
        if (box.right > frame.right + 2 || box.left < frame.left - 2) return true;
        return [...element.ownerSVGElement.querySelectorAll('text')].some(other => {
            const its = other.getBoundingClientRect();
            return other !== element && Math.min(its.right, box.right) - Math.max(its.left, box.left) > 1
                && Math.min(its.bottom, box.bottom) - Math.max(its.top, box.top) > 4;
        });
    };
    const high = window.innerHeight;
    const kept = '.card, .pick, .pad, #ask :is(button, input), #act button, #next, #on, main .button';
    return {
        lang: document.documentElement.lang,
        lines: all(labels).map(element => ({ ...part(element), lines: lines(element) })),
        spilt: [...all('body *').filter(words).filter(element => words(element).length && spills(element)),
            ...all('svg text').filter(drawn)].map(part),
        below: all(kept).filter(element => element.getBoundingClientRect().bottom > high + 0.5).map(part),
        there: all(kept).map(path),
        high: document.documentElement.scrollHeight,
    };
}"""
"""What a language changes about a page: lines of labels, what leaves its box or the first screen."""

_SAID = """() => {
    const words = [];
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode;
        if (parentElement.closest('script, style, [translate=no]')) continue;
        words.push([parentElement.closest('[lang]').lang, data.replace(/\\s+/g, ' ').trim()]);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], meta[name=description]')) {
        for (const name of ['aria-label', 'title', 'placeholder', 'content']) {
            const data = element.getAttribute(name);
            if (data) words.push([element.closest('[lang]').lang, data.replace(/\\s+/g, ' ').trim()]);
        }
    }
    return words.filter(([_, data]) => data);
}"""
"""All that a page says, to eyes and ears, each with its language."""
_BROKEN = re.compile(r"%\(|\{\{|&\w+;|\bNone\b|\bNaN\b|\bundefined\b")
_WORD = re.compile(r"[^\W\d_]{3,}")
_PLACE = re.compile(r"%\(\w+\)s")


def speak(page: Page, language: str) -> None:
    """Load the page again in a language."""
    host = page.evaluate("location.origin")
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": host}])
    page.reload()


def _measured(page: Page, language: str) -> list[dict[str, Any]]:
    speak(page, language)
    found: list[dict[str, Any]] = [page.evaluate(_MEASURED) for _screen in on(page, *SCREENS)]
    page.evaluate(OPEN_ALL)
    for each, _screen in zip(found, on(page, *SCREENS), strict=True):
        each["sideways"] = page.evaluate(SIDEWAYS)
    return found


def strains(page: Page, *languages: str) -> Iterator[str]:
    """Yield what is worse on the page in each language than in English, and leave it in English."""
    models = _measured(page, "en")
    for language in languages:
        for (wide, _high), model, own in zip(SCREENS, models, _measured(page, language), strict=True):
            if own["lang"] != language:
                yield f"{language} {wide} lang: html says {own['lang']}"
            for fault in _worse(model, own):
                yield f"{language} {wide} {fault}"
    speak(page, "en")


def _worse(model: dict[str, Any], own: dict[str, Any]) -> Iterator[str]:
    yield from (f"sideways: {' '.join(told.split())}" for told in own["sideways"])
    lines = {one["path"]: one["lines"] for one in model["lines"]}
    for one in own["lines"]:
        if one["lines"] > lines.get(one["path"], one["lines"]) == 1:
            yield f"lines: {one['lines']} in {one['told']}"
    for kind in ("spilt", "below"):
        known = {one["path"] for one in model[kind]}
        for one in own[kind]:
            if one["path"] not in known and (kind == "spilt" or one["path"] in model["there"]):
                yield f"{kind}: {one['told']}"


def unspoken(page: Page, language: str) -> list[str]:
    """Return what the page says in English, though there are words for it, and what is broken."""
    said = [words for code, words in page.evaluate(_SAID) if code == language]
    assert said, page.url
    return [words for words in said if _is_amiss(words, language)]


def english_in(text: str, language: str) -> list[str]:
    """Return the lines of a mail that are in English, or broken."""
    return [line for line in text.splitlines() if _is_amiss(line.strip(), language)]


@cache
def _is_amiss(words: str, language: str) -> bool:
    return bool(_english(language).fullmatch(words) or _BROKEN.search(words))


@cache
def _english(language: str) -> re.Pattern[str]:
    """Match each English message that a language says otherwise, whole, with anything in its places."""
    entries = Catalogue(language).entries
    same = {text for entry in entries for text in texts(entry)}
    english = {text for entry in entries for text in (entry.msgid, entry.msgid_plural)} - same
    parts = [_PLACE.split(text) for text in sorted(english) if "<" not in text]
    # A single word, or a few letters between places, may be of any language: "Figure", "To %(name)s".
    telling = [each for each in parts if len(_WORD.findall(" ".join(each))) > 1]
    return re.compile("|".join(".+".join(map(re.escape, each)) for each in telling))
