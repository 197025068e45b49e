package ops

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Context is the state that operators run in: the stack of levels, what is recorded for autograd, the shape environment
// and the random generator. A machine holds one; the operator table and everything that hangs on it is immutable and shared.
// A Context is for one goroutine at a time.
type Context struct {
	fakeGrads  []*tensorExtra // those that have one without data
	functional *functionalize // that scripts have switched on, or have made tensors for; nil for none
	// Generator is the one that random operators draw from when none is given.
	Generator *tensor.Generator
	// Printing is how tensors print; its Default is the type of new floating tensors.
	Printing tensor.PrintOptions
	// Reproducers is the directory for scripts that show faults of compilers; empty for none.
	Reproducers string
	// SparseRows makes the sparse gradient of an embedding's weight with so many rows, of the gradient of what was looked up, the indices, padding_idx and
	// scale_grad_by_freq; nil where gradients are dense.
	SparseRows func(g, indices Value, rows symbolic.Int, padding, scale Value) (Value, error)
	// SparseGathered makes the sparse gradient of a tensor of the given sizes of which elements were gathered, of the gradient of these, their index and
	// the dimension; nil where gradients are dense.
	SparseGathered func(g, index, dim, sizes Value) (Value, error)
	// Lift makes a tensor of numbers that a decomposition has computed one of the mode that stands for data, nil where there is none.
	Lift func(t *tensor.Tensor) (Value, error)
	// Small allocates memory for a small tensor, with what the layer above will need for it; nil for the tensor alone.
	Small func() *tensor.SmallPiece
	// Warnings are what operators warn the script of.
	Warnings Warnings
	// WideSums has sums of all sizes made as compiled graphs make them, in float64, instead of in the order of PyTorch's kernels (cascade.go), and ends of runs computed as the rest (loopends.go).
	WideSums bool
	// Attached is what the layer above keeps beside this state.
	Attached any

	levels           []Level // from the kernels up; the tape of plain tensors is among them
	depth            int     // how many of them are active: a level runs with those below it
	gradEnabled      bool
	tangentsOff      bool // forward mode carries nothing along
	inferenceMode    bool
	deterministic    Determinism
	fakeEnv          Env   // set while operators run on fake tensors
	called           *Op   // see Called
	running          int64 // see Running
	stepping         *Node // the node that the backward pass is at
	adding           bool  // see Adding
	overwritten      Value // while an operator runs in the place of one that changes this tensor, and calls are shown: derivatives save a copy of it, as PyTorch's do
	onMeta           bool  // a decomposition at work has arguments on meta, where what it makes has to be too
	outerEnv         Env   // see SetOuterEnv
	apart            bool  // see TakeApart
	checkViews       bool  // see CheckViews
	nextSeq          int64 // numbers autograd nodes in the order of their creation
	savedHooks       []*SavedHooks
	savingOrders     map[*entry]savingOrder
	creation         creation
	anyLayout        bool                                   // see FreeGradLayout
	overrides        map[*Op]func([]Value) ([]Value, error) // kernels that scripts have replaced
	recordedBy       map[*Op]func([]Value) ([]Value, error) // the same above the tape
	autocast         Autocast
	castWeights      map[castWeight]Value
	castsProducts    bool // within an operator of castProducts
	anomaly          bool // backward names the function that gives the first NaN
	anomalyNaN       bool
	stackText        func() string    // the stack of the script, for nodes that are recorded in anomaly mode
	failed           *Node            // where a backward pass in anomaly mode ended
	backward         *task            // the innermost in progress, nil outside of any
	backwardRecorder BackwardRecorder // takes the place of what a pass does that is recorded
	recordedSizes    *openSizes       // of that pass
	tasks            int              // backward passes so far
	profiler         Profiler
	told             told // what the profiler is within
	engines          *engines
	threads          int                // that kernels are cut up for; 0 before anyone asked
	dispatchers      bool               // a tensor with a Dispatcher has been made
	undispatched     int                // blocks in which they are passed over, see PassDispatchers
	draws            *Draws             // of a function that is recorded more than once; nil for none
	kept             func(op *Op) bool  // composite operators that levels see whole; nil for none
	custom           map[string]*Packet // the operators that scripts have defined
}

// NewContext has grad mode on, a generator with a random seed, and one level: the tape.
func NewContext() *Context {
	g := tensor.NewGenerator()
	g.Seed()
	return &Context{Generator: g, gradEnabled: true, autocast: Autocast{DType: tensor.BFloat16}, anomalyNaN: true, Printing: tensor.DefaultPrintOptions(), levels: []Level{&tape{}}, depth: 1}
}

// DefaultDType is the type of new floating tensors.
func (ctx *Context) DefaultDType() tensor.DType { return ctx.Printing.Default }

// SetDefaultDType changes the type of new floating tensors.
func (ctx *Context) SetDefaultDType(d tensor.DType) { ctx.Printing.Default = d }

// scalarDType is the type of a number when it is made a tensor.
func (ctx *Context) scalarDType(v Value) (tensor.DType, bool) {
	d, ok := scalarDType(v)
	switch {
	case d.IsFloat():
		d = ctx.DefaultDType()
	case d.IsComplex():
		d = ctx.DefaultDType().ComplexNumber()
	}
	return d, ok
}

// GradEnabled says whether operators are recorded for autograd.
func (ctx *Context) GradEnabled() bool { return ctx.gradEnabled }

// SetGradEnabled switches recording and returns the old state.
func (ctx *Context) SetGradEnabled(on bool) bool {
	old := ctx.gradEnabled
	ctx.gradEnabled = on
	return old
}

// Determinism is what torch.use_deterministic_algorithms has asked for; the kernels are deterministic anyway.
type Determinism struct {
	On, WarnOnly bool
	LeavesUnset  bool // memory that nobody has filled is left as it is
}

// Deterministic is what was asked for last.
func (ctx *Context) Deterministic() Determinism { return ctx.deterministic }

// SetDeterministic changes it.
func (ctx *Context) SetDeterministic(d Determinism) { ctx.deterministic = d }

// InferenceMode says whether results are inference tensors.
func (ctx *Context) InferenceMode() bool { return ctx.inferenceMode }

// SetInferenceMode switches inference mode and returns the old state; grad mode is set separately.
func (ctx *Context) SetInferenceMode(on bool) bool {
	old := ctx.inferenceMode
	ctx.inferenceMode = on
	return old
}

// SetAnomaly switches anomaly mode: with checkNaN, a backward pass in which a function gives a NaN is an error that names it.
// stack tells the stack of the script, which nodes keep.
func (ctx *Context) SetAnomaly(on, checkNaN bool, stack func() string) {
	ctx.anomaly, ctx.anomalyNaN, ctx.stackText = on, checkNaN, stack
}

// Anomaly is what SetAnomaly has set.
func (ctx *Context) Anomaly() (on, checkNaN bool) { return ctx.anomaly, ctx.anomalyNaN }

// SetEnv sets the shape environment for calls with Fakes outside of CallFake (derivatives run on Fakes) and
// returns the old one.
func (ctx *Context) SetEnv(env Env) Env {
	old := ctx.fakeEnv
	ctx.fakeEnv = env
	return old
}

// state is what a call may change on its way and must leave as it found it, also when an error is thrown.
type state struct {
	depth       int
	called      *Op
	gradEnabled bool
	fakeEnv     Env
	onMeta      bool
}

func (ctx *Context) state() state {
	return state{ctx.depth, ctx.called, ctx.gradEnabled, ctx.fakeEnv, ctx.onMeta}
}

func (ctx *Context) restore(s state) {
	ctx.depth, ctx.called, ctx.gradEnabled, ctx.fakeEnv, ctx.onMeta = s.depth, s.called, s.gradEnabled, s.fakeEnv, s.onMeta
}

// catch turns a thrown script error into err and restores the state; it is deferred where the package is entered. A fault
// of a kernel becomes a RuntimeError, so that no operator ends the process.
func (ctx *Context) catch(err *error, s state) {
	e := recover()
	if e == nil {
		return
	}
	ctx.restore(s)
	if fault, ok := e.(runtime.Error); ok {
		*err = &Error{"RuntimeError", fmt.Sprintf("magneto: internal error in an operator: %v", fault)}
		return
	}
	if text, ok := e.(string); ok { // an argument of another kind than the operator reads
		*err = &Error{"TypeError", "incompatible function arguments: " + strings.TrimPrefix(text, "ops: ")}
		return
	}
	*err = scriptError(e)
}
