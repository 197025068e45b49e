package stdlib

import (
	"math"

	"github.com/magneto-go/magneto/vm/object"
)

// sumProduct is math.sumprod. Floats, and ints among them, are summed in triple precision and rounded once; from the first
// number of another type on, all goes by the operators.
func sumProduct(th *object.Thread, args, kw []Value) (Value, error) {
	p, err := object.ToSlice(th, args[0])
	if err != nil {
		return object.Null, err
	}
	q, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	if len(p) != len(q) {
		return object.Null, object.ValueErrorf("Inputs are not the same length")
	}
	total := object.Int(0)
	add := func(x Value) error {
		var err error
		total, err = object.BinaryOp(th, object.OpAdd, total, x)
		return err
	}
	plainInt := func(v Value) bool { return v.Type() == object.IntType || v.Type() == object.BoolType }
	fast := true
	for i := 0; i < len(p); {
		var sum tripleSum
		start := i
		for ; fast && i < len(p); i++ {
			x, y, ok := floatPair(th, p[i], q[i])
			if !ok || !sum.addProduct(x, y) {
				break
			}
		}
		fast = fast && i == start && plainInt(p[i]) && plainInt(q[i])
		if i > start {
			if err := add(object.Float(sum.value())); err != nil {
				return object.Null, err
			}
			continue
		}
		x, err := object.BinaryOp(th, object.OpMul, p[i], q[i])
		if err != nil {
			return object.Null, err
		}
		if err := add(x); err != nil {
			return object.Null, err
		}
		i++
	}
	return total, nil
}

// floatPair are the factors of a product of floats, or of a float and an int.
func floatPair(th *object.Thread, a, b Value) (x, y float64, ok bool) {
	if !a.IsExactFloat() && !b.IsExactFloat() {
		return 0, 0, false
	}
	number := func(v Value) (float64, bool) {
		if v.IsExactFloat() {
			return v.ExactFloat(), true
		}
		if v.Type() != object.IntType && v.Type() != object.BoolType {
			return 0, false
		}
		f, err := object.ToFloat(th, v)
		return f, err == nil
	}
	x, okX := number(a)
	y, okY := number(b)
	return x, y, okX && okY
}

// A tripleSum is a sum of products without rounding but the last: three floats that do not overlap, by the error-free
// transformations of Ogita, Rump and Oishi, "Accurate Sum and Dot Product" (2005).
type tripleSum struct{ hi, lo, tiny float64 }

func exactSum(a, b float64) (x, y float64) {
	x = a + b
	z := x - a
	return x, (a - (x - z)) + (b - z)
}

// addProduct adds x*y; it refuses what is not finite.
func (t *tripleSum) addProduct(x, y float64) bool {
	p := x * y
	if !isFinite(p) {
		return false
	}
	e := math.FMA(x, y, -p)
	hi, r := exactSum(t.hi, p)
	if !isFinite(hi) {
		return false
	}
	lo, r1 := exactSum(t.lo, e)
	lo, r2 := exactSum(lo, r)
	t.hi, t.lo, t.tiny = hi, lo, t.tiny+(r1+r2)
	return true
}

func (t tripleSum) value() float64 {
	hi, lo := exactSum(t.hi, t.lo)
	lo, tiny := exactSum(lo, t.tiny)
	hi, lo = exactSum(hi, lo)
	return hi + (lo + tiny)
}
