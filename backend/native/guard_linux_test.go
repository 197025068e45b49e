package native

import (
	"golang.org/x/sys/unix"

	"github.com/magneto-go/magneto/loop/irtest"
)

// guarded gives memory that ends, or begins, at pages that may not be touched, and frees all of it.
func guarded(atEnd bool) (memory func(bytes int) []byte, free func()) {
	g := &irtest.Guarded{AtEnd: atEnd}
	return g.Allocate, g.Free
}

// untouchable is memory that may not be touched at all.
func untouchable(n int) []byte {
	m, err := unix.Mmap(-1, 0, max(n, 1), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		panic(err)
	}
	return m[:n]
}
