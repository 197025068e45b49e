package object

import (
	"math/big"
	"sync"
)

// Thread is one flow of a program, and of a goroutine at a time. Everything that may run code of a script, or that
// touches what belongs to a machine, gets the thread that it runs on as its first parameter, th. A function that is kept
// for later does not keep a thread: it is called with the one that calls it.
type Thread struct {
	Machine *Machine

	NativeDepth int              // of calls of native code, see maxNativeDepth
	repring     map[*Header]bool // the containers whose repr is being made, which show as dots inside themselves
	operands    [2]big.Int       // small operands beside large ones
	quotient    big.Int          // of a remainder, not wanted
	lent        []Value          // arguments of calls from Go: see lend
}

// Machine is what the threads of one program share. Machines share types, interned strings and tables that do not change,
// and nothing else: any number of them may run in a process at once. The threads of a machine take turns.
type Machine struct {
	running        *Thread // whose turn it is
	lookups        [lookupCacheSize]lookupEntry
	derived        map[*Type]*typeList // the machine's classes that derive from a built-in type
	finalizables   []finalizable
	errorHandlers  map[string]Value // that scripts have registered for codecs
	assigningBases bool             // see setBases
	alone          bool             // see OwnsProcess
	maxNativeDepth int              // see SetNativeDepth
	maxLength      int              // with tooLong: see LimitLength
	tooLong        func(*Thread) error
	states         []any // see State
}

// State is what a package keeps for each machine, made when it is first asked for.
type State[T any] struct {
	index int
	first func(th *Thread) *T
}

var stateCount int

// NewState is called while packages are initialised. first makes the state of a machine.
func NewState[T any](first func(th *Thread) *T) State[T] {
	stateCount++ // start: called while packages are initialised
	return State[T]{stateCount - 1, first}
}

// Of is the state of the machine that a thread belongs to.
func (s State[T]) Of(th *Thread) *T {
	if m := th.Machine; s.index < len(m.states) {
		if x, ok := m.states[s.index].(*T); ok {
			return x
		}
	}
	return s.make(th)
}

func (s State[T]) make(th *Thread) *T {
	x := s.first(th)
	m := th.Machine
	if len(m.states) < stateCount {
		m.states = append(m.states, make([]any, stateCount-len(m.states))...)
	}
	m.states[s.index] = x
	return x
}

// Running is the thread of the same machine whose turn it is. Functions that packages below this one keep and call
// without a thread, such as hooks of tensors, begin with it.
func (th *Thread) Running() *Thread { return th.Machine.running }

// Running is the thread whose turn it is.
func (m *Machine) Running() *Thread { return m.running }

// SetRunning gives a thread its turn.
func (m *Machine) SetRunning(th *Thread) { m.running = th }

// NewThread makes a thread of a machine of its own. Package interp, whose threads and machines begin with those of this
// package, replaces it; without it no code of scripts runs.
var NewThread = func() *Thread {
	th := &Thread{Machine: new(Machine)}
	th.Machine.running = th
	return th
}

// Started ends the initialisation of packages, in one goroutine: what packages share is read without locks from now on, and what
// comes later is kept apart. The first machine calls it.
func Started() { start.Do(func() { started = true }) } // start: ends here

var (
	start   sync.Once
	started bool
)

// startUp is the thread of StartUp.
var startUp = &Thread{Machine: new(Machine)}

// StartUp is the thread on which packages are initialised. It runs no code of scripts, and nothing uses it afterwards.
func StartUp() *Thread { return startUp }
