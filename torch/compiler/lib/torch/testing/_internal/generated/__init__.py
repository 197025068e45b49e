"""Generated lists."""
