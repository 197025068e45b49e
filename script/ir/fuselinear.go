package ir

// FuseLinear makes aten::linear of the products with a transposed matrix that it consists of, with a bias where aten::addmm or aten::add_ adds one.
func FuseLinear(g *Graph) {
	var list []*Node
	g.Block.Walk(func(n *Node) {
		if n.Kind == "aten::matmul" || n.Kind == "aten::addmm" {
			list = append(list, n)
		}
	})
	for _, n := range list {
		first := len(n.Inputs) - 2 // of the factors
		if n.Kind == "aten::addmm" {
			if len(n.Inputs) != 5 || !isOne(n.Inputs[3]) || !isOne(n.Inputs[4]) {
				continue
			}
			first = 1
		}
		t := n.Inputs[first+1].node
		if t.Kind != "aten::t" || len(t.Outputs[0].uses) != 1 {
			continue
		}
		old := g.SetAt(n)
		bias, last := n.Inputs[0], n
		if n.Kind == "aten::matmul" {
			if last = biasAdded(n); last != nil {
				bias = last.Inputs[1]
				g.SetAt(last)
			} else {
				bias, last = g.Constant(Constant{}, OptionalOf(Tensor)), n
			}
		}
		made := g.CreateTyped("aten::linear", last.Outputs[0].Type, n.Inputs[first], t.Inputs[0], bias)
		made.Range = n.Range
		g.Insert(made)
		g.SetAt(old)
		last.Outputs[0].ReplaceAll(made.Outputs[0])
		if last != n {
			last.Destroy()
		}
		n.Destroy()
		t.Destroy()
	}
}

// biasAdded is the node that adds a bias to a product that nothing else reads, in place; nil without one.
func biasAdded(product *Node) *Node {
	uses := product.Outputs[0].uses
	if len(uses) != 1 {
		return nil
	}
	if n := uses[0].Node; n.Kind == "aten::add_" && uses[0].Index == 0 && len(n.Inputs) == 3 && isOne(n.Inputs[2]) && n.block == product.block {
		return n
	}
	return nil
}

func isOne(v *Value) bool {
	c, ok := v.ConstantOf()
	return ok && (c.V == int64(1) || c.V == 1.0)
}

// DecomposeAddmm makes a product and a sum of aten::addmm with factors of one.
func DecomposeAddmm(g *Graph) (changed bool) {
	var list []*Node
	g.Block.Walk(func(n *Node) {
		if n.Kind == "aten::addmm" && len(n.Inputs) == 5 {
			list = append(list, n)
		}
	})
	for _, n := range list {
		if !isOne(n.Inputs[3]) || !isOne(n.Inputs[4]) {
			continue
		}
		old := g.SetAt(n)
		one := g.Constant(Constant{V: int64(1)}, nil)
		product := g.CreateTyped("aten::mm", Tensor, n.Inputs[1], n.Inputs[2])
		product.Range = n.Range
		g.Insert(product)
		sum := g.CreateTyped("aten::add", Tensor, n.Inputs[0], product.Outputs[0], one)
		sum.Range = n.Range
		g.Insert(sum)
		g.SetAt(old)
		n.Outputs[0].ReplaceAll(sum.Outputs[0])
		n.Destroy()
		changed = true
	}
	return changed
}

// InlineForks puts the graphs of forks in their places; what waits for them reads their results.
func InlineForks(g *Graph) {
	for _, n := range g.FindNodes("prim::fork", true) {
		waits := []*Node{}
		for _, u := range n.Outputs[0].uses {
			if u.Node.Kind == "aten::wait" {
				waits = append(waits, u.Node)
			}
		}
		if len(waits) != len(n.Outputs[0].uses) { // the future itself is used
			continue
		}
		old := g.SetAt(n)
		out := g.InsertGraph(n.Attr("Subgraph").(*Graph), n.Inputs)[0]
		g.SetAt(old)
		for _, w := range waits {
			w.Outputs[0].ReplaceAll(out)
			w.Destroy()
		}
		n.Destroy()
	}
}
