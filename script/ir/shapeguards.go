package ir

import (
	"fmt"
	"slices"
)

// A dynamic group is made for tensors of any sizes that are alike where those were that it was made of: each size but 1 is a symbol, a negative number, and
// sizes that were equal are one symbol. All operands lie in memory row by row.

// GuardDynamicGroups puts in front of each group of fused operators a check that its operands are of the types, the dimensions and the pattern of sizes that it
// was made for, and beside it a function that computes the same of all others. Groups get the sizes that symbols stand for as inputs behind their tensors.
func GuardDynamicGroups(g *Graph) {
	for _, group := range g.FindNodes("prim::TensorExprGroup", true) {
		if !makeDynamic(group) {
			dissolve(group)
			continue
		}
		guardGroup(g, group, dynamicGuard)
		passSizes(g, group)
	}
}

// dynamicGuard is the kind of the check.
const dynamicGuard = "prim::TensorExprDynamicGuard"

// rowByRow says that a tensor lies in memory row by row.
var rowByRow = Constant{"TENSOR_CONT"}

// makeDynamic gives the tensors in a group symbols for sizes; false where an operand does not lie row by row.
func makeDynamic(group *Node) bool {
	sub := group.Attr("Subgraph").(*Graph)
	var inputs []Constant
	for _, v := range sub.Inputs() {
		if v.Type.Kind != TensorKind {
			continue
		}
		if s := v.Type.Shape; !slices.Equal(s.Strides, rowStrides(s.Sizes)) {
			return false
		}
		inputs = append(inputs, Constant{[]Constant{rowByRow}})
	}
	if len(inputs) == 0 {
		return false
	}
	symbols := map[int64]int64{}
	symbolic := func(v *Value) {
		if v.Type.Kind != TensorKind || v.Type.Shape == nil {
			return
		}
		v.Type = v.Type.WithShape(func(s *Shape) {
			s.Strides = nil
			for i, n := range s.Sizes {
				if n == 1 {
					continue
				}
				if symbols[n] == 0 {
					symbols[n] = -2 - int64(len(symbols))
				}
				s.Sizes[i] = symbols[n]
			}
		})
	}
	for _, v := range sub.Inputs() {
		symbolic(v)
	}
	given := len(symbols)
	for n := sub.Block.First(); n != nil; n = n.Next() {
		for _, v := range n.Outputs {
			symbolic(v)
		}
	}
	outputs := make([]Constant, len(group.Outputs))
	for i := range outputs {
		outputs[i] = rowByRow
	}
	shown := make([]Constant, given) // the last first
	for i := range shown {
		shown[i] = Constant{-1 - int64(given-i)}
	}
	group.SetAttr("symbolic_shape_inputs", Constant{shown}).SetAttr("striding_inputs_desc", Constant{inputs}).SetAttr("striding_outputs_desc", Constant{outputs})
	return true
}

// rowStrides are the strides of a tensor that lies row by row.
func rowStrides(sizes []int64) []int64 {
	out := make([]int64, len(sizes))
	step := int64(1)
	for i := len(sizes) - 1; i >= 0; i-- {
		out[i] = step
		step *= max(sizes[i], 1)
	}
	return out
}

// passSizes makes the sizes that symbols stand for operands of a group.
func passSizes(g *Graph, group *Node) {
	sub := group.Attr("Subgraph").(*Graph)
	old := g.SetAt(group)
	defer g.SetAt(old)
	tensors := slices.Clone(group.Inputs)
	sizes := map[*Value]*Value{}
	c, _ := group.Attr("symbolic_shape_inputs").(Constant)
	symbols, _ := c.V.([]Constant)
	for _, symbol := range symbols {
		n := symbol.V.(int64)
		for i, v := range tensors {
			s := sub.Inputs()[i].Type.Shape
			if s == nil || !slices.Contains(s.Sizes, n) {
				continue
			}
			if sizes[v] == nil {
				sizes[v] = g.Insert(g.op("aten::size", ListOf(Int), v)).Outputs[0]
			}
			at := g.Constant(Constant{int64(slices.Index(s.Sizes, n))}, nil)
			group.AddInput(g.Insert(g.op("aten::__getitem__", Int, sizes[v], at)).Outputs[0])
			sub.Block.AddInput(fmt.Sprintf("SS_%d", -n), Int)
			break
		}
	}
}
