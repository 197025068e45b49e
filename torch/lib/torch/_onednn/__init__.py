"""Tensors of the layout of MKL-DNN: dense ones behind a wrapper whose elements only the operators of that library reach."""
