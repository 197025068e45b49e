package ir

import "slices"

// differentiable are the operators whose derivatives are graphs, too.
var differentiable = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range []string{"add", "sub", "mul", "div", "neg", "abs", "exp", "log", "log1p", "log2", "log10", "expm1", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "sigmoid", "relu", "threshold", "erf",
		"erfc", "sqrt", "rsqrt", "reciprocal", "pow", "rsub", "fmod", "remainder", "frac", "floor", "ceil", "round", "trunc", "clamp", "where", "type_as", "lerp", "addcmul", "mm", "matmul", "addmm", "bmm", "linear", "t",
		"transpose", "permute", "view", "reshape", "unsqueeze", "squeeze", "dropout", "batch_norm", "layer_norm", "softmax", "log_softmax", "mean", "max", "min", "eq", "ne", "lt", "le", "gt", "ge", "hardswish", "hardsigmoid",
		"hardtanh", "leaky_relu", "gelu", "silu", "dot", "mv", "contiguous", "adaptive_avg_pool1d", "adaptive_avg_pool2d", "avg_pool2d", "max_pool2d", "embedding", "std", "var", "logsumexp", "relu6", "hardshrink", "softplus",
		"cat", "stack"} {
		out["aten::"+name] = true
	}
	return out
}()

// CreateAutodiffSubgraphs moves stretches of differentiable operators into nodes prim::DifferentiableGraph with graphs of their own, where
// there are at least so many of them.
func CreateAutodiffSubgraphs(g *Graph, threshold int) {
	keep := func(sub *Graph) bool { return operatorsIn(sub) >= threshold && computes(sub) }
	a := &grouping{db: NewAliasDB(g), kind: "prim::DifferentiableGraph", fits: isDifferentiable, keep: keep}
	a.block(g.Block)
	for _, n := range g.FindNodes(a.kind, true) {
		CommonSubexpressions(n.Attr("Subgraph").(*Graph)) // each operator has brought its constants
	}
}

// lookOnly are operators whose results show their operands or have no gradients: a stretch of these alone is none.
var lookOnly = map[string]bool{
	"aten::t": true, "aten::transpose": true, "aten::permute": true, "aten::view": true, "aten::reshape": true, "aten::unsqueeze": true, "aten::squeeze": true, "aten::contiguous": true,
	"aten::eq": true, "aten::ne": true, "aten::lt": true, "aten::le": true, "aten::gt": true, "aten::ge": true, "prim::Constant": true, "prim::ListConstruct": true,
}

// computes says whether a stretch has an operator besides those that only look.
func computes(sub *Graph) bool {
	for n := sub.Block.First(); n != nil; n = n.Next() {
		if !lookOnly[n.Kind] {
			return true
		}
	}
	return false
}

// grouping moves nodes into groups: nodes of a kind with graphs of their own.
type grouping struct {
	db   *AliasDB
	kind string
	// fits says which nodes can be in a group, keep which groups stay.
	fits func(n *Node) bool
	keep func(sub *Graph) bool
	// sideways says that groups become one which do not depend on each other, too.
	sideways bool
}

func (a *grouping) block(b *Block) {
	var groups []*Node
	for n := b.Last(); n != nil; n = n.Prev() {
		for _, inner := range n.Blocks {
			a.block(inner)
		}
		if n.Kind == a.kind || n.Kind == "prim::ListConstruct" || !a.fits(n) {
			continue
		}
		group := n.Graph().Create(a.kind, nil, 0).InsertAfter(n)
		group.SetAttr("Subgraph", NewGraph())
		a.merge(group, n)
		a.take(group)
		groups = append(groups, group)
		n = group
	}
	if a.sideways {
		groups = a.join(groups)
	}
	for _, group := range groups {
		if !a.keep(group.Attr("Subgraph").(*Graph)) {
			dissolve(group)
		}
	}
}

// take merges what a group depends on into it, as long as there is something.
func (a *grouping) take(group *Node) {
	for p := a.producer(group); p != nil; p = a.producer(group) {
		a.merge(group, p)
	}
}

// join makes one group of two of which the earlier can be brought to the later.
func (a *grouping) join(groups []*Node) []*Node {
	var out []*Node
	for _, group := range groups { // the last first
		if len(out) > 0 {
			last := out[len(out)-1]
			if !effectsBetween(group, last) && a.db.MoveBefore(group, last) {
				for _, n := range dissolveAll(group) {
					if n.Kind == "prim::Constant" {
						continue
					}
					a.merge(last, n)
				}
				continue
			}
		}
		out = append(out, group)
	}
	return out
}

// dissolveAll puts the nodes of a group back, and gives them, the last first.
func dissolveAll(group *Node) []*Node {
	end := group.Next()
	stop := group.Prev()
	block := group.Block()
	dissolve(group)
	n := block.Last()
	if end != nil {
		n = end.Prev()
	}
	var list []*Node
	for ; n != nil && n != stop; n = n.Prev() {
		list = append(list, n)
	}
	return list
}

// listsJoined says whether a node makes the list of tensors that aten::cat joins, which goes along with it; stacks leave theirs where it is.
func listsJoined(n *Node) bool {
	if n.Kind != "prim::ListConstruct" || n.Outputs[0].Type.Elem[0].Kind != TensorKind || len(n.Outputs[0].uses) != 1 {
		return false
	}
	use := n.Outputs[0].uses[0]
	if use.Node.Kind == "prim::DifferentiableGraph" { // the operator may be in the stretch already
		inner := use.Node.Attr("Subgraph").(*Graph).Inputs()[use.Index].uses
		return len(inner) == 1 && inner[0].Node.Kind == "aten::cat"
	}
	return use.Node.Kind == "aten::cat"
}

func isDifferentiable(n *Node) bool {
	if listsJoined(n) {
		return true
	}
	if !differentiable[n.Kind] || len(n.Outputs) != 1 || n.Outputs[0].Type.Kind != TensorKind {
		return false
	}
	switch n.Kind {
	case "aten::max", "aten::min":
		return len(n.Inputs) == 2 && n.Inputs[1].Type.Kind == TensorKind
	case "aten::fmod", "aten::remainder":
		return n.Inputs[1].Type.Kind != TensorKind
	case "aten::round":
		return len(n.Inputs) == 1
	}
	return true
}

// producer finds a node that a group depends on and that is brought to stand directly in front of it, the last first. Nothing is moved over nodes with
// effects.
func (a *grouping) producer(group *Node) *Node {
	var candidates []*Node
	for _, v := range group.Inputs {
		if p := v.Node(); p.Block() == group.Block() && a.fits(p) && !slices.Contains(candidates, p) {
			candidates = append(candidates, p)
		}
	}
	slices.SortFunc(candidates, func(x, y *Node) int {
		if x.IsBefore(y) {
			return 1
		}
		return -1
	})
	for _, p := range candidates {
		if !effectsBetween(p, group) && a.db.MoveBefore(p, group) {
			return p
		}
	}
	return nil
}

func effectsBetween(from, to *Node) bool {
	for n := from.Next(); n != to; n = n.Next() {
		if n.HasSideEffects() {
			return true
		}
	}
	return false
}

// merge moves a node that stands beside a group into its graph.
func (a *grouping) merge(group, n *Node) {
	sub := group.Attr("Subgraph").(*Graph)
	local := map[*Value]*Value{}
	for i, v := range group.Inputs {
		local[v] = sub.Inputs()[i]
	}
	sub.SetAt(sub.Block.First())
	if first := sub.Block.First(); first == nil {
		sub.SetAtEnd(sub.Block)
	}
	for _, v := range n.reads() {
		if local[v] != nil {
			continue
		}
		if c, isConst := v.ConstantOf(); isConst {
			local[v] = sub.Constant(c, v.Type)
			continue
		}
		local[v] = sub.Block.AddInput(inputName(v), v.Type)
		group.AddInput(v)
	}
	copied := sub.Insert(sub.CopyNode(n, func(v *Value) *Value { return local[v] }))
	for i, v := range n.Outputs {
		if at := slices.Index(group.Inputs, v); at >= 0 {
			sub.Inputs()[at].ReplaceAll(copied.Outputs[i])
			sub.Block.EraseInput(at)
			group.RemoveInput(at)
		}
		if v.HasUses() {
			sub.Block.AddOutput(copied.Outputs[i])
			out := group.AddOutput(v.Type).CopyMeta(v)
			v.ReplaceAll(out)
			a.db.m.union(out, v)
		}
	}
	n.Destroy()
}

// reads are the operands of a node, and what its blocks read of what is outside of them.
func (n *Node) reads() []*Value {
	list := slices.Clone(n.Inputs)
	if len(n.Blocks) == 0 {
		return list
	}
	inside := map[*Value]bool{}
	visit := func(m *Node) {
		for _, v := range m.Inputs {
			if !inside[v] && !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	var block func(b *Block)
	block = func(b *Block) {
		for _, v := range b.Inputs() {
			inside[v] = true
		}
		for m := b.First(); m != nil; m = m.Next() {
			visit(m)
			for _, inner := range m.Blocks {
				block(inner)
			}
			for _, v := range m.Outputs {
				inside[v] = true
			}
		}
		visit(b.result)
	}
	for _, b := range n.Blocks {
		block(b)
	}
	return list
}

// dissolve puts the nodes of a group back, and gives the first of them.
func dissolve(group *Node) *Node {
	g := group.Graph()
	before := g.SetAt(group)
	results := g.InsertGraph(group.Attr("Subgraph").(*Graph), group.Inputs)
	for i, v := range group.Outputs {
		v.ReplaceAll(results[i])
		if v.HasName() {
			results[i].CopyMeta(v)
		}
	}
	first := group.Prev()
	g.SetAt(before)
	group.Destroy()
	return first
}

func inputName(v *Value) string {
	if v.HasName() {
		return v.Name()
	}
	return ""
}
