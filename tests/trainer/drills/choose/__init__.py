"""Tests of the choosing drill."""
