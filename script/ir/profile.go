package ir

import (
	"slices"
	"strings"
)

// A profiling graph has a node prim::profile in front of each read of a tensor that optimisation may ask about: it gives its operand and remembers what
// types it saw, in its attribute profiled_type.

// Profile puts them into a graph.
func Profile(g *Graph) {
	profileBlock(g.Block)
	g.SetAtEnd(g.Block)
	g.Insert(g.Create("prim::profile", nil, 0))
}

// wantsTypes says whether optimisation asks for the types of the operands of a node, or of its results.
func wantsTypes(n *Node) bool {
	if n.Kind == "prim::ListConstruct" && n.Outputs[0].Type.Elem[0].Kind == TensorKind {
		return slices.ContainsFunc(n.Outputs[0].uses, func(u Use) bool { return differentiable[u.Node.Kind] })
	}
	return differentiable[n.Kind] || fusible[n.Kind] != nil || strings.HasPrefix(n.Kind, "aten::_autocast_to_")
}

// CanOptimise says whether a graph has operators of which types are asked.
func CanOptimise(g *Graph) bool {
	found := false
	g.Block.Walk(func(n *Node) { found = found || wantsTypes(n) })
	return found
}

// NeedsGradients says whether a tensor of a graph was seen to require gradients.
func NeedsGradients(g *Graph) bool {
	needs := func(v *Value) bool { s := v.Type.Shape; return s != nil && s.RequiresGrad != nil && *s.RequiresGrad }
	found := slices.ContainsFunc(g.Inputs(), needs)
	g.Block.Walk(func(n *Node) { found = found || slices.ContainsFunc(n.Outputs, needs) })
	return found
}

func profileBlock(b *Block) {
	nodes := append(b.Nodes(), b.Return())
	for _, n := range nodes {
		for i, v := range n.Inputs {
			if _, constant := v.ConstantOf(); constant || v.Type.Kind != TensorKind || !wantsTypes(n) && !wantsTypes(v.Node()) {
				continue
			}
			p := b.Graph().Create("prim::profile", []*Value{v}, 0)
			p.AddOutput(Tensor)
			p.SetAttr("profiled_type", Constant{Tensor}).SetAttr("seen_none", Constant{int64(0)})
			p.InsertBefore(n)
			n.ReplaceInput(i, p.Outputs[0])
		}
		for _, inner := range n.Blocks {
			profileBlock(inner)
		}
	}
}

// Saw remembers the type of what a node prim::profile was given.
func (n *Node) Saw(t *Type) {
	c, _ := n.Attr("profiled_type").(Constant)
	if old, ok := c.V.(*Type); ok && old.Shape != nil {
		t = JoinShapes(old, t)
	}
	n.SetAttr("profiled_type", Constant{t})
}

// UseProfiles takes the nodes prim::profile out of a graph and gives the values the types that were seen of them.
func UseProfiles(g *Graph) {
	seen := map[*Value]*Type{}
	for _, n := range g.FindNodes("prim::profile", true) {
		if len(n.Inputs) == 1 {
			v := n.Inputs[0]
			c, _ := n.Attr("profiled_type").(Constant)
			if t, ok := c.V.(*Type); ok && t.Shape != nil {
				if known := seen[v]; known != nil {
					t = JoinShapes(known, t)
				}
				seen[v] = t
			}
			n.Outputs[0].ReplaceAll(v)
		}
		n.Destroy()
	}
	for v, t := range seen {
		v.Type = t
	}
}

// HideTypes makes the tensors of a graph plain ones, so that passes rely on nothing that was only seen, until restore gives those that are still there their types
// back.
func HideTypes(g *Graph) (restore func()) {
	types := map[*Value]*Type{}
	hide := func(list []*Value) {
		for _, v := range list {
			if _, constant := v.ConstantOf(); !constant && v.Type.Kind == TensorKind && v.Type.Shape != nil {
				types[v], v.Type = v.Type, v.Type.Unshaped()
			}
		}
	}
	hide(g.Inputs())
	g.Block.Walk(func(n *Node) {
		hide(n.Outputs)
		for _, b := range n.Blocks {
			hide(b.Inputs())
		}
	})
	return func() {
		for v, t := range types {
			v.Type = t
		}
	}
}

// ForgetTypes makes the tensors of a graph plain ones again, but those that guards and groups of operators give.
func ForgetTypes(g *Graph) {
	plain := func(list []*Value) {
		for _, v := range list {
			v.Type = v.Type.Unshaped()
		}
	}
	var block func(b *Block)
	block = func(b *Block) {
		plain(b.Inputs())
		for n := b.First(); n != nil; n = n.Next() {
			if !slices.Contains([]string{"prim::TypeCheck", "prim::RequiresGradCheck", "prim::TensorExprGroup"}, n.Kind) {
				if _, constant := n.Attr("value").(Constant); !constant {
					plain(n.Outputs)
				}
			}
			for _, inner := range n.Blocks {
				block(inner)
			}
		}
	}
	block(g.Block)
}
