"""Tests of the strategy."""
