package ir

import (
	"slices"
	"strings"
)

// fusible are the operators that groups of operators on tensors may hold, each with what else must be so.
var fusible = func() map[string]func(n *Node) bool {
	always := func(*Node) bool { return true }
	out := map[string]func(n *Node) bool{}
	for name := range strings.FieldsSeq(`abs neg exp log log2 log10 log1p expm1 sin cos tan asin acos atan sinh cosh tanh sigmoid relu relu6 sqrt rsqrt reciprocal floor ceil round trunc frac lgamma clamp leaky_relu
		hardtanh hardswish hardsigmoid gelu softplus elu silu mish threshold unsqueeze to type_as add sub mul div fmod atan2 lerp addcmul where eq ne lt le gt ge isnan batch_norm`) {
		out["aten::"+name] = always
	}
	tensors := func(n *Node) bool { return len(n.Inputs) > 1 && n.Inputs[1].Type.Kind == TensorKind }
	integers := func(n *Node) bool {
		return n.Inputs[0].Type.Shape != nil && !isFloating(n.Inputs[0].Type.Shape.ScalarType)
	}
	for _, name := range []string{"remainder", "min", "max"} {
		out["aten::"+name] = tensors
	}
	for _, name := range []string{"__and__", "__or__", "__xor__", "__lshift__", "__rshift__"} {
		out["aten::"+name] = integers
	}
	out["aten::pow"] = func(n *Node) bool { return n.Inputs[0].Type.Kind == TensorKind && n.Inputs[1].Type.Kind != TensorKind }
	out["aten::cat"] = func(n *Node) bool {
		list := n.Inputs[0].Node()
		_, known := n.Inputs[1].ConstantOf()
		return known && list.Kind == "prim::ListConstruct" && len(list.Outputs[0].Uses()) == 1 && list.Block() == n.Block()
	}
	return out
}()

func isFloating(scalar string) bool {
	return slices.Contains([]string{"Half", "BFloat16", "Float", "Double"}, scalar)
}

// complete says whether all is known of a tensor type that a kernel of fixed sizes needs.
func (t *Type) complete() bool {
	s := t.Shape
	return s != nil && s.Ranked && s.Device == "cpu" && !slices.ContainsFunc(s.Sizes, func(n int64) bool { return n < 0 }) && len(s.Strides) == len(s.Sizes) &&
		slices.Contains([]string{"Byte", "Char", "Short", "Int", "Long", "Half", "BFloat16", "Float", "Double", "Bool"}, s.ScalarType)
}

// canFuse says whether a node can be in a group: a function of tensors of known sizes.
func canFuse(n *Node) bool {
	if n.Kind == "prim::ListConstruct" {
		uses := n.Outputs[0].Uses()
		return len(uses) == 1 && (uses[0].Node.Kind == "prim::TensorExprGroup" || uses[0].Node.Kind == "aten::cat" && canFuse(uses[0].Node))
	}
	also := fusible[n.Kind]
	if also == nil || len(n.Outputs) != 1 || !n.Outputs[0].Type.complete() || !also(n) {
		return false
	}
	operands := n.Inputs
	if n.Kind == "aten::cat" {
		operands = n.Inputs[0].Node().Inputs
	}
	for _, v := range operands {
		if v.Type.Kind == TensorKind && !v.IsNoneConst() && !v.Type.complete() {
			return false
		}
	}
	return true
}

// FuseTensorExpressions moves stretches of operators on tensors of known sizes into nodes prim::TensorExprGroup with graphs of their own, where there are at
// least so many of them.
func FuseTensorExpressions(g *Graph, atLeast int) {
	a := &grouping{db: NewAliasDB(g), kind: "prim::TensorExprGroup", fits: canFuse, sideways: true, keep: func(sub *Graph) bool { return operatorsIn(sub) >= atLeast }}
	a.block(g.Block)
}

func operatorsIn(g *Graph) int {
	count := 0
	for _, n := range g.Nodes() {
		if n.Kind != "prim::Constant" && n.Kind != "prim::ListConstruct" {
			count++
		}
	}
	return count
}

// GuardGroups puts in front of each group a check that its operands are of the types that it was made for, and beside it a function that computes the same of
// all others.
func GuardGroups(g *Graph, kind, check string) {
	for _, group := range g.FindNodes(kind, true) {
		guardGroup(g, group, check)
	}
}

func guardGroup(g *Graph, group *Node, check string) {
	sub := group.Attr("Subgraph").(*Graph)
	PoolConstants(sub)
	var checked []*Value
	var types TypeList
	for i, v := range group.Inputs {
		if t := sub.Inputs()[i].Type; t.Kind == TensorKind && !slices.Contains(checked, v) {
			checked = append(checked, v)
			if check == "prim::RequiresGradCheck" {
				grad := t.Shape == nil || t.Shape.RequiresGrad == nil || *t.Shape.RequiresGrad
				t = &Type{Kind: TensorKind, Shape: &Shape{RequiresGrad: &grad}}
				no := false
				sub.Inputs()[i].Type = &Type{Kind: TensorKind, Shape: &Shape{RequiresGrad: &no}}
			}
			types = append(types, t)
		}
	}
	if len(checked) == 0 {
		return
	}
	old := g.SetAt(group)
	defer g.SetAt(old)
	guard := g.Create(check, checked, 0)
	refined := map[*Value]*Value{}
	if check != dynamicGuard {
		for _, v := range checked {
			refined[v] = guard.AddOutput(sub.Inputs()[slices.Index(group.Inputs, v)].Type)
		}
	}
	holds := guard.AddOutput(Bool)
	guard.SetAttr("types", Constant{types})
	if check == dynamicGuard {
		guard.SetAttr("striding_inputs_desc", group.Attr("striding_inputs_desc"))
	}
	g.Insert(guard)
	branch := g.Insert(g.Create("prim::If", []*Value{holds}, 0))
	yes, no := branch.AddBlock(), branch.AddBlock()
	fallback := sub.Copy()
	EraseShapes(fallback)
	given := slices.Clone(group.Inputs)
	for _, v := range group.Outputs {
		out := branch.AddOutput(v.Type.Unshaped())
		v.ReplaceAll(out)
	}
	group.Unlink()
	group.InsertBefore(yes.Return())
	for i, v := range given {
		if refined[v] != nil {
			group.ReplaceInput(i, refined[v])
		}
	}
	for _, v := range group.Outputs {
		yes.AddOutput(v)
	}
	g.SetAtEnd(no)
	f := &Function{Name: "fallback_function", Qualified: "fallback_function", Graph: fallback, Schema: &Schema{Name: "fallback_function"}}
	for _, v := range fallback.Inputs() {
		f.Schema.Args = append(f.Schema.Args, Argument{Name: "argument_" + v.Name(), Type: v.Type})
	}
	var results []*Type
	for _, v := range fallback.Outputs() {
		results = append(results, v.Type)
		f.Schema.Returns = append(f.Schema.Returns, Argument{Type: v.Type})
	}
	callee := g.Create("prim::Constant", nil, 0)
	callee.AddOutput(FunctionType)
	callee.SetAttr("name", Constant{"fallback_function"}).SetAttr("fallback", Constant{int64(1)}).SetAttr("function", Constant{&FunctionConst{F: f}})
	g.Insert(callee)
	called := g.Insert(g.Create("prim::CallFunction", append([]*Value{callee.Outputs[0]}, given...), 0))
	called.AddOutput(TupleOf(results...))
	unpacked := g.Insert(g.Create("prim::TupleUnpack", []*Value{called.Outputs[0]}, 0))
	for _, t := range results {
		no.AddOutput(unpacked.AddOutput(t))
	}
}
