package exec

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapPages maps n bytes at a multiple of the huge page and asks for huge pages. whole is the mapping, nil if the memory is Go's.
func mapPages(n int) (whole, memory []byte) {
	whole, err := unix.Mmap(-1, 0, (n+hugePage-1)&^(hugePage-1)+hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, make([]byte, n)
	}
	at := -uintptr(unsafe.Pointer(&whole[0])) & (hugePage - 1)
	// Without huge pages it is slower, no more.
	_ = unix.Madvise(whole, unix.MADV_HUGEPAGE)
	return whole, whole[at : at+uintptr(n) : at+uintptr(n)]
}
