"""Tests of the drill "Spot the muggins"."""
