"""Archives of exported programs."""
