"""Template tags of the trainer."""
