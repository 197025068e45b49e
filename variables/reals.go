package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// This file records functions of symbolic floats, which stay symbolic where shapes and guards can be computed from them again.

// sqrtLike are the functions of package math that stay symbolic, as torch._sym_<name>.
var sqrtLike = []string{"sqrt", "cos", "cosh", "sin", "sinh", "tan", "tanh", "asin", "acos", "atan", "log2"}

// pinnedMath are the functions of package math that a symbolic number is pinned for; the call stays in the graph.
var pinnedMath = []string{"exp", "expm1", "log", "log10", "log1p", "pow", "fabs", "erf", "erfc", "gamma", "lgamma", "degrees", "radians", "cbrt", "exp2", "atan2", "hypot",
	"fmod", "copysign", "asinh", "acosh", "atanh"}

// isSymbolicNumber tells whether x is an int or float of the graph that is an expression of symbols.
func isSymbolicNumber(x Tracker) bool {
	switch x := x.(type) {
	case *SymInt:
		return true
	case *SymFloat:
		return x.Expr != nil
	}
	return false
}

// mathFunction is the graph target for a function of package math.
func (t *Trace) mathFunction(th *object.Thread, name string) *fxgraph.Function {
	return &fxgraph.Function{Name: name, Qualified: "math." + name, Impl: t.Host.Attribute(th, "math."+name)}
}

// floatToInt is the integer that floor, ceil, trunc or round of one argument makes of a float.
func (t *Trace) floatToInt(th *object.Thread, kind symbolic.Kind, x *SymFloat) (Tracker, error) {
	var node *fxgraph.Node
	var err error
	switch kind {
	case symbolic.Trunc:
		node, err = t.node(th, t.torchSym(th, "sym_int"), []Tracker{x}, nil)
	case symbolic.Round:
		node, err = t.create(th, fxgraph.CallMethod, "__round__", []Tracker{x}, nil)
	case symbolic.Floor:
		node, err = t.node(th, t.mathFunction(th, "floor"), []Tracker{x}, nil)
	case symbolic.Ceil:
		node, err = t.node(th, t.mathFunction(th, "ceil"), []Tracker{x}, nil)
	}
	if err != nil {
		return nil, err
	}
	return t.integerOf(kind, x, node), nil
}

// integerOf is the integer that node computes of x.
func (t *Trace) integerOf(kind symbolic.Kind, x *SymFloat, node *fxgraph.Node) Tracker {
	e := symbolic.FromExpr(symbolic.NewToInt(kind, x.Expr))
	node.Meta.Example = e
	return &SymInt{Expr: e, Node: node}
}

// rounding is math.floor, math.ceil or math.trunc.
func rounding(name string, kind symbolic.Kind) handler {
	return func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		if len(args) == 1 && len(kwargs) == 0 {
			x, err := t.Realize(th, args[0])
			if err != nil {
				return nil, err
			}
			switch x := x.(type) {
			case *SymInt:
				return x, nil
			case *SymFloat:
				if x.Expr == nil {
					break
				}
				node, err := t.node(th, t.mathFunction(th, name), []Tracker{x}, nil)
				if err != nil {
					return nil, err
				}
				return t.integerOf(kind, x, node), nil
			}
		}
		return t.callPure(th, t.Host.Attribute(th, "math."+name), name, args, kwargs)
	}
}

// symbolicMath is a function of package math that keeps symbolic numbers symbolic.
func symbolicMath(name string) handler {
	return func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		if len(args) == 1 && len(kwargs) == 0 {
			x, err := t.Realize(th, args[0])
			if err != nil {
				return nil, err
			}
			if isSymbolicNumber(x) {
				node, err := t.node(th, t.torchSym(th, "_sym_"+name), []Tracker{x}, nil)
				if err != nil {
					return nil, err
				}
				r := &SymFloat{Node: node, Deps: []Tracker{x}, Expr: symbolic.NewRealFunction(name, realOf(x))}
				if h, ok := t.floatHint(x); ok {
					v, err := object.Call(th, t.Host.Attribute(th, "math."+name), object.Float(h))
					if err != nil {
						return nil, err
					}
					r.Hint, r.Has = v.AsFloat()
				}
				r.describe()
				return r, nil
			}
		}
		return t.callPure(th, t.Host.Attribute(th, "math."+name), name, args, kwargs)
	}
}

// constantMath is a function of package math that symbolic numbers are pinned for.
func constantMath(name string) handler {
	return func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		symbolicArgument := false
		for i := range args {
			x, err := t.Realize(th, args[i])
			if err != nil {
				return nil, err
			}
			args[i] = x
			symbolicArgument = symbolicArgument || isSymbolicNumber(x)
		}
		fn := t.Host.Attribute(th, "math."+name)
		if symbolicArgument && len(kwargs) == 0 {
			if _, err := t.node(th, t.mathFunction(th, name), args, nil); err != nil {
				return nil, err
			}
		}
		return t.callPure(th, fn, name, args, kwargs)
	}
}

// wholeMath is a function of package math that gives an integer of integers, which PyTorch does not take for a result of the graph.
func wholeMath(name string) handler {
	return func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		for i := range args {
			x, err := t.Realize(th, args[i])
			if err != nil {
				return nil, err
			}
			if args[i] = x; isSymbolicNumber(x) && len(kwargs) == 0 {
				return nil, nonTensor(object.Int(0), "call_function", "<built-in function "+name+">")
			}
		}
		return t.callPure(th, t.Host.Attribute(th, "math."+name), name, args, kwargs)
	}
}

// builtinRound is round(x[, digits]).
func builtinRound(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 0 {
		return t.callPure(th, t.builtin(th, "round"), "round", args, kwargs)
	}
	x, err := t.Realize(th, args[0])
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *Tensor:
		return nil, object.TypeErrorf("type %s doesn't define __round__ method", x.Type.ShortName())
	case *SymFloat:
		if x.Expr == nil || len(kwargs) > 0 {
			break
		}
		if len(args) == 1 {
			return t.floatToInt(th, symbolic.Round, x)
		}
		digits, err := t.Realize(th, args[1])
		if err != nil {
			return nil, err
		}
		c, ok := digits.(*Constant)
		if !ok {
			break
		}
		node, err := t.create(th, fxgraph.CallMethod, "__round__", []Tracker{x, c}, nil)
		if err != nil {
			return nil, err
		}
		r := &SymFloat{Node: node, Deps: []Tracker{x}}
		if x.Has {
			v, err := object.Call(th, t.builtin(th, "round"), object.Float(x.Hint), c.V)
			if err != nil {
				return nil, err
			}
			r.Hint, r.Has = v.AsFloat()
		}
		return r, nil
	case *SymInt:
		if len(args) == 1 && len(kwargs) == 0 {
			return t.computedInt(th, x)
		}
	case *Object:
		if len(kwargs) == 0 && t.hasSpecial(th, x, "__round__") {
			return t.callSpecial(th, x, "__round__", args[1:]...)
		}
	}
	return t.callPure(th, t.builtin(th, "round"), "round", args, kwargs)
}

// floatExtremum is max or min of two numbers of which one is a symbolic float, without a decision.
func (t *Trace) floatExtremum(th *object.Thread, op object.CompareOp, a, b Tracker) (Tracker, bool, error) {
	p, q := realOf(a), realOf(b)
	x, okX := t.floatHint(a)
	y, okY := t.floatHint(b)
	if p == nil || q == nil {
		return nil, false, nil
	}
	name, kind, hint := "sym_max", symbolic.RealMax, max(x, y)
	if op == object.Lt {
		name, kind, hint = "sym_min", symbolic.RealMin, min(x, y)
	}
	node, err := t.node(th, t.torchSym(th, name), []Tracker{a, b}, nil)
	r := &SymFloat{Node: node, Deps: []Tracker{a, b}, Hint: hint, Has: okX && okY, Expr: symbolic.NewRealOp(kind, p, q)}
	r.describe()
	return r, true, err
}

// ScalarTensor is the node by which a float leaves the graph.
func (t *Trace) ScalarTensor(th *object.Thread, x *SymFloat) *fxgraph.Node {
	if x.out == nil {
		dtype := NewLiteral(th, t.Host.Attribute(th, "torch.float64"))
		n := t.Graph.Create(fxgraph.CallFunction, t.torchSym(th, "scalar_tensor"), []any{x.Node}, []fxgraph.KW{{Name: "dtype", Value: dtype}}, "")
		n.Meta.Example = ops.NewFake(tensor.Float64, nil)
		n.Meta.Stack = t.stack(th)
		x.out = n
	}
	return x.out
}

func init() {
	for _, name := range sqrtLike {
		RegisterFunction("math."+name, symbolicMath(name))
	}
	for _, name := range pinnedMath {
		RegisterFunction("math."+name, constantMath(name))
	}
	for _, name := range []string{"gcd", "lcm", "factorial", "comb", "perm", "isqrt"} {
		RegisterFunction("math."+name, wholeMath(name))
	}
	RegisterFunction("math.floor", rounding("floor", symbolic.Floor))
	RegisterFunction("math.ceil", rounding("ceil", symbolic.Ceil))
	RegisterFunction("math.trunc", rounding("trunc", symbolic.Trunc))
}
