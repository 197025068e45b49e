package symbolic

import "fmt"

// Eval computes e with the given symbol values. Booleans are 0 and 1. An
// unknown symbol or a division by zero is an error.
func Eval(e *Expr, value func(name string) (int64, bool)) (int64, error) {
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
		v, err := Eval(a, value)
		if err != nil {
			return 0, err
		}
		args[i] = v
	}
	switch e.Kind {
	case Add:
		sum := int64(0)
		for _, v := range args {
			sum += v
		}
		return sum, nil
	case Mul:
		product := int64(1)
		for _, v := range args {
			product *= v
		}
		return product, nil
	case Pow:
		product := int64(1)
		for range e.Value {
			product *= args[0]
		}
		return product, nil
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
	}
	if relate(e.Kind, args[0], args[1]) {
		return 1, nil
	}
	return 0, nil
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
	case Min, Max:
		out := args[0]
		for _, a := range args[1:] {
			out = extremum(e.Kind, out, a)
		}
		return out
	case ToReal:
		return NewToReal(args[0])
	case RealAdd, RealMul, RealDiv, RealPow, RealMod, RealFloorDiv, RealMin, RealMax:
		return NewRealOp(e.Kind, args[0], args[1])
	case RealFunction:
		return NewRealFunction(e.Name, args[0])
	case Floor, Ceil, Trunc, Round:
		return NewToInt(e.Kind, args[0], false)
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
