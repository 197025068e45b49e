package ops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// This file lets a backward pass be recorded instead of run (compiled autograd). A plan lists what the pass looks at and has a text: passes of the same
// text differ only in the tensors that the plan lists, so that one recording stands for all of them.

// BackwardRecorder takes the place of code of scripts and of changes that stay while a backward pass is recorded.
type BackwardRecorder interface {
	// Hook and NodeHook give what the hooks will have made of gradients.
	Hook(h *Hook, grad Value) Value
	NodeHook(h *NodeHook, inputs, outputs []Value) []Value
	// Function gives the gradients of a custom function.
	Function(n *Node, grads []Value) []Value
	// Accumulate adds a gradient to a leaf, Retain to a tensor whose gradient is kept.
	Accumulate(leaf, grad Value, after []*Hook)
	Retain(v, grad Value)
}

// BackwardPlan is what a backward pass will run.
type BackwardPlan struct {
	// Key is the text of the plan, without the sizes and numbers in which passes may differ that share a recording.
	Key string
	// Start are the gradients of the roots.
	Start []Value
	// Saved are the tensors that derivatives look at, each once.
	Saved []Value
	// Leaves are the tensors that gradients are added to or kept of, each once.
	Leaves []Value
	// Functions are the custom functions among the nodes.
	Functions []*Node
	// Scripts are the functions of the hooks, by the numbers of these.
	Scripts []any
	// Foreign names a node that cannot be recorded, "" if there is none.
	Foreign string

	roots    []Edge
	captures map[Edge]int
	given    []Value // the inputs that the gradients are wanted of, nil for all leaves
	wanted   []Edge  // where they end
	adds     bool    // their gradients are added to them
	nodes    []*Node
	hooks    map[any]int
	sizes    openSizes
	numbers  []plannedNumber    // what the text leaves out
	planned  []*Node            // with the nodes inside of operators that are several
	looked   map[*Saved][]Value // what derivatives look at
}

// HookNumber is the number of a Hook or NodeHook of the pass.
func (p *BackwardPlan) HookNumber(h any) int { return p.hooks[h] }

// Adds tells that the gradients of the inputs are added to them.
func (p *BackwardPlan) Adds() bool { return p.given == nil || p.adds }

// GradientOf describes the gradient that an edge takes.
func GradientOf(e Edge) *Fake {
	m := e.Node.outputs[e.Nr]
	if e.Node.variable == nil {
		return NewFake(m.dtype, m.sizes)
	}
	f := metaOf(e.Node.variable)
	g := NewFake(f.DType, m.sizes)
	g.Device = f.Device
	return g
}

// PlanBackward plans a backward pass. With inputs, only their gradients are computed; adds tells that they are added to them and not returned. Where fixed
// does not say otherwise, sizes are symbols of the recording.
func (ctx *Context) PlanBackward(roots, grads, inputs []Value, adds, fixed bool) (p *BackwardPlan, err error) {
	defer ctx.catch(&err, ctx.state())
	p = &BackwardPlan{given: inputs, adds: adds, hooks: map[any]int{}, sizes: openSizes{fixed: fixed, numbers: map[int64]int{}, offsets: map[int64]int{}}, looked: map[*Saved][]Value{}}
	p.roots, p.Start = rootEdges(ctx, roots, grads)
	t := &task{}
	if inputs != nil {
		p.captures = map[Edge]int{}
		for _, in := range inputs {
			e := ctx.edgeOf(in)
			if e.Node == nil && (adds || !RequiresGrad(in)) {
				throwRuntime("One of the differentiated Tensors does not require grad")
			}
			p.wanted = append(p.wanted, e)
			if _, ok := p.captures[e]; !ok {
				p.captures[e] = len(p.captures)
			}
		}
		t.captures = p.captures
	}
	p.nodes = t.survey(p.roots)
	slices.SortStableFunc(p.nodes, func(a, b *Node) int { return int(b.seq - a.seq) })
	if t.captures != nil {
		t.findNeeded(p.nodes)
	}
	d := &planner{plan: p, ctx: ctx, numbers: map[*Node]int{}, seen: map[Value]int{}}
	d.enter(p.nodes)
	d.text("roots")
	for _, e := range p.roots {
		d.edge(e)
	}
	for _, g := range p.Start {
		d.shape(g)
	}
	for _, n := range p.nodes {
		d.node(n, t.needed == nil || t.needed[n])
	}
	d.text("\nwanted %v %v", inputs != nil, adds)
	for i, in := range inputs {
		d.edge(p.wanted[i])
		if adds {
			d.leaf(in)
			for _, h := range accumulateHooks(in) {
				d.hook(h, h.Script)
			}
		}
	}
	for _, v := range slices.Concat(p.Saved, p.Leaves, p.Start) {
		if t, ok := v.(*tensor.Tensor); !ok || IsWrapped(v) || DispatcherOf(t) != nil {
			p.Foreign = "tensors of another kind"
		}
	}
	if d.closed && !fixed {
		return ctx.PlanBackward(roots, grads, inputs, adds, true)
	}
	p.Key = d.b.String()
	return p, nil
}

// RecordBackward runs the plan with r in the place of all that is not made of operators, and stand-ins in the place of the tensors that the plan lists. It gives
// the gradients that are wanted. create tells that the pass will be differentiated.
func (ctx *Context) RecordBackward(p *BackwardPlan, r BackwardRecorder, standIn func(Value) Value, create bool) (out []Value, err error) {
	defer ctx.catch(&err, ctx.state())
	if !p.sizes.fixed {
		defer p.open(standIn)()
	}
	outer, sizes := ctx.backwardRecorder, ctx.recordedSizes
	ctx.backwardRecorder, ctx.recordedSizes = r, &p.sizes
	defer func() { ctx.backwardRecorder, ctx.recordedSizes = outer, sizes }()
	t := &task{keep: true, create: create, captures: p.captures, captured: make([]Value, len(p.captures))}
	start := make([]Value, len(p.Start))
	for i, g := range p.Start {
		start[i] = standIn(g)
	}
	t.run(ctx, p.roots, start)
	out = make([]Value, len(p.given))
	for i, in := range p.given {
		out[i] = t.captured[p.captures[p.wanted[i]]]
		if p.adds && out[i] != nil {
			r.Accumulate(in, out[i], accumulateHooks(in))
		}
	}
	return out, nil
}

// RecordedSize is a size that a planned pass knows as the recording of the pass has it.
func (ctx *Context) RecordedSize(n int64) Value {
	if ctx.recordedSizes == nil {
		return n
	}
	return intValue(ctx.recordedSizes.of(n))
}

// RecordsBackward tells whether a backward pass is being recorded.
func (ctx *Context) RecordsBackward() bool { return ctx.backwardRecorder != nil }

// RunRecorded calls what runs a recorded pass, as a pass of its own: callbacks that are queued meanwhile run at the end.
func (ctx *Context) RunRecorded(run func() error) (err error) {
	outer := ctx.backward
	t := &task{id: ctx.tasks}
	ctx.tasks, ctx.backward = ctx.tasks+1, t
	defer func() { ctx.backward = outer }()
	if err := run(); err != nil {
		return err
	}
	for len(t.callbacks) > 0 { // they may queue others
		f := t.callbacks[0]
		t.callbacks = t.callbacks[1:]
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// Done lets go of what the nodes keep for their derivatives, and of what hooks have unpacked.
func (p *BackwardPlan) Done(release bool) {
	for _, n := range p.nodes {
		if n.saved != nil {
			n.saved.looked()
		}
		if release && n.variable == nil {
			n.release()
		}
	}
}

// planner writes the text of a plan.
type planner struct {
	plan    *BackwardPlan
	ctx     *Context
	b       strings.Builder
	closed  bool // a node is recorded with its sizes
	numbers map[*Node]int
	seen    map[Value]int // saved tensors and leaves by number
}

func (d *planner) text(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

func (d *planner) enter(nodes []*Node) {
	for _, n := range nodes {
		d.numbers[n] = len(d.numbers)
	}
}

func (d *planner) edge(e Edge) {
	if e.Node == nil {
		d.text(" -")
		return
	}
	d.text(" %d.%d", d.numbers[e.Node], e.Nr)
}

// node tells of one node and of what it looks at.
func (d *planner) node(n *Node, runs bool) {
	d.text("\n%s %s %v:", n.name, n.op, runs)
	for _, e := range n.Edges {
		d.edge(e)
	}
	d.plan.planned = append(d.plan.planned, n)
	for _, m := range n.outputs {
		d.text(" (%v %v %v", m.dtype, m.known, m.anyType)
		d.sizes(d.plan.sizes.all(m.sizes))
		d.text(")")
	}
	for nr := range max(len(n.outputs), 1) {
		for _, h := range n.tensorHooks[nr] {
			d.hook(h, h.Script)
		}
		if v := n.retain[nr]; v != nil {
			d.leaf(v)
		}
	}
	d.text(" %d %d %d", len(n.PreHooks), len(n.PostHooks), len(n.PostAcc))
	for _, h := range append(slices.Clone(n.PreHooks), n.PostHooks...) {
		d.hook(h, h.Script)
	}
	for _, h := range n.PostAcc {
		d.hook(h, h.Script)
	}
	switch {
	case n.variable != nil:
		d.leaf(n.variable)
	case !runs:
	case n.parts != nil:
		d.parts(n.parts)
	case n.saved != nil && n.entry != nil && n.Recorded == nil:
		d.saved(n.saved, n.entry.schema().Params)
	case n.Recorded != nil:
		r, err := n.Recorded()
		rethrow(err)
		d.closed = d.closed || !r.Open
		if r.Open {
			d.text(" %s", r.Text)
		} else {
			d.number(r.Text)
		}
		for _, size := range r.Sizes {
			d.sizes([]symbolic.Int{d.plan.sizes.of(size)})
		}
		if n.saved != nil {
			d.saved(n.saved, nil)
		}
	case n.plain != nil && n.Wrapper != nil:
		if n.released {
			throwRuntime("Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). %s", secondPass)
		}
		d.text(" %v", n.plain)
		d.plan.Functions = append(d.plan.Functions, n)
	default:
		d.plan.Foreign = n.name
	}
}

// hook numbers a hook.
func (d *planner) hook(h, script any) {
	d.text(" hook")
	if script == nil {
		d.plan.Foreign = "hook"
	}
	if _, ok := d.plan.hooks[h]; !ok {
		d.plan.hooks[h] = len(d.plan.Scripts)
		d.plan.Scripts = append(d.plan.Scripts, script)
	}
}

// accumulateHooks are the hooks that run when a gradient was added to a leaf.
func accumulateHooks(v Value) []*Hook {
	t, ok := v.(*tensor.Tensor)
	if !ok {
		return nil
	}
	if x, ok := t.Extra.(*tensorExtra); ok && x.accumulate != nil {
		return x.accumulate.PostAcc
	}
	return nil
}

// parts tells of an operator that is recorded as one and differentiated as several.
func (d *planner) parts(p *parts) {
	var roots []Edge
	for _, e := range p.ends {
		if e.Node != nil {
			roots = append(roots, e)
		}
	}
	t := &task{ends: map[*Node]bool{}}
	for _, e := range p.leaves {
		if e.Node != nil {
			t.ends[e.Node] = true
		}
	}
	nodes := t.survey(roots)
	slices.SortStableFunc(nodes, func(a, b *Node) int { return int(b.seq - a.seq) })
	d.enter(nodes)
	for _, e := range p.ends {
		d.edge(e)
	}
	for _, n := range nodes {
		if t.ends[n] {
			d.text("\nend")
			continue
		}
		d.node(n, true)
	}
}

// saved tells of a call with these parameters, if they are known, and of the tensors that are kept of it.
func (d *planner) saved(s *Saved, params []Param) {
	s.checkReleased()
	d.text(" %x %v", s.need, s.over)
	d.shapes(s.in)
	d.shapes(s.out)
	for i, v := range s.args {
		if params != nil && params[i].Type.Base == "Tensor" && isNumber(v) { // what PyTorch makes a tensor
			d.text(" %T", v)
			d.number(fmt.Sprint(v))
			continue
		}
		if params == nil || !params[i].Type.Sym {
			d.text(" %T %v", v, v)
			continue
		}
		d.text(" %T", v)
		switch v := d.plan.sizes.argument(&params[i], v).(type) {
		case []Value:
			d.sizes(Args{v}.syms(0))
		case symbolic.Int:
			d.sizes([]symbolic.Int{v})
		default:
			d.text(" %v", v)
		}
	}
	looked := make([]Value, len(s.kept))
	d.plan.looked[s] = looked
	for i := range s.kept {
		k := &s.kept[i]
		if k.hooks != nil {
			k.unpacked = k.unpack()
		}
		v := k.unpacked
		if k.hooks == nil {
			v = s.find(k.slot, int(k.item))
		}
		looked[i] = v
		d.text(" %d.%d=", k.slot, k.item)
		if n, ok := d.seen[v]; ok {
			d.text("%d", n)
			continue
		}
		d.seen[v] = len(d.seen)
		d.plan.Saved = append(d.plan.Saved, v)
		d.shape(v)
	}
}

// leaf tells of a tensor whose gradient is kept.
func (d *planner) leaf(v Value) {
	n, ok := d.seen[v]
	if !ok {
		n = len(d.seen)
		d.seen[v] = n
	}
	if !slices.Contains(d.plan.Leaves, v) {
		d.plan.Leaves = append(d.plan.Leaves, v)
	}
	d.text(" leaf %d", n)
	d.shape(v)
	if x, ok := autogradOf(v).Extra.(*tensorExtra); ok && x.grads != nil {
		d.plan.Foreign = "a leaf with a type of gradients"
	}
	if t, ok := v.(*tensor.Tensor); ok && t.Grad != nil {
		d.text(" has")
		d.shape(t.Grad)
	}
}

// shape tells what a recording may rely on of a tensor.
func (d *planner) shape(v Value) {
	t, ok := v.(*tensor.Tensor)
	if !ok {
		d.text(" %T", v)
		return
	}
	d.text(" [%v %v %v %v %v %v", t.DType(), t.Device(), t.NeedsGrad(), t.Conj, t.Neg, DispatcherOf(t) != nil)
	d.geometry(t.Sizes(), t.Strides())
	d.text("]")
}
