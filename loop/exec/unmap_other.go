//go:build !unix

package exec

// unmap is never called: nothing is mapped.
func unmap(memory []byte) {}
