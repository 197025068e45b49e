"""Comparing the numbers of a quantized model with those of the model that it was made of."""
