package stdlib

import (
	"math"

	"github.com/magneto-go/magneto/precise"
	"github.com/magneto-go/magneto/precise/complexes"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The module cmath: the functions of package complexes, with errors where they have no result.

type complexFunc func(z complex128) (complex128, error)

// complexFuncs are the functions of one number, by name.
var complexFuncs = map[string]complexFunc{
	"acos": withErrors("acos", false, complexes.Acos), "acosh": withErrors("acosh", false, complexes.Acosh),
	"asin": withErrors("asinh", true, complexes.Asin), "asinh": withErrors("asinh", false, complexes.Asinh),
	"atan": withErrors("atanh", true, complexes.Atan), "atanh": withErrors("atanh", false, complexes.Atanh),
	"cosh": withErrors("cosh", false, complexes.Cosh), "sinh": withErrors("sinh", false, complexes.Sinh), "tanh": withErrors("tanh", false, complexes.Tanh),
	"cos": withErrors("cosh", true, complexes.Cos), "sin": withErrors("sinh", true, complexes.Sin), "tan": withErrors("tanh", true, complexes.Tan),
	"exp": complexExp, "sqrt": withErrors("sqrt", false, complexes.Sqrt),
	"log10": func(z complex128) (complex128, error) {
		l, err := complexLog(z)
		return complex(real(l)/math.Ln10, imag(l)/math.Ln10), err
	},
}

// withErrors is f, by the name of the function that its special arguments are listed for; turned says that this is the hyperbolic one, which f turns by a right angle.
func withErrors(name string, turned bool, f func(complex128) complex128) complexFunc {
	return func(z complex128) (complex128, error) {
		if !isFinite(real(z)) || !isFinite(imag(z)) {
			w := z
			if turned {
				w = complex(-imag(z), real(z))
			}
			if complexes.Invalid(name, w) {
				return 0, domainError()
			}
			return f(z), nil
		}
		r := f(z)
		if !math.IsInf(real(r), 0) && !math.IsInf(imag(r), 0) {
			return r, nil
		}
		if name == "log" || name == "atanh" {
			return 0, domainError()
		}
		return 0, rangeError()
	}
}

// ComplexFunction is a function of the module of one number, by name; log is among them.
func ComplexFunction(name string) func(z complex128) (complex128, error) {
	if name == "log" {
		return complexLog
	}
	return complexFuncs[name]
}

// complexExp gives zeros without a sign where the standard leaves it open.
func complexExp(z complex128) (complex128, error) {
	if math.IsInf(real(z), -1) && math.IsInf(imag(z), 0) {
		return 0, nil
	}
	return withErrors("exp", false, complexes.Exp)(z)
}

var complexLog = withErrors("log", false, complexes.Log)

func complexRect(r, phi float64) (complex128, error) {
	if (!isFinite(r) || !isFinite(phi)) && complexes.Invalid("rect", complex(r, phi)) {
		return 0, domainError()
	}
	return complexes.Rect(r, phi), nil
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
