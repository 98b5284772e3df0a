"""The rules of cribbage. Standard library only: no framework, no translated text, no clock and no random numbers."""
