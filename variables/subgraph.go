package variables

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// This file traces the functions that higher-order operators take into graphs
// of their own. A body reads values of the graph around it through
// placeholders that are made where they are first used; the nodes of the outer
// graph behind them are operands of the operator's node. Bodies nest: what an
// inner body reads from outside, the bodies around it read too.

// body is a graph that is being traced inside of another.
type body struct {
	trace  *Trace
	outer  *body
	parent *fxgraph.Graph // the graph around
	lifted []*fxgraph.Node
	inside map[*fxgraph.Node]*fxgraph.Node // placeholder of an outer node
	// sibling, if set, is a finished body whose values this one reads too: they become results of the sibling, listed in saved,
	// and placeholders here.
	sibling   *Body
	saved     []*fxgraph.Node
	sizes     map[*symbolic.Expr]*fxgraph.Node
	written   []*ops.Fake // memory that operators have changed
	touched   Tracker     // what of the caller's was changed first
	touchedAt []UserFrame // where
	affected  string      // the same of what is no object
	stores    []bodyStore // what may be put back
	effects   bool        // it may have effects
}

// Body is a traced function: its graph, the nodes outside that its placeholders
// stand for, in order, and what it returns.
type Body struct {
	Graph   *fxgraph.Graph
	Lifted  []*fxgraph.Node
	Results []Tracker // the tensors and symbolic numbers in what it returns
	value   Tracker
	traced  *body
	style   bodyStyle
	dirty   []Tracker // of Results, those of the graph around that stand for the operator's results from then on
}

// HigherOrderError is a body that cannot be captured.
type HigherOrderError struct {
	Operator string
	Cause    *Unsupported
}

func (e *HigherOrderError) Error() string { return e.Cause.Error() }

// lift is the node that stands for n in the current graph.
func (t *Trace) lift(n *fxgraph.Node) *fxgraph.Node {
	if n == nil || t.body == nil || n.Graph() == t.Graph {
		return n
	}
	return t.body.lift(n, t.Graph)
}

func (b *body) lift(n *fxgraph.Node, into *fxgraph.Graph) *fxgraph.Node {
	if p := b.inside[n]; p != nil {
		return p
	}
	b.liftSymbols(n.Meta.Example, into)
	from := n
	if b.sibling != nil {
		from = b.sibling.read(n)
		if b.inside[from] == nil {
			b.inside[from] = placeholderFor(into, n)
			b.saved = append(b.saved, from)
		}
		b.inside[n] = b.inside[from]
		return b.inside[n]
	}
	if n.Graph() != b.parent && b.outer != nil {
		from = b.outer.lift(n, b.parent)
		if p := b.inside[from]; p != nil {
			return p
		}
	}
	p := placeholderFor(into, n)
	b.inside[n], b.inside[from] = p, p
	b.lifted = append(b.lifted, from)
	return p
}

// liftSymbols makes the symbols in the sizes of an example inputs of the body, so that it is closed.
func (b *body) liftSymbols(example any, into *fxgraph.Graph) {
	f, ok := example.(*ops.Fake)
	if !ok {
		return
	}
	for _, sizes := range [][]symbolic.Int{f.Sizes, f.Strides, {f.Offset}} {
		for _, size := range sizes {
			if _, known := size.Const(); known {
				continue
			}
			for _, name := range symbolic.Symbols(size.Expr()) {
				if n := b.trace.symbols[name]; n != nil {
					b.lift(n, into)
				}
			}
		}
	}
}

// liftSymbols does so for values that only the body sees.
func (t *Trace) liftSymbols(inputs []Tracker) {
	for _, x := range inputs {
		if v, ok := x.(*Tensor); ok {
			t.body.liftSymbols(v.Fake, t.Graph)
		}
	}
}

func trackersOf(tensors []*Tensor) []Tracker {
	out := make([]Tracker, len(tensors))
	for i, x := range tensors {
		out[i] = x
	}
	return out
}

// read is what stands in a finished body for n, a value of its own or from outside.
func (b *Body) read(n *fxgraph.Node) *fxgraph.Node {
	if n.Graph() == b.Graph {
		return n
	}
	p := b.traced.lift(n, b.Graph)
	b.Lifted = b.traced.lifted
	return p
}

// reachable refuses a node that only a body which has ended can see.
func (t *Trace) reachable(n *fxgraph.Node) error {
	if n == nil || n.Graph() == t.Graph {
		return nil
	}
	for b := t.body; b != nil; b = b.outer {
		if n.Graph() == b.parent || b.sibling != nil && n.Graph() == b.sibling.Graph {
			return nil
		}
	}
	return Unsupportedf("HigherOrderOperator: a value leaves its body", n.Name, "The value %s was computed in the body of a higher-order operator and is used outside of it.", n.Name)
}

// placeholderFor appends a placeholder behind those that a graph has, named as the node n.
func placeholderFor(g *fxgraph.Graph, n *fxgraph.Node) *fxgraph.Node {
	p := g.CreateBefore(firstCall(g), fxgraph.Placeholder, n.Name, nil, nil, n.Name)
	p.Target = p.Name
	p.Meta.Example = n.Meta.Example
	if _, tensor := n.Meta.Example.(*ops.Fake); tensor {
		p.Type = "torch._subclasses.fake_tensor.FakeTensor"
	}
	return p
}

// TraceBody traces a call into a graph of its own. Arguments that are tensors
// of the graph around become placeholders when they are read; given are
// placeholders to make beforehand, of tensors that only the body sees.
func (t *Trace) TraceBody(th *object.Thread, operator string, call func() (Tracker, error)) (*Body, error) {
	return t.traceBody(th, operator, bodyStyle{}, call)
}

// bodyStyle says how the graph of a body gives its results.
type bodyStyle struct {
	flattened bool // PyTorch flattens them by a function whose local names those in containers
	numbers   bool // constants may only be ints, bools and None
	ints      bool // constant ints are results too
	bare      bool // a single one is given as it is, not in a tuple
	list      bool // they are in a list
	effects   bool // what it changes outside stays changed
	loose     bool // it may return any objects, whose tensors are its results
}

func (t *Trace) traceBody(th *object.Thread, operator string, style bodyStyle, call func() (Tracker, error)) (*Body, error) {
	b := &body{trace: t, outer: t.body, parent: t.Graph, inside: map[*fxgraph.Node]*fxgraph.Node{}, sizes: t.sizes, effects: style.effects}
	graph := fxgraph.New()
	graph.Annotation, graph.Made = t.withinBody(th, operator), b.parent.Made
	t.body, t.Graph, t.sizes = b, graph, nil
	mode := t.GradMode
	unwatch := t.Watch()
	defer func() {
		unwatch()
		t.body, t.Graph, t.sizes = b.outer, b.parent, b.sizes
		t.GradMode = mode
	}()
	effects := t.changes()
	value, err := call()
	if err == nil {
		value, err = t.deepTensors(th, value)
	}
	if err == nil && !style.effects && t.changes() != effects {
		err = &Unsupported{Title: "HOP: Unsafe side effect", Context: "Attempted to mutate " + t.touched(th, b), Explanation: "Mutating a variable from outside the scope of this HOP is not supported.", Stack: b.touchedAt}
	}
	if err == nil {
		err = t.notPutBack(th, b)
	}
	if err != nil {
		return nil, t.bodyError(operator, err)
	}
	out := &Body{Graph: graph, value: value, traced: b, style: style}
	if err := t.collectResults(th, value, out); err != nil {
		return nil, t.bodyError(operator, err)
	}
	if _, container := value.(*Container); container && style.flattened {
		for _, r := range out.Results {
			t.NameNode(r, "child")
		}
	}
	items := make(fxgraph.Tuple, len(out.Results))
	var nodes []*fxgraph.Node
	for i, r := range out.Results {
		n, err := t.FX(th, r)
		if err != nil {
			return nil, t.bodyError(operator, err)
		}
		items[i] = n
		if node, ok := n.(*fxgraph.Node); ok {
			nodes = append(nodes, node)
		}
	}
	t.Prune(nodes)
	var result any = items
	switch {
	case style.bare && len(items) == 1:
		result = items[0]
	case style.list:
		result = fxgraph.List(items)
	}
	t.PlaceLoopInts(false)
	t.AssertRanges(th)
	graph.Create(fxgraph.Output, "output", []any{result}, nil, "output")
	out.Lifted = b.lifted
	return out, nil
}

// bodyError names the operator in what went wrong while its body was traced.
func (t *Trace) bodyError(operator string, err error) error {
	var u *Unsupported
	if exc, ok := err.(*object.Exception); ok && hardBodies[operator] && !slices.Contains(t.FakeErrors, exc) {
		u := &Unsupported{Title: fmt.Sprintf("raised exception %s(%s)", exc.Type().Name, quotedText(boundText(exc.Error())))}
		return &HigherOrderError{operator, u}
	}
	if errors.As(err, &u) && hardBodies[operator] {
		return &HigherOrderError{operator, u}
	}
	if u != nil && u.Operator == "" && (strings.HasPrefix(operator, "torch.") || strings.HasPrefix(operator, customFunction)) {
		u.Operator = operator
		if strings.HasPrefix(operator, customFunction) {
			u.Operator = customFunction
		}
	}
	return err
}

var missingArgument = regexp.MustCompile(`missing \d+ required (?:positional|keyword-only) arguments?: ('\w+')`)

// boundText is the text of an exception as inspect.Signature.bind, by which PyTorch gives arguments, has it.
func boundText(text string) string {
	if m := missingArgument.FindStringSubmatch(text); m != nil {
		return "missing a required argument: " + m[1]
	}
	return text
}

// quotedText is a text as Python's repr shows it.
func quotedText(text string) string {
	if strings.Contains(text, "'") && !strings.Contains(text, "\"") {
		return "\"" + text + "\""
	}
	return "'" + strings.ReplaceAll(text, "'", "\\'") + "'"
}

// customFunction is how breaks name a custom autograd function.
const customFunction = "autograd.Function"

// hardBodies are the operators whose bodies must be captured whole, or it is an error.
var hardBodies = map[string]bool{"torch.cond": true, "torch.while_loop": true, "torch.ops.higher_order.map_impl": true, "torch.ops.higher_order.scan": true, "torch.ops.higher_order.associative_scan": true,
	"torch.ops.higher_order.hints_wrapper": true, "torch.ops.higher_order.invoke_subgraph": true}

// collectResults lists the values in x that a graph computes.
func (t *Trace) collectResults(th *object.Thread, x Tracker, into *Body) error {
	x, err := t.Realize(th, x)
	if err != nil {
		return err
	}
	switch x := x.(type) {
	case *Tensor, *SymInt, *SymFloat, *SymBool:
		into.Results = append(into.Results, x)
	case *Constant:
		if into.style.numbers && !x.V.IsInt() && !x.V.IsNone() {
			text := "ConstantVariable(" + x.V.Type().ShortName() + ": " + guards.ReprOf(th, x.V) + ")"
			return &Unsupported{Title: "HOP body output unsupported", Context: "non-tensor outputs: {" + text + "}",
				Explanation: "HigherOrderOperator body's output must consist of tensors or ints/bools only but got " + guards.ReprOf(th, x.V.Type().Ref()) + "."}
		}
		if into.style.ints && x.V.IsInt() {
			into.Results = append(into.Results, x)
		}
	case *Container:
		if d, ok := object.AsDict(x.V); ok {
			return d.Each(th, func(th *object.Thread, _, v object.Value) error { return t.collectResults(th, t.FromValue(v), into) })
		}
		for _, e := range t.Items(th, x) {
			if err := t.collectResults(th, e, into); err != nil {
				return err
			}
		}
	default:
		if into.style.loose {
			return t.collectWithin(th, x, into)
		}
		class := t.TypeOf(x)
		return &Unsupported{Title: "HOP body output unsupported", Context: "non-tensor outputs: {" + x.Kind() + "(" + class.ShortName() + ")}",
			Explanation: "HigherOrderOperator body's output must consist of tensors or ints/bools only but got " + guards.ReprOf(th, class.Ref()) + "."}
	}
	return nil
}

// collectWithin adds the results that an object made by the body holds, each once.
func (t *Trace) collectWithin(th *object.Thread, x Tracker, into *Body) error {
	var held []Tracker
	switch x := x.(type) {
	case *Object:
		for _, name := range x.Names() {
			if v, _ := x.Pending(name); v != nil {
				held = append(held, v)
			}
		}
	case *Function:
		if x.New {
			for _, cell := range x.Fn.Closure.All() {
				if !cell.V.IsNull() {
					held = append(held, t.FromValue(cell.V))
				}
			}
		}
	}
	for _, v := range held {
		of := &Body{style: into.style}
		if err := t.collectResults(th, v, of); err != nil {
			return err
		}
		for _, r := range of.Results {
			if x, ok := r.(*Tensor); (!ok || x.Node.Graph() == t.Graph) && !slices.Contains(into.Results, r) {
				into.Results = append(into.Results, r)
			}
		}
	}
	return nil
}

// Subgraph makes a body a child of the graph under construction; the node reads it.
func (t *Trace) Subgraph(th *object.Thread, stem string, g *fxgraph.Graph) *fxgraph.Node {
	name := ""
	for i := 0; ; i++ {
		name = fmt.Sprintf("%s_%d", stem, i)
		if _, taken := t.Children[name]; !taken {
			break
		}
	}
	t.Children[name] = t.Host.GraphModule(g, t.ChildrenOf(g), nil, t.Env())
	if t.bodies == nil {
		t.bodies = map[string]*fxgraph.Graph{}
	}
	t.bodies[name] = g
	return t.subgraphNode(th, name)
}

// ChildrenOf lists what the graph reads by name.
func (t *Trace) ChildrenOf(g *fxgraph.Graph) map[string]object.Value {
	own := map[string]object.Value{}
	for _, n := range g.Nodes() {
		if name, ok := n.Target.(string); ok && n.Op == fxgraph.GetAttr {
			if v, known := t.Children[name]; known {
				own[name] = v
			}
		}
	}
	return own
}

func (t *Trace) subgraphNode(th *object.Thread, name string) *fxgraph.Node {
	n := t.Graph.Create(fxgraph.GetAttr, name, nil, nil, name)
	n.Meta.Stack = t.stack(th)
	return n
}

// higherOrder records the call of an operator.
func (t *Trace) higherOrder(th *object.Thread, name string, args []any, kwargs []fxgraph.KW) *fxgraph.Node {
	target := &fxgraph.Function{Name: name, Qualified: "torch.ops.higher_order." + name, Impl: t.Host.Attribute(th, "torch._higher_order_ops._run."+name)}
	n := t.Graph.Create(fxgraph.CallFunction, target, args, kwargs, "")
	n.Meta.Stack = t.stack(th)
	return n
}

// resultsOf gives the value of a body with what a node computes in the place of
// what the body computed. Values from outside stay what they are.
func (t *Trace) resultsOf(th *object.Thread, node *fxgraph.Node, b *Body, fakes []any) (Tracker, error) {
	examples := make([]any, len(b.Results))
	outer := map[Tracker]Tracker{}
	for i, r := range b.Results {
		get := t.Graph.Create(fxgraph.CallFunction, t.Operator(th, "getitem"), []any{node, int64(i)}, nil, "")
		get.Meta.Stack = t.stack(th)
		var example any
		if fakes != nil {
			example = fakes[i]
		}
		switch r := r.(type) {
		case *Tensor:
			if example == nil {
				example = r.Fake
			}
			if (fakes == nil || fakes[i] == nil) && r.Node.Graph() != b.Graph { // it came from outside
				outer[r] = r
				examples[i] = r.Fake
				continue
			}
			get.Meta.Example = example
			fake, _ := example.(*ops.Fake)
			made := &Tensor{Node: get, Fake: fake, Type: t.Host.TensorType(th)}
			outer[r] = made
			if b.style.loose && r.Node.Graph() == b.Graph || slices.Contains(b.dirty, Tracker(r)) { // objects and what the body has changed hold it
				*r = *made
				outer[r] = r
			}
		case *SymInt:
			example = r.Expr
			get.Meta.Example = example
			outer[r] = &SymInt{Expr: r.Expr, Node: get}
		default:
			return nil, Unsupportedf("HOP body output unsupported", r.Kind(), "The function of a higher-order operator returned a %s.", r.Kind())
		}
		examples[i] = example
	}
	node.Meta.Example = examples
	made, err := t.replaced(th, b.value, outer)
	if err == nil && b.style.flattened {
		t.nameEntries(th, made)
	}
	return made, err
}

// fakes describes the results: with it, also what came from outside is a value of its own behind the operator, but for the caller's tensors in containers.
func (b *Body) fakes() []any {
	_, alone := b.value.(*Tensor)
	out := make([]any, len(b.Results))
	for i, r := range b.Results {
		if x, ok := r.(*Tensor); ok && (alone || x.src == nil) {
			f := *x.Fake
			out[i] = &f
		}
	}
	return out
}

// nameEntries names the tensors that are entries of dicts in x as PyTorch's unflattening does.
func (t *Trace) nameEntries(th *object.Thread, x Tracker) {
	c, ok := x.(*Container)
	if !ok {
		return
	}
	if d, ok := object.AsDict(c.V); ok {
		_ = d.Each(th, func(th *object.Thread, _, v object.Value) error {
			e := t.Peek(t.FromValue(v))
			t.NameNode(e, "value")
			t.nameEntries(th, e)
			return nil
		})
		return
	}
	for _, e := range t.Items(th, c) {
		t.nameEntries(th, t.Peek(e))
	}
}

// replaced is x with values in it exchanged.
func (t *Trace) replaced(th *object.Thread, x Tracker, by map[Tracker]Tracker) (Tracker, error) {
	return t.mapLeaves(th, x, func(leaf Tracker) Tracker {
		if r, ok := by[leaf]; ok {
			return r
		}
		return leaf
	})
}

// mapLeaves is x with each value that is no container exchanged, in order.
func (t *Trace) mapLeaves(th *object.Thread, x Tracker, exchange func(Tracker) Tracker) (Tracker, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	c, ok := x.(*Container)
	if !ok {
		return exchange(x), nil
	}
	if d, isDict := object.AsDict(c.V); isDict {
		out, err := copyDict(th, c.V)
		if err != nil {
			return nil, err
		}
		shadow, _ := object.AsDict(out)
		shadow.Clear()
		err = d.Each(th, func(th *object.Thread, k, v object.Value) error {
			r, err := t.mapLeaves(th, t.FromValue(v), exchange)
			if err != nil {
				return err
			}
			return shadow.Set(th, k, t.ToValue(r))
		})
		return t.newContainer(out), err
	}
	var items []object.Value
	for _, e := range t.Items(th, c) {
		r, err := t.mapLeaves(th, e, exchange)
		if err != nil {
			return nil, err
		}
		items = append(items, t.ToValue(r))
	}
	v, err := emptyLike(th, c.V, items)
	return t.newContainer(v), err
}

// operands are nodes as arguments of a node of the current graph.
func (t *Trace) operands(nodes []*fxgraph.Node) []any {
	out := make([]any, len(nodes))
	for i, n := range nodes {
		out[i] = t.lift(n)
	}
	return out
}

// liftedOrder are the nodes that bodies read from outside: those that all of them read, then those of each, by name, with the names of the latter.
func liftedOrder(bodies []*Body, suffixes []string) (all []*fxgraph.Node, names map[*fxgraph.Node]string) {
	readers := map[*fxgraph.Node][]int{}
	for i, b := range bodies {
		for _, n := range b.Lifted {
			readers[n] = append(readers[n], i)
		}
	}
	own := make([][]*fxgraph.Node, len(bodies))
	for n, by := range readers {
		if len(by) == len(bodies) {
			all = append(all, n)
		} else {
			own[by[0]] = append(own[by[0]], n)
		}
	}
	byName := func(nodes []*fxgraph.Node) {
		sort.Slice(nodes, func(i, j int) bool { return nodes[i].Name < nodes[j].Name })
	}
	byName(all)
	names = map[*fxgraph.Node]string{}
	for i := range own {
		byName(own[i])
		for _, n := range own[i] {
			names[n] = n.Name + suffixes[i]
		}
		all = append(all, own[i]...)
	}
	return all, names
}

// mergeLifted gives bodies that one operator calls with the same operands the
// same placeholders: first those that all read, by name, then those of single ones.
func mergeLifted(bodies []*Body, suffixes []string) []*fxgraph.Node {
	all, names := liftedOrder(bodies, suffixes)
	for _, b := range bodies {
		at := map[*fxgraph.Node]*fxgraph.Node{}
		placeholders := []*fxgraph.Node{}
		for _, n := range b.Graph.Nodes() {
			if n.Op == fxgraph.Placeholder {
				placeholders = append(placeholders, n)
			}
		}
		for i, n := range b.Lifted {
			at[n] = placeholders[i]
		}
		var first *fxgraph.Node
		for _, n := range b.Graph.Nodes() {
			if n.Op != fxgraph.Placeholder {
				first = n
				break
			}
		}
		for _, n := range all {
			name := names[n]
			if name == "" {
				name = n.Name
			}
			p := b.Graph.CreateBefore(first, fxgraph.Placeholder, name, nil, nil, name)
			p.Target = name
			p.Meta.Example = n.Meta.Example
			if old := at[n]; old != nil {
				old.ReplaceAllUsesWith(p)
				_ = b.Graph.Erase(old)
			}
		}
		b.Lifted = all
	}
	return all
}

// InBody tells whether the function of a higher-order operator is being traced.
func (t *Trace) InBody() bool { return t.body != nil }
