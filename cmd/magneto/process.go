package main

import (
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// What belongs to the process and not to a machine: its end, signals, and the garbage collector.

// newMachine is the main thread of the machine that has the process to itself.
func newMachine(seed *uint64) *object.Thread {
	debug.SetMaxStack(2 << 30)
	debug.SetGCPercent(firstPercent)
	runtime.SetFinalizer(&collection{time.Now(), leastHeadroom}, pace)
	var world interp.World
	if seed != nil {
		world.Seeds = interp.NewSeeds(*seed)
	}
	m := interp.NewMachineIn(world)
	m.Exit = os.Exit
	m.OwnsProcess()
	m.Listen = listener(m.Main())
	return m.Main()
}

const interruptSignal = 2 // SIGINT

// handleSignals makes Ctrl-C a KeyboardInterrupt, at the second time the end of the process unless the program is an
// interactive session or has a function of its own for it, and lets writes to a closed pipe fail instead of killing the process.
func handleSignals(th *object.Thread, session bool) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, caught()...)
	go func() {
		interrupted := false
		for s := range signals {
			if s != os.Interrupt {
				continue
			}
			switch interp.DispositionOf(th, interruptSignal) {
			case interp.SignalHandled:
				interp.Deliver(th, interruptSignal)
				continue
			case interp.SignalIgnored:
				continue
			}
			if interrupted && !session {
				os.Exit(130)
			}
			interrupted = true
			interp.Interrupt(th)
		}
	}()
}

// Scripts are short and many live in little memory: with Go's usual pace, relative to the live heap alone, such a script would spend much of its
// time in collections of a nearly empty heap. So a collection comes when headroom bytes were allocated beyond the size of the live heap, and the
// headroom grows while collections follow each other quickly: a loop that trains a model drops its gradients in each step, and the collector, which
// then works on another processor, slows it by what that shares with the first (a fifth of a step was measured). It grows no further than a few times
// the live heap, though: marking little is cheap, and memory touched for the first time is not (a page costs the kernel some ten microseconds on a
// virtual machine, and programs of many short-lived objects ran at half the speed for it).
const (
	leastHeadroom = 32 << 20
	mostHeadroom  = 160 << 20
	mostOfLive    = 4 // times the live heap

	quickly = 500 * time.Millisecond // after which the headroom grows
	seldom  = 5 * time.Second        // and shrinks
)

// Go's smallest goal is 4 MiB for 100 percent: these bring a collection at about the least and the most headroom.
const (
	firstPercent = leastHeadroom / (4 << 20) * 100
	mostPercent  = mostHeadroom / (4 << 20) * 100
)

// collection is an object whose finalizer tells of a garbage collection.
type collection struct {
	begun    time.Time // when the cycle before it ended
	headroom uint64
}

// pace sets the next collection after one.
func pace(c *collection) {
	now := time.Now()
	next := &collection{begun: now, headroom: c.headroom}
	runtime.SetFinalizer(next, pace)
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return
	}
	live := max(sample[0].Value.Uint64(), 1)
	switch since := now.Sub(c.begun); {
	case since < quickly:
		grown := min(2*c.headroom, mostHeadroom, mostOfLive*live)
		next.headroom = max(grown, c.headroom)
	case since > seldom:
		next.headroom = max(c.headroom/2, leastHeadroom)
	}
	debug.SetGCPercent(int(min(100+100*next.headroom/live, mostPercent)))
}
