"""Whether memory that nobody has filled is filled while deterministic algorithms are on."""

fill_uninitialized_memory = True
