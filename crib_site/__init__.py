"""The site: settings, addresses and the server that brings trainer and game to a browser."""
