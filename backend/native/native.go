// Package native compiles captured graphs (package graph) to kernels of the loop compiler (package loop): what is elementwise or
// reduces rows is fused into as few passes over memory as may be, products of matrices go to loop/gemm, and what has neither form runs on its
// eager kernel in between.
//
//	graph ── lower.go ──► items (one operation each) ── schedule.go ──► groups ── emit.go ──► kernels of loop IR
//	                                                                                            │
//	            call ◄── run.go ◄── bind.go: sizes, strides, places in the arena, prepared calls ◄─┘
//
// A Program is compiled once, with symbolic sizes. For each set of sizes that it is called with it makes a binding, in which all
// that follows from sizes is decided, so that a call has only addresses to fill in. Programs are immutable but for the bindings that they
// keep, and any number of goroutines may call one.
//
// It is a part of this module; package magneto is for use from outside.
package native

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Options say how a graph is compiled.
type Options struct {
	// Compiler and Products run the kernels; nil for new ones with the best instruction set.
	Compiler *loop.Compiler
	Products *gemm.Engine
	// Hint is the likely value of a size; nil where none is known. It decides what is worth fusing, never what is computed.
	Hint func(symbolic.Int) int64
	// Warn, if not nil, is told of sizes that the compiled program could not be prepared for, which is a fault of this package; calls with them
	// run node by node.
	Warn func(text string)
	// Repro, if not empty, is the directory that scripts are written to which show a fault of this package or of generated code.
	Repro string
	// Default is the type of new floating tensors; undefined for float32.
	Default tensor.DType
	// Explain keeps the scheduler's decisions for Log.
	Explain bool

	// Streams: random numbers come from a stream of their own for each operator, see ops.Context.Draw, and not from the generator in turn.
	Streams bool

	exactSums bool // floats are summed in float64, as eager kernels do
	// memory, in tests, gives the memory of results and temporaries.
	memory func(bytes int) []byte
}

// keptKernels bounds the kernels that a compiler made here keeps.
const keptKernels = 256

// Program is a compiled graph.
type Program struct {
	g        *graph.Graph
	plan     *plan
	symbols  *graph.Symbols
	products *gemm.Engine
	warn     func(string)
	repro    string
	memory   func(bytes int) []byte // nil but in tests
	steps    []*step
	slots    []*value        // roots that have memory
	once     map[*value]bool // roots that are made once for each binding
	results  []result

	only     atomic.Pointer[binding] // of a program without symbols
	mu       sync.Mutex              // held while a binding is made
	bindings atomic.Pointer[[]*binding]
}

// keptBindings bounds the sizes that a program is prepared for at a time; the one used last stays longest.
const keptBindings = 16

// step is what runs a group.
type step struct {
	group  *group
	kernel *kernel // nil for products and extern items
	item   *item   // of those
	name   string
	once   bool // for each binding, not for each call
}

// result is an output of the graph.
type result struct {
	kind  resultKind
	v     *value
	n     symbolic.Int
	alone bool // v is its own root
}

type resultKind uint8

const (
	none resultKind = iota
	numeral
	whole // a tensor
)

// Compile compiles a graph. A fault of this package is an error too: the caller can run the graph node by node.
func Compile(g *graph.Graph, opt Options) (*Program, error) {
	p, err := compile(g, opt)
	if err != nil {
		return nil, fmt.Errorf("%w%s", err, reproduce(opt.Repro, g, hintOf(opt.Hint), err.Error()))
	}
	return p, nil
}

func compile(g *graph.Graph, opt Options) (_ *Program, err error) {
	defer catch(g, &err)
	symbols, err := graph.SymbolsOf(g)
	if err != nil {
		return nil, err
	}
	if opt.Compiler == nil {
		opt.Compiler = loop.NewCompiler(exec.Best(), keptKernels, nil)
	}
	if opt.Products == nil {
		opt.Products = gemm.New(opt.Compiler)
	}
	p := &plan{g: g, byID: map[*graph.Value]*value{}, refused: map[[2]*group]bool{}, explain: opt.Explain, exactSums: opt.exactSums, streams: opt.Streams, floats: opt.Default, repeats: repeatable(g), hint: hintOf(opt.Hint)}
	if err := p.lower(); err != nil {
		return nil, fmt.Errorf("graph %s: %w", g.Name, err)
	}
	prog := &Program{g: g, plan: p, symbols: symbols, products: opt.Products, warn: opt.Warn, repro: opt.Repro, memory: opt.memory, once: map[*value]bool{}}
	for _, group := range p.schedule() {
		once := group.runsOnce()
		if group.items[0].kind == join {
			continue
		}
		s := &step{group: group, item: group.items[0], name: group.items[0].name, once: once}
		if group.fuses() {
			k, err := p.emit(group)
			if err != nil {
				return nil, fmt.Errorf("graph %s: %s: %w", g.Name, group.describe(), err)
			}
			if k.compiled, err = opt.Compiler.Compile(k.ir); err != nil {
				return nil, fmt.Errorf("graph %s: %w", g.Name, err)
			}
			s.kernel, s.item, s.name = k, nil, k.ir.Name
		}
		if s.once {
			for _, i := range group.items {
				i.eachOut(func(v *value) { prog.once[v] = true })
			}
		}
		prog.steps = append(prog.steps, s)
	}
	prog.allot()
	prog.bindings.Store(&[]*binding{})
	return prog, nil
}

// catch, deferred, makes an error of a broken invariant.
func catch(g *graph.Graph, err *error) {
	switch e := recover().(type) {
	case nil:
	case runtime.Error:
		*err = fmt.Errorf("graph %s: internal error: %w", g.Name, e)
	default:
		panic(e)
	}
}

// hintOf completes a hint: without one, symbols are taken for a size that is neither small nor large.
func hintOf(known func(symbolic.Int) int64) func(symbolic.Int) int64 {
	return func(n symbolic.Int) int64 {
		if c, ok := n.Const(); ok {
			return c
		}
		if known != nil {
			return known(n)
		}
		v, err := symbolic.Eval(n.Expr(), func(string) (int64, bool) { return 128, true })
		if err != nil {
			return 128
		}
		return v
	}
}

// Graph is the graph that was compiled.
func (p *Program) Graph() *graph.Graph { return p.g }

// Kernels is how many kernels the program runs beside products and operators of their own.
func (p *Program) Kernels() int {
	n := 0
	for _, s := range p.steps {
		if s.kernel != nil {
			n++
		}
	}
	return n
}

// Log is the scheduler's decisions.
func (p *Program) Log() []string { return p.plan.log }

// allot gives a slot to each root that has memory: inputs, constants, results of steps that are not only a kernel's own.
func (p *Program) allot() {
	slot := func(v *value) {
		if v = v.root(); v.slot < 0 {
			v.slot = len(p.slots)
			p.slots = append(p.slots, v)
		}
	}
	for _, v := range p.plan.inputs {
		if v != nil {
			slot(v)
		}
	}
	for _, s := range p.steps {
		if s.kernel != nil {
			for _, b := range s.kernel.bufs {
				slot(b.root)
			}
			continue
		}
		for _, v := range s.item.in {
			slot(v)
		}
		s.item.eachOut(slot)
	}
	for i, out := range p.plan.outputs {
		switch {
		case out != nil:
			slot(out)
			p.results = append(p.results, result{kind: whole, v: out, alone: out.base == nil})
		case p.g.Outputs[i] != nil:
			p.results = append(p.results, result{kind: numeral, n: p.g.Outputs[i].Number})
		default:
			p.results = append(p.results, result{})
		}
	}
}

// Run computes the outputs for the inputs, tensors and numbers as int64, and makes the graph's writes. Nothing is recorded for autograd.
func (p *Program) Run(ctx *ops.Context, inputs []ops.Value) ([]ops.Value, error) {
	return p.RunInto(ctx, inputs, nil, false)
}

// RunInto is Run, which appends the outputs to a slice. It keeps neither slice. The inputs of known calls are tensors of the same types, sizes and strides
// as those of each other known call, so that the first to match spares the others the comparison.
func (p *Program) RunInto(ctx *ops.Context, inputs, into []ops.Value, known bool) ([]ops.Value, error) {
	if len(inputs) != len(p.g.Inputs) {
		return nil, fmt.Errorf("graph %s: %d inputs for %d", p.g.Name, len(inputs), len(p.g.Inputs))
	}
	b, err := p.binding(inputs)
	if err != nil {
		return nil, fmt.Errorf("graph %s: %w", p.g.Name, err)
	}
	if b.runner != nil {
		return b.runner.Run(ctx, inputs)
	}
	outs, err := b.runObserved(ctx, inputs, into, nil, known)
	if err != nil {
		if fault := new(exec.Fault); errors.As(err, &fault) {
			return p.afterFault(ctx, b, inputs, err)
		}
		if errors.Is(err, loop.ErrRange) && p.plan.repeats { // the operator says what is wrong with an index, and takes values that kernels reject
			runner, failed := graph.NewRunner(p.g)
			if failed == nil {
				return runner.Run(ctx, inputs)
			}
		}
		return nil, fmt.Errorf("graph %s: %w", p.g.Name, err)
	}
	return outs, nil
}
