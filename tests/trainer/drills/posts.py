"""What a test sends to a drill's page, and what it may send: each drill's sample is made of these."""

from collections.abc import Mapping
from dataclasses import dataclass

from game.engine.cards import Card

Post = Mapping[str, str | list[str]]
Posts = tuple[Post, ...]
"""Forms that are sent one after the other; the button that is pressed is among the fields of each."""

SEND = {"answer": "1"}


@dataclass(frozen=True)
class Sample:
    """A question, and what is posted one after the other for a right answer and for a wrong one."""

    question: str
    right: Posts
    wrong: Posts


@dataclass(frozen=True)
class Answers:
    """What may be sent in answer to any question, and words in which a page tells the truth to whoever was wrong."""

    right: Posts
    wrong: tuple[Posts, ...]
    truth: str


def typed(text: object) -> Posts:
    """What is sent when this is typed."""
    return ({"claim": str(text), **SEND},)


def chosen(choice: str) -> Posts:
    """What is sent when this is chosen."""
    return ({"choice": choice, **SEND},)


def tapped(cards: tuple[Card, ...]) -> Posts:
    """What is sent when these cards are tapped."""
    return ({"card": list(map(str, cards)), **SEND},)
