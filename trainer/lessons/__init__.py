"""Lessons: text files that hold words and cards, and what the program makes of them."""
