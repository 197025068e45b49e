package numpy

// mapping is a file in memory, see the Python class memmap.
type mapping struct{ path string }
