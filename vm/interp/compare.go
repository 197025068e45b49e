package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// This file compares and computes on numbers held in place, for the fast paths of run.

// floats gives the operands of arithmetic that is done in floats: two floats, or a float and a machine int.
func floats(a, b Value) (x, y float64, ok bool) {
	if a.IsExactFloat() {
		if b.IsExactFloat() {
			return a.ExactFloat(), b.ExactFloat(), true
		}
		if b.IsSmallInt() {
			return a.ExactFloat(), float64(b.SmallInt()), true
		}
		return 0, 0, false
	}
	if a.IsSmallInt() && b.IsExactFloat() {
		return float64(a.SmallInt()), b.ExactFloat(), true
	}
	return 0, 0, false
}

// compareTruth is COMPARE_OP for operands of any type.
func compareTruth(th *object.Thread, a, b Value, arg int32) (Value, error) {
	op := object.CompareOp(arg >> bytecode.CompareShift)
	if a.IsExactFloat() && b.IsExactFloat() {
		return object.Bool(compareFloats(op, a.ExactFloat(), b.ExactFloat())), nil
	}
	r, err := object.Compare(th, a, b, op)
	if err != nil || arg&bytecode.CompareToBool == 0 || r.IsBool() {
		return r, err
	}
	t, err := object.IsTrue(th, r)
	return object.Bool(t), err
}

func compareFloats(op object.CompareOp, x, y float64) bool {
	switch op {
	case object.Lt:
		return x < y
	case object.Le:
		return x <= y
	case object.Eq:
		return x == y
	case object.Ne:
		return x != y
	case object.Gt:
		return x > y
	}
	return x >= y
}
