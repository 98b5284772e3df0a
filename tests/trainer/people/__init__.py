"""Tests of `trainer.people`."""
