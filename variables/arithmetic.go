package variables

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// binaryInfo is one binary operator: its function in the operator module, its
// special methods, and the tensor operator that computes it.
type binaryInfo struct{ name, special, packet string }

var binaries = [object.NumOps]binaryInfo{
	object.OpAdd:      {"add", "add", "add"},
	object.OpAnd:      {"and_", "and", "bitwise_and"},
	object.OpFloorDiv: {"floordiv", "floordiv", "floor_divide"},
	object.OpLshift:   {"lshift", "lshift", "bitwise_left_shift"},
	object.OpMatMul:   {"matmul", "matmul", "matmul"},
	object.OpMul:      {"mul", "mul", "mul"},
	object.OpMod:      {"mod", "mod", "remainder"},
	object.OpOr:       {"or_", "or", "bitwise_or"},
	object.OpPow:      {"pow", "pow", "pow"},
	object.OpRshift:   {"rshift", "rshift", "bitwise_right_shift"},
	object.OpSub:      {"sub", "sub", "sub"},
	object.OpTrueDiv:  {"truediv", "truediv", "true_divide"},
	object.OpXor:      {"xor", "xor", "bitwise_xor"},
}

// inplaceName is the operator-module name of an in-place operator.
func (b binaryInfo) inplaceName() string { return "i" + b.special }

// unread tells whether arithmetic on x may be put off to run time.
func unread(x Tracker) bool {
	switch x := x.(type) {
	case *Lazy:
		if x.real != nil || x.src == nil {
			return false
		}
		return x.V.Type() != object.BoolType && mayStayUnread(x.V.Type())
	case *Computed:
		return x.real == nil
	}
	return false
}

// Unread tells whether x is a number, a text or the like that nothing has looked at.
func (t *Trace) Unread(x Tracker) bool {
	if l, ok := x.(*Lazy); ok {
		return l.real == nil && mayStayUnread(l.V.Type())
	}
	return unread(x)
}

// mayStayUnread tells whether of a value of the type, where it is passed on, its type is all that matters.
func mayStayUnread(t *object.Type) bool {
	return t == object.IntType || t == object.FloatType || t == object.StrType || t == object.BoolType
}

// Binary is a ⊕ b, or a ⊕= b.
func (t *Trace) Binary(th *object.Thread, op object.Op, a, b Tracker, inplace bool) (Tracker, error) {
	if x, ok := t.postpone(th, op, a, b); ok {
		return x, nil
	}
	if unread(a) && t.TypeOf(b).IsSubtype(t.Host.TensorType(th)) { // which answers, and so comes first
		var err error
		if b, err = t.Realize(th, b); err != nil {
			return nil, err
		}
	}
	a, err := t.Realize(th, a)
	if err != nil {
		return nil, err
	}
	if b, err = t.Realize(th, b); err != nil {
		return nil, err
	}
	if inplace && t.TypeOf(a).IsSubtype(object.ByteArrayType) { // which is the caller's, and would change here
		return nil, failedBuiltin(th, t, "i"+strings.TrimSuffix(binaries[op].name, "_"), []Tracker{a, b}, nil)
	}
	if withArray(a, b) {
		name := binaries[op].name
		if inplace {
			name = "i" + strings.TrimSuffix(name, "_")
		}
		return t.arrayOperator(th, name, a, b)
	}
	if _, other := b.(*Object); inplace && (other || unknownNumber(b)) && op == object.OpOr {
		if c, ok := a.(*Container); ok && c.V.Type().IsSubtype(object.DictType) && !t.hasSpecial(th, a, "__ior__") { // takes every mapping
			_, err := t.callContainer(th, c, "update", []Tracker{b}, nil)
			return c, err
		}
	}
	a, b = besideTensor(a, b), besideTensor(b, a)
	if unknownNumber(a) && plainNumber(b) != b || unknownNumber(b) && plainNumber(a) != a { // whose class may have the operator
		if x, ok, err := t.binaryObject(th, op, a, b, inplace); ok {
			return x, err
		}
		if op == object.OpMatMul && !isTensor(a) && !isTensor(b) { // which no numbers have: the error names their classes
			return nil, object.BadOperands(op, opText(op, inplace), t.TypeOf(a), t.TypeOf(b))
		}
	}
	if isSymbolic(a) {
		b = plainNumber(b)
	} else if isSymbolic(b) {
		a = plainNumber(a)
	}
	if isGraphValue(a) && isOperand(b) || isGraphValue(b) && isOperand(a) {
		return t.binaryTensor(th, op, a, b, inplace)
	}
	if x, ok, err := t.binarySymbolic(th, op, a, b, inplace); ok {
		return x, err
	}
	if x, ok, err := t.binaryTruth(th, op, a, b, inplace); ok {
		return x, err
	}
	if ca, ok := a.(*Constant); ok {
		if cb, ok := b.(*Constant); ok {
			operate := object.BinaryOp
			if inplace { // whose errors name it
				operate = object.InPlaceOp
			}
			v, err := operate(th, op, ca.V, cb.V)
			if err != nil {
				return nil, err
			}
			return t.FromValue(v), nil
		}
	}
	if (!isNativeValue(a) || !isNativeValue(b)) && !(op == object.OpMod && t.isText(th, a)) { // which formats whatever it is given, and asks no __rmod__
		if x, ok, err := t.binaryObject(th, op, a, b, inplace); ok {
			return x, err
		}
	}
	return t.binaryContainer(th, op, a, b, inplace)
}

// postpone keeps + - * of numbers that nothing reads out of the trace: it is
// done again at run time, so that the value needs no guard.
func (t *Trace) postpone(th *object.Thread, op object.Op, a, b Tracker) (Tracker, bool) {
	if op != object.OpAdd && op != object.OpSub && op != object.OpMul || !unread(a) && !unread(b) {
		return nil, false
	}
	value := func(x Tracker) (object.Value, bool) {
		switch x := x.(type) {
		case *Constant:
			return x.V, IsConstant(x.V)
		case *Lazy:
			return x.V, unread(x)
		case *Computed:
			return x.V, x.real == nil
		}
		return object.Null, false
	}
	va, okA := value(a)
	vb, okB := value(b)
	if !okA || !okB {
		return nil, false
	}
	v, err := object.BinaryOp(th, op, va, vb)
	if err != nil || computedSize(a)+computedSize(b) >= 64 {
		return nil, false
	}
	for _, x := range []Tracker{a, b} {
		if l, ok := x.(*Lazy); ok {
			t.postponed = append(t.postponed, l)
		}
	}
	return &Computed{Op: op, A: a, B: b, V: v}, true
}

func computedSize(x Tracker) int {
	if c, ok := x.(*Computed); ok {
		return 1 + computedSize(c.A) + computedSize(c.B)
	}
	return 0
}

func (t *Trace) realizeComputed(th *object.Thread, c *Computed) (Tracker, error) {
	if c.real != nil {
		return c.real, nil
	}
	a, err := t.Realize(th, c.A)
	if err != nil {
		return nil, err
	}
	b, err := t.Realize(th, c.B)
	if err != nil {
		return nil, err
	}
	c.real, err = t.Binary(th, c.Op, a, b, false)
	return c.real, err
}

// isGraphValue tells whether x is computed in the graph as a tensor or float.
func isGraphValue(x Tracker) bool {
	switch x.(type) {
	case *Tensor, *SymFloat:
		return true
	}
	return false
}

// isSymbolic tells whether x is a tensor or a number that is not known.
func isSymbolic(x Tracker) bool {
	switch x.(type) {
	case *SymInt, *SymBool:
		return true
	}
	return isGraphValue(x)
}

// unknownNumber tells whether x is a number that is not known.
func unknownNumber(x Tracker) bool { return isSymbolic(x) && !isTensor(x) }

// isOperand tells whether x can be the other operand of a graph operator.
func isOperand(x Tracker) bool {
	switch x := x.(type) {
	case *Tensor, *SymInt, *SymFloat, *SymBool:
		return true
	case *Constant:
		switch x.V.Type() {
		case object.IntType, object.FloatType, object.BoolType, object.ComplexType:
			return true
		}
	}
	return false
}

// plainNumber is the number that a member of an IntEnum, or another instance of a class derived from a type of numbers, is to a tensor.
func plainNumber(x Tracker) Tracker {
	var v object.Value
	switch x := x.(type) {
	case *Constant:
		v = x.V
	case *Container:
		v = x.V
	default:
		return x
	}
	if typ := v.Type(); !typ.IsHeap() || !typ.IsSubtype(object.IntType) && !typ.IsSubtype(object.FloatType) && !typ.IsSubtype(object.ComplexType) {
		return x
	}
	return NewConstant(object.Plain(v))
}

// Operator is the graph target for a function of the operator module.
func (t *Trace) Operator(th *object.Thread, name string) *fxgraph.Function {
	if t.operators == nil {
		t.operators = map[string]*fxgraph.Function{}
	}
	f := t.operators[name]
	if f == nil {
		f = &fxgraph.Function{Name: name, Qualified: "operator." + name, Impl: t.Host.Attribute(th, "operator."+name)}
		t.operators[name] = f
	}
	return f
}

func (t *Trace) binaryTensor(th *object.Thread, op object.Op, a, b Tracker, inplace bool) (Tracker, error) {
	info := binaries[op]
	name, packet := info.name, info.packet
	if op == object.OpMatMul && !(isTensor(a) && isTensor(b)) {
		return nil, t.badOperand(th, name, unsupportedOperands(op, inplace), a, b)
	}
	_, leftTensor := a.(*Tensor)
	if inplace && leftTensor {
		name = info.inplaceName()
		if op == object.OpMatMul {
			name = "imatmul"
		} else {
			packet += "_"
		}
		if op == object.OpTrueDiv {
			packet = "div_"
		}
	}
	if x, ok, err := t.floatArithmetic(th, op, a, b); ok {
		return x, err
	}
	if r, ok, err := t.overriddenOperator(th, packet, leftTensor, a, b); ok {
		return r, err
	}
	defer func(saved bool) { t.anyTruth = saved }(t.anyTruth)
	t.anyTruth = true
	return t.callOperator(th, t.Operator(th, name), packet, []Tracker{a, b})
}

// commutes are the operators that overrides see by one name whichever side the tensor is on.
var commutes = map[string]bool{"add": true, "mul": true, "bitwise_and": true, "bitwise_or": true, "bitwise_xor": true}

// overriddenOperator is overridden for a binary operator; with the tensor on the right the function is the reflected one.
func (t *Trace) overriddenOperator(th *object.Thread, packet string, leftTensor bool, a, b Tracker) (Tracker, bool, error) {
	if leftTensor {
		return t.overridden(th, t.tensorMethodObject(th, packet), []Tracker{a, b}, nil)
	}
	for _, info := range binaries {
		if info.packet != packet {
			continue
		}
		method := "__r" + info.special + "__"
		if commutes[packet] { // which are the same methods from either side
			method = packet
		}
		return t.overridden(th, t.tensorMethodObject(th, method), []Tracker{b, a}, nil)
	}
	return nil, false, nil
}

// binaryObject calls special methods of classes written in Python.
func (t *Trace) binaryObject(th *object.Thread, op object.Op, a, b Tracker, inplace bool) (Tracker, bool, error) {
	info := binaries[op]
	ta, tb := t.TypeOf(a), t.TypeOf(b)
	try := func(f object.Value, prefix string, self, other Tracker) (Tracker, bool, error) {
		r, err := t.callSpecialValue(th, f, self, "__"+prefix+info.special+"__", other)
		if err != nil {
			return nil, true, err
		}
		if t.declined(th, r) {
			return nil, false, nil
		}
		return r, true, nil
	}
	if inplace {
		if f, ok := t.special(th, ta, "__i"+info.special+"__"); ok {
			if r, done, err := try(f, "i", a, b); done {
				return r, true, err
			}
		}
	}
	forward, hasForward := t.special(th, ta, "__"+info.special+"__")
	reflected, hasReflected := t.special(th, tb, "__r"+info.special+"__")
	if inherited := ta.Lookup(th, object.Intern("__r"+info.special+"__")); hasReflected && ta != tb && tb.IsSubtype(ta) && reflected != inherited {
		if r, done, err := try(reflected, "r", b, a); done {
			return r, true, err
		}
		hasReflected = false
	}
	if hasForward {
		if r, done, err := try(forward, "", a, b); done {
			return r, true, err
		}
	}
	if hasReflected && ta != tb {
		if r, done, err := try(reflected, "r", b, a); done {
			return r, true, err
		}
	}
	if hasForward || hasReflected {
		return nil, true, object.BadOperands(op, opText(op, inplace), ta, tb)
	}
	return nil, false, nil
}

// neverCounts tells whether n, which a sequence is multiplied by, is a tensor that is no index whatever its elements are.
func (t *Trace) neverCounts(n, sequence Tracker) bool {
	ten, ok := n.(*Tensor)
	if !ok || !t.TypeOf(sequence).IsSequence() && t.TypeOf(sequence) != object.StrType {
		return false
	}
	return !ten.Fake.DType.IsIntOrBool() || slices.ContainsFunc(ten.Fake.Sizes, func(s symbolic.Int) bool { n, known := s.Const(); return known && n != 1 })
}

// repeats is x as the int that says how often a sequence is repeated, where x is an object with __index__.
func (t *Trace) repeats(th *object.Thread, x, sequence Tracker) (Tracker, error) {
	if _, ok := x.(*Object); !ok || !t.hasSpecial(th, x, "__index__") || !t.TypeOf(sequence).IsSequence() && t.TypeOf(sequence) != object.StrType {
		return x, nil
	}
	n, err := t.AsInt(th, x)
	return NewConstant(object.Int(n)), err
}

func (t *Trace) binaryContainer(th *object.Thread, op object.Op, a, b Tracker, inplace bool) (Tracker, error) {
	if op == object.OpMul && (t.neverCounts(a, b) || t.neverCounts(b, a)) {
		return nil, object.TypeErrorf("only integer tensors of a single element can be converted to an index")
	}
	for _, x := range []Tracker{a, b} {
		if c, ok := x.(*Container); ok {
			t.observe(th, c, "binary", nil)
		}
	}
	if op == object.OpOr && !inplace {
		if x, ok, err := t.unitedDefaults(th, a, b); ok {
			return x, err
		}
		if t.unionCallsProgram(th, a, b) {
			return nil, failedBuiltin(th, t, binaries[op].name, []Tracker{a, b}, nil)
		}
	}
	if op == object.OpMul {
		var err error
		if a, err = t.repeats(th, a, b); err != nil {
			return nil, err
		}
		if b, err = t.repeats(th, b, a); err != nil {
			return nil, err
		}
	}
	va, vb := t.ToValue(a), t.ToValue(b)
	if formats := op == object.OpMod && va.Type().IsSubtype(object.StrType); !formats && (isTensor(a) || isTensor(b)) {
		return nil, t.badOperand(th, binaries[op].name, unsupportedOperands(op, inplace), a, b)
	}
	_, formatted := b.(*Object)
	if isProxy(va) || isProxy(vb) && !(formatted && op == object.OpMod && va.Type().IsSubtype(object.StrType)) {
		return nil, object.BadOperands(op, opText(op, inplace), t.TypeOf(a), t.TypeOf(b))
	}
	if c, ok := a.(*Container); ok && inplace {
		v, err := object.InPlaceOp(th, op, va, vb)
		if c.src != nil && c.Changed(th) {
			t.mutated(c)
		}
		if err != nil {
			return nil, err
		}
		return t.FromValue(v), nil
	}
	if op == object.OpMod {
		if _, err := t.deep(th, b); err != nil {
			return nil, err
		}
		va, vb = t.ToValue(a), t.ToValue(b)
	}
	operate := object.BinaryOp
	if inplace { // whose errors name it
		operate = object.InPlaceOp
	}
	v, err := operate(th, op, va, vb)
	if err != nil {
		return nil, err
	}
	if isSize(va) || isSize(vb) {
		return t.stillSize(th, t.FromValue(v)), nil
	}
	return t.FromValue(v), nil
}

// unitedDefaults is the union of two dicts of which one is of a class of defaultdicts with a constructor of its own, which is called: with the factory and the left one.
func (t *Trace) unitedDefaults(th *object.Thread, a, b Tracker) (Tracker, bool, error) {
	left, okA := a.(*Container)
	right, okB := b.(*Container)
	if !okA || !okB || !left.V.Type().IsSubtype(object.DictType) || !right.V.Type().IsSubtype(object.DictType) {
		return nil, false, nil
	}
	for _, self := range []*Container{left, right} {
		typ := self.V.Type()
		if !typ.IsHeap() || !isDefaultDict(self.V) {
			continue
		}
		if !t.hasSpecial(th, self, "__init__") && !t.hasSpecial(th, self, "__new__") {
			return nil, false, nil
		}
		factory, err := t.GetAttr(th, self, "default_factory")
		if err != nil {
			return nil, true, err
		}
		made, err := t.Call(th, t.FromValue(typ.Ref()), []Tracker{factory, left}, nil)
		if err != nil {
			return nil, true, err
		}
		if c, ok := t.Peek(made).(*Container); ok { // past an update of its class
			_, err = t.callContainer(th, c, "update", []Tracker{right}, nil)
		}
		return made, true, err
	}
	return nil, false, nil
}

// unionCalls are the methods that a union with an ordered dict calls: the constructor of its class, then what sets each item that the other dict gives.
var unionCalls = []string{"__init__", "__new__", "__setitem__", "update", "keys", "__getitem__", "__iter__"}

// unionCallsProgram tells whether a union of dicts would call methods of the program.
func (t *Trace) unionCallsProgram(th *object.Thread, a, b Tracker) bool {
	if !isOrderedDict(t.TypeOf(a)) && !isOrderedDict(t.TypeOf(b)) {
		return false
	}
	return slices.ContainsFunc(unionCalls, func(name string) bool { return t.hasSpecial(th, a, name) || t.hasSpecial(th, b, name) })
}

func isOrderedDict(typ *object.Type) bool {
	return slices.ContainsFunc(typ.MRO, func(c *object.Type) bool { return c.FullName() == "collections.OrderedDict" })
}

func isSize(v object.Value) bool { return v.Type().FullName() == "torch.Size" }

// stillSize makes a torch.Size of a tuple that a torch.Size has become, where all of it are numbers: native code takes those that are
// not known for other objects.
func (t *Trace) stillSize(th *object.Thread, x Tracker) Tracker {
	c, ok := x.(*Container)
	if !ok || c.V.Type() != object.TupleType {
		return x
	}
	items, _ := object.AsTuple(c.V)
	for _, e := range t.Items(th, c) {
		e, err := t.Realize(th, e)
		if _, isInt := symbolicOf(e); err != nil || !isInt {
			return x
		}
	}
	return t.newContainer(t.Host.Size(th, items.Items))
}

// unaries maps operator names to tensor operators.
var unaries = map[string]struct {
	packet, special string
	text            string // in errors
	op              func(*object.Thread, object.Value) (object.Value, error)
}{
	"neg":    {"neg", "__neg__", "unary -", object.Neg},
	"pos":    {"positive", "__pos__", "unary +", object.Pos},
	"invert": {"bitwise_not", "__invert__", "unary ~", object.Invert},
	"abs":    {"abs", "__abs__", "abs()", object.Abs},
}

// Unary is -x, +x, ~x or abs(x), named as in the operator module.
func (t *Trace) Unary(th *object.Thread, name string, x Tracker) (Tracker, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	info := unaries[name]
	switch x := x.(type) {
	case *Tensor:
		method := info.packet
		if name == "invert" {
			method = info.special
		}
		if r, ok, err := t.overridden(th, t.tensorMethodObject(th, method), []Tracker{x}, nil); ok {
			return r, err
		}
		return t.callOperator(th, t.Operator(th, name), info.packet, []Tracker{x})
	case *NdArray:
		return t.arrayOperator(th, name, x)
	case *SymInt:
		switch name {
		case "neg":
			node, err := t.node(th, t.Operator(th, "neg"), []Tracker{x}, nil)
			return intOf(node, x.Expr.Neg()), err
		case "pos":
			return t.computedInt(th, x)
		case "abs":
			node, err := t.node(th, t.Operator(th, "abs"), []Tracker{x}, nil)
			return intOf(node, x.Expr.Max(x.Expr.Neg())), err
		}
		return nil, missingSlot(x, "nb_invert", "int")
	case *SymFloat:
		switch name {
		case "pos":
			return x, nil
		case "invert":
			return nil, object.TypeErrorf("bad operand type for unary ~: 'float'")
		}
		node, err := t.node(th, t.Operator(th, name), []Tracker{x}, nil)
		if err != nil {
			return nil, err
		}
		r := &SymFloat{Node: node, Hint: x.Hint, Has: x.Has, Deps: []Tracker{x}, Expr: x.Expr}
		switch {
		case name == "neg":
			r.Hint = -x.Hint
			if x.Expr != nil {
				r.Expr = symbolic.NewRealOp(symbolic.RealMul, symbolic.NewReal(-1), x.Expr)
			}
		case name == "abs":
			r.Hint = math.Abs(x.Hint)
			if x.Expr != nil {
				r.Expr = symbolic.NewRealFunction("abs", x.Expr)
			}
		}
		r.describe()
		return r, nil
	case *Constant:
		v, err := info.op(th, x.V)
		if err != nil {
			return nil, err
		}
		return t.FromValue(v), nil
	case *Object:
		if t.hasSpecial(th, x, info.special) {
			return t.callSpecial(th, x, info.special)
		}
	}
	if isProxy(t.ToValue(x)) {
		return nil, object.TypeErrorf("bad operand type for %s: '%s'", info.text, t.TypeOf(x).Name)
	}
	v, err := info.op(th, t.ToValue(x))
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// opText is an operator as error messages show it.
// unsupportedOperands words that an operator does not take values of two types.
func unsupportedOperands(op object.Op, inplace bool) func(a, b string) string {
	return func(a, b string) string {
		return fmt.Sprintf("unsupported operand type(s) for %s: '%s' and '%s'", opText(op, inplace), a, b)
	}
}

func opText(op object.Op, inplace bool) string {
	if inplace {
		return op.String() + "="
	}
	return op.String()
}
