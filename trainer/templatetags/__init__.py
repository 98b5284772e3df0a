"""Tags that the trainer’s templates use."""
