"""Tests of the trainer: drills, and the pages that pose them."""
