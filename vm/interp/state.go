package interp

import (
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"github.com/magneto-go/magneto/vm/object"
)

// state is what a thread has of the interpreter.
type state struct {
	current    *Frame // the innermost frame
	vstack     valueStack
	depth      int               // counts Python frames
	nested     int               // Go recursion of run
	recovering bool              // lets a little more recursion through while a RecursionError is being handled
	handled    *object.Exception // the exception being handled, sys.exception(); nil when none is

	// held, when positive, keeps the thread from being interrupted by others: within the import of a module, whose half-made
	// contents nobody else should see, within the frame hook, and in Undisturbed.
	held int

	// How a run ended: what its first frame returned or yielded, or the error it raised. They are set together with a
	// return of no instruction, and taken by run at once.
	result  Value
	failure error

	//lint:ignore U1000 the checking build reads it
	checked checked
}

// Machine is the interpreter of one program.
type Machine struct {
	object.Machine // first: MachineOf finds the rest behind it

	world       world
	Modules     *object.Dict // sys.modules
	Path        *object.List // sys.path
	Finders     *object.List // sys.meta_path, nil before sys is imported
	Builtins    *object.Dict // the namespace of the builtins module
	StockImport Value        // the original __import__, so that a replaced one can be told

	RecursionLimit int // bounds the depth of each thread
	Deletions      int // counts what scripts do to let go of objects: del statements, and variables set to None

	// Exit ends the process, where the program is alone in it: os._exit calls it. Without, the program ends with an ExitError.
	Exit func(status int)

	// FlushFiles writes out what the program has left in the buffers of files, before their contents are looked at; nil for nothing.
	FlushFiles func(th *object.Thread)

	// HandleSignal calls the program's function for a signal, in the main thread.
	HandleSignal func(th *object.Thread, number int) error
	// Listen, where the program is alone in the process, makes a signal of the process reach the machine, or not any more.
	Listen func(number int, d Disposition)

	interrupt atomic.Int32  // bits set from outside, polled at calls and backward jumps
	wake      chan struct{} // ends waits outside of Python code when an interrupt comes
	threads   scheduler
	limits    limitState
	signals   signals

	// sources keeps the text of programs, by file name, for tracebacks. A text that is compiled under any other name has no
	// lines, unless the name is that of a file or linecache knows it.
	sources map[string]string
	// sourceFiles describes the files of sources that were read, to see that one has been written anew.
	sourceFiles map[string]fs.FileInfo

	// Letting is called before a collection that a script can see: packages above let go of what they keep of calls that are over.
	Letting []func(*object.Thread)

	building int // native modules that are being made, see build

	familyOnce  sync.Once
	family      *Family
	pid, parent int // of a machine that stands for a process that was started; 0 for the process's own
}

// machines are all that there are.
var machines struct {
	sync.Mutex
	list []weak.Pointer[Machine]
}

func (m *Machine) enlist() {
	machines.Lock()
	defer machines.Unlock()
	machines.list = append(slices.DeleteFunc(machines.list, func(p weak.Pointer[Machine]) bool { return p.Value() == nil }), weak.Make(m)) // shared: under the lock
}

// setUps are the parts of a new machine that other packages make.
var setUps []func(th *object.Thread)

// OnNewMachine has f called for each new machine, on its main thread. It is called while packages are initialised.
func OnNewMachine(f func(th *object.Thread)) { setUps = append(setUps, f) } // start: called while packages are initialised

// NewMachine is a machine with its main thread, in the world of the process.
func NewMachine() *Machine { return NewMachineIn(World{}) }

// NewMachineIn is a machine with its main thread, in a world of its own.
func NewMachineIn(w World) *Machine {
	object.Started()
	m := &Machine{world: newWorld(w), Modules: object.NewDict(), Path: object.NewList(), Builtins: object.NewDict(), sources: map[string]string{}, sourceFiles: map[string]fs.FileInfo{},
		RecursionLimit: 1000, wake: make(chan struct{}, 1), threads: scheduler{slice: 5 * time.Millisecond, ident: 1}}
	m.threads.machine = m
	m.threads.main = m.newThread(1)
	m.threads.running = m.threads.main
	m.SetRunning(&m.threads.main.Thread)
	m.enlist()
	for _, f := range setUps {
		f(m.Main())
	}
	return m
}

// Main is the thread that runs the program itself.
func (m *Machine) Main() *object.Thread { return &m.threads.main.Thread }

func (m *Machine) newThread(ident int64) *Thread {
	t := &Thread{Thread: object.Thread{Machine: &m.Machine}, Ident: ident, Locals: object.NewDict(), turn: make(chan struct{}, 1), extra: make([]any, len(threadStates)), state: state{vstack: newValueStack()}}
	return t
}

func init() {
	object.NewThread = func() *object.Thread { return NewMachine().Main() }
}

// ThreadOf is the whole of a thread.
func ThreadOf(th *object.Thread) *Thread { return object.Whole[Thread](th) }

// MachineOf is the whole of a thread's machine.
func MachineOf(th *object.Thread) *Machine { return object.Whole[Machine](th.Machine) }

// of is ThreadOf, for the interpreter itself.
func of(th *object.Thread) *Thread { return object.Whole[Thread](th) }
