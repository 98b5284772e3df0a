"""Tests of the tap drill."""
