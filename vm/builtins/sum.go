package builtins

import (
	"math"

	"github.com/magneto-go/magneto/vm/object"
)

// The function sum, which adds floats with a correction (Neumaier), as CPython does.

// sum adds; runs of ints are exact machine sums, runs of floats and complex numbers are compensated (Neumaier).
func sum(th *object.Thread, args, kw []Value) (Value, error) {
	if len(args) == len(kw) {
		return object.Null, object.TypeErrorf("sum() takes at least 1 positional argument (0 given)")
	}
	a, err := object.Args("sum", args, kw, "iterable", "/", "|", "start")
	if err != nil {
		return object.Null, err
	}
	total := object.Int(0)
	if !a[1].IsNull() {
		total = a[1]
		switch total.Type() {
		case object.StrType:
			return object.Null, object.TypeErrorf("sum() can't sum strings [use ''.join(seq) instead]")
		case object.BytesType:
			return object.Null, object.TypeErrorf("sum() can't sum bytes [use b''.join(seq) instead]")
		case object.ByteArrayType:
			return object.Null, object.TypeErrorf("sum() can't sum bytearray [use b''.join(seq) instead]")
		}
	}
	it, err := object.Iter(th, a[0])
	if err != nil {
		return object.Null, err
	}
	var hi, lo float64
	inFloat := false
	flush := func() {
		if inFloat {
			if lo != 0 && !math.IsInf(lo, 0) && !math.IsNaN(lo) {
				hi += lo
			}
			total, inFloat = object.Float(hi), false
		}
	}
	add := func(x float64) {
		t := hi + x
		if math.Abs(hi) >= math.Abs(x) {
			lo += (hi - t) + x
		} else {
			lo += (x - t) + hi
		}
		hi = t
	}
	var comp *complexSum
	for {
		x, err := object.Next(th, it)
		if err != nil {
			return object.Null, err
		}
		if x.IsNull() {
			flush()
			if comp != nil {
				return comp.value(), nil
			}
			return total, nil
		}
		if comp != nil {
			if c, ok, _ := object.ToComplex(th, x); ok {
				comp.add(c)
				continue
			}
			total, comp = comp.value(), nil
		}
		if inFloat {
			if x.IsExactFloat() {
				add(x.ExactFloat())
				continue
			}
			if i, ok := x.AsInt(); ok {
				add(float64(i))
				continue
			}
			flush()
		} else if total.IsExactFloat() && x.IsExactFloat() {
			hi, lo, inFloat = total.ExactFloat(), 0, true
			add(x.ExactFloat())
			continue
		} else if total.IsSmallInt() && (x.IsSmallInt() || x.IsBool()) {
			if z, ok := object.AddInt64(total.SmallInt(), x.SmallInt()); ok {
				total = object.Int(z)
				continue
			}
		} else if total.IsSmallInt() && x.IsExactFloat() {
			hi, lo, inFloat = float64(total.SmallInt()), 0, true
			add(x.ExactFloat())
			continue
		}
		if _, isC := object.AsComplex(x); isC {
			if c, ok, _ := object.ToComplex(th, total); ok {
				comp = &complexSum{}
				comp.add(c)
				y, _ := object.AsComplex(x)
				comp.add(y.V)
				continue
			}
		}
		if total, err = object.BinaryOp(th, object.OpAdd, total, x); err != nil {
			return object.Null, err
		}
	}
}

type complexSum struct{ hi, lo [2]float64 }

func (s *complexSum) add(c complex128) {
	for i, x := range []float64{real(c), imag(c)} {
		t := s.hi[i] + x
		if math.Abs(s.hi[i]) >= math.Abs(x) {
			s.lo[i] += (s.hi[i] - t) + x
		} else {
			s.lo[i] += (x - t) + s.hi[i]
		}
		s.hi[i] = t
	}
}

func (s *complexSum) value() Value {
	return object.NewComplex(complex(s.hi[0]+s.lo[0], s.hi[1]+s.lo[1]))
}
