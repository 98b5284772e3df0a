"""Tests of `trainer.drills`."""
