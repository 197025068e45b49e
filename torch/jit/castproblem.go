package jit

import (
	"fmt"

	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// castProblem says of a value that does not fit a type which part of it does not, as PyTorch's conversion finds it.
func castProblem(th *object.Thread, v Value, t *ir.Type) string {
	if t.Kind == ir.TensorKind {
		return noTensor(th, v)
	}
	if why := partProblem(th, v, t); why != "" {
		return why
	}
	return noInstance(th, v)
}

func noInstance(th *object.Thread, v Value) string {
	return fmt.Sprintf("Cast error details: Unable to cast Python instance of type %s to C++ type '?' (#define PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug mode for details)", text(th, v.Type().Ref()))
}

func noTensor(th *object.Thread, v Value) string {
	text, _ := object.Repr(th, v)
	if s, ok := object.Text(v); ok {
		text = s
	}
	return fmt.Sprintf("Cast error details: Unable to cast %s to Tensor", text)
}

// partProblem is castProblem, "" for a value that fits.
func partProblem(th *object.Thread, v Value, t *ir.Type) string {
	if _, ok := fits(th, v, t, true); ok {
		return ""
	}
	parts := func(items []Value, of *ir.Type) string {
		for _, x := range items {
			if why := partProblem(th, x, of); why != "" {
				return why
			}
		}
		return noInstance(th, v)
	}
	text, _ := object.Repr(th, v)
	switch t.Kind {
	case ir.TensorKind:
		return noTensor(th, v)
	case ir.UnionKind:
		found := typeName(v)
		if of := valueType(th, v); of != nil && isContainer(v) {
			found = of.Repr()
		}
		return fmt.Sprintf("Cast error details: Expected a member of %s but instead found type %s", t.Repr(), found)
	case ir.InterfaceKind:
		if own := states.Of(th).classes[v.Type()]; own != nil && own.Kind == ir.ClassKind {
			return fmt.Sprintf("Cast error details: Object of type %s is not compatible with interface %s\n%s", own.Repr(), t.Name, own.WhyNot(t))
		}
	case ir.EnumKind:
		for _, name := range []string{"name", "value"} {
			if attr(th, v, name).IsNull() {
				return fmt.Sprintf(" Python error details: AttributeError: '%s' object has no attribute '%s'", typeName(v), name)
			}
		}
		return noInstance(th, attr(th, v, "value"))
	case ir.ClassKind:
		for _, a := range t.Class.Attrs {
			if attr(th, v, a.Name).IsNull() {
				return fmt.Sprintf("Cast error details: Tried to cast object to type %s but object was missing attribute %s", t.Repr(), a.Name)
			}
		}
	case ir.AnyListKind, ir.AnyTupleKind:
		return "Cast error details: toIValue() cannot handle converting to type: " + t.Repr()
	case ir.OptionalKind:
		return partProblem(th, v, t.Elem[0])
	case ir.TupleKind:
		items, err := object.ToSlice(th, v)
		if err != nil {
			return fmt.Sprintf(" Python error details: TypeError: '%s' object is not iterable", typeName(v))
		}
		if len(items) != len(t.Elem) {
			return fmt.Sprintf("Cast error details: Object %s had a different number of elements than type %s", text, t.Repr())
		}
		for i, x := range items {
			if why := partProblem(th, x, t.Elem[i]); why != "" {
				return why
			}
		}
	case ir.ListKind:
		list, ok := object.AsList(v)
		switch t.Elem[0].Kind {
		case ir.IntKind, ir.FloatKind, ir.BoolKind, ir.ComplexKind, ir.TensorKind: // converted as a whole
			return noInstance(th, v)
		}
		if ok {
			return parts(list.Items, t.Elem[0])
		}
	case ir.NoneKind:
		return fmt.Sprintf("Cast error details: Cannot cast %s to None", text)
	case ir.DictKind:
		if _, err := object.Call(th, object.DictType.Ref(), v); err != nil {
			if e, ok := err.(*object.Exception); ok {
				return " Python error details: " + e.Ref().Type().Name + ": " + e.Error()
			}
		}
		if d, ok := object.AsDict(v); ok {
			for i, k := range d.Keys() {
				if why := partProblem(th, k, t.Elem[0]); why != "" {
					return why
				}
				if why := partProblem(th, d.Values()[i], t.Elem[1]); why != "" {
					return why
				}
			}
		}
	}
	return noInstance(th, v)
}
