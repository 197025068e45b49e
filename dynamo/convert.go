package dynamo

import (
	"errors"
	"fmt"
	"slices"
	"time"
	"weak"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Compile is one call of torch.compile: what frames below the compiled
// function are compiled with.
type Compile struct {
	Backend     object.Value // called with (graph module, example inputs)
	BackendKey  object.Value // identity for the cache: the callable the user gave
	FullGraph   bool
	Dynamic     *bool
	Region      any // own cache of an isolated call, nil for the common one
	Filter      object.Value
	Disabled    bool
	RunOnly     bool
	Key         string // what else separates entries
	OnlyExplain bool

	key *cacheKey    // see cacheKey
	ops *ops.Context // of the machine
}

// CodeState is what the tracer keeps about a code object.
type CodeState struct {
	cache      guards.Cache
	frame      *variables.FrameState
	frameID    int
	attempts   int
	skip       bool     // run untraced for good
	runOnly    bool     // use the entries there are, compile no more
	limited    *Compile // of the last call that found it so
	neverTrace bool
	compiling  bool
	admitted   bool // frames of it may be compiled
	observed   bool // the first miss under the stance eager_then_compile was seen
	// staticFloats are the sources of floats that a backend has made constants.
	staticFloats map[string]bool
	resumes      map[string]*object.Code
	resumeNames  map[*object.Code]string
	origin       *object.Code // for resume functions: the code that they continue
	prologue     int          // and how many instructions lie in front of it
	globalState  []uint64
	lookup       guards.Frame // of the call that is looked up, while looking is set
	looking      bool
}

// Host is what frame conversion needs of the layers above, beside what tracing needs.
type Host interface {
	variables.Host
	// Config reads torch._dynamo.config for one trace.
	Config(*object.Thread) *Config
	// CallBackend runs the user's backend on a graph and returns the compiled function.
	CallBackend(th *object.Thread, c *Compile, module object.Value, inputs []object.Value) (object.Value, error)
	// Direct is a function that CallBackend gave, without the way through Python. It is nil where there is no such way.
	Direct(fn object.Value) DirectFunc
	// AheadOfTime tells whether a function that CallBackend gave is of a backend that captures ahead of time.
	AheadOfTime(fn object.Value) bool
	// LogBreak writes the log of a graph break, where tracing meets it; CountBreak and CountStop count it, where the graph ends.
	LogBreak(*object.Thread, BreakReport)
	CountBreak(th *object.Thread, u *variables.Unsupported, stack []fxgraph.Line)
	CountStop(th *object.Thread, u *variables.Unsupported, stack []fxgraph.Line)
	// Skippable tells whether frames of this code are never compiled (library code).
	Skippable(code *object.Code, globals *object.Dict) bool
	// Dispatching tells whether a TorchDispatchMode of a script is entered: frames run untraced under it.
	Dispatching(*object.Thread) bool
	// Transform names the innermost transform of torch.func that is entered, "" for none: frames run untraced in it.
	Transform(*object.Thread) string
	// Sources tells which sources a setting of torch.compiler.config lists.
	Sources(th *object.Thread, setting string) func(source string) bool
	// Logs tells which of the logs of tracing itself are wanted; Log writes to one of them.
	Logs(*object.Thread) TraceLogs
	Log(th *object.Thread, name, id, text string)
	// Event reports a step of compilation to logs, counters and explain.
	Event(th *object.Thread, e Event)
	// FilterGuards applies the guard_filter_fn option.
	FilterGuards(th *object.Thread, filter object.Value, list []*guards.Guard) ([]*guards.Guard, error)
	// Fault tells the user of a fault of the compiler that changes no result, on standard error; stack may be empty.
	Fault(th *object.Thread, message, stack string)
	// Raise makes the Python exception for an error of the compiler.
	Raise(th *object.Thread, err error) error
}

// TraceLogs says which of the logs of tracing are wanted.
type TraceLogs struct{ Steps, Lines, Instructions, Calls, Shapes, Breaks bool }

// DirectFunc is a compiled graph: it appends its results to into. Calls that are known say that their arguments are tensors of the same types, sizes and
// strides as those of each other known call. They are fresh (object.MarkFresh) where nothing else refers to
// them, and it keeps neither slice.
type DirectFunc func(th *object.Thread, args, into []object.Value, known bool) ([]object.Value, error)

// Config is torch._dynamo.config as frame conversion reads it.
type Config struct {
	variables.Config
	RecompileLimit            int
	AccumulatedRecompileLimit int
	FailOnRecompileLimitHit   bool
	ErrorOnRecompile          bool
	SuppressErrors            bool
	CanonicalOrder            bool // canonicalize_output_graph_node_order
	Disable                   bool
	Stance                    string
	SkipGuardEval             bool
}

// Event is one step of compilation. Kind tells which of the fields matter.
type Event struct {
	Kind     EventKind
	Code     *object.Code
	ID       string // compile id, "0/1"
	Attempt  int    // how often the frame was traced before
	Reason   string
	Reasons  []string
	Stacks   [][]guards.UserLine // of Recompile: where the guards that failed come from
	Graph    *Graph
	Guards   []*guards.Guard
	Shapes   []*guards.ShapeGuard
	Frame    *guards.Frame // of EntryMade: the call that the entry was made for
	New      *object.Code
	Break    *variables.Unsupported
	Stack    []fxgraph.Line
	Err      error
	Calls    int
	Compile  *Compile
	LastFail string
	Kernels  Kernels
	Took     time.Duration
}

// LogID is the compile id as logs show it, with the number of the attempt.
func (e Event) LogID() string { return attemptID(e.ID, e.Attempt) }

// Kernels is what a backend made of a graph.
type Kernels interface {
	// String is the plan: what runs in which order, with the kernels, and why they are cut like that.
	String() string
	// Listing is the machine code that has been made so far.
	Listing() string
}

// EventKind is the kind of an Event.
type EventKind uint8

// The kinds of events.
const (
	FrameStart EventKind = iota // a frame is about to be traced
	FrameOK                     // tracing ended without an error
	FrameSkipped
	GraphCompiled
	EntryMade // guards and new bytecode
	Recompile // no entry matched: Reasons
	LimitHit
	GraphBreak
	ResumeWritten   // generated code calls the resume function Code
	KernelsMade     // a backend has compiled a captured graph: Kernels; Reason says forward, backward or inference
	GraphUncaptured // the graph runs operator by operator: Reason
	GuardsTimed     // the guards of a new entry were checked once, which took Took
	BackendFault    // a graph runs operator by operator because of a fault of the backend: Reason
)

// BreakError is a graph break where none is allowed.
type BreakError struct {
	Unsupported *variables.Unsupported
	Stack       []fxgraph.Line
}

func (e *BreakError) Error() string { return e.Unsupported.Title }

// BodyError is a function of a higher-order operator that cannot be captured.
type BodyError struct {
	*variables.HigherOrderError
	Stack []fxgraph.Line
}

// FakeFailure is an operator that failed while tracing and whose error left the frame.
type FakeFailure struct {
	Exception *object.Exception
	Stack     []fxgraph.Line
	Frames    []variables.UserFrame
}

func (e *FakeFailure) Error() string { return e.Exception.Error() }

// RecompileError reports a forbidden recompile.
type RecompileError struct {
	Stance string // "" for config.error_on_recompile
	Report string
	Code   *object.Code
}

func (e *RecompileError) Error() string { return e.Report }

// LimitError reports a recompile limit under fullgraph or fail_on_recompile_limit_hit.
type LimitError struct{ Reason string }

func (e *LimitError) Error() string { return "Hard failure due to " + e.Reason }

// BackendError is an exception of the backend, or of other code of scripts that runs while a frame is compiled.
type BackendError struct{ Err error }

func (e *BackendError) Error() string { return e.Err.Error() }

// ConstraintError is a contradiction to mark_dynamic.
type ConstraintError struct {
	Text string
	Line guards.UserLine
}

func (e *ConstraintError) Error() string { return e.Text }

// machine is what a machine has of frame conversion.
type machine struct {
	compiled     codeList
	nextFrame    int
	uniqueNames  int
	errorOnBreak bool                // the region flag of code that runs untraced, see SetErrorOnBreak
	lines        map[string][]string // the texts of scripts, by file
	cacheKeys    map[cacheKey]*cacheKey
}

var machines = object.NewState(func(th *object.Thread) *machine {
	m := &machine{lines: map[string][]string{}, cacheKeys: map[cacheKey]*cacheKey{}}
	of := interp.MachineOf(th)
	of.Letting = append(of.Letting, func(*object.Thread) { m.compiled.each(forgetCalls) })
	return m
})

// forgetCalls lets go of what the entries of a code object saw in their last calls.
func forgetCalls(code *object.Code) {
	for _, e := range Entries(code) {
		e.Program.ForgetCall()
	}
}

// theHost is set once, before programs run.
var theHost Host

// Install says what lies above.
func Install(h Host) { theHost = h } // start: by Register

// Activate sets what the frames that a thread starts are compiled with, nil for not at all, and returns what was set before.
func Activate(th *object.Thread, c *Compile) *Compile {
	t := interp.ThreadOf(th)
	old := Active(th)
	if c == nil {
		t.FrameHook = nil
	} else {
		t.FrameHook = c
	}
	return old
}

// Active is what the frames that a thread starts are compiled with, nil for not at all.
func Active(th *object.Thread) *Compile {
	c, _ := interp.ThreadOf(th).FrameHook.(*Compile)
	return c
}

// SetErrorOnBreak says whether a graph break is an error in frames that start now, and returns what was said before.
func SetErrorOnBreak(th *object.Thread, on bool) (before bool) {
	m := machines.Of(th)
	before, m.errorOnBreak = m.errorOnBreak, on
	return before
}

// Reset forgets every compiled entry, mark and observation.
func Reset(th *object.Thread) {
	m := machines.Of(th)
	var disabled []*object.Code
	m.compiled.each(func(code *object.Code) {
		if s, ok := code.Extra.(*CodeState); ok && s.neverTrace {
			disabled = append(disabled, code)
		}
		code.Extra = nil
	})
	m.compiled, m.nextFrame = codeList{}, 0
	for _, code := range disabled { // what the program has said of them stays
		SkipCode(th, code)
	}
}

// codeList lists code objects that have a state, as long as somebody else refers to them: what was compiled for a function goes with it.
type codeList struct {
	codes []weak.Pointer[object.Code]
	limit int // the length at which those that are gone are dropped
}

func (l *codeList) add(code *object.Code) {
	if len(l.codes) >= l.limit {
		l.codes = slices.DeleteFunc(l.codes, func(p weak.Pointer[object.Code]) bool { return p.Value() == nil })
		l.limit = max(64, 2*len(l.codes))
	}
	l.codes = append(l.codes, weak.Make(code))
}

func (l *codeList) each(visit func(*object.Code)) {
	for _, p := range l.codes {
		if code := p.Value(); code != nil {
			visit(code)
		}
	}
}

// ResetCode forgets what is known of one code object.
func ResetCode(code *object.Code) {
	if _, ok := code.Extra.(*CodeState); ok {
		code.Extra = nil
	}
}

// Entries lists the cache entries of a code object, most recently used first.
func Entries(code *object.Code) []*guards.Entry {
	if s, ok := code.Extra.(*CodeState); ok {
		return s.cache.Entries
	}
	return nil
}

func stateOf(th *object.Thread, code *object.Code) *CodeState {
	if s, ok := code.Extra.(*CodeState); ok {
		return s
	}
	s := &CodeState{frame: variables.NewFrameState(), frameID: -1, resumes: map[string]*object.Code{}, staticFloats: map[string]bool{}, resumeNames: map[*object.Code]string{}}
	code.Extra = s
	machines.Of(th).compiled.add(code)
	return s
}

// FrameStarts has a frame run the entry for its arguments, after it has made one where there is none.
func (c *Compile) FrameStarts(th *object.Thread, f *interp.Frame) (interp.Shortcut, error) {
	if c.Disabled || f.Func() == nil {
		return nil, nil
	}
	code := f.Code()
	if code.Flags&bytecode.FlagsSuspend != 0 || code.Name == "<module>" {
		return nil, nil
	}
	state, known := code.Extra.(*CodeState)
	if !known || !state.admitted {
		if _, ours := code.Extra.(*written); ours || theHost.Skippable(code, f.Globals()) {
			return nil, nil
		}
		state = stateOf(th, code)
		state.admitted = true
	}
	if state.skip || state.compiling {
		return nil, nil
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
	check := func(th *object.Thread, a *guards.Program, b *guards.Frame) bool { return a.Check(th, b) }
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
	if e := state.find(th, f, backend, c.Region, check); e != nil {
		if e.Code == nil {
			return nil, nil
		}
		if w, _ := e.Code.Extra.(*written); w.straight != nil && !config.SkipGuardEval && w.straight.serves(f) { // which relies on all guards
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
			"    - Calling torch.func.%[1]s(compiled_fn) function from eager mode is not supported. Ensure that torch.func.%[1]s is also wrapped within a torch.compile function. For more information, see PyTorch issue #128711.\n"+
			"    - torch.func.%[1]s(fn) requires the function to be inlined by dynamo\n", transform)}})
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

// find is the entry for a call. Guards that run code of scripts may look up another call of the same function meanwhile.
func (s *CodeState) find(th *object.Thread, f *interp.Frame, backend, region any, check func(*object.Thread, *guards.Program, *guards.Frame) bool) *guards.Entry {
	if len(s.cache.Entries) == 0 {
		return nil
	}
	if s.looking {
		return s.cache.Lookup(th, guardFrame(f), backend, region, check)
	}
	s.looking = true
	defer func() { s.looking = false }()
	s.lookup = guards.Frame{Slots: f.Args(), Closure: f.Closure(), Globals: f.Globals(), Builtins: f.Builtins()}
	e := s.cache.Lookup(th, &s.lookup, backend, region, check)
	s.lookup = guards.Frame{}
	return e
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
			observe(th, state, code, frame)
			return nil
		}
	}
	if len(entries) > 0 {
		limit, over := "recompile_limit", config.RecompileLimit
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
			theHost.Event(th, Event{Kind: LimitHit, Code: code, Reason: limit, Calls: over, LastFail: reasons[0]})
			state.runOnly, state.limited = true, c
			return nil
		}
		theHost.Event(th, Event{Kind: Recompile, Code: code, ID: state.nextID(th), Reasons: reasons, Stacks: stacks, Compile: c})
		if config.ErrorOnRecompile {
			return theHost.Raise(th, &RecompileError{Report: Report(code, reasons, stacks), Code: code})
		}
	}
	return convert(th, f, frame, state, c, config)
}

// observe records sizes without compiling.
func observe(th *object.Thread, state *CodeState, code *object.Code, frame *guards.Frame) {
	for i, v := range frame.Slots {
		observeAt(th, state, guards.NewLocal(code.LocalsPlus[i], i), v, 0)
	}
}

// observeAt records what a source has, within containers too.
func observeAt(th *object.Thread, state *CodeState, src *guards.Source, v object.Value, depth int) {
	const deepest = 16 // of containers that may hold themselves
	if v.IsNull() || depth > deepest {
		return
	}
	if t := guards.TensorOf(v); t != nil {
		state.frame.Sizes(src.Text(), t.Sizes(), t.Strides())
		return
	}
	switch v.Type() {
	case object.IntType, object.FloatType:
		state.frame.Scalar(src.Text(), v)
	case object.ListType, object.TupleType:
		items, _ := object.Items(v)
		for i, e := range items {
			observeAt(th, state, src.Item(i), e, depth+1)
		}
	case object.DictType:
		d, _ := object.AsDict(v)
		_ = d.Each(th, func(th *object.Thread, key, e object.Value) error {
			if variables.IsConstant(key) {
				observeAt(th, state, src.DictItem(key, reprOf(th, key)), e, depth+1)
			}
			return nil
		})
	}
}

// Report is the text of a recompile log.
func Report(code *object.Code, reasons []string, stacks [][]guards.UserLine) string {
	text := fmt.Sprintf("Recompiling function %s in %s:%d\n    triggered by the following guard failure(s):", code.Name, code.Filename, code.FirstLine)
	for i, r := range reasons {
		text += ReasonLines(r, stacks[i])
	}
	return text
}

// ReasonLines is one reason of a recompile log with the calls that lead to its guard.
func ReasonLines(reason string, stack []guards.UserLine) string {
	const next = "\n    - "
	text := next + reason
	if len(stack) > 0 {
		text += next + "User stack trace:"
	}
	for _, l := range stack {
		text += fmt.Sprintf("%s  File \"%s\", line %d, in %s%s    %s", next, l.Filename, l.Line, l.Function, next, l.Code)
	}
	return text
}

// attempts bounds how often one frame is traced anew.
const attempts = 100

// convert traces the frame and, if that gave an entry, makes the frame run its code.
func convert(th *object.Thread, f *interp.Frame, frame *guards.Frame, state *CodeState, c *Compile, config *Config) error {
	code := f.Code()
	id := state.nextID(th)
	state.attempts++
	state.globalState = guards.ReadGlobalState(th)
	theHost.Event(th, Event{Kind: FrameStart, Code: code, ID: id, Compile: c})
	p := &plan{breaks: map[int]*variables.Unsupported{}, whole: map[int]bool{}, regions: map[int]int{}}
	state.compiling = true
	defer func() { state.compiling = false }()
	for n := range attempts {
		x, err := attempt(th, f, frame, state, c, config, p, id, n)
		if errors.Is(err, restart{}) {
			continue
		}
		if err != nil {
			return finishFailed(th, f, state, c, x, err)
		}
		err = finish(th, f, frame, state, c, x)
		x.trace.Shapes.Where, x.trace.Shapes.Log = nil, nil // which keep the trace
		return err
	}
	return fmt.Errorf("dynamo: %s was restarted %d times", code.Name, attempts)
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
	trace := variables.NewTrace(theHost, traceConfig(th, config, c), state.frame, frame)
	x := &translator{trace: trace, compile: c, state: state, closure: frame.Closure, plan: p, code: f.Code(), id: id, attempt: n, at: map[int]int{}, logs: theHost.Logs(th)}
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
	if x.logs.Shapes {
		trace.Shapes.Log = func(text string) { theHost.Log(th, "dynamic_info", id, text) }
		trace.Shapes.Log("create_env")
	}
	trace.StaticFloats = state.staticFloats
	trace.Stack = x.stack
	trace.Shapes.Where = func() guards.UserLine { return trace.Line(th) }
	trace.GradMode = theHost.Ops(th).GradEnabled()
	trace.StartGrad = trace.GradMode
	trace.EnterOuterModes(th)
	trace.Resumed = state.origin != nil
	trace.ErrorOnBreak = machines.Of(th).errorOnBreak
	x.start(frame.Slots, f.Globals(), f.Builtins())
	defer trace.LeaveModes(th)
	outer := Activate(th, nil) // nothing that tracing runs natively is compiled
	defer Activate(th, outer)
	return x, x.runRoot(th)
}

// internalError is a fault of the tracer itself. The frame runs untraced.
type internalError struct{ text, stack string }

func (e *internalError) Error() string { return e.text }

// runRoot traces the frame; a panic of ours becomes an error, since the frame
// can always run untraced.
func (x *translator) runRoot(th *object.Thread) error {
	err := interp.Sheltered(th, x.root.run)
	if errors.Is(err, finished{}) {
		return nil
	}
	var fault *interp.InternalError
	if errors.As(err, &fault) {
		return &internalError{fmt.Sprint(fault.Reason), fault.Stack}
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
			t.AutomaticDynamic = false
		}
	}
	return &t
}

// finish makes the cache entry and starts its code.
func finish(th *object.Thread, f *interp.Frame, frame *guards.Frame, state *CodeState, c *Compile, x *translator) error {
	if text := x.trace.Shapes.Violation(); text != "" {
		return theHost.Raise(th, &ConstraintError{Text: text})
	}
	list := x.guardSet(th)
	shapes := x.trace.Shapes.Produce()
	theHost.Event(th, Event{Kind: EntryMade, Code: x.code, ID: x.id, Attempt: x.attempt, Guards: list, Shapes: shapes, Frame: frame, New: x.output, Compile: c})
	kept := list
	if !c.Filter.IsNull() {
		var err error
		if kept, err = theHost.FilterGuards(th, c.Filter, list); err != nil {
			return err
		}
	}
	program := guards.Build(kept, shapes)
	start := time.Now()
	holds := program.Check(th, frame)
	theHost.Event(th, Event{Kind: GuardsTimed, Code: x.code, ID: x.id, Attempt: x.attempt, Took: time.Since(start)})
	if !holds && c.Filter.IsNull() {
		return finishFailed(th, f, state, c, x, &internalError{fmt.Sprintf("Guard failed on the same frame it was created. This is a bug - please create an issue.Guard fail reason: %s", program.Reason(th, frame)), ""})
	}
	x.output.Extra = &written{x.straightCode(program)}
	state.cache.Add(&guards.Entry{ID: x.id, Backend: c.cacheKey(th), Region: c.Region, Program: program, Code: x.output})
	theHost.Event(th, Event{Kind: FrameOK, Code: x.code, ID: x.id})
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
	switch {
	case errors.As(err, &backend):
		if !theHost.Config(th).SuppressErrors {
			return backend.Err
		}
		state.skip = true
		theHost.Event(th, Event{Kind: FrameSkipped, Code: x.code, ID: x.id, Reason: "backend failed", Err: backend.Err, Stack: x.stack(th)})
		return nil
	case errors.As(err, &refused):
		return refused.Exception
	case errors.As(err, &hop):
		return theHost.Raise(th, &BodyError{hop, x.stack(th)})
	case errors.As(err, &internal):
		if c.FullGraph {
			return theHost.Raise(th, err)
		}
		state.skip = true
		theHost.Event(th, Event{Kind: FrameSkipped, Code: x.code, ID: x.id, Reason: "internal error: " + internal.text, Err: err, Stack: x.stack(th)})
		theHost.Fault(th, fmt.Sprintf("%s (%s:%d) runs uncompiled because of a fault in the compiler, please report it: %s", x.code.Name, x.code.Filename, x.code.FirstLine, internal.text), internal.stack)
		return nil
	case errors.As(err, &skip):
		state.skip = true
		if skip.quiet {
			theHost.Event(th, Event{Kind: FrameOK, Code: x.code, ID: x.id, Reason: skip.reason})
		} else {
			theHost.Event(th, Event{Kind: FrameSkipped, Code: x.code, ID: x.id, Reason: skip.reason, Break: skip.why, Stack: x.stack(th)})
		}
		if c.FullGraph && skip.quiet {
			return nil
		}
		return nil
	case errors.As(err, &broken):
		return theHost.Raise(th, broken)
	case errors.As(err, &exc):
		for _, fake := range x.trace.FakeErrors {
			if fake == exc {
				return theHost.Raise(th, &FakeFailure{exc, x.stack(th), x.raised[exc]})
			}
		}
		if c.FullGraph {
			if exc.Matches(object.AssertionError) {
				return theHost.Raise(th, &BreakError{failedAssertion(x.raised[exc]), x.stack(th)})
			}
			return theHost.Raise(th, &BreakError{x.observed(th, exc), x.stack(th)})
		}
		x.logBreak(th, x.root, Skipped, x.observed(th, exc), nil)
		state.skip = true
		theHost.Event(th, Event{Kind: FrameSkipped, Code: x.code, ID: x.id, Reason: "Observed exception", Stack: x.stack(th)})
		return nil
	}
	return theHost.Raise(th, err)
}

// observed is the break of an exception that no handler of the frame catches.
func (x *translator) observed(th *object.Thread, exc *object.Exception) *variables.Unsupported {
	return &variables.Unsupported{Title: "Observed exception", Stack: x.raised[exc], Context: "raised exception " + reprOf(th, exc.Ref()),
		Explanation: "Dynamo found no exception handler at the top-level compiled function when encountering an exception. Exception will propagate outside the compiled region."}
}

// failedAssertion is the break of an assert statement whose condition is false while tracing.
func failedAssertion(stack []variables.UserFrame) *variables.Unsupported {
	return &variables.Unsupported{Title: "Data-dependent assertion failed (cannot compile partial graph)", Stack: stack, Context: "value: ConstantVariable(bool: False)",
		Explanation: "Dynamo has determined when encountering a data-dependent assert failure that it should not compile the partial graph.",
		Hints: []string{"This graph break is fundamental - it is unlikely that Dynamo will ever be able to trace through your code. Consider finding a workaround.",
			"Use `torch._assert()` to raise a hard AssertionError when the check fails. This error will propagate back the user code that called the compiled function (i.e. Dynamo will not trace any exception handling).",
			"Remove the assert statement.",
			"Move the assert statement outside of any context managers in order to graph break with partial graph compilation (if fullgraph=False)."}}
}

func reprOf(th *object.Thread, v object.Value) string {
	s, err := object.Repr(th, v)
	if err != nil {
		return v.Type().ShortName()
	}
	return s
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
	g := &Graph{Name: name, Module: module, Graph: x.trace.Graph, Reason: reason}
	x.graphs = append(x.graphs, g)
	theHost.Event(th, Event{Kind: GraphCompiled, Code: x.code, ID: x.id, Attempt: x.attempt, Graph: g, Calls: x.trace.CallCount(), Stack: x.stack(th), Reason: reason, Compile: x.compile})
	fn, err := theHost.CallBackend(th, x.compile, module, inputs)
	if err != nil {
		return object.Null, false, &BackendError{err} // no exception of the program's: no handler in it may see it
	}
	if run := theHost.Direct(fn); run != nil {
		return outputsOf(name, run, loads), true, nil
	}
	return object.NewFuncValue(name, func(th *object.Thread, args, kw []object.Value) (object.Value, error) {
		outer := Activate(th, nil)
		defer Activate(th, outer)
		return object.CallArgs(th, fn, args, kw)
	}), theHost.AheadOfTime(fn), nil
}

// SkipCode keeps frames of a code object from being compiled; what they call still is.
func SkipCode(th *object.Thread, code *object.Code) {
	s := stateOf(th, code)
	s.skip, s.neverTrace = true, true
}
