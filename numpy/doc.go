// Package numpy is what a script imports as numpy: arrays over the storage of tensors, scalars, universal functions,
// random generators and printing in Go, and the rest in the Python subset (lib/), loaded on first use.
//
// An array is sizes, strides and an offset, counted in elements, over memory that it may share with tensors. Strides may
// be negative. Elementwise functions work in one of four domains (int64, uint64, float64, complex128): a chunk of each
// operand is converted on loading, computed, and rounded or wrapped on storing, so that a function is written once for all
// types. Large dense arrays go to the kernels of the operator table instead where these compute the same.
//
// Promotion is that of numpy 2: Python's numbers are weak.
package numpy
