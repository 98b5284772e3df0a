"""Tests of the site around the pages: its commands, its backups, how it is deployed."""
