package variables

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Inliner runs Python functions symbolically; the executor implements it.
type Inliner interface {
	// Inline runs fn on arguments and returns its result.
	Inline(th *object.Thread, fn *Function, args []Tracker, kwargs []KW) (Tracker, error)
	// Frame is where the code of the innermost call of the script lies.
	Frame() (file string, line int, name string)
	// Place is where the innermost call of the script is.
	Place() UserFrame
}

// Host is what the tracer needs of the torch module, which lies above it.
type Host interface {
	// Ops is the state that operators run in.
	Ops(*object.Thread) *ops.Context
	// WrapTensor is the object of a tensor.
	WrapTensor(*object.Thread, *tensor.Tensor) object.Value
	// TensorType is torch.Tensor.
	TensorType(*object.Thread) *object.Type
	// Size makes a torch.Size.
	Size(th *object.Thread, items []object.Value) object.Value
	// ModuleType is torch.nn.Module, nil while torch.nn is not loaded.
	ModuleType(*object.Thread) *object.Type
	// FromOps and ToOps convert between operator values and objects that are not tensors.
	FromOps(th *object.Thread, v any) object.Value
	ToOps(th *object.Thread, v object.Value) (any, error)
	// GraphModule makes the module object of a graph; children are the graphs behind get_attr nodes.
	// With order, children are listed in it; without, in the order of their first use.
	GraphModule(g *fxgraph.Graph, children map[string]object.Value, order []string, env ops.Env) object.Value
	// KeepInBody sets what makes the contexts that choose what a checkpointed body keeps for backward.
	KeepInBody(body, contexts object.Value)
	// Results is what an operator with several results returns: a tuple, a list or a named tuple.
	Results(op *ops.Op, items []object.Value, named bool) object.Value
	// Attribute is the object at a dotted path, such as torch.ops.aten.sym_size.int.
	Attribute(th *object.Thread, path string) object.Value
	// Sample is any object of a tensor class, for type tests.
	Sample(*object.Thread, *object.Type) object.Value
	// MutatesShape tells whether a method changes its tensor's sizes or storage in place.
	MutatesShape(method string) bool
	// Disallowed tells whether a function always breaks the graph (disallow_in_graph).
	Disallowed(th *object.Thread, fn object.Value) bool
	// Substitute is the function that is traced in the place of fn, absent if it is fn itself.
	Substitute(th *object.Thread, fn object.Value) object.Value
	// ArrayTensor is a tensor over the memory of an array of numpy, or with the number of one of its scalars; absent for other
	// objects and for types that tensors do not have.
	ArrayTensor(th *object.Thread, v object.Value) object.Value
	// ArrayType is numpy.ndarray.
	ArrayType(*object.Thread) *object.Type
	// ArrayDType is the dtype object of numpy.
	ArrayDType(*object.Thread, tensor.DType) object.Value
	// NumpyName is the name in torch._numpy of what a function of numpy does.
	NumpyName(th *object.Thread, fn object.Value) (string, bool)
	// FunctionPath is the qualified name under which FX prints a function.
	FunctionPath(th *object.Thread, fn object.Value) string
}

// Input is one placeholder of the graph: how to load its value at run time.
type Input struct {
	Node   *fxgraph.Node
	Source *guards.Source
	Place  *guards.Place // for symbolic sizes
	Value  object.Value
	Random *RandomCall // for numbers that the new code draws
	Plain  bool        // a tensor whose class handles functions enters as a plain one: what the class does is in the graph
	Float  bool        // the float is passed as a 0-dim float64 tensor
}

// Trace is the state of tracing one frame, inlined calls included.
type Trace struct {
	Graph   *fxgraph.Graph // that nodes are recorded in: the frame's, or the body of a higher-order operator
	Shapes  *guards.ShapeEnv
	Guards  guards.Set
	Inputs  []*Input
	Config  *Config
	State   *FrameState
	Host    Host
	Inliner Inliner
	Frame   *guards.Frame
	assumed []string // names of results that are taken to be constant
	// Stack is the user's call stack at the instruction being traced, outermost first.
	Stack func(*object.Thread) []fxgraph.Line
	// Frames is the user's call stack with columns, outermost first.
	Frames func() []UserFrame
	// Recorded, if not nil, is told of each node that a call makes.
	Recorded func(*object.Thread, *fxgraph.Node)
	// Entered, if not nil, is told of each tensor that is about to become an input.
	Entered func(th *object.Thread, tensor object.Value, source *guards.Source)
	// FrameGlobals is the global namespace of the root frame.
	FrameGlobals *object.Dict

	Cells      map[*object.Cell]*CellState
	CellOrder  []*object.Cell
	Globals    []*GlobalStore
	Hooks      []*HookHandle        // of the caller's tensors, to be registered
	Logged     []*LoggedCall        // in the order of the calls
	Mutated    []Tracker            // containers, objects, ... with effects to replay, in order of first effect
	mutatedSet map[Tracker]struct{} // what Mutated holds
	Iterators  []*Container         // iterators of the caller that tracing may have stepped
	Children   map[string]object.Value
	Resumed    bool // the frame continues another one behind a graph break
	// Initialized are the lazy modules that earlier attempts at this trace have given their parameters.
	Initialized map[object.Value]bool
	writing     *ops.Fake // the memory that the next node writes to, nil for none
	GradMode    bool      // grad mode inside the graph at this point
	StartGrad   bool
	// StartModes are the classes of the TorchFunctionModes around the frame.
	StartModes []object.Value

	undo       []func(*object.Thread) error // see AtEnd
	entering   map[*Object]*Context         // see AsContext
	modes      []func(*object.Thread) error // what leaves the modes of the machine that are entered, outermost first
	overrides  overrides
	ragged     []ragged
	tracked    map[object.Value]Tracker
	entered    map[*Container]bool     // whose items are being converted
	items      map[string]symbolic.Int // numbers in input tensors, by the text of their place
	numbers    map[string]Tracker      // symbolic numbers of the caller by the text of their source
	proxies    map[Tracker]*Proxy
	proxyTypes map[*object.Type]*object.Type // of the proxies of objects, by class
	built      built
	operators  map[string]*fxgraph.Function
	tensors    []*guards.Source // guarded tensor inputs, for the aliasing guard
	symbols    map[string]*fxgraph.Node
	sizes      map[*symbolic.Expr]*fxgraph.Node // computed sizes
	sizeCalls  map[object.Value]*fxgraph.Node   // what gave a torch.Size of symbolic ints
	// StaticFloats are the sources of floats that are constants, found out by an earlier attempt.
	StaticFloats map[string]bool
	// LeafLeaks tells, from an earlier attempt, that a leaf which the graph makes would leave it.
	LeafLeaks bool
	// GradUsedUp is the break, found by an earlier attempt, of derivatives that use up the history of what the graph gives.
	GradUsedUp *Unsupported
	// AskedWhether tells that the code asked whether it is being compiled: then it is, also where nothing of it is computed by a graph.
	AskedWhether bool
	keys         hashedObjects

	// AskedSize tells that the code asked for a size that is symbolic, which PyTorch counts as a node.
	AskedSize bool
	// ErrorOnBreak tells whether a graph break is an error here (error_on_graph_break).
	ErrorOnBreak bool
	pinning      bool // operators get symbolic numbers as constants
	named        map[*fxgraph.Node]bool
	body         *body                     // the body of a higher-order operator that is traced, nil for the graph itself
	regions      map[string]string         // nested compile regions: the name of the subgraph by its text
	regionGraphs map[string]*fxgraph.Graph // their graphs by these names
	bodies       map[string]*fxgraph.Graph // of higher-order operators, by the names of Children
	unlooked     []*Lazy                   // see fetched
	postponed    []*Lazy                   // operands of arithmetic that was put off
	last         bool                      // see CallLast
	called       *Object                   // see TakeCalled
	epoch        int                       // in-place operators recorded so far
	shapeIDs     map[string]symbolic.Int   // the sizes that mark_unbacked gives names
	sharedSizes  []sharedSize
	asked        map[askedItem]Tracker
	readsArrays  *fxgraph.Function              // see numpyTarget
	wrappers     map[string]*object.Type        // classes of tensors that are made of others, by name
	instances    map[*fxgraph.Node]object.Value // see instance
	anyTruth     bool                           // only the type of conditions on symbols matters to the shapes of the operator that is being recorded
	known        map[*ops.Fake]knownTensor
	born         int         // of containers that are made now
	leaves       []*ops.Fake // see makeLeaf
	madeLeaves   []Tracker   // the same, as the script has them
	consumed     []consumption
	leafModules  int           // modules that leaf functions were called with so far
	watched      int           // see Watch; 0 for not
	exhausting   *string       // see Exhaust; nil for not
	effects      int           // changes of objects, cells and globals so far
	ownEffects   int           // those of objects that the traced code has made
	expected     []expectation // of tensors with symbolic sizes

	// Random are the calls of random numbers, in their order.
	Random []*RandomCall
	// Made are the objects that the new code makes in front of the graph.
	Made []*Made
	// NoHooks is why the code that is traced may not have hooks of saved tensors, "" where it may.
	NoHooks string
	// FakeErrors are the exceptions that operators raised while tracing.
	FakeErrors []*object.Exception
	// FakeCalls are the calls that raised them, as errors show it.
	FakeCalls map[*object.Exception]string
}

// GlobalStore is a held-back store to a global name; a nil value deletes.
type GlobalStore struct {
	Dict  *object.Dict
	Name  string
	Value Tracker
}

// NewTrace starts a trace of a frame.
func NewTrace(host Host, config *Config, state *FrameState, frame *guards.Frame) *Trace {
	return &Trace{
		Graph: fxgraph.New(), Shapes: guards.NewShapeEnv(), Config: config, State: state, Host: host, Frame: frame,
		FrameGlobals: frame.Globals, Cells: map[*object.Cell]*CellState{}, Children: map[string]object.Value{},
		tracked: map[object.Value]Tracker{}, proxies: map[Tracker]*Proxy{}, symbols: map[string]*fxgraph.Node{},
	}
}

// Config is the part of torch._dynamo.config that tracing reads.
type Config struct {
	AssumeStatic          bool                     // assume_static_by_default
	AutomaticDynamic      bool                     // automatic_dynamic_shapes
	DynamicSources        func(source string) bool // dynamic_sources: what is symbolic from the first call on
	UnbackedSources       func(source string) bool // unbacked_sources: the same, with nothing taken for granted
	AutomaticUnbacked     bool                     // automatic_dynamic_shapes_mark_as: sizes that change become numbers that nothing is taken for granted of
	SpecializeInt         bool
	SpecializeFloat       bool
	InstallFreeTensors    bool // tensors that are no arguments are attributes of graphs
	UnspecModuleInts      bool // ints of modules may be symbolic
	AllowRNN              bool
	TraceNumpy            bool
	NumpyStream           bool // use_numpy_random_stream
	TraceAutograd         bool // trace_autograd_ops
	CaptureScalarOutputs  bool
	TrackOrigins          bool // track_nodes_for_deduplication, or use_graph_deduplication
	CaptureDynamicOutputs bool
	ForceParameterStatic  bool
	ForceModuleStatic     bool
	RewriteAssert         bool
	OneGraph              bool // fullgraph=True
	NestedBreaks          bool // nested_graph_breaks
	TraceSkipped          bool // dont_skip_tracing
	GuardHooks            bool // skip_nnmodule_hook_guards=False
	TraceUnittest         bool // enable_trace_unittest
	TraceClasses          bool // enable_trace_load_build_class
	Reorderable           func(*object.Thread, object.Value) bool
	Ignored               func(*object.Thread, object.Value) bool
}

// Unsupported says that something cannot be traced: a graph break.
type Unsupported struct {
	Title       string // first line: what kind of break
	Operator    string // the higher-order operator in whose body it was, "" for none
	Explanation string
	Context     string
	Reason      string // short text that counters and explain show; "" for Title
	Branch      bool   // a jump on a tensor
	Uncounted   bool   // a condition on symbols that nothing decides: no counter has it
	Unprefixed  bool   // the title is the whole error, where the operator must be captured
	SkipFrame   bool   // the whole frame must run untraced
	Counted     bool   // which counters have as a break nevertheless
	Thrown      bool   // so must it, since a generator that an exception was thrown into cannot be left
	Step        bool   // the rest of the frame must run untraced
	Hints       []string
	Stack       []UserFrame // where it happened, outermost first
}

// Fundamental is the hint of breaks that stay.
const Fundamental = "This graph break is fundamental - it is unlikely that Dynamo will ever be able to trace through your code. Consider finding a workaround."

// Supportable is the hint of breaks that PyTorch could do without.
const Supportable = "It may be possible to write Dynamo tracing rules for this code. Please report an issue to PyTorch if you encounter this graph break often and it is causing performance issues."

// Refused ends compilation with an exception that leaves the compiled function.
type Refused struct{ Exception *object.Exception }

func (r *Refused) Error() string { return r.Exception.Error() }

// UserFrame is a place in the code of a script.
type UserFrame struct {
	fxgraph.Line
	Pos bytecode.Pos
}

func (u *Unsupported) Error() string { return u.Title }

// Interrupts makes it an ops.Interruption.
func (*Unsupported) Interrupts() {}

// Unsupportedf makes a graph break.
func Unsupportedf(title, context, explanation string, args ...any) error {
	return &Unsupported{Title: title, Context: context, Explanation: fmt.Sprintf(explanation, args...)}
}

// Line is the user line being traced.
func (t *Trace) Line(th *object.Thread) guards.UserLine {
	lines := t.lines(th)
	if len(lines) == 0 {
		return guards.UserLine{}
	}
	return lines[len(lines)-1]
}

// lines are the user lines being traced, outermost first.
func (t *Trace) lines(th *object.Thread) []guards.UserLine {
	if t.Stack == nil {
		return nil
	}
	stack := t.Stack(th)
	lines := make([]guards.UserLine, len(stack))
	for i, l := range stack {
		lines[i] = guards.UserLine{Filename: l.Filename, Line: l.Line, Function: l.Function, Code: l.Code}
	}
	return lines
}

// guard adds a guard on a source, if it is one that can be guarded.
func (t *Trace) guard(th *object.Thread, g *guards.Guard) {
	if g.Source.Guardable() {
		if g.Stack = t.lines(th); len(g.Stack) > 0 {
			g.Line = g.Stack[len(g.Stack)-1]
		}
		t.Guards.Add(th, g)
	}
}

// NewConstant is a constant without a source.
func NewConstant(v object.Value) *Constant { return &Constant{V: v} }

// None is the constant None.
func None() *Constant { return NewConstant(object.None) }

// HasEffects tells whether anything of the caller's was changed besides tensors. What changes an object of the traced code is none of them: others see
// that where they are changed to hold it.
func (t *Trace) HasEffects() bool {
	return t.changes() > t.ownEffects || len(t.Random) > 0 || len(t.Hooks) > 0 || len(t.Logged) > 0 || slices.ContainsFunc(t.Mutated, func(x Tracker) bool { return !isMade(x) }) || len(t.Globals) > 0
}

// Effects counts the changes of objects, cells and globals, and the operators that write, so far.
func (t *Trace) Effects() int { return t.changes() + t.epoch }

// changes counts the changes of objects, cells and globals so far; a step of a caller's iterator is one.
func (t *Trace) changes() int {
	n := t.effects
	for _, it := range t.Iterators {
		n += it.Steps()
	}
	return n
}

// Affected notes a change that has no object: of a cell or a global, which what tells in the words of logs.
func (t *Trace) Affected(what string) {
	t.effects++
	t.noticed(what)
	if t.body != nil && t.body.touched == nil && t.body.affected == "" {
		t.body.affected, t.body.touchedAt = what, t.Frames()
	}
}

// madeInBody tells whether the body that is being traced has made an object, which nothing outside of it can see.
func (t *Trace) madeInBody(x Tracker) bool {
	switch x := x.(type) {
	case *Object:
		return x.New && x.within != nil && x.within == t.body
	case *Function:
		return x.New && x.within != nil && x.within == t.body
	}
	return false
}

// isMade tells whether x is an object that the traced code has made.
func isMade(x Tracker) bool {
	o, ok := x.(*Object)
	return ok && o.New
}

// mutated notes that x has effects to replay.
func (t *Trace) mutated(x Tracker) {
	if !t.madeInBody(x) {
		t.effects++
		if isMade(x) {
			t.ownEffects++
		}
		if t.body != nil && t.body.touched == nil && t.body.affected == "" {
			t.body.touched, t.body.touchedAt = x, t.Frames()
		}
	}
	t.fillLater(x)
}

// fillLater notes that what x holds is stored when all objects are there, without counting it as an effect.
func (t *Trace) fillLater(x Tracker) {
	if t.isMutated(x) {
		return
	}
	if t.mutatedSet == nil {
		t.mutatedSet = map[Tracker]struct{}{}
	}
	t.mutatedSet[x] = struct{}{}
	t.Mutated = append(t.Mutated, x)
}

// isMutated tells whether x has effects to replay.
func (t *Trace) isMutated(x Tracker) bool {
	_, ok := t.mutatedSet[x]
	return ok
}
