"""Quantising the graphs of models."""
