package stdlib

import (
	"math"
	"math/big"

	"github.com/magneto-go/magneto/precise"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

func domainError() error { return object.ValueErrorf("math domain error") }
func rangeError() error  { return object.OverflowErrorf("math range error") }

// float1 is a function of one float. Results that are not finite for finite arguments are errors: NaN a domain error with
// the message domain (or the common one), infinity a range error, or a domain error where singular says so.
func float1(name string, f func(float64) float64, singular bool, domain string) object.Method {
	return object.Method{Name: name, OneArg: func(th *object.Thread, _, v Value) (Value, error) {
		x, err := object.ToFloat(th, v)
		if err != nil {
			return object.Null, err
		}
		r := f(x)
		if math.IsNaN(r) && !math.IsNaN(x) || math.IsInf(r, 0) && !math.IsInf(x, 0) && singular {
			if domain != "" {
				return object.Null, object.ValueErrorf("%s, got %s", domain, object.FormatFloat(x))
			}
			return object.Null, domainError()
		}
		if math.IsInf(r, 0) && !math.IsInf(x, 0) {
			return object.Null, rangeError()
		}
		return object.Float(r), nil
	}}
}

func floats(th *object.Thread, name string, args, kw []Value, n int) ([]float64, error) {
	if err := object.NoKw("math."+name, kw); err != nil {
		return nil, err
	}
	if len(args) != n {
		return nil, object.TypeErrorf("%s expected %d arguments, got %d", name, n, len(args))
	}
	out := make([]float64, n)
	for i, a := range args {
		x, err := object.ToFloat(th, a)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

func float2(name string, f func(a, b float64) (float64, error)) object.Method {
	return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		x, err := floats(th, name, args, kw, 2)
		if err != nil {
			return object.Null, err
		}
		r, err := f(x[0], x[1])
		return object.Float(r), err
	}}
}

// toward rounds with the type's own method, or as a float.
func toward(name, special string, f func(float64) float64) object.Method {
	return object.Method{Name: name, OneArg: func(th *object.Thread, _, v Value) (Value, error) {
		if x, ok := v.AsFloat(); ok && !v.Type().IsHeap() {
			return object.FloatToInt(f(x))
		}
		m, err := object.LookupSpecial(th, v, special)
		if err != nil {
			return object.Null, err
		}
		if !m.IsNull() {
			return object.Call(th, m)
		}
		if name == "trunc" {
			return object.Null, object.TypeErrorf("type %s doesn't define __trunc__ method", v.Type().Name)
		}
		x, err := object.ToFloat(th, v)
		if err != nil {
			return object.Null, err
		}
		return object.FloatToInt(f(x))
	}}
}

func test1(name string, f func(float64) bool) object.Method {
	return object.Method{Name: name, OneArg: func(th *object.Thread, _, v Value) (Value, error) {
		x, err := object.ToFloat(th, v)
		return object.Bool(err == nil && f(x)), err
	}}
}

// logOf takes logarithms, of ints of any size too.
func logOf(th *object.Thread, v Value, f func(float64) float64) (float64, error) {
	if v.IsInt() || v.Type().Index != nil && v.Type().Float == nil {
		n, err := object.Index(th, v)
		if err != nil {
			return 0, err
		}
		b := object.BigOf(n)
		if b.Sign() <= 0 {
			return 0, object.ValueErrorf("expected a positive input")
		}
		if b.BitLen() > 1024 {
			mant := new(big.Float)
			e := new(big.Float).SetPrec(53).SetInt(b).MantExp(mant)
			x, _ := mant.Float64()
			return f(x) + f(2)*float64(e), nil
		}
	}
	x, err := object.ToFloat(th, v)
	if err != nil {
		return 0, err
	}
	if x <= 0 {
		return 0, object.ValueErrorf("expected a positive input, got %s", object.FormatFloat(x))
	}
	return f(x), nil
}

// preciseSum is fsum: exact by keeping non-overlapping partial sums (Shewchuk).
func preciseSum(xs []float64) (float64, error) {
	var partials []float64
	special := 0.0
	hasSpecial := false
	for _, x := range xs {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			special += x
			hasSpecial = true
			continue
		}
		i := 0
		for _, y := range partials {
			if math.Abs(x) < math.Abs(y) {
				x, y = y, x
			}
			hi := x + y
			lo := y - (hi - x)
			if lo != 0 {
				partials[i] = lo
				i++
			}
			x = hi
		}
		if math.IsInf(x, 0) {
			return 0, object.OverflowErrorf("intermediate overflow in fsum")
		}
		partials = append(partials[:i], x)
	}
	if hasSpecial {
		if math.IsNaN(special) {
			for _, x := range xs {
				if math.IsNaN(x) {
					return special, nil
				}
			}
			return 0, object.ValueErrorf("-inf + inf in fsum")
		}
		return special, nil
	}
	n := len(partials)
	if n == 0 {
		return 0, nil
	}
	hi, lo := partials[n-1], 0.0
	i := n - 1
	for i > 0 {
		x := hi
		i--
		y := partials[i]
		hi = x + y
		if lo = y - (hi - x); lo != 0 {
			break
		}
	}
	if i > 0 && (lo < 0 && partials[i-1] < 0 || lo > 0 && partials[i-1] > 0) {
		y := lo * 2
		if x := hi + y; y == x-hi {
			hi = x
		}
	}
	return hi, nil
}

func floatSlice(th *object.Thread, v Value) ([]float64, error) {
	var xs []float64
	err := object.Iterate(th, v, func(th *object.Thread, x Value) error {
		f, err := object.ToFloat(th, x)
		xs = append(xs, f)
		return err
	})
	return xs, err
}

// hypot scales by the largest and corrects the rounding of the squares.
func hypot(xs []float64) float64 {
	top := 0.0
	nan := false
	for _, x := range xs {
		if math.IsInf(x, 0) {
			return math.Inf(1)
		}
		nan = nan || math.IsNaN(x)
		top = math.Max(top, math.Abs(x))
	}
	if nan {
		return math.NaN()
	}
	if top == 0 {
		return 0
	}
	_, e := math.Frexp(top)
	sum, comp := 0.0, 0.0
	add := func(y float64) {
		t := sum + y
		if math.Abs(sum) >= math.Abs(y) {
			comp += (sum - t) + y
		} else {
			comp += (y - t) + sum
		}
		sum = t
	}
	for _, x := range xs {
		s := math.Ldexp(x, -e)
		p := s * s
		add(p)
		comp += math.FMA(s, s, -p)
	}
	h := math.Sqrt(sum + comp)
	// One step of Newton's method on the residual.
	p := h * h
	r := (sum - p) - math.FMA(h, h, -p) + comp
	h += r / (2 * h)
	return math.Ldexp(h, e)
}

func prod(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("prod", args, kw, "iterable", "/", "|", "*", "start")
	if err != nil {
		return object.Null, err
	}
	r := object.Int(1)
	if !a[1].IsNull() {
		r = a[1]
	}
	err = object.Iterate(th, a[0], func(th *object.Thread, x Value) error {
		var err error
		r, err = object.BinaryOp(th, object.OpMul, r, x)
		return err
	})
	return r, err
}

func isFinite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

// nextAfter is math.nextafter(x, y, *, steps=None). Floats of one sign are ordered as their bits are.
func nextAfter(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("nextafter", args, kw, "x", "y", "/", "|", "*", "steps")
	if err != nil {
		return object.Null, err
	}
	x, err := object.ToFloat(th, a[0])
	if err != nil {
		return object.Null, err
	}
	y, err := object.ToFloat(th, a[1])
	if err != nil {
		return object.Null, err
	}
	if a[2].IsNull() || a[2].IsNone() {
		if x == y {
			return object.Float(y), nil
		}
		return object.Float(math.Nextafter(x, y)), nil
	}
	index, err := object.Index(th, a[2])
	if err != nil {
		return object.Null, err
	}
	steps := object.BigOf(index)
	switch {
	case steps.Sign() < 0:
		return object.Null, object.ValueErrorf("steps must be a non-negative integer")
	case steps.Sign() == 0 || math.IsNaN(x):
		return object.Float(x), nil
	case math.IsNaN(y) || x == y:
		return object.Float(y), nil
	}
	place := func(f float64) int64 {
		b := int64(math.Float64bits(f) &^ (1 << 63))
		if math.Signbit(f) {
			return -b
		}
		return b
	}
	from, to := big.NewInt(place(x)), big.NewInt(place(y))
	way := new(big.Int).Sub(to, from)
	if way.CmpAbs(steps) <= 0 {
		return object.Float(y), nil
	}
	if way.Sign() < 0 {
		steps = new(big.Int).Neg(steps)
	}
	at := from.Add(from, steps).Int64()
	if at < 0 {
		return object.Float(-math.Float64frombits(uint64(-at))), nil
	}
	return object.Float(math.Copysign(math.Float64frombits(uint64(at)), float64(at))), nil
}

// exactly checks the number of arguments of a function without keyword arguments.
func exactly(name string, n int, f object.CallFunc) object.CallFunc {
	return func(th *object.Thread, args, kw []Value) (Value, error) {
		if err := object.NoKw("math."+name, kw); err != nil {
			return object.Null, err
		}
		if len(args) != n {
			return object.Null, object.TypeErrorf("%s expected %d arguments, got %d", name, n, len(args))
		}
		return f(th, args, kw)
	}
}

func isClose(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("isclose", args, kw, "a", "b", "|", "*", "rel_tol", "abs_tol")
	if err != nil {
		return object.Null, err
	}
	rel, abs := 1e-9, 0.0
	x, err := object.ToFloat(th, a[0])
	if err != nil {
		return object.Null, err
	}
	y, err := object.ToFloat(th, a[1])
	if err != nil {
		return object.Null, err
	}
	if !a[2].IsNull() {
		if rel, err = object.ToFloat(th, a[2]); err != nil {
			return object.Null, err
		}
	}
	if !a[3].IsNull() {
		if abs, err = object.ToFloat(th, a[3]); err != nil {
			return object.Null, err
		}
	}
	if rel < 0 || abs < 0 {
		return object.Null, object.ValueErrorf("tolerances must be non-negative")
	}
	if x == y {
		return object.True, nil
	}
	if math.IsInf(x, 0) || math.IsInf(y, 0) {
		return object.False, nil
	}
	d := math.Abs(x - y)
	return object.Bool(d <= math.Abs(rel*y) || d <= math.Abs(rel*x) || d <= abs), nil
}

func init() {
	interp.RegisterNative("math", func(th *object.Thread) *object.Module {
		m := object.NewModule("math")
		m.Set("pi", object.Float(math.Pi))
		m.Set("e", object.Float(math.E))
		m.Set("tau", object.Float(2*math.Pi))
		m.Set("inf", object.Float(math.Inf(1)))
		m.Set("nan", object.Float(math.NaN()))
		object.AddFuncs(m, []object.Method{
			float1("sqrt", math.Sqrt, false, "expected a nonnegative input"), float1("cbrt", precise.Cbrt, false, ""), float1("exp", precise.Exp, false, ""), float1("exp2", precise.Exp2, false, ""),
			float1("expm1", precise.Expm1, false, ""), float1("log1p", precise.Log1p, true, "expected argument value > -1"), float1("sin", precise.Sin, false, "expected a finite input"), float1("cos", precise.Cos, false, "expected a finite input"),
			float1("tan", precise.Tan, false, "expected a finite input"), float1("asin", precise.Asin, false, "expected a number in range from -1 up to 1"),
			float1("acos", precise.Acos, false, "expected a number in range from -1 up to 1"), float1("atan", precise.Atan, false, ""),
			float1("sinh", precise.Sinh, false, ""), float1("cosh", precise.Cosh, false, ""), float1("tanh", precise.Tanh, false, ""), float1("asinh", precise.Asinh, false, ""),
			float1("acosh", precise.Acosh, false, "expected argument value not less than 1"), float1("atanh", precise.Atanh, true, "expected a number between -1 and 1"), float1("erf", math.Erf, false, ""), float1("erfc", math.Erfc, false, ""),
			float1("fabs", math.Abs, false, ""),
			float1("gamma", func(x float64) float64 {
				if x <= 0 && x == math.Trunc(x) || math.IsInf(x, -1) {
					return math.NaN()
				}
				return precise.Gamma(x)
			}, false, "expected a noninteger or positive integer"),
			float1("lgamma", func(x float64) float64 {
				if math.IsInf(x, 0) {
					return math.Inf(1)
				}
				if x <= 0 && x == math.Trunc(x) {
					return math.NaN()
				}
				return precise.Lgamma(x)
			}, false, "expected a noninteger or positive integer"),
			{Name: "degrees", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				x, err := object.ToFloat(th, v)
				return object.Float(x * (180 / math.Pi)), err
			}},
			{Name: "radians", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				x, err := object.ToFloat(th, v)
				return object.Float(x * (math.Pi / 180)), err
			}},
			test1("isnan", math.IsNaN), test1("isinf", func(x float64) bool { return math.IsInf(x, 0) }),
			test1("isfinite", func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }),
			toward("floor", "__floor__", math.Floor), toward("ceil", "__ceil__", math.Ceil), toward("trunc", "__trunc__", math.Trunc),
			float2("atan2", func(a, b float64) (float64, error) { return precise.Atan2(a, b), nil }),
			float2("copysign", func(a, b float64) (float64, error) { return math.Copysign(a, b), nil }),
			float2("fmod", func(a, b float64) (float64, error) {
				r := math.Mod(a, b)
				if math.IsNaN(r) && !math.IsNaN(a) && !math.IsNaN(b) {
					return 0, domainError()
				}
				return r, nil
			}),
			float2("remainder", func(a, b float64) (float64, error) {
				r := math.Remainder(a, b)
				if math.IsNaN(r) && !math.IsNaN(a) && !math.IsNaN(b) {
					return 0, domainError()
				}
				return r, nil
			}),
			float2("pow", func(a, b float64) (float64, error) {
				r := precise.Pow(a, b)
				finite := !math.IsInf(a, 0) && !math.IsNaN(a) && !math.IsInf(b, 0) && !math.IsNaN(b)
				if finite && (math.IsNaN(r) || a == 0 && b < 0) {
					return 0, domainError()
				}
				if finite && math.IsInf(r, 0) {
					return 0, rangeError()
				}
				return r, nil
			}),
			{Name: "nextafter", Fn: nextAfter},
			{Name: "fma", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				x, err := floats(th, "fma", args, kw, 3)
				if err != nil {
					return object.Null, err
				}
				r := math.FMA(x[0], x[1], x[2])
				switch finite := isFinite(x[0]) && isFinite(x[1]) && isFinite(x[2]); {
				case math.IsNaN(r) && !math.IsNaN(x[0]) && !math.IsNaN(x[1]) && !math.IsNaN(x[2]):
					return object.Null, object.ValueErrorf("invalid operation in fma")
				case math.IsInf(r, 0) && finite:
					return object.Null, object.OverflowErrorf("overflow in fma")
				}
				return object.Float(r), nil
			}},
			{Name: "log", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				if err := object.NoKw("math.log", kw); err != nil {
					return object.Null, err
				}
				if len(args) == 0 {
					return object.Null, object.TypeErrorf("log expected at least 1 argument, got 0")
				}
				if len(args) > 2 {
					return object.Null, object.TypeErrorf("log expected at most 2 arguments, got %d", len(args))
				}
				x, err := logOf(th, args[0], precise.Log)
				if err != nil || len(args) == 1 {
					return object.Float(x), err
				}
				b, err := logOf(th, args[1], precise.Log)
				if err != nil {
					return object.Null, err
				}
				if b == 0 {
					return object.Null, object.ZeroDivisionErrorf("division by zero")
				}
				return object.Float(x / b), nil
			}},
			{Name: "log2", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				x, err := logOf(th, v, precise.Log2)
				return object.Float(x), err
			}},
			{Name: "log10", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				x, err := logOf(th, v, precise.Log10)
				return object.Float(x), err
			}},
			{Name: "factorial", OneArg: factorial}, {Name: "gcd", Fn: gcd}, {Name: "lcm", Fn: lcm},
			choose("comb", true), choose("perm", false), {Name: "prod", Fn: prod}, {Name: "isclose", Fn: isClose}, {Name: "sumprod", Fn: exactly("sumprod", 2, sumProduct)},
			{Name: "isqrt", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				n, err := object.Index(th, v)
				if err != nil {
					return object.Null, err
				}
				b := object.BigOf(n)
				if b.Sign() < 0 {
					return object.Null, object.ValueErrorf("isqrt() argument must be nonnegative")
				}
				return object.BigInt(new(big.Int).Sqrt(b)), nil
			}},
			{Name: "fsum", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				xs, err := floatSlice(th, v)
				if err != nil {
					return object.Null, err
				}
				r, err := preciseSum(xs)
				return object.Float(r), err
			}},
			{Name: "hypot", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				if err := object.NoKw("math.hypot", kw); err != nil {
					return object.Null, err
				}
				xs, err := floatSlice(th, object.NewTupleCopy(args...).Ref())
				return object.Float(hypot(xs)), err
			}},
			{Name: "dist", Fn: exactly("dist", 2, func(th *object.Thread, args, kw []Value) (Value, error) {
				p, err := floatSlice(th, args[0])
				if err != nil {
					return object.Null, err
				}
				q, err := floatSlice(th, args[1])
				if err != nil {
					return object.Null, err
				}
				if len(p) != len(q) {
					return object.Null, object.ValueErrorf("both points must have the same number of dimensions")
				}
				for i := range p {
					p[i] -= q[i]
				}
				return object.Float(hypot(p)), nil
			})},
			{Name: "frexp", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				x, err := object.ToFloat(th, v)
				f, e := math.Frexp(x)
				return object.NewTuple(object.Float(f), object.Int(int64(e))).Ref(), err
			}},
			{Name: "modf", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				x, err := object.ToFloat(th, v)
				i, f := math.Modf(x)
				if math.IsInf(x, 0) {
					f = math.Copysign(0, x)
				}
				return object.NewTuple(object.Float(math.Copysign(f, x)), object.Float(i)).Ref(), err
			}},
			{Name: "ldexp", Fn: exactly("ldexp", 2, func(th *object.Thread, args, kw []Value) (Value, error) {
				x, err := object.ToFloat(th, args[0])
				if err != nil {
					return object.Null, err
				}
				if !args[1].IsInt() {
					return object.Null, object.TypeErrorf("Expected an int as second argument to ldexp.")
				}
				e := object.BigOf(args[1])
				if !e.IsInt64() {
					e = big.NewInt(int64(e.Sign()) * 1 << 30)
				}
				r := math.Ldexp(x, int(max(min(e.Int64(), 1<<30), -1<<30)))
				if math.IsInf(r, 0) && !math.IsInf(x, 0) {
					return object.Null, rangeError()
				}
				return object.Float(r), nil
			})},
			{Name: "ulp", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				x, err := object.ToFloat(th, v)
				x = math.Abs(x)
				if math.IsInf(x, 0) || math.IsNaN(x) {
					return object.Float(x), err
				}
				if x == math.MaxFloat64 {
					return object.Float(x - math.Nextafter(x, 0)), err
				}
				return object.Float(math.Nextafter(x, math.Inf(1)) - x), err
			}},
		})
		return m
	})
}
