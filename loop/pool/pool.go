// Package pool runs parts of a piece of work on resident goroutines.
//
// Who calls Run works too and takes over whatever parts nobody has begun, so it never waits for a worker to wake up. Workers look for
// more work for a while before they sleep, which makes runs that follow one another cheap. Parts are given by
// number; where work is cut must not decide what comes out, and then neither does the number of workers.
//
// It is a part of this module; package magneto is for use from outside.
package pool

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Pool is a number of workers. They begin with the first Run that has work for them, and end when the pool is closed or has become garbage. It is safe for
// concurrent use.
type Pool struct {
	workers      int
	jobs         chan *job
	start, close sync.Once
	cleanup      runtime.Cleanup // of the channel
}

// job is one Run.
type job struct {
	parts    int64
	part     func(i int) error
	next     atomic.Int64
	left     atomic.Int64
	finished chan struct{}

	mu      sync.Mutex
	failed  int // the lowest part that failed
	err     error
	trouble any // what a part panicked with
}

// New makes a pool with workers goroutines beside the callers of Run.
func New(workers int) *Pool {
	return &Pool{workers: workers, jobs: make(chan *job, workers)}
}

// begin starts the workers, which know the channel and not the pool.
func (p *Pool) begin() {
	for range p.workers {
		go work(p.jobs)
	}
	p.cleanup = runtime.AddCleanup(p, func(jobs chan *job) { close(jobs) }, p.jobs)
}

// Workers is their number, without the callers.
func (p *Pool) Workers() int { return p.workers }

// Close lets the workers end. No Run may be in progress or follow.
func (p *Pool) Close() {
	p.close.Do(func() {
		p.start.Do(func() {})
		p.cleanup.Stop()
		close(p.jobs)
	})
}

// linger is how long a worker looks for work before it sleeps, and patience how long who called Run looks for the end: to wake up takes some
// microseconds each time, as long as many kernels run.
const (
	linger   = 200 * time.Microsecond
	patience = 50 * time.Microsecond
)

func work(jobs chan *job) {
	for {
		var j *job
		for start := time.Now(); j == nil && time.Since(start) < linger; {
			select {
			case j = <-jobs:
				if j == nil {
					return // closed
				}
			default:
				runtime.Gosched()
			}
		}
		if j == nil {
			if j = <-jobs; j == nil {
				return
			}
		}
		j.run()
	}
}

// Run calls part(0) … part(parts-1), each once, in any order and on several goroutines, and returns when all are done. If
// parts fail, the error is that of the lowest; what a part panics with, Run panics with.
func (p *Pool) Run(parts int, part func(i int) error) error {
	if parts <= 1 || p.workers == 0 {
		for i := range parts {
			if err := part(i); err != nil {
				return err
			}
		}
		return nil
	}
	p.start.Do(p.begin)
	j := &job{parts: int64(parts), part: part, finished: make(chan struct{}), failed: parts}
	j.left.Store(int64(parts))
	for range min(p.workers, parts-1) {
		select {
		case p.jobs <- j:
		default: // all are busy
		}
	}
	j.run()
	for start := time.Now(); j.left.Load() > 0 && time.Since(start) < patience; {
		runtime.Gosched()
	}
	<-j.finished
	if j.trouble != nil {
		panic(j.trouble)
	}
	return j.err
}

// run takes parts until none is left to begin.
func (j *job) run() {
	for {
		i := j.next.Add(1) - 1
		if i >= j.parts {
			return
		}
		j.one(int(i))
		if j.left.Add(-1) == 0 {
			close(j.finished)
		}
	}
}

func (j *job) one(i int) {
	defer func() {
		if r := recover(); r != nil {
			j.mu.Lock()
			j.trouble = r
			j.mu.Unlock()
		}
	}()
	if err := j.part(i); err != nil {
		j.mu.Lock()
		if i < j.failed {
			j.failed, j.err = i, err
		}
		j.mu.Unlock()
	}
}
