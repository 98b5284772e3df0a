"""Commands that look after the site."""
