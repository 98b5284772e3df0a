"""Days in Italian: "1 novembre 2026", without a 0 before the 1."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y H:i"
