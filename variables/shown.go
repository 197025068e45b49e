package variables

import (
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// Shown is how comptime prints a value: constants and containers as Python
// does, tensors by shape and dtype. Looking changes nothing.
func (t *Trace) Shown(th *object.Thread, x Tracker) string {
	x = t.Peek(x)
	switch x := x.(type) {
	case *Lazy:
		if real := guards.TensorOf(x.V); real != nil {
			return shownTensor(symbolic.Ints(real.Sizes()), real.DType().String())
		}
		return guards.ReprOf(th, x.V)
	case *Computed:
		return guards.ReprOf(th, x.V)
	case *Constant:
		return guards.ReprOf(th, x.V)
	case *Tensor:
		return shownTensor(x.Fake.Sizes, x.Fake.DType.String())
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
	}
	return t.Describe(th, x, false)
}

func shownTensor(sizes []symbolic.Int, dtype string) string {
	texts := mapped(sizes, symbolic.Int.String)
	return "Tensor(shape=" + inParentheses(texts) + ", dtype=" + dtype + ")"
}

// inParentheses is the text of a tuple.
func inParentheses(parts []string) string {
	text := strings.Join(parts, ", ")
	if len(parts) == 1 {
		text += ","
	}
	return "(" + text + ")"
}

// shownContainer is a container as its built-in class prints it; one of a class that a script derives from a list, tuple or set is named.
func (t *Trace) shownContainer(th *object.Thread, c *Container) string {
	typ := c.V.Type()
	name := typ.ShortName()
	if p, ok := t.partial(th, c); ok && p != nil {
		return "FunctoolsPartialVariable()"
	}
	if d, ok := object.AsDict(c.V); ok {
		parts := t.shownItems(th, d)
		switch {
		case name == "defaultdict":
			factory, _ := object.GetAttr(th, c.V, "default_factory")
			return "defaultdict(" + t.Shown(th, t.FromValue(factory)) + ", {" + parts + "})"
		case typ != object.DictType && parts == "":
			return name + "()"
		case typ != object.DictType:
			return name + "({" + parts + "})"
		}
		return "{" + parts + "}"
	}
	if constantLike[typ.FullName()] {
		return guards.ReprOf(th, c.V)
	}
	switch {
	case typ == object.SliceType || name == "range":
		return guards.ReprOf(th, c.V)
	case typ.FullName() == "torch.Size", name == "deque", typ == object.ListType, typ == object.TupleType, typ == object.SetType, typ == object.FrozenSetType:
	case typ.IsSubtype(object.TupleType):
		if fields, ok := object.Items(typ.Lookup(th, object.Intern("_fields"))); ok {
			return name + t.shownFields(th, c, fields)
		}
		return "UserDefinedTupleVariable(" + name + ")"
	case typ.IsSubtype(object.ListType):
		return "UserDefinedListVariable(" + name + ")"
	case typ.IsSubtype(object.SetType):
		return "UserDefinedSetVariable(" + name + ")"
	default:
		return t.Describe(th, c, false)
	}
	parts := mapped(t.Items(th, c), func(e Tracker) string { return t.Shown(th, e) })
	text := strings.Join(parts, ", ")
	switch {
	case typ == object.ListType:
		return "[" + text + "]"
	case name == "deque":
		return "deque([" + text + "])"
	case typ == object.TupleType:
		return inParentheses(parts)
	case typ.FullName() == "torch.Size":
		return "torch.Size([" + text + "])"
	case typ == object.FrozenSetType && len(parts) == 0:
		return "frozenset()"
	case typ == object.FrozenSetType:
		return "frozenset({" + text + "})"
	case len(parts) == 0:
		return "set()"
	}
	return "{" + text + "}"
}

// shownItems are the entries of a dict.
func (t *Trace) shownItems(th *object.Thread, d *object.Dict) string {
	var parts []string
	_ = d.Each(th, func(th *object.Thread, k, v object.Value) error {
		parts = append(parts, t.Shown(th, t.FromValue(k))+": "+t.Shown(th, t.FromValue(v)))
		return nil
	})
	return strings.Join(parts, ", ")
}

// shownFields are the fields of a named tuple with their names.
func (t *Trace) shownFields(th *object.Thread, c *Container, fields []object.Value) string {
	var parts []string
	for i, e := range t.Items(th, c) {
		if i < len(fields) {
			name, _ := object.Text(fields[i])
			parts = append(parts, name+"="+t.Shown(th, e))
		}
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
