package torch

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// torch.SymInt: a size that is not known as a number, as scripts see it while tensors have no data. Arithmetic gives further
// ones; a condition is decided by the shape environment (ops.Context.SetEnv), which guards it; where a number is needed the
// environment fixes the size.

var symIntType *object.Type

// symIntClass is torch.SymInt.
func symIntClass(th *object.Thread) *object.Type {
	if symIntType != nil {
		return symIntType
	}
	spec := object.Spec{Layout: object.LayoutNative}
	symbolicNode(&spec)
	textSlots(&spec, func(th *object.Thread, v Value) string { return shownSize(th, payload[symbolic.Int](v)).String() })
	for op, f := range symbolicArithmetic {
		spec.Binary[op] = func(th *object.Thread, a, b Value) (Value, error) { return symbolicBinary(th, op, f, a, b) }
		spec.Reflected[op] = func(th *object.Thread, a, b Value) (Value, error) { return symbolicBinary(th, op, f, b, a) }
	}
	for _, op := range []object.Op{object.OpTrueDiv, object.OpAnd, object.OpOr, object.OpXor, object.OpLshift, object.OpRshift} {
		spec.Binary[op] = func(th *object.Thread, a, b Value) (Value, error) { return symbolicBinary(th, op, nil, a, b) }
		spec.Reflected[op] = func(th *object.Thread, a, b Value) (Value, error) { return symbolicBinary(th, op, nil, b, a) }
	}
	spec.Compare = symbolicCompare
	zero := symbolic.IntOf(0)
	spec.Neg = func(th *object.Thread, v Value) (Value, error) {
		return computed(th, "operator.neg", payload[symbolic.Int](v).Neg(), v), nil
	}
	spec.Pos = func(th *object.Thread, v Value) (Value, error) { return v, nil }
	spec.Abs = func(th *object.Thread, v Value) (Value, error) {
		s := payload[symbolic.Int](v)
		if env, ok := Context(th).Numbers().(interface {
			AtMost(n, most symbolic.Int) bool
		}); ok && !env.AtMost(zero, s) {
			absolute := s.Max(s.Neg())
			if env.AtMost(s, zero) {
				absolute = s.Neg()
			}
			return computed(th, "operator.abs", absolute, v), nil
		}
		negative, err := decide(th, s.Lt(zero))
		if negative {
			s = s.Neg()
		}
		return keptResult(th, symInt(th, s), v), err
	}
	spec.Bool = func(th *object.Thread, v Value) (bool, error) { return decide(th, payload[symbolic.Int](v).Ne(zero)) }
	spec.Index, spec.Int, spec.Stands = fixedInt, fixedInt, staysSymbolic
	spec.Float = func(th *object.Thread, v Value) (Value, error) {
		n, err := fixedInt(th, v)
		if err != nil {
			return object.Null, err
		}
		f, err := object.ToFloat(th, n)
		return object.Float(f), err
	}
	spec.Hash = func(th *object.Thread, v Value) (int64, error) {
		if h, ok := nestedHash(payload[symbolic.Int](v)); ok {
			return h, nil
		}
		return 0, object.TypeErrorf("unhashable type: non-nested SymInt") // what is not known until a call finds no entries of dicts
	}
	spec.Format = func(th *object.Thread, v Value, format string) (string, error) {
		if format == "" {
			return shownSize(th, payload[symbolic.Int](v)).String(), nil
		}
		n, err := fixedInt(th, v)
		if err != nil {
			return "", err
		}
		return object.Format(th, n, format)
	}
	spec.Methods = []object.Method{
		copied(), deepcopied(),
		{Name: "__divmod__", OneArg: quotientAndRest},
		{Name: "__rdivmod__", OneArg: func(th *object.Thread, v, w Value) (Value, error) { return quotientAndRest(th, w, v) }},
		{Name: "__floor__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return v, nil }},
		{Name: "__ceil__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return v, nil }},
		{Name: "__trunc__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return v, nil }},
		{Name: "is_integer", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.True, nil }},
		{Name: "__round__", Fn: func(th *object.Thread, args, kw []Value) (Value, error) { return args[0], nil }},
		{Name: "conjugate", NoArgs: func(th *object.Thread, v Value) (Value, error) { return v, nil }},
		{Name: "as_integer_ratio", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			return object.NewTuple(v, object.Int(1)).Ref(), nil
		}},
		{Name: "bit_length", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			n, err := fixedInt(th, v)
			if err != nil {
				return object.Null, err
			}
			return object.CallMethod(th, n, "bit_length")
		}},
		{Name: "__sym_max__", OneArg: func(th *object.Thread, a, b Value) (Value, error) {
			return symbolicExtremum(th, "torch.sym_max", symbolic.Int.Max, a, b)
		}},
		{Name: "__sym_min__", OneArg: func(th *object.Thread, a, b Value) (Value, error) {
			return symbolicExtremum(th, "torch.sym_min", symbolic.Int.Min, a, b)
		}},
		{Name: "__sym_float__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			if Context(th).Numbers() == nil {
				return spec.Float(th, v)
			}
			return computed(th, "torch.sym_float", symbolic.FloatOf(payload[symbolic.Int](v).Expr()), v), nil
		}},
	}
	spec.Methods = append(spec.Methods, floatMethods()...)
	computeConstants(&spec)
	symIntType = object.NewType("SymInt", "torch", nil, spec) // shared: see shareTypes
	return symIntType
}

// shownSize is a size with what the environment of a script has decided of it: a symbol that is fixed shows as its number.
func shownSize(th *object.Thread, n symbolic.Int) symbolic.Int {
	if env, ok := Context(th).Numbers().(interface {
		Shown(symbolic.Int) symbolic.Int
	}); ok {
		return env.Shown(n)
	}
	return n
}

// symInt is the Python value of a size that may be symbolic.
func symInt(th *object.Thread, s symbolic.Int) Value {
	if c, ok := s.Const(); ok {
		return object.Int(c)
	}
	return object.NewNative(symIntClass(th), s)
}

// symbolicExtremum is the greater or the lesser of two sizes.
func symbolicExtremum(th *object.Thread, path string, f func(a, b symbolic.Int) symbolic.Int, a, b Value) (Value, error) {
	x, ok1 := symbolicOf(a)
	y, ok2 := symbolicOf(b)
	if !ok1 || !ok2 {
		kind := symbolic.RealMax
		if path == "torch.sym_min" {
			kind = symbolic.RealMin
		}
		return floatExtremum(th, path, kind, a, b)
	}
	return computed(th, path, f(x, y), a, b), nil
}

// isSymInt says whether v is a symbolic size.
func isSymInt(v Value) bool {
	n, ok := object.AsNative(v)
	if !ok {
		return false
	}
	_, ok = n.V.(symbolic.Int)
	return ok
}

// symbolicOf reads an int or a SymInt.
func symbolicOf(v Value) (symbolic.Int, bool) {
	if v.IsBool() {
		b, _ := v.AsBool()
		if b {
			return symbolic.IntOf(1), true
		}
		return symbolic.IntOf(0), true
	}
	if i, ok := v.AsInt(); ok {
		return symbolic.IntOf(i), true
	}
	n, ok := object.AsNative(v)
	if !ok {
		return symbolic.Int{}, false
	}
	s, ok := n.V.(symbolic.Int)
	return s, ok
}

func decide(th *object.Thread, b symbolic.Bool) (bool, error) {
	if truth, ok := decideNested(b); ok {
		return truth, nil
	}
	truth, err := Context(th).Decide(b)
	if err != nil {
		return false, raise(err)
	}
	return truth, nil
}

// fixedInt is a symbolic size as a plain int, which is guarded.
func fixedInt(th *object.Thread, v Value) (Value, error) {
	n, err := Context(th).Fixed(payload[symbolic.Int](v))
	if err != nil {
		return object.Null, raise(err)
	}
	return object.Int(int64(n)), nil
}

// symbolicArithmetic is what stays symbolic. A function that cannot say gives false.
var symbolicArithmetic = map[object.Op]func(a, b symbolic.Int) symbolic.Int{
	object.OpAdd: symbolic.Int.Add, object.OpSub: symbolic.Int.Sub, object.OpMul: symbolic.Int.Mul,
	object.OpFloorDiv: symbolic.Int.FloorDiv, object.OpMod: symbolic.Int.Mod, object.OpPow: symbolicPow,
}

// symbolicPow is for constant exponents from 0; others have been fixed.
func symbolicPow(a, b symbolic.Int) symbolic.Int {
	n, _ := b.Const()
	return symbolic.FromExpr(symbolic.NewPow(a.Expr(), n))
}

// symbolicBinary computes on sizes. What has no symbolic form, and outside of recordings what meets floats, is computed on numbers that are fixed.
func symbolicBinary(th *object.Thread, op object.Op, f func(a, b symbolic.Int) symbolic.Int, a, b Value) (Value, error) {
	x, ok1 := symbolicOf(a)
	y, ok2 := symbolicOf(b)
	if !(ok1 || a.IsFloat()) || !(ok2 || b.IsFloat()) {
		return object.NotImplemented, nil
	}
	env := Context(th).Numbers()
	if env != nil {
		if r, err := computedReal(th, op, operatorPaths[op], a, b); r != object.NotImplemented {
			return r, err
		}
	}
	if ok1 && ok2 && f != nil {
		if env == nil && (op == object.OpFloorDiv || op == object.OpMod) {
			if none, err := decide(th, y.Eq(symbolic.IntOf(0))); none || err != nil {
				if err == nil {
					err = object.Raisef(object.ZeroDivisionError, "integer division or modulo by zero")
				}
				return object.Null, err
			}
		}
		if n, known := y.Const(); op != object.OpPow || known && n >= 0 {
			return computed(th, operatorPaths[op], f(x, y), a, b), nil
		}
	}
	if ok1 && ok2 && env != nil {
		r, ok, err := recordedBits(th, op, x, y)
		if ok || err != nil {
			return computed(th, operatorPaths[op], r, a, b), err
		}
	}
	p, err := plainNumber(th, a)
	if err != nil {
		return object.Null, err
	}
	q, err := plainNumber(th, b)
	if err != nil {
		return object.Null, err
	}
	r, err := object.BinaryOp(th, op, p, q)
	return keptResult(th, r, a, b), err
}

// recordedBits is what a recording keeps of the operators on bits, and of powers whose exponent is a size.
func recordedBits(th *object.Thread, op object.Op, x, y symbolic.Int) (r symbolic.Int, ok bool, err error) {
	switch n, known := y.Const(); op {
	case object.OpLshift, object.OpRshift:
		by := symbolic.IntOf(2).NaturalPow(y)
		if !known {
			if ok, err = decide(th, y.Ge(symbolic.IntOf(0))); !ok || err != nil {
				return r, false, err
			}
		} else if n < 0 || n >= 62 {
			return r, false, nil
		}
		if op == object.OpLshift {
			return x.Mul(by), true, nil
		}
		return x.FloorDiv(by), true, nil
	case object.OpAnd:
		return x.Bits(symbolic.BitAnd, y), true, nil
	case object.OpOr:
		return x.Bits(symbolic.BitOr, y), true, nil
	case object.OpXor:
		return x.Bits(symbolic.BitXor, y), true, nil
	case object.OpPow:
		natural, err := decide(th, y.Ge(symbolic.IntOf(0)))
		return x.NaturalPow(y), natural, err
	}
	return r, false, nil
}

// plainNumber fixes a SymInt.
func plainNumber(th *object.Thread, v Value) (Value, error) {
	if isSymInt(v) {
		return fixedInt(th, v)
	}
	return v, nil
}

func symbolicCompare(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
	x, ok1 := symbolicOf(a)
	y, ok2 := symbolicOf(b)
	if !ok1 || !ok2 {
		if r, ok := realRelation(op, a, b); ok && Context(th).Numbers() != nil {
			return computed(th, comparisonPaths[op], r, asReal(th, a), asReal(th, b)), nil
		}
		if !ok1 && !a.IsFloat() || !ok2 && !b.IsFloat() {
			return object.NotImplemented, nil
		}
		a, err := plainNumber(th, a)
		if err != nil {
			return object.Null, err
		}
		if b, err = plainNumber(th, b); err != nil {
			return object.Null, err
		}
		return object.Compare(th, a, b, op)
	}
	var c symbolic.Bool
	switch op {
	case object.Eq:
		c = x.Eq(y)
	case object.Ne:
		c = x.Ne(y)
	case object.Lt:
		c = x.Lt(y)
	case object.Le:
		c = x.Le(y)
	case object.Gt:
		c = x.Gt(y)
	default:
		c = x.Ge(y)
	}
	if Context(th).Open(c) {
		return computed(th, comparisonPaths[op], c, a, b), nil
	}
	truth, err := decide(th, c)
	return object.Bool(truth), err
}

// quotientAndRest is divmod of integers, one of them symbolic.
func quotientAndRest(th *object.Thread, v, w Value) (Value, error) {
	q, err := object.BinaryOp(th, object.OpFloorDiv, v, w)
	if err != nil {
		return object.Null, err
	}
	r, err := object.BinaryOp(th, object.OpMod, v, w)
	return object.NewTuple(q, r).Ref(), err
}
