package ops

import (
	"os"
	"runtime"
	"strconv"

	"github.com/magneto-go/magneto/loop/pool"
)

// Threads is how many goroutines kernels are cut up for: those of SetThreads, else OMP_NUM_THREADS, else as many as processors. What they
// compute does not depend on it.
func (ctx *Context) Threads() int {
	if ctx.threads == 0 {
		ctx.threads = runtime.GOMAXPROCS(0)
		if n, err := strconv.Atoi(os.Getenv("OMP_NUM_THREADS")); err == nil && n > 0 {
			ctx.threads = n
		}
	}
	return ctx.threads
}

// SetThreads changes their number, at least 1.
func (ctx *Context) SetThreads(n int) {
	ctx.threads = n
	if ctx.engines == nil {
		return
	}
	ctx.engines.compiler.SetWorkers(workersFor(n)) // calls in progress end with the workers that they have begun with
}

// workersFor is the pool of that many threads, the caller among them; nil for the caller alone.
func workersFor(threads int) *pool.Pool {
	if threads <= 1 {
		return nil
	}
	return pool.New(threads - 1)
}

// inParts calls f for all of 0 … n, in parts of at least least, on several goroutines where there are workers.
func (ctx *Context) inParts(n, least int, f func(from, to int)) {
	workers := ctx.engine().compiler.Workers()
	parts := n / least
	if workers == nil || parts < 2 {
		f(0, n)
		return
	}
	parts = min(parts, 4*(workers.Workers()+1))
	if err := workers.Run(parts, func(i int) error {
		f(i*n/parts, (i+1)*n/parts)
		return nil
	}); err != nil {
		throwRuntime("%v", err)
	}
}
