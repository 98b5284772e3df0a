"""Thinking: what cards are worth before they are seen, and what to do about it. Imports the engine only."""
