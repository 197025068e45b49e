"""Helpers of the capture ahead of time."""
