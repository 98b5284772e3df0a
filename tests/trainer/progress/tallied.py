"""Adding an answer to the tallies in the database, as a run does."""

from trainer.drills.questions import Marking
from trainer.models import Attempt
from trainer.progress import tallies


def add(attempt: Attempt, marking: Marking, rates: tallies.LearnerRates) -> tallies.LearnerRates:
    """Add a rated answer whose time counts unless it is too long, and return the updated rates."""
    update = tallies.tally_update(attempt, marking, rates, timed=tallies.is_timed(attempt, rates))
    update.add()
    return update.rates
