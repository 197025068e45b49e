package torch

import (
	"fmt"
	"math"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Symbolic numbers that are constants. What tracing computes is a plain number where it is known; a number that a script makes
// symbolic by itself, torch.SymInt(node), stays one, and so does what is computed from it.

// keptSymbolic is v as an object of a class of symbolic numbers, if it is a plain number.
func keptSymbolic(cls *object.Type, v Value) Value {
	switch {
	case v.IsBool():
		b, _ := v.AsBool()
		return object.NewNative(cls, symbolic.BoolOf(b))
	case v.IsFloat():
		f, _ := v.AsFloat()
		return object.NewNative(cls, symbolic.FloatOf(symbolic.NewReal(f)))
	}
	if i, ok := v.AsInt(); ok {
		return object.NewNative(cls, symbolic.IntOf(i))
	}
	return v
}

// keptResult is a number that was computed from args, symbolic where one of these is a constant that is.
func keptResult(th *object.Thread, v Value, args ...Value) Value {
	for _, a := range args {
		if _, kept := keptNumber(a); !kept {
			continue
		}
		switch {
		case v.IsBool():
			return keptSymbolic(symBoolClass(), v)
		case v.IsFloat():
			return keptSymbolic(symFloatClass(), v)
		}
		return keptSymbolic(symIntClass(th), v)
	}
	return v
}

// keptNumber is the plain number of a constant that is symbolic.
func keptNumber(v Value) (plain Value, ok bool) {
	n, native := object.AsNative(v)
	if !native {
		return v, false
	}
	switch s := n.V.(type) {
	case symbolic.Int:
		if c, ok := s.Const(); ok {
			return object.Int(c), true
		}
	case symbolic.Float:
		if c, ok := s.Const(); ok {
			return object.Float(c), true
		}
	case symbolic.Bool:
		if c, ok := s.Const(); ok {
			return object.Bool(c), true
		}
	}
	return v, false
}

// floatFunctions are the functions of package math that numbers have as methods __sym_NAME__.
var floatFunctions = []string{"sqrt", "cos", "cosh", "sin", "sinh", "tan", "tanh", "asin", "acos", "atan", "log2"}

// floatMethods are those methods; of a constant, package math computes them, and refuses what it has no value for.
func floatMethods() []object.Method {
	var out []object.Method
	for _, name := range floatFunctions {
		out = append(out, object.Method{Name: "__sym_" + name + "__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			plain, constant := keptNumber(v)
			if constant || Context(th).Numbers() == nil {
				module, err := interp.ImportModule(th, "math")
				if err != nil {
					return object.Null, err
				}
				r, err := object.CallMethod(th, module, name, plain)
				return keptResult(th, r, v), err
			}
			e, _, _ := realOf(v)
			return computed(th, "torch._sym_"+name, symbolic.FloatOf(symbolic.NewRealFunction(name, e)), v), nil
		}})
	}
	return out
}

// floatExtremum is the greater or the lesser of two numbers, one of which is a float.
func floatExtremum(th *object.Thread, path string, kind symbolic.Kind, a, b Value) (Value, error) {
	x, _, ok1 := realOf(a)
	y, _, ok2 := realOf(b)
	if !ok1 || !ok2 {
		return object.Null, object.TypeErrorf("%s takes numbers", path)
	}
	return computed(th, path, symbolic.FloatOf(symbolic.NewRealOp(kind, x, y)), a, b), nil
}

// wholeFloat is is_integer of a float.
func wholeFloat(th *object.Thread, v Value) (Value, error) {
	e, _, _ := realOf(v)
	cut := symbolic.NewToReal(symbolic.NewToInt(symbolic.Trunc, e))
	return computed(th, "method.is_integer", ops.Value(symbolic.NewRealRelation(symbolic.Eq, cut, e)), v), nil
}

// unequalTruths is the condition that two truths differ.
func unequalTruths(a, b symbolic.Bool) symbolic.Bool { return a.And(b.Not()).Or(b.And(a.Not())) }

// compareTruths is == and != of conditions.
func compareTruths(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
	x, ok1 := conditionOf(a)
	y, ok2 := conditionOf(b)
	if !ok1 || !ok2 || op != object.Eq && op != object.Ne {
		return object.NotImplemented, nil
	}
	differ := unequalTruths(x, y)
	if op == object.Eq {
		differ = differ.Not()
	}
	return computed(th, comparisonPaths[op], differ, a, b), nil
}

// computeConstants has the operators of a type compute constants as plain numbers: the result stays symbolic.
func computeConstants(spec *object.Spec) {
	for _, table := range []*[object.NumOps]object.BinaryFunc{&spec.Binary, &spec.Reflected} {
		reflected := table == &spec.Reflected
		for op, f := range table {
			if f == nil {
				continue
			}
			table[op] = func(th *object.Thread, a, b Value) (Value, error) {
				x, y, ok := plainPair(a, b)
				if !ok {
					return f(th, a, b)
				}
				if reflected {
					x, y = y, x
				}
				r, err := object.BinaryOp(th, object.Op(op), x, y)
				return keptResult(th, r, a, b), err
			}
		}
	}
	if f := spec.Compare; f != nil {
		spec.Compare = func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
			x, y, ok := plainPair(a, b)
			if !ok {
				return f(th, a, b, op)
			}
			r, err := object.Compare(th, x, y, op)
			return keptResult(th, r, a, b), err
		}
	}
}

// plainPair are the plain numbers of two constants, at least one of which is symbolic.
func plainPair(a, b Value) (x, y Value, ok bool) {
	x, kept := keptNumber(a)
	y, keptToo := keptNumber(b)
	return x, y, (kept || isPlainNumber(a)) && (keptToo || isPlainNumber(b)) && (kept || keptToo)
}

func isPlainNumber(v Value) bool {
	_, isInt := v.AsInt()
	return isInt || v.IsBool() || v.IsFloat()
}

// floatText is a float as scripts read it; a constant has the 15 digits of sympy.
func floatText(f symbolic.Float) string {
	c, constant := f.Const()
	if !constant || math.IsInf(c, 0) || math.IsNaN(c) {
		return f.String()
	}
	return fmt.Sprintf("%#.15g", c)
}

// shownBool is a condition with what the environment of a script has decided of the sizes in it.
func shownBool(th *object.Thread, b symbolic.Bool) symbolic.Bool {
	if env, ok := Context(th).Numbers().(interface {
		ShownBool(symbolic.Bool) symbolic.Bool
	}); ok {
		return env.ShownBool(b)
	}
	return b
}
