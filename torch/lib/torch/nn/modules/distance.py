"""Distances."""
from .misc import CosineSimilarity, PairwiseDistance
