package ir

// RefineTupleTypes gives each tuple that is made in a graph the type that follows from its items.
func RefineTupleTypes(g *Graph) {
	g.Block.Walk(func(n *Node) {
		if n.Kind != "prim::TupleConstruct" || len(n.Outputs) != 1 || len(n.Outputs[0].Type.Elem) != len(n.Inputs) {
			return
		}
		made := *n.Outputs[0].Type
		made.Elem = nil
		for _, v := range n.Inputs {
			made.Elem = append(made.Elem, v.Type)
		}
		n.Outputs[0].Type = &made
	})
}

// RefineIntegers puts, in the branches of conditions that compare an integer with a constant, the constant in the place of the integer where both are
// equal.
func RefineIntegers(g *Graph) {
	g.Block.Walk(func(n *Node) {
		if n.Kind != "prim::If" {
			return
		}
		cond := n.Inputs[0].Node()
		branch := map[string]int{"aten::eq": 0, "aten::ne": 1}
		at, ok := branch[cond.Kind]
		if !ok || len(cond.Inputs) != 2 {
			return
		}
		for i, v := range cond.Inputs {
			c, isConst := cond.Inputs[1-i].ConstantOf()
			if _, constant := v.ConstantOf(); !isConst || constant || v.Type.Kind != IntKind || cond.Inputs[1-i].Type.Kind != IntKind {
				continue
			}
			replaceInBlock(n.Blocks[at], v, c)
		}
	})
}

// replaceInBlock puts a constant in the place of a value inside of a block.
func replaceInBlock(b *Block, v *Value, c Constant) {
	inside := func(u Use) bool {
		for in := u.Node.Block(); in != nil; in = in.owner.block {
			if in == b {
				return true
			}
			if in.owner == nil {
				return false
			}
		}
		return false
	}
	for _, u := range v.Uses() {
		if inside(u) {
			g := b.Graph()
			old := g.SetAt(firstNode(b))
			known := g.Constant(c, v.Type)
			g.SetAt(old)
			v.ReplaceIn(known, inside)
			return
		}
	}
}

func firstNode(b *Block) *Node {
	if n := b.First(); n != nil {
		return n
	}
	return b.result
}

// refineResults gives the results of a branch that may be None by their type the type that both sides give, where that may tell more: questions whether they
// are None then have an answer. It says whether there were any.
func refineResults(n *Node) bool {
	changed := false
	for i, v := range n.Outputs {
		yes, no := n.Blocks[0].Outputs()[i].Type, n.Blocks[1].Outputs()[i].Type
		if v.Type.Kind != OptionalKind || yes.Kind == OptionalKind || no.Kind == OptionalKind {
			continue
		}
		if t := unifyPlain(yes, no); t != nil && t.IsSubtype(v.Type) {
			v.Type = t
			changed = true
		}
	}
	return changed
}
