"""Algorithms on top of collectives, and wrappers of modules for training."""
