"""Descriptions of operators for tests that go through all of them."""
