package variables

import (
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// Shown is how comptime prints a value: constants and containers as Python
// does, tensors by shape and dtype. Looking changes nothing.
func (t *Trace) Shown(x Tracker) string {
	switch x := t.Peek(x).(type) {
	case *Lazy:
		return reprText(x.V)
	case *Computed:
		return reprText(x.V)
	case *Constant:
		return reprText(x.V)
	case *Tensor:
		var sizes []string
		for _, s := range x.Fake.Sizes {
			sizes = append(sizes, s.String())
		}
		shape := strings.Join(sizes, ", ")
		if len(sizes) == 1 {
			shape += ","
		}
		return "Tensor(shape=(" + shape + "), dtype=" + x.Fake.DType.String() + ")"
	case *SymInt:
		return x.Expr.String()
	case *Container:
		return t.shownContainer(x)
	case *Function:
		return reprText(x.Fn.Ref())
	case *Class:
		return reprText(x.T.Ref())
	case *Builtin:
		return reprText(x.Fn)
	case *PyModule:
		return reprText(x.M.Ref())
	default:
		return x.Kind() + "()"
	}
}

func (t *Trace) shownContainer(c *Container) string {
	if d, ok := object.AsDict(c.V); ok {
		var parts []string
		_ = d.Each(func(k, v object.Value) error {
			parts = append(parts, t.Shown(t.FromValue(k))+": "+t.Shown(t.FromValue(v)))
			return nil
		})
		return "{" + strings.Join(parts, ", ") + "}"
	}
	_, isList := object.AsList(c.V)
	_, isTuple := object.AsTuple(c.V)
	if !isList && !isTuple {
		return c.Kind() + "()"
	}
	var parts []string
	for _, e := range t.Items(c) {
		parts = append(parts, t.Shown(e))
	}
	text := strings.Join(parts, ", ")
	if isList {
		return "[" + text + "]"
	}
	if len(parts) == 1 {
		text += ","
	}
	return "(" + text + ")"
}
