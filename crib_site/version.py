"""The version of this code, as pyproject.toml has it."""

import tomllib

from django.conf import settings

VERSION: str = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
