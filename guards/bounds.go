package guards

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
)

// Ranges of expressions, from those of their symbols. Ends beyond 64 bits stay at the largest number.

// bounds is interval arithmetic over the ranges of symbols.
// Bounds is the range of an expression.
func (e *ShapeEnv) Bounds(n symbolic.Int) (lo, hi int64) { return e.bounds(n.Expr()) }

func (e *ShapeEnv) bounds(x *symbolic.Expr) (lo, hi int64) {
	switch x.Kind {
	case symbolic.Const:
		return x.Value, x.Value
	case symbolic.Symbol:
		if s := e.symbols[x.Name]; s != nil {
			return s.Lo, s.Hi
		}
	case symbolic.Add:
		for _, a := range x.Args {
			l, h := e.bounds(a)
			lo, hi = saturatingAdd(lo, l), saturatingAdd(hi, h)
		}
		return lo, hi
	case symbolic.Mul, symbolic.Pow:
		lo, hi = 1, 1
		factors := x.Args
		if x.Kind == symbolic.Pow {
			factors = nil
			for range x.Value {
				factors = append(factors, x.Args[0])
			}
		}
		for _, a := range factors {
			l, h := e.bounds(a)
			lo, hi = multiplyRanges(lo, hi, l, h)
		}
		return lo, hi
	case symbolic.FloorDiv:
		l, h := e.bounds(x.Args[0])
		if d := x.Args[1]; d.Kind == symbolic.Const && d.Value > 0 {
			return floorBound(l, d.Value), floorBound(h, d.Value)
		}
		if dl, _ := e.bounds(x.Args[1]); dl > 0 && l >= 0 {
			return 0, h
		}
	case symbolic.Mod:
		if d := x.Args[1]; d.Kind == symbolic.Const && d.Value > 0 {
			return 0, d.Value - 1
		}
		if dl, dh := e.bounds(x.Args[1]); dl > 0 {
			return 0, saturatingAdd(dh, -1)
		}
	case symbolic.NaturalPow:
		return powerBounds(e.bounds(x.Args[0]))
	case symbolic.BitAnd, symbolic.BitOr, symbolic.BitXor:
		l, h := e.bounds(x.Args[0])
		m, k := e.bounds(x.Args[1])
		return bitBounds(x.Kind, l, h, m, k)
	case symbolic.Min, symbolic.Max:
		lo, hi = e.bounds(x.Args[0])
		for _, a := range x.Args[1:] {
			l, h := e.bounds(a)
			if x.Kind == symbolic.Min {
				lo, hi = min(lo, l), min(hi, h)
			} else {
				lo, hi = max(lo, l), max(hi, h)
			}
		}
		return lo, hi
	case symbolic.Choice:
		l, h := e.bounds(x.Args[1])
		m, k := e.bounds(x.Args[2])
		return min(l, m), max(h, k)
	case symbolic.Ceil, symbolic.Floor, symbolic.Trunc, symbolic.Round:
		if q := x.Args[0]; q.Kind == symbolic.TrueDiv && q.Args[1].Kind == symbolic.Const && q.Args[1].Value > 0 {
			l, h := e.bounds(q.Args[0])
			d := q.Args[1].Value
			return floorBound(l, d) + ceiling(x.Kind, l, d), floorBound(h, d) + ceiling(symbolic.Ceil, h, d)
		}
		l, h := e.realBounds(x.Args[0])
		return wholeBound(x.Kind, l), wholeBound(x.Kind, h)
	}
	return MinusInfinity, Infinity
}

// realBounds are those of a float.
func (e *ShapeEnv) realBounds(x *symbolic.Expr) (lo, hi float64) {
	switch x.Kind {
	case symbolic.Real:
		v, _ := symbolic.FloatOf(x).Const()
		return v, v
	case symbolic.ToReal:
		l, h := e.bounds(x.Args[0])
		return realBound(l), realBound(h)
	case symbolic.RealAdd:
		for _, a := range x.Args {
			l, h := e.realBounds(a)
			lo, hi = lo+l, hi+h
		}
		return lo, hi
	case symbolic.TrueDiv, symbolic.RealDiv, symbolic.RealMul:
		l, h := e.operandBounds(x.Args[0])
		m, k := e.operandBounds(x.Args[1])
		switch {
		case len(x.Args) != 2 || l < 0 || m <= 0 && x.Kind != symbolic.RealMul || m < 0:
		case x.Kind == symbolic.RealMul:
			return l * m, product(h, k)
		default:
			return quotient(l, k), h / m
		}
	}
	return math.Inf(-1), math.Inf(1)
}

// operandBounds are those of an int or a float.
func (e *ShapeEnv) operandBounds(x *symbolic.Expr) (lo, hi float64) {
	if symbolic.IsReal(x) {
		return e.realBounds(x)
	}
	l, h := e.bounds(x)
	return realBound(l), realBound(h)
}

// realBound is a bound of an int as one of a float.
func realBound(v int64) float64 {
	switch v {
	case MinusInfinity:
		return math.Inf(-1)
	case Infinity:
		return math.Inf(1)
	}
	return float64(v)
}

// product is that of two bounds that are not negative, of which either may be infinite.
func product(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return a * b
}

// quotient is a bound that is not negative by one that may be infinite.
func quotient(a, b float64) float64 {
	if math.IsInf(b, 1) {
		return 0
	}
	return a / b
}

// wholeBound is a bound of a float as one of the int that it is brought to.
func wholeBound(kind symbolic.Kind, v float64) int64 {
	switch {
	case v < -1<<53:
		return MinusInfinity
	case v > 1<<53 || v != v:
		return Infinity
	}
	switch kind {
	case symbolic.Ceil:
		v = math.Ceil(v)
	case symbolic.Floor:
		v = math.Floor(v)
	case symbolic.Trunc:
		v = math.Trunc(v)
	default:
		v = math.RoundToEven(v)
	}
	return int64(v)
}

// ceiling is what rounding up v / d adds to rounding down.
func ceiling(kind symbolic.Kind, v, d int64) int64 {
	if kind != symbolic.Ceil || v == MinusInfinity || v == Infinity || v%d == 0 {
		return 0
	}
	return 1
}

// powerBounds are those of a power whose base has the given ones and whose exponent is not known.
func powerBounds(lo, _ int64) (int64, int64) {
	switch {
	case lo >= 1:
		return 1, Infinity
	case lo == 0:
		return 0, Infinity
	}
	return MinusInfinity, Infinity
}

// bitBounds are those of an operation on the bits of two numbers.
func bitBounds(kind symbolic.Kind, lo1, hi1, lo2, hi2 int64) (lo, hi int64) {
	switch {
	case kind == symbolic.BitAnd && lo1 >= 0 && lo2 >= 0:
		return 0, min(hi1, hi2)
	case kind == symbolic.BitAnd && lo1 >= 0:
		return 0, hi1
	case kind == symbolic.BitAnd && lo2 >= 0:
		return 0, hi2
	case lo1 >= 0 && lo2 >= 0 && hi1 != Infinity && hi2 != Infinity:
		return 0, symbolic.BitsBound(max(hi1, hi2))
	case lo1 >= 0 && lo2 >= 0:
		return 0, Infinity
	}
	return MinusInfinity, Infinity
}

func floorBound(v, d int64) int64 {
	if v == MinusInfinity || v == Infinity {
		return v
	}
	q := v / d
	if v%d != 0 && v < 0 {
		q--
	}
	return q
}

func saturatingAdd(a, b int64) int64 {
	switch {
	case a == MinusInfinity || b == MinusInfinity:
		return MinusInfinity
	case a == Infinity || b == Infinity:
		return Infinity
	}
	return a + b
}

func multiplyRanges(a, b, c, d int64) (lo, hi int64) {
	lo, hi = Infinity, MinusInfinity
	for _, x := range [2]int64{a, b} {
		for _, y := range [2]int64{c, d} {
			p := saturatingMul(x, y)
			lo, hi = min(lo, p), max(hi, p)
		}
	}
	return lo, hi
}

func saturatingMul(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	infinite := a == Infinity || a == MinusInfinity || b == Infinity || b == MinusInfinity
	if !infinite {
		p := a * b
		if p/b == a {
			return p
		}
	}
	if (a < 0) == (b < 0) {
		return Infinity
	}
	return MinusInfinity
}

// sumBounds is the range of a sum of products, sharper than what its terms have one by one: every symbol is its least value and something
// more, which is not negative, and in the sum of these that multiplies out only terms with one sign may be left beside a constant.
// Symbols without a least value, and anything but sums and products, have it give no bounds.
func (e *ShapeEnv) sumBounds(x *symbolic.Expr) (lo, hi int64) {
	const large = 1 << 20 // beyond it products may overflow
	if x.Kind != symbolic.Add {
		return MinusInfinity, Infinity
	}
	more := map[string]*symbolic.Expr{}
	for _, name := range symbolic.Symbols(x) {
		s := e.symbols[name]
		if s == nil || s.Lo < -large || s.Lo > large {
			return MinusInfinity, Infinity
		}
		more[name] = symbolic.NewAdd(symbolic.NewConst(s.Lo), symbolic.NewSymbol(name))
	}
	x = symbolic.Substitute(x, more)
	terms := []*symbolic.Expr{x}
	if x.Kind == symbolic.Add {
		terms = x.Args
	}
	for _, t := range terms {
		switch {
		case t.Kind == symbolic.Const:
			lo, hi = saturatingAdd(lo, t.Value), saturatingAdd(hi, t.Value)
		case !isMonomial(t):
			return MinusInfinity, Infinity
		case t.Kind == symbolic.Mul && t.Args[0].Kind == symbolic.Const && t.Args[0].Value < 0:
			lo = MinusInfinity
		default:
			hi = Infinity
		}
	}
	return lo, hi
}

// boundsByAsserts narrows the range of a difference by what is asserted of the same one, or of its opposite, up to a constant: u0 < s0 says that u0 + 1 <= s0.
func (e *ShapeEnv) boundsByAsserts(difference *symbolic.Expr, lo, hi int64) (int64, int64) {
	if difference.Kind == symbolic.Const {
		return lo, hi
	}
	for _, g := range e.asserts {
		var most int64 // of the left side less the right one
		switch g.expr.Kind {
		case symbolic.Lt:
			most = -1
		case symbolic.Le:
		default:
			continue
		}
		if ofFloats(g.expr) {
			continue
		}
		asserted := symbolic.NewSub(g.expr.Args[0], g.expr.Args[1])
		if c := symbolic.NewSub(difference, asserted); c.Kind == symbolic.Const {
			hi = min(hi, saturatingAdd(most, c.Value))
		}
		if c := symbolic.NewAdd(difference, asserted); c.Kind == symbolic.Const {
			lo = max(lo, saturatingAdd(c.Value, -most))
		}
	}
	return lo, hi
}

// isMonomial tells whether an expression is a product of symbols and a number.
func isMonomial(x *symbolic.Expr) bool {
	switch x.Kind {
	case symbolic.Symbol, symbolic.Const:
		return true
	case symbolic.Mul, symbolic.Pow:
		return !slices.ContainsFunc(x.Args, func(a *symbolic.Expr) bool { return !isMonomial(a) })
	}
	return false
}
