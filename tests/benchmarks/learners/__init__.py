"""What the trainer feeds scripted learners: whether it finds what they miss, and what practice does for them."""
