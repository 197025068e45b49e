package stdlib

import (
	"os"
	"syscall"
	"time"
)

// fileTimes are when a file was read, written and changed.
func fileTimes(st *syscall.Stat_t) [3]syscall.Timespec {
	return [3]syscall.Timespec{{Sec: st.Atime, Nsec: st.AtimeNsec}, {Sec: st.Mtime, Nsec: st.MtimeNsec}, {Sec: st.Ctime, Nsec: st.CtimeNsec}}
}

// setFileTimes makes all of them t.
func setFileTimes(st *syscall.Stat_t, t syscall.Timespec) {
	st.Atime, st.AtimeNsec, st.Mtime, st.MtimeNsec, st.Ctime, st.CtimeNsec = t.Sec, t.Nsec, t.Sec, t.Nsec, t.Sec, t.Nsec
}

// access says whether a file exists; the host does not tell more.
func access(path string, _ uint32) error {
	_, err := os.Stat(path)
	return err
}

func pipe([]int) error { return syscall.ENOSYS }

func redirect(int, int, bool) error { return syscall.ENOSYS }

func fileSystem(string) (numbers [4]int64, err error) { return numbers, syscall.ENOSYS }

// cpuTime is the time since the start: the host does not tell the processor's.
func cpuTime() time.Duration { return time.Since(started) }
