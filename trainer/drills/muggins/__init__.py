"""Spot the muggins: whether somebody's count is right, and what the hand is worth."""
