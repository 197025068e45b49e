"""The parts of module inspect."""
