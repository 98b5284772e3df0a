"""The version of this code, as pyproject.toml has it."""

import tomllib

from django.conf import settings
from django.http import HttpRequest

VERSION: str = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def version(_request: HttpRequest) -> dict[str, str]:
    """Give templates `version`, for the foot of every page."""
    return {"version": VERSION}
