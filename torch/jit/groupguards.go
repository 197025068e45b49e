package jit

import (
	"slices"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// guardTypes are the types that a guard asks for.
func guardTypes(n *ir.Node) ir.TypeList {
	c, _ := n.Attr("types").(ir.Constant)
	types, _ := c.V.(ir.TypeList)
	return types
}

// typeCheck runs a node prim::TypeCheck: its operands, and whether they have the types.
func typeCheck(n *ir.Node) exec.Operator {
	types := guardTypes(n)
	return func(_ *object.Thread, a []Value) (Value, error) {
		holds := true
		for i, v := range a {
			t, ok := torch.Unwrap(v)
			holds = holds && ok && hasType(t, types[i].Shape)
		}
		return object.NewTuple(append(slices.Clone(a), object.Bool(holds))...).Ref(), nil
	}
}

// hasType says whether a tensor has all that is known of a type, sizes and strides among it.
func hasType(t *tensor.Tensor, s *ir.Shape) bool {
	return sameProperties(t, s) && sameInts(t.Sizes(), s.Sizes) && sameInts(t.Strides(), s.Strides)
}

// sameProperties says whether a tensor has the element type, device, number of dimensions and need of gradients of a type.
func sameProperties(t *tensor.Tensor, s *ir.Shape) bool {
	return t.DType().ScalarName() == s.ScalarType && len(t.Sizes()) == len(s.Sizes) && (s.RequiresGrad == nil || t.NeedsGrad() == *s.RequiresGrad) && t.Device().String() == s.Device
}

func sameInts(have []int, want []int64) bool {
	return slices.EqualFunc(have, want, func(a int, b int64) bool { return int64(a) == b })
}

// dynamicGuard runs a node prim::TensorExprDynamicGuard: whether its operands have the types, lie row by row, and have sizes of the same pattern, none of a
// symbol being 1.
func dynamicGuard(n *ir.Node) exec.Operator {
	types := guardTypes(n)
	most := int64(0)
	for _, t := range types {
		for _, s := range t.Shape.Sizes {
			most = max(most, -s)
		}
	}
	return func(_ *object.Thread, a []Value) (Value, error) {
		values := make([]int, most+1)
		for i, v := range a {
			t, ok := torch.Unwrap(v)
			s := types[i].Shape
			if !ok || !sameProperties(t, s) || !t.IsContiguous() {
				return object.False, nil
			}
			for d, size := range t.Sizes() {
				want := s.Sizes[d]
				switch {
				case want >= 0:
					if int64(size) != want {
						return object.False, nil
					}
				case size == 1 || values[-want] != 0 && values[-want] != size+1:
					return object.False, nil
				default:
					values[-want] = size + 1 // 0 is a size, too
				}
			}
		}
		return object.True, nil
	}
}
