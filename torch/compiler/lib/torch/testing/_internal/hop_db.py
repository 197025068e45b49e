"""Operators that take functions, for tests: none are recorded."""

hop_db = []
