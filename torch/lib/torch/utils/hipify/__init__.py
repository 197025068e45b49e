"""Translating sources from CUDA to HIP."""
