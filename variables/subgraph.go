package variables

import (
	"fmt"
	"maps"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// The functions that a higher-order operator takes are traced into graphs of their own, its bodies. A body is a closed function:
// what it reads of the graph around it becomes an operand of the operator and a placeholder of the body (lifting).

// body is a graph that is being traced for a higher-order operator, or was.
type body struct {
	graph  *fxgraph.Graph
	around *fxgraph.Graph
	outer  *body           // of around, nil if that is the frame's
	free   []*fxgraph.Node // nodes of the graph around that it reads, in the order of their placeholders
	lifted map[*fxgraph.Node]*fxgraph.Node
	// sibling, if set, is a body whose values this one reads too: they become outputs of the sibling, listed in saved, and inputs here
	sibling *body
	saved   *[]*fxgraph.Node
	// outputs are the values that the body gives; result builds what the function returned out of as many other values
	outputs []Tracker
	result  func([]Tracker) (Tracker, error)
}

// emit records a node in the graph that is being traced.
func (t *Trace) emit(op fxgraph.Op, target any, args []any, kwargs []fxgraph.KW, name string) *fxgraph.Node {
	if t.body != nil {
		args, kwargs = fxgraph.MapArgs(args, kwargs, func(n *fxgraph.Node) any { return t.body.here(n) })
	}
	return t.Graph.Create(op, target, args, kwargs, name)
}

// here is what stands in the body for a node.
func (b *body) here(n *fxgraph.Node) *fxgraph.Node {
	if n.Graph() == b.graph {
		return n
	}
	name := n.Name
	if b.sibling != nil {
		n = b.sibling.here(n)
	} else if n.Graph() != b.around && b.outer != nil {
		n = b.outer.here(n)
	}
	p := b.lifted[n]
	if p == nil {
		p = b.placeholder(name, n.Meta.Example)
		b.lifted[n] = p
		if b.sibling != nil {
			*b.saved = append(*b.saved, n)
		} else {
			b.free = append(b.free, n)
		}
	}
	return p
}

// placeholder adds an input behind those that are there.
func (b *body) placeholder(name string, example any) *fxgraph.Node {
	var before *fxgraph.Node
	for _, n := range b.graph.Nodes() {
		if n.Op != fxgraph.Placeholder {
			before = n
			break
		}
	}
	p := b.graph.CreateBefore(before, fxgraph.Placeholder, name, nil, nil, name)
	p.Target = p.Name
	p.Meta.Example = example
	return p
}

// reachable refuses a node that only a body which has ended can see.
func (t *Trace) reachable(n *fxgraph.Node) error {
	if n == nil || n.Graph() == t.root {
		return nil
	}
	for b := t.body; b != nil; b = b.outer {
		if n.Graph() == b.graph || b.sibling != nil && n.Graph() == b.sibling.graph {
			return nil
		}
	}
	return Unsupportedf("HigherOrderOperator: a value leaves its body", n.Name, "The value %s was computed in the body of a higher-order operator and is used outside of it.", n.Name)
}

// enterBody begins a body; leave ends it.
func (t *Trace) enterBody() (b *body, leave func()) {
	b = &body{graph: fxgraph.New(), around: t.Graph, outer: t.body, lifted: map[*fxgraph.Node]*fxgraph.Node{}}
	sizes, symbols, gradMode := t.sizes, t.symbols, t.GradMode
	t.Graph, t.body = b.graph, b
	t.sizes, t.symbols = map[*symbolic.Expr]*fxgraph.Node{}, maps.Clone(symbols)
	return b, func() {
		for name, n := range t.symbols { // inputs that the body was the first to look at
			if n.Graph() == t.root {
				symbols[name] = n
			}
		}
		t.Graph, t.body, t.sizes, t.symbols, t.GradMode = b.around, b.outer, sizes, symbols, gradMode
	}
}

// traceBody traces a body with one call of a function; what the call does to anything outside is refused. operator is named in the
// refusal. The body's output node is left to end.
func (t *Trace) traceBody(operator string, call func(b *body) (Tracker, error)) (*body, error) {
	b, leave := t.enterBody()
	defer leave()
	defer t.Watch()()
	before := t.effects
	result, err := call(b)
	if err != nil {
		return nil, err
	}
	if t.effects != before {
		return nil, Unsupportedf("HOP: Unsafe side effect", operator,
			"The body of %s changes an object that exists outside of it.", operator)
	}
	b.result, err = t.flatten(result, &b.outputs)
	return b, err
}

// end writes the body's output, prunes it, and makes it a child of the module: the node that reads it is returned.
func (t *Trace) end(b *body, name string, output any) *fxgraph.Node {
	t.endBody(b, output)
	return t.child(b, name)
}

func (t *Trace) endBody(b *body, output any) {
	around, body := t.Graph, t.body
	t.Graph, t.body = b.graph, b
	n := t.emit(fxgraph.Output, "output", []any{output}, nil, "output")
	t.Prune(n.Inputs())
	t.Graph, t.body = around, body
}

// child makes a body that has ended a child of the module.
func (t *Trace) child(b *body, name string) *fxgraph.Node {
	path := ""
	for i := 0; path == ""; i++ {
		if _, taken := t.Children[fmt.Sprintf("%s_%d", name, i)]; !taken {
			path = fmt.Sprintf("%s_%d", name, i)
		}
	}
	t.Children[path] = t.Host.GraphModule(b.graph, t.ChildrenOf(b.graph), t.Env())
	return t.emit(fxgraph.GetAttr, path, nil, nil, path)
}

// ChildrenOf are the modules and graphs that a graph refers to by name, the children of its module.
func (t *Trace) ChildrenOf(g *fxgraph.Graph) map[string]object.Value {
	out := map[string]object.Value{}
	for _, n := range g.Nodes() {
		if path, ok := n.Target.(string); ok && n.Op == fxgraph.GetAttr {
			if v, ok := t.Children[path]; ok {
				out[path] = v
			}
		}
	}
	return out
}

// nodes are the graph values of trackers, as the graph that is being traced knows them.
func (t *Trace) nodes(list []Tracker) ([]any, error) {
	out := make([]any, len(list))
	for i, x := range list {
		n, err := t.FX(x)
		if err != nil {
			return nil, err
		}
		out[i] = n
	}
	return out, nil
}

// flatten lists the graph values in a result and gives a function that puts others in their place.
func (t *Trace) flatten(x Tracker, leaves *[]Tracker) (func([]Tracker) (Tracker, error), error) {
	x, err := t.Realize(x)
	if err != nil {
		return nil, err
	}
	switch v := x.(type) {
	case *Tensor, *SymInt, *SymBool, *SymFloat:
		at := len(*leaves)
		*leaves = append(*leaves, x)
		return func(new []Tracker) (Tracker, error) { return new[at], nil }, nil
	case *Constant:
		return func([]Tracker) (Tracker, error) { return v, nil }, nil
	case *Container:
		if d, ok := object.AsDict(v.V); ok && v.V.Type() == object.DictType {
			return t.flattenDict(d, leaves)
		}
		if layout := v.V.Type().Layout(); layout == object.LayoutList || layout == object.LayoutTuple {
			return t.flattenSequence(v, leaves)
		}
	}
	return nil, Unsupportedf("HigherOrderOperator body's output unsupported", x.Kind(), "The body of a higher-order operator returned a %s; it must return tensors and numbers.", x.Kind())
}

func (t *Trace) flattenDict(d *object.Dict, leaves *[]Tracker) (func([]Tracker) (Tracker, error), error) {
	type entry struct {
		key  object.Value
		make func([]Tracker) (Tracker, error)
	}
	var entries []entry
	err := d.Each(func(k, v object.Value) error {
		f, err := t.flatten(t.FromValue(v), leaves)
		entries = append(entries, entry{k, f})
		return err
	})
	return func(new []Tracker) (Tracker, error) {
		out := t.NewDict()
		shadow, _ := object.AsDict(out.V)
		for _, e := range entries {
			x, err := e.make(new)
			if err != nil {
				return nil, err
			}
			if err := shadow.Set(e.key, t.ToValue(x)); err != nil {
				return nil, err
			}
		}
		return out, nil
	}, err
}

func (t *Trace) flattenSequence(c *Container, leaves *[]Tracker) (func([]Tracker) (Tracker, error), error) {
	var parts []func([]Tracker) (Tracker, error)
	for _, e := range t.Items(c) {
		f, err := t.flatten(e, leaves)
		if err != nil {
			return nil, err
		}
		parts = append(parts, f)
	}
	return func(new []Tracker) (Tracker, error) {
		items := make([]object.Value, len(parts))
		for i, f := range parts {
			x, err := f(new)
			if err != nil {
				return nil, err
			}
			items[i] = t.ToValue(x)
		}
		v, err := emptyLike(c.V, items)
		if err != nil {
			return nil, err
		}
		return t.newContainer(v), nil
	}, nil
}
