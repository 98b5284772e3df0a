"""Find them all: the cards of every combination."""
