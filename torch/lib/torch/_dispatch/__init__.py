"""The dispatcher as scripts know it."""
