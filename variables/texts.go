package variables

import (
	"github.com/magneto-go/magneto/vm/object"
)

// This file gives the meaning of str and repr.

// missingSlot is the break of a slot of C that the trackers of PyTorch have no answer for.
func missingSlot(x Tracker, slot, typ string, hints ...string) error {
	return &Unsupported{Title: slot + "_impl not implemented", Context: x.Kind() + " has " + slot + " slot but no " + slot + "_impl override", Hints: hints,
		Explanation: "The type " + typ + " has a " + slot + " C slot but the corresponding VariableTracker doesn't implement " + slot + "_impl."}
}

// ownText is the method in Python that makes the text of a container with attributes, which its shadow does not have; "" for others.
func (t *Trace) ownText(th *object.Thread, x *Container, how string) string {
	if d := x.Orig; len(x.Names()) == 0 && (d.IsNull() || d.Dict() == nil) {
		return ""
	}
	for _, name := range []string{"__" + how + "__", "__repr__"} {
		method, owner := x.V.Type().LookupWhere(object.Intern(name))
		if _, ok := object.AsFunction(method); ok {
			return name
		}
		if owner != object.ObjectType { // a text of its own, as exceptions have
			return ""
		}
	}
	return ""
}

// Text is str(x) or repr(x) as a constant.
func (t *Trace) Text(th *object.Thread, x Tracker, how string) (*Constant, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	text := object.StrOf
	if how == "repr" {
		text = object.Repr
	}
	convert := func(v object.Value) (object.Value, error) {
		s, err := text(th, v)
		return object.NewStr(s), err
	}
	switch x := x.(type) {
	case *Tensor:
		return nil, &Unsupported{Title: "repr() on tensor", Context: "repr() on Tensor",
			Explanation: "Tensor repr requires actual runtime values which are not available during tracing.",
			Hints:       []string{Supportable}}
	case *Constant:
		s, err := convert(x.V)
		return NewConstant(s), err
	case *Object:
		name := "__" + how + "__"
		if !t.hasSpecial(th, x, name) {
			name = "__repr__"
		}
		if t.hasSpecial(th, x, name) {
			r, err := t.callSpecial(th, x, name)
			if err != nil {
				return nil, err
			}
			if c, ok := r.(*Constant); ok {
				return c, nil
			}
		}
	case *Container:
		if method := t.ownText(th, x, how); method != "" {
			r, err := t.CallMethod(th, x, method, nil, nil)
			if c, ok := r.(*Constant); ok || err != nil {
				return c, err
			}
		}
		if _, err := t.deep(th, x); err != nil {
			return nil, err
		}
		s, err := convert(x.V)
		return NewConstant(s), err
	case *Class, *PyModule, *Builtin, *Function:
		s, err := convert(t.ToValue(x))
		return NewConstant(s), err
	case *SymInt, *SymFloat, *SymBool:
		return nil, missingSlot(x, "tp_repr", t.TypeOf(x).Name, Supportable)
	}
	return nil, Unsupportedf("Failed to trace builtin operator", how, "Dynamo does not know how to trace builtin operator `%s` with argument types ['%s'] (has_kwargs False)", how, t.TypeOf(x).Name)
}
