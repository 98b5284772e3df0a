#!/usr/bin/env python
"""The command line of the cribbage trainer."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run one command. A wrong setting is one sentence on standard error; Ctrl-C and a closed pipe are no traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crib_site.settings")
    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)  # what a shell expects of Ctrl-C
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


if __name__ == "__main__":
    main()
