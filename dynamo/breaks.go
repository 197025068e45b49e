package dynamo

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// Graph breaks: what is written for the instruction that is not traced, and where tracing goes on.

// breakGraph ends the graph in front of the current instruction, has the
// virtual machine perform that instruction, and goes on in resume functions.
func (x *translator) breakGraph(th *object.Thread, f *frame, u *variables.Unsupported) error {
	in := f.code.Instrs[f.ip]
	f.at = f.ip
	contexts := activeContexts(f)
	for i := len(contexts) - 1; i >= 0; i-- {
		if contexts[i].Traced != nil { // it cannot be entered again
			return contexts[i].Traced
		}
		if err := contexts[i].Exit(th); err != nil {
			return err
		}
	}
	live := f.liveLocals(f.ip + 1)
	jump := in.Op == bytecode.POP_JUMP_IF_FALSE || in.Op == bytecode.POP_JUMP_IF_TRUE
	if jump {
		live = f.liveLocals(f.ip+1, int(in.Arg))
	}
	stack := f.stack
	var values []variables.Tracker
	for _, s := range stack {
		if _, ok := s.(*variables.ContextExit); ok {
			s = variables.None() // entered again in the resume function
		}
		values = append(values, s)
	}
	for _, i := range live {
		values = append(values, f.locals[i])
	}
	entered := enteredObjects(contexts)
	values = append(values, entered...)
	if jump && u.Branch { // at which the frame goes on in two ways
		theHost.CountStop(th, u, x.stack(th))
	} else {
		theHost.CountBreak(th, u, x.stack(th), x.userStack(u))
	}
	taken, _ := in.Op.Effect(in.Arg)
	g, err := x.compileSubgraph(th, values, max(0, len(f.stack)-taken), len(f.stack), live, u.Title)
	if err != nil {
		return err
	}
	for range entered { // which the generator has kept
		g.emit(bytecode.POP_TOP, 0)
	}
	for i := len(live) - 1; i >= 0; i-- {
		g.emit(bytecode.STORE_FAST, live[i])
	}
	g.pos = f.code.Positions[f.ip]
	if jump {
		if err := x.writeJump(th, g, f, in, live, contexts); err != nil {
			return err
		}
	} else if err := x.writeInstruction(th, g, f, in, live, contexts); err != nil {
		return err
	}
	x.output, err = g.finish(th)
	return err
}

// enteredObjects are the objects that contexts enter again, which have to be there with what tracing did to them.
func enteredObjects(contexts []*variables.Context) (objects []variables.Tracker) {
	for _, c := range contexts {
		if c.Value != nil {
			objects = append(objects, c.Value)
		}
	}
	return objects
}

// breakComprehension ends the graph in front of a comprehension, has the
// virtual machine run all of it, and goes on behind it.
func (x *translator) breakComprehension(th *object.Thread, f *frame, end int, u *variables.Unsupported) error {
	f.at = f.ip
	start := f.ip
	live := f.liveLocals(start)
	values := append([]variables.Tracker{}, f.stack...)
	for _, i := range live {
		values = append(values, f.locals[i])
	}
	theHost.CountStop(th, u, x.stack(th))
	g, err := x.compileSubgraph(th, values, len(f.stack), len(f.stack), live, u.Title)
	if err != nil {
		return err
	}
	for i := len(live) - 1; i >= 0; i-- {
		g.emit(bytecode.STORE_FAST, live[i])
	}
	body := bytecode.Disassemble(x.code.Code)[start:end]
	for _, in := range body {
		in.Handler = nil
	}
	g.list = append(g.list, body...)
	depths, err := x.code.StackDepths()
	if err != nil {
		return err
	}
	layout := stackLayout(f.stack)
	for len(layout) < int(depths[end]) {
		layout = append(layout, slotValue)
	}
	after := x.liveBehind(f, start, end)
	if err := x.writeResume(th, g, f, end, int(depths[end]), layout[:depths[end]], after, false); err != nil {
		return err
	}
	x.output, err = g.finish(th)
	return err
}

// liveBehind lists the locals that are alive behind a stretch of code that runs
// untraced: those bound before it and those that it stores.
func (x *translator) liveBehind(f *frame, start, end int) []int {
	out := f.liveLocals(end)
	live := liveSlots(x.code.Code, []int{end})
	known := map[int]bool{}
	for _, slot := range out {
		known[slot] = true
	}
	for _, in := range x.code.Instrs[start:end] {
		switch slot := int(in.Arg); in.Op {
		case bytecode.LOAD_FAST_AND_CLEAR:
			known[slot] = true // has its old content again
		case bytecode.STORE_FAST:
			if live[slot] && !known[slot] {
				known[slot] = true
				out = append(out, slot)
			}
		}
	}
	return out
}

// comprehension finds the inlined comprehension of the root frame around an
// instruction: its first instruction and the one behind it.
func comprehension(c *bytecode.Code, at int) (start, end int, ok bool) {
	for k := at; k >= 0; k-- {
		if c.Instrs[k].Op != bytecode.LOAD_FAST_AND_CLEAR {
			continue
		}
		first := k
		for first > 0 && (c.Instrs[first-1].Op == bytecode.LOAD_FAST_AND_CLEAR || c.Instrs[first-1].Op == bytecode.MAKE_CELL) {
			first--
		}
		loop := k
		for loop < len(c.Instrs) && c.Instrs[loop].Op != bytecode.FOR_ITER {
			loop++
		}
		if loop >= len(c.Instrs) {
			return 0, 0, false
		}
		end = int(c.Instrs[loop].Arg) + 2 // behind END_FOR and POP_ITER
		if at >= end {
			continue
		}
		for end < len(c.Instrs) && (c.Instrs[end].Op == bytecode.SWAP || c.Instrs[end].Op == bytecode.STORE_FAST) && end < int(c.Instrs[loop].Arg)+2+2*(k-first+1) {
			end++
		}
		if first > 0 && c.Instrs[first-1].Op == bytecode.GET_ITER {
			first--
		}
		return first, end, true
	}
	return 0, 0, false
}

// activeContexts lists the torch context managers that are entered, outermost first.
func activeContexts(f *frame) []*variables.Context {
	var out []*variables.Context
	for _, s := range f.stack {
		if e, ok := s.(*variables.ContextExit); ok {
			out = append(out, e.Context)
		}
	}
	return out
}

// writeInstruction performs one instruction of the original and calls the
// resume function with what is on the stack and the live locals.
func (x *translator) writeInstruction(th *object.Thread, g *generator, f *frame, in bytecode.Instr, live []int, contexts []*variables.Context) error {
	pops, pushes := in.Op.Effect(in.Arg)
	depth := len(f.stack) - pops + pushes
	inside, err := x.enterContexts(th, g, contexts, len(f.stack))
	if err != nil {
		return err
	}
	native := g.emit(in.Op, int(in.Arg))
	inside(native)
	layout := stackLayout(f.stack[:len(f.stack)-pops])
	for range pushes {
		layout = append(layout, slotValue)
	}
	return x.writeResume(th, g, f, f.ip+1, depth, layout, live, false)
}

// enterContexts enters context managers around one instruction; the returned
// function puts the instruction under their protection and leaves them behind it.
func (x *translator) enterContexts(th *object.Thread, g *generator, contexts []*variables.Context, depth int) (func(*bytecode.AsmInstr), error) {
	var temps []int
	for _, c := range contexts {
		tmp := g.temp()
		g.callValue(c.Class)
		for _, a := range c.Args {
			if err := g.value(th, a); err != nil {
				return nil, err
			}
		}
		g.emit(bytecode.CALL, len(c.Args))
		g.emit(bytecode.COPY, 1)
		g.emit(bytecode.STORE_FAST, tmp)
		g.emit(bytecode.LOAD_ATTR, g.name("__enter__")<<1|1)
		g.emit(bytecode.CALL, 0)
		g.emit(bytecode.POP_TOP, 0)
		temps = append(temps, tmp)
	}
	exit := func() {
		for i := len(temps) - 1; i >= 0; i-- {
			g.emit(bytecode.LOAD_FAST, temps[i])
			g.emit(bytecode.LOAD_ATTR, g.name("__exit__")<<1|1)
			g.constant(object.None)
			g.constant(object.None)
			g.constant(object.None)
			g.emit(bytecode.CALL, 3)
			g.emit(bytecode.POP_TOP, 0)
		}
	}
	return func(native *bytecode.AsmInstr) {
		if len(temps) == 0 {
			return
		}
		exit()
		over := &bytecode.AsmInstr{Op: bytecode.NOP, Pos: g.pos}
		g.list = append(g.list, &bytecode.AsmInstr{Op: bytecode.JUMP_FORWARD, Target: over, Pos: g.pos})
		target := g.emit(bytecode.PUSH_EXC_INFO, 0)
		exit()
		g.emit(bytecode.RERAISE, 0)
		native.Handler = &bytecode.AsmHandler{Target: target, Depth: 0}
		g.list = append(g.list, over)
	}, nil
}

// writeJump decides a condition that the graph computed and calls one of two resume functions.
func (x *translator) writeJump(th *object.Thread, g *generator, f *frame, in bytecode.Instr, live []int, contexts []*variables.Context) error {
	layout := stackLayout(f.stack[:len(f.stack)-1])
	g.emit(bytecode.TO_BOOL, 0)
	taken := &bytecode.AsmInstr{Op: bytecode.NOP, Pos: g.pos}
	g.list = append(g.list, &bytecode.AsmInstr{Op: in.Op, Target: taken, Pos: g.pos})
	if err := x.writeResume(th, g, f, f.ip+1, len(layout), layout, live, true); err != nil {
		return err
	}
	g.list = append(g.list, taken)
	return x.writeResume(th, g, f, int(in.Arg), len(layout), layout, live, false)
}

// stopTracing compiles what there is and runs the rest of the function as it was.
func (x *translator) stopTracing(th *object.Thread, f *frame) error {
	live := f.liveLocals(f.ip)
	var values []variables.Tracker
	for _, i := range live {
		values = append(values, f.locals[i])
	}
	f.at = f.ip
	theHost.CountStep(th, x.plan.reason, x.stack(th))
	g, err := x.compileSubgraph(th, values, 0, 0, live, "step graph break")
	if err != nil {
		return err
	}
	for i := len(live) - 1; i >= 0; i-- {
		g.emit(bytecode.STORE_FAST, live[i])
	}
	rest := bytecode.Disassemble(x.code.Code)
	g.list = append(g.list, &bytecode.AsmInstr{Op: bytecode.JUMP_FORWARD, Target: rest[f.ip], Pos: g.pos})
	for _, in := range rest {
		if in.Op == bytecode.MAKE_CELL || in.Op == bytecode.COPY_FREE_VARS {
			in.Op, in.Arg = bytecode.NOP, 0
		}
	}
	g.list = append(g.list, rest...)
	x.output, err = g.finish(th)
	return err
}
