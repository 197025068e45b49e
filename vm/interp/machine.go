package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// The interpreter is threaded code: each instruction of a prepared code object holds the Go function that executes it.
// A step gets the thread, the instruction, the first free entry of the operand stack and the first local, and returns the last
// three for the next instruction, which may belong to another frame. Go keeps them in registers, and each step is
// compiled by itself; one loop over a switch would spill all of its variables at every instruction.
type step func(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value)

// instr is an instruction of the interpreter's own copy of a code object.
type instr struct {
	do  step
	c   *cache // of instructions that look up a name or hold a constant
	arg int32
	aux int32 // second operand of fused instructions, see fuse
	at  int32 // index in the code
	ext int32 // third operand
}

func (in *instr) next() *instr         { return object.At(in, 1) }
func (in *instr) skip(n int) *instr    { return object.At(in, n) }
func (in *instr) jump(to int32) *instr { return object.At(in, int(to-in.at)) }
func local(fp *Value, i int32) *Value  { return object.At(fp, int(i)) }
func top(sp *Value) *Value             { return object.At(sp, -1) }
func under(sp *Value, n int) *Value    { return object.At(sp, -n) }
func pushed(sp *Value) *Value          { return object.At(sp, 1) }
func slotsAt(p *Value, n int) []Value  { return object.Between(p, n) }

// run evaluates frame f, which has been pushed, and the frames it calls, until f returns, yields or raises.
func run(th *object.Thread, f *Frame) (Value, error) {
	f.flags |= frameEntry
	in, sp, fp := f.position()
	return execute(th, in, sp, fp)
}

// execute runs from an instruction of the current frame on until a frame with frameEntry ends.
func execute(th *object.Thread, in *instr, sp, fp *Value) (Value, error) {
	of(th).nested++
	defer func() { of(th).nested-- }()
	if of(th).nested > maxNested {
		in, sp, fp = unwind(th, object.Raisef(object.RecursionError, "maximum recursion depth exceeded"))
	}
	for in != nil {
		if object.Checking {
			checkStep(th, in, sp, fp)
		}
		in, sp, fp = in.do(th, in, sp, fp)
	}
	v, err := of(th).result, of(th).failure
	of(th).result, of(th).failure = Value{}, nil
	return v, err
}

// position is where frame f continues.
func (f *Frame) position() (*instr, *Value, *Value) {
	fp := &f.slots[0]
	return &f.exec.instrs[f.pc], object.At(fp, f.sp), fp
}

// save records the position in the current frame, for everything that looks at frames: errors, calls, handlers.
func save(th *object.Thread, in *instr, sp, fp *Value) *Frame {
	f := of(th).current
	f.pc = int(in.at) + 1
	f.sp = object.Distance(fp, sp)
	return f
}

// exit ends run with a value.
func exit(th *object.Thread, v Value) (*instr, *Value, *Value) {
	of(th).result = v
	return nil, nil, nil
}

// raised goes on after err arose in the current frame, at the saved position: in a handler of this frame or of one that
// called it, or behind the end of run.
func raised(th *object.Thread, err error) (*instr, *Value, *Value) {
	f := of(th).current
	e, ok := err.(*object.Exception)
	if !ok {
		return unwind(th, err) // an error of ours: nothing in the program may catch it
	}
	if of(th).handled != nil {
		SetContext(e, of(th).handled, false)
	}
	addTraceback(e, f)
	if h := f.code.HandlerAt(f.pc - 1); h != nil {
		return f.handle(h, e)
	}
	return unwind(th, err)
}

// reraised is raised for an exception that goes on without a new entry in its traceback.
func reraised(th *object.Thread, err error, at int) (*instr, *Value, *Value) {
	f := of(th).current
	if e, ok := err.(*object.Exception); ok {
		if h := f.code.HandlerAt(at); h != nil {
			return f.handle(h, e)
		}
	}
	return unwind(th, err)
}

// unwind leaves the current frame with err and goes on in the frames that called it.
func unwind(th *object.Thread, err error) (*instr, *Value, *Value) {
	for {
		f := of(th).current
		entry := f.flags&frameEntry != 0
		back := f.back
		if f.gen != nil {
			f.gen.finish(th)
		}
		f.pop(th)
		if entry {
			of(th).failure = err
			return nil, nil, nil
		}
		e, ok := err.(*object.Exception)
		if !ok {
			continue
		}
		addTraceback(e, back)
		if h := back.code.HandlerAt(back.pc - 1); h != nil {
			return back.handle(h, e)
		}
	}
}

// handle goes on at a handler of frame f.
func (f *Frame) handle(h *bytecode.Handler, e *object.Exception) (*instr, *Value, *Value) {
	f.sp = unwindTo(f, h, e)
	f.pc = int(h.Target)
	return f.position()
}

// unwindTo cuts the stack for a handler and pushes what it expects; it returns the new stack height.
func unwindTo(f *Frame, h *bytecode.Handler, e *object.Exception) int {
	sp := f.nlocals + int(h.Depth)
	if h.Lasti {
		f.slots[sp] = object.Int(int64(f.pc - 1))
		sp++
	}
	f.slots[sp] = e.Ref()
	return sp + 1
}
