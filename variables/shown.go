package variables

import (
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// Shown is how comptime prints a value: constants and containers as Python
// does, tensors by shape and dtype. Looking changes nothing.
func (t *Trace) Shown(th *object.Thread, x Tracker) string {
	switch x := t.Peek(x).(type) {
	case *Lazy:
		return guards.ReprOf(th, x.V)
	case *Computed:
		return guards.ReprOf(th, x.V)
	case *Constant:
		return guards.ReprOf(th, x.V)
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
		return t.shownContainer(th, x)
	case *Function:
		return guards.ReprOf(th, x.Fn.Ref())
	case *Class:
		return guards.ReprOf(th, x.T.Ref())
	case *Builtin:
		return guards.ReprOf(th, x.Fn)
	case *PyModule:
		return guards.ReprOf(th, x.M.Ref())
	default:
		return x.Kind() + "()"
	}
}

func (t *Trace) shownContainer(th *object.Thread, c *Container) string {
	if d, ok := object.AsDict(c.V); ok {
		var parts []string
		_ = d.Each(th, func(th *object.Thread, k, v object.Value) error {
			parts = append(parts, t.Shown(th, t.FromValue(k))+": "+t.Shown(th, t.FromValue(v)))
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
	for _, e := range t.Items(th, c) {
		parts = append(parts, t.Shown(th, e))
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
