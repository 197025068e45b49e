package interp

import (
	"time"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

type Value = object.Value

// FrameHook is called when a Python function's frame starts, as PEP 523 has it: its arguments are bound in the first locals and no
// instruction has run. It may call SetCode to run other code with the same arguments, or give a shortcut, which runs instead of any code.
type FrameHook interface {
	FrameStarts(th *object.Thread, f *Frame) (Shortcut, error)
}

// Shortcut is what a frame's code comes to, known to a hook: Run gives what the frame returns. Where it fails it has set the frame's code, and at is the instruction
// at which that code would have failed.
type Shortcut interface {
	Run(th *object.Thread, f *Frame) (result Value, at int, err error)
}

// Unframed is the error of a call that ran without a frame: where it would have failed in which code, had it had one.
type Unframed struct {
	Err  error
	Code *object.Code
	At   int
}

func (u *Unframed) Error() string { return u.Err.Error() }
func (u *Unframed) Unwrap() error { return u.Err }

// callFrameHook calls the hook, within which no other thread runs: it traces one frame at a time.
func callFrameHook(th *object.Thread, f *Frame) (Shortcut, error) {
	of(th).held++
	defer func() { of(th).held-- }()
	return of(th).FrameHook.FrameStarts(th, f)
}

// shortcut runs what a hook has found for frame f.
func (f *Frame) shortcut(th *object.Thread, s Shortcut) (Value, error) {
	v, at, err := s.Run(th, f)
	if err != nil {
		f.pc = at + 1
	}
	return v, err
}

// Frame is the activation of a code object.
type Frame struct {
	code     *object.Code
	exec     *prepared
	fn       *object.Function // nil for modules, class bodies and exec
	globals  *object.Dict
	builtins *object.Dict
	locals   Value        // the namespace of modules and class bodies, absent for functions
	localNS  *object.Dict // locals when it is an exact dict
	slots    []Value      // locals, then the operand stack
	nlocals  int
	sp       int // first free entry of slots
	pc       int // next instruction; while an instruction runs, the one behind it
	back     *Frame
	mark     stackMark
	flags    frameFlags
	gen      *Generator
	done     bool
	object   *FrameObject
	handling int              // except clauses that are being run
	entrance *object.Entrance // with frameEntrance: whose End is called with before when the frame ends
	before   any
	called   *object.Code  // with frameReplaced: the code of the function
	pending  []*object.Str // names of a module that stand for a counted reference, see countedmodule.go
}

// frameFlags tell what is special about the end of a frame; none for a function called from Python.
type frameFlags uint8

const (
	frameEntry     frameFlags = 1 << iota // run returns to its Go caller
	frameInit                             // it is an __init__; the instance, on the caller's stack, is the result of the call
	frameBinary                           // it is the method of a BINARY_OP, whose operands are on the caller's stack
	frameDrop                             // what it returns is not wanted
	frameGenerator                        // gen is set
	frameEscaped                          // Python or a traceback refers to it: not reused
	frameEntrance                         // entrance is set
	frameReplaced                         // its code was replaced: called is set
)

// Code is the code that runs, Func the function called (nil for modules and class bodies).
func (f *Frame) Code() *object.Code     { return f.code }
func (f *Frame) Func() *object.Function { return f.fn }
func (f *Frame) Globals() *object.Dict  { return f.globals }
func (f *Frame) Builtins() *object.Dict { return f.builtins }
func (f *Frame) Back() *Frame           { return f.back }
func (f *Frame) Namespace() Value       { return f.locals }
func (f *Frame) IsGenerator() bool      { return f.gen != nil }

// Local is slot i of LocalsPlus: absent when unbound; cells are not opened.
func (f *Frame) Local(i int) Value {
	object.Escape(f.slots[i])
	return f.slots[i]
}

// SetLocal stores into slot i of LocalsPlus.
func (f *Frame) SetLocal(i int, v Value) { f.slots[i] = v }

// LocalValue is slot i with a cell opened.
func (f *Frame) LocalValue(i int) Value {
	v := f.Local(i)
	if c, ok := object.AsCell(v); ok && i >= 0 && f.isCellSlot(i) {
		return c.V
	}
	return v
}

func (f *Frame) isCellSlot(i int) bool {
	if i >= f.code.NLocals {
		return true
	}
	name := f.code.LocalsPlus[i]
	for _, c := range f.code.CellVars {
		if c == name {
			return true
		}
	}
	return false
}

// Closure is the closure of the function.
func (f *Frame) Closure() object.Closure {
	if f.fn == nil {
		return object.Closure{}
	}
	return f.fn.Closure
}

// Line is the line of the instruction that runs.
func (f *Frame) Line() int {
	return lineAt(f.code.Code, f.pc-1)
}

// Lasti is the index of the instruction that runs.
func (f *Frame) Lasti() int { return f.pc - 1 }

func lineAt(c *bytecode.Code, pc int) int {
	if pc < 0 {
		return c.FirstLine
	}
	for ; pc >= 0 && pc < len(c.Positions); pc-- {
		if l := c.Positions[pc].Line; l > 0 {
			return int(l)
		}
	}
	return c.FirstLine
}

// SetCode replaces the code of a frame that has not started; the arguments stay, the frame is resized.
func (f *Frame) SetCode(th *object.Thread, code *object.Code) {
	var buffer [8]Value
	args := append(buffer[:0], f.Args()...)
	if f.flags&frameReplaced == 0 {
		f.flags |= frameReplaced
		f.called = f.code
	}
	f.code, f.exec = code, prepare(th, code)
	if AnyCounted(args) {
		if x := counting(th, code); x != nil {
			f.exec = x
		} else {
			escapeAll(args)
		}
	}
	of(th).vstack.drop(f.mark)
	f.nlocals = len(code.LocalsPlus)
	of(th).vstack.take(f, f.exec.size)
	clear(f.slots[:f.nlocals])
	copy(f.slots, args)
	f.sp = f.nlocals
}

// Args are the arguments of a frame that has not started, to be looked at only.
func (f *Frame) Args() []Value { return f.slots[:min(f.code.ParamCount(), len(f.slots))] }

// CurrentFrame is the innermost Python frame, nil outside of any.
func CurrentFrame(th *object.Thread) *Frame { return of(th).current }

// maxNested bounds Go's recursion of execute.
const maxNested = 20000

// The bits of Machine.interrupt.
const (
	interruptKey    = 1 << iota // Ctrl-C
	interruptPoll               // see RequestPoll
	interruptSweep              // the value stack is to be swept
	interruptSwitch             // the thread's slice is over
	interruptSignal             // see Deliver
)

// Interrupt makes the running program raise KeyboardInterrupt.
func Interrupt(th *object.Thread) {
	MachineOf(th).interrupt.Or(interruptKey)
	select {
	case MachineOf(th).wake <- struct{}{}:
	default:
	}
}

// between is how long other threads run before Wait looks again.
const between = time.Millisecond

// Wait waits for done, or for an interrupt and gives its exception. Other threads run meanwhile.
func Wait[T any](th *object.Thread, done <-chan T) (v T, err error) {
	for !MachineOf(th).threads.alone() {
		select {
		case v = <-done:
			return v, nil
		default:
		}
		if _, err = Pause(th, time.Now().Add(between)); err != nil {
			return v, err
		}
	}
	for {
		select {
		case v = <-done:
			return v, nil
		case <-MachineOf(th).wake:
			if err = checkInterrupt(th); err != nil { // else it has been raised already
				return v, err
			}
		}
	}
}

// RequestPoll asks for a look at the limits at the next backward jump or call. It may be called from any goroutine.
func RequestPoll(th *object.Thread) { MachineOf(th).interrupt.Or(interruptPoll) }

func checkInterrupt(th *object.Thread) error {
	bits := MachineOf(th).interrupt.Swap(0)
	if bits&interruptSweep != 0 {
		of(th).vstack.sweep(th)
	}
	if bits&^interruptSweep != 0 && of(th).current != nil {
		of(th).current.escapeNames()
	}
	if bits&interruptKey != 0 {
		MachineOf(th).interrupt.Or(bits & (interruptPoll | interruptSwitch | interruptSignal))
		if !MachineOf(th).threads.running.IsMain() {
			MachineOf(th).interrupt.Or(interruptKey)
			return MachineOf(th).threads.toMain()
		}
		return object.NewExceptionArgs(object.KeyboardInterrupt)
	}
	if bits&interruptSignal != 0 {
		if !MachineOf(th).threads.running.IsMain() {
			MachineOf(th).interrupt.Or(bits & (interruptPoll | interruptSignal))
			return MachineOf(th).threads.toMain()
		}
		if err := MachineOf(th).callHandlers(th); err != nil {
			MachineOf(th).interrupt.Or(bits & (interruptPoll | interruptSwitch))
			return err
		}
	}
	if bits&interruptPoll != 0 {
		if err := pollLimits(th); err != nil {
			return err
		}
	}
	if bits&interruptSwitch != 0 {
		return MachineOf(th).threads.yield()
	}
	return nil
}

// newFrame is a frame for code with its variables absent.
func newFrame(th *object.Thread, code *object.Code) *Frame {
	x := prepare(th, code)
	f := x.free
	if f != nil {
		x.free = f.back
		f.back = nil
	} else {
		f = &Frame{code: code, exec: x, nlocals: x.locals}
	}
	of(th).vstack.take(f, x.size)
	clear(f.slots[:x.locals])
	f.flags, f.pc, f.sp = 0, 0, x.locals
	return f
}

// link makes f the current frame.
func (f *Frame) link(th *object.Thread) {
	if back := of(th).current; back != nil && len(back.pending) > 0 {
		back.escapeNames()
	}
	t := of(th)
	f.back = t.current
	t.current = f
	t.depth++
}

// unlink undoes link.
func (f *Frame) unlink(th *object.Thread) {
	of(th).current = f.back
	f.back = nil
	of(th).depth--
}

// push is link with the check of the recursion depth.
func (f *Frame) push(th *object.Thread) error {
	f.link(th)
	if of(th).depth > MachineOf(th).RecursionLimit {
		return checkDepth(th)
	}
	return nil
}

func checkDepth(th *object.Thread) error {
	if t, limit := of(th), MachineOf(th).RecursionLimit; t.depth > limit && (t.depth > limit+50 || !t.recovering) {
		t.recovering = true
		return object.Raisef(object.RecursionError, "maximum recursion depth exceeded")
	}
	return nil
}

// pop ends the current frame f and makes its caller current.
func (f *Frame) pop(th *object.Thread) {
	f.escapeNames()
	of(th).current = f.back
	of(th).depth--
	if of(th).depth < MachineOf(th).RecursionLimit {
		of(th).recovering = false
	}
	f.done = true
	if f.flags&frameEntrance != 0 {
		e, before := f.entrance, f.before
		f.entrance, f.before = nil, nil
		e.End(th, before)
	}
	if f.gen != nil {
		f.forget()
		return
	}
	if f.flags&frameEscaped != 0 {
		f.slots = append([]Value(nil), f.slots[:f.nlocals]...)
		of(th).vstack.drop(f.mark)
		return
	}
	of(th).vstack.drop(f.mark)
	f.recycle(th)
}

// forget makes the frame of a generator that has ended ready for another generator of the same code, unless somebody
// refers to it.
func (f *Frame) forget() {
	if f.flags&frameEscaped != 0 {
		return
	}
	clear(f.slots)
	f.locals, f.localNS = Value{}, nil
	f.fn, f.gen = nil, nil
	f.back = f.exec.idle
	f.exec.idle = f
}

// recycle makes the frame ready for the next call of its code.
func (f *Frame) recycle(th *object.Thread) {
	f.locals, f.localNS = Value{}, nil
	f.fn, f.done, f.handling = nil, false, 0
	if f.called != nil {
		f.code, f.exec, f.called = f.called, prepare(th, f.called), nil
		f.nlocals = f.exec.locals
	}
	f.back = f.exec.free
	f.exec.free = f
}

// Poll lets a native loop give way to interrupts, limits and other threads, as backward jumps of code do.
func Poll(th *object.Thread) error {
	if MachineOf(th).interrupt.Load() == 0 {
		return nil
	}
	return checkInterrupt(th)
}
