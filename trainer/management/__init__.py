"""What the trainer does from the command line."""
