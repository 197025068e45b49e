package interp

import (
	"math/bits"
	"sync/atomic"

	"github.com/magneto-go/magneto/vm/object"
)

// Disposition is what a program wants to happen at a signal.
type Disposition int32

const (
	SignalDefault Disposition = iota // what the system does
	SignalIgnored
	SignalHandled // a function of the program is called
)

// signals are the signals of a machine, by their numbers from 1 to 64.
type signals struct {
	pending atomic.Uint64 // those that have come and whose functions were not called yet, bit number-1
	wanted  [65]atomic.Int32
}

// SetDisposition says what is to happen at a signal. The owner of the process hears of it.
func SetDisposition(th *object.Thread, number int, d Disposition) {
	m := MachineOf(th)
	m.signals.wanted[number].Store(int32(d))
	if m.Listen != nil {
		m.Listen(number, d)
	}
}

// DispositionOf tells what SetDisposition said, from any goroutine.
func DispositionOf(th *object.Thread, number int) Disposition {
	return Disposition(MachineOf(th).signals.wanted[number].Load())
}

// Deliver makes the main thread call the program's function for a signal, soon; without such a function nothing happens. It may be called from any goroutine.
func Deliver(th *object.Thread, number int) {
	if DispositionOf(th, number) != SignalHandled {
		return
	}
	m := MachineOf(th)
	m.signals.pending.Or(1 << (number - 1))
	m.interrupt.Or(interruptSignal)
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// callHandlers calls the functions for the signals that have come, the lowest number first. What is behind one that fails stays pending.
func (m *Machine) callHandlers(th *object.Thread) error {
	for {
		pending := m.signals.pending.Load()
		if pending == 0 {
			return nil
		}
		bit := bits.TrailingZeros64(pending)
		m.signals.pending.And(^uint64(1 << bit))
		if m.HandleSignal == nil {
			continue
		}
		if err := m.HandleSignal(th, bit+1); err != nil {
			if m.signals.pending.Load() != 0 {
				m.interrupt.Or(interruptSignal)
			}
			return err
		}
	}
}
