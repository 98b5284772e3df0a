"""Classes: a join code, runs that are set, and what an organiser sees."""
