package object

// Thread is one flow of a program, and of a goroutine at a time. Everything that may run code of a script, or that
// touches what belongs to a machine, gets the thread that it runs on as its first parameter, th. A function that is kept
// for later does not keep a thread: it is called with the one that calls it.
type Thread struct {
	Machine *Machine

	NativeDepth int              // of calls of native code, see MaxNativeDepth
	repring     map[*Header]bool // the containers whose repr is being made, which show as dots inside themselves
}

// Machine is what the threads of one program share. Machines share types, interned strings and tables that do not change,
// and nothing else: any number of them may run in a process at once. The threads of a machine take turns.
type Machine struct {
	running      *Thread // whose turn it is
	lookups      [lookupCacheSize]lookupEntry
	finalizables []finalizable
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

// startUp is the thread of StartUp.
var startUp = &Thread{Machine: new(Machine)}

// StartUp is the thread on which packages are initialised. It runs no code of scripts, and nothing uses it afterwards.
func StartUp() *Thread { return startUp }
