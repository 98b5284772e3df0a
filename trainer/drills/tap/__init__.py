"""Tap it: the cards of one combination, or that there is none."""
