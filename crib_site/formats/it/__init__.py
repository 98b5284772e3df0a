"""Days in Italian."""
