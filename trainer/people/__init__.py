"""People: guests and accounts, merging one into the other, preferences, exports."""
