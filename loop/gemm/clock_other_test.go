//go:build !linux

package gemm

import "time"

var begin = time.Now()

// threadTime is the time since the start, where that of the thread cannot be had.
func threadTime() time.Duration { return time.Since(begin) }
