package interp

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"weak"

	"github.com/magneto-go/magneto/vm/object"
)

// What is done after each of Go's garbage collections: the value stack is swept, so that a dead entry keeps nothing
// alive beyond the next collection, and the next collection is set.

// headroom is how many bytes may be allocated between two collections beyond the size of the live heap. Scripts are
// short and many live in little memory: with Go's usual pace, relative to the live heap alone, such a script would
// spend much of its time in collections of a nearly empty heap.
const headroom = 32 << 20

// firstPercent makes the first collection come at about headroom: Go's smallest goal is 4 MiB for 100 percent.
const firstPercent = headroom / (4 << 20) * 100

// collecting says that the pace of collections has been set.
var collecting sync.Once

// startCollecting sets the pace of collections, and has the machine's stack swept behind each. It is called when a script
// starts.
func startCollecting(th *object.Thread) {
	collecting.Do(func() {
		debug.SetGCPercent(firstPercent)
		runtime.SetFinalizer(&collection{}, pace)
	})
	sweepLater(weak.Make(MachineOf(th)))
}

// collection is an object whose finalizer tells of a garbage collection.
type collection struct{ machine weak.Pointer[Machine] }

func pace(*collection) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if n := live[0].Value.Uint64(); live[0].Value.Kind() == metrics.KindUint64 && n > 0 {
		debug.SetGCPercent(int(min(100+100*headroom/n, firstPercent)))
	}
	runtime.SetFinalizer(&collection{}, pace)
}

// sweepLater has the stack of a machine swept after each collection, as long as there is the machine.
func sweepLater(machine weak.Pointer[Machine]) {
	runtime.SetFinalizer(&collection{machine}, func(c *collection) {
		if m := c.machine.Value(); m != nil {
			m.interrupt.Or(interruptSweep)
			sweepLater(c.machine)
		}
	})
}
