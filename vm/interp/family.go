package interp

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/magneto-go/magneto/vm/object"
)

// A program that starts processes gets machines: each runs in a goroutine of its own, with modules, streams and environment of its own, and memory is
// shared only where programs ask for it. The machines that come from one are a family.

// Family is a machine and those that its programs have started, at any remove.
type Family struct {
	mu      sync.Mutex
	members []*Machine
	left    map[int64]any // what one machine has left for another
	named   map[string]any
	last    int64        // key of left
	pid     atomic.Int64 // the last number that was given to a process
}

// mostPID is the largest number of a process that Linux gives (proc(5), pid_max): those of machines are larger.
const mostPID = 1 << 22

// Members are the machines that run, the first one among them.
func (f *Family) Members() []*Machine {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.members)
}

// children are the machines of the family that m has started and that run.
func (f *Family) children(m *Machine) []*Machine {
	return slices.DeleteFunc(f.Members(), func(o *Machine) bool { return o == m || o.parent != m.PID() })
}

// Member is the machine of the family that stands for a process, nil if there is none.
func (f *Family) Member(pid int) *Machine {
	for _, m := range f.Members() {
		if m.PID() == pid {
			return m
		}
	}
	return nil
}

// Family is the family of a machine, which begins with itself.
func (m *Machine) Family() *Family {
	m.familyOnce.Do(func() {
		if m.family == nil {
			m.family = &Family{members: []*Machine{m}, left: map[int64]any{}, named: map[string]any{}}
			m.family.pid.Store(mostPID)
		}
	})
	return m.family
}

// Child is a new machine of the family, with the files and streams of m, but nothing to read, and its environment as it is now.
func (m *Machine) Child() *Machine {
	f := m.Family()
	w := m.world.World
	w.Env, w.Stdin = m.Environ(), strings.NewReader("")
	child := NewMachineIn(w)
	child.family, child.pid, child.parent = f, int(f.pid.Add(1)), m.PID()
	f.mu.Lock()
	f.members = append(f.members, child)
	f.mu.Unlock()
	return child
}

// KilledError ends a machine whose process a program has sent a signal that it has no function for.
type KilledError struct{ Signal int }

func (e *KilledError) Error() string { return fmt.Sprintf("killed by signal %d", e.Signal) }

// Kill ends what the machine runs as a signal would end a process, and the processes that it has started. It is called from any goroutine.
func (m *Machine) Kill(signal int) { Stop(m.Main(), &KilledError{signal}) }

// Leave takes a machine that has ended out of its family.
func (m *Machine) Leave() {
	f := m.Family()
	f.mu.Lock()
	f.members = slices.DeleteFunc(f.members, func(o *Machine) bool { return o == m })
	f.mu.Unlock()
	f.Nudge()
}

// Started tells whether another machine of the family has started m.
func (m *Machine) Started() bool { return m.pid != 0 }

// PID and ParentPID are the numbers of the process that a machine stands for, and of the one that started it.
func (m *Machine) PID() int {
	if m.pid != 0 {
		return m.pid
	}
	return os.Getpid()
}

func (m *Machine) ParentPID() int {
	if m.pid != 0 {
		return m.parent
	}
	return os.Getppid()
}

// Deposit leaves v for the machine that takes it by the key.
func (f *Family) Deposit(v any) (key int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last++
	f.left[f.last] = v
	return f.last
}

// Take takes what was left, nil if somebody else has.
func (f *Family) Take(key int64) any {
	f.mu.Lock()
	defer f.mu.Unlock()
	v := f.left[key]
	delete(f.left, key)
	return v
}

// Named is what the family has by a name, made when first asked for.
func (f *Family) Named(name string, first func() any) any {
	f.mu.Lock()
	defer f.mu.Unlock()
	v, ok := f.named[name]
	if !ok {
		v = first()
		f.named[name] = v
	}
	return v
}

// Nudge has all machines that wait in Await look again.
func (f *Family) Nudge() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range f.members {
		select {
		case m.wake <- struct{}{}:
		default:
		}
	}
}

// looking is how often Await looks where nobody nudges: when the machine's other threads run.
const looking = 2 * time.Millisecond

// Await waits until ready says yes, or until the deadline, none if zero; it tells which. Other threads run meanwhile. What is waited for happens in another
// machine, which nudges this one.
func Await(th *object.Thread, ready func() bool, deadline time.Time) (bool, error) {
	self := of(th)
	for !ready() {
		now := time.Now()
		if !deadline.IsZero() && !now.Before(deadline) {
			return false, nil
		}
		until := now.Add(looking)
		if !deadline.IsZero() && deadline.Before(until) {
			until = deadline
		}
		self.looks = true
		_, err := Pause(th, until)
		self.looks = false
		if err != nil {
			return false, err
		}
	}
	return true, nil
}
