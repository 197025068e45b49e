package dynamo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// This file collects what the log tells of a graph break. A break is told where tracing meets it, so that its compile id
// is that of the attempt before the restart.

// BreakOutcome is what becomes of a frame behind a graph break.
type BreakOutcome uint8

// The outcomes: the instruction runs in the virtual machine and tracing goes on behind it; the rest of the frame runs
// untraced behind what has been traced; all of the frame does.
const (
	Resumed BreakOutcome = iota
	Stopped
	Skipped
)

// BreakReport is a graph break as its log tells it.
type BreakReport struct {
	ID      string
	Trace   TraceID
	Outcome BreakOutcome
	Op      bytecode.Opcode // the instruction of the outermost frame
	Why     *variables.Unsupported
	Then    *variables.Unsupported // what kept Why from being handled, nil for nothing
	Origins []Origin
	Frames  []variables.UserFrame // the call stack of the script, outermost first, those frames included that call the traced one
	Stack   []fxgraph.Line        // the traced frames
}

// Origin tells where a value on the operand stack came from.
type Origin struct {
	Value    string // the tracker in words
	Filename string
	Pos      bytecode.Pos
}

// logBreak writes the log of a graph break that reached the root frame.
func (x *translator) logBreak(th *object.Thread, f *frame, outcome BreakOutcome, u, then *variables.Unsupported) {
	if !x.logs.Breaks {
		return
	}
	in := f.code.Instrs[f.at]
	r := BreakReport{ID: attemptID(x.id, x.attempt), Trace: TraceID{x.id, x.attempt}, Outcome: outcome, Op: in.Op, Why: u, Then: then, Stack: x.stack(th)}
	r.Frames = append(slices.Clone(x.callers), x.userStack(u)...)
	r.Origins = x.origins(th, f)
	theHost.LogBreak(th, r)
}

// userStack is where a break arose, in functions as the script names them: one that goes on behind an earlier break has the name of the whole.
func (x *translator) userStack(u *variables.Unsupported) []variables.UserFrame {
	stack := slices.Clone(u.Stack)
	if x.state.origin != nil && len(stack) > 0 {
		stack[0].Function = x.state.origin.Name
	}
	return stack
}

// mayFollow is the hint of breaks that arise from the handling of another.
const mayFollow = "This graph break may have been caused by an earlier graph break. Resolving the earlier graph break may resolve this one."

// breakInLoop is what becomes of a break in a loop of the root frame.
func breakInLoop(f *frame) *variables.Unsupported {
	return &variables.Unsupported{Title: "graph break in loop", Hints: []string{mayFollow},
		Context:     fmt.Sprintf("frame skipped: %s (%s line %d)", f.code.Name, f.code.Filename, f.code.FirstLine),
		Explanation: "torch.compile detected a graph break in a for/while loop. Skipping the frame and falling back to eager, as graph breaks in loops are not supported."}
}

// breakUnderContexts is what becomes of a break under context managers of the script, nil if there are none.
func breakUnderContexts(f *frame) *variables.Unsupported {
	var active []string
	add := func(m *variables.Method) {
		active = append(active, "GenericContextWrappingVariable("+f.trace().TypeOf(m.Self).Name+")")
	}
	for _, t := range f.stack {
		if m, ok := t.(*variables.Method); ok && m.IsExit() {
			add(m)
		}
	}
	if f.leaving != nil {
		add(f.leaving)
	}
	if len(active) == 0 {
		return nil
	}
	return &variables.Unsupported{Title: "Graph break under GenericContextWrappingVariable",
		Context:     "Active generic context managers: [" + strings.Join(active, ", ") + "]",
		Explanation: "Attempted to graph break in an active context manager(s) that doesn't support graph breaking.",
		Hints:       []string{"Move the offending context manager(s) to outside the compiled region.", mayFollow}}
}

// pushRecord is where a tracker was first pushed, and whether nothing had looked at it when it was pushed last.
type pushRecord struct {
	filename string
	pos      bytecode.Pos
	lazy     bool
}

// notePush remembers where a tracker on the operand stack comes from.
func (f *frame) notePush(t variables.Tracker) {
	p, known := f.x.pushes[t]
	if !known {
		p.filename, p.pos = f.code.Filename, f.code.Positions[fusedFirst(f.code.Instrs, f.at)]
	}
	lazy, ok := t.(*variables.Lazy)
	p.lazy = ok && !lazy.Realized()
	f.x.pushes[t] = p
}

// origins describes the operand stack below the operands of the current instruction, each place in the source once.
func (x *translator) origins(th *object.Thread, f *frame) []Origin {
	var out []Origin
	seen := map[bytecode.Pos]bool{}
	below := f.stack
	if op := f.code.Instrs[f.at].Op; op == bytecode.POP_JUMP_IF_FALSE || op == bytecode.POP_JUMP_IF_TRUE || op == bytecode.TO_BOOL {
		below = below[:max(len(below)-1, 0)] // the condition, which these look at before they take it
	}
	for _, t := range below {
		p, known := x.pushes[t]
		if !known || seen[p.pos] {
			continue
		}
		seen[p.pos] = true
		out = append(out, Origin{x.trace.Describe(th, t, p.lazy), p.filename, p.pos})
	}
	return out
}

// fusedFirst is the instruction whose position CPython reports for the one at an index: accesses of locals on one line
// are one instruction in pairs, which has the position of the first.
func fusedFirst(list []bytecode.Instr, at int) int {
	access := func(i int) bool {
		return i >= 0 && (list[i].Op == bytecode.LOAD_FAST || list[i].Op == bytecode.STORE_FAST) && list[i].Arg < 16
	}
	if !access(at) {
		return at
	}
	start := at
	for access(start - 1) {
		start--
	}
	for i := start; i < at; i++ {
		if list[i].Op == bytecode.STORE_FAST || list[i+1].Op == bytecode.LOAD_FAST {
			if i+1 == at {
				return i
			}
			i++
		}
	}
	return at
}

// attemptID is a compile id as logs show it: with the number of the attempt behind the first.
func attemptID(id string, attempt int) string {
	if attempt == 0 {
		return id
	}
	return fmt.Sprintf("%s_%d", id, attempt)
}

// callersOf lists the frames of the script that lead to the call of a frame, outermost first.
func callersOf(f *interp.Frame) []variables.UserFrame {
	var out []variables.UserFrame
	for b := f.Back(); b != nil; b = b.Back() {
		code := b.Code()
		if _, ours := code.Extra.(*written); ours || theHost.Skippable(code, b.Globals()) {
			continue
		}
		var pos bytecode.Pos
		if at := b.Lasti(); at >= 0 && at < len(code.Positions) {
			pos = code.Positions[at]
		}
		out = append(out, variables.UserFrame{Line: fxgraph.Line{Filename: code.Filename, Line: b.Line(), Function: code.Name}, Pos: pos})
	}
	slices.Reverse(out)
	return out
}
