package ir

// Fewer products than these are not worth one operator for all.
const (
	leastInTree = 4
	leastOnSide = 8
)

// BatchProducts makes sums of matrix products, and products that share an operand, single operators.
func BatchProducts(g *Graph) {
	b := &products{g: g, db: NewAliasDB(g)}
	b.trees(g.Block)
	b.sides(g.Block)
	EliminateDead(g, false)
}

type products struct {
	g  *Graph
	db *AliasDB
}

// plain says whether a node is a product of matrices that nothing changes.
func (p *products) plain(n *Node) bool {
	return n.Kind == "aten::mm" && !p.db.HasWriters(n.Inputs[0]) && !p.db.HasWriters(n.Inputs[1]) && !p.db.HasWriters(n.Outputs[0])
}

// trees replaces sums of products, the largest first.
func (p *products) trees(b *Block) {
	for n := b.Last(); n != nil; {
		before := n.Prev()
		for _, inner := range n.Blocks {
			p.trees(inner)
		}
		if leaves, ok := p.leaves(n, nil); ok && n.Kind == "aten::add" && len(leaves) >= leastInTree {
			var left, right []*Value
			for _, m := range leaves {
				left, right = append(left, m.Inputs[0]), append(right, m.Inputs[1])
			}
			made := p.g.CreateTyped("prim::MMTreeReduce", n.Outputs[0].Type, append(left, right...)...)
			made.InsertBefore(n)
			n.Outputs[0].ReplaceAll(made.Outputs[0])
		}
		n = before
	}
}

// leaves are the products that a node is the sum of, the last first; ok is false if something else is added.
func (p *products) leaves(n *Node, found []*Node) (list []*Node, ok bool) {
	if p.plain(n) {
		return append(found, n), true
	}
	if n.Kind != "aten::add" || len(n.Inputs) != 3 || n.Inputs[1].Type.Kind != TensorKind || p.db.HasWriters(n.Outputs[0]) {
		return nil, false
	}
	if alpha, known := n.Inputs[2].ConstantOf(); !known || alpha.V != int64(1) {
		return nil, false
	}
	for _, v := range []*Value{n.Inputs[1], n.Inputs[0]} {
		if len(v.uses) != 1 || v.node.block != n.block {
			return nil, false
		}
		if found, ok = p.leaves(v.node, found); !ok {
			return nil, false
		}
	}
	return found, true
}

// sides replaces products of one matrix with many others.
func (p *products) sides(b *Block) {
	for _, n := range b.Nodes() {
		for _, inner := range n.Blocks {
			p.sides(inner)
		}
		for side := range 2 {
			if !n.dead && n.InGraph() && p.plain(n) {
				p.side(n, side)
			}
		}
	}
}

// side replaces n and the later products of its block with the same operand on a side whose other operands are there before n.
func (p *products) side(n *Node, side int) {
	same := []*Node{}
	for m := n; m != nil; m = m.Next() {
		if p.plain(m) && m.Inputs[side] == n.Inputs[side] {
			if o := m.Inputs[1-side].node; o.Kind == "prim::Param" || o.IsBefore(n) {
				same = append(same, m)
			}
		}
	}
	if len(same) < leastOnSide {
		return
	}
	made := p.g.Create("prim::MMBatchSide", []*Value{n.Inputs[side]}, 0)
	made.SetAttr("side", Constant{V: int64(side)})
	for _, m := range same {
		made.AddInput(m.Inputs[1-side])
		made.AddOutput(m.Outputs[0].Type)
	}
	made.InsertBefore(n)
	for i, m := range same {
		m.Outputs[0].ReplaceAll(made.Outputs[i])
		m.Destroy()
	}
}
