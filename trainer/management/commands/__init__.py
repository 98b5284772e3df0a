"""Commands of manage.py that the trainer adds."""
