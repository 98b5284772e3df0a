"""Analysis: what cards are worth before all are seen, and how to choose. Imports the engine only."""
