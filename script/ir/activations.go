package ir

import "strings"

// activations are the operators that have a form in place, with whether they make floats of integers.
var activations = map[string]bool{
	"aten::relu": false, "aten::relu6": false, "aten::hardswish": false, "aten::hardsigmoid": false, "aten::hardtanh": false, "aten::leaky_relu": false, "aten::rrelu": false,
	"aten::selu": false, "aten::celu": true, "aten::elu": true, "aten::sigmoid": true, "aten::silu": true, "aten::tanh": true,
}

// FunctionalActivations makes activations that change a new tensor in place give another one.
func FunctionalActivations(g *Graph) {
	RemoveTensorMutation(g, func(n *Node) bool {
		_, known := activations[strings.TrimSuffix(n.Kind, "_")]
		return known && strings.HasSuffix(n.Kind, "_")
	})
}

// InplaceActivations makes activations change their operand where nobody else reads it: it is no input of a block, shares memory with no other value, and,
// where the operator makes floats of integers, is known to have floats.
func InplaceActivations(g *Graph) {
	db := NewAliasDB(g)
	var list []*Node
	g.Block.Walk(func(n *Node) {
		if promotes, known := activations[n.Kind]; known && len(n.Inputs) > 0 {
			x := n.Inputs[0]
			floats := x.Type.Shape != nil && (x.Type.Shape.ScalarType == "Float" || x.Type.Shape.ScalarType == "Double" || x.Type.Shape.ScalarType == "Half")
			if x.node.Kind != "prim::Param" && len(x.uses) == 1 && (!promotes || floats) && !db.sharesMemory(g, x) && x.node.block == n.block {
				list = append(list, n)
			}
		}
	})
	for _, n := range list {
		made := g.Create(n.Kind+"_", n.Inputs, 0)
		made.Range = n.Range
		made.InsertBefore(n)
		name, named := n.Outputs[0].name, n.Outputs[0].HasName()
		out := made.AddOutput(n.Outputs[0].Type)
		n.Outputs[0].ReplaceAll(n.Inputs[0])
		n.Destroy()
		if named {
			out.SetName(name)
		}
	}
}

// sharesMemory says whether another value of the graph may share memory with v, so that somebody would see v change.
func (db *AliasDB) sharesMemory(g *Graph, v *Value) bool {
	shares := false
	look := func(list []*Value) {
		for _, w := range list {
			shares = shares || w != v && db.MayContainAlias(v, w)
		}
	}
	look(g.Inputs())
	g.Block.Walk(func(n *Node) {
		look(n.Outputs)
		for _, b := range n.Blocks {
			look(b.Inputs())
		}
	})
	return shares
}
