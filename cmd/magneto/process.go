package main

import (
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// What belongs to the process and not to a machine: its end, signals, and the garbage collector.

// newMachine is the main thread of the machine that has the process to itself.
func newMachine() *object.Thread {
	debug.SetMaxStack(2 << 30)
	debug.SetGCPercent(firstPercent)
	runtime.SetFinalizer(&collection{}, pace)
	m := interp.NewMachine()
	m.Exit = os.Exit
	m.OwnsProcess()
	return m.Main()
}

// handleSignals makes Ctrl-C a KeyboardInterrupt, at the second time the end of the process unless the program is an
// interactive session, and lets writes to a closed pipe fail instead of killing the process.
func handleSignals(th *object.Thread, session bool) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, caught()...)
	go func() {
		interrupted := false
		for s := range signals {
			if s != os.Interrupt {
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

// headroom is how many bytes may be allocated between two collections beyond the size of the live heap. Scripts are
// short and many live in little memory: with Go's usual pace, relative to the live heap alone, such a script would
// spend much of its time in collections of a nearly empty heap.
const headroom = 32 << 20

// firstPercent makes the first collection come at about headroom: Go's smallest goal is 4 MiB for 100 percent.
const firstPercent = headroom / (4 << 20) * 100

// collection is an object whose finalizer tells of a garbage collection.
type collection struct{ _ [16]byte }

// pace sets the next collection after one.
func pace(*collection) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if n := live[0].Value.Uint64(); live[0].Value.Kind() == metrics.KindUint64 && n > 0 {
		debug.SetGCPercent(int(min(100+100*headroom/n, firstPercent)))
	}
	runtime.SetFinalizer(&collection{}, pace)
}
