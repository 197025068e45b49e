"""Which elements of weights are kept."""
