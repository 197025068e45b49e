package stdlib

import (
	"math"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
	"github.com/magneto-go/magneto/vm/precise"
)

// The module cmath. The inverse functions follow W. Kahan, "Branch Cuts for Complex Elementary Functions" (1987).

const (
	hugePart    = math.MaxFloat64 / 4 // beyond it, squares and sums may overflow: the asymptotic forms are used
	logOfHuge   = 708.3964185322641   // of MaxFloat64/4, rounded down
	sqrtTiny    = 0x1p-511            // the root of the smallest normal number
	subnormalBy = 54                  // an even number of bits that lifts the subnormal numbers
)

type complexFunc func(z complex128) (complex128, error)

// complexFuncs are the functions of one number, by name; those of special are asked for special arguments first.
var complexFuncs = map[string]complexFunc{
	"acos": withSpecial("acos", complexAcos), "acosh": withSpecial("acosh", complexAcosh),
	"asinh": withSpecial("asinh", complexAsinh), "atanh": withSpecial("atanh", complexAtanh),
	"cosh": withSpecial("cosh", complexCosh), "sinh": withSpecial("sinh", complexSinh), "tanh": withSpecial("tanh", complexTanh),
	"exp": withSpecial("exp", complexExp), "sqrt": withSpecial("sqrt", complexSqrt),
	"log10": func(z complex128) (complex128, error) {
		l, err := complexLog(z)
		return complex(real(l)/math.Ln10, imag(l)/math.Ln10), err
	},
	"asin": turned("asinh"), "atan": turned("atanh"), "sin": turned("sinh"), "tan": turned("tanh"),
	"cos": func(z complex128) (complex128, error) {
		return withSpecial("cosh", complexCosh)(complex(-imag(z), real(z)))
	},
}

// ComplexFunction is a function of the module of one number, by name; log is among them.
func ComplexFunction(name string) func(z complex128) (complex128, error) {
	if name == "log" {
		return complexLog
	}
	return complexFuncs[name]
}

// hyperbolic are the functions that turned goes by.
var hyperbolic = map[string]complexFunc{"asinh": complexAsinh, "atanh": complexAtanh, "sinh": complexSinh, "tanh": complexTanh}

// turned is f(z) = -i g(iz), which makes the circular function of a hyperbolic one.
func turned(name string) complexFunc {
	return func(z complex128) (complex128, error) {
		r, err := withSpecial(name, hyperbolic[name])(complex(-imag(z), real(z)))
		return complex(imag(r), -real(r)), err
	}
}

func withSpecial(name string, f complexFunc) complexFunc {
	return func(z complex128) (complex128, error) {
		if !isFinite(real(z)) || !isFinite(imag(z)) {
			if r, ok, err := special(name, real(z), imag(z)); ok {
				return r, err
			}
		}
		return f(z)
	}
}

// rooted is a square root of a finite number without the errors of a function.
func rooted(re, im float64) complex128 {
	r, _ := complexSqrt(complex(re, im))
	return r
}

// logHalfHypot is log(2 * hypot(x/2, y/2)), for large parts.
func logHalfHypot(z complex128) float64 {
	return precise.Log(precise.Hypot(real(z)/2, imag(z)/2)) + 2*math.Ln2
}

func isHuge(z complex128) bool { return math.Abs(real(z)) > hugePart || math.Abs(imag(z)) > hugePart }

func complexAcos(z complex128) (complex128, error) {
	x, y := real(z), imag(z)
	if isHuge(z) {
		im := math.Copysign(logHalfHypot(z), -y)
		return complex(precise.Atan2(math.Abs(y), x), im), nil
	}
	a, b := rooted(1-x, -y), rooted(1+x, y)
	return complex(2*precise.Atan2(real(a), real(b)), precise.Asinh(real(b)*imag(a)-imag(b)*real(a))), nil
}

func complexAcosh(z complex128) (complex128, error) {
	x, y := real(z), imag(z)
	if isHuge(z) {
		return complex(logHalfHypot(z), precise.Atan2(y, x)), nil
	}
	a, b := rooted(x-1, y), rooted(x+1, y)
	return complex(precise.Asinh(real(a)*real(b)+imag(a)*imag(b)), 2*precise.Atan2(imag(a), real(b))), nil
}

func complexAsinh(z complex128) (complex128, error) {
	x, y := real(z), imag(z)
	if isHuge(z) {
		return complex(math.Copysign(logHalfHypot(z), x), precise.Atan2(y, math.Abs(x))), nil
	}
	a, b := rooted(1+y, -x), rooted(1-y, x)
	return complex(precise.Asinh(real(a)*imag(b)-real(b)*imag(a)), precise.Atan2(y, real(a)*real(b)-imag(a)*imag(b))), nil
}

func complexAtanh(z complex128) (complex128, error) {
	x, y := real(z), imag(z)
	if math.Signbit(x) {
		r, err := complexAtanh(-z)
		return -r, err
	}
	ay := math.Abs(y)
	root := math.Sqrt(hugePart)
	switch {
	case x > root || ay > root:
		h := precise.Hypot(x/2, y/2)
		return complex(x/4/h/h, math.Copysign(math.Pi/2, y)), nil
	case x == 1 && ay < sqrtTiny:
		if ay == 0 {
			return 0, domainError()
		}
		re := -precise.Log(math.Sqrt(ay) / math.Sqrt(precise.Hypot(ay, 2)))
		return complex(re, math.Copysign(precise.Atan2(2, -ay)/2, y)), nil
	}
	re := precise.Log1p(4*x/((1-x)*(1-x)+ay*ay)) / 4
	return complex(re, -precise.Atan2(-2*y, (1-x)*(1+x)-ay*ay)/2), nil
}

// finiteResult is a range error for a result that overflowed.
func finiteResult(re, im float64) (complex128, error) {
	if math.IsInf(re, 0) || math.IsInf(im, 0) {
		return 0, rangeError()
	}
	return complex(re, im), nil
}

func complexCosh(z complex128) (complex128, error) {
	x, y := real(z), imag(z)
	c, s := precise.Cos(y), precise.Sin(y)
	if math.IsInf(x, 0) {
		return complex(math.Copysign(math.Inf(1), c), math.Copysign(math.Inf(1), math.Copysign(s, s*x))), nil
	}
	if math.Abs(x) > logOfHuge { // cosh and sinh overflow before the result may
		less := x - math.Copysign(1, x)
		return finiteResult(c*precise.Cosh(less)*math.E, s*precise.Sinh(less)*math.E)
	}
	return finiteResult(c*precise.Cosh(x), s*precise.Sinh(x))
}

func complexSinh(z complex128) (complex128, error) {
	x, y := real(z), imag(z)
	c, s := precise.Cos(y), precise.Sin(y)
	if math.IsInf(x, 0) {
		return complex(math.Copysign(math.Inf(1), c*x), math.Copysign(math.Inf(1), s)), nil
	}
	if math.Abs(x) > logOfHuge {
		less := x - math.Copysign(1, x)
		return finiteResult(c*precise.Sinh(less)*math.E, s*precise.Cosh(less)*math.E)
	}
	return finiteResult(c*precise.Sinh(x), s*precise.Cosh(x))
}

func complexTanh(z complex128) (complex128, error) {
	x, y := real(z), imag(z)
	if math.IsInf(x, 0) {
		return complex(math.Copysign(1, x), math.Copysign(0, 2*precise.Sin(y)*precise.Cos(y))), nil
	}
	if math.Abs(x) > logOfHuge {
		return complex(math.Copysign(1, x), 4*precise.Sin(y)*precise.Cos(y)*precise.Exp(-2*math.Abs(x))), nil
	}
	tx, ty := precise.Tanh(x), precise.Tan(y)
	cx := 1 / precise.Cosh(x)
	product := tx * ty
	d := 1 + product*product
	return complex(tx*(1+ty*ty)/d, ty/d*cx*cx), nil
}

func complexExp(z complex128) (complex128, error) {
	x, y := real(z), imag(z)
	c, s := precise.Cos(y), precise.Sin(y)
	if math.IsInf(x, 0) {
		l := math.Max(x, 0)
		return complex(math.Copysign(l, c), math.Copysign(l, s)), nil
	}
	if x > logOfHuge {
		l := precise.Exp(x - 1)
		return finiteResult(l*c*math.E, l*s*math.E)
	}
	l := precise.Exp(x)
	return finiteResult(l*c, l*s)
}

func complexSqrt(z complex128) (complex128, error) {
	x, y := real(z), imag(z)
	if x == 0 && y == 0 {
		return complex(0, y), nil
	}
	ax, ay := math.Abs(x), math.Abs(y)
	var s float64
	if ax < 0x1p-1022 && ay < 0x1p-1022 {
		ax = math.Ldexp(ax, subnormalBy)
		s = math.Ldexp(math.Sqrt(ax+precise.Hypot(ax, math.Ldexp(ay, subnormalBy))), -(subnormalBy+2)/2) * math.Sqrt2
	} else {
		ax /= 8
		s = 2 * math.Sqrt(ax+precise.Hypot(ax, ay/8))
	}
	d := ay / (2 * s)
	if x >= 0 {
		return complex(s, math.Copysign(d, y)), nil
	}
	return complex(d, math.Copysign(s, y)), nil
}

// complexLog takes care of arguments near the unit circle, where log(hypot) cancels, and of those whose hypot is not normal.
func complexLog(z complex128) (complex128, error) {
	x, y := real(z), imag(z)
	if !isFinite(x) || !isFinite(y) {
		if r, ok, err := special("log", x, y); ok {
			return r, err
		}
	}
	ax, ay := math.Abs(x), math.Abs(y)
	var re float64
	switch {
	case isHuge(z):
		re = precise.Log(precise.Hypot(ax/2, ay/2)) + math.Ln2
	case ax < 0x1p-1022 && ay < 0x1p-1022:
		if ax == 0 && ay == 0 {
			return 0, domainError()
		}
		re = precise.Log(precise.Hypot(math.Ldexp(ax, 53), math.Ldexp(ay, 53))) - 53*math.Ln2
	default:
		h := precise.Hypot(ax, ay)
		if 0.71 <= h && h <= 1.73 {
			big, small := math.Max(ax, ay), math.Min(ax, ay)
			re = precise.Log1p((big-1)*(big+1)+small*small) / 2
		} else {
			re = precise.Log(h)
		}
	}
	return complex(re, precise.Atan2(y, x)), nil
}

func complexRect(r, phi float64) (complex128, error) {
	if !isFinite(r) || !isFinite(phi) {
		if z, ok, err := special("rect", r, phi); ok {
			return z, err
		}
		return complex(math.Copysign(math.Inf(1), r*precise.Cos(phi)), math.Copysign(math.Inf(1), r*precise.Sin(phi))), nil
	}
	if phi == 0 { // keeps the sign of the zero
		return complex(r, r*phi), nil
	}
	return complex(r*precise.Cos(phi), r*precise.Sin(phi)), nil
}

func init() { interp.RegisterNative("cmath", cmathModule) }

func cmathModule(th *object.Thread) *object.Module {
	m := object.NewModule("cmath")
	for name, x := range map[string]float64{"pi": math.Pi, "e": math.E, "tau": 2 * math.Pi, "inf": math.Inf(1), "nan": math.NaN()} {
		m.Set(name, object.Float(x))
	}
	m.Set("infj", object.NewComplex(complex(0, math.Inf(1))))
	m.Set("nanj", object.NewComplex(complex(0, math.NaN())))
	one := func(name string, f func(z complex128) (Value, error)) object.Method {
		return object.Method{Name: name, OneArg: func(th *object.Thread, _, v Value) (Value, error) {
			z, err := object.ComplexOf(th, v)
			if err != nil {
				return object.Null, err
			}
			return f(z)
		}}
	}
	test := func(name string, f func(x, y float64) bool) object.Method {
		return one(name, func(z complex128) (Value, error) { return object.Bool(f(real(z), imag(z))), nil })
	}
	phase := func(z complex128) float64 { return precise.Atan2(imag(z), real(z)) }
	methods := []object.Method{
		one("phase", func(z complex128) (Value, error) { return object.Float(phase(z)), nil }),
		one("polar", func(z complex128) (Value, error) {
			r := precise.Hypot(real(z), imag(z))
			if math.IsInf(r, 0) && isFinite(real(z)) && isFinite(imag(z)) {
				return object.Null, rangeError()
			}
			return object.NewTuple(object.Float(r), object.Float(phase(z))).Ref(), nil
		}),
		{Name: "rect", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			x, err := floats(th, "rect", args, kw, 2)
			if err != nil {
				return object.Null, err
			}
			z, err := complexRect(x[0], x[1])
			return object.NewComplex(z), err
		}},
		{Name: "log", Fn: complexLogOf},
		{Name: "isclose", Fn: complexIsClose},
		test("isfinite", func(x, y float64) bool { return isFinite(x) && isFinite(y) }),
		test("isinf", func(x, y float64) bool { return math.IsInf(x, 0) || math.IsInf(y, 0) }),
		test("isnan", func(x, y float64) bool { return math.IsNaN(x) || math.IsNaN(y) }),
	}
	for name, f := range complexFuncs {
		methods = append(methods, one(name, func(z complex128) (Value, error) {
			r, err := f(z)
			return object.NewComplex(r), err
		}))
	}
	object.AddFuncs(m, methods)
	return m
}

// complexLogOf is log(z[, base]).
func complexLogOf(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("log", args, kw, "z", "|", "base", "/")
	if err != nil {
		return object.Null, err
	}
	logs := make([]Value, 0, 2)
	for _, v := range a {
		if v.IsNull() {
			break
		}
		z, err := object.ComplexOf(th, v)
		if err != nil {
			return object.Null, err
		}
		l, err := complexLog(z)
		if err != nil {
			return object.Null, err
		}
		logs = append(logs, object.NewComplex(l))
	}
	if len(logs) == 1 {
		return logs[0], nil
	}
	r, err := object.BinaryOp(th, object.OpTrueDiv, logs[0], logs[1])
	if object.ErrorIs(err, object.ZeroDivisionError) {
		return object.Null, domainError()
	}
	return r, err
}

func complexIsClose(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("isclose", args, kw, "a", "b", "|", "*", "rel_tol", "abs_tol")
	if err != nil {
		return object.Null, err
	}
	x, err := object.ComplexOf(th, a[0])
	if err != nil {
		return object.Null, err
	}
	y, err := object.ComplexOf(th, a[1])
	if err != nil {
		return object.Null, err
	}
	tolerances := [2]float64{1e-9, 0}
	for i, v := range a[2:] {
		if !v.IsNull() {
			if tolerances[i], err = object.ToFloat(th, v); err != nil {
				return object.Null, err
			}
		}
	}
	rel, abs := tolerances[0], tolerances[1]
	if rel < 0 || abs < 0 {
		return object.Null, object.ValueErrorf("tolerances must be non-negative")
	}
	size := func(z complex128) float64 { return precise.Hypot(real(z), imag(z)) }
	switch {
	case x == y:
		return object.True, nil
	case math.IsInf(size(x), 0) || math.IsInf(size(y), 0):
		return object.False, nil
	}
	d := size(x - y)
	return object.Bool(d <= rel*size(y) || d <= rel*size(x) || d <= abs), nil
}
