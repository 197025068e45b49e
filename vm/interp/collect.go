package interp

import (
	"runtime"
	"weak"

	"github.com/magneto-go/magneto/vm/object"
)

// After each of Go's garbage collections the value stack is swept, so that a dead entry keeps nothing alive beyond the next
// one.

// collection is an object whose finalizer tells of a garbage collection.
type collection struct{ machine weak.Pointer[Machine] }

// startSweeping has the stack of a machine swept behind each collection. It is called when a script starts.
func startSweeping(th *object.Thread) { sweepLater(weak.Make(MachineOf(th))) }

// sweepLater has the stack of a machine swept after each collection, as long as there is the machine.
func sweepLater(machine weak.Pointer[Machine]) {
	runtime.SetFinalizer(&collection{machine}, func(c *collection) {
		if m := c.machine.Value(); m != nil {
			m.interrupt.Or(interruptSweep)
			sweepLater(c.machine)
		}
	})
}
