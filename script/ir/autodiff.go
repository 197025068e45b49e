package ir

import "slices"

// differentiable are the operators whose derivatives are graphs, too.
var differentiable = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range []string{"add", "sub", "mul", "div", "neg", "abs", "exp", "log", "log1p", "log2", "log10", "expm1", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "sigmoid", "relu", "threshold", "erf",
		"erfc", "sqrt", "rsqrt", "reciprocal", "pow", "rsub", "fmod", "remainder", "frac", "floor", "ceil", "round", "trunc", "clamp", "where", "type_as", "lerp", "addcmul", "mm", "matmul", "addmm", "bmm", "linear", "t",
		"transpose", "permute", "view", "reshape", "unsqueeze", "squeeze", "dropout", "batch_norm", "layer_norm", "softmax", "log_softmax", "mean", "max", "min", "eq", "ne", "lt", "le", "gt", "ge", "hardswish", "hardsigmoid",
		"hardtanh", "leaky_relu", "gelu", "silu", "dot", "mv", "contiguous", "adaptive_avg_pool2d", "embedding", "std", "var"} {
		out["aten::"+name] = true
	}
	return out
}()

// CreateAutodiffSubgraphs moves stretches of differentiable operators into nodes prim::DifferentiableGraph with graphs of their own, where
// there are at least so many of them.
func CreateAutodiffSubgraphs(g *Graph, threshold int) {
	a := &autodiff{db: NewAliasDB(g), threshold: threshold}
	a.block(g.Block)
}

type autodiff struct {
	db        *AliasDB
	threshold int
}

func (a *autodiff) block(b *Block) {
	for n := b.Last(); n != nil; {
		for _, inner := range n.Blocks {
			a.block(inner)
		}
		if !isDifferentiable(n) {
			n = n.Prev()
			continue
		}
		group := a.collect(n)
		prev := group[len(group)-1].Prev()
		if len(group) >= a.threshold {
			extract(group)
		}
		n = prev
	}
}

func isDifferentiable(n *Node) bool {
	return differentiable[n.Kind] && len(n.Outputs) == 1 && n.Outputs[0].Type.Kind == TensorKind
}

// collect gathers the differentiable nodes that a node depends on and that can stand in front of it, the last first.
func (a *autodiff) collect(n *Node) []*Node {
	group := []*Node{n}
	for {
		var best *Node
		for _, m := range group {
			for _, v := range m.Inputs {
				p := v.Node()
				if p.Block() == n.Block() && isDifferentiable(p) && !slices.Contains(group, p) && (best == nil || best.IsBefore(p)) {
					best = p
				}
			}
		}
		if best == nil || !a.db.MoveBefore(best, group[len(group)-1]) {
			return group
		}
		group = append(group, best)
	}
}

// extract puts a group of nodes, the last first, into a graph of its own.
func extract(group []*Node) {
	last := group[0]
	g := last.Graph()
	sub := NewGraph()
	local := map[*Value]*Value{}
	made := g.Create("prim::DifferentiableGraph", nil, 0)
	for _, n := range group {
		for _, v := range n.Inputs {
			if _, isConst := v.ConstantOf(); isConst || local[v] != nil || slices.Contains(group, v.Node()) {
				continue
			}
			local[v] = sub.Block.AddInput(inputName(v), v.Type)
			made.AddInput(v)
		}
	}
	for _, n := range slices.Backward(group) {
		for _, v := range n.Inputs {
			if c, isConst := v.ConstantOf(); isConst && local[v] == nil {
				local[v] = sub.Constant(c, v.Type)
			}
		}
		copied := sub.Insert(sub.CopyNode(n, func(v *Value) *Value { return local[v] }))
		for i, v := range n.Outputs {
			local[v] = copied.Outputs[i]
		}
	}
	made.InsertAfter(last)
	for _, n := range group {
		for _, v := range n.Outputs {
			outside := func(u Use) bool { return u.Node != made && !slices.Contains(group, u.Node) }
			if !slices.ContainsFunc(v.uses, outside) {
				continue
			}
			sub.Block.AddOutput(local[v])
			out := made.AddOutput(v.Type)
			v.ReplaceIn(out, outside)
		}
	}
	made.SetAttr("Subgraph", sub)
	for _, n := range group {
		n.Destroy()
	}
}

func inputName(v *Value) string {
	if v.HasName() {
		return v.Name()
	}
	return ""
}
