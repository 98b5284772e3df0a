"""All randomness from one seed, so that what is drawn can be repeated."""

import secrets
from random import Random

import pytest


def seed(patch: pytest.MonkeyPatch, text: str) -> None:
    """Let `secrets` draw from a generator seeded with this text, as long as the patch lasts."""
    chance = Random(text)
    patch.setattr(secrets, "token_bytes", lambda size=32: chance.randbytes(size))
    patch.setattr(secrets, "randbits", chance.getrandbits)
    patch.setattr(secrets, "choice", chance.choice)
    patch.setattr(secrets, "SystemRandom", lambda: chance)
