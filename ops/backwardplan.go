package ops

import (
	"fmt"
	"slices"
	"strings"

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
	// Key is the text of the plan.
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
	adds     bool    // their gradients are added to them
	nodes    []*Node
	hooks    map[any]int
}

// HookNumber is the number of a Hook or NodeHook of the pass.
func (p *BackwardPlan) HookNumber(h any) int { return p.hooks[h] }

// Adds tells that the gradients of the inputs are added to them.
func (p *BackwardPlan) Adds() bool { return p.given == nil || p.adds }

// GradientOf describes the gradient that an edge takes.
func GradientOf(e Edge) *Fake {
	if e.Node.variable != nil {
		f := metaOf(e.Node.variable)
		g := NewFake(f.DType, f.Sizes)
		g.Device = f.Device
		return g
	}
	m := e.Node.outputs[e.Nr]
	return NewFake(m.dtype, m.sizes)
}

// PlanBackward plans a backward pass. With inputs, only their gradients are computed; adds tells that they are added to them and not returned.
func (ctx *Context) PlanBackward(roots, grads, inputs []Value, adds bool) (p *BackwardPlan, err error) {
	defer ctx.catch(&err, ctx.state())
	p = &BackwardPlan{given: inputs, adds: adds, hooks: map[any]int{}}
	p.roots, p.Start = rootEdges(ctx, roots, grads)
	t := &task{}
	if inputs != nil {
		p.captures = map[Edge]int{}
		for _, in := range inputs {
			e := ctx.edgeOf(in)
			if e.Node == nil && (adds || !RequiresGrad(in)) {
				throwRuntime("One of the differentiated Tensors does not require grad")
			}
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
	d.number(p.nodes)
	d.text("roots")
	for _, e := range p.roots {
		d.edge(e)
	}
	for _, g := range p.Start {
		d.text(" %s", shapeText(g))
	}
	for _, n := range p.nodes {
		d.node(n, t.needed == nil || t.needed[n])
	}
	d.text("\nwanted %v %v", inputs != nil, adds)
	for _, in := range inputs {
		d.edge(ctx.edgeOf(in))
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
	p.Key = d.b.String()
	return p, nil
}

// RecordBackward runs the plan with r in the place of all that is not made of operators. It gives the gradients that are wanted.
func (ctx *Context) RecordBackward(p *BackwardPlan, r BackwardRecorder) (out []Value, err error) {
	defer ctx.catch(&err, ctx.state())
	outer := ctx.backwardRecorder
	ctx.backwardRecorder = r
	defer func() { ctx.backwardRecorder = outer }()
	t := &task{keep: true, captures: p.captures, captured: make([]Value, len(p.captures))}
	t.run(ctx, p.roots, slices.Clone(p.Start))
	out = make([]Value, len(p.given))
	for i, in := range p.given {
		out[i] = t.captured[p.captures[ctx.edgeOf(in)]]
		if p.adds && out[i] != nil {
			r.Accumulate(in, out[i], accumulateHooks(in))
		}
	}
	return out, nil
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
	numbers map[*Node]int
	seen    map[Value]int // saved tensors and leaves by number
}

func (d *planner) text(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

func (d *planner) number(nodes []*Node) {
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
	for _, m := range n.outputs {
		d.text(" (%v %v %v %v)", m.sizes, m.dtype, m.known, m.anyType)
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
	case n.saved != nil && n.entry != nil:
		d.saved(n.saved)
	case n.Recorded != nil:
		text, err := n.Recorded()
		rethrow(err)
		d.text(" %s", text)
		if n.saved != nil {
			d.saved(n.saved)
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
	d.number(nodes)
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

// saved tells of a call and of the tensors that are kept of it.
func (d *planner) saved(s *Saved) {
	s.checkReleased()
	d.text(" %x %v %v %v", s.need, s.over, s.in, s.out)
	for _, v := range s.args {
		d.text(" %T %v", v, v)
	}
	for i := range s.kept {
		k := &s.kept[i]
		if k.hooks != nil {
			k.unpacked = k.unpack()
		}
		v := k.unpacked
		if k.hooks == nil {
			v = s.find(k.slot, int(k.item))
		}
		d.text(" %d.%d=", k.slot, k.item)
		if n, ok := d.seen[v]; ok {
			d.text("%d", n)
			continue
		}
		d.seen[v] = len(d.seen)
		d.plan.Saved = append(d.plan.Saved, v)
		d.text("%s", shapeText(v))
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
	d.text(" leaf %d %s", n, shapeText(v))
	if x, ok := autogradOf(v).Extra.(*tensorExtra); ok && x.grads != nil {
		d.plan.Foreign = "a leaf with a type of gradients"
	}
	if t, ok := v.(*tensor.Tensor); ok && t.Grad != nil {
		d.text(" has %s", shapeText(t.Grad))
	}
}

// shapeText is what a recording may rely on of a tensor.
func shapeText(v Value) string {
	t, ok := v.(*tensor.Tensor)
	if !ok {
		return fmt.Sprintf("%T", v)
	}
	return fmt.Sprintf("[%v %v %v %v %v %v %v %v]", t.DType(), t.Device(), t.Sizes(), t.Strides(), t.NeedsGrad(), t.Conj, t.Neg, DispatcherOf(t) != nil)
}
