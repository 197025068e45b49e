package torch

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// torch.SymFloat and torch.SymBool: floats and conditions that a recording keeps as expressions (ops.NumberEnv), and what numbers of all
// kinds share.

var symFloatType, symBoolType *object.Type // shared: see shareTypes

// symFloatClass is torch.SymFloat.
func symFloatClass() *object.Type {
	if symFloatType == nil {
		symFloatType = newSymFloatType() // shared: see shareTypes
	}
	return symFloatType
}

// symBoolClass is torch.SymBool.
func symBoolClass() *object.Type {
	if symBoolType == nil {
		symBoolType = newSymBoolType() // shared: see shareTypes
	}
	return symBoolType
}

// operatorPaths and comparisonPaths are the functions that recordings call for operators of the language.
var operatorPaths = map[object.Op]string{
	object.OpAdd: "operator.add", object.OpSub: "operator.sub", object.OpMul: "operator.mul", object.OpFloorDiv: "operator.floordiv", object.OpMod: "operator.mod",
	object.OpPow: "operator.pow", object.OpTrueDiv: "operator.truediv", object.OpAnd: "operator.and_", object.OpOr: "operator.or_",
	object.OpXor: "operator.xor", object.OpLshift: "operator.lshift", object.OpRshift: "operator.rshift",
}

var comparisonPaths = map[object.CompareOp]string{
	object.Eq: "operator.eq", object.Ne: "operator.ne", object.Lt: "operator.lt", object.Le: "operator.le", object.Gt: "operator.gt", object.Ge: "operator.ge",
}

// symbolicNode gives a type of symbolic numbers what scripts see behind them: the attribute node, which describes the number, and the call of the
// type with such a description.
func symbolicNode(spec *object.Spec) {
	described := func(th *object.Thread, name string, arg Value) (Value, error) {
		module, err := interp.ImportModule(th, "torch.fx.experimental.sym_node")
		if err != nil {
			return object.Null, err
		}
		return object.CallMethod(th, module, name, arg)
	}
	spec.Getset = append(spec.Getset, object.GetsetDef{Name: "node", Get: func(th *object.Thread, v Value) (Value, error) { return described(th, "node_of", v) }})
	spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
		if len(args) != 1 || len(kwNames) > 0 {
			return object.Null, object.TypeErrorf("%s() takes one node", cls.ShortName())
		}
		v, err := described(th, "number_of", args[0])
		return keptSymbolic(cls, v), err
	}
}

// copied is the copy of a symbolic number, which is constant: the number.
func copied() object.Method {
	return object.Method{Name: "__copy__", NoArgs: func(_ *object.Thread, v Value) (Value, error) { return v, nil }}
}

// deepcopied is the copy of a symbolic number, whose symbols belong to its environment: the number.
func deepcopied() object.Method {
	return object.Method{Name: "__deepcopy__", OneArg: func(_ *object.Thread, v, _ Value) (Value, error) { return v, nil }}
}

// symFloat is the Python value of a float that may be symbolic.
func symFloat(f symbolic.Float) Value {
	if c, ok := f.Const(); ok {
		return object.Float(c)
	}
	return object.NewNative(symFloatClass(), f)
}

// symBool is the Python value of a condition that may be symbolic.
func symBool(b symbolic.Bool) Value {
	if c, ok := b.Const(); ok {
		return object.Bool(c)
	}
	return object.NewNative(symBoolClass(), b)
}

// NumberObject is the Python value of a symbolic number.
func NumberObject(n any) Value {
	switch n := n.(type) {
	case symbolic.Int:
		if c, ok := n.Const(); ok {
			return object.Int(c)
		}
		return object.NewNative(symIntType, n)
	case symbolic.Float:
		return symFloat(n)
	case symbolic.Bool:
		return symBool(n)
	}
	return object.None
}

// computed is the Python value of what a function, called by its path, has made of numbers; a recording sees the call.
func computed(th *object.Thread, path string, result ops.Value, args ...Value) Value {
	if env := Context(th).Numbers(); env != nil {
		given := make([]ops.Value, len(args))
		for i, a := range args {
			given[i], _ = ToOps(th, a)
		}
		env.Computed(path, given, result)
	}
	return keptResult(th, FromOps(th, result), args...)
}

// realOf reads a number as a real expression; symbolic tells that it is a float or an expression, so that a float comes of it.
func realOf(v Value) (e *symbolic.Expr, isFloat, ok bool) {
	if f, is := v.AsFloat(); is && v.IsFloat() {
		return symbolic.NewReal(f), true, true
	}
	if n, is := object.AsNative(v); is {
		if f, is := n.V.(symbolic.Float); is {
			return f.Expr(), true, true
		}
	}
	if s, is := symbolicOf(v); is {
		return s.Expr(), false, true
	}
	return nil, false, false
}

var realKinds = map[object.Op]symbolic.Kind{
	object.OpAdd: symbolic.RealAdd, object.OpMul: symbolic.RealMul, object.OpTrueDiv: symbolic.RealDiv, object.OpPow: symbolic.RealPow,
	object.OpMod: symbolic.RealMod, object.OpFloorDiv: symbolic.RealFloorDiv,
}

// realBinary computes on floats and sizes where a float comes of it.
func realBinary(op object.Op, a, b Value) (symbolic.Float, bool) {
	x, float1, ok1 := realOf(a)
	y, float2, ok2 := realOf(b)
	if !ok1 || !ok2 {
		return symbolic.Float{}, false
	}
	if !float1 && !float2 {
		if op == object.OpTrueDiv {
			return symbolic.FloatOf(symbolic.NewTrueDiv(x, y)), true
		}
		return symbolic.Float{}, false
	}
	if op == object.OpSub {
		return symbolic.FloatOf(symbolic.NewRealOp(symbolic.RealAdd, x, symbolic.NewRealOp(symbolic.RealMul, symbolic.NewReal(-1), y))), true
	}
	kind, ok := realKinds[op]
	if !ok {
		return symbolic.Float{}, false
	}
	return symbolic.FloatOf(symbolic.NewRealOp(kind, x, y)), true
}

// asReal is an operand of a function of floats: a whole number is made one before.
func asReal(th *object.Thread, v Value) Value {
	if v.IsFloat() {
		return v
	}
	if i, is := symbolicOf(v); is {
		if c, known := i.Const(); known {
			return object.Float(float64(c))
		}
		return computed(th, "torch.sym_float", symbolic.FloatOf(i.Expr()), v)
	}
	return v
}

// computedReal is what an operator gives for floats and sizes where a float comes of it.
func computedReal(th *object.Thread, op object.Op, path string, a, b Value) (Value, error) {
	r, ok := realBinary(op, a, b)
	if !ok {
		return object.NotImplemented, nil
	}
	_, float1, _ := realOf(a)
	_, float2, _ := realOf(b)
	if float1 || float2 {
		a, b = asReal(th, a), asReal(th, b)
		if op == object.OpFloorDiv { // which the quotient is rounded for
			q, _ := realBinary(object.OpTrueDiv, a, b)
			quotient := computed(th, operatorPaths[object.OpTrueDiv], q, a, b)
			floor := computed(th, "math.floor", symbolic.FromExpr(symbolic.NewToInt(symbolic.Floor, q.Expr())), quotient)
			return computed(th, "torch.sym_float", r, floor), nil
		}
	}
	return computed(th, path, r, a, b), nil
}

// realRelation compares where one side is a float.
func realRelation(op object.CompareOp, a, b Value) (symbolic.Bool, bool) {
	x, float1, ok1 := realOf(a)
	y, float2, ok2 := realOf(b)
	if !ok1 || !ok2 || !float1 && !float2 {
		return symbolic.Bool{}, false
	}
	switch op {
	case object.Eq:
		return symbolic.NewRealRelation(symbolic.Eq, x, y), true
	case object.Ne:
		return symbolic.NewRealRelation(symbolic.Ne, x, y), true
	case object.Lt:
		return symbolic.NewRealRelation(symbolic.Lt, x, y), true
	case object.Le:
		return symbolic.NewRealRelation(symbolic.Le, x, y), true
	case object.Gt:
		return symbolic.NewRealRelation(symbolic.Lt, y, x).Reversed(), true
	}
	return symbolic.NewRealRelation(symbolic.Le, y, x).Reversed(), true
}

// fixedNumber is the plain number that a symbolic one is in this run.
func fixedNumber(th *object.Thread, v Value) (Value, error) {
	x, _ := ToOps(th, v)
	x, err := Context(th).FixedNumber(x)
	if err != nil {
		return object.Null, raise(err)
	}
	return FromOps(th, x), nil
}

func newSymFloatType() *object.Type {
	spec := object.Spec{Layout: object.LayoutNative}
	symbolicNode(&spec)
	textSlots(&spec, func(th *object.Thread, v Value) string { return floatText(payload[symbolic.Float](v)) })
	for op, path := range operatorPaths {
		spec.Binary[op] = func(th *object.Thread, a, b Value) (Value, error) { return computedReal(th, op, path, a, b) }
		spec.Reflected[op] = func(th *object.Thread, a, b Value) (Value, error) { return computedReal(th, op, path, b, a) }
	}
	spec.Compare = func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
		if r, ok := realRelation(op, a, b); ok {
			return computed(th, comparisonPaths[op], r, asReal(th, a), asReal(th, b)), nil
		}
		return object.NotImplemented, nil
	}
	zero := symbolic.NewReal(0)
	spec.Neg = func(th *object.Thread, v Value) (Value, error) {
		if c, kept := keptNumber(v); kept {
			r, err := object.Neg(th, c)
			return keptResult(th, r, v), err
		}
		return computed(th, "operator.neg", symbolic.FloatOf(symbolic.NewRealOp(symbolic.RealMul, symbolic.NewReal(-1), payload[symbolic.Float](v).Expr())), v), nil
	}
	spec.Pos = func(th *object.Thread, v Value) (Value, error) { return v, nil }
	spec.Abs = func(th *object.Thread, v Value) (Value, error) {
		if c, kept := keptNumber(v); kept {
			r, err := object.Abs(th, c)
			return keptResult(th, r, v), err
		}
		return computed(th, "operator.abs", symbolic.FloatOf(symbolic.NewRealFunction("abs", payload[symbolic.Float](v).Expr())), v), nil
	}
	spec.Bool = func(th *object.Thread, v Value) (bool, error) {
		return decide(th, symbolic.NewRealRelation(symbolic.Ne, payload[symbolic.Float](v).Expr(), zero))
	}
	spec.Float, spec.Stands = fixedNumber, staysSymbolic
	whole := func(kind symbolic.Kind, path string) func(th *object.Thread, v Value) (Value, error) {
		return func(th *object.Thread, v Value) (Value, error) {
			return computed(th, path, symbolic.FromExpr(symbolic.NewToInt(kind, payload[symbolic.Float](v).Expr())), v), nil
		}
	}
	truncated := whole(symbolic.Trunc, "math.trunc")
	spec.Int = func(th *object.Thread, v Value) (Value, error) {
		n, err := truncated(th, v)
		if err != nil {
			return object.Null, err
		}
		return plainNumber(th, n)
	}
	round := func(th *object.Thread, args, kw []Value) (Value, error) {
		if len(args) > 1 && !args[1].IsNone() {
			x, err := fixedNumber(th, args[0])
			if err != nil {
				return object.Null, err
			}
			return object.CallMethod(th, x, "__round__", args[1])
		}
		return computed(th, "builtins.round", symbolic.FromExpr(symbolic.NewToInt(symbolic.Round, payload[symbolic.Float](args[0]).Expr())), args[0], object.None), nil
	}
	spec.Methods = []object.Method{
		copied(), deepcopied(),
		{Name: "__floor__", NoArgs: whole(symbolic.Floor, "math.floor")},
		{Name: "__ceil__", NoArgs: whole(symbolic.Ceil, "math.ceil")},
		{Name: "__trunc__", NoArgs: truncated},
		{Name: "__sym_int__", NoArgs: truncated},
		{Name: "__round__", Fn: round},
		{Name: "__sym_float__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return v, nil }},
		{Name: "is_integer", NoArgs: wholeFloat},
		{Name: "__sym_max__", OneArg: func(th *object.Thread, a, b Value) (Value, error) {
			return floatExtremum(th, "torch.sym_max", symbolic.RealMax, a, b)
		}},
		{Name: "__sym_min__", OneArg: func(th *object.Thread, a, b Value) (Value, error) {
			return floatExtremum(th, "torch.sym_min", symbolic.RealMin, a, b)
		}},
	}
	spec.Methods = append(spec.Methods, floatMethods()...)
	computeConstants(&spec)
	return object.NewType("SymFloat", "torch", nil, spec)
}

func newSymBoolType() *object.Type {
	spec := object.Spec{Layout: object.LayoutNative}
	symbolicNode(&spec)
	textSlots(&spec, func(th *object.Thread, v Value) string { return shownBool(th, payload[symbolic.Bool](v)).Given(nil) })
	spec.Bool = func(th *object.Thread, v Value) (bool, error) { return decide(th, payload[symbolic.Bool](v)) }
	spec.Stands = staysSymbolic
	joined := func(path string, join func(a, b symbolic.Bool) symbolic.Bool) object.BinaryFunc {
		return func(th *object.Thread, a, b Value) (Value, error) {
			x, ok1 := conditionOf(a)
			y, ok2 := conditionOf(b)
			if !ok1 || !ok2 {
				return object.NotImplemented, nil
			}
			return computed(th, path, join(x, y), a, b), nil
		}
	}
	spec.Binary[object.OpAnd], spec.Reflected[object.OpAnd] = joined("operator.and_", symbolic.Bool.And), joined("operator.and_", symbolic.Bool.And)
	spec.Binary[object.OpOr], spec.Reflected[object.OpOr] = joined("operator.or_", symbolic.Bool.Or), joined("operator.or_", symbolic.Bool.Or)
	spec.Binary[object.OpXor], spec.Reflected[object.OpXor] = joined("operator.xor", unequalTruths), joined("operator.xor", unequalTruths)
	for _, op := range []object.Op{object.OpAdd, object.OpSub, object.OpMul, object.OpTrueDiv, object.OpFloorDiv, object.OpMod, object.OpPow} {
		spec.Binary[op] = func(th *object.Thread, a, b Value) (Value, error) { return ofTruths(th, op, a, b) }
		spec.Reflected[op] = func(th *object.Thread, a, b Value) (Value, error) { return ofTruths(th, op, b, a) }
	}
	spec.Compare = compareTruths
	spec.Hash = func(th *object.Thread, v Value) (int64, error) {
		truth, err := decide(th, payload[symbolic.Bool](v))
		if err != nil {
			return 0, err
		}
		return object.Hash(th, object.Bool(truth))
	}
	spec.Int = func(th *object.Thread, v Value) (Value, error) {
		truth, err := decide(th, payload[symbolic.Bool](v))
		if truth {
			return object.Int(1), err
		}
		return object.Int(0), err
	}
	spec.Methods = []object.Method{
		copied(), deepcopied(),
		{Name: "__sym_not__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			return computed(th, "torch.sym_not", payload[symbolic.Bool](v).Not(), v), nil
		}},
		{Name: "__sym_ite__", Fn: chosen},
	}
	computeConstants(&spec)
	return object.NewType("SymBool", "torch", nil, spec)
}

// chosen is (condition, a, b): a where the condition holds, else b. Of whole numbers it stays an expression.
func chosen(th *object.Thread, args, _ []Value) (Value, error) {
	if len(args) != 3 {
		return object.Null, object.TypeErrorf("__sym_ite__() takes two numbers")
	}
	condition := payload[symbolic.Bool](args[0])
	a, ok1 := symbolicOf(args[1])
	b, ok2 := symbolicOf(args[2])
	if ok1 && ok2 {
		choice := symbolic.FromExpr(symbolic.NewChoice(condition, a.Expr(), b.Expr()))
		return computed(th, "torch.sym_ite", choice, args...), nil
	}
	truth, err := decide(th, condition)
	if truth {
		return args[1], err
	}
	return args[2], err
}

// ofTruths computes with conditions as Python does, for which they are 1 or 0: they are decided.
func ofTruths(th *object.Thread, op object.Op, a, b Value) (Value, error) {
	for _, v := range []*Value{&a, &b} {
		if condition, ok := conditionOf(*v); ok && !v.IsBool() {
			truth, err := decide(th, condition)
			if err != nil {
				return object.Null, err
			}
			*v = object.Bool(truth)
		}
	}
	return object.BinaryOp(th, op, a, b)
}

// conditionOf reads a bool or a SymBool.
func conditionOf(v Value) (symbolic.Bool, bool) {
	if v.IsBool() {
		b, _ := v.AsBool()
		return symbolic.BoolOf(b), true
	}
	if n, ok := object.AsNative(v); ok {
		b, ok := n.V.(symbolic.Bool)
		return b, ok
	}
	return symbolic.Bool{}, false
}

// assume is torch._C._assume: takes a SymBool for granted while recording; the truth of it elsewhere.
func assume(th *object.Thread, args, _ []Value) (Value, error) {
	b, ok := conditionOf(args[0])
	if !ok {
		return object.Null, object.TypeErrorf("_assume takes a SymBool")
	}
	truth, err := Context(th).Assume(b)
	if err != nil {
		return object.Null, raise(err)
	}
	return object.Bool(truth), nil
}
