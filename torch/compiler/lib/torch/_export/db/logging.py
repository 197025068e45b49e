"""Texts about the examples of the database."""

__all__ = ["exportdb_error_message"]


def exportdb_error_message(case_name):
    """Where an example is described; no text outside of the documentation's builds."""
    return ""
