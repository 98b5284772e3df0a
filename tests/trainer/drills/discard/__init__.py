"""Tests of the discard drill."""
