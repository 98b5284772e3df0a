#!/usr/bin/env python
"""The command line of the cribbage trainer."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run one command. A wrong setting is one sentence on standard error, and neither it nor Ctrl-C is a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crib_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)  # what a shell expects of Ctrl-C


if __name__ == "__main__":
    main()
