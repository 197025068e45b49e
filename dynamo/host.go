package dynamo

import (
	"time"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/variables"
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
	Limit       *int // how often a function is compiled, nil for what the settings say

	key *cacheKey    // see cacheKey
	ops *ops.Context // of the machine
}

// Host is what frame conversion needs of the layers above, beside what tracing needs.
type Host interface {
	variables.Host
	// Config reads torch._dynamo.config for one trace.
	Config(*object.Thread) *Config
	// SizesApart tells whether equal sizes of inputs are symbols of their own.
	SizesApart(*object.Thread) bool
	// CallBackend runs the user's backend on a graph, whose sizes are of an environment, and returns the compiled function.
	CallBackend(th *object.Thread, c *Compile, id TraceID, module object.Value, inputs []object.Value, shapes *guards.ShapeEnv) (object.Value, error)
	// Converted shows the hooks of scripts the code that is to run in the place of old; it gives what runs, if a hook gave other code.
	Converted(th *object.Thread, old, code *object.Code) (*object.Code, error)
	// Direct is a function that CallBackend gave, without the way through Python. It is nil where there is no such way.
	Direct(fn object.Value) DirectFunc
	// AheadOfTime tells whether a function that CallBackend gave is of a backend that captures ahead of time.
	AheadOfTime(fn object.Value) bool
	// LogBreak writes the log of a graph break, where tracing meets it; CountBreak and CountStop count it, where the graph ends; CountStep does where the
	// rest of the function runs as it was.
	LogBreak(*object.Thread, BreakReport)
	CountBreak(th *object.Thread, u *variables.Unsupported, stack []fxgraph.Line, from []variables.UserFrame)
	CountStop(th *object.Thread, u *variables.Unsupported, stack []fxgraph.Line)
	CountStep(th *object.Thread, u *variables.Unsupported, stack []fxgraph.Line)
	// Skippable tells whether frames of this code are never compiled (library code).
	Skippable(code *object.Code, globals *object.Dict) bool
	// Tensorial tells whether a value is a tensor, a module of torch.nn or a class of those, or of numpy where that is traced.
	Tensorial(th *object.Thread, v object.Value) bool
	// Dispatching tells whether a TorchDispatchMode of a script is entered: frames run untraced under it.
	Dispatching(*object.Thread) bool
	// SuspendDispatch takes modes that belong to the machinery off the stack, and returns what puts them back.
	SuspendDispatch(*object.Thread) (resume func())
	// Transform names the innermost transform of torch.func that is entered, "" for none: frames run untraced in it.
	Transform(*object.Thread) string
	// Sources tells which sources a setting of torch.compiler.config lists.
	Sources(th *object.Thread, setting string) func(source string) bool
	// Logs tells which of the logs of tracing itself are wanted; Log writes to one of them.
	Logs(*object.Thread) TraceLogs
	Log(th *object.Thread, name, id, text string)
	// Event reports a step of compilation to logs, counters and explain.
	Event(th *object.Thread, e Event)
	// LoadHistory puts (SeenOf) what another process has seen of the inputs of functions; KeepHistory may keep it for another one.
	LoadHistory(*object.Thread)
	KeepHistory(*object.Thread)
	// FilterGuards applies the guard_filter_fn option.
	FilterGuards(th *object.Thread, filter object.Value, list []*guards.Guard, frame *guards.Frame) ([]*guards.Guard, error)
	// Fault tells the user of a fault of the compiler that changes no result, on standard error; stack may be empty.
	Fault(th *object.Thread, message, stack string)
	// Raise makes the Python exception for an error of the compiler.
	Raise(th *object.Thread, err error) error
}

// TraceLogs says which of the logs of tracing are wanted.
type TraceLogs struct{ Steps, Lines, Instructions, Calls, Shapes, Breaks, Inputs bool }

// TraceID names one attempt of a compilation.
type TraceID struct {
	Compile string // number of the function, and of its compilation
	Attempt int
}

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
	CanonicalOrder            bool   // canonicalize_output_graph_node_order
	Deduplicates              bool   // use_graph_deduplication
	ReplayEffects             bool   // replay_side_effects
	EffectPolicy              string // side_effect_replay_policy
	Disable                   bool
	Stance                    string
	SkipGuardEval             bool
}

// Event is one step of compilation. Kind tells which of the fields matter.
type Event struct {
	Kind    EventKind
	Code    *object.Code
	ID      string // compile id, "0/1"
	Attempt int    // how often the frame was traced before
	Reason  string
	Reasons []string
	Stacks  [][]guards.UserLine // of Recompile: where the guards that failed come from
	Graph   *Graph
	Guards  []*guards.Guard
	Shapes  []*guards.ShapeGuard
	Frame   *guards.Frame // of EntryMade: the call that the entry was made for
	New     *object.Code
	Break   *variables.Unsupported
	Stack   []fxgraph.Line
	Err     error
	Calls   int
	Compile *Compile
	Kernels Kernels
	Took    time.Duration
	Value   object.Value
	Source  *guards.Source
	Symbol  *guards.Symbol
}

// LogID is the compile id as logs show it, with the number of the attempt.
func (e Event) LogID() string { return attemptID(e.ID, e.Attempt) }

// Kernels is what a backend made of a graph.
type Kernels interface {
	// String is the plan: what runs in which order, with the kernels, and why they are cut like that.
	String() string
	// Kernels is how many kernels run, beside products and operators of their own.
	Kernels() int
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
	FrameUntraced // a frame is left alone, and will be: see worthTracing
	GeneratorLeft // the frame of a generator is left alone
	FrameFailed   // an error ends the compilation and is raised: Err
	GraphCompiled
	EntryMade // guards and new bytecode
	Recompile // no entry matched: Reasons
	LimitHit
	GraphBreak
	ResumeWritten   // generated code calls the resume function Code
	KernelsMade     // a backend has compiled a captured graph: Kernels; Reason says forward, backward or inference
	GraphUncaptured // the graph runs operator by operator: Reason
	GuardsTimed     // the guards of a new entry were checked once, which took Took
	InputEntered    // a tensor is about to become an input of the graph: Value, of Source
	SymbolMade      // a size or a number of an input is symbolic: Symbol
	BackendFault    // a graph runs operator by operator because of a fault of the backend: Reason
)

// theHost is set once, before programs run.
var theHost Host

// Install says what lies above.
func Install(h Host) { theHost = h } // start: by Register
