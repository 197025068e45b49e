package dynamo

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/internal/short"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Much new code does nothing but call one graph with what the guards have read, and return one of its outputs. Such an entry goes from its guards straight to
// the graph: no frame is set up for the new code, and its inputs are not read a second time (calls with 50 tensors in a list took 3.2 µs, and 2.7 so).

// straight is an entry without code to run: the shortcut of its frames.
type straight struct {
	graph   *compiledGraph
	program *guards.Program
	code    *object.Code // what it stands for
	call    int          // the instruction in code that calls the graph
	output  int          // which output is returned
	fixed   bool         // the guards fix the geometry of all inputs
	args    []object.Value
	outs    []object.Value
	busy    bool
	large   bool // an output has memory that is worth to be given back soon: the new code, which counts references, runs instead
}

// straightCode is the shortcut for the new code of an attempt with the guards of program; nil if there is none.
func (x *translator) straightCode(program *guards.Program) *straight {
	var sources []*guards.Source
	for _, in := range x.trace.Inputs {
		if in.Place != nil || in.Float || in.Plain || in.Source == nil {
			return nil
		}
		sources = append(sources, in.Source)
	}
	s := &straight{program: program, code: x.output}
	instrs := x.output.Instrs
	at := 0
	next := func(op bytecode.Opcode) (arg int, ok bool) {
		if at >= len(instrs) || instrs[at].Op != op {
			return 0, false
		}
		at++
		return int(instrs[at-1].Arg), true
	}
	if _, ok := next(bytecode.RESUME); !ok {
		return nil
	}
	name, ok := next(bytecode.LOAD_GLOBAL)
	if !ok || name&1 == 0 {
		return nil
	}
	fn, _ := x.trace.FrameGlobals.Lookup(x.output.Names[name>>1])
	b, ok := object.AsBuiltin(fn)
	if !ok {
		return nil
	}
	if s.graph, ok = b.Tag.(*compiledGraph); !ok {
		return nil
	}
	for at < len(instrs) && reads(instrs[at]) {
		at++
	}
	s.call = at
	n, ok := next(bytecode.CALL)
	if !ok || n != len(sources) {
		return nil
	}
	stored, ok := next(bytecode.STORE_FAST)
	if loaded, also := next(bytecode.LOAD_FAST); !ok || !also || loaded != stored {
		return nil
	}
	if s.output, ok = next(bytecode.LOAD_SMALL_INT); !ok {
		return nil
	}
	if op, ok := next(bytecode.BINARY_OP); !ok || op != bytecode.BinarySubscript {
		return nil
	}
	if _, ok = next(bytecode.RETURN_VALUE); !ok || at != len(instrs) || !program.Keep(sources) {
		return nil
	}
	s.fixed = program.Fixes()
	return s
}

// reads tells whether an instruction in front of the call of a graph only reads what the guards read, too.
func reads(in bytecode.Instr) bool {
	switch in.Op {
	case bytecode.LOAD_FAST, bytecode.STORE_FAST, bytecode.LOAD_GLOBAL, bytecode.LOAD_DEREF, bytecode.LOAD_CONST, bytecode.LOAD_SMALL_INT, bytecode.LOAD_ATTR, bytecode.COPY:
		return true
	case bytecode.BINARY_OP:
		return in.Arg == bytecode.BinarySubscript
	}
	return false
}

// serves tells whether a frame may take the shortcut.
func (s *straight) serves(f *interp.Frame) bool {
	if s.busy || s.large || f.Counts() {
		return false
	}
	s.args = s.program.Kept(s.args[:0])
	return true
}

// Run calls the graph; see interp.Shortcut.
func (s *straight) Run(th *object.Thread, f *interp.Frame) (object.Value, int, error) {
	s.busy = true
	outer := Activate(th, nil)
	defer func() {
		short.Clear(s.args)
		short.Clear(s.outs)
		s.busy = false
		Activate(th, outer)
	}()
	var err error
	if s.outs, err = s.graph.run(th, s.args, s.outs[:0], s.fixed); err != nil {
		f.SetCode(th, s.code)
		return object.Null, s.call, err
	}
	v := s.outs[s.output]
	s.large = object.IsFresh(v)
	object.Escape(v)
	return v, 0, nil
}
