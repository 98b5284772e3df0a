"""Tests of `trainer.ask`."""
