package object

import (
	"math"
	"math/big"
)

// Values as the numbers of Go.

// Index is operator.index(v): v as an int.
func Index(th *Thread, v Value) (Value, error) {
	if v.p == &intHeader || v.p.typ.layout == LayoutInt {
		return v, nil
	}
	if f := v.p.typ.Index; f != nil {
		r, err := f(th, v)
		if err != nil {
			return Null, err
		}
		if !r.IsInt() {
			return Null, TypeErrorf("__index__ returned non-int (type %s)", r.p.typ.Name)
		}
		return r, warnStrict(th, "__index__", r, IntType)
	}
	return Null, TypeErrorf("'%s' object cannot be interpreted as an integer", v.p.typ.Name)
}

// ToInt is Index as a Go int; too large values are an OverflowError.
func ToInt(th *Thread, v Value) (int, error) {
	i, err := ToInt64(th, v)
	return int(i), err
}

// ToInt64 is Index as an int64.
func ToInt64(th *Thread, v Value) (int64, error) {
	x, err := Index(th, v)
	if err != nil {
		return 0, err
	}
	if i, ok := x.AsInt(); ok {
		return i, nil
	}
	return 0, OverflowErrorf("Python int too large to convert to C ssize_t")
}

// clampIndex is Index cut to the machine range, as slices do.
func clampIndex(th *Thread, v Value) (int, error) {
	x, err := Index(th, v)
	if err != nil {
		return 0, err
	}
	if i, ok := x.AsInt(); ok {
		return int(i), nil
	}
	if BigOf(x).Sign() < 0 {
		return math.MinInt, nil
	}
	return math.MaxInt, nil
}

// ToFloat is v as a float: a float, an int, or through __float__ or __index__.
func ToFloat(th *Thread, v Value) (float64, error) {
	if f, ok := v.AsFloat(); ok {
		return f, nil
	}
	if i, ok := v.AsInt(); ok {
		return float64(i), nil
	}
	if v.IsInt() {
		f, _ := new(big.Float).SetInt(BigOf(v)).Float64()
		if math.IsInf(f, 0) {
			return 0, OverflowErrorf("int too large to convert to float")
		}
		return f, nil
	}
	t := v.p.typ
	if t.Float != nil {
		r, err := t.Float(th, v)
		if err != nil {
			return 0, err
		}
		if f, ok := r.AsFloat(); ok {
			return f, warnStrict(th, t.Name+".__float__", r, FloatType)
		}
		return 0, TypeErrorf("%s.__float__ returned non-float (type %s)", t.Name, r.p.typ.Name)
	}
	if t.Index != nil {
		r, err := Index(th, v)
		if err != nil {
			return 0, err
		}
		return ToFloat(th, r)
	}
	return 0, TypeErrorf("must be real number, not %s", t.Name)
}
