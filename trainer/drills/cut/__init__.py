"""The drill "The cut changes it"."""
