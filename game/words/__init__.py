"""The codes of engine and strategy as translated sentences."""
