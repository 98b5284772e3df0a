"""Tests of the drill "Find them all"."""
