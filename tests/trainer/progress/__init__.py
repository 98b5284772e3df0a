"""Tests of `trainer.progress`."""
