"""Functions in Python for what is native elsewhere. The tracer has its own."""
