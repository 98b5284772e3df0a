"""The sample answered rightly by keyboard."""

from tests.browser.keys import typed

play = typed("15")
