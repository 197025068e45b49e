package variables

import (
	"math"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// Arithmetic of sizes and of numbers that are inputs of the graph or depend on data: expressions where they stay such, constants where
// a guard pins them.

var realKinds = map[object.Op]symbolic.Kind{object.OpAdd: symbolic.RealAdd, object.OpSub: symbolic.RealAdd, object.OpMul: symbolic.RealMul,
	object.OpTrueDiv: symbolic.RealDiv, object.OpPow: symbolic.RealPow, object.OpMod: symbolic.RealMod, object.OpFloorDiv: symbolic.RealFloorDiv}

// floatArithmetic keeps arithmetic of symbolic floats among numbers.
func (t *Trace) floatArithmetic(th *object.Thread, op object.Op, a, b Tracker) (Tracker, bool, error) {
	if _, ok := a.(*Tensor); ok {
		return nil, false, nil
	}
	if _, ok := b.(*Tensor); ok {
		return nil, false, nil
	}
	x, okA := t.numberHint(a)
	y, okB := t.numberHint(b)
	result := &SymFloat{Deps: []Tracker{a, b}, Expr: realOperation(op, a, b)}
	if okA && okB {
		v, err := object.BinaryOp(th, op, x, y)
		if err != nil {
			return nil, true, err
		}
		result.Hint, result.Has = v.AsFloat()
	}
	node, err := t.node(th, t.Operator(th, binaries[op].name), []Tracker{a, b}, nil)
	if err != nil {
		return nil, true, err
	}
	result.Node = node
	result.describe()
	return result, true, nil
}

// realOperation is what a binary operator makes of two numbers as an expression of symbols; nil where they depend on data.
func realOperation(op object.Op, a, b Tracker) *symbolic.Expr {
	if p, ok := symbolicOf(a); ok && op == object.OpTrueDiv {
		if q, ok := symbolicOf(b); ok {
			return symbolic.NewTrueDiv(p.Expr(), q.Expr())
		}
	}
	x, y := realOf(a), realOf(b)
	kind, ok := realKinds[op]
	if x == nil || y == nil || !ok {
		return nil
	}
	if op == object.OpSub {
		y = symbolic.NewRealOp(symbolic.RealMul, symbolic.NewReal(-1), y)
	}
	return symbolic.NewRealOp(kind, x, y)
}

// realOf is a number as a float expression of symbols; nil where it depends on data or is none.
func realOf(x Tracker) *symbolic.Expr {
	switch x := x.(type) {
	case *SymFloat:
		return x.Expr
	case *SymInt:
		return symbolic.NewToReal(x.Expr.Expr())
	case *Constant:
		if f, ok := x.V.AsFloat(); ok && x.V.IsFloat() {
			return symbolic.NewReal(f)
		}
		if n, ok := x.V.AsInt(); ok {
			return symbolic.NewReal(float64(n))
		}
	}
	return nil
}

// numberHint is a number as it is in this call.
func (t *Trace) numberHint(x Tracker) (object.Value, bool) {
	switch x := x.(type) {
	case *SymInt:
		if t.Shapes.HasHint(x.Expr) {
			return object.Int(t.Shapes.Hint(x.Expr)), true
		}
	case *Constant:
		if x.V.IsSmallInt() || x.V.IsBool() {
			return x.V, true
		}
	}
	f, ok := t.floatHint(x)
	return object.Float(f), ok
}

// floatHint is a number as a float in this call.
func (t *Trace) floatHint(x Tracker) (float64, bool) {
	switch x := x.(type) {
	case *SymFloat:
		return x.Hint, x.Has
	case *SymInt:
		if t.Shapes.HasHint(x.Expr) {
			return float64(t.Shapes.Hint(x.Expr)), true
		}
	case *Constant:
		if f, ok := x.V.AsFloat(); ok {
			return f, true
		}
		if n, ok := x.V.AsInt(); ok {
			return float64(n), true
		}
	}
	return 0, false
}

// symbolicOf is x as a symbolic int.
func symbolicOf(x Tracker) (symbolic.Int, bool) {
	switch x := x.(type) {
	case *SymInt:
		return x.Expr, true
	case *Constant:
		if n, ok := x.V.AsInt(); ok && (x.V.IsSmallInt() || x.V.IsBool()) {
			return symbolic.IntOf(n), true
		}
	}
	return symbolic.Int{}, false
}

func (t *Trace) binarySymbolic(th *object.Thread, op object.Op, a, b Tracker, inplace bool) (Tracker, bool, error) {
	_, symA := a.(*SymInt)
	_, symB := b.(*SymInt)
	if !symA && !symB {
		return nil, false, nil
	}
	x, okA := symbolicOf(a)
	y, okB := symbolicOf(b)
	if !okA || !okB {
		if _, ok := t.floatHint(b); ok && symA {
			return t.floatArithmetic(th, op, a, b)
		}
		if _, ok := t.floatHint(a); ok && symB {
			return t.floatArithmetic(th, op, a, b)
		}
		// str * n, list *= n: the number is needed as it is.
		return t.pinned(th, op, a, b, inplace)
	}
	if tooLarge(op, x, y) {
		return t.pinned(th, op, a, b, inplace)
	}
	var z symbolic.Int
	switch op {
	case object.OpAdd:
		z = x.Add(y)
	case object.OpSub:
		z = x.Sub(y)
	case object.OpMul:
		z = x.Mul(y)
	case object.OpFloorDiv, object.OpMod:
		if t.decide(y.Eq(symbolic.IntOf(0))) {
			return nil, true, object.ZeroDivisionErrorf("division by zero")
		}
		if op == object.OpMod {
			z = x.Mod(y)
		} else {
			z = x.FloorDiv(y)
		}
	case object.OpPow:
		n, ok := y.Const()
		if ok && n < 0 {
			return t.floatArithmetic(th, op, a, b)
		}
		switch {
		case !ok && !t.decide(y.Ge(symbolic.IntOf(0))):
			return t.floatArithmetic(th, op, a, b)
		case ok && n <= 8:
			z = symbolic.FromExpr(symbolic.NewPow(x.Expr(), n))
		case ok:
			return t.pinned(th, op, a, b, inplace)
		default:
			z = x.NaturalPow(y)
		}
	case object.OpTrueDiv:
		return t.floatArithmetic(th, op, a, b)
	case object.OpLshift, object.OpRshift:
		if by, ok := y.Const(); ok && (by < 0 || by > 32) || !ok && !t.decide(y.Ge(symbolic.IntOf(0))) {
			return t.pinned(th, op, a, b, inplace)
		}
		by := symbolic.IntOf(2).NaturalPow(y)
		if op == object.OpLshift {
			z = x.Mul(by)
		} else {
			z = x.FloorDiv(by)
		}
	case object.OpAnd:
		z = x.Bits(symbolic.BitAnd, y)
	case object.OpOr:
		z = x.Bits(symbolic.BitOr, y)
	case object.OpXor:
		z = x.Bits(symbolic.BitXor, y)
	default:
		return t.pinned(th, op, a, b, inplace)
	}
	if t.Shapes.HasHint(x) && t.Shapes.HasHint(y) && !t.Shapes.HasHint(z) { // it has no place in 64 bits
		return t.pinned(th, op, a, b, inplace)
	}
	node, err := t.node(th, t.Operator(th, binaries[op].name), []Tracker{a, b}, nil)
	if err != nil {
		return nil, true, err
	}
	node.Meta.Example = z
	return &SymInt{Expr: z, Node: node}, true, nil
}

// binaryTruth is arithmetic of conditions on symbols: & | ^ of two give another one, anything else needs the numbers that they are.
func (t *Trace) binaryTruth(th *object.Thread, op object.Op, a, b Tracker, inplace bool) (Tracker, bool, error) {
	_, symA := a.(*SymBool)
	_, symB := b.(*SymBool)
	if !symA && !symB {
		return nil, false, nil
	}
	x, okA := truthOf(a)
	y, okB := truthOf(b)
	var z symbolic.Bool
	switch {
	case !okA || !okB:
		return t.pinned(th, op, a, b, inplace)
	case op == object.OpAnd:
		z = x.And(y)
	case op == object.OpOr:
		z = x.Or(y)
	case op == object.OpXor:
		z = x.And(y.Not()).Or(x.Not().And(y))
	default:
		return t.pinned(th, op, a, b, inplace)
	}
	switch truth, known := z.Const(); {
	case known:
		return NewConstant(object.Bool(truth)), true, nil
	case symA && z == x:
		return a, true, nil
	case symB && z == y:
		return b, true, nil
	}
	node, err := t.node(th, t.Operator(th, binaries[op].name), []Tracker{a, b}, nil)
	if err != nil {
		return nil, true, err
	}
	node.Meta.Example = z
	return &SymBool{Expr: z, Node: node}, true, nil
}

// truthOf is x as a condition on symbols.
func truthOf(x Tracker) (symbolic.Bool, bool) {
	switch x := x.(type) {
	case *SymBool:
		return x.Expr, true
	case *Constant:
		if x.V.IsBool() {
			n, _ := x.V.AsInt()
			return symbolic.BoolOf(n != 0), true
		}
	}
	return symbolic.Bool{}, false
}

// tooLarge tells whether the expression of a result may have coefficients beyond 64 bits.
func tooLarge(op object.Op, x, y symbolic.Int) bool {
	const limit = 1 << 62
	a, b := symbolic.Bound(x.Expr()), symbolic.Bound(y.Expr())
	switch op {
	case object.OpAdd, object.OpSub:
		return a+b >= limit
	case object.OpMul:
		return a*b >= limit
	case object.OpPow:
		n, ok := y.Const()
		return ok && math.Pow(a, float64(n)) >= limit
	case object.OpLshift:
		n, ok := y.Const()
		return ok && math.Ldexp(a, int(min(n, 64))) >= limit
	}
	return false
}

func (t *Trace) pinned(th *object.Thread, op object.Op, a, b Tracker, inplace bool) (Tracker, bool, error) {
	n, err := t.pin(th, a)
	if err != nil {
		return nil, true, err
	}
	m, err := t.pin(th, b)
	if err != nil {
		return nil, true, err
	}
	r, err := t.Binary(th, op, n, m, inplace)
	return r, true, err
}

// pin turns a symbolic number into the constant it is in this call.
func (t *Trace) pin(th *object.Thread, x Tracker) (Tracker, error) {
	switch f := x.(type) {
	case *SymInt:
		n, err := t.AsInt(th, x)
		return NewConstant(object.Int(n)), err
	case *SymBool:
		return t.decidedBool(f), nil
	case *SymFloat:
		pinned, err := t.pinFloat(th, f)
		return NewConstant(object.Float(pinned)), err
	}
	return x, nil
}

// pinFloat turns a symbolic float into the constant it is in this call, by
// pinning what it was computed from.
func (t *Trace) pinFloat(th *object.Thread, x *SymFloat) (float64, error) {
	if !x.Has {
		if x.Expr != nil {
			t.Shapes.Undecidable(x.Expr)
		}
		return 0, dataDependent("a float that depends on data")
	}
	if x.Expr != nil {
		t.Shapes.SpecializeFloat(x.Expr, x.Hint)
		return x.Hint, nil
	}
	for _, d := range x.Deps {
		switch d := d.(type) {
		case *SymFloat:
			if _, err := t.pinFloat(th, d); err != nil {
				return 0, err
			}
		case *SymInt:
			if _, err := t.AsInt(th, d); err != nil {
				return 0, err
			}
		}
	}
	return x.Hint, nil
}

// decide evaluates a condition on sizes; undecidable ones are graph breaks.
func (t *Trace) decide(b symbolic.Bool) bool { return t.Shapes.Decide(b) }

// AsInt is the machine int behind x; symbolic ones are specialised.
func (t *Trace) AsInt(th *object.Thread, x Tracker) (int64, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return 0, err
	}
	switch x := x.(type) {
	case *SymInt:
		return t.Shapes.Specialize(x.Expr), nil
	case *SymBool:
		if t.decide(x.Expr) {
			return 1, nil
		}
		return 0, nil
	case *Constant:
		i, err := object.Index(th, x.V)
		if err != nil {
			return 0, err
		}
		n, ok := i.AsInt()
		if !ok {
			return 0, object.OverflowErrorf("Python int too large to convert to C int")
		}
		return n, nil
	case *Object, *Container:
		if c, ok := x.(*Container); ok && c.V.Type().IsSubtype(object.IntType) { // an int, whatever __index__ is in its class
			return t.AsInt(th, NewConstant(object.Plain(c.V)))
		}
		if t.hasSpecial(th, x, "__index__") {
			r, err := t.callSpecial(th, x, "__index__")
			if err != nil {
				return 0, err
			}
			return t.AsInt(th, r)
		}
	case *Tensor:
		return 0, dataDependent("int(tensor)")
	}
	return 0, object.TypeErrorf("'%s' object cannot be interpreted as an integer", t.TypeOf(x).Name)
}

func dataDependent(what string) error {
	return &Unsupported{Title: "Unsupported Tensor.item() call with capture_scalar_outputs=False", Context: what,
		Explanation: "Dynamo does not support tracing `Tensor.item()` with config.capture_scalar_outputs=False."}
}

// intOf is an int that a node of the graph computes.
func intOf(node *fxgraph.Node, value symbolic.Int) *SymInt {
	if node != nil {
		node.Meta.Example = value
	}
	return &SymInt{Expr: value, Node: node}
}

// describe gives the node of a float its expression, where it has one.
func (x *SymFloat) describe() {
	if x.Expr != nil && x.Node != nil {
		x.Node.Meta.Example = symbolic.FloatOf(x.Expr)
	}
}
