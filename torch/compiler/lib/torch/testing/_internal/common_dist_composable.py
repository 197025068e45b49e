"""Modules for tests of several processes."""
