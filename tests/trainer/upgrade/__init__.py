"""Tests of migrations with a database of an earlier version."""
