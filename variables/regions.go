package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// This file has nested compile regions (torch.compiler.nested_compile_region): functions whose graphs are shared between calls.

// traceRegion is a call of a nested compile region: equal graphs share one subgraph.
func traceRegion(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 0 {
		return nil, object.TypeErrorf("a region needs a function")
	}
	if err := t.lookAt(th, args[1:], kwargs); err != nil {
		return nil, err
	}
	b, err := t.traceBody(th, "torch.ops.higher_order.invoke_subgraph", bodyStyle{loose: true, effects: true}, func() (Tracker, error) { return t.Call(th, args[0], args[1:], kwargs) })
	if err != nil {
		return nil, err
	}
	if how := b.aliases(); how != "" { // inputs may change, otherwise than of other operators
		return nil, aliased("torch.ops.higher_order.invoke_subgraph", b, how)
	}
	text := t.structure(b.Graph)
	name := t.regions[text]
	var sub *fxgraph.Node
	if name == "" {
		sub = t.Subgraph(th, "subgraph", b.Graph)
		name, _ = sub.Target.(string)
		if t.regions == nil {
			t.regions, t.regionGraphs = map[string]string{}, map[string]*fxgraph.Graph{}
		}
		t.regions[text], t.regionGraphs[name] = name, b.Graph
	} else {
		sub = t.subgraphNode(th, name)
	}
	node := t.higherOrder(th, "invoke_subgraph", append([]any{sub, name}, t.operands(b.Lifted)...), nil)
	return t.resultsOf(th, node, b, nil)
}

// InlineSingleRegions puts regions that are called once into the graph that calls them. It gives what the graph reads by name and has read
// before, and the order of that if it is another than that of use: the modules stay.
func (t *Trace) InlineSingleRegions() (map[string]object.Value, []string) {
	t.dropUnusedResults()
	children, order := map[string]object.Value{}, []string{}
	add := func() {
		for _, n := range t.Graph.Nodes() {
			name, ok := n.Target.(string)
			if v, child := t.Children[name]; ok && child && n.Op == fxgraph.GetAttr {
				if _, known := children[name]; !known {
					children[name], order = v, append(order, name)
				}
			}
		}
	}
	add()
	inlined := false
	calls := map[string]int{}
	for _, g := range t.regionGraphs {
		countRegions(g, calls)
	}
	countRegions(t.Graph, calls)
	for _, n := range t.Graph.Nodes() {
		name, body := t.regionOf(n)
		if body == nil || calls[name] != 1 {
			continue
		}
		t.inlineRegion(n, body)
		inlined = true
		add()
	}
	if !inlined {
		return children, nil
	}
	return children, order
}

func countRegions(g *fxgraph.Graph, calls map[string]int) {
	for _, n := range g.Nodes() {
		if name, ok := n.Target.(string); ok && n.Op == fxgraph.GetAttr {
			calls[name]++
		}
	}
}

// regionOf is the region that a node calls, nil for other nodes.
func (t *Trace) regionOf(n *fxgraph.Node) (string, *fxgraph.Graph) {
	f, ok := n.Target.(*fxgraph.Function)
	if !ok || f.Qualified != "torch.ops.higher_order.invoke_subgraph" || len(n.Args) < 2 {
		return "", nil
	}
	name, _ := n.Args[1].(string)
	return name, t.regionGraphs[name]
}

// inlineRegion puts the nodes of a region in the place of its call.
func (t *Trace) inlineRegion(call *fxgraph.Node, body *fxgraph.Graph) {
	inner, operands := map[*fxgraph.Node]any{}, call.Args[2:]
	within := func(m *fxgraph.Node) any { return inner[m] }
	var results fxgraph.Tuple
	for _, n := range body.Nodes() {
		switch n.Op {
		case fxgraph.Placeholder:
			inner[n], operands = operands[0], operands[1:]
		case fxgraph.Output:
			results, _ = fxgraph.MapArg(n.Args[0], within).(fxgraph.Tuple)
		default:
			made := t.Graph.CopyNode(n, within)
			t.Graph.MoveBefore(made, call)
			inner[n] = made
		}
	}
	for _, get := range append([]*fxgraph.Node{}, call.Users()...) {
		i, _ := get.Args[1].(int64)
		if n, ok := results[i].(*fxgraph.Node); ok {
			get.ReplaceAllUsesWith(n)
			_ = t.Graph.Erase(get)
		}
	}
	sub, _ := call.Args[0].(*fxgraph.Node)
	_ = t.Graph.Erase(call)
	_ = t.Graph.Erase(sub)
}

// structure is a text that is equal for graphs that differ in names only, their own and those of the bodies that they read.
func (t *Trace) structure(g *fxgraph.Graph) string {
	at := map[*fxgraph.Node]int{}
	var b strings.Builder
	var show func(x any)
	show = func(x any) {
		switch x := x.(type) {
		case *fxgraph.Node:
			fmt.Fprintf(&b, "%%%d,", at[x])
		case fxgraph.Tuple:
			for _, e := range x {
				show(e)
			}
		case fxgraph.List:
			for _, e := range x {
				show(e)
			}
		default:
			fmt.Fprintf(&b, "%v,", x)
		}
	}
	for i, n := range g.Nodes() {
		at[n] = i
		switch f := n.Target.(type) {
		case *fxgraph.Function:
			b.WriteString(f.Qualified)
		case string:
			if body := t.bodies[f]; body != nil && n.Op == fxgraph.GetAttr {
				b.WriteString("{" + t.structure(body) + "}")
			} else if n.Op != fxgraph.Placeholder {
				b.WriteString(f)
			}
		}
		if fake, ok := n.Meta.Example.(*ops.Fake); ok {
			fmt.Fprintf(&b, "<%v %v %v>", fake.DType, fake.Sizes, n.Op == fxgraph.Placeholder && (fake.RequiresGrad || fake.GradFn != nil))
		}
		b.WriteByte('(')
		for _, a := range n.Args {
			show(a)
		}
		for _, kw := range n.Kwargs {
			b.WriteString(kw.Name + "=")
			show(kw.Value)
		}
		b.WriteString(");")
	}
	return b.String()
}
