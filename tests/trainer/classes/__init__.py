"""Tests of `trainer.classes`."""
