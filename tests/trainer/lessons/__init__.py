"""Tests of `trainer.lessons`."""
