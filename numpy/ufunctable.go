package numpy

import (
	"math"
	"math/bits"
	"math/cmplx"
	"sync"

	"github.com/magneto-go/magneto/precise"
	"github.com/magneto-go/magneto/precise/complexes"
	"github.com/magneto-go/magneto/vm/object"
)

// The rules of types.

func anyNumber(u *ufunc, dt DType) (DType, bool) { return dt, dt.isNumber() }

// noBool is for functions that have no meaning for booleans.
func noBool(u *ufunc, dt DType) (DType, bool) { return dt, dt.isNumber() && dt.C != Bool }

// boolToInt makes small integers of booleans.
func boolToInt(u *ufunc, dt DType) (DType, bool) {
	if dt.C == Bool {
		return of(Int8), true
	}
	return dt, dt.isNumber()
}

func realNumbers(u *ufunc, dt DType) (DType, bool) { return dt, dt.isNumber() && !dt.isComplex() }

func realNoBool(u *ufunc, dt DType) (DType, bool) {
	dt, ok := boolToInt(u, dt)
	return dt, ok && !dt.isComplex()
}

func toFloats(u *ufunc, dt DType) (DType, bool) { return floatOf(dt), dt.isNumber() }

func toRealFloats(u *ufunc, dt DType) (DType, bool) {
	return floatOf(dt), dt.isNumber() && !dt.isComplex()
}

// division gives float64 for all integers.
func division(u *ufunc, dt DType) (DType, bool) {
	if dt.C <= Uint64 {
		return float64Type, true
	}
	return dt, dt.isNumber()
}

func bitsOnly(u *ufunc, dt DType) (DType, bool) { return dt, dt.C <= Uint64 }

func shifts(u *ufunc, dt DType) (DType, bool) {
	dt, ok := boolToInt(u, dt)
	return dt, ok && dt.C <= Uint64
}

func integersOnly(u *ufunc, dt DType) (DType, bool) { return dt, dt.isInt() }

// apart are functions to floats whose operands become floats each for itself, before these are promoted.
var apart = map[string]bool{"arctan2": true, "hypot": true, "copysign": true, "logaddexp": true, "logaddexp2": true, "nextafter": true, "heaviside": true}

// Makers of chunks.

type domainType interface {
	int64 | uint64 | float64 | complex128
}

func binary[T domainType](f func(a, b T) T) func(x, y, out []T) {
	return func(x, y, out []T) {
		y, out = y[:len(x)], out[:len(x)]
		for i, a := range x {
			out[i] = f(a, y[i])
		}
	}
}

func unary[T domainType](f func(a T) T) func(x, y, out []T) {
	return func(x, _, out []T) {
		out = out[:len(x)]
		for i, a := range x {
			out[i] = f(a)
		}
	}
}

func truth[T domainType](f func(a, b T) bool) func(x, y []T, out []uint8) {
	return func(x, y []T, out []uint8) {
		for i, a := range x {
			out[i] = 0
			if f(a, y[i]) {
				out[i] = 1
			}
		}
	}
}

func predicate[T domainType](f func(a T) bool) func(x, y []T, out []uint8) {
	return func(x, _ []T, out []uint8) {
		for i, a := range x {
			out[i] = 0
			if f(a) {
				out[i] = 1
			}
		}
	}
}

func addAll[T domainType](x, y, out []T) {
	y, out = y[:len(x)], out[:len(x)]
	for i := range x {
		out[i] = x[i] + y[i]
	}
}

func subAll[T domainType](x, y, out []T) {
	y, out = y[:len(x)], out[:len(x)]
	for i := range x {
		out[i] = x[i] - y[i]
	}
}

func mulAll[T int64 | uint64 | float64](x, y, out []T) {
	y, out = y[:len(x)], out[:len(x)]
	for i := range x {
		out[i] = x[i] * y[i]
	}
}

func divAll(x, y, out []float64) {
	y, out = y[:len(x)], out[:len(x)]
	for i := range x {
		out[i] = x[i] / y[i]
	}
}

func lessAll[T int64 | uint64 | float64](x, y []T, out []uint8) {
	y, out = y[:len(x)], out[:len(x)]
	for i := range x {
		b := uint8(0)
		if x[i] < y[i] {
			b = 1
		}
		out[i] = b
	}
}

func equalAll[T domainType](x, y []T, out []uint8) {
	y, out = y[:len(x)], out[:len(x)]
	for i := range x {
		b := uint8(0)
		if x[i] == y[i] {
			b = 1
		}
		out[i] = b
	}
}

func swapped[T domainType](f func(x, y []T, out []uint8)) func(x, y []T, out []uint8) {
	return func(x, y []T, out []uint8) { f(y, x, out) }
}

// Arithmetic with rules of its own.

func mulComplex(a, b complex128) complex128 {
	return complex(float64(real(a)*real(b))-float64(imag(a)*imag(b)), float64(real(a)*imag(b))+float64(imag(a)*real(b)))
}

func mulComplex64(a, b complex128) complex128 {
	ar, ai, br, bi := float32(real(a)), float32(imag(a)), float32(real(b)), float32(imag(b))
	return complex(float64(float32(ar*br)-float32(ai*bi)), float64(float32(ar*bi)+float32(ai*br)))
}

// divComplex is Smith's algorithm.
func divComplex(a, b complex128) complex128 {
	ar, ai, br, bi := real(a), imag(a), real(b), imag(b)
	if math.Abs(br) >= math.Abs(bi) {
		if br == 0 && bi == 0 {
			return complex(ar/math.Abs(br), ai/math.Abs(br))
		}
		r := bi / br
		s := 1 / (br + bi*r)
		return complex((ar+ai*r)*s, (ai-ar*r)*s)
	}
	r := br / bi
	s := 1 / (bi + br*r)
	return complex((ar*r+ai)*s, (ai*r-ar)*s)
}

func divComplex64(a, b complex128) complex128 {
	ar, ai, br, bi := float32(real(a)), float32(imag(a)), float32(real(b)), float32(imag(b))
	if math.Abs(float64(br)) >= math.Abs(float64(bi)) {
		if br == 0 && bi == 0 {
			return divComplex(a, b)
		}
		r := bi / br
		s := 1 / (br + float32(bi*r))
		return complex(float64((ar+float32(ai*r))*s), float64((ai-float32(ar*r))*s))
	}
	r := br / bi
	s := 1 / (bi + float32(br*r))
	return complex(float64((float32(ar*r)+ai)*s), float64((float32(ai*r)-ar)*s))
}

func floorDivInt(a, b int64) int64 {
	switch {
	case b == 0:
		return 0
	case b == -1:
		return -a
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func modInt(a, b int64) int64 {
	if b == 0 || b == -1 {
		return 0
	}
	r := a % b
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return r
}

func modFloat(a, b float64) float64 {
	r := math.Mod(a, b)
	if b == 0 {
		return r
	}
	if r != 0 {
		if (b < 0) != (r < 0) {
			r += b
		}
		return r
	}
	return math.Copysign(0, b)
}

func floorDivFloat(a, b float64) float64 {
	if b == 0 {
		return a / b
	}
	if math.IsInf(a, 0) && !math.IsNaN(b) && !math.IsInf(b, 0) {
		return math.NaN()
	}
	r := math.Mod(a, b)
	div := (a - r) / b
	if r != 0 && (b < 0) != (r < 0) {
		div--
	}
	if div == 0 {
		return math.Copysign(0, a/b)
	}
	floor := math.Floor(div)
	if div-floor > 0.5 {
		floor++
	}
	return floor
}

func powInt[T int64 | uint64](a, n T) T {
	r := T(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			r *= a
		}
		a *= a
	}
	return r
}

func powComplex(a, b complex128) complex128 {
	switch {
	case b == 0:
		return 1
	case a == 0:
		if real(b) > 0 {
			return 0
		}
		return cmplx.NaN()
	case imag(b) == 0 && real(b) == math.Trunc(real(b)) && math.Abs(real(b)) < 100:
		n := int(math.Abs(real(b)))
		r, p := complex128(1), a
		for ; n > 0; n >>= 1 {
			if n&1 != 0 {
				r = mulComplex(r, p)
			}
			p = mulComplex(p, p)
		}
		if real(b) < 0 {
			return divComplex(1, r)
		}
		return r
	}
	return cmplx.Pow(a, b)
}

func maxFloat(a, b float64) float64 {
	if a >= b || a != a {
		return a
	}
	return b
}

func minFloat(a, b float64) float64 {
	if a <= b || a != a {
		return a
	}
	return b
}

func fmaxFloat(a, b float64) float64 {
	if a >= b || b != b {
		return a
	}
	return b
}

func fminFloat(a, b float64) float64 {
	if a <= b || b != b {
		return a
	}
	return b
}

// lessComplex orders by real, then by imaginary part.
func lessComplex(a, b complex128) bool {
	return real(a) < real(b) || real(a) == real(b) && imag(a) < imag(b)
}

func maxAll(x, y, out []float64) {
	y, out = y[:len(x)], out[:len(x)]
	for i, a := range x {
		if b := y[i]; !(a >= b) && a == a {
			a = b
		}
		out[i] = a
	}
}

func minAll(x, y, out []float64) {
	y, out = y[:len(x)], out[:len(x)]
	for i, a := range x {
		if b := y[i]; !(a <= b) && a == a {
			a = b
		}
		out[i] = a
	}
}

func maxInt[T int64 | uint64](x, y, out []T) {
	for i, a := range x {
		out[i] = max(a, y[i])
	}
}

func minInt[T int64 | uint64](x, y, out []T) {
	for i, a := range x {
		out[i] = min(a, y[i])
	}
}

func gcdInt(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

func gcdUint(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func logaddexp(a, b float64) float64 {
	if a == b {
		return a + math.Ln2
	}
	switch d := a - b; {
	case d > 0:
		return a + precise.Log1p(precise.Exp(-d))
	case d <= 0:
		return b + precise.Log1p(precise.Exp(d))
	default:
		return d
	}
}

func signOf[T int64 | float64](a T) T {
	switch {
	case a > 0:
		return 1
	case a < 0:
		return -1
	}
	return a // zero or NaN
}

func same[T any](a T) T { return a }

func operator(op object.Op) func(th *object.Thread, x, y Value) (Value, error) {
	return func(th *object.Thread, x, y Value) (Value, error) { return object.BinaryOp(th, op, x, y) }
}

func comparison(op object.CompareOp) func(th *object.Thread, x, y Value) (Value, error) {
	return func(th *object.Thread, x, y Value) (Value, error) { return object.Compare(th, x, y, op) }
}

// choice is maximum or minimum of objects.
func choice(op object.CompareOp) func(th *object.Thread, x, y Value) (Value, error) {
	return func(th *object.Thread, x, y Value) (Value, error) {
		first, err := object.CompareBool(th, x, y, op)
		if err != nil || first {
			return x, err
		}
		return y, nil
	}
}

func isNaN(z complex128) bool { return math.IsNaN(real(z)) || math.IsNaN(imag(z)) }

// floatFunction is a row for a function of floats, with a complex form or none.
func floatFunction(name string, f func(float64) float64, c func(complex128) complex128) ufunc {
	u := ufunc{name: name, nin: 1, rule: toRealFloats, kernel: kernel{f: unary(f)}}
	if c != nil {
		u.rule = toFloats
		u.c = unary(c)
	}
	return u
}

// angles multiplies by a quotient, which has the digits of the type.
func angles(name string, over, under float64) ufunc {
	u := floatFunction(name, func(x float64) float64 { return x * (over / under) }, nil)
	narrow := float64(float32(over) / float32(under))
	u.kernel.narrow = func(code) func(x, y, out []float64) {
		return unary(func(x float64) float64 { return float64(float32(x * narrow)) })
	}
	return u
}

func compareRow(name string, op object.CompareOp, i func(x, y []int64, out []uint8), n func(x, y []uint64, out []uint8), f func(x, y []float64, out []uint8), c func(a, b complex128) bool) ufunc {
	r := ordering
	if op == object.Eq || op == object.Ne {
		r = equality
	}
	return ufunc{name: name, nin: 2, rule: anyNumber, toBool: true, quiet: true, relation: r, obj: comparison(op), kernel: kernel{ib: i, ub: n, fb: f, cb: truth(c)}}
}

func logicalRow(name string, identity any, f func(a, b bool) bool, obj func(th *object.Thread, x, y Value) (Value, error)) ufunc {
	return ufunc{name: name, nin: 2, rule: anyNumber, toBool: true, quiet: true, identity: identity, exact: true, obj: obj, kernel: kernel{
		ib: truth(func(a, b int64) bool { return f(a != 0, b != 0) }), ub: truth(func(a, b uint64) bool { return f(a != 0, b != 0) }),
		fb: truth(func(a, b float64) bool { return f(a != 0, b != 0) }), cb: truth(func(a, b complex128) bool { return f(a != 0, b != 0) })}}
}

// floatPredicate is about floats; integers have one answer.
func floatPredicate(name string, f func(x float64) bool, all bool) ufunc {
	answer := func(bool) bool { return all }
	return ufunc{name: name, nin: 1, rule: anyNumber, toBool: true, quiet: true, kernel: kernel{ib: predicate(func(int64) bool { return answer(true) }), ub: predicate(func(uint64) bool { return answer(true) }),
		fb: predicate(f), cb: predicate(func(z complex128) bool {
			if all {
				return f(real(z)) && f(imag(z))
			}
			return f(real(z)) || f(imag(z))
		})}}
}

func roundRow(name string, f func(float64) float64) ufunc {
	return ufunc{name: name, nin: 1, rule: realNumbers, kernel: kernel{i: unary(same[int64]), u: unary(same[uint64]), f: unary(f)}}
}

func bitRow(name string, identity any, op object.Op, i func(a, b int64) int64, u func(a, b uint64) uint64) ufunc {
	return ufunc{name: name, nin: 2, rule: bitsOnly, identity: identity, exact: true, obj: operator(op), kernel: kernel{i: binary(i), u: binary(u)}}
}

func extremumRow(name string, op object.CompareOp, i func(x, y, out []int64), n func(x, y, out []uint64), f func(a, b float64) float64, c func(a, b complex128) complex128) ufunc {
	floats := binary(f)
	switch name {
	case "maximum":
		floats = maxAll
	case "minimum":
		floats = minAll
	}
	return ufunc{name: name, nin: 2, rule: anyNumber, exact: true, quiet: true, obj: choice(op), kernel: kernel{i: i, u: n, f: floats, c: binary(c)}}
}

// aliasNames are further names of ufuncs.
var aliasNames = map[string]string{"abs": "absolute", "true_divide": "divide", "mod": "remainder", "bitwise_not": "invert", "bitwise_invert": "invert", "conj": "conjugate",
	"acos": "arccos", "asin": "arcsin", "atan": "arctan", "atan2": "arctan2", "acosh": "arccosh", "asinh": "arcsinh", "atanh": "arctanh", "pow": "power",
	"bitwise_left_shift": "left_shift", "bitwise_right_shift": "right_shift"}

// ufuncs is the table of universal functions.
var ufuncs = sync.OnceValue(func() map[string]*ufunc {
	logicalOr := &kernel{u: binary(func(a, b uint64) uint64 { return a | b })}
	logicalAnd := &kernel{u: binary(func(a, b uint64) uint64 { return a & b })}
	pickComplex := func(first func(a, b complex128) bool) func(a, b complex128) complex128 {
		return func(a, b complex128) complex128 {
			if isNaN(a) || !isNaN(b) && first(a, b) {
				return a
			}
			return b
		}
	}
	rows := []ufunc{
		{name: "add", nin: 2, rule: anyNumber, boolAs: logicalOr, identity: int64(0), obj: operator(object.OpAdd), kernel: kernel{i: addAll[int64], u: addAll[uint64], f: addAll[float64], c: addAll[complex128]}},
		{name: "subtract", nin: 2, rule: noBool, obj: operator(object.OpSub), kernel: kernel{i: subAll[int64], u: subAll[uint64], f: subAll[float64], c: subAll[complex128]}},
		{name: "multiply", nin: 2, rule: anyNumber, boolAs: logicalAnd, identity: int64(1), obj: operator(object.OpMul),
			kernel: kernel{i: mulAll[int64], u: mulAll[uint64], f: mulAll[float64], c: binary(mulComplex), c64: binary(mulComplex64)}},
		{name: "divide", nin: 2, rule: division, divides: true, obj: operator(object.OpTrueDiv), kernel: kernel{f: divAll, c: binary(divComplex), c64: binary(divComplex64)}},
		{name: "floor_divide", nin: 2, rule: realNoBool, divides: true, obj: operator(object.OpFloorDiv), kernel: kernel{i: binary(floorDivInt), u: binary(func(a, b uint64) uint64 {
			if b == 0 {
				return 0
			}
			return a / b
		}), f: binary(floorDivFloat)}},
		{name: "remainder", nin: 2, rule: realNoBool, divides: true, obj: operator(object.OpMod), kernel: kernel{i: binary(modInt), u: binary(func(a, b uint64) uint64 {
			if b == 0 {
				return 0
			}
			return a % b
		}), f: binary(modFloat)}},
		{name: "fmod", nin: 2, rule: realNoBool, divides: true, kernel: kernel{i: binary(func(a, b int64) int64 {
			if b == 0 || b == -1 {
				return 0
			}
			return a % b
		}), u: binary(func(a, b uint64) uint64 {
			if b == 0 {
				return 0
			}
			return a % b
		}), f: binary(math.Mod)}},
		{name: "power", nin: 2, rule: boolToInt, divides: true, obj: operator(object.OpPow), kernel: kernel{i: binary(powInt[int64]), u: binary(powInt[uint64]), f: powAll, c: binary(powComplex)}},
		{name: "float_power", nin: 2, rule: func(u *ufunc, dt DType) (DType, bool) {
			if dt.isComplex() {
				return of(Complex128), true
			}
			return float64Type, dt.isNumber()
		}, divides: true, kernel: kernel{f: powAll, c: binary(powComplex)}},
		extremumRow("maximum", object.Ge, maxInt[int64], maxInt[uint64], maxFloat, pickComplex(func(a, b complex128) bool { return !lessComplex(a, b) })),
		extremumRow("minimum", object.Le, minInt[int64], minInt[uint64], minFloat, pickComplex(func(a, b complex128) bool { return !lessComplex(b, a) })),
		extremumRow("fmax", object.Ge, maxInt[int64], maxInt[uint64], fmaxFloat, func(a, b complex128) complex128 {
			if isNaN(b) || !isNaN(a) && !lessComplex(a, b) {
				return a
			}
			return b
		}),
		extremumRow("fmin", object.Le, minInt[int64], minInt[uint64], fminFloat, func(a, b complex128) complex128 {
			if isNaN(b) || !isNaN(a) && !lessComplex(b, a) {
				return a
			}
			return b
		}),
		{name: "arctan2", nin: 2, rule: toRealFloats, kernel: kernel{f: binary(precise.Atan2)}},
		{name: "hypot", nin: 2, rule: toRealFloats, identity: int64(0), kernel: kernel{f: binary(precise.Hypot)}},
		{name: "logaddexp", nin: 2, rule: toRealFloats, identity: math.Inf(-1), kernel: kernel{f: binary(logaddexp)}},
		{name: "logaddexp2", nin: 2, rule: toRealFloats, identity: math.Inf(-1), kernel: kernel{f: binary(func(a, b float64) float64 {
			if a == b {
				return a + 1
			}
			switch d := a - b; {
			case d > 0:
				return a + precise.Log1p(precise.Exp2(-d))/math.Ln2
			case d <= 0:
				return b + precise.Log1p(precise.Exp2(d))/math.Ln2
			default:
				return d
			}
		})}},
		{name: "copysign", nin: 2, rule: toRealFloats, kernel: kernel{f: binary(math.Copysign)}},
		{name: "nextafter", nin: 2, rule: toRealFloats, quiet: true, kernel: kernel{f: binary(neighbours(Float64)), narrow: func(c code) func(x, y, out []float64) { return binary(neighbours(c)) }}},
		{name: "heaviside", nin: 2, rule: toRealFloats, kernel: kernel{f: binary(func(a, b float64) float64 {
			switch {
			case a != a:
				return a
			case a == 0:
				return b
			case a < 0:
				return 0
			}
			return 1
		})}},
		{name: "ldexp", nin: 2, rule: toRealFloats, kernel: kernel{f: binary(func(a, b float64) float64 { return math.Ldexp(a, int(b)) })}},
		{name: "gcd", nin: 2, rule: integersOnly, identity: int64(0), exact: true, kernel: kernel{i: binary(gcdInt), u: binary(gcdUint)}},
		{name: "lcm", nin: 2, rule: integersOnly, exact: true, kernel: kernel{i: binary(func(a, b int64) int64 {
			g := gcdInt(a, b)
			if g == 0 {
				return 0
			}
			return max(a/g*b, -(a / g * b))
		}), u: binary(func(a, b uint64) uint64 {
			g := gcdUint(a, b)
			if g == 0 {
				return 0
			}
			return a / g * b
		})}},
		bitRow("bitwise_and", int64(-1), object.OpAnd, func(a, b int64) int64 { return a & b }, func(a, b uint64) uint64 { return a & b }),
		bitRow("bitwise_or", int64(0), object.OpOr, func(a, b int64) int64 { return a | b }, func(a, b uint64) uint64 { return a | b }),
		bitRow("bitwise_xor", int64(0), object.OpXor, func(a, b int64) int64 { return a ^ b }, func(a, b uint64) uint64 { return a ^ b }),
		{name: "left_shift", nin: 2, rule: shifts, obj: operator(object.OpLshift), kernel: kernel{i: binary(func(a, b int64) int64 {
			if b < 0 || b > 63 {
				return 0
			}
			return a << b
		}), u: binary(func(a, b uint64) uint64 { return a << min(b, 64) })}},
		{name: "right_shift", nin: 2, rule: shifts, obj: operator(object.OpRshift), kernel: kernel{i: binary(func(a, b int64) int64 {
			if b < 0 || b > 63 {
				return a >> 63
			}
			return a >> b
		}), u: binary(func(a, b uint64) uint64 { return a >> min(b, 64) })}},
		compareRow("less", object.Lt, lessAll[int64], lessAll[uint64], lessAll[float64], lessComplex),
		compareRow("greater", object.Gt, swapped(lessAll[int64]), swapped(lessAll[uint64]), swapped(lessAll[float64]), func(a, b complex128) bool { return lessComplex(b, a) }),
		compareRow("less_equal", object.Le, truth(func(a, b int64) bool { return a <= b }), truth(func(a, b uint64) bool { return a <= b }), truth(func(a, b float64) bool { return a <= b }),
			func(a, b complex128) bool { return lessComplex(a, b) || a == b }),
		compareRow("greater_equal", object.Ge, truth(func(a, b int64) bool { return a >= b }), truth(func(a, b uint64) bool { return a >= b }), truth(func(a, b float64) bool { return a >= b }),
			func(a, b complex128) bool { return lessComplex(b, a) || a == b }),
		compareRow("equal", object.Eq, equalAll[int64], equalAll[uint64], equalAll[float64], func(a, b complex128) bool { return a == b }),
		compareRow("not_equal", object.Ne, truth(func(a, b int64) bool { return a != b }), truth(func(a, b uint64) bool { return a != b }), truth(func(a, b float64) bool { return a != b }),
			func(a, b complex128) bool { return a != b }),
		logicalRow("logical_and", true, func(a, b bool) bool { return a && b }, func(th *object.Thread, x, y Value) (Value, error) {
			if ok, err := object.IsTrue(th, x); err != nil || !ok {
				return x, err
			}
			return y, nil
		}),
		logicalRow("logical_or", false, func(a, b bool) bool { return a || b }, func(th *object.Thread, x, y Value) (Value, error) {
			if ok, err := object.IsTrue(th, x); err != nil || ok {
				return x, err
			}
			return y, nil
		}),
		logicalRow("logical_xor", false, func(a, b bool) bool { return a != b }, nil),
		{name: "logical_not", nin: 1, rule: anyNumber, toBool: true, quiet: true, obj: func(th *object.Thread, x, _ Value) (Value, error) {
			b, err := object.IsTrue(th, x)
			return object.Bool(!b), err
		}, kernel: kernel{ib: predicate(func(a int64) bool { return a == 0 }), ub: predicate(func(a uint64) bool { return a == 0 }),
			fb: predicate(func(a float64) bool { return a == 0 }), cb: predicate(func(a complex128) bool { return a == 0 })}},
		floatPredicate("isnan", math.IsNaN, false), floatPredicate("isinf", func(x float64) bool { return math.IsInf(x, 0) }, false),
		floatPredicate("isfinite", func(x float64) bool { return x-x == 0 }, true),
		{name: "signbit", nin: 1, rule: toRealFloats, toBool: true, quiet: true, kernel: kernel{fb: predicate(math.Signbit)}},
		{name: "negative", nin: 1, rule: noBool, quiet: true, obj: func(th *object.Thread, x, _ Value) (Value, error) { return object.Neg(th, x) },
			kernel: kernel{i: unary(func(a int64) int64 { return -a }), u: unary(func(a uint64) uint64 { return -a }), f: unary(func(a float64) float64 { return -a }), c: unary(func(a complex128) complex128 { return -a })}},
		{name: "positive", nin: 1, rule: noBool, quiet: true, obj: func(th *object.Thread, x, _ Value) (Value, error) { return object.Pos(th, x) },
			kernel: kernel{i: unary(same[int64]), u: unary(same[uint64]), f: unary(same[float64]), c: unary(same[complex128])}},
		{name: "absolute", nin: 1, rule: anyNumber, obj: func(th *object.Thread, x, _ Value) (Value, error) { return object.Abs(th, x) },
			kernel: kernel{i: unary(func(a int64) int64 { return max(a, -a) }), u: unary(same[uint64]), f: unary(math.Abs), cf: func(x []complex128, out []float64) {
				for i, z := range x {
					out[i] = precise.Hypot(real(z), imag(z))
				}
			}}},
		{name: "fabs", nin: 1, rule: toRealFloats, kernel: kernel{f: unary(math.Abs)}},
		{name: "sign", nin: 1, rule: noBool, quiet: true, kernel: kernel{i: unary(signOf[int64]), u: unary(func(a uint64) uint64 { return min(a, 1) }), f: unary(signOf[float64]), c: unary(complexSign)}},
		{name: "invert", nin: 1, rule: bitsOnly, obj: func(th *object.Thread, x, _ Value) (Value, error) { return object.Invert(th, x) },
			boolAs: &kernel{u: unary(func(a uint64) uint64 { return a ^ 1 })}, kernel: kernel{i: unary(func(a int64) int64 { return ^a }), u: unary(func(a uint64) uint64 { return ^a })}},
		{name: "conjugate", nin: 1, rule: boolToInt, quiet: true, kernel: kernel{i: unary(same[int64]), u: unary(same[uint64]), f: unary(same[float64]), c: unary(cmplx.Conj)}},
		{name: "square", nin: 1, rule: boolToInt, kernel: kernel{i: unary(func(a int64) int64 { return a * a }), u: unary(func(a uint64) uint64 { return a * a }), f: unary(func(a float64) float64 { return a * a }),
			c: unary(func(a complex128) complex128 { return mulComplex(a, a) }), c64: unary(func(a complex128) complex128 { return mulComplex64(a, a) })}},
		{name: "reciprocal", nin: 1, rule: boolToInt, divides: true, kernel: kernel{i: unary(func(a int64) int64 {
			if a == 0 {
				return math.MinInt64
			}
			return 1 / a
		}), u: unary(func(a uint64) uint64 {
			if a == 0 {
				return 0
			}
			return 1 / a
		}), f: unary(func(a float64) float64 { return 1 / a }), c: unary(complexReciprocal)}},
		{name: "bitwise_count", nin: 1, rule: bitsOnly, toBytes: true, kernel: kernel{i: unary(func(a int64) int64 { return int64(bits.OnesCount64(uint64(max(a, -a)))) }), u: unary(func(a uint64) uint64 { return uint64(bits.OnesCount64(a)) })}},
		floatFunction("sqrt", math.Sqrt, complexes.Sqrt), floatFunction("exp", precise.Exp, complexes.Exp), floatFunction("exp2", precise.Exp2, complexExp2),
		floatFunction("expm1", precise.Expm1, complexes.Expm1),
		floatFunction("log1p", precise.Log1p, complexLog1p),
		floatFunction("log", precise.Log, complexes.Log), floatFunction("log2", precise.Log2, complexes.Log2), floatFunction("log10", precise.Log10, complexes.Log10),
		floatFunction("sin", precise.Sin, complexes.Sin), floatFunction("cos", precise.Cos, complexes.Cos), floatFunction("tan", precise.Tan, complexes.Tan),
		floatFunction("arcsin", precise.Asin, complexes.Asin), floatFunction("arccos", precise.Acos, complexes.Acos), floatFunction("arctan", precise.Atan, complexes.Atan),
		floatFunction("sinh", precise.Sinh, complexes.Sinh), floatFunction("cosh", precise.Cosh, complexes.Cosh), floatFunction("tanh", precise.Tanh, complexes.Tanh),
		floatFunction("arcsinh", precise.Asinh, complexes.Asinh), floatFunction("arccosh", precise.Acosh, complexes.Acosh), floatFunction("arctanh", precise.Atanh, complexes.Atanh),
		floatFunction("cbrt", precise.Cbrt, nil), angles("degrees", 180, math.Pi), angles("radians", math.Pi, 180), angles("rad2deg", 180, math.Pi), angles("deg2rad", math.Pi, 180),
		floatFunction("rint", math.RoundToEven, func(z complex128) complex128 { return complex(math.RoundToEven(real(z)), math.RoundToEven(imag(z))) }),
		roundRow("floor", math.Floor), roundRow("ceil", math.Ceil), roundRow("trunc", math.Trunc),
		{name: "spacing", nin: 1, rule: toRealFloats, kernel: kernel{f: unary(spacing(Float64)), narrow: func(c code) func(x, y, out []float64) { return unary(spacing(c)) }}},
	}
	table := map[string]*ufunc{}
	for i := range rows {
		u := &rows[i]
		switch u.name {
		case "log", "log2", "log10", "log1p", "arctanh":
			u.divides = true
		}
		table[u.name] = u
	}
	for alias, name := range aliasNames {
		table[alias] = table[name]
	}
	return table
})

// powAll has quick ways for the commonest exponents.
func powAll(x, y, out []float64) {
	y, out = y[:len(x)], out[:len(x)]
	for i, a := range x {
		switch b := y[i]; b {
		case 2:
			out[i] = a * a
		case 1:
			out[i] = a
		case 0.5:
			if a >= 0 && a <= math.MaxFloat64 {
				out[i] = math.Sqrt(a)
			} else {
				out[i] = precise.Pow(a, b)
			}
		default:
			out[i] = precise.Pow(a, b)
		}
	}
}
