"""The trainer: drills, lessons and what a learner has done in them."""
