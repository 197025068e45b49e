"""Named dimensions."""
