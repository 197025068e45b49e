package stdlib

import (
	"syscall"
	"time"
)

// What the modules need of the system and systems give differently.

// fileTimes are when a file was read, written and changed.
func fileTimes(st *syscall.Stat_t) [3]syscall.Timespec {
	return [3]syscall.Timespec{st.Atim, st.Mtim, st.Ctim}
}

// setFileTimes makes all of them t.
func setFileTimes(st *syscall.Stat_t, t syscall.Timespec) { st.Atim, st.Mtim, st.Ctim = t, t, t }

func access(path string, mode uint32) error { return syscall.Access(path, mode) }

func pipe(fds []int) error { return syscall.Pipe2(fds, syscall.O_CLOEXEC) }

// redirect makes descriptor to another one of what from is; keep leaves it open in programs that are started.
func redirect(from, to int, keep bool) error {
	flags := syscall.O_CLOEXEC
	if keep {
		flags = 0
	}
	return syscall.Dup3(from, to, flags)
}

// fileSystem is the size of a block and the numbers of blocks, of free ones and of those free for users.
func fileSystem(path string) (numbers [4]int64, err error) {
	var st syscall.Statfs_t
	err = syscall.Statfs(path, &st)
	return [4]int64{int64(st.Bsize), int64(st.Blocks), int64(st.Bfree), int64(st.Bavail)}, err
}

// cpuTime is the processor time that the process has taken.
func cpuTime() time.Duration {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return time.Since(started)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
