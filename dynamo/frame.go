// Package dynamo turns the bytecode of a frame into graphs: it executes the
// frame symbolically, records tensor operations, and writes new bytecode that
// calls the compiled graphs, repeats the frame's effects on Python objects and,
// where something could not be traced, runs that instruction in the virtual
// machine and goes on in a resume function.
//
// The way of a frame: Hook (called by the VM before a frame runs) looks for a
// cache entry whose guards hold; on a miss convert traces the frame with a
// translator, which restarts from the beginning whenever it learns where the
// graph must break; the output is assembled by the code generator and joins the
// cache of the code object.
//
// It is a part of this module; package magneto is for use from outside.
package dynamo

import (
	"errors"
	"slices"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// frame is one Python frame being executed symbolically: the root frame, a call
// that is inlined, or a suspended generator.
type frame struct {
	x        *translator
	parent   *frame
	code     *object.Code
	fn       *variables.Function // nil for the root
	locals   []variables.Tracker // parallel to LocalsPlus; cells are *variables.Cell
	stack    []variables.Tracker
	globals  *object.Dict
	builtins *object.Dict
	handling []*object.Exception // exceptions being handled, innermost last
	bound    []int               // the locals in the order in which they were first bound
	step     int                 // of the current instruction, see translator.steps
	last     bool                // its result is that of the instruction of the parent that called it
	ip       int                 // next instruction
	at       int                 // current instruction
	logged   int                 // the line that the log has told last
	result   variables.Tracker   // set by RETURN_VALUE
	yielded  variables.Tracker   // set by YIELD_VALUE
	leaving  *variables.Method   // the __exit__ that is called
	started  bool
}

func (f *frame) push(x variables.Tracker) {
	if f.x.pushes != nil {
		f.notePush(x)
	}
	f.stack = append(f.stack, x)
}

func (f *frame) pop() variables.Tracker {
	x := f.stack[len(f.stack)-1]
	f.stack = f.stack[:len(f.stack)-1]
	return x
}

func (f *frame) popN(n int) []variables.Tracker {
	items := append([]variables.Tracker(nil), f.stack[len(f.stack)-n:]...)
	f.stack = f.stack[:len(f.stack)-n]
	return items
}

// peek is the entry n below the top, 0 for the top.
func (f *frame) peek(n int) variables.Tracker { return f.stack[len(f.stack)-1-n] }

func (f *frame) trace() *variables.Trace { return f.x.trace }

func (f *frame) isRoot() bool { return f.parent == nil && f.fn == nil }

// run executes until the frame returns, yields or fails.
func (f *frame) run(th *object.Thread) error {
	saved := f.x.current
	f.x.current = f
	defer func() { f.x.current = saved }()
	for {
		if done, err := f.x.before(th, f); done || err != nil {
			return err
		}
		f.at = f.ip
		in := f.code.Instrs[f.ip]
		if f.x.logs.Lines || f.x.logs.Instructions {
			f.logInstruction(th, in)
		}
		f.ip++
		err := f.execute(th, in)
		if err != nil {
			f.x.noteOrigin(th, err)
			if err = f.handle(th, err); err != nil {
				if f.isRoot() {
					return f.x.failed(th, f, err)
				}
				return f.x.failedInside(th, f, err)
			}
			continue
		}
		if f.result != nil || f.yielded != nil {
			return nil
		}
	}
}

// execute runs one instruction; conditions on data that sizes depend on come
// out of the shape environment as panics and become graph breaks here.
func (f *frame) execute(th *object.Thread, in bytecode.Instr) (err error) {
	defer func() {
		err = variables.Undecided(recover(), err)
	}()
	h := handlers[in.Op]
	if h == nil {
		return variables.Unsupportedf("Missing bytecode handler", in.Op.String()+" with args ("+f.code.Name+")", "Dynamo does not know how to handle the bytecode instruction `%s`.", in.Op)
	}
	return h(th, f, int(in.Arg))
}

// handle continues in an exception handler of this frame, if there is one.
func (f *frame) handle(th *object.Thread, err error) error {
	var exc *object.Exception
	if !errors.As(err, &exc) {
		return err
	}
	if handled := f.handled(); handled != nil {
		interp.SetContext(exc, handled, false)
	}
	trace := &object.Traceback{Next: exc.Traceback, Code: f.code, Lasti: f.at, Line: int(f.code.Positions[f.at].Line)}
	trace.SetType(object.TracebackType)
	exc.Traceback = trace
	h := f.code.HandlerAt(f.at)
	if h == nil {
		return err
	}
	f.trace().Observed(th, exc)
	f.stack = f.stack[:h.Depth]
	if h.Lasti {
		f.push(variables.NewConstant(object.Int(int64(f.at))))
	}
	f.push(f.trace().FromValue(exc.Ref()))
	f.ip = int(h.Target)
	return nil
}

// line is the user line of the current instruction.
func (f *frame) line(th *object.Thread) fxgraph.Line {
	p := f.code.Positions[f.at]
	return fxgraph.Line{Filename: f.code.Filename, Line: int(p.Line), Function: f.code.Name, Code: f.x.sourceLine(th, f.code.Filename, int(p.Line)),
		Col: int(p.Col), EndLine: int(p.EndLine), EndCol: int(p.EndCol)}
}

// readCell is the content of a cell, nil if unbound.
func (f *frame) readCell(c *object.Cell) variables.Tracker { return f.trace().ReadCell(c) }

// isCellSlot tells whether a slot of a frame holds a closure cell of the function; any other may hold a cell as a value of the program.
func isCellSlot(c *object.Code, slot int) bool {
	return slot >= c.NLocals || slices.Contains(c.CellVars, c.LocalsPlus[slot])
}

// opened is the closure cell in a slot, nil for a slot of another kind.
func (f *frame) opened(slot int) *object.Cell {
	if c, ok := f.locals[slot].(*variables.Cell); ok && isCellSlot(f.code, slot) {
		return c.C
	}
	return nil
}

func (f *frame) writeCell(c *object.Cell, x variables.Tracker) {
	f.trace().WriteCell(c, x)
	if f.fn == nil || !f.owns(c) {
		f.trace().AffectedCell(c)
	}
}

// owns tells whether a cell belongs to the frame itself.
func (f *frame) owns(c *object.Cell) bool {
	for _, x := range f.locals[:len(f.locals)-len(f.code.FreeVars)] {
		if k, ok := x.(*variables.Cell); ok && k.C == c {
			return true
		}
	}
	return false
}
