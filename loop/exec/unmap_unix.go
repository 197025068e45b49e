//go:build unix

package exec

import "golang.org/x/sys/unix"

func unmap(memory []byte) {
	if err := unix.Munmap(memory); err != nil {
		panic("exec: " + err.Error()) // the mapping is ours and whole
	}
}
