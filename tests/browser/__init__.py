"""Tests in a real browser, as a person uses the site."""
