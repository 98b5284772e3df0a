"""The drills: each poses a question from a seed and marks an answer. Pure: no database, no clock, no words."""
