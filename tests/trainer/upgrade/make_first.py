"""Make `first.json`: a database with answers from before there were runs, carried over to the version of `make.py`.

The tests do not run this. It was run once, twice on one empty database: in a checkout of commit deaa8a5 it answers as
two guests, and after that in one of commit 787471c it migrates, goes on as one of them, and writes the file.

    export CRIB_DATA=$(mktemp -d)
    python make_first.py               # in the first
    python make_first.py first.json    # in the second
"""

import json
import os
import sys
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
from django.core.signing import Signer  # noqa: E402
from django.test import Client  # noqa: E402

ANSWERS = ("right right wrong right wrong right", "wrong right")


def answer_without_runs(browser: Client, right: bool) -> None:
    """Count a hand on the page of the first version."""
    from trainer.drills import counting  # type: ignore[attr-defined]  # of that version

    address = browser.get("/count/")["Location"]
    seed = Signer(salt="trainer.count").unsign_object(address.split("/")[2])[0]
    points = sum(score.points for score in counting.pose(seed).scores)
    browser.post(address, {"claim": points if right else points + 3})


def go_on() -> None:
    """Answer twice more as the second guest, in a run."""
    browser = Client()
    browser.force_login(apps.get_model("trainer", "Learner").objects.order_by("pk")[1])
    address = browser.get("/drills/count/start/")["Location"]
    run = browser.post(address, {"number": 0, "claim": 30}, follow=True).redirect_chain[-1][0]
    browser.post(run, {"number": 1, "next": "1"})
    browser.post(run, {"number": 1, "claim": 30})


def main() -> None:
    """Carry out the first part, or with a file's name the second."""
    settings.ALLOWED_HOSTS = ["testserver"]
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    call_command("migrate", verbosity=0)
    if len(sys.argv) == 1:
        for answers in ANSWERS:
            browser = Client()
            for word in answers.split():
                answer_without_runs(browser, word == "right")
        return
    go_on()
    kept: list[Any] = list(apps.get_app_config("trainer").get_models())
    found = [row for model in kept for row in model.objects.order_by("pk")]
    lines = [json.dumps(row, default=str) for row in serializers.serialize("python", found)]
    Path(sys.argv[1]).write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
