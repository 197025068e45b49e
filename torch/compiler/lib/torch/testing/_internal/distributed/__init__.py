"""Groups of processes for tests."""
