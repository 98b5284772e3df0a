"""What a new password may be: long, of any signs, and nothing that guessers try first."""

import pytest
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError

from tests.words import assert_all_marked
from trainer.models import Learner

ANNA = Learner(name="Anna Karenina", public_name="Silver Fox", email="anna@example.org")


def refused(password: str) -> list[str]:
    """Return the reasons why Anna may not have this password."""
    try:
        validate_password(password, ANNA)
    except ValidationError as error:
        return list(error.messages)
    return []


@pytest.mark.parametrize(
    "password",
    [
        "fifteen two and a pair",
        "correct horse battery",
        "seventeen of them",
        "pegging out in the rain",
        "        my  own        ",
        "8462 9137 5520",
        "ABCXYZ-LMNOP",
        "длинный пароль",
        "🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪🂫🂭",
        "the quick brown fox jumps over it" * 2,
        "ab cd " * 21,
    ],
)
def test_what_is_long_is_taken_whatever_its_signs(password: str) -> None:
    assert refused(password) == []


@pytest.mark.parametrize("password", ["", "his nobs", "Tr0ub4dor&3", "x1!aB9$kQ7%"])
def test_what_is_short_is_not(password: str) -> None:
    assert "at least 12 characters" in " ".join(refused(password))


@pytest.mark.parametrize(
    "password",
    [
        "cribbage2026",
        "Cribbage-Trainer",
        "cribbagecribbage",
        "crib!crib!crib!",
        "pegging 12345",
        "password1234",
        "PASSWORD....",
        "passwordpassword",
        "1234iloveyou",
        "letmein!letmein!",
    ],
)
def test_what_is_tried_first_is_not(password: str) -> None:
    assert "guessers try first" in " ".join(refused(password)) or "too common" in " ".join(refused(password))


@pytest.mark.parametrize(
    "password", ["123456789012", "210987654321", "xyxyxyxyxyxy", "abcdefghijklm", "poiuytrewqpo", "!!!!!!!!!!!!"]
)
def test_a_series_or_a_repetition_is_not(password: str) -> None:
    assert refused(password)


@pytest.mark.parametrize("password", ["Anna Karenina", "silver fox 12", "annakarenina1"])
def test_ones_own_names_are_not(password: str) -> None:
    assert "too similar" in " ".join(refused(password))


@pytest.mark.usefixtures("pseudo_language")
def test_all_words_are_marked() -> None:
    assert_all_marked(" ".join(refused("cribbage2026") + refused("xyxyxyxyxyxy") + password_validators_help_texts()))
