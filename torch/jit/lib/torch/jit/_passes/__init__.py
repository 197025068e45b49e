"""Passes over graphs of scripts that are written in Python."""
