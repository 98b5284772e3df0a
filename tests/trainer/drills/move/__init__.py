"""Tests of the move drill."""
