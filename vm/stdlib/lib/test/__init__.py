"""What CPython's own tests import."""
