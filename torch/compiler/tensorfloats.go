package compiler

import (
	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/vm/object"
)

// floatsAsTensors is the module with the floats that its graph reads from inputs kept as tensors without dimensions, since a capture ahead of time has
// no values: where such a float meets a tensor it is converted to the type in which the operator computes, so that it promotes nothing. Graphs that
// use a float in another way stay as they are.
func floatsAsTensors(th *object.Thread, m *fx.Module) *fx.Module {
	if !readsFloats(m.Graph) {
		return m
	}
	made, given := fxgraph.New(), map[*fxgraph.Node]any{}
	floats := map[*fxgraph.Node]bool{} // of the copy: what is a float in the graph
	result := m.Graph.OutputNode()
	for _, n := range m.Graph.Nodes() {
		switch {
		case n == result:
			made.Create(fxgraph.Output, n.Target, []any{fxgraph.MapArg(n.Args[0], func(of *fxgraph.Node) any { return given[of] })}, nil, n.Name)
		case isFloatItem(n):
			source := given[n.Args[0].(*fxgraph.Node)]
			given[n] = source
			floats[source.(*fxgraph.Node)] = true
		default:
			as, computes := computedIn(th, n)
			copied := made.CopyNode(n, func(of *fxgraph.Node) any {
				value := given[of]
				if float, ok := value.(*fxgraph.Node); computes && ok && floats[float] {
					return converted(th, made, n, float, as)
				}
				return value
			})
			if computes && reflectedQuotient(n) {
				quotient := made.Create(fxgraph.CallMethod, "__rtruediv__", []any{copied.Args[1], copied.Args[0]}, nil, "")
				quotient.Meta = copied.Meta
				_ = made.Erase(copied)
				copied = quotient
			}
			given[n] = copied
			if _, number := n.Meta.Example.(symbolic.Float); number {
				floats[copied] = true
			}
		}
	}
	return m.With(made)
}

// readsFloats tells whether a graph reads floats from its inputs, and uses all of them in arithmetic with tensors only.
func readsFloats(g *fxgraph.Graph) bool {
	reads := false
	for _, n := range g.Nodes() {
		if !isFloatItem(n) {
			continue
		}
		if !dynamo.OnlyTensorArithmetic(n) {
			return false
		}
		reads = true
	}
	return reads
}

// isFloatItem tells whether a node reads the float that a placeholder stands for.
func isFloatItem(n *fxgraph.Node) bool {
	if _, number := n.Meta.Example.(symbolic.Float); !number || n.Op != fxgraph.CallMethod || n.Target != "item" {
		return false
	}
	from, ok := n.Args[0].(*fxgraph.Node)
	return ok && from.Op == fxgraph.Placeholder
}

// computedIn is the type in which an operator on a tensor and a float computes; there is none where only floats meet.
func computedIn(th *object.Thread, n *fxgraph.Node) (tensor.DType, bool) {
	for _, a := range n.Inputs() {
		f, ok := a.Meta.Example.(*ops.Fake)
		switch {
		case !ok:
		case f.DType == tensor.Float16 || f.DType == tensor.BFloat16:
			return tensor.Float32, true
		case f.DType.IsFloat():
			return f.DType, true
		case f.DType.IsComplex():
			return f.DType.ToReal(), true
		default:
			return torch.Context(th).DefaultDType(), true
		}
	}
	return 0, false
}

// reflectedQuotient tells whether a node divides a float by a tensor, which is a product with the reciprocal.
func reflectedQuotient(n *fxgraph.Node) bool {
	f, ok := n.Target.(*fxgraph.Function)
	if !ok || f.Name != "truediv" {
		return false
	}
	from, ok := n.Args[0].(*fxgraph.Node)
	if !ok {
		return false
	}
	_, number := from.Meta.Example.(symbolic.Float)
	return number
}

// converted is a float as a tensor of the given type, for the operator n.
func converted(th *object.Thread, g *fxgraph.Graph, n, float *fxgraph.Node, as tensor.DType) *fxgraph.Node {
	c := g.Create(fxgraph.CallMethod, "to", []any{float, torch.FromOps(th, as)}, nil, "")
	c.Meta.Stack = n.Meta.Stack
	return c
}
