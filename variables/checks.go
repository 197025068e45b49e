package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// This file traces torch._check and its relatives: a condition that depends on
// data is taken for granted from there on, and checked when the graph runs.

func init() {
	RegisterFunction("torch._utils.sym_sum", torchSymSum)
	RegisterFunction("torch._utils._check", func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		p, err := parameters("_check", args, kwargs, "cond", "message")
		if err != nil {
			return nil, err
		}
		return None(), t.check(th, p[0], p[1])
	})
	for name, kind := range map[string]*object.Type{"_check_index": object.IndexError, "_check_value": object.ValueError, "_check_type": object.TypeError, "_check_not_implemented": object.NotImplementedError} {
		RegisterFunction("torch._utils."+name, func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
			p, err := parameters(name, args, kwargs, "cond", "message")
			if err != nil {
				return nil, err
			}
			return None(), t.checkWith(th, kind, p[0], p[1])
		})
	}
	RegisterFunction("torch._utils._check_with", func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		p, err := parameters("_check_with", args, kwargs, "error_type", "cond", "message")
		if err != nil {
			return nil, err
		}
		class, err := t.Realize(th, p[0])
		if err != nil {
			return nil, err
		}
		kind, ok := object.AsType(t.ToValue(class))
		if b, builtin := class.(*Builtin); builtin {
			kind, ok = object.AsType(b.Fn)
		}
		if !ok {
			return nil, Unsupportedf("Unsupported kind of error", class.Kind(), "Dynamo does not know the class of the error that torch._check_with raises.")
		}
		return None(), t.checkWith(th, kind, p[1], p[2])
	})
	RegisterFunction("torch._utils.sym_not", func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		p, err := parameters("sym_not", args, kwargs, "a")
		if err != nil {
			return nil, err
		}
		return t.symNot(th, p[0])
	})
	RegisterFunction("torch._utils._check_is_size", func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		p, err := parameters("_check_is_size", args, kwargs, "i", "message", "max")
		if err != nil {
			return nil, err
		}
		return None(), t.checkIsSize(th, p[0], p[1])
	})
}

// check is torch._check.
func (t *Trace) check(th *object.Thread, cond, message Tracker) error {
	return t.checkWith(th, object.RuntimeError, cond, message)
}

// checkWith is a check whose failure, where it shows while tracing, is an error of a kind.
func (t *Trace) checkWith(th *object.Thread, kind *object.Type, cond, message Tracker) error {
	cond, err := t.Realize(th, cond)
	if err != nil {
		return err
	}
	text := ""
	if message != nil {
		if text, err = t.checkMessage(th, message); err != nil {
			return err
		}
	}
	x, ok := cond.(*SymBool)
	switch {
	case isTensor(cond):
		return object.TypeErrorf("cond must be a bool, but got a Tensor. For tensor conditions, use torch._check_tensor_all() to assert that all elements are true.")
	case !ok:
		holds, err := t.Truth(th, cond)
		if err != nil || holds {
			return err
		}
		if text == "" {
			text = "Expected cond to be True, but got False."
		}
		return object.NewException(kind, text)
	}
	node := t.lift(x.Node)
	if text == "" {
		text = "Runtime assertion failed for expression " + x.Expr.Written() + " on node '" + node.Name + "'"
	}
	if value, known := t.StaticTruth(x.Expr); known && !value {
		exc := object.NewException(kind, text)
		t.FakeErrors = append(t.FakeErrors, exc)
		return exc
	}
	assertion := t.Graph.Create(fxgraph.CallFunction, t.assertScalar(th), []any{node, text}, nil, "")
	assertion.Meta.Stack = t.stack(th)
	return nil
}

// Promise takes a condition that the code asserts for granted, and checks it when the graph runs.
func (t *Trace) Promise(th *object.Thread, cond *SymBool) error {
	if value, known := t.StaticTruth(cond.Expr); known && !value {
		return object.NewException(object.AssertionError, "")
	}
	if cond.Expr.Bounds() {
		return nil // which is checked as the range of the number
	}
	return t.check(th, cond, nil)
}

// StaticTruth decides a condition that has a value in this call, with a guard;
// one that depends on data is assumed.
func (t *Trace) StaticTruth(b symbolic.Bool) (value, known bool) {
	if v, ok := t.Shapes.StaticallyKnown(b); ok {
		return v, true
	}
	if t.Shapes.HasHint(symbolic.FromExpr(b.Expr())) {
		return t.Shapes.Decide(b), true
	}
	t.Shapes.Assert(b)
	return false, false
}

// checkMessage is the text of a message, which is a function or a string.
func (t *Trace) checkMessage(th *object.Thread, message Tracker) (string, error) {
	x, err := t.Realize(th, message)
	if err != nil {
		return "", err
	}
	if c, ok := x.(*Constant); ok && c.V.IsNone() {
		return "", nil
	}
	unsupported := &Unsupported{Title: "Can't convert torch._check*() message closure", Context: message.Kind(),
		Explanation: "The message argument of torch._check*() must be a function whose closure variables are Python constants.",
		Hints:       []string{"Remove closure variables that reference non-constant values, e.g. remove references to tensor `x` in `lambda: f'{x} failed check'`", Supportable}}
	if fn, ok := t.Peek(x).(*Function); ok && fn.Fn != nil {
		for _, c := range fn.Fn.Closure.All() {
			if t.Cells[c] == nil {
				continue
			}
			switch t.Peek(t.ReadCell(c)).(type) {
			case *SymInt, *SymFloat, *SymBool:
				return "", unsupported
			}
		}
	}
	if _, text := x.(*Constant); !text {
		if x, err = t.Call(th, x, nil, nil); err != nil {
			return "", err
		}
	}
	if _, computed := t.Peek(x).(*Formatted); computed {
		return "", unsupported
	}
	c, ok := t.Peek(x).(*Constant)
	if !ok {
		return "", Unsupportedf("Can't extract message from torch._check()", x.Kind(), "The second argument of torch._check() must be a function defined within the torch.compile region that does not reference a non-local variable.")
	}
	s, err := object.StrOf(th, c.V)
	return s, err
}

// checkIsSize is torch._check_is_size.
func (t *Trace) checkIsSize(th *object.Thread, x, message Tracker) error {
	x, err := t.Realize(th, x)
	if err != nil {
		return err
	}
	s, ok := x.(*SymInt)
	if !ok {
		zero := NewConstant(object.Int(0))
		cond, err := t.Compare(th, object.Ge, x, zero)
		if err != nil {
			return err
		}
		return t.check(th, cond, message)
	}
	if value, known := t.StaticTruth(s.Expr.Ge(symbolic.IntOf(0))); known && !value {
		exc := object.NewException(object.RuntimeError, "Expected a size, but got a negative number.")
		t.FakeErrors = append(t.FakeErrors, exc)
		return exc
	}
	fn := t.Host.Attribute(th, "torch._check_is_size")
	_, err = t.node(th, &fxgraph.Function{Name: "_check_is_size", Qualified: "torch._check_is_size", Impl: fn}, []Tracker{s}, nil)
	return err
}

// symNot is torch.sym_not: of a condition that depends on data a condition, which the graph computes.
func (t *Trace) symNot(th *object.Thread, x Tracker) (Tracker, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	b, ok := x.(*SymBool)
	if !ok || !t.DataDependent(b) {
		truth, err := t.Truth(th, x)
		return NewConstant(object.Bool(!truth)), err
	}
	node, err := t.node(th, t.torchSym(th, "sym_not"), []Tracker{b}, nil)
	if err != nil {
		return nil, err
	}
	node.Meta.Example = b.Expr.Not()
	return &SymBool{Expr: b.Expr.Not(), Node: node}, nil
}
