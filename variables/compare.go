package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

var compareNames = [...]string{object.Lt: "lt", object.Le: "le", object.Eq: "eq", object.Ne: "ne", object.Gt: "gt", object.Ge: "ge"}

// Compare is a ⋈ b.
func (t *Trace) Compare(op object.CompareOp, a, b Tracker) (Tracker, error) {
	a, err := t.Realize(a)
	if err != nil {
		return nil, err
	}
	if b, err = t.Realize(b); err != nil {
		return nil, err
	}
	_, ta := a.(*Tensor)
	_, tb := b.(*Tensor)
	if tb && !ta && isOperand(a) {
		return t.compareReflected(op, a, b.(*Tensor))
	}
	if ta && isOperand(b) {
		return t.callOperator(t.Operator(compareNames[op]), compareNames[op], []Tracker{a, b})
	}
	if ta || tb {
		if op == object.Eq || op == object.Ne {
			return NewConstant(object.Bool(op == object.Ne)), nil
		}
	}
	if x, ok, err := t.compareSymbolic(op, a, b); ok {
		return x, err
	}
	if x, ok, err := t.compareObject(op, a, b); ok {
		return x, err
	}
	for _, x := range []Tracker{a, b} {
		if _, err := t.deep(x); err != nil {
			return nil, err
		}
	}
	va, vb := t.ToValue(a), t.ToValue(b)
	if isProxy(va) || isProxy(vb) {
		if op == object.Eq || op == object.Ne {
			return NewConstant(object.Bool((va == vb) == (op == object.Eq))), nil
		}
		return nil, object.TypeErrorf("'%s' not supported between instances of '%s' and '%s'", op, t.TypeOf(a).Name, t.TypeOf(b).Name)
	}
	v, err := object.Compare(va, vb, op)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// compareReflected is number ⋈ tensor: the node keeps that order, its shape is
// that of the reflected comparison.
func (t *Trace) compareReflected(op object.CompareOp, a Tracker, b *Tensor) (Tracker, error) {
	_, results, err := t.runFake(ops.Function(compareNames[reflected[op]]), []Tracker{b, a}, nil)
	if err != nil {
		return nil, err
	}
	node, err := t.node(t.Operator(compareNames[op]), []Tracker{a, b}, nil)
	if err != nil {
		return nil, err
	}
	return t.wrapResult(node, nil, results[0], nil)
}

func (t *Trace) compareSymbolic(op object.CompareOp, a, b Tracker) (Tracker, bool, error) {
	_, fa := a.(*SymFloat)
	_, fb := b.(*SymFloat)
	if fa || fb {
		x, okA := t.floatHint(a)
		y, okB := t.floatHint(b)
		if !okA || !okB {
			return nil, true, dataDependent("comparison of a float that depends on data")
		}
		v, err := object.Compare(object.Float(x), object.Float(y), op)
		if err != nil {
			return nil, true, err
		}
		// A symbolic float has no range: the comparison pins it.
		for _, s := range []Tracker{a, b} {
			if f, ok := s.(*SymFloat); ok {
				if _, err := t.pinFloat(f); err != nil {
					return nil, true, err
				}
			}
		}
		return t.FromValue(v), true, nil
	}
	_, symA := a.(*SymInt)
	_, symB := b.(*SymInt)
	if !symA && !symB {
		return nil, false, nil
	}
	x, okA := symbolicOf(a)
	y, okB := symbolicOf(b)
	if !okA || !okB {
		if op == object.Eq || op == object.Ne {
			if _, isFloat := t.floatHint(a); !isFloat {
				return NewConstant(object.Bool(op == object.Ne)), true, nil
			}
			if _, isFloat := t.floatHint(b); !isFloat {
				return NewConstant(object.Bool(op == object.Ne)), true, nil
			}
		}
		n, err := t.pin(a)
		if err != nil {
			return nil, true, err
		}
		m, err := t.pin(b)
		if err != nil {
			return nil, true, err
		}
		r, err := t.Compare(op, n, m)
		return r, true, err
	}
	var r symbolic.Bool
	switch op {
	case object.Lt:
		r = x.Lt(y)
	case object.Le:
		r = x.Le(y)
	case object.Eq:
		r = x.Eq(y)
	case object.Ne:
		r = x.Ne(y)
	case object.Gt:
		r = x.Gt(y)
	case object.Ge:
		r = x.Ge(y)
	}
	if c, ok := r.Const(); ok {
		return NewConstant(object.Bool(c)), true, nil
	}
	node, err := t.node(t.Operator(compareNames[op]), []Tracker{a, b}, nil)
	if err != nil {
		return nil, true, err
	}
	return &SymBool{Expr: r, Node: node}, true, nil
}

var compareSpecials = [...]string{object.Lt: "__lt__", object.Le: "__le__", object.Eq: "__eq__", object.Ne: "__ne__", object.Gt: "__gt__", object.Ge: "__ge__"}
var reflected = [...]object.CompareOp{object.Lt: object.Gt, object.Le: object.Ge, object.Eq: object.Eq, object.Ne: object.Ne, object.Gt: object.Lt, object.Ge: object.Le}

func (t *Trace) compareObject(op object.CompareOp, a, b Tracker) (Tracker, bool, error) {
	try := func(self, other Tracker, op object.CompareOp) (Tracker, bool, error) {
		name := compareSpecials[op]
		if !t.hasSpecial(self, name) {
			if op == object.Ne && t.hasSpecial(self, "__eq__") {
				r, err := t.callSpecial(self, "__eq__", other)
				if err != nil {
					return nil, true, err
				}
				if c, ok := r.(*Constant); ok && c.V == object.NotImplemented {
					return nil, false, nil
				}
				x, err := t.Not(r)
				return x, true, err
			}
			return nil, false, nil
		}
		r, err := t.callSpecial(self, name, other)
		if err != nil {
			return nil, true, err
		}
		if c, ok := r.(*Constant); ok && c.V == object.NotImplemented {
			return nil, false, nil
		}
		return r, true, nil
	}
	if r, done, err := try(a, b, op); done {
		return r, true, err
	}
	if r, done, err := try(b, a, reflected[op]); done {
		return r, true, err
	}
	_, oa := a.(*Object)
	_, ob := b.(*Object)
	if oa || ob {
		switch op {
		case object.Eq:
			return NewConstant(object.Bool(a == b)), true, nil
		case object.Ne:
			return NewConstant(object.Bool(a != b)), true, nil
		}
		return nil, true, object.TypeErrorf("'%s' not supported between instances of '%s' and '%s'", op, t.TypeOf(a).Name, t.TypeOf(b).Name)
	}
	return nil, false, nil
}

// Is is a is b.
func (t *Trace) Is(a, b Tracker) (bool, error) {
	a, err := t.Realize(a)
	if err != nil {
		return false, err
	}
	if b, err = t.Realize(b); err != nil {
		return false, err
	}
	if a == b {
		return true, nil
	}
	va, vb := t.identity(a), t.identity(b)
	return va == vb && !va.IsNull(), nil
}

// identity is the object whose identity x has.
func (t *Trace) identity(x Tracker) object.Value {
	switch x := x.(type) {
	case *Object:
		return x.V
	case *Tensor:
		if !x.Real.IsNull() {
			return x.Real
		}
		return t.proxy(x)
	}
	return t.ToValue(x)
}

// Contains is item in container.
func (t *Trace) Contains(container, item Tracker) (Tracker, error) {
	container, err := t.Realize(container)
	if err != nil {
		return nil, err
	}
	switch c := container.(type) {
	case *Container:
		if s, ok := t.Peek(item).(*SymInt); ok {
			return t.containsSymbolic(c, s)
		}
		k, err := t.indexArgument(item)
		if err != nil {
			return nil, err
		}
		if c.V.Type().Lookup(object.Intern("__contains__")).IsNull() || c.src != nil && !c.wrapped {
			return t.containsByIteration(c, k)
		}
		return t.callContainer(c, "__contains__", []Tracker{k}, nil)
	case *Constant:
		k, err := t.deep(item)
		if err != nil {
			return nil, err
		}
		ok, err := object.Contains(c.V, t.ToValue(k))
		return NewConstant(object.Bool(ok)), err
	case *Object:
		if t.hasSpecial(c, "__contains__") {
			r, err := t.callSpecial(c, "__contains__", item)
			if err != nil {
				return nil, err
			}
			b, err := t.Truth(r)
			return NewConstant(object.Bool(b)), err
		}
		return t.containsByIteration(c, item)
	case *Tensor:
		return t.callTensorMethod(c, "__contains__", []Tracker{item}, nil)
	case *Class:
		k, err := t.deep(item)
		if err != nil {
			return nil, err
		}
		ok, err := object.Contains(c.T.Ref(), t.ToValue(k))
		return NewConstant(object.Bool(ok)), err
	}
	return t.containsByIteration(container, item)
}

// containsSymbolic compares a symbolic int with every element: one disjunction.
func (t *Trace) containsSymbolic(c *Container, s *SymInt) (Tracker, error) {
	any := symbolic.BoolOf(false)
	for _, e := range t.Items(c) {
		e, err := t.Realize(e)
		if err != nil {
			return nil, err
		}
		if n, ok := symbolicOf(e); ok {
			any = any.Or(s.Expr.Eq(n))
		}
	}
	return NewConstant(object.Bool(t.decide(any))), nil
}

func (t *Trace) containsByIteration(c, item Tracker) (Tracker, error) {
	it, err := t.Iter(c)
	if err != nil {
		return nil, err
	}
	for {
		e, more, err := t.Next(it)
		if err != nil {
			return nil, err
		}
		if !more {
			return NewConstant(object.False), nil
		}
		same, err := t.Is(e, item)
		if err != nil {
			return nil, err
		}
		if !same {
			r, err := t.Compare(object.Eq, e, item)
			if err != nil {
				return nil, err
			}
			if same, err = t.Truth(r); err != nil {
				return nil, err
			}
		}
		if same {
			return NewConstant(object.True), nil
		}
	}
}

// Not is not x.
func (t *Trace) Not(x Tracker) (Tracker, error) {
	b, err := t.Truth(x)
	return NewConstant(object.Bool(!b)), err
}

// BranchOnTensor is the graph break of a condition that depends on data.
func BranchOnTensor() error { return branchOn(nil) }

// BranchOn is BranchOnTensor for a condition that a node of the graph computes.
func (t *Trace) BranchOn(x *Tensor) error { return branchOn(x.Node) }

func branchOn(n *fxgraph.Node) error {
	return &Unsupported{Title: "Data-dependent branching", Reason: "generic_jump TensorVariable()", Branch: true, Context: "attempted to jump with TensorVariable()",
		Explanation: "Detected data-dependent branching (e.g. `if my_tensor.sum() > 0:`). Dynamo does not support tracing dynamic control flow." + computedAs(n),
		Hints: []string{"For the common pattern `if tensor_cond: x = transform(x)` (e.g. clamping inf/nan values), consider making the code branchless by always applying the transform. " +
			"Operations like torch.clamp, torch.nan_to_num, and torch.where are typically no-ops on well-behaved inputs and compile without graph breaks.",
			"This graph break is fundamental - it is unlikely that Dynamo will ever be able to trace through your code. Consider finding a workaround.",
			"Use `torch.cond` to express dynamic control flow."}}
}

// computedAs tells which line and node gave a condition; "" if it is an input.
func computedAs(n *fxgraph.Node) string {
	if n == nil || n.Op == fxgraph.Placeholder || len(n.Meta.Stack) == 0 {
		return ""
	}
	l := n.Meta.Stack[len(n.Meta.Stack)-1]
	name, _ := n.Target.(string)
	if f, ok := n.Target.(*fxgraph.Function); ok {
		name = f.Name
	}
	var args []string
	for _, a := range n.Args {
		if m, ok := a.(*fxgraph.Node); ok {
			args = append(args, m.Name)
		} else {
			args = append(args, fmt.Sprint(a))
		}
	}
	return fmt.Sprintf("\n\n      The branch condition involves a tensor computed as follows:\n        # File \"%s\", line %d, in %s, code: %s\n        %s = %s(%s)\n    ",
		l.Filename, l.Line, l.Function, l.Code, n.Name, name, strings.Join(args, ", "))
}

// DataDependent tells whether the truth of a symbolic value is known only when
// the graph has run.
func (t *Trace) DataDependent(x Tracker) bool {
	var cond symbolic.Bool
	switch x := x.(type) {
	case *SymBool:
		cond = x.Expr
	case *SymInt:
		cond = x.Expr.Ne(symbolic.IntOf(0))
	default:
		return false
	}
	if _, known := t.Shapes.StaticallyKnown(cond); known {
		return false
	}
	return !t.Shapes.HasHint(symbolic.FromExpr(cond.Expr()))
}

// Truth is bool(x).
func (t *Trace) Truth(x Tracker) (bool, error) {
	x, err := t.Realize(x)
	if err != nil {
		return false, err
	}
	switch x := x.(type) {
	case *Constant:
		return object.IsTrue(x.V)
	case *Tensor:
		return false, t.BranchOn(x)
	case *SymBool:
		return t.decide(x.Expr), nil
	case *SymInt:
		return t.decide(x.Expr.Ne(symbolic.IntOf(0))), nil
	case *SymFloat:
		if _, err := t.pinFloat(x); err != nil {
			return false, err
		}
		return x.Hint != 0, nil
	case *Container:
		for _, name := range []string{"__bool__", "__len__"} {
			if t.hasSpecial(x, name) {
				r, err := t.callSpecial(x, name)
				if err != nil {
					return false, err
				}
				return t.Truth(r)
			}
		}
		t.observe(x, "__len__", nil)
		return object.IsTrue(x.V)
	case *Object:
		for _, name := range []string{"__bool__", "__len__"} {
			if t.hasSpecial(x, name) {
				r, err := t.callSpecial(x, name)
				if err != nil {
					return false, err
				}
				return t.Truth(r)
			}
		}
	}
	return true, nil
}

// Len is len(x).
func (t *Trace) Len(x Tracker) (Tracker, error) {
	x, err := t.Realize(x)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *Tensor:
		if len(x.Fake.Sizes) == 0 {
			return nil, object.TypeErrorf("len() of a 0-d tensor")
		}
		return t.symbolicInt(x.Fake.Sizes[0]), nil
	case *Object:
		if !t.hasSpecial(x, "__len__") {
			return nil, object.TypeErrorf("object of type '%s' has no len()", x.T.Name)
		}
		return t.callSpecial(x, "__len__")
	case *Container:
		if t.hasSpecial(x, "__len__") {
			return t.callSpecial(x, "__len__")
		}
		t.observe(x, "__len__", nil)
	}
	if isProxy(t.ToValue(x)) {
		return nil, object.TypeErrorf("object of type '%s' has no len()", t.TypeOf(x).Name)
	}
	n, err := object.Len(t.ToValue(x))
	if err != nil {
		return nil, err
	}
	return NewConstant(object.Int(int64(n))), nil
}

// hash is hash(x) where only identity or equality matters.
func (t *Trace) hash(x Tracker) (int64, error) {
	x, err := t.Realize(x)
	if err != nil {
		return 0, err
	}
	switch x := x.(type) {
	case *Constant:
		return object.Hash(x.V)
	case *SymInt:
		n, err := t.AsInt(x)
		if err != nil {
			return 0, err
		}
		return object.Hash(object.Int(n))
	case *Object:
		if t.hasSpecial(x, "__hash__") {
			r, err := t.callSpecial(x, "__hash__")
			if err != nil {
				return 0, err
			}
			return t.AsInt(r)
		}
	case *Container:
		if _, err := t.deep(x); err != nil {
			return 0, err
		}
		return object.Hash(x.V)
	}
	return int64(object.ID(t.identity(x)) >> 4), nil
}

// Text is str(x) or repr(x) as a constant.
func (t *Trace) Text(x Tracker, how string) (*Constant, error) {
	x, err := t.Realize(x)
	if err != nil {
		return nil, err
	}
	text := object.StrOf
	if how == "repr" {
		text = object.Repr
	}
	convert := func(v object.Value) (object.Value, error) {
		s, err := text(v)
		return object.NewStr(s), err
	}
	switch x := x.(type) {
	case *Constant:
		s, err := convert(x.V)
		return NewConstant(s), err
	case *Object:
		name := "__" + how + "__"
		if !t.hasSpecial(x, name) {
			name = "__repr__"
		}
		if t.hasSpecial(x, name) {
			r, err := t.callSpecial(x, name)
			if err != nil {
				return nil, err
			}
			if c, ok := r.(*Constant); ok {
				return c, nil
			}
		}
	case *Container:
		if _, err := t.deep(x); err != nil {
			return nil, err
		}
		s, err := convert(x.V)
		return NewConstant(s), err
	case *Class, *PyModule, *Builtin, *Function:
		s, err := convert(t.ToValue(x))
		return NewConstant(s), err
	}
	return nil, Unsupportedf("Failed to trace builtin operator", how, "Dynamo does not know how to trace builtin operator `%s` with argument types ['%s'] (has_kwargs False)", how, t.TypeOf(x).Name)
}
