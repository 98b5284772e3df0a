"""Tests of the commands of the game."""
