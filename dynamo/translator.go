package dynamo

import (
	"errors"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// translator is one attempt to trace a frame.
type translator struct {
	trace   *variables.Trace
	compile *Compile // what torch.compile was called with
	logs    TraceLogs
	state   *CodeState
	closure object.Closure
	root    *frame
	current *frame
	plan    *plan
	steps   int            // instructions so far, those of inlined calls included
	check   int            // step of the last checkpoint, 0 for none
	code    *object.Code   // the frame's code
	output  *object.Code   // the new code, once there is one
	called  place          // that recorded the last node that was logged
	traced  []*object.Code // the code of the functions that were inlined, in the order of their first calls
	graphs  []*Graph       // graphs handed to the backend by this attempt
	id      string
	attempt int                              // how often the frame was traced before
	callers []variables.UserFrame            // the frames of the script around the frame, where breaks are logged
	pushes  map[variables.Tracker]pushRecord // where what is on operand stacks comes from, where breaks are logged
	at      map[int]int                      // the last step at which an instruction was reached
	drained map[variables.Tracker][]variables.Tracker
	raised  map[*object.Exception][]variables.UserFrame // where exceptions were raised
	sources map[string][]string                         // lines of scripts, by file
}

// plan is what earlier attempts learned: at which step the graph must end, and how.
type plan struct {
	seen    *variables.FrameState  // of the inputs of the function
	breaks  map[int]*planned       // step: the instruction cannot be traced
	whole   map[int]bool           // step: the graph cannot end here, inside an inlined call
	regions map[int]int            // step: run untraced up to this instruction, a whole comprehension
	stop    int                    // step: run the rest of the function untraced; 0 for never
	reason  *variables.Unsupported // why stop
	leaf    bool                   // a leaf that the graph makes would leave it
	usedUp  *variables.Unsupported // derivatives use up the history of an output
	again   int                    // attempts that PyTorch does not make, since it ends a graph at a branch where it meets it
	silent  bool                   // the next attempt is one of these, and logs nothing of what was logged before

	initialized map[object.Value]bool // lazy modules
}

// place is an instruction.
type place struct {
	code *bytecode.Code
	at   int
}

// planned is a break in front of an instruction.
type planned struct {
	place
	why *variables.Unsupported
}

// breakAt plans a break in front of an instruction of the frame, which was the given step.
func (p *plan) breakAt(step int, f *frame, at int, why *variables.Unsupported) {
	p.breaks[step] = &planned{place{f.code.Code, at}, why}
}

// breaksHere is the break that is planned in front of the instruction that comes next. What tracing meets may be another than before:
// reading an attribute of a module can import others, and so lengthen a loop over all modules. A break that was planned for
// another instruction is forgotten then.
func (p *plan) breaksHere(step int, f *frame) *variables.Unsupported {
	b := p.breaks[step]
	if b == nil {
		return nil
	}
	if b.place != (place{f.code.Code, f.ip}) {
		delete(p.breaks, step)
		return nil
	}
	return b.why
}

// restart asks for another attempt with a changed plan.
type restart struct{}

func (restart) Error() string { return "restart analysis" }

// skipFrame says that the frame must run untraced.
type skipFrame struct {
	reason string
	why    *variables.Unsupported
	quiet  bool // not a failure: there was nothing to compile
}

func (s *skipFrame) Error() string { return s.reason }

// before is called in front of every instruction. It ends the graph where the plan says so.
func (x *translator) before(th *object.Thread, f *frame) (bool, error) {
	x.steps++
	f.step = x.steps
	if !f.isRoot() {
		if u := x.plan.breaksHere(x.steps, f); u != nil {
			return true, x.endedInside(f, x.breakInside(th, f, u))
		}
		return false, nil
	}
	x.at[f.ip] = x.steps
	if u := x.plan.breaksHere(x.steps, f); u != nil {
		if end, ok := x.plan.regions[x.steps]; ok {
			return true, x.ended(x.breakComprehension(th, f, end, u))
		}
		return true, x.ended(x.breakGraph(th, f, u))
	}
	if x.plan.stop == x.steps {
		return true, x.ended(x.stopTracing(th, f))
	}
	if len(f.stack) == 0 && f.code.HandlerAt(f.ip) == nil && x.trace.CallCount() > 1 {
		x.check = x.steps
	}
	return false, nil
}

// ended looks at an error from writing the code behind a break: what cannot be
// rebuilt there makes the whole frame run untraced.
func (x *translator) ended(err error) error {
	var u *variables.Unsupported
	if errors.As(err, &u) {
		return &skipFrame{reason: u.Title, why: u}
	}
	return err
}

// resumable are the instructions after which tracing can go on in a resume function.
var resumable = map[bytecode.Opcode]bool{
	bytecode.CALL: true, bytecode.CALL_KW: true, bytecode.CALL_FUNCTION_EX: true, bytecode.COMPARE_OP: true, bytecode.STORE_ATTR: true,
	bytecode.STORE_SUBSCR: true, bytecode.BINARY_SLICE: false, bytecode.STORE_SLICE: false, bytecode.DELETE_SUBSCR: false,
	bytecode.POP_JUMP_IF_FALSE: true, bytecode.POP_JUMP_IF_TRUE: true,
}

func canResume(in bytecode.Instr) bool {
	if in.Op == bytecode.BINARY_OP {
		return in.Arg == bytecode.BinarySubscript
	}
	return resumable[in.Op]
}

// failed decides what becomes of an error that reached the root frame.
func (x *translator) failed(th *object.Thread, f *frame, err error) error {
	var u *variables.Unsupported
	if !errors.As(err, &u) {
		return err
	}
	if x.compile.FullGraph || x.trace.ErrorOnBreak {
		return &BreakError{Unsupported: u, Stack: x.stack(th)}
	}
	in := f.code.Instrs[f.at]
	if u.Thrown || u.SkipFrame && len(u.Stack) <= 1 { // a break of the call where a call inside asks for it
		x.logBreak(th, f, Skipped, u, nil)
		if u.Counted {
			theHost.CountBreak(th, u, x.stack(th), x.userStack(u))
		}
		return &skipFrame{reason: u.Title, why: u}
	}
	jump := in.Op == bytecode.POP_JUMP_IF_FALSE || in.Op == bytecode.POP_JUMP_IF_TRUE
	if u.Step {
		return x.stopAtCheckpoint(th, f, u, nil)
	}
	if start, end, ok := comprehension(x.code.Code, f.at); ok && canResume(in) && !jump && x.at[start] > 0 && x.code.HandlerAt(start) == nil {
		x.logBreak(th, f, Stopped, u, nil)
		x.plan.breakAt(x.at[start], f, start, u)
		x.plan.regions[x.at[start]] = end
		return restart{}
	}
	if canResume(in) && jump == (u.Branch && x.current == f && jump) && x.blocksRestorable(f) && breakUnderContexts(f) == nil {
		if x.inLoop(f) {
			x.logBreak(th, f, Skipped, u, breakInLoop(f))
			return &skipFrame{reason: "graph break in loop", why: u}
		}
		x.logBreak(th, f, Resumed, u, nil)
		x.plan.breakAt(f.step, f, f.at, u)
		if u.Branch {
			x.plan.again++
			x.plan.silent = true
		}
		return restart{}
	}
	var then *variables.Unsupported
	if canResume(in) && !jump {
		then = breakUnderContexts(f)
	}
	return x.stopAtCheckpoint(th, f, u, then)
}

// stopAtCheckpoint has the rest of the frame run untraced from the last checkpoint on, all of it if there is none.
func (x *translator) stopAtCheckpoint(th *object.Thread, f *frame, u, then *variables.Unsupported) error {
	if x.check == 0 {
		x.logBreak(th, f, Skipped, u, then)
		return &skipFrame{reason: u.Title, why: u}
	}
	x.logBreak(th, f, Stopped, u, then)
	x.plan.stop, x.plan.reason = x.check, u
	return restart{}
}

// inLoop tells whether the rest of the function up to the first return jumps
// back in front of the current instruction.
func (x *translator) inLoop(f *frame) bool {
	for i := f.at; i < len(f.code.Instrs); i++ {
		in := f.code.Instrs[i]
		if in.Op == bytecode.RETURN_VALUE {
			return false
		}
		if in.Op.Jumps() && int(in.Arg) < f.at {
			return true
		}
	}
	return false
}

// blocksRestorable tells whether every exception handler around the current
// instruction belongs to a with statement on a context manager of torch.
func (x *translator) blocksRestorable(f *frame) bool {
	contexts := 0
	for _, s := range f.stack {
		if _, ok := s.(*variables.ContextExit); ok {
			contexts++
		}
	}
	return x.blockDepth(f) == contexts
}

// blockDepth counts the exception handlers that enclose the current
// instruction, following each handler's own protection.
func (x *translator) blockDepth(f *frame) int {
	h := f.code.HandlerAt(f.at)
	if h == nil {
		return 0
	}
	n := 0
	// Enclosing blocks protect wider depths: count distinct with-blocks by the
	// handlers that share this instruction's nesting.
	seen := map[int32]bool{}
	for h != nil && !seen[h.Target] {
		seen[h.Target] = true
		n++
		h = outer(f.code, h)
	}
	return n
}

// outer is the handler around the handler h: the one that protects the
// instructions of h's target.
func outer(c *object.Code, h *bytecode.Handler) *bytecode.Handler {
	next := c.HandlerAt(int(h.Target))
	for next != nil && next.Lasti && next.Depth > h.Depth {
		next = c.HandlerAt(int(next.Target))
		if next == h {
			return nil
		}
	}
	if next != nil && next.Depth > h.Depth {
		return nil
	}
	return next
}

// bindSlot remembers the order in which locals were first bound.
func (f *frame) bindSlot(slot int) {
	if !slices.Contains(f.bound, slot) {
		f.bound = append(f.bound, slot)
	}
}

// stack is the user's call stack, outermost first.
func (x *translator) stack(th *object.Thread) []fxgraph.Line {
	var lines []fxgraph.Line
	for f := x.current; f != nil; f = f.parent {
		line := f.line(th)
		if len(lines) == 0 && f.parent != nil && (strings.Contains(line.Filename, "/torch/nn/modules/") || strings.Contains(line.Filename, "/torch/_dynamo/polyfills/")) {
			continue // a node belongs to the place that calls the module, or what is written in Python here
		}
		lines = append(lines, line)
	}
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return lines
}

// noteOrigin remembers where an error arose, once.
func (x *translator) noteOrigin(th *object.Thread, err error) {
	var u *variables.Unsupported
	var exc *object.Exception
	var refused *variables.Refused
	if errors.As(err, &refused) {
		err = refused.Exception
	}
	switch {
	case errors.As(err, &u):
		if u.Stack == nil {
			u.Stack = x.frames(th)
		}
	case errors.As(err, &exc):
		if _, known := x.raised[exc]; !known {
			if x.raised == nil {
				x.raised = map[*object.Exception][]variables.UserFrame{}
			}
			x.raised[exc] = x.frames(th)
		}
	}
}

// frames is the user's call stack with columns, outermost first.
func (x *translator) frames(th *object.Thread) []variables.UserFrame {
	var out []variables.UserFrame
	for f := x.current; f != nil; f = f.parent {
		out = append(out, variables.UserFrame{Line: f.line(th), Pos: f.code.Positions[f.at]})
	}
	slices.Reverse(out)
	return out
}

// start prepares the root frame.
func (x *translator) start(slots []object.Value, globals, builtins *object.Dict) {
	c := x.code
	f := &frame{x: x, code: c, globals: globals, builtins: builtins, locals: make([]variables.Tracker, len(c.LocalsPlus))}
	for i := 0; i < c.ParamCount() && i < len(slots); i++ {
		if !slots[i].IsNull() {
			f.locals[i] = x.trace.Wrap(slots[i], guards.NewLocal(c.LocalsPlus[i], i))
			f.bindSlot(i)
		}
	}
	x.root = f
	x.current = f
}

// sourceLine is a line of a script, stripped. Files are read once for a frame.
func (x *translator) sourceLine(th *object.Thread, filename string, line int) string {
	lines, ok := x.sources[filename]
	if !ok {
		if text, ok := interp.SourceText(th, filename); ok {
			lines = strings.Split(text, "\n")
		}
		if filename != "<string>" { // a name of many texts
			x.sources[filename] = lines
		}
	}
	if line < 1 || line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[line-1])
}

// commonConstant is what LOAD_COMMON_CONSTANT loads.
func commonConstant(th *object.Thread, i int) object.Value {
	return builtin(th, bytecode.CommonConstants[i])
}

// builtin is a builtin function of Python.
func builtin(th *object.Thread, name string) object.Value {
	return theHost.Attribute(th, "builtins."+name)
}
