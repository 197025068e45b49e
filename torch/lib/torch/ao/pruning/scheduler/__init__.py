"""How sparse weights become over time."""
