package ops

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

// profiled is dispatch under a profiler. A level that hands its operator on to those below it is no new call.
func (ctx *Context) profiled(op *Op, args []Value) (outs []Value) {
	outer := ctx.told
	if outer.op == op && ctx.depth < outer.depth {
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

// profiledNode runs f, a step of a backward pass through a node, under a profiler.
func (ctx *Context) profiledNode(n *Node, grads []Value, f func() []Value) (outs []Value) {
	outer := ctx.told
	ctx.told = told{}
	p, name := ctx.profiler, n.Name()
	if n.variable != nil {
		name = "torch::autograd::AccumulateGrad"
	}
	p.Enter("autograd::engine::evaluate_function: "+name, grads)
	p.Enter(name, grads)
	defer func() {
		ctx.told = outer
		p.Leave(outs)
		p.Leave(nil)
	}()
	return f()
}

// Stretch tells the profiler, where there is one, of a stretch of the program that the function it returns ends.
func (ctx *Context) Stretch(name string) (end func()) {
	p := ctx.profiler
	if p == nil {
		return func() {}
	}
	outer := ctx.told
	ctx.told = told{}
	p.Enter(name, nil)
	return func() {
		ctx.told = outer
		p.Leave(nil)
	}
}
