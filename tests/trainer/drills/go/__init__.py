"""Tests of the drill of go."""
