"""The sample answered rightly by keyboard."""

from tests.browser.keys import first_choice

play = first_choice
