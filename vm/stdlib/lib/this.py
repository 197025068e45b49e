"""A module that does nothing; its import shows that the library is there."""
