"""Go or play: the rules of go, thirty-one, the last card and who leads."""
