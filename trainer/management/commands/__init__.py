"""The trainer's commands."""
