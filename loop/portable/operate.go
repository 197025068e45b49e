package portable

import (
	"cmp"
	"math"
	"slices"

	"github.com/magneto-go/magneto/loop/ir"
)

type number interface {
	int32 | int64 | float32 | float64
}

func truth(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// operate computes node id for n lanes.
func (m *machine) operate(id ir.ID, n int) {
	v := &m.k.Values[id]
	d, a, b, c := &m.values[id], &m.values[v.Args[0]], &m.values[v.Args[1]], &m.values[v.Args[2]]
	switch v.Op {
	case ir.Lt, ir.Le, ir.Eq, ir.Ne:
		switch m.k.TypeOf(v.Args[0]) {
		case ir.I32:
			relate(v.Op, d.i32[:n], a.i32, b.i32)
		case ir.I64:
			relate(v.Op, d.i32[:n], a.i64, b.i64)
		case ir.F32:
			relate(v.Op, d.i32[:n], a.f32, b.f32)
		case ir.F64:
			relate(v.Op, d.i32[:n], a.f64, b.f64)
		}
		return
	case ir.Select:
		switch v.Type {
		case ir.I64:
			choose(d.i64[:n], a.i32, b.i64, c.i64)
		case ir.F32:
			choose(d.f32[:n], a.i32, b.f32, c.f32)
		case ir.F64:
			choose(d.f64[:n], a.i32, b.f64, c.f64)
		default:
			choose(d.i32[:n], a.i32, b.i32, c.i32)
		}
		return
	case ir.Reject:
		d.move(v.Type, a, n)
		m.outside = m.outside || slices.Contains(b.i32[:n], 1)
		return
	case ir.To:
		convert(v.Type, d, m.k.TypeOf(v.Args[0]), a, n)
		return
	case ir.Bits:
		for i := range n {
			switch v.Type {
			case ir.I32:
				d.i32[i] = int32(math.Float32bits(a.f32[i]))
			case ir.F32:
				d.f32[i] = math.Float32frombits(uint32(a.i32[i]))
			case ir.I64:
				d.i64[i] = int64(math.Float64bits(a.f64[i]))
			case ir.F64:
				d.f64[i] = math.Float64frombits(uint64(a.i64[i]))
			}
		}
		return
	case ir.Half:
		for i := range n {
			d.f32[i] = FromHalf(ToHalf(a.f32[i]))
		}
		return
	case ir.Not:
		for i := range n {
			d.i32[i] = a.i32[i] ^ 1
		}
		return
	}
	switch v.Type {
	case ir.F32:
		floats(v.Op, d.f32[:n], a.f32, b.f32, c.f32, FMA32, scale2f32)
	case ir.F64:
		floats(v.Op, d.f64[:n], a.f64, b.f64, c.f64, math.FMA, scale2f64)
	case ir.I64:
		integers(v.Op, d.i64[:n], a.i64, b.i64, v.Imm, func(x int64) int64 { return int64(uint64(x) >> v.Imm) })
	default:
		integers(v.Op, d.i32[:n], a.i32, b.i32, v.Imm, func(x int32) int32 { return int32(uint32(x) >> v.Imm) })
	}
}

func relate[T number](o ir.Op, d []int32, a, b []T) {
	for i := range d {
		switch o {
		case ir.Lt:
			d[i] = truth(a[i] < b[i])
		case ir.Le:
			d[i] = truth(a[i] <= b[i])
		case ir.Eq:
			d[i] = truth(a[i] == b[i])
		case ir.Ne:
			d[i] = truth(a[i] != b[i])
		}
	}
}

func choose[T any](d []T, m []int32, a, b []T) {
	for i := range d {
		if m[i] != 0 {
			d[i] = a[i]
		} else {
			d[i] = b[i]
		}
	}
}

// Operations of two operands by name, for one type.
func binaryFloat[T float32 | float64](o ir.Op) func(a, b T) T {
	switch o {
	case ir.Add:
		return func(a, b T) T { return a + b }
	case ir.Sub:
		return func(a, b T) T { return a - b }
	case ir.Mul:
		return func(a, b T) T { return a * b }
	case ir.Div:
		return func(a, b T) T { return a / b }
	case ir.Min:
		return func(a, b T) T {
			if b < a || b != b {
				return b
			}
			return a
		}
	case ir.Max:
		return func(a, b T) T {
			if a < b || b != b {
				return b
			}
			return a
		}
	case ir.PMin:
		return func(a, b T) T {
			if b < a {
				return b
			}
			return a
		}
	case ir.PMax:
		return func(a, b T) T {
			if a < b {
				return b
			}
			return a
		}
	}
	return nil
}

func unaryFloat[T float32 | float64](o ir.Op) func(a T) T {
	through := func(f func(float64) float64) func(T) T { // exact for what rounds to an integer, right for √ (double rounding is harmless: 53 ≥ 2·24+2)
		return func(a T) T { return T(f(float64(a))) }
	}
	switch o {
	case ir.Neg:
		return func(a T) T { return -a }
	case ir.Abs:
		return through(math.Abs)
	case ir.Sqrt:
		return through(math.Sqrt)
	case ir.Floor:
		return through(math.Floor)
	case ir.Ceil:
		return through(math.Ceil)
	case ir.Trunc:
		return through(math.Trunc)
	case ir.Round:
		return through(math.RoundToEven)
	}
	return nil
}

func floats[T float32 | float64](o ir.Op, d, a, b, c []T, fma func(a, b, c T) T, scale2 func(a, b T) T) {
	if f := binaryFloat[T](o); f != nil {
		for i := range d {
			d[i] = f(a[i], b[i])
		}
		return
	}
	if f := unaryFloat[T](o); f != nil {
		for i := range d {
			d[i] = f(a[i])
		}
		return
	}
	for i := range d {
		switch o {
		case ir.FMA:
			d[i] = fma(a[i], b[i], c[i])
		case ir.FNMA:
			d[i] = fma(-a[i], b[i], c[i])
		case ir.Scale2:
			d[i] = scale2(a[i], b[i])
		}
	}
}

func binaryInt[T int32 | int64](o ir.Op) func(a, b T) T {
	switch o {
	case ir.Add:
		return func(a, b T) T { return a + b }
	case ir.Sub:
		return func(a, b T) T { return a - b }
	case ir.Mul:
		return func(a, b T) T { return a * b }
	case ir.Div:
		return func(a, b T) T {
			if b == 0 {
				return 0
			}
			return a / b // the least by -1 wraps to itself
		}
	case ir.Rem:
		return func(a, b T) T {
			if b == 0 {
				return 0
			}
			return a % b
		}
	case ir.Min:
		return func(a, b T) T { return min(a, b) }
	case ir.Max:
		return func(a, b T) T { return max(a, b) }
	case ir.And:
		return func(a, b T) T { return a & b }
	case ir.Or:
		return func(a, b T) T { return a | b }
	case ir.Xor:
		return func(a, b T) T { return a ^ b }
	}
	return nil
}

func integers[T int32 | int64](o ir.Op, d, a, b []T, count uint64, shr func(T) T) {
	if f := binaryInt[T](o); f != nil {
		for i := range d {
			d[i] = f(a[i], b[i])
		}
		return
	}
	for i := range d {
		switch o {
		case ir.Neg:
			d[i] = -a[i]
		case ir.Abs:
			if d[i] = a[i]; cmp.Less(d[i], 0) {
				d[i] = -d[i]
			}
		case ir.Shl:
			d[i] = a[i] << count
		case ir.Shr:
			d[i] = shr(a[i])
		case ir.Sar:
			d[i] = a[i] >> count
		}
	}
}

// combine takes n elements of the operand of red, from element at on, into its partial results.
func (m *machine) combine(red *ir.Reduction, partial *lanes, at, n int) {
	t := m.k.TypeOf(red.Value)
	switch v, by := &m.values[red.Value], &m.values[red.By]; {
	case red.By == 0:
		combine(red.Op, t, partial, v, at, n)
	case t == ir.F32:
		for j := range n {
			partial.f32[j] = FMA32(v.f32[at+j], by.f32[at+j], partial.f32[j])
		}
	default:
		for j := range n {
			partial.f64[j] = math.FMA(v.f64[at+j], by.f64[at+j], partial.f64[j])
		}
	}
}

// combine is one step of a reduction: dst[j] = o(dst[j], src[at+j]) for j < n. dst and src may be the same lanes.
func combine(o ir.Op, t ir.Type, dst, src *lanes, at, n int) {
	switch t {
	case ir.F32:
		reduce(binaryFloat[float32](o), dst.f32[:n], src.f32[at:])
	case ir.F64:
		reduce(binaryFloat[float64](o), dst.f64[:n], src.f64[at:])
	case ir.I64:
		reduce(binaryInt[int64](o), dst.i64[:n], src.i64[at:])
	default:
		reduce(binaryInt[int32](o), dst.i32[:n], src.i32[at:])
	}
}

func reduce[T any](f func(a, b T) T, d, s []T) {
	for i := range d {
		d[i] = f(d[i], s[i])
	}
}

// convert gives d of type to from a of type from.
func convert(to ir.Type, d *lanes, from ir.Type, a *lanes, n int) {
	for i := range n {
		switch from {
		case ir.F32:
			fromFloat(to, d, i, float64(a.f32[i]))
		case ir.F64:
			fromFloat(to, d, i, a.f64[i])
		case ir.I64:
			fromInt(to, d, i, a.i64[i])
		default:
			fromInt(to, d, i, int64(a.i32[i]))
		}
	}
}

func fromInt(to ir.Type, d *lanes, i int, v int64) {
	switch to {
	case ir.I32:
		d.i32[i] = int32(v)
	case ir.I64:
		d.i64[i] = v
	case ir.F32:
		d.f32[i] = float32(v)
	case ir.F64:
		d.f64[i] = float64(v)
	}
}

// fromFloat converts; float32 values pass through float64 unchanged.
func fromFloat(to ir.Type, d *lanes, i int, v float64) {
	switch to {
	case ir.I32:
		d.i32[i] = math.MinInt32
		if v > -0x1p31-1 && v < 0x1p31 {
			d.i32[i] = int32(v)
		}
	case ir.I64:
		d.i64[i] = math.MinInt64
		if v >= -0x1p63 && v < 0x1p63 {
			d.i64[i] = int64(v)
		}
	case ir.F32:
		d.f32[i] = float32(v)
	case ir.F64:
		d.f64[i] = v
	}
}
