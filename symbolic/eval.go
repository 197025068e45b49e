package symbolic

import "fmt"

// Eval computes e with the given symbol values. Booleans are 0 and 1. An
// unknown symbol or a division by zero is an error.
func Eval(e *Expr, value func(name string) (int64, bool)) (int64, error) {
	switch e.Kind {
	case Const:
		return e.Value, nil
	case Symbol:
		if v, ok := value(e.Name); ok {
			return v, nil
		}
		return 0, fmt.Errorf("symbol %s has no value", e.Name)
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
	case Const:
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
	}
	return foldBool(combine(e.Kind, args))
}

func combine(kind Kind, args []*Expr) Bool {
	switch kind {
	case Not:
		return asBool(args[0]).Not()
	case And, Or:
		out := asBool(args[0])
		for _, a := range args[1:] {
			out = out.join(kind, asBool(a))
		}
		return out
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
