//go:build unix

package numpy

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapWhole maps a file: for reading, for writing, or (c) so that writes stay in memory.
func mapWhole(path string, size int, mode string) (*mapping, error) {
	flag, prot, kind := os.O_RDONLY, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE
	if mode == "r+" || mode == "w+" {
		flag, kind = os.O_RDWR, unix.MAP_SHARED
	}
	f, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size == 0 {
		return &mapping{sync: func() error { return nil }}, nil
	}
	data, err := unix.Mmap(int(f.Fd()), 0, size, prot, kind)
	if err != nil {
		return nil, err
	}
	return &mapping{data, func() error {
		if kind == unix.MAP_PRIVATE {
			return nil
		}
		return unix.Msync(data, unix.MS_SYNC)
	}}, nil
}
