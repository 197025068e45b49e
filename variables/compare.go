package variables

import (
	"fmt"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

var compareNames = [...]string{object.Lt: "lt", object.Le: "le", object.Eq: "eq", object.Ne: "ne", object.Gt: "gt", object.Ge: "ge"}

// Compare is a ⋈ b.
func (t *Trace) Compare(th *object.Thread, op object.CompareOp, a, b Tracker) (Tracker, error) {
	a, err := t.Realize(th, a)
	if err != nil {
		return nil, err
	}
	if b, err = t.Realize(th, b); err != nil {
		return nil, err
	}
	_, addressA := a.(*DataPointer)
	if _, addressB := b.(*DataPointer); addressA || addressB {
		return t.comparePointers(th, op, a, b)
	}
	a, b = t.decidedBool(a), t.decidedBool(b)
	if withArray(a, b) {
		return t.arrayOperator(th, compareNames[op], a, b)
	}
	if x, ok := a.(*Cell); ok {
		if _, ok := b.(*Cell); ok { // of what they hold
			return nil, Unsupportedf("Unsupported method call", x.Kind()+"."+compareNames[op], "Dynamo does not know how to trace method `%s` of class `cell`", compareNames[op])
		}
	}
	a, b = besideTensor(a, b), besideTensor(b, a)
	if unknownNumber(a) && (plainNumber(b) != b || t.comparesItself(th, reflected[op], b)) || unknownNumber(b) && (plainNumber(a) != a || t.comparesItself(th, op, a)) { // whose class may have the comparison
		if x, ok, err := t.compareObject(th, op, a, b); ok {
			return x, err
		}
	}
	if isSymbolic(a) {
		b = plainNumber(b)
	} else if isSymbolic(b) {
		a = plainNumber(a)
	}
	_, ta := a.(*Tensor)
	_, tb := b.(*Tensor)
	if _, number := a.(*Constant); tb && !ta && number && isOperand(a) { // the number does not know tensors: the tensor's method is called
		return t.Compare(th, reflected[op], b, a)
	}
	if tb && !ta && isOperand(a) {
		return t.compareReflected(th, op, a, b.(*Tensor))
	}
	if ta && isOperand(b) {
		if r, ok, err := t.overridden(th, t.tensorMethodObject(th, overriddenComparison(op)), []Tracker{a, b}, nil); ok {
			return r, err
		}
		return t.callOperator(th, t.Operator(th, compareNames[op]), compareNames[op], []Tracker{a, b})
	}
	if (ta || tb) && !t.comparesItself(th, op, a) && !t.comparesItself(th, reflected[op], b) {
		if op == object.Eq || op == object.Ne {
			return t.compareForeign(th, op, a, b)
		}
	}
	if x, ok, err := t.compareSymbolic(th, op, a, b); ok {
		return x, err
	}
	if same, ok, err := t.sameMethod(th, a, b); ok && (op == object.Eq || op == object.Ne) || err != nil {
		return NewConstant(object.Bool(same == (op == object.Eq))), err
	}
	if !isNativeValue(a) || !isNativeValue(b) {
		if x, ok, err := t.compareObject(th, op, a, b); ok {
			return x, err
		}
	}
	for _, x := range []Tracker{a, b} {
		if _, err := t.deep(th, x); err != nil {
			return nil, err
		}
	}
	va, vb := t.ToValue(a), t.ToValue(b)
	if isProxy(va) || isProxy(vb) {
		if op == object.Eq || op == object.Ne {
			if x, y, ok := nativeMethods(a, b); ok { // made anew each time that they are read
				same, err := t.Is(th, x.Obj, y.Obj)
				same = same && x.Name == y.Name
				return NewConstant(object.Bool(same == (op == object.Eq))), err
			}
			return NewConstant(object.Bool((va == vb) == (op == object.Eq))), nil
		}
		if isTensor(a) || isTensor(b) {
			return nil, t.badOperand(th, compareNames[op], func(a, b string) string {
				return fmt.Sprintf("'%s' not supported between instances of '%s' and '%s'", op, a, b)
			}, a, b)
		}
		return nil, object.TypeErrorf("'%s' not supported between instances of '%s' and '%s'", op, t.TypeOf(a).Name, t.TypeOf(b).Name)
	}
	v, err := object.Compare(th, va, vb, op)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// isNativeValue tells whether native code can work on the value of x: its operators ask for special methods of the program's classes in the right order.
func isNativeValue(x Tracker) bool {
	switch x.(type) {
	case *Constant, *Container:
		return true
	}
	return false
}

// sameMethod tells of two bound methods whether they are the same function of the same object.
func (t *Trace) sameMethod(th *object.Thread, a, b Tracker) (same, ok bool, err error) {
	x, okX := a.(*Method)
	y, okY := b.(*Method)
	if !okX || !okY {
		return false, false, nil
	}
	if same, err = t.Is(th, x.Self, y.Self); err == nil && same {
		same, err = t.Is(th, x.Func, y.Func)
	}
	return same, true, err
}

func nativeMethods(a, b Tracker) (x, y *Attribute, ok bool) {
	x, isX := a.(*Attribute)
	y, isY := b.(*Attribute)
	return x, y, isX && isY
}

// compareForeign is whether a tensor equals what is neither a tensor nor a number: it does not. With a constant the graph compares them nevertheless.
func (t *Trace) compareForeign(th *object.Thread, op object.CompareOp, a, b Tracker) (Tracker, error) {
	for _, x := range []Tracker{a, b} {
		if _, constant := x.(*Constant); constant {
			if _, err := t.node(th, t.Operator(th, compareNames[op]), []Tracker{a, b}, nil); err != nil {
				return nil, err
			}
		}
	}
	return NewConstant(object.Bool(op == object.Ne)), nil
}

// compareReflected is number ⋈ tensor: the node keeps that order, its shape is
// that of the reflected comparison.
func (t *Trace) compareReflected(th *object.Thread, op object.CompareOp, a Tracker, b *Tensor) (Tracker, error) {
	_, results, err := t.runFake(th, ops.Function(compareNames[reflected[op]]), []Tracker{b, a}, nil)
	if err != nil {
		return nil, err
	}
	node, err := t.node(th, t.Operator(th, compareNames[op]), []Tracker{a, b}, nil)
	if err != nil {
		return nil, err
	}
	return t.wrapResult(th, node, nil, results[0], nil)
}

func (t *Trace) compareSymbolic(th *object.Thread, op object.CompareOp, a, b Tracker) (Tracker, bool, error) {
	_, fa := a.(*SymFloat)
	_, fb := b.(*SymFloat)
	if fa || fb {
		if p, q := realOf(a), realOf(b); p != nil && q != nil {
			r, err := t.compareReals(th, op, a, b, p, q)
			return r, true, err
		}
		x, okA := t.floatHint(a)
		y, okB := t.floatHint(b)
		if !okA || !okB {
			return nil, true, dataDependent("comparison of a float that depends on data")
		}
		v, err := object.Compare(th, object.Float(x), object.Float(y), op)
		if err != nil {
			return nil, true, err
		}
		// A float that is computed from data has no range: the comparison pins it.
		for _, s := range []Tracker{a, b} {
			if f, ok := s.(*SymFloat); ok {
				if _, err := t.pinFloat(th, f); err != nil {
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
		if p, q := realOf(a), realOf(b); p != nil && q != nil {
			r, err := t.compareReals(th, op, a, b, p, q)
			return r, true, err
		}
		if op == object.Eq || op == object.Ne {
			if _, isFloat := t.floatHint(a); !isFloat {
				return NewConstant(object.Bool(op == object.Ne)), true, nil
			}
			if _, isFloat := t.floatHint(b); !isFloat {
				return NewConstant(object.Bool(op == object.Ne)), true, nil
			}
		}
		n, err := t.pin(th, a)
		if err != nil {
			return nil, true, err
		}
		m, err := t.pin(th, b)
		if err != nil {
			return nil, true, err
		}
		r, err := t.Compare(th, op, n, m)
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
	node, err := t.node(th, t.Operator(th, compareNames[op]), []Tracker{a, b}, nil)
	if err != nil {
		return nil, true, err
	}
	node.Meta.Example = r
	return &SymBool{Expr: r, Node: node}, true, nil
}

// compareReals is a comparison of p and q, which are the numbers a and b as floats.
func (t *Trace) compareReals(th *object.Thread, op object.CompareOp, a, b Tracker, p, q *symbolic.Expr) (Tracker, error) {
	written := op
	if _, constant := a.(*Constant); constant { // guards have the constant on the right
		p, q, op = q, p, reflected[op]
	}
	var r symbolic.Bool
	switch op {
	case object.Lt:
		r = symbolic.NewRealRelation(symbolic.Lt, p, q)
	case object.Le:
		r = symbolic.NewRealRelation(symbolic.Le, p, q)
	case object.Gt:
		r = symbolic.NewRealRelation(symbolic.Lt, q, p).Reversed()
	case object.Ge:
		r = symbolic.NewRealRelation(symbolic.Le, q, p).Reversed()
	case object.Eq:
		r = symbolic.NewRealRelation(symbolic.Eq, p, q)
	case object.Ne:
		r = symbolic.NewRealRelation(symbolic.Ne, p, q)
	}
	node, err := t.node(th, t.Operator(th, compareNames[written]), []Tracker{a, b}, nil)
	if err != nil {
		return nil, err
	}
	node.Meta.Example = r
	return &SymBool{Expr: r, Node: node}, nil
}

var compareSpecials = [...]string{object.Lt: "__lt__", object.Le: "__le__", object.Eq: "__eq__", object.Ne: "__ne__", object.Gt: "__gt__", object.Ge: "__ge__"}
var reflected = [...]object.CompareOp{object.Lt: object.Gt, object.Le: object.Ge, object.Eq: object.Eq, object.Ne: object.Ne, object.Gt: object.Lt, object.Ge: object.Le}

// comparesItself tells whether the class of x has a method in Python for a comparison.
func (t *Trace) comparesItself(th *object.Thread, op object.CompareOp, x Tracker) bool {
	return t.hasSpecial(th, x, compareSpecials[op]) || op == object.Ne && t.negatesEq(th, x)
}

// negatesEq tells whether x != y is not x == y by a method __eq__ of the program: object has != that way, built-in types have their own.
func (t *Trace) negatesEq(th *object.Thread, x Tracker) bool {
	_, owner := t.TypeOf(x).LookupWhere(object.Intern("__ne__"))
	return owner == object.ObjectType && t.hasSpecial(th, x, "__eq__")
}

func (t *Trace) compareObject(th *object.Thread, op object.CompareOp, a, b Tracker) (Tracker, bool, error) {
	try := func(self, other Tracker, op object.CompareOp) (Tracker, bool, error) {
		name := compareSpecials[op]
		if !t.hasSpecial(th, self, name) {
			if op == object.Ne && t.negatesEq(th, self) {
				r, err := t.callSpecial(th, self, "__eq__", other)
				if err != nil {
					return nil, true, err
				}
				if t.declined(th, r) {
					return nil, false, nil
				}
				x, err := t.Not(th, r)
				return x, true, err
			}
			return nil, false, nil
		}
		r, err := t.callSpecial(th, self, name, other)
		if err != nil {
			return nil, true, err
		}
		if t.declined(th, r) {
			return nil, false, nil
		}
		return r, true, nil
	}
	first, second, with, then := a, b, op, reflected[op]
	if ta, tb := t.TypeOf(a), t.TypeOf(b); ta != tb && tb.IsSubtype(ta) { // what derives from the other goes first
		first, second, with, then = b, a, then, with
	}
	if r, done, err := try(first, second, with); done {
		return r, true, err
	}
	if r, done, err := try(second, first, then); done {
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

// declined tells whether a method has given NotImplemented.
func (t *Trace) declined(th *object.Thread, result Tracker) bool {
	x, err := t.Realize(th, result)
	if err != nil {
		return false
	}
	c, ok := x.(*Constant)
	return ok && c.V == object.NotImplemented
}

// Is is a is b.
func (t *Trace) Is(th *object.Thread, a, b Tracker) (bool, error) {
	a, err := t.Realize(th, a)
	if err != nil {
		return false, err
	}
	if b, err = t.Realize(th, b); err != nil {
		return false, err
	}
	a, b = t.decidedBool(a), t.decidedBool(b)
	if a == b {
		return true, nil
	}
	if x, ok := a.(*SymInt); ok {
		if y, ok := b.(*SymInt); ok && itself(x) == itself(y) {
			return true, nil
		}
	}
	if sameTensor(a, b) {
		return true, nil
	}
	va, vb := t.identity(a), t.identity(b)
	return va == vb && !va.IsNull(), nil
}

// sameTensor tells whether a and b are one tensor: an operator in place gives the tensor that it changed.
func sameTensor(a, b Tracker) bool {
	x, ok := a.(*Tensor)
	y, also := b.(*Tensor)
	return ok && also && x.Fake == y.Fake
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
		for x.Same != nil {
			x = x.Same
		}
		return t.proxy(x)
	}
	return t.ToValue(x)
}

// address is id(x). That of the caller's value is a constant of the code, so a guard holds it.
func (t *Trace) address(th *object.Thread, x Tracker) uint64 {
	v := t.identity(x)
	if c, ok := x.(*Container); ok && !c.Orig.IsNull() {
		v = c.Orig
	}
	if _, constant := x.(*Constant); !constant && !isProxy(v) && x.Source() != nil {
		t.guard(th, &guards.Guard{Source: x.Source(), Kind: guards.IDMatch, Value: v})
	}
	return object.ID(v)
}

// decidedBool is a condition on sizes as the bool that it is in this call; other values stay what they are.
func (t *Trace) decidedBool(x Tracker) Tracker {
	if b, ok := x.(*SymBool); ok {
		return NewConstant(object.Bool(t.decide(b.Expr)))
	}
	return x
}

// Not is not x.
func (t *Trace) Not(th *object.Thread, x Tracker) (Tracker, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	switch x.(type) {
	case *SymInt, *SymBool:
		if !t.DataDependent(x) { // PyTorch asks the graph, and then what the answer is
			if _, err := t.node(th, t.Operator(th, "not_"), []Tracker{x}, nil); err != nil {
				return nil, err
			}
		}
	}
	b, err := t.Truth(th, x)
	return NewConstant(object.Bool(!b)), err
}

// overriddenComparison is the method by which overrides see a comparison of tensors.
func overriddenComparison(op object.CompareOp) string {
	if op == object.Eq {
		return "__eq__"
	}
	return compareNames[op]
}
