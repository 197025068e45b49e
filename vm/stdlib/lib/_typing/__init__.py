"""The parts of module typing."""
