"""Practice: runs of questions, from their settings to their summary. `service` alone writes runs and answers."""
