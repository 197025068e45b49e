"""Wrappers that keep less for backward."""
