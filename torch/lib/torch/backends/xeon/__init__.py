"""Launching on Xeon machines."""
