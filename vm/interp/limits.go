package interp

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/magneto-go/magneto/vm/object"
)

// Limits bound a run from outside; 0 is no limit. A program that hits one ends with a LimitError: no handler, finally
// clause or exit handler of its own runs.
type Limits struct {
	Memory int64         // bytes of live objects and stacks
	Time   time.Duration // from SetLimits on
	Steps  int64         // calls, and jumps back to the start of a loop
}

// LimitError ends a program that has hit a limit. It is no Python exception.
type LimitError struct {
	Limit string // the limit and its value
	File  string // where the program was, "" if it was in no function, or in one of the library that has not come back
	Line  int
	Func  string
}

func (e *LimitError) Error() string {
	if e.File == "" {
		return e.Limit + " reached"
	}
	return fmt.Sprintf("%s reached at %s, line %d, in %s", e.Limit, e.File, e.Line, e.Func)
}

const (
	// patience is the time that a program has to notice that it has hit a limit; a library function that runs longer
	// is not waited for.
	patience = time.Second
	// sampling is the time between looks at the memory in use.
	sampling = 10 * time.Millisecond
)

// StopError ends a program that Stop has ended, as a LimitError does.
type StopError struct {
	Cause error
	LimitError
}

func (e *StopError) Error() string {
	e.Limit = e.Cause.Error()
	return e.LimitError.Error()
}

func (e *StopError) Unwrap() error { return e.Cause }

// Stop ends what a machine runs, with cause, from any goroutine, and the processes that it has started. What it runs next ends at once until Resume is called.
func Stop(th *object.Thread, cause error) {
	m := MachineOf(th)
	m.limits.stopped.Store(&cause)
	interrupt(th)
	for _, child := range m.Family().children(m) {
		Stop(child.Main(), cause)
	}
}

// Resume lets a machine run again after Stop.
func Resume(th *object.Thread) { MachineOf(th).limits.stopped.Store(nil) }

// limitState is the state of the limits that are set.
type limitState struct {
	hit             atomic.Pointer[string] // the limit that has been hit
	stopped         atomic.Pointer[error]  // see Stop
	steps, maxSteps int64
}

// SetLimits sets the limits of the program that is about to run. stop is called from another goroutine if the program is
// in a library function and does not end by itself.
func SetLimits(th *object.Thread, l Limits, stop func(*LimitError)) {
	hit := func(limit string) {
		if !MachineOf(th).limits.hit.CompareAndSwap(nil, &limit) {
			return
		}
		interrupt(th)
		time.AfterFunc(patience, func() { stop(&LimitError{Limit: limit}) })
	}
	if l.Steps > 0 {
		MachineOf(th).limits.maxSteps = l.Steps
		RequestPoll(th)
	}
	if l.Time > 0 {
		time.AfterFunc(l.Time, func() { hit(fmt.Sprintf("time limit of %v", l.Time)) })
	}
	if l.Memory > 0 {
		limit := "memory limit of " + formatBytes(l.Memory)
		th.Machine.LimitLength(int(l.Memory), func(th *object.Thread) error { return limitError(th, limit) })
		go watchMemory(l.Memory, func() { hit(limit) })
	}
}

// interrupt asks for a call of pollLimits and ends waits.
func interrupt(th *object.Thread) {
	RequestPoll(th)
	select {
	case MachineOf(th).wake <- struct{}{}:
	default:
	}
}

// pollLimits is called at every step while steps are counted, and once a limit has been hit until the program ends.
func pollLimits(th *object.Thread) error {
	if cause := MachineOf(th).limits.stopped.Load(); cause != nil {
		RequestPoll(th)
		return &StopError{*cause, *limitError(th, "")}
	}
	if limit := MachineOf(th).limits.hit.Load(); limit != nil {
		RequestPoll(th) // a library function may lose the error
		return limitError(th, *limit)
	}
	if MachineOf(th).limits.maxSteps == 0 {
		return nil
	}
	RequestPoll(th)
	if MachineOf(th).limits.steps++; MachineOf(th).limits.steps > MachineOf(th).limits.maxSteps {
		limit := fmt.Sprintf("limit of %d steps", MachineOf(th).limits.maxSteps)
		MachineOf(th).limits.hit.Store(&limit)
		return limitError(th, limit)
	}
	return nil
}

// limitError is the error for a limit, with the place in the program.
func limitError(th *object.Thread, limit string) *LimitError {
	e := &LimitError{Limit: limit}
	if f := of(th).current; f != nil && f.code != nil {
		e.File, e.Line, e.Func = f.code.Filename, f.Line(), f.code.Name
	}
	return e
}

// watchMemory calls exceeded when more than limit bytes are in use and a garbage collection does not help.
func watchMemory(limit int64, exceeded func()) {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	inUse := func() int64 {
		metrics.Read(samples)
		return int64(samples[0].Value.Uint64() + samples[1].Value.Uint64())
	}
	for range time.Tick(sampling) {
		if inUse() <= limit {
			continue
		}
		if runtime.GC(); inUse() > limit {
			exceeded()
			return
		}
	}
}

// formatBytes writes a size with the largest unit that divides it.
func formatBytes(n int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1 << 40, "TiB"}, {1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n%unit.size == 0 {
			return fmt.Sprintf("%d %s", n/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}
