"""Compilers of graphs, by name."""
