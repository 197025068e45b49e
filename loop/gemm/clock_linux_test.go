package gemm

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime is the processor time of this thread: what other work takes away does not count. The goroutine must be locked to it.
func threadTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
