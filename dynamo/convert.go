package dynamo

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// attempts bounds how often one frame is traced anew.
const attempts = 100

// convert traces the frame and, if that gave an entry, makes the frame run its code.
func convert(th *object.Thread, f *interp.Frame, frame *guards.Frame, state *CodeState, c *Compile, config *Config) error {
	code := f.Code()
	id := state.nextID(th)
	state.attempts++
	state.globalState = guards.ReadGlobalState(th)
	theHost.Event(th, Event{Kind: FrameStart, Code: code, ID: id, Compile: c})
	seen := seenBy(th, code, frame.Closure)
	p := &plan{seen: seen, breaks: map[int]*planned{}, whole: map[int]bool{}, regions: map[int]int{}, initialized: map[object.Value]bool{}}
	state.compiling = true
	defer func() { state.compiling = false }()
	defer theHost.SuspendDispatch(th)()         // which would see the calls of the trace
	defer theHost.Ops(th).SuspendSavedHooks()() // what is saved while tracing is no tensor of the program
	for n := range attempts {
		x, err := attempt(th, f, frame, state, c, config, p, id, n-p.again)
		var lazy variables.Restart
		if errors.As(err, &lazy) {
			p.initialized[lazy.Module] = true
			continue
		}
		if errors.Is(err, restart{}) {
			continue
		}
		if err != nil {
			return told(th, c, x, finishFailed(th, f, state, c, x, err))
		}
		err = finish(th, f, frame, state, c, x)
		x.trace.Shapes.Where, x.trace.Shapes.Stack, x.trace.Shapes.Log, x.trace.Shapes.Made = nil, nil, nil, nil // which keep the trace
		return told(th, c, x, err)
	}
	return fmt.Errorf("dynamo: %s was restarted %d times", code.Name, attempts)
}

// told is the error that ends a compilation, after an event that says so.
func told(th *object.Thread, c *Compile, x *translator, err error) error {
	if err != nil {
		theHost.Event(th, Event{Kind: FrameFailed, Compile: c, Code: x.code, ID: x.id, Attempt: x.attempt, Err: err, Stack: x.stack(th)})
	}
	return err
}

// nextID is the compile id of the next compilation of the code.
func (s *CodeState) nextID(th *object.Thread) string {
	if s.frameID < 0 {
		m := machines.Of(th)
		s.frameID = m.nextFrame
		m.nextFrame++
	}
	return fmt.Sprintf("%d/%d", s.frameID, s.attempts)
}

// attempt traces the frame once.
func attempt(th *object.Thread, f *interp.Frame, frame *guards.Frame, state *CodeState, c *Compile, config *Config, p *plan, id string, n int) (*translator, error) {
	defer theHost.Ops(th).Restore(theHost.Ops(th).Transforms()) // a trace that stops half-way leaves none of its transforms
	trace := variables.NewTrace(theHost, traceConfig(th, config, c), p.seen, frame)
	trace.Shapes.Apart = theHost.SizesApart(th)
	x := &translator{trace: trace, compile: c, state: state, closure: frame.Closure, plan: p, code: f.Code(), id: id, attempt: n, at: map[int]int{}, sources: map[string][]string{}, logs: theHost.Logs(th)}
	if p.silent {
		x.logs, p.silent = TraceLogs{Breaks: x.logs.Breaks}, false
	}
	trace.Inliner = x
	if x.logs.Steps {
		x.logStep(th, fmt.Sprintf("Step 1: torchdynamo start tracing %s %s:%d", x.code.Name, x.code.Filename, x.code.FirstLine))
	}
	if x.logs.Breaks {
		x.callers, x.pushes = callersOf(f), map[variables.Tracker]pushRecord{}
	}
	if x.logs.Calls {
		trace.Recorded = x.logCall
	}
	if x.logs.Inputs {
		trace.Entered = func(th *object.Thread, v object.Value, source *guards.Source) {
			theHost.Event(th, Event{Kind: InputEntered, Code: x.code, ID: x.id, Attempt: x.attempt, Value: v, Source: source})
		}
		trace.Shapes.Made = func(s *guards.Symbol) {
			theHost.Event(th, Event{Kind: SymbolMade, Code: x.code, ID: x.id, Attempt: x.attempt, Symbol: s, Stack: x.stack(th)})
		}
	}
	if x.logs.Shapes {
		trace.Shapes.Log = func(text string) { theHost.Log(th, "dynamic_info", attemptID(id, n), text) }
		trace.Shapes.Log("create_env")
	}
	if trace.Config.TrackOrigins {
		trace.TrackOrigins(th)
	}
	trace.StaticFloats, trace.LeafLeaks, trace.GradUsedUp = state.staticFloats, p.leaf, p.usedUp
	trace.Stack = x.stack
	trace.Frames = func() []variables.UserFrame { return x.frames(th) }
	trace.Shapes.Where = func() guards.UserLine { return trace.Line(th) }
	trace.Shapes.Stack = func() string { return StackText(th, x.frames(th)) }
	trace.GradMode = theHost.Ops(th).GradEnabled()
	trace.StartGrad = trace.GradMode
	trace.EnterOuterModes(th)
	trace.Resumed = state.origin != nil
	trace.Initialized = p.initialized
	trace.ErrorOnBreak = machines.Of(th).errorOnBreak
	x.start(frame.Slots, f.Globals(), f.Builtins())
	defer trace.LeaveModes(th)
	m := machines.Of(th)
	around := m.tracing
	m.tracing = x
	outer := Activate(th, nil) // nothing that tracing runs natively is compiled
	defer func() {
		m.tracing = around
		Activate(th, outer)
	}()
	return x, x.runRoot(th)
}

// runRoot traces the frame; a panic of ours becomes an error, since the frame
// can always run untraced.
func (x *translator) runRoot(th *object.Thread) error {
	err := interp.Sheltered(th, x.root.run)
	if errors.Is(err, finished{}) {
		return nil
	}
	var fault *interp.InternalError
	if errors.As(err, &fault) {
		return &internalError{text: fmt.Sprint(fault.Reason), stack: fault.Stack}
	}
	return err
}

func traceConfig(th *object.Thread, config *Config, c *Compile) *variables.Config {
	t := config.Config
	t.OneGraph = c.FullGraph
	t.DynamicSources, t.UnbackedSources = theHost.Sources(th, "dynamic_sources"), theHost.Sources(th, "unbacked_sources")
	if c.Dynamic != nil {
		if *c.Dynamic {
			t.AssumeStatic = false
		} else {
			t.AutomaticDynamic, t.AssumeStatic = false, true
		}
	}
	return &t
}

// finish makes the cache entry and starts its code.
func finish(th *object.Thread, f *interp.Frame, frame *guards.Frame, state *CodeState, c *Compile, x *translator) error {
	if text := x.trace.Shapes.Violation(); text != "" {
		return theHost.Raise(th, &ConstraintError{Text: text})
	}
	x.trace.SettleTensors()
	list := x.guardSet(th)
	shapes := x.trace.Shapes.Produce()
	theHost.Event(th, Event{Kind: EntryMade, Code: x.code, ID: x.id, Attempt: x.attempt, Guards: list, Shapes: shapes, Frame: frame, New: x.output, Compile: c})
	kept := list
	if !c.Filter.IsNull() {
		var err error
		if kept, err = theHost.FilterGuards(th, c.Filter, list, frame); err != nil {
			return err
		}
		if !slices.ContainsFunc(kept, func(g *guards.Guard) bool { return g.Kind == guards.ShapeEnvGuard }) {
			shapes = nil
		}
	}
	program := guards.Build(kept, shapes)
	start := time.Now()
	holds := program.Check(th, frame)
	theHost.Event(th, Event{Kind: GuardsTimed, Code: x.code, ID: x.id, Attempt: x.attempt, Guards: list, Shapes: shapes, Took: time.Since(start)})
	if !holds && c.Filter.IsNull() {
		text := fmt.Sprintf("Guard failed on the same frame it was created. This is a bug - please create an issue.Guard fail reason: %s: %s\n", x.id, program.Reason(th, frame))
		if c.FullGraph {
			return object.NewException(object.AssertionError, text)
		}
		return finishFailed(th, f, state, c, x, &internalError{text: text})
	}
	code, err := theHost.Converted(th, x.code, x.output)
	if err != nil {
		return err
	}
	if code == x.output {
		code.Extra = &written{x.straightCode(program)}
	} else if code.Extra == nil {
		code.Extra = &written{}
	}
	x.output = code
	state.cache.Add(&guards.Entry{ID: x.id, Backend: c.cacheKey(th), Region: c.Region, Program: program, Code: x.output})
	keepHistory(th, x.plan.seen)
	if len(x.graphs) > 0 {
		tellSources(th, x.code)
	}
	theHost.Event(th, Event{Kind: FrameOK, Compile: c, Code: x.code, ID: x.id, Attempt: x.attempt})
	f.SetCode(th, x.output)
	return nil
}

// finishFailed lets the frame run untraced, or raises what must be raised.
func finishFailed(th *object.Thread, f *interp.Frame, state *CodeState, c *Compile, x *translator, err error) error {
	var skip *skipFrame
	var broken *BreakError
	var exc *object.Exception
	var internal *internalError
	var backend *BackendError
	var hop *variables.HigherOrderError
	var refused *variables.Refused
	var outside *variables.OutOfRange
	suppressed := theHost.Config(th).SuppressErrors && !c.FullGraph
	plainly := func(reason string, err error) error {
		state.skip = true
		theHost.Event(th, Event{Kind: FrameSkipped, Code: x.code, ID: x.id, Attempt: x.attempt, Reason: reason, Err: err, Stack: x.stack(th)})
		return nil
	}
	switch {
	case errors.As(err, &backend):
		if !suppressed {
			return backend.Err
		}
		return plainly("backend failed", backend.Err)
	case errors.As(err, &refused):
		return theHost.Raise(th, &RefusedError{refused, x.stack(th), x.raised[refused.Exception]})
	case errors.As(err, &outside):
		outside.Stack = x.stack(th)
		return theHost.Raise(th, outside)
	case errors.As(err, &hop):
		return theHost.Raise(th, &BodyError{hop, x.stack(th)})
	case errors.As(err, &internal):
		if c.FullGraph || internal.asked && !suppressed {
			return theHost.Raise(th, err)
		}
		state.skip = true
		theHost.Event(th, Event{Kind: FrameSkipped, Code: x.code, ID: x.id, Attempt: x.attempt, Reason: "internal error: " + internal.text, Err: err, Stack: x.stack(th)})
		theHost.Fault(th, fmt.Sprintf("%s (%s:%d) runs uncompiled because of a fault in the compiler, please report it: %s", x.code.Name, x.code.Filename, x.code.FirstLine, internal.text), internal.stack)
		return nil
	case errors.As(err, &skip):
		state.skip = true
		if skip.quiet {
			keepHistory(th, x.plan.seen)
			if len(x.graphs) > 0 {
				tellSources(th, x.code)
			}
			theHost.Event(th, Event{Kind: FrameOK, Compile: c, Code: x.code, ID: x.id, Attempt: x.attempt, Reason: skip.reason})
		} else {
			theHost.Event(th, Event{Kind: FrameSkipped, Code: x.code, ID: x.id, Attempt: x.attempt, Reason: skip.reason, Break: skip.why, Stack: x.stack(th)})
		}
		if c.FullGraph && skip.quiet {
			return nil
		}
		return nil
	case errors.As(err, &broken):
		return theHost.Raise(th, broken)
	case errors.As(err, &exc):
		for _, fake := range x.trace.FakeErrors {
			if fake == exc && suppressed {
				return plainly("operator failed", exc)
			}
			if fake == exc {
				return theHost.Raise(th, &FakeFailure{exc, x.trace.FakeCalls[exc], x.stack(th), x.raised[exc]})
			}
		}
		if c.FullGraph {
			return theHost.Raise(th, &BreakError{x.observed(th, exc), x.stack(th), exc})
		}
		why := x.observed(th, exc)
		x.logBreak(th, x.root, Skipped, why, nil)
		state.skip = true
		theHost.Event(th, Event{Kind: FrameSkipped, Code: x.code, ID: x.id, Attempt: x.attempt, Reason: "Observed exception", Break: why, Stack: x.stack(th)})
		return nil
	}
	return theHost.Raise(th, err)
}

// observed is the break of an exception that no handler of the frame catches.
func (x *translator) observed(th *object.Thread, exc *object.Exception) *variables.Unsupported {
	return &variables.Unsupported{Title: "Observed exception", Stack: x.raised[exc], Context: "raised exception " + observedText(th, exc),
		Explanation: "Dynamo found no exception handler at the top-level compiled function when encountering an exception. Exception will propagate outside the compiled region."}
}

// observedText is an exception as PyTorch's tracing raises it: it names only the attribute that a constant or a function has not, and not even that of a module.
func observedText(th *object.Thread, exc *object.Exception) string {
	of, name := exc.AttributeOf()
	if of.IsNull() {
		return reprOf(th, exc.Ref())
	}
	if _, ok := object.AsModule(of); ok {
		return "AttributeError()"
	}
	_, function := object.AsFunction(of)
	_, text := object.AsStr(of)
	if _, number := of.AsInt(); function || text || number || of.IsNone() || of.IsBool() || of.IsFloat() {
		return "AttributeError(" + reprOf(th, name) + ")"
	}
	return reprOf(th, exc.Ref())
}

func reprOf(th *object.Thread, v object.Value) string {
	s, err := object.Repr(th, v)
	if err != nil {
		return v.Type().ShortName()
	}
	return s
}

// inRegion runs a graph as a stretch of the program that profilers are told of.
func inRegion(ctx *ops.Context, region string, run DirectFunc) DirectFunc {
	return func(th *object.Thread, args, into []object.Value, known bool) ([]object.Value, error) {
		if !ctx.Profiled() {
			return run(th, args, into, known)
		}
		defer enterRegion(ctx, region)()
		ctx.Stretch("AOTDispatcher Runtime Wrapper Prologue")()
		return run(th, args, into, known)
	}
}

// enterRegion tells a profiler of compiled code; what comes before its graph has run when the graph is called.
func enterRegion(ctx *ops.Context, region string) (end func()) {
	end = ctx.Stretch(region)
	ctx.Stretch("Pregraph bytecode")()
	return end
}

// uniqueName is a name for something that new code refers to by a global.
func (x *translator) uniqueName(th *object.Thread, stem string) string {
	m := machines.Of(th)
	m.uniqueNames++
	return fmt.Sprintf("%s_%d", stem, m.uniqueNames)
}

// callBackend has the backend compile the graph and returns what the new code calls.
// loads counts how often the new code reads each output, once it is complete.
// ahead tells that the backend captures ahead of time.
func (x *translator) callBackend(th *object.Thread, module object.Value, name, reason string, loads []int) (compiled object.Value, ahead bool, err error) {
	inputs, err := x.exampleInputs(th)
	if err != nil {
		return object.Null, false, err
	}
	g := &Graph{Name: name, Module: module, Graph: x.trace.Graph, Reason: reason, Traced: append([]*object.Code{x.code}, x.traced...)}
	x.graphs = append(x.graphs, g)
	theHost.Event(th, Event{Kind: GraphCompiled, Code: x.code, ID: x.id, Attempt: x.attempt, Graph: g, Calls: x.trace.CallCount(), Stack: x.stack(th), Reason: reason, Compile: x.compile})
	fn, err := theHost.CallBackend(th, x.compile, TraceID{x.id, x.attempt}, module, inputs, x.trace.Shapes)
	if err != nil {
		return object.Null, false, &BackendError{err} // no exception of the program's: no handler in it may see it
	}
	region := "Torch-Compiled Region: " + x.id
	if run := theHost.Direct(fn); run != nil {
		return outputsOf(name, inRegion(theHost.Ops(th), region, run), loads), true, nil
	}
	return object.NewFuncValue(name, func(th *object.Thread, args, kw []object.Value) (object.Value, error) {
		outer, ctx := Activate(th, nil), theHost.Ops(th)
		defer Activate(th, outer)
		defer enterRegion(ctx, region)()
		depth := ctx.Depth()
		out, err := object.CallArgs(th, fn, args, kw)
		if err != nil {
			ctx.LeaveTo(depth) // transforms that the graph has entered
		}
		return out, err
	}), theHost.AheadOfTime(fn), nil
}
