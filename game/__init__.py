"""The game of cribbage: its rules (engine), how it is played well (strategy), and the table where people play it."""
