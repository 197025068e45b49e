package torch

import (
	"slices"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// staysSymbolic is what int, float and bool make of a symbolic number, or of a tensor without data, where a recording follows them as Dynamo does
// (ops.Follower): the number stays symbolic. It leaves conversions that decide something, and tensors that know their number, to the types.
func staysSymbolic(th *object.Thread, v Value, as *object.Type) (Value, bool, error) {
	f, ok := Context(th).Numbers().(ops.Follower)
	if !ok || !f.FollowsConversions() {
		return object.Null, false, nil
	}
	x, _ := ToOps(th, v)
	if t, isFake := x.(*ops.Fake); isFake {
		if as == object.BoolType && t.DType != tensor.Bool {
			return object.Null, false, nil
		}
		item, err := callOp(th, "item", self(v))
		if err != nil {
			return object.Null, false, err
		}
		x, v = item, FromOps(th, item)
	}
	switch n := x.(type) {
	case symbolic.Int:
		switch as {
		case object.IntType:
			return v, true, nil
		case object.FloatType:
			return computed(th, "torch.sym_float", symbolic.FloatOf(n.Expr()), v), true, nil
		}
	case symbolic.Float:
		switch as {
		case object.IntType:
			return computed(th, "torch.sym_int", symbolic.FromExpr(symbolic.NewToInt(symbolic.Trunc, n.Expr())), v), true, nil
		case object.FloatType:
			return v, true, nil
		}
	case symbolic.Bool:
		if as == object.BoolType {
			return v, true, nil
		}
	}
	return object.Null, false, nil
}

// elementOf is the element of a tensor without data and dimensions, which a recording keeps as a number; ok is false for anything else.
func elementOf(th *object.Thread, v Value) (n symbolic.Int, ok bool, err error) {
	given, _ := operand(v)
	if t, isFake := given.(*ops.Fake); !isFake || len(t.Sizes) > 0 || !t.DType.IsIntegral() || t.DType == tensor.Bool || Context(th).Numbers() == nil {
		return n, false, nil
	}
	x, err := callOp(th, "item", given)
	if err != nil {
		return n, false, err
	}
	n, ok = x.(symbolic.Int)
	return n, ok, nil
}

// readNumbers binds a call that no overload takes as it is, in a recording: tensors without data and dimensions are read where numbers are wanted, one if that is
// enough, else all. It gives the refusal back where that does not help.
func readNumbers(th *object.Thread, p *ops.Packet, list []ops.Value, kws []ops.KW, refusal error) (*ops.Op, []ops.Value, error) {
	places := numberPlaces(list, kws)
	if len(places) == 0 || Context(th).Numbers() == nil {
		return nil, nil, refusal
	}
	tried := make([][]*ops.Value, 0, len(places)+1)
	for _, place := range places {
		tried = append(tried, []*ops.Value{place})
	}
	for _, some := range append(tried, places) {
		given := make([]ops.Value, len(some))
		for i, place := range some {
			given[i] = *place
			*place = numberLike(given[i].(*ops.Fake))
		}
		_, _, err := p.Bind(list, kws)
		for i, place := range some {
			*place = given[i]
		}
		if err != nil {
			continue
		}
		for i, place := range some {
			if *place, err = callOp(th, "item", given[i]); err != nil {
				return nil, nil, err
			}
		}
		return p.Bind(list, kws)
	}
	return nil, nil, refusal
}

// numberPlaces are the places of tensors without data and dimensions in a call, copying the lists that have some.
func numberPlaces(list []ops.Value, kws []ops.KW) []*ops.Value {
	var places []*ops.Value
	var look func(v *ops.Value)
	look = func(v *ops.Value) {
		switch x := (*v).(type) {
		case *ops.Fake:
			if len(x.Sizes) == 0 && !x.DType.IsComplex() {
				places = append(places, v)
			}
		case []ops.Value:
			x = slices.Clone(x)
			*v = x
			for i := range x {
				look(&x[i])
			}
		}
	}
	for i := range list {
		look(&list[i])
	}
	for i := range kws {
		look(&kws[i].Value)
	}
	return places
}

// numberLike is a number of the kind that a tensor has.
func numberLike(t *ops.Fake) ops.Value {
	switch {
	case t.DType == tensor.Bool:
		return true
	case t.DType.IsIntegral():
		return int64(1)
	}
	return 1.0
}
