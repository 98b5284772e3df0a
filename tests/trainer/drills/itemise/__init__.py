"""Tests of the itemising drill."""
