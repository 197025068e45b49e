package ops

import "github.com/magneto-go/magneto/tensor"

// Profiler is told of what runs: each operator that a script, a composite operator or a derivative calls, and each step of a backward pass. What it is told of
// lies between Enter and Leave, which nest.
type Profiler interface {
	Enter(name string, args []Value)
	Leave(outs []Value)
}

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
}

// profiled is dispatch under a profiler. A level that hands its operator on to those below it is no new call, and functions of scripts
// are no operators: what they call is.
func (ctx *Context) profiled(op *Op, args []Value) (outs []Value) {
	outer := ctx.told
	if outer.op == op && ctx.depth < outer.depth || op.e.In&(onlyScripts|asFunctional) != 0 || op.Name == "contiguous" && isLaidOut(args[0]) {
		return ctx.route(op, args)
	}
	ctx.told = told{op, ctx.depth}
	p := ctx.profiler
	p.Enter("aten::"+op.Name, args)
	defer func() {
		ctx.told = outer
		p.Leave(outs)
	}()
	return ctx.route(op, args)
}

// isLaidOut says whether the elements of a tensor lie one after the other.
func isLaidOut(v Value) bool {
	t, ok := v.(*tensor.Tensor)
	return ok && t != nil && t.IsContiguous()
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
	p.Enter(stepName(n), grads)
	defer func() {
		ctx.told = outer
		p.Leave(outs)
	}()
	return f()
}

// Stretch tells the profiler, where there is one, of a stretch of the program that the function it returns ends.
func (ctx *Context) Stretch(name string) (end func()) { return ctx.stretchOf(name, nil) }

// stretchOf is Stretch with what the stretch works on.
func (ctx *Context) stretchOf(name string, args []Value) (end func()) {
	p := ctx.profiler
	if p == nil {
		return func() {}
	}
	outer := ctx.told
	ctx.told = told{}
	p.Enter(name, args)
	return func() {
		ctx.told = outer
		p.Leave(nil)
	}
}
