package irtest

import (
	"golang.org/x/sys/unix"
)

// Guarded allocates memory that ends, or begins, at a page that may not be touched. Free unmaps all of it.
type Guarded struct {
	AtEnd bool
	maps  [][]byte
}

const page = 4096

// Allocate is an Allocate.
func (g *Guarded) Allocate(n int) []byte {
	size := (n + page - 1) &^ (page - 1)
	m, err := unix.Mmap(-1, 0, size+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		panic(err)
	}
	g.maps = append(g.maps, m)
	for _, guard := range [][]byte{m[:page], m[page+size:]} {
		if err := unix.Mprotect(guard, unix.PROT_NONE); err != nil {
			panic(err)
		}
	}
	if g.AtEnd {
		return m[page+size-n : page+size]
	}
	return m[page : page+n]
}

// Free unmaps.
func (g *Guarded) Free() {
	for _, m := range g.maps {
		unix.Munmap(m)
	}
	g.maps = nil
}
