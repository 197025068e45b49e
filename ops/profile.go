package ops

import (
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// Profiler is told of what runs: each operator that a script, a composite operator or a derivative calls, and each step of a backward pass. What it is told of
// lies between Enter and Leave, which nest.
type Profiler interface {
	Enter(c Call)
	Leave(outs []Value)
}

// Call is what a profiler is told of something that begins.
type Call struct {
	Name string
	Op   *Op // nil for what is no operator
	Args []Value
	// Sequence is the number of the node that an operator records, if it records one, or of the node that a step belongs to; -1 for none.
	Sequence int64
	Step     StepPart
}

// StepPart is what a call is of the step of a backward pass: nothing, the step as a whole or the derivative in it.
type StepPart uint8

const (
	NoStep StepPart = iota
	WholeStep
	Derivative
)

// SetProfiler has a profiler told from now on, nil for none, and returns the one before.
func (ctx *Context) SetProfiler(p Profiler) Profiler {
	old := ctx.profiler
	ctx.profiler, ctx.told = p, told{}
	return old
}

// Profiled says whether a profiler is told of what runs.
func (ctx *Context) Profiled() bool { return ctx.profiler != nil }

// told is the innermost operator that the profiler was told of, and the number of levels that were to run then.
type told struct {
	op    *Op
	depth int
	below bool // within an operator that is one for autograd
}

// profiled is dispatch under a profiler. A level that hands its operator on to those below it is no new call, and functions of scripts
// are no operators: what they call is.
func (ctx *Context) profiled(op *Op, args []Value) (outs []Value) {
	outer := ctx.told
	if outer.op == op && ctx.depth < outer.depth || op.e.In&(onlyScripts|asFunctional) != 0 || op.Name == "contiguous" && isLaidOut(args[0]) {
		return ctx.route(op, args)
	}
	below := outer.below && outer.op != nil
	seq := int64(-1)
	if !below && ctx.gradEnabled && slices.ContainsFunc(args, holdsTensor) {
		seq = ctx.nextSeq
	}
	ctx.told = told{op, ctx.depth, below || !op.IsComposite()}
	p := ctx.profiler
	p.Enter(Call{Name: "aten::" + op.Name, Op: op, Args: args, Sequence: seq})
	defer func() {
		ctx.told = outer
		p.Leave(outs)
	}()
	return ctx.route(op, args)
}

// holdsTensor says whether a value is a tensor or a list that begins with one.
func holdsTensor(v Value) bool {
	if list, ok := v.([]Value); ok && len(list) > 0 {
		v = list[0]
	}
	return isTensor(v)
}

// isLaidOut says whether the elements of a tensor lie one after the other.
func isLaidOut(v Value) bool {
	t, ok := v.(*tensor.Tensor)
	return ok && t != nil && t.IsContiguous()
}

// told is the number of a node as a profiler is told of it: nodes count from 0, and those of leaves have none.
func (n *Node) told() int64 {
	if n.variable != nil {
		return -1
	}
	return n.seq - 1
}

// stepName is what a profiler is told of a node's step.
func stepName(n *Node) string {
	if n.variable != nil {
		return "torch::autograd::AccumulateGrad"
	}
	return n.Name()
}

// profiledNode runs f, the derivative of a node, under a profiler.
func (ctx *Context) profiledNode(n *Node, grads []Value, f func() []Value) (outs []Value) {
	outer := ctx.told
	ctx.told = told{}
	p := ctx.profiler
	p.Enter(Call{Name: stepName(n), Args: grads, Sequence: n.told(), Step: Derivative})
	defer func() {
		ctx.told = outer
		p.Leave(outs)
	}()
	return f()
}

// Stretch tells the profiler, where there is one, of a stretch of the program that the function it returns ends.
func (ctx *Context) Stretch(name string) (end func()) {
	return ctx.stretchOf(Call{Name: name, Sequence: -1})
}

// stretchOf is Stretch with all that is known of the stretch.
func (ctx *Context) stretchOf(c Call) (end func()) {
	p := ctx.profiler
	if p == nil {
		return func() {}
	}
	outer := ctx.told
	ctx.told = told{}
	p.Enter(c)
	return func() {
		ctx.told = outer
		p.Leave(nil)
	}
}
