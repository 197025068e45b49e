"""Tools that passes share."""
