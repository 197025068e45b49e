package ir

// The limits of unrolling: the steps written out for a constant trip count, the steps at a time for others, and the size of a body.
const (
	unrollFactor  = 8
	unrollLimit   = 32
	unrolledSteps = 64
)

// UnrollLoops writes for loops with small bodies out.
func UnrollLoops(g *Graph) {
	if unrollIn(g.Block, func(*Node) bool { return true }) {
		EliminateDead(g, true)
	}
}

// UnrollConstantLoops writes loops out whose number of steps is a constant, if their bodies are small.
func UnrollConstantLoops(g *Graph) bool {
	before := len(g.FindNodes("prim::Loop", true))
	changed := unrollIn(g.Block, func(n *Node) bool {
		_, ok := n.Inputs[0].ConstantOf()
		return ok
	})
	if changed {
		EliminateDead(g, true)
	}
	return len(g.FindNodes("prim::Loop", true)) != before
}

// unrollIn writes out the chosen loops of a block, inner ones first, and says whether there was one.
func unrollIn(b *Block, chosen func(*Node) bool) (changed bool) {
	for n := b.First(); n != nil; {
		next := n.Next()
		for _, inner := range n.Blocks {
			changed = unrollIn(inner, chosen) || changed
		}
		if n.Kind == "prim::Loop" && chosen(n) {
			changed = unroll(n) || changed
		}
		n = next
	}
	return changed
}

// unroll writes a loop out if it can be, and says whether it did.
func unroll(n *Node) bool {
	body := n.Blocks[0]
	isTrue := func(v *Value) bool { c, ok := v.ConstantOf(); return ok && c.V == true }
	if !isTrue(n.Inputs[1]) || !isTrue(body.Outputs()[0]) {
		return false
	}
	size := 0
	small := true
	body.Walk(func(m *Node) {
		size++
		small = small && m.Kind != "prim::Loop"
	})
	if size > unrollLimit || !small {
		return false
	}
	c, ok := n.Inputs[0].ConstantOf()
	trips, isInt := c.V.(int64)
	g := n.Graph()
	old := g.SetAt(n)
	defer g.SetAt(old)
	if !ok {
		countByHand(g, n)
		unrollPartly(g, n)
		return true
	}
	if !isInt || trips < 0 || trips > unrolledSteps {
		return false
	}
	countByHand(g, n)
	carried := append([]*Value(nil), n.Inputs[2:]...)
	for range trips {
		carried = g.inlineBody(body, carried)
	}
	for i, v := range n.Outputs {
		v.ReplaceAll(carried[i])
	}
	n.Destroy()
	return true
}

// countByHand makes the step of a loop, where its body reads it, the first of the values that the loop carries on.
func countByHand(g *Graph, n *Node) {
	body := n.Blocks[0]
	step := body.Inputs()[0]
	if !step.HasUses() {
		return
	}
	n.InsertInput(2, g.Constant(Constant{int64(0)}, nil))
	n.InsertOutput(0, Int)
	counter := body.InsertInput(1, Int)
	step.ReplaceAll(counter)
	old := g.SetAtEnd(body)
	next := g.Insert(g.op("aten::add", Int, counter, g.Constant(Constant{int64(1)}, nil))).Outputs[0]
	g.SetAt(old)
	body.Return().InsertInput(1, next)
}

// inlineBody puts a copy of a loop's body at the insert point and gives what it carries on.
func (g *Graph) inlineBody(body *Block, carried []*Value) []*Value {
	local := map[*Value]*Value{}
	for i, v := range carried {
		local[body.Inputs()[i+1]] = v
	}
	env := func(v *Value) *Value {
		if w := local[v]; w != nil {
			return w
		}
		return v
	}
	for m := body.First(); m != nil; m = m.Next() {
		k := g.Insert(g.CopyNode(m, env))
		for i, v := range m.Outputs {
			local[v] = k.Outputs[i]
		}
	}
	out := make([]*Value, len(carried))
	for i := range out {
		out[i] = env(body.Outputs()[i+1])
	}
	return out
}

// unrollPartly makes two loops of one, whose body does not read its step: the first takes several steps at a time, the second the rest.
func unrollPartly(g *Graph, n *Node) {
	body := n.Blocks[0]
	factor := func() *Value { return g.Constant(Constant{int64(unrollFactor)}, nil) }
	times := g.Insert(g.op("aten::__round_to_zero_floordiv", Int, n.Inputs[0], factor())).Outputs[0]
	done := g.Insert(g.op("aten::mul", Int, times, factor())).Outputs[0]
	rest := g.Insert(g.op("aten::sub", Int, n.Inputs[0], done)).Outputs[0]

	big := g.Create("prim::Loop", append([]*Value{times, n.Inputs[1]}, n.Inputs[2:]...), 0)
	inner := big.AddBlock()
	likeNamed(inner.AddInput("", Int), body.Inputs()[0])
	var carried []*Value
	for i, v := range n.Outputs {
		likeNamed(big.AddOutput(v.Type), v)
		carried = append(carried, likeNamed(inner.AddInput("", body.Inputs()[i+1].Type), body.Inputs()[i+1]))
	}
	g.Insert(big)
	old := g.SetAtEnd(inner)
	for range unrollFactor {
		carried = g.inlineBody(body, carried)
	}
	g.SetAt(old)
	inner.AddOutput(n.Inputs[1])
	for _, v := range carried {
		inner.AddOutput(v)
	}
	n.ReplaceInput(0, rest)
	for i, v := range big.Outputs {
		n.ReplaceInput(i+2, v)
	}
}

// likeNamed names a value as a copy of another.
func likeNamed(v, of *Value) *Value {
	if of.HasName() {
		v.SetName(of.BaseName())
	}
	return v
}
