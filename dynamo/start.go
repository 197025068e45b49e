package dynamo

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/internal/short"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// FrameStarts has a frame run the entry for its arguments, after it has made one where there is none. Where that raises and the program goes on, nothing
// more is compiled up to the end of the call that turned compilation on, as in PyTorch: one error is not to bring about others.
func (c *Compile) FrameStarts(th *object.Thread, f *interp.Frame) (_ interp.Shortcut, err error) {
	if c.Disabled || f.Func() == nil {
		return nil, nil
	}
	code := f.Code()
	if code.Flags&bytecode.FlagsSuspend != 0 || code.Name == "<module>" {
		return nil, c.leaveGenerator(th, f)
	}
	state, known := code.Extra.(*CodeState)
	if !known || !state.admitted {
		if _, ours := code.Extra.(*written); ours || theHost.Skippable(code, f.Globals()) {
			return nil, nil
		}
		state = stateOf(th, code)
		state.admitted = true
		if state.skip && state.neverTrace {
			theHost.Event(th, Event{Kind: FrameUntraced, Code: code, Compile: c})
		}
	}
	if state.skip || state.compiling {
		return nil, c.uncompiled(th, f, state)
	}
	if state.runOnly {
		state.limited = c
	}
	config := theHost.Config(th)
	if config.Disable || config.Stance == "force_eager" {
		return nil, nil
	}
	if c.ops == nil {
		c.ops = theHost.Ops(th)
	}
	if c.ops.Transforming() {
		if transform := theHost.Transform(th); transform != "" {
			return nil, transformed(th, f, state, c, transform)
		}
	}
	check := checkAll
	if config.SkipGuardEval {
		sources := map[string]bool{}
		for _, e := range state.cache.Entries {
			e.Program.FailedSources(sources)
		}
		check = func(th *object.Thread, p *guards.Program, f *guards.Frame) bool {
			return p.CheckDifferentiating(th, f, sources)
		}
	}
	var backend any = c.cacheKey(th)
	if c.RunOnly || config.Stance == "eager_on_recompile" {
		backend = nil
	}
	outer := Activate(th, nil) // code of scripts that guards run is not compiled
	defer func() {
		if err == nil {
			Activate(th, outer)
		}
	}()
	if e := c.lookUp(th, state, f.Func(), f.Args(), backend, check); e != nil {
		if e.Code == nil {
			return nil, nil
		}
		if w, _ := e.Code.Extra.(*written); w.straight != nil && !config.SkipGuardEval && w.straight.serves(f.Args()) { // which relies on all guards
			state.direct = true
			return w.straight, nil
		}
		f.SetCode(th, e.Code)
		return nil, nil
	}
	if c.RunOnly || state.runOnly || c.withinLimited(f) {
		return nil, nil
	}
	return nil, miss(th, f, guardFrame(f), state, c, config)
}

// lookUp finds the entry for a call, which profilers are told of.
func (c *Compile) lookUp(th *object.Thread, state *CodeState, fn *object.Function, args []object.Value, backend any, check func(*object.Thread, *guards.Program, *guards.Frame) bool) *guards.Entry {
	if c.ops.Profiled() {
		defer c.ops.Stretch("TorchDynamo Cache Lookup")()
	}
	return state.find(th, fn, args, backend, c.Region, check)
}

// leaveGenerator tells, once for each code object, that the frame of a generator is left alone; where one graph is asked for, the generator that was given to
// torch.compile is an error.
func (c *Compile) leaveGenerator(th *object.Thread, f *interp.Frame) error {
	code := f.Code()
	if code.Flags&bytecode.FlagGenerator == 0 || theHost.Skippable(code, f.Globals()) {
		return nil
	}
	state := stateOf(th, code)
	if state.always && c.FullGraph {
		outer := Activate(th, nil)
		defer Activate(th, outer)
		return theHost.Raise(th, &BreakError{Unsupported: &variables.Unsupported{Title: "Attempt to trace generator",
			Explanation: "Generators cannot be compiled directly with `torch.compile`.",
			Hints:       []string{"Call a generator from inside of a non-generator Python function and compile that function instead.", variables.Fundamental}}})
	}
	if !state.skip {
		state.skip = true
		theHost.Event(th, Event{Kind: GeneratorLeft, Code: code, Compile: c})
	}
	return nil
}

// uncompiled is the error where one graph is asked for of a function that is left alone since it could not be compiled in an earlier call.
func (c *Compile) uncompiled(th *object.Thread, f *interp.Frame, state *CodeState) error {
	if !c.FullGraph || !state.always || state.neverTrace || !state.skip || theHost.Config(th).SuppressErrors {
		return nil
	}
	for back := f.Back(); back != nil; back = back.Back() {
		if back.Func() == nil {
			continue
		}
		if _, ours := back.Code().Extra.(*written); ours { // called by what has been compiled
			return nil
		}
	}
	return object.NewException(object.RuntimeError, "torch.compile with fullgraph=True found no compiled frames. Compilation was not attempted and no cached compiled code was found.")
}

// transformed leaves a frame that runs inside of a transform alone, for good if it has not been compiled yet.
func transformed(th *object.Thread, f *interp.Frame, state *CodeState, c *Compile, transform string) error {
	if len(state.cache.Entries) > 0 {
		return nil
	}
	state.skip = true
	if !c.FullGraph || transform == "functionalize" {
		return nil
	}
	outer := Activate(th, nil)
	defer Activate(th, outer)
	return theHost.Raise(th, &BreakError{Unsupported: &variables.Unsupported{Title: "Unsupported functorch tracing attempt", Explanation: fmt.Sprintf(
		"If you are reaching here, it means dynamo failed for one of the following reasons:\n"+
			"- Calling torch.func.%[1]s(compiled_fn) function from eager mode is not supported. Ensure that torch.func.%[1]s is also wrapped within a torch.compile function. For more information, see PyTorch issue #128711.\n"+
			"- torch.func.%[1]s(fn) requires the function to be inlined by dynamo", transform)}})
}

// withinLimited tells whether a frame is called from one that is beyond its limit: what that calls is not compiled either, unless it is given to
// torch.compile itself.
func (c *Compile) withinLimited(f *interp.Frame) bool {
	for f = f.Back(); f != nil; f = f.Back() {
		if f.Func() == nil {
			continue
		}
		if s, ok := f.Func().Code.Extra.(*CodeState); ok && s.runOnly && s.limited == c {
			return true
		}
	}
	return false
}

func checkAll(th *object.Thread, p *guards.Program, f *guards.Frame) bool { return p.Check(th, f) }

// find is the entry for a call. Guards that run code of scripts may look up another call of the same function meanwhile.
func (s *CodeState) find(th *object.Thread, fn *object.Function, args []object.Value, backend, region any, check func(*object.Thread, *guards.Program, *guards.Frame) bool) *guards.Entry {
	if len(s.cache.Entries) == 0 {
		return nil
	}
	if s.looking {
		return s.cache.Lookup(th, &guards.Frame{Slots: slices.Clone(args), Closure: fn.Closure, Globals: fn.Globals, Builtins: fn.Builtins}, backend, region, check)
	}
	s.looking = true
	f := &s.lookup
	f.Slots, f.Closure, f.Globals, f.Builtins = append(f.Slots[:0], args...), fn.Closure, fn.Globals, fn.Builtins
	defer func() {
		short.Clear(f.Slots)
		f.Closure, s.looking = object.Closure{}, false
	}()
	return s.cache.Lookup(th, f, backend, region, check)
}

// written marks code that the tracer wrote (object.Code.Extra): never traced again.
type written struct {
	straight *straight // nil for most
}

// cacheKey separates the entries of different compilers: equal ones have the same.
func (c *Compile) cacheKey(th *object.Thread) *cacheKey {
	if c.key == nil {
		keys := machines.Of(th).cacheKeys
		k := cacheKey{c.BackendKey, c.Key}
		if keys[k] == nil {
			keys[k] = &k
		}
		c.key = keys[k]
	}
	return c.key
}

// BackendOf is the backend that made an entry.
func BackendOf(e *guards.Entry) object.Value {
	if k, ok := e.Backend.(*cacheKey); ok && !k.backend.IsNull() {
		return k.backend
	}
	return object.None
}

type cacheKey struct {
	backend object.Value
	key     string
}

func guardFrame(f *interp.Frame) *guards.Frame {
	n := f.Code().ParamCount()
	slots := make([]object.Value, n)
	for i := range slots {
		slots[i] = f.Local(i)
	}
	return &guards.Frame{Slots: slots, Closure: f.Closure(), Globals: f.Globals(), Builtins: f.Builtins()}
}

// miss handles a call that no entry serves.
func miss(th *object.Thread, f *interp.Frame, frame *guards.Frame, state *CodeState, c *Compile, config *Config) error {
	outer := Activate(th, nil) // logs, backends and errors run code of scripts
	defer Activate(th, outer)
	if theHost.Dispatching(th) {
		return nil
	}
	code := f.Code()
	if !state.always && !worthTracing(th, f) {
		state.skip = true
		theHost.Event(th, Event{Kind: FrameUntraced, Code: code, Compile: c})
		return nil
	}
	entries := state.cache.InRegion(c.Region)
	if config.SkipGuardEval && len(entries) > 0 {
		return theHost.Raise(th, &RecompileError{Stance: "skip_guard_eval_unsafe", Code: code})
	}
	var reasons []string
	var stacks [][]guards.UserLine // where the guards that fail come from
	for _, e := range entries {
		reason, stack := e.Program.Failure(th, frame)
		if reason == "" && e.Backend != any(c.cacheKey(th)) {
			reason = "BACKEND_MATCH failure: torch.compile detected different backend callables. If this is unexpected, wrap your backend in functools.partial (or reuse the same cached backend) to avoid creating a new backend function each time. More details: https://github.com/pytorch/pytorch/issues/168373"
		}
		reasons, stacks = append(reasons, e.ID+": "+reason), append(stacks, stack)
	}
	switch config.Stance {
	case "eager_on_recompile":
		return nil
	case "fail_on_recompile":
		return theHost.Raise(th, &RecompileError{Stance: config.Stance, Report: Report(code, reasons, stacks), Code: code})
	case "eager_then_compile", "aot_eager_then_compile":
		if !state.observed {
			state.observed = true
			observe(th, code, frame)
			return nil
		}
	}
	if len(entries) > 0 {
		if config.ErrorOnRecompile {
			theHost.Event(th, Event{Kind: Recompile, Code: code, ID: state.nextID(th), Reasons: reasons, Stacks: stacks, Compile: c})
			return theHost.Raise(th, &RecompileError{Report: Report(code, reasons, stacks), Code: code})
		}
		limit, over := "recompile_limit", config.RecompileLimit
		if c.Limit != nil {
			over = *c.Limit
		}
		if len(state.cache.Entries) >= config.AccumulatedRecompileLimit {
			limit, over = "accumulated_recompile_limit", config.AccumulatedRecompileLimit
		}
		if len(entries) >= over || len(state.cache.Entries) >= config.AccumulatedRecompileLimit {
			if config.FailOnRecompileLimitHit {
				return theHost.Raise(th, &LimitError{"fail_on_recompile_limit_hit"})
			}
			if c.FullGraph {
				return theHost.Raise(th, &LimitError{"fullgraph=True"})
			}
			theHost.Event(th, Event{Kind: LimitHit, Code: code, Reason: limit, Calls: over, Reasons: reasons, Stacks: stacks})
			state.runOnly, state.limited = true, c
			return nil
		}
		theHost.Event(th, Event{Kind: Recompile, Code: code, ID: state.nextID(th), Reasons: reasons, Stacks: stacks, Compile: c})
	}
	return convert(th, f, frame, state, c, config)
}
