"""Discard: which cards to give to the crib."""
