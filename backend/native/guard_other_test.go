//go:build !linux

package native

// guarded gives plain memory: only on Linux are there pages that may not be touched.
func guarded(bool) (memory func(bytes int) []byte, free func()) {
	return func(n int) []byte { return make([]byte, n) }, func() {}
}
