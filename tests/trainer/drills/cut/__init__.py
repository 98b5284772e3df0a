"""Tests of the drill "The cut changes it"."""
