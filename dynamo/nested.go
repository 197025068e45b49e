package dynamo

import (
	"errors"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// This file ends a graph inside of an inlined call (config.nested_graph_breaks). What the graph has to give
// are then the values of every frame from the root down to the one that breaks. The new code
// performs the instruction of the innermost frame and calls the resume function of the outermost, with
// a list of those of the frames inside of it, innermost first, and a list of their values. Its prologue
// calls the last of them in the same way and goes on with the result. So a trace of it
// inlines them again, and the next graph spans what is left of all frames.

// finished says that the new code is written although inlined frames have not returned.
type finished struct{}

func (finished) Error() string { return "the graph ended inside of an inlined call" }

// failedInside decides what becomes of an error that leaves an instruction of an inlined frame: a graph
// break at that instruction, or an error of the instruction that called.
func (x *translator) failedInside(th *object.Thread, f *frame, err error) error {
	var u *variables.Unsupported
	if !x.trace.Config.NestedBreaks || !errors.As(err, &u) || u.Step || u.SkipFrame || x.plan.whole[f.step] || !x.canBreakInside(f, u) {
		return err
	}
	x.logBreak(th, f, Resumed, u, nil)
	x.plan.breakAt(f.step, f, f.at, u)
	return restart{}
}

// canBreakInside tells whether the graph may end at the current instruction of an inlined frame: it can be
// resumed, and so can each frame around it behind its call.
func (x *translator) canBreakInside(f *frame, u *variables.Unsupported) bool {
	if x.compile.FullGraph || x.trace.ErrorOnBreak || x.trace.InBody() {
		return false
	}
	in := f.code.Instrs[f.at]
	jump := in.Op == bytecode.POP_JUMP_IF_FALSE || in.Op == bytecode.POP_JUMP_IF_TRUE
	if !canResume(in) || jump && !u.Branch {
		return false
	}
	for p := f; ; p = p.parent {
		if !x.blocksRestorable(p) || x.inLoop(p) || p.code.Flags&bytecode.FlagGenerator != 0 {
			return false
		}
		if p.isRoot() {
			return true
		}
		if !p.last || variables.BreaksOutside(p.fn) {
			return false
		}
	}
}

// endedInside looks at how writing the code behind a break inside of an inlined call went: what cannot be
// rebuilt there makes the call break as a whole.
func (x *translator) endedInside(f *frame, err error) error {
	var u *variables.Unsupported
	switch {
	case err == nil:
		return finished{}
	case errors.As(err, &u):
		delete(x.plan.breaks, f.step)
		x.plan.whole[f.step] = true
		return restart{}
	}
	return err
}

// suspended is a frame that a graph break leaves, and how it goes on.
type suspended struct {
	f          *frame
	line       int // of the current instruction
	at         int // the instruction to go on at
	behindJump bool
	layout     []slotKind
	live       []int
	contexts   []*variables.Context
	stack      []int // temporaries of the entries of the operand stack; -1 for NULL
	locals     []int // temporaries of the live locals
	cells      map[string]int
}

// breakInside ends the graph in front of the current instruction of an inlined frame.
func (x *translator) breakInside(th *object.Thread, f *frame, u *variables.Unsupported) error {
	in := f.code.Instrs[f.ip]
	f.at = f.ip
	jump := in.Op == bytecode.POP_JUMP_IF_FALSE || in.Op == bytecode.POP_JUMP_IF_TRUE
	var chain []*suspended // innermost first
	var contexts []*variables.Context
	for p := f; p != nil; p = p.parent {
		s := &suspended{f: p, line: int(p.code.Positions[p.at].Line), at: p.at + 1, contexts: activeContexts(p), layout: stackLayout(p.stack)}
		if s.live = p.liveLocals(s.at); p == f && jump {
			s.live = p.liveLocals(s.at, int(in.Arg))
		}
		for i := len(s.contexts) - 1; i >= 0; i-- {
			if err := s.contexts[i].Exit(th); err != nil {
				return err
			}
		}
		contexts = append(append([]*variables.Context{}, s.contexts...), contexts...)
		chain = append(chain, s)
	}
	root := chain[len(chain)-1]
	var values []variables.Tracker
	for _, s := range chain {
		values = append(values, s.values()...)
	}
	onStack := len(values) - len(root.live)
	if err := x.rebuildable(th, values, onStack, root.live); err != nil {
		return err
	}
	if jump && u.Branch { // at which the innermost frame goes on in two ways
		theHost.CountStop(th, u, []fxgraph.Line{f.line(th)})
	} else {
		theHost.CountBreak(th, u, x.stack(th), x.userStack(u))
	}
	g, err := x.compileSubgraph(th, values, 0, onStack, root.live, u.Title)
	if err != nil {
		return err
	}
	for i := len(chain) - 1; i >= 0; i-- {
		chain[i].store(g)
	}
	g.pos = root.f.code.Positions[root.f.at]
	leaf := chain[0]
	pops, pushes := in.Op.Effect(in.Arg)
	if jump {
		pops = 1
	}
	operands := len(f.stack) - pops
	inside, err := x.enterContexts(th, g, contexts, 0)
	if err != nil {
		return err
	}
	for i, tmp := range leaf.stack[operands:] {
		if leaf.layout[operands+i] == slotNull {
			g.emit(bytecode.PUSH_NULL, 0)
			continue
		}
		g.emit(bytecode.LOAD_FAST, tmp)
	}
	leaf.layout, leaf.stack = leaf.layout[:operands], leaf.stack[:operands]
	if jump {
		inside(g.emit(bytecode.TO_BOOL, 0))
		taken := &bytecode.AsmInstr{Op: bytecode.NOP, Pos: g.pos}
		g.list = append(g.list, &bytecode.AsmInstr{Op: in.Op, Target: taken, Pos: g.pos})
		other := *leaf
		leaf.behindJump = true
		if err := x.writeChain(th, g, chain); err != nil {
			return err
		}
		g.list = append(g.list, taken)
		other.at = int(in.Arg)
		chain[0] = &other
		err = x.writeChain(th, g, chain)
	} else {
		inside(g.emit(in.Op, g.argument(f.code, in)))
		if pushes > 0 {
			tmp := g.temp()
			g.emit(bytecode.STORE_FAST, tmp)
			leaf.layout, leaf.stack = append(leaf.layout, slotValue), append(leaf.stack, tmp)
		}
		err = x.writeChain(th, g, chain)
	}
	if err != nil {
		return err
	}
	x.output, err = g.finish(th)
	return err
}

// rebuildable writes the values for nothing, to find out whether that can be done.
func (x *translator) rebuildable(th *object.Thread, values []variables.Tracker, onStack int, slots []int) error {
	if err := x.lookAt(th, values, 0, onStack, slots, false); err != nil {
		return err
	}
	_, _, err := x.neededOutputs(th, values, false)
	return err
}

// values lists what the code behind the break needs of the frame, in the order in which store takes it.
func (s *suspended) values() []variables.Tracker {
	var out []variables.Tracker
	for _, e := range s.f.stack {
		switch e.(type) {
		case *variables.Null:
			continue
		case *variables.ContextExit:
			e = variables.None() // entered again in the resume function
		}
		out = append(out, e)
	}
	if !s.f.isRoot() {
		for _, slot := range s.f.cellSlots() {
			out = append(out, s.f.locals[slot])
		}
	}
	for _, slot := range s.live {
		out = append(out, s.f.locals[slot])
	}
	return out
}

// cellSlots lists the slots of the frame that hold cells.
func (f *frame) cellSlots() []int {
	var out []int
	for slot := range f.locals {
		if f.opened(slot) != nil {
			out = append(out, slot)
		}
	}
	return out
}

// store takes the values of the frame from the operand stack, the last one first.
func (s *suspended) store(g *generator) {
	take := func() int {
		tmp := g.temp()
		g.emit(bytecode.STORE_FAST, tmp)
		return tmp
	}
	s.locals = make([]int, len(s.live))
	for i := len(s.live) - 1; i >= 0; i-- {
		s.locals[i] = take()
	}
	s.cells = map[string]int{}
	cells := s.f.cellSlots()
	for i := len(cells) - 1; i >= 0; i-- {
		name := s.f.code.LocalsPlus[cells[i]]
		if s.f.isRoot() {
			s.cells[name] = cells[i]
		} else {
			s.cells[name] = take()
		}
	}
	s.stack = make([]int, len(s.layout))
	for i := len(s.layout) - 1; i >= 0; i-- {
		if s.stack[i] = -1; s.layout[i] != slotNull {
			s.stack[i] = take()
		}
	}
}

// returns tells whether nothing but a return is left of the frame; what it returns is then all that is on its stack.
func (s *suspended) returns() bool {
	return s.f.code.Instrs[s.at].Op == bytecode.RETURN_VALUE && len(s.layout) == 1 && s.layout[0] == slotValue
}

// writeChain writes the call that goes on in all frames, and returns its result.
func (x *translator) writeChain(th *object.Thread, g *generator, chain []*suspended) error {
	// Frames that only return are left out: the innermost one gives its result to the one around it, and others pass it on.
	var kept []*suspended
	result := -1
	for i, s := range chain {
		if i > 0 {
			copied := *s
			s = &copied
			switch {
			case len(kept) == 0: // what it called has returned
				s.layout, s.stack = append(append([]slotKind{}, s.layout...), slotValue), append(append([]int{}, s.stack...), result)
			case s.f.code.Instrs[s.at].Op == bytecode.RETURN_VALUE && len(s.layout) == 0:
				continue
			}
		}
		if len(kept) == 0 && s.returns() {
			result = s.stack[0]
			continue
		}
		kept = append(kept, s)
	}
	if len(kept) == 0 {
		g.emit(bytecode.LOAD_FAST, result)
		g.emit(bytecode.RETURN_VALUE, 0)
		return nil
	}
	outer := kept[len(kept)-1]
	inner := kept[:len(kept)-1]
	if err := x.writeResumeFunction(th, g, outer, len(inner)); err != nil {
		return err
	}
	g.emit(bytecode.PUSH_NULL, 0)
	n := 0
	if len(inner) > 0 {
		for i, s := range inner {
			if err := x.writeResumeFunction(th, g, s, i); err != nil {
				return err
			}
		}
		g.emit(bytecode.BUILD_LIST, len(inner))
		for _, s := range inner {
			count, err := s.arguments(th, g)
			if err != nil {
				return err
			}
			g.emit(bytecode.BUILD_LIST, count)
		}
		g.emit(bytecode.BUILD_LIST, len(inner))
		n = 2
	}
	count, err := outer.arguments(th, g)
	if err != nil {
		return err
	}
	g.emit(bytecode.CALL, n+count)
	g.emit(bytecode.RETURN_VALUE, 0)
	return nil
}

// arguments pushes what the resume function of the frame takes of it.
func (s *suspended) arguments(th *object.Thread, g *generator) (n int, err error) {
	for i, kind := range s.layout {
		if kind != slotNull { // of a context None
			g.emit(bytecode.LOAD_FAST, s.stack[i])
			n++
		}
	}
	for _, tmp := range s.locals {
		g.emit(bytecode.LOAD_FAST, tmp)
		n++
	}
	for _, c := range s.contexts {
		for _, a := range c.Args {
			if err := g.value(th, a); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// writeResumeFunction pushes the resume function of a frame, around as many others as given.
func (x *translator) writeResumeFunction(th *object.Thread, g *generator, s *suspended, around int) error {
	names := make([]string, len(s.live))
	for i, slot := range s.live {
		names[i] = s.f.code.LocalsPlus[slot]
	}
	point := resumePoint{at: s.at, line: s.line, layout: s.layout, live: names, contexts: s.contexts, behindJump: s.behindJump, around: min(around, 2)}
	code, err := x.resumeCode(th, s.f.code, point)
	if err != nil {
		return err
	}
	name := x.resumeName(th, s.f.code, code, s.at)
	theHost.Event(th, Event{Kind: ResumeWritten, Code: code, ID: x.id})
	globals, builtins := s.f.globals, s.f.builtins
	if len(code.FreeVars) == 0 {
		fn := object.NewFunction(code, globals)
		fn.Builtins = builtins
		x.trace.FrameGlobals.Put(name, fn.Ref())
		g.global(name, false)
		return nil
	}
	g.callValue(object.NewFuncValue("___make_"+code.Name, func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		fn := object.NewFunction(code, globals)
		fn.Builtins = builtins
		fn.Closure = object.NewClosure(object.NewTupleCopy(args...))
		return fn.Ref(), nil
	}))
	for _, free := range code.FreeVars {
		g.emit(bytecode.LOAD_FAST, s.cells[free])
	}
	g.emit(bytecode.CALL, len(code.FreeVars))
	return nil
}

// argument is the operand of an instruction of another code in the code that is written.
func (g *generator) argument(code *object.Code, in bytecode.Instr) int {
	if in.Op == bytecode.STORE_ATTR {
		return g.name(code.Names[in.Arg])
	}
	return int(in.Arg)
}
