"""Tests of the rules drill."""
