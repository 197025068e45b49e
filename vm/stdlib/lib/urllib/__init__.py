"""Addresses of the web: see urllib.parse. There is no network access here."""
