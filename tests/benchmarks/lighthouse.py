"""Print what Lighthouse says of six pages on its phone: `python -m tests.benchmarks.lighthouse PROGRAM`.

PROGRAM is its command line, as `npm install lighthouse` gives it in `node_modules/.bin/lighthouse`. The site runs as
`manage.py serve` starts it. Each page is looked at three times; the best is printed, since a busy machine only slows.
A look that fails is repeated: on a busy machine the trace may lack the page's beginning.
"""

import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path
from shutil import which
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.output import say
from tests.server import Database, Site, running

KINDS = ("performance", "accessibility", "best-practices", "seo")
ROUNDS = 3
TRIES = 5
WAIT = 120_000
"""How long a page may take to load, in milliseconds."""
CHROME = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"

Report = dict[str, Any]


def main() -> None:
    """Look at the pages, and print a table of their scores and of the bytes that they sent."""
    parser = argparse.ArgumentParser(description="Print what Lighthouse says of six pages.")
    parser.add_argument("program", help="Lighthouse's command line")
    program = parser.parse_args().program
    browser = which("chromium") or which("chromium-headless-shell")
    assert browser, "a browser is needed"
    with tempfile.TemporaryDirectory() as data, running(Site(Database(Path(data)))) as site:
        url = f"http://127.0.0.1:{site.port}"
        with sync_playwright() as playwright:
            page = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page()
            addresses = _addresses(page, url)
            session = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
        say(f"| page | {' | '.join(KINDS)} | KiB |")
        say("|---|" + "---|" * (len(KINDS) + 1))
        for name, address in addresses.items():
            reports = [_report(program, browser, address, session) for _round in range(ROUNDS)]
            best = max(reports, key=lambda report: sum(_scores(report)))
            scores = " | ".join(f"{score:.0f}" for score in _scores(best))
            say(f"| {name} | {scores} | {_bytes(best) / 1024:.0f} |")
            for fault in _faults(best):
                say(f"  {fault}")


def _addresses(page: Page, url: str) -> dict[str, str]:
    """Bring a guest so far that every page has something to show."""
    page.goto(f"{url}/drills/count/start/")
    page.evaluate("document.querySelector('#ask [name=claim], #ask [name=answer]').form.noValidate = true")
    page.locator("#claim").evaluate("box => { box.value = '28'; }")
    page.locator("#claim").evaluate("box => box.form.requestSubmit(box.form.querySelector('button[name=answer]'))")
    page.locator("#next").wait_for()
    wrong = page.url
    page.goto(f"{url}/drills/count/start/")
    return {
        "home": f"{url}/",
        "Practise": f"{url}/drills/",
        "a question": page.url,
        "a wrong answer": wrong,
        "a lesson's step": _first_step(page, url),
        "progress": f"{url}/progress/",
    }


def _first_step(page: Page, url: str) -> str:
    page.goto(f"{url}/lessons/")
    lesson = page.locator("main a[href^='/lessons/']").first.get_attribute("href")
    return f"{url}{lesson}1/"


def _report(program: str, browser: str, address: str, session: str) -> Report:
    """Look at a page until a look has not failed."""
    faults = []
    for _try in range(TRIES):
        report, fault = _look(program, browser, address, session)
        if report:
            return report
        faults.append(fault)
    raise SystemExit(f"{address} could not be looked at: {'; '.join(faults)}")


def _look(program: str, browser: str, address: str, session: str) -> tuple[Report | None, str]:
    """Look at a page once. Return the report, or None and why there is none."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:  # through a pipe a long report comes cut off
        command = [program, address, "--output=json", f"--output-path={file.name}", "--quiet"]
        command += [f"--only-categories={','.join(KINDS)}", f"--max-wait-for-load={WAIT}", f"--chrome-flags={CHROME}"]
        command += [f"--extra-headers={json.dumps({'Cookie': session})}"]
        told = subprocess.run(command, env={**os.environ, "CHROME_PATH": browser}, capture_output=True, check=False)
        written = file.read()
    if not written:
        return None, told.stderr.decode().strip() or f"it ended with {told.returncode}"
    report: Report = json.loads(written)
    error = report.get("runtimeError") or _failed(report)
    return (None, str(error)) if error else (report, "")


def _failed(report: Report) -> str:
    """Return why an audit that counts has failed, or nothing."""
    audits = report["audits"]
    asked = {ref["id"] for kind in KINDS for ref in report["categories"][kind]["auditRefs"] if ref["weight"]}
    return next((audits[name].get("errorMessage", "") for name in asked if audits[name].get("errorMessage")), "")


def _scores(report: Report) -> list[float]:
    return [100 * (report["categories"][kind]["score"] or 0) for kind in KINDS]


def _bytes(report: Report) -> int:
    requests = report["audits"]["network-requests"]["details"]["items"]
    return sum(request.get("transferSize", 0) for request in requests)


def _faults(report: Report) -> list[str]:
    audits = report["audits"]
    asked = {ref["id"] for kind in KINDS[1:] for ref in report["categories"][kind]["auditRefs"] if ref["weight"]}
    return [f"{name}: {audits[name]['title']}" for name in sorted(asked) if audits[name]["score"] == 0]


if __name__ == "__main__":
    main()
