package graph

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// Extractor makes a graph of a part of another.
type Extractor struct {
	g   *Graph
	now map[*Value]*Value
}

// Append adds a call with one result. It is for who still builds the graph.
func (g *Graph) Append(op *ops.Op, args []ops.Value, result *ops.Fake) *Value {
	n := &Node{Op: op, Args: args}
	v := g.newValue(&Value{Meta: result, Def: n})
	n.Outs = []*Value{v}
	g.Nodes = append(g.Nodes, n)
	return v
}

// NewExtractor starts a graph.
func NewExtractor(name string) *Extractor { return &Extractor{&Graph{Name: name}, map[*Value]*Value{}} }

// Input makes a value of the other graph an input.
func (x *Extractor) Input(v *Value) {
	in := x.g.newValue(&Value{Name: v.Name, Meta: v.Meta, Number: v.Number})
	x.now[v] = in
	x.g.Inputs = append(x.g.Inputs, in)
}

// Number adds an input that is a number.
func (x *Extractor) Number(name string, n symbolic.Int) {
	x.g.Inputs = append(x.g.Inputs, x.g.newValue(&Value{Name: name, Number: n}))
}

// Extract ends the graph: it takes of nodes, in their order, those that outputs and writes need beyond the inputs, and
// those with an effect that effect says yes to.
func (x *Extractor) Extract(nodes []*Node, outputs []*Value, writes []Write, effect func(*Node) bool) *Graph {
	needed := map[*Node]bool{}
	need := func(v *Value) {
		if v != nil && v.Def != nil && x.now[v] == nil {
			needed[v.Def] = true
		}
	}
	for _, v := range outputs {
		need(v)
	}
	for _, w := range writes {
		need(w.Value)
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		n := nodes[i]
		if n.HasEffect() && effect(n) {
			needed[n] = true
		}
		if needed[n] {
			n.Operands(need)
		}
	}
	for _, n := range nodes {
		if needed[n] {
			x.node(n)
		}
	}
	for _, v := range outputs {
		if v != nil {
			v = x.value(v)
		}
		x.g.Outputs = append(x.g.Outputs, v)
	}
	for _, w := range writes {
		x.g.Writes = append(x.g.Writes, Write{w.Input, x.value(w.Value)})
	}
	x.g.nameValues()
	return x.g
}

// value is what stands for v; constants come along.
func (x *Extractor) value(v *Value) *Value {
	if known, ok := x.now[v]; ok {
		return known
	}
	c := x.g.newValue(&Value{Name: v.Name, Meta: v.Meta, Number: v.Number, Constant: v.Constant})
	x.now[v] = c
	return c
}

func (x *Extractor) node(n *Node) {
	m := &Node{Op: n.Op, Place: n.Place, Direct: n.Direct, Derivative: n.Derivative, Again: n.Again, Name: n.Name}
	m.Args = mapOperands(n.Args, func(v *Value) ops.Value { return x.value(v) })
	result := func(v *Value) *Value {
		if v == nil {
			return nil
		}
		if x.now[v] != nil { // it is an input of this graph: the result is not used
			return x.g.newValue(&Value{Meta: v.Meta, Def: m, Index: v.Index})
		}
		r := x.g.newValue(&Value{Name: v.Name, Meta: v.Meta, Def: m, Index: v.Index})
		x.now[v] = r
		return r
	}
	for _, v := range n.Outs {
		m.Outs = append(m.Outs, result(v))
	}
	for _, a := range n.After {
		m.After = append(m.After, Mutation{Arg: x.value(a.Arg), After: result(a.After)})
	}
	x.g.Nodes = append(x.g.Nodes, m)
}
