"""A database of an earlier time is brought up to date."""
