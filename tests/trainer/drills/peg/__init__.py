"""Tests of the pegging drill."""
