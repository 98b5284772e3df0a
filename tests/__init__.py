"""The tests of the cribbage trainer, a folder for each part of it."""
