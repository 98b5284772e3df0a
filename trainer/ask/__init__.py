"""Hands and positions that somebody types in to have them explained."""
