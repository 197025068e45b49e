package exec

import (
	"slices"

	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// identity is __is__ or __isnot__ of a node whose operands cannot be one object, nil for others. Members of enumerations are objects made anew wherever
// a script names them, so one that is only compared is no other value.
func identity(n *ir.Node) Operator {
	if n.Kind != "aten::__is__" && n.Kind != "aten::__isnot__" {
		return nil
	}
	a, b := n.Inputs[0], n.Inputs[1]
	if a == b || !onlyCompared(a) && !onlyCompared(b) && !(isMember(a) && isMember(b)) {
		return nil
	}
	apart := object.Bool(n.Kind == "aten::__isnot__")
	return func(*object.Thread, []Value) (Value, error) { return apart, nil }
}

func isMember(v *ir.Value) bool {
	c, ok := v.ConstantOf()
	_, enum := c.V.(ir.EnumConst)
	return ok && enum
}

var comparisons = []string{"aten::__is__", "aten::__isnot__", "aten::eq", "aten::ne"}

func onlyCompared(v *ir.Value) bool {
	return isMember(v) && !slices.ContainsFunc(v.Uses(), func(u ir.Use) bool { return !slices.Contains(comparisons, u.Node.Kind) })
}
