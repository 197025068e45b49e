package symbolic

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// Eval computes e with the given symbol values. Booleans are 0 and 1. An
// unknown symbol, a division by zero and a result beyond 64 bits are errors;
// what lies between may be as large as it has to.
func Eval(e *Expr, value func(name string) (int64, bool)) (int64, error) {
	v, err := evalWord(e, value)
	if err != errLarge {
		return v, err
	}
	n, err := evalLarge(e, value)
	if err == nil && !n.IsInt64() {
		return 0, fmt.Errorf("%s is %s: %w", e, n, errLarge)
	}
	if err != nil {
		return 0, err
	}
	return n.Int64(), nil
}

// errLarge is a number beyond 64 bits.
var errLarge = errors.New("a number is too large")

// evalWord is Eval in 64 bits, with errLarge where they do not suffice.
func evalWord(e *Expr, value func(name string) (int64, bool)) (int64, error) {
	switch e.Kind {
	case Const:
		return e.Value, nil
	case Symbol:
		if value != nil {
			if v, ok := value(e.Name); ok {
				return v, nil
			}
		}
		return 0, fmt.Errorf("symbol %s has no value", e.Name)
	}
	if len(e.Args) > 0 && IsReal(e.Args[0]) {
		return evalOfReals(e, value)
	}
	args := make([]int64, len(e.Args))
	for i, a := range e.Args {
		v, err := evalWord(a, value)
		if err != nil {
			return 0, err
		}
		args[i] = v
	}
	switch e.Kind {
	case Add:
		sum := int64(0)
		for _, v := range args {
			next := sum + v
			if (next > sum) != (v > 0) && v != 0 {
				return 0, errLarge
			}
			sum = next
		}
		return sum, nil
	case Mul:
		product, ok := int64(1), true
		for _, v := range args {
			if product, ok = times(product, v); !ok {
				return 0, errLarge
			}
		}
		return product, nil
	case Pow:
		product, ok := int64(1), true
		for range e.Value {
			if product, ok = times(product, args[0]); !ok {
				return 0, errLarge
			}
		}
		return product, nil
	case NaturalPow:
		return naturalPow(args[0], args[1])
	case BitAnd, BitOr, BitXor:
		return bitwise(e.Kind, args[0], args[1]), nil
	case FloorDiv, Mod, TrueDiv:
		if args[1] == 0 {
			return 0, fmt.Errorf("division by zero in %s", e)
		}
		q := floorDiv(args[0], args[1])
		if e.Kind == Mod {
			return args[0] - q*args[1], nil
		}
		return q, nil
	case Min, Max:
		best := args[0]
		for _, v := range args[1:] {
			if (v < best) == (e.Kind == Min) && v != best {
				best = v
			}
		}
		return best, nil
	case And:
		for _, v := range args {
			if v == 0 {
				return 0, nil
			}
		}
		return 1, nil
	case Or:
		for _, v := range args {
			if v != 0 {
				return 1, nil
			}
		}
		return 0, nil
	case Not:
		return 1 - args[0], nil
	case Choice:
		if args[0] != 0 {
			return args[1], nil
		}
		return args[2], nil
	}
	if relate(e.Kind, args[0], args[1]) {
		return 1, nil
	}
	return 0, nil
}

// times is a * b, if that has 64 bits.
func times(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	p := a * b
	return p, p/b == a && !(a == -1 && b == math.MinInt64) && !(b == -1 && a == math.MinInt64)
}

// evalLarge is Eval in integers of any size.
func evalLarge(e *Expr, value func(name string) (int64, bool)) (*big.Int, error) {
	switch e.Kind {
	case Add, Mul, Pow, NaturalPow, BitAnd, BitOr, BitXor, FloorDiv, Mod, TrueDiv, Min, Max, Choice, And, Or, Not, Eq, Ne, Lt, Le:
		if !IsReal(e.Args[0]) {
			break
		}
		fallthrough
	default:
		v, err := evalWord(e, value)
		return big.NewInt(v), err
	}
	args := make([]*big.Int, len(e.Args))
	for i, a := range e.Args {
		v, err := evalLarge(a, value)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	truth := func(b bool) (*big.Int, error) {
		if b {
			return big.NewInt(1), nil
		}
		return new(big.Int), nil
	}
	r := new(big.Int).Set(args[0])
	switch e.Kind {
	case Add:
		for _, v := range args[1:] {
			r.Add(r, v)
		}
	case Mul:
		for _, v := range args[1:] {
			r.Mul(r, v)
		}
	case Pow:
		r.Exp(r, big.NewInt(e.Value), nil)
	case NaturalPow:
		return largePow(args[0], args[1])
	case BitAnd, BitOr, BitXor:
		return largeBitwise(e.Kind, args[0], args[1]), nil
	case FloorDiv, Mod, TrueDiv:
		if args[1].Sign() == 0 {
			return nil, fmt.Errorf("division by zero in %s", e)
		}
		q, m := new(big.Int).DivMod(args[0], args[1], new(big.Int)) // m is not negative
		if m.Sign() != 0 && args[1].Sign() < 0 {
			q.Sub(q, big.NewInt(1))
			m.Add(m, args[1])
		}
		if r = q; e.Kind == Mod {
			r = m
		}
	case Min, Max:
		for _, v := range args[1:] {
			if (v.Cmp(r) < 0) == (e.Kind == Min) {
				r.Set(v)
			}
		}
	case And:
		return truth(!slices.ContainsFunc(args, func(v *big.Int) bool { return v.Sign() == 0 }))
	case Or:
		return truth(slices.ContainsFunc(args, func(v *big.Int) bool { return v.Sign() != 0 }))
	case Not:
		return truth(r.Sign() == 0)
	case Choice:
		if r.Sign() != 0 {
			return args[1], nil
		}
		return args[2], nil
	default:
		return truth(relate(e.Kind, int64(args[0].Cmp(args[1])), 0))
	}
	return r, nil
}

// Bound is no less than the absolute value of any coefficient of e, multiplied out, as far as a float tells.
func Bound(e *Expr) float64 {
	switch e.Kind {
	case Const:
		return math.Abs(float64(e.Value))
	case Add:
		sum := 0.0
		for _, a := range e.Args {
			sum += Bound(a)
		}
		return sum
	case Mul:
		product := 1.0
		for _, a := range e.Args {
			product *= Bound(a)
		}
		return product
	case Pow:
		return math.Pow(Bound(e.Args[0]), float64(e.Value))
	}
	return 1
}

// evalOfReals computes what is made of floats: relations, and integers.
func evalOfReals(e *Expr, value func(name string) (int64, bool)) (int64, error) {
	args := make([]float64, len(e.Args))
	for i, a := range e.Args {
		v, err := EvalReal(a, value)
		if err != nil {
			return 0, err
		}
		args[i] = v
	}
	truth := false
	switch e.Kind {
	case Floor, Ceil, Trunc, Round:
		return toInt(e.Kind, args[0])
	case IsNaN:
		truth = args[0] != args[0]
	case Eq:
		truth = args[0] == args[1]
	case Ne:
		truth = args[0] != args[1]
	case Lt:
		truth = args[0] < args[1]
	case Le:
		truth = args[0] <= args[1]
	default:
		return 0, fmt.Errorf("%s is no integer", e)
	}
	if truth {
		return 1, nil
	}
	return 0, nil
}

// Symbols lists the names in e, each once, in order of first appearance.
func Symbols(e *Expr) []string {
	var names []string
	seen := map[string]bool{}
	var walk func(*Expr)
	walk = func(e *Expr) {
		if e.Kind == Symbol && !seen[e.Name] {
			seen[e.Name] = true
			names = append(names, e.Name)
		}
		for _, a := range e.Args {
			walk(a)
		}
	}
	walk(e)
	return names
}

// Substitute replaces symbols by expressions and simplifies again. Booleans
// may become constants, so the result is an expression of either sort with
// booleans folded to the constants 0 and 1.
func Substitute(e *Expr, with map[string]*Expr) *Expr {
	switch e.Kind {
	case Const, Real:
		return e
	case Symbol:
		if r, ok := with[e.Name]; ok {
			return r
		}
		return e
	}
	args := make([]*Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = Substitute(a, with)
	}
	return rebuild(e, args)
}

func rebuild(e *Expr, args []*Expr) *Expr {
	switch e.Kind {
	case Add:
		return NewAdd(args...)
	case Mul:
		return NewMul(args...)
	case Pow:
		return NewPow(args[0], e.Value)
	case FloorDiv:
		return NewFloorDiv(args[0], args[1])
	case Mod:
		return NewMod(args[0], args[1])
	case TrueDiv:
		return NewTrueDiv(args[0], args[1])
	case NaturalPow:
		return NewNaturalPow(args[0], args[1])
	case BitAnd, BitOr, BitXor:
		return NewBits(e.Kind, args[0], args[1])
	case Min, Max:
		out := args[0]
		for _, a := range args[1:] {
			out = extremum(e.Kind, out, a)
		}
		return out
	case Choice:
		return NewChoice(asBool(args[0]), args[1], args[2])
	case ToReal:
		return NewToReal(args[0])
	case RealAdd, RealMul, RealDiv, RealPow, RealMod, RealFloorDiv, RealMin, RealMax:
		return NewRealOp(e.Kind, args[0], args[1])
	case RealFunction:
		return NewRealFunction(e.Name, args[0])
	case Floor, Ceil, Trunc, Round:
		return NewToInt(e.Kind, args[0])
	case IsNaN:
		return intern(IsNaN, 0, "", args...)
	}
	return foldBool(combine(e.Kind, args))
}

func combine(kind Kind, args []*Expr) Bool {
	switch kind {
	case Not:
		if args[0].Kind == IsNaN {
			return Bool{e: intern(Not, 0, "", args[0])}
		}
		return asBool(args[0]).Not()
	case And, Or:
		out := asBool(args[0])
		for _, a := range args[1:] {
			out = out.join(kind, asBool(a))
		}
		return out
	}
	if IsReal(args[0]) || IsReal(args[1]) {
		return NewRealRelation(kind, args[0], args[1])
	}
	return NewRelation(kind, args[0], args[1])
}

func asBool(e *Expr) Bool {
	if e.Kind == Const {
		return BoolOf(e.Value != 0)
	}
	return FromRelation(e)
}

func foldBool(b Bool) *Expr {
	if v, ok := b.Const(); ok {
		if v {
			return NewConst(1)
		}
		return NewConst(0)
	}
	return b.Expr()
}
