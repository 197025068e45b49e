package ops

import (
	"container/heap"
	"math"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// task is one backward pass.
type task struct {
	id        int
	callbacks []func() error // for the end
	create    bool
	keep      bool
	captures  map[Edge]int   // edge → position among the wanted gradients
	captured  []Value        // by position
	needed    map[*Node]bool // nil: run everything; else only nodes from which a wanted input is reached
	ends      map[*Node]bool // nodes behind which nothing is wanted
	arrivals  map[*Node]*arrival
	ready     nodeHeap
	memory    gradientMemory // nil: the pass gives no memory back
	given     []Value        // the gradients of the roots, which the caller knows
	roots     []Edge
}

// arrival is what has reached a node so far.
type arrival struct {
	grads   []Value // by output number
	pending int     // edges into the node that have not delivered yet
}

// nodeHeap has the node created last on top.
type nodeHeap []*Node

func (h nodeHeap) Len() int           { return len(h) }
func (h nodeHeap) Less(i, j int) bool { return h[i].seq > h[j].seq }
func (h nodeHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *nodeHeap) Push(x any)        { *h = append(*h, x.(*Node)) }
func (h *nodeHeap) Pop() any {
	last := len(*h) - 1
	n := (*h)[last]
	*h = (*h)[:last]
	return n
}

// Backward adds the gradients of the roots to the leaves. inputs, if not nil, limits the leaves. A nil gradient stands
// for 1 and needs a root of one element.
func (ctx *Context) Backward(roots, grads []Value, retain, create bool, inputs []Value) (err error) {
	defer ctx.catch(&err, ctx.state())
	if inputs != nil && len(inputs) == 0 {
		throwRuntime("`inputs` argument to `backward()` cannot be empty.")
	}
	edges, start := rootEdges(ctx, roots, grads)
	t := &task{create: create, keep: retain}
	if inputs != nil {
		t.captures = map[Edge]int{}
		for _, in := range inputs {
			e := ctx.edgeOf(in)
			if e.Node == nil {
				throwRuntime(keepsNoGrad)
			}
			if _, edge := in.(Edge); edge && e.Node.variable == nil {
				throw("NotImplementedError", "magneto: backward(inputs=...) accumulates at leaves and tensors, and %s is neither", e.Node.Name())
			}
			t.captures[e] = len(t.captures)
		}
		t.captured = make([]Value, len(t.captures))
		t.run(ctx, edges, start)
		for _, in := range inputs {
			e := ctx.edgeOf(in)
			if g := t.captured[t.captures[e]]; g != nil {
				if _, edge := in.(Edge); edge {
					in = e.Node.variable
				}
				accumulate(ctx, in, g, nobodys)
			}
		}
		return nil
	}
	t.run(ctx, edges, start)
	return nil
}

// Grad computes the gradients of the roots with respect to inputs, nil for those that are not reached.
func (ctx *Context) Grad(roots, inputs, grads []Value, retain, create, allowUnused bool) (out []Value, err error) {
	defer ctx.catch(&err, ctx.state())
	edges, start := rootEdges(ctx, roots, grads)
	t := &task{create: create, keep: retain, captures: map[Edge]int{}}
	positions := make([]int, len(inputs))
	for i, in := range inputs {
		e := ctx.edgeOf(in)
		if e.Node == nil {
			if !RequiresGrad(in) {
				throwRuntime("One of the differentiated Tensors does not require grad")
			}
		}
		if _, ok := t.captures[e]; !ok {
			t.captures[e] = len(t.captures)
		}
		positions[i] = t.captures[e]
	}
	t.captured = make([]Value, len(t.captures))
	t.run(ctx, edges, start)
	out = make([]Value, len(inputs))
	for i := range inputs {
		out[i] = t.captured[positions[i]]
		if out[i] == nil && !allowUnused {
			throwRuntime("The differentiated Tensor at index %d appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.", i)
		}
	}
	return out, nil
}

// startOf describes what a pass starts from: a tensor, or what the node of an edge is given.
func startOf(root Value) *Fake {
	e, ok := root.(Edge)
	if !ok {
		return metaOf(root)
	}
	if given := e.Node.Received(); e.Nr < len(given) {
		return given[e.Nr]
	}
	throwRuntime("magneto does not know the size of what %s is given; name the gradient", e.Node.Name())
	return nil
}

func rootEdges(ctx *Context, roots, grads []Value) ([]Edge, []Value) {
	edges := make([]Edge, len(roots))
	start := make([]Value, len(roots))
	for i, r := range roots {
		e := ctx.edgeOf(r)
		if e.Node == nil {
			throwRuntime("element %d of tensors does not require grad and does not have a grad_fn", i)
		}
		edges[i] = e
		var g Value
		if i < len(grads) {
			g = grads[i]
		}
		m := startOf(r)
		if g == nil {
			if n := m.Numel(); !ctx.is(n.Eq(symbolic.IntOf(1))) {
				throwRuntime("grad can be implicitly created only for scalar outputs")
			}
			if m.DType.IsComplex() {
				throwRuntime("grad can be implicitly created only for real scalar outputs but got %s", "torch."+m.DType.Name())
			}
			if isTensor(r) {
				g = ctx.call1("ones_like", r, nil, nil, nil, false, tensor.PreserveFormat)
			} else {
				g = ctx.call1("ones", sizeList(m.Sizes), m.DType, nil, nil, false)
			}
		} else if !sameSizes(ctx, sizesOf(g), m.Sizes) {
			throwRuntime("Mismatch in shape: grad_output[%d] has a shape of torch.Size(%s) and output[%d] has a shape of torch.Size(%s).", i, sizesText(sizesOf(g)), i, sizesText(m.Sizes))
		} else if d := dtypeOf(g); d.IsComplex() != m.DType.IsComplex() {
			throwRuntime("For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in dtype: grad_output[%d] has a dtype of torch.%s and output[%d] has a dtype of torch.%s.", i, d.Name(), i, m.DType.Name())
		}
		start[i] = g
	}
	return edges, start
}

// survey lists the nodes that the roots lead to and counts the edges into each. Graphs are deep: it does not recurse.
func (t *task) survey(roots []Edge) []*Node {
	t.arrivals = map[*Node]*arrival{}
	var order, stack []*Node
	enter := func(n *Node) {
		if t.arrivals[n] == nil {
			t.arrivals[n] = &arrival{grads: make([]Value, max(len(n.outputs), 1))}
			stack = append(stack, n)
		}
	}
	for _, e := range roots {
		enter(e.Node)
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order = append(order, n)
		if t.ends[n] {
			continue
		}
		for _, e := range n.Edges {
			if e.Node != nil {
				enter(e.Node)
				t.arrivals[e.Node].pending++
			}
		}
	}
	return order
}

// findNeeded marks the nodes from which a captured edge can be reached: it spreads from the captured ones against the edges.
func (t *task) findNeeded(nodes []*Node) {
	into := map[*Node][]*Node{}
	for _, n := range nodes {
		for _, e := range n.Edges {
			if e.Node != nil {
				into[e.Node] = append(into[e.Node], n)
			}
		}
	}
	t.needed = map[*Node]bool{}
	var stack []*Node
	for e := range t.captures {
		stack = append(stack, e.Node)
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, user := range into[n] {
			if !t.needed[user] {
				t.needed[user] = true
				stack = append(stack, user)
			}
		}
	}
}

// run delivers gradients to nodes, those created last first, each once all of its consumers have delivered.
func (t *task) run(ctx *Context, roots []Edge, grads []Value) {
	saved, outer, running := ctx.gradEnabled, ctx.backward, ctx.running
	t.id, ctx.tasks, ctx.backward = ctx.tasks, ctx.tasks+1, t
	defer func() { ctx.backward, ctx.running = outer, running }()
	ctx.gradEnabled = t.create
	if ctx.IsPlain() && !t.create {
		t.memory = gradientMemory{}
	}
	for _, g := range grads {
		t.memory.kept(g)
	}
	t.given, t.roots = grads, roots
	nodes := t.survey(roots)
	if t.captures != nil {
		t.findNeeded(nodes)
	}
	for i, e := range roots {
		t.deliver(ctx, e, grads[i], nil, i)
	}
	queued := map[*Node]bool{}
	for _, e := range roots {
		if t.arrivals[e.Node].pending == 0 && !queued[e.Node] {
			queued[e.Node] = true
			heap.Push(&t.ready, e.Node)
		}
	}
	for len(t.ready) > 0 {
		t.step(ctx, heap.Pop(&t.ready).(*Node))
	}
	for len(t.callbacks) > 0 { // they may queue others
		f := t.callbacks[0]
		t.callbacks = t.callbacks[1:]
		rethrow(f())
	}
	ctx.gradEnabled = saved
}

// BackwardTask is the number of the backward pass in progress, -1 outside of any.
func (ctx *Context) BackwardTask() int {
	if ctx.backward == nil {
		return -1
	}
	return ctx.backward.id
}

// FreeGradLayout sets whether a gradient that nobody else knows becomes that of a leaf as it lies in memory, not as the leaf
// does, and tells what was set before (torch.autograd.enforce_grad_layout_policy).
func (ctx *Context) FreeGradLayout(on bool) (before bool) {
	before, ctx.anyLayout = ctx.anyLayout, on
	return before
}

// Executes tells whether the backward pass in progress comes to a node, or takes a gradient there.
func (ctx *Context) Executes(n *Node) bool {
	t := ctx.backward
	if t == nil || t.arrivals[n] == nil || t.needed == nil || t.needed[n] {
		return t != nil && t.arrivals[n] != nil
	}
	for e := range t.captures {
		if e.Node == n {
			return true
		}
	}
	return false
}

// ExecutionOrder is the nodes of the backward pass in progress in the order in which they run; nil outside of any.
func (ctx *Context) ExecutionOrder() []*Node {
	t := ctx.backward
	if t == nil {
		return nil
	}
	pending := map[*Node]int{}
	var count func(n *Node)
	count = func(n *Node) {
		for _, e := range n.Edges {
			if e.Node != nil {
				if pending[e.Node]++; pending[e.Node] == 1 {
					count(e.Node)
				}
			}
		}
	}
	var ready nodeHeap
	for _, e := range t.roots {
		count(e.Node)
	}
	for _, e := range t.roots {
		if pending[e.Node] == 0 && !slices.Contains(ready, e.Node) {
			heap.Push(&ready, e.Node)
		}
	}
	order := []*Node{}
	for len(ready) > 0 {
		n := heap.Pop(&ready).(*Node)
		if ctx.Executes(n) {
			order = append(order, n)
		}
		for _, e := range n.Edges {
			if e.Node != nil {
				if pending[e.Node]--; pending[e.Node] == 0 {
					heap.Push(&ready, e.Node)
				}
			}
		}
	}
	return order
}

// QueueCallback has f called at the end of the backward pass in progress. It tells whether there is one.
func (ctx *Context) QueueCallback(f func() error) bool {
	if ctx.backward == nil {
		return false
	}
	ctx.backward.callbacks = append(ctx.backward.callbacks, f)
	return true
}

// deliver adds a gradient, result i of from, to those that have reached a node. It is brought to the size of the tensor it
// belongs to first: gradients of two uses that were broadcast differently could not be added otherwise.
func (t *task) deliver(ctx *Context, e Edge, g Value, from *Node, i int) {
	if g == nil {
		return
	}
	if from != nil && e.Nr < len(e.Node.outputs) && e.Node.outputs[e.Nr].known {
		given := g
		g = validate(ctx, from, i, g, e.Node.outputs[e.Nr])
		t.memory.became(given, g)
	}
	a := t.arrivals[e.Node]
	for len(a.grads) <= e.Nr {
		a.grads = append(a.grads, nil)
	}
	if a.grads[e.Nr] != nil {
		sum := ctx.addUp(a.grads[e.Nr], g)
		t.memory.used(a.grads[e.Nr])
		t.memory.became(g, sum)
		g = sum
	}
	a.grads[e.Nr] = g
}

// addUp adds two gradients of one value.
func (ctx *Context) addUp(a, b Value) Value {
	ctx.adding = true
	defer func() { ctx.adding = false }()
	if s, ok := a.(*tensor.Tensor); ok && DispatcherOf(s) != nil {
		if d, ok := b.(*tensor.Tensor); ok && DispatcherOf(d) == nil {
			a, b = b, a // a dense gradient on top of a sparse one
		}
	}
	return ctx.call1("add.Tensor", a, b)
}

// step runs one node.
func (t *task) step(ctx *Context, n *Node) {
	if ctx.anomaly {
		defer ctx.noteFailure(n)
	}
	grads := t.arrivals[n].grads
	t.arrivals[n].grads = nil
	arrived := append([]Value(nil), grads...)
	any, executed := false, t.needed == nil || t.needed[n]
	for nr := range grads {
		if _, taken := t.captures[Edge{n, nr}]; grads[nr] == nil || !executed && !taken {
			if executed && grads[nr] == nil && ctx.backwardRecorder == nil && slices.ContainsFunc(grads, func(g Value) bool { return g != nil }) {
				for _, h := range append([]*Hook(nil), n.tensorHooks[nr]...) { // of a result that no gradient comes to
					replaced, err := h.Fn(nil)
					rethrow(err)
					check(replaced == nil, "can't replace a None gradient with a non-None value")
				}
			}
			continue
		}
		any = true
		for _, h := range append([]*Hook(nil), n.tensorHooks[nr]...) {
			if ctx.backwardRecorder != nil {
				grads[nr] = ctx.backwardRecorder.Hook(h, grads[nr])
				continue
			}
			replaced, err := h.Fn(grads[nr])
			rethrow(err)
			if replaced != nil {
				check(dtypeOf(replaced) == dtypeOf(grads[nr]), "hook '%s' has changed the type of value (was %s got %s)", h.Name, LegacyTypeName(dtypeOf(grads[nr])), LegacyTypeName(dtypeOf(replaced)))
				check(expectSameSizes(ctx, sizesOf(replaced), sizesOf(grads[nr])), "hook '%s' has changed the size of value", h.Name)
				grads[nr] = replaced
			}
		}
		if kept := n.retain[nr]; kept != nil && ctx.backwardRecorder != nil {
			ctx.backwardRecorder.Retain(kept, grads[nr])
		} else if kept != nil {
			retainGrad(ctx, kept, grads[nr])
			t.memory.kept(grads[nr])
		}
	}
	for _, h := range n.PreHooks {
		if !executed { // gradients are only taken here
			break
		}
		if ctx.backwardRecorder != nil {
			grads = ctx.backwardRecorder.NodeHook(h, nil, grads)
			continue
		}
		replaced, err := h.Fn(nil, grads)
		rethrow(err)
		if replaced != nil {
			h.check(ctx, grads, replaced)
			grads = replaced
			any = n.entry == nil || slices.ContainsFunc(grads, func(g Value) bool { return g != nil })
		}
	}
	if t.captures != nil {
		for nr := range grads {
			if i, ok := t.captures[Edge{n, nr}]; ok && grads[nr] != nil {
				t.captured[i] = grads[nr]
				t.memory.kept(grads[nr])
			}
		}
	}
	any = any || n.plain != nil // functions of scripts make zeros of gradients that are missing
	var out []Value
	if any && executed {
		if ctx.profiler != nil {
			defer ctx.stretchOf(Call{Name: "autograd::engine::evaluate_function: " + stepName(n), Sequence: n.told(), Step: WholeStep})()
		}
		given := append([]Value(nil), grads...)
		apply := func() []Value {
			if n.variable != nil && ctx.backwardRecorder != nil {
				ctx.backwardRecorder.Accumulate(n.variable, grads[0], n.PostAcc)
				return nil
			}
			if n.plain != nil && n.Recorded == nil && ctx.backwardRecorder != nil {
				return ctx.backwardRecorder.Function(n, grads)
			}
			defer func(outer *Node) { ctx.stepping = outer }(ctx.stepping)
			ctx.stepping = n
			if n.variable != nil {
				accumulate(ctx, n.variable, grads[0], t.holder(ctx, grads[0]))
				return nil
			}
			ctx.running = n.seq
			return n.apply(ctx, n, grads)
		}
		if ctx.profiler != nil {
			out = ctx.profiledNode(n, grads, apply)
		} else {
			out = apply()
		}
		if ctx.anomaly && ctx.anomalyNaN {
			checkNaN(n, out)
		}
		if len(n.PostHooks) > 0 {
			out = t.hooked(ctx, n, out, given)
		}
		if !t.keep && n.variable == nil {
			n.release()
		}
	}
	t.memory.made(n, arrived, out)
	for _, g := range arrived {
		t.memory.used(g)
	}
	if t.ends[n] {
		return
	}
	for i, e := range n.Edges {
		if e.Node == nil {
			continue
		}
		if i < len(out) {
			t.deliver(ctx, e, out[i], n, i)
		}
		a := t.arrivals[e.Node]
		if a.pending--; a.pending == 0 {
			heap.Push(&t.ready, e.Node)
		}
	}
}

// InWholeBackward says whether gradients are on their way to all leaves, or none are on their way.
func (ctx *Context) InWholeBackward() bool {
	return ctx.backward == nil || ctx.backward.captures == nil
}

// noteFailure remembers the first node of a backward pass whose step panics, for who reports the error.
func (ctx *Context) noteFailure(n *Node) {
	if r := recover(); r != nil {
		if ctx.failed == nil {
			ctx.failed = n
		}
		panic(r)
	}
}

// FailedNode is the node at which the last backward pass in anomaly mode ended, once.
func (ctx *Context) FailedNode() *Node {
	n := ctx.failed
	ctx.failed = nil
	return n
}

// hooked runs the hooks that see the gradients of the inputs: as many as PyTorch draws edges, and of the sizes that the inputs have.
func (t *task) hooked(ctx *Context, n *Node, out, given []Value) []Value {
	for i, e := range n.Edges {
		if i < len(out) && out[i] != nil && e.Node != nil && e.Nr < len(e.Node.outputs) && e.Node.outputs[e.Nr].known {
			g := validate(ctx, n, i, out[i], e.Node.outputs[e.Nr])
			t.memory.became(out[i], g)
			out[i] = g
		}
	}
	shown := n.shown()
	seen := make([]Value, len(shown))
	for k, i := range shown {
		if i >= 0 && i < len(out) && (n.entry == nil || n.Edges[i].Node != nil) {
			seen[k] = out[i]
		}
	}
	for _, h := range n.PostHooks {
		var replaced []Value
		if ctx.backwardRecorder != nil {
			replaced = ctx.backwardRecorder.NodeHook(h, seen, given)
		} else {
			var err error
			replaced, err = h.Fn(seen, given)
			rethrow(err)
		}
		if replaced == nil {
			continue
		}
		h.check(ctx, seen, replaced)
		seen = replaced
		for k, i := range shown {
			if i >= 0 && i < len(out) {
				out[i] = seen[k]
			}
		}
	}
	return out
}

// check refuses gradients that a hook cannot have put in the place of others.
func (h *NodeHook) check(ctx *Context, before, after []Value) {
	check(len(after) == len(before), "hook '%s' has returned an incorrect number of values (got %d, but expected %d)", h.Name, len(after), len(before))
	for i, g := range after {
		if g == nil {
			continue
		}
		check(before[i] != nil, "can't replace a None gradient with a non-None value")
		was, is := dtypeOf(before[i]), dtypeOf(g)
		check(was == is, "hook '%s' has changed the type of value (was %s got %s)", h.Name, LegacyTypeName(was), LegacyTypeName(is))
		check(sameSizes(ctx, sizesOf(before[i]), sizesOf(g)), "hook '%s' has changed the size of value", h.Name)
	}
}

// checkNaN refuses gradients with a NaN.
func checkNaN(n *Node, grads []Value) {
	for i, g := range grads {
		t, ok := g.(*tensor.Tensor)
		if !ok || t == nil || IsWrapped(t) || t.IsMeta() || t.DType().IsIntOrBool() {
			continue
		}
		for _, c := range t.Complexes() {
			if math.IsNaN(real(c)) || math.IsNaN(imag(c)) {
				throwRuntime("Function '%s' returned nan values in its %dth output.", n.name, i)
			}
		}
	}
}

// validate brings a gradient to the sizes and type of the tensor that it belongs to.
func validate(ctx *Context, n *Node, nr int, g Value, m outputMeta) Value {
	if !sameSizes(ctx, sizesOf(g), m.sizes) {
		if len(sizesOf(g)) < len(m.sizes) || !expandableTo(ctx, m.sizes, sizesOf(g)) {
			throwRuntime("Function %s returned an invalid gradient at index %d - got %s but expected shape compatible with %s", n.name, max(slices.Index(n.shown(), nr), 0), sizesText(sizesOf(g)), sizesText(m.sizes))
		}
		g = sumTo(ctx, g, m.sizes)
	}
	if d := dtypeOf(g); d != m.dtype && !m.anyType && m.dtype.Differentiable() {
		if d.IsComplex() && !m.dtype.IsComplex() {
			g = ctx.call1("real", g)
		}
		if dtypeOf(g) != m.dtype {
			g = ctx.toDType(g, m.dtype)
		}
	}
	return g
}

// expandableTo says whether sizes can be broadcast to larger.
func expandableTo(ctx *Context, sizes, larger []symbolic.Int) bool {
	if len(sizes) > len(larger) {
		return false
	}
	off := len(larger) - len(sizes)
	for i, s := range sizes {
		if s != larger[off+i] && !ctx.is(s.Eq(symbolic.IntOf(1))) && !ctx.is(s.Eq(larger[off+i])) {
			return false
		}
	}
	return true
}

// sumTo reduces a broadcast gradient to the sizes that were broadcast.
func sumTo(ctx *Context, g Value, sizes []symbolic.Int) Value {
	from := sizesOf(g)
	lead := len(from) - len(sizes)
	var dims []Value
	for i := range lead {
		dims = append(dims, int64(i))
	}
	for i, s := range sizes {
		if one := symbolic.IntOf(1); s != from[lead+i] && ctx.is(s.Eq(one)) && !ctx.is(from[lead+i].Eq(one)) {
			dims = append(dims, int64(lead+i))
		}
	}
	if len(sizes) == 0 && lead > 0 {
		return ctx.call1("sum", g)
	}
	if len(dims) > 0 {
		g = ctx.call1("sum.dim_IntList", g, dims, true, nil)
	}
	if lead > 0 {
		g = ctx.call1("view", g, sizeList(sizes))
	}
	return g
}

// holding says who may keep a gradient that has reached a leaf.
type holding int

const (
	nobodys holding = iota // others know its memory
	shown                  // modes have seen it, and no other node waits for it
	owned                  // nobody else knows it
)

func (t *task) holder(ctx *Context, g Value) holding {
	if t.memory.take(g) {
		return owned
	}
	if !ctx.lookedOn() || slices.Contains(t.given, g) {
		return nobodys
	}
	for _, a := range t.arrivals {
		if slices.Contains(a.grads, g) {
			return nobodys
		}
	}
	return shown
}

// accumulate adds a gradient to a leaf.
func accumulate(ctx *Context, v Value, g Value, by holding) {
	if f, ok := v.(*Fake); ok {
		switch {
		case f.GradFake != nil:
			g = ctx.call1("add.Tensor", f.GradFake, g)
		case ctx.gradEnabled:
			g = ctx.call1("clone", g)
		default:
			g = ctx.call1("alias", g)
		}
		f.GradFake, _ = g.(*Fake)
		return
	}
	t := v.(*tensor.Tensor)
	if f, ok := g.(*Fake); ok {
		ctx.keepFakeGrad(t, f)
		return
	}
	switch {
	case t.Grad == nil:
		t.Grad = freshGrad(ctx, t, g.(*tensor.Tensor), by)
	case DispatcherOf(t.Grad) != nil && DispatcherOf(g.(*tensor.Tensor)) == nil: // a dense gradient on top of a sparse one
		t.Grad = ctx.call1("add.Tensor", g, t.Grad).(*tensor.Tensor)
	case ctx.gradEnabled:
		t.Grad = ctx.call1("add.Tensor", t.Grad, g).(*tensor.Tensor)
	default:
		ctx.call("add_.Tensor", t.Grad, g)
		if by == owned {
			g.(*tensor.Tensor).Storage().ReleaseIfAlone()
		}
	}
	if x, ok := t.Extra.(*tensorExtra); ok && x.accumulate != nil {
		for _, h := range append([]*Hook(nil), x.accumulate.PostAcc...) {
			_, err := h.Fn(v)
			rethrow(err)
		}
	}
}

// keepFakeGrad adds a gradient without data to a leaf with data, until DropFakeGrads.
func (ctx *Context) keepFakeGrad(t *tensor.Tensor, g *Fake) {
	x := extraOf(autogradOf(t))
	switch {
	case x.fakeGrad != nil:
		x.fakeGrad, _ = ctx.call1("add.Tensor", x.fakeGrad, g).(*Fake)
		return
	case t.Grad != nil:
		x.fakeGrad, _ = ctx.call1("add.Tensor", t.Grad, g).(*Fake)
	default:
		x.fakeGrad, _ = ctx.call1("alias", g).(*Fake)
	}
	ctx.fakeGrads = append(ctx.fakeGrads, x)
}

// DropFakeGrads forgets the gradients without data of leaves with data: the program that they belong to has been recorded.
func (ctx *Context) DropFakeGrads() {
	for _, x := range ctx.fakeGrads {
		x.fakeGrad = nil
	}
	ctx.fakeGrads = nil
}

// freshGrad is a gradient that shares memory with nothing else, laid out as its tensor if that is dense.
func freshGrad(ctx *Context, t, g *tensor.Tensor, by holding) *tensor.Tensor {
	if DispatcherOf(g) != nil {
		return ctx.call1("detach", g).(*tensor.Tensor)
	}
	if ctx.gradEnabled {
		if !t.IsDense() {
			return ctx.call1("clone", g).(*tensor.Tensor)
		}
		made := ctx.call1("new_empty_strided", g, ints(t.Sizes()...), ints(t.Strides()...), nil, nil, nil, nil)
		return ctx.call1("copy_", made, g, false).(*tensor.Tensor)
	}
	strides := tensor.ContiguousStrides(t.Sizes())
	if t.IsDense() {
		strides = append([]int(nil), t.Strides()...)
	}
	laid := slices.Equal(g.Strides(), strides) && slices.Equal(g.Sizes(), t.Sizes())
	switch {
	case laid && by == owned:
		return g
	case laid && by == shown:
		return ctx.call1("detach", g).(*tensor.Tensor)
	case by == owned && ctx.anyLayout && slices.Equal(g.Sizes(), t.Sizes()):
		return g
	case ctx.lookedOn():
		lay := ctx.call1("new_empty_strided", g, ints(t.Sizes()...), ints(strides...))
		return ctx.call1("copy_", lay, g).(*tensor.Tensor)
	}
	if g.IsMeta() {
		return tensor.NewMeta(g.DType(), t.Sizes(), strides)
	}
	out := tensor.NewStridedUninit(g.DType(), t.Sizes(), strides)
	tensor.Copy(out, g)
	if by == owned {
		g.Storage().ReleaseIfAlone()
	}
	return out
}

// retainGrad adds to the gradient of a tensor that is not a leaf.
func retainGrad(ctx *Context, v, g Value) {
	if t, ok := v.(*tensor.Tensor); ok && t.Grad != nil {
		g = ctx.call1("add.Tensor", t.Grad, g)
	} else if ok && DispatcherOf(g) == nil && !g.(*tensor.Tensor).IsDense() {
		g = ctx.call1("clone", g)
	}
	setGrad(v, g)
}

func setGrad(v, g Value) {
	switch v := v.(type) {
	case *tensor.Tensor:
		v.Grad, _ = g.(*tensor.Tensor)
	case *Fake:
		v.GradFake, _ = g.(*Fake)
	}
}

func init() {
	tensor.GradName = func(t *tensor.Tensor) string {
		if HistoryLost(t) != nil {
			return "Invalid"
		}
		if viewIsStale(t) {
			return asStridedName
		}
		n := recordedNode(t)
		if n == nil {
			return ""
		}
		name := n.name
		return name[strings.LastIndexByte(name, ':')+1:]
	}
}
