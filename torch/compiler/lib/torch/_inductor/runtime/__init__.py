"""Where the inductor keeps files."""
