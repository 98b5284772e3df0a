"""Management commands of the trainer."""
