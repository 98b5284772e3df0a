"""Tests of the count drill."""
