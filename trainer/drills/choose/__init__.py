"""Choose the card: which card to play."""
