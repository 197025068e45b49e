package object

// The operators.

// BinaryOp is a op b.
func BinaryOp(th *Thread, op Op, a, b Value) (Value, error) {
	if op == OpAdd && a.IsSmallInt() && b.IsSmallInt() {
		if sum, ok := AddInt64(a.SmallInt(), b.SmallInt()); ok {
			return Int(sum), nil
		}
	}
	r, asked, err := beforeSequence(th, op, a, b)
	if err != nil || r != NotImplemented {
		return r, err
	}
	r, err = binaryTry(th, op, a, b, asked)
	if err != nil || r != NotImplemented {
		return r, err
	}
	// Sequences repeat and concatenate through their own slots, tried above.
	return Null, BadOperands(op, opSymbols[op], a.p.typ, b.p.typ)
}

// BadOperands is the error of an operator, written as symbol, that objects of two types do not know.
func BadOperands(op Op, symbol string, a, b *Type) error {
	if op == OpAdd {
		switch a.layout {
		case LayoutStr:
			return TypeErrorf("can only concatenate str (not \"%s\") to str", b.Name)
		case LayoutTuple:
			return TypeErrorf("can only concatenate tuple (not \"%s\") to tuple", b.Name)
		case LayoutList:
			if symbol == "+" {
				return TypeErrorf("can only concatenate list (not \"%s\") to list", b.Name)
			}
			return TypeErrorf("'%s' object is not iterable", b.Name) // +=
		case LayoutBytes:
			return TypeErrorf("can't concat %s to bytes", b.Name)
		}
		switch a.librarySequence() {
		case "collections.deque":
			if symbol != "+" {
				return TypeErrorf("'%s' object is not iterable", b.Name) // +=
			}
			return TypeErrorf("can only concatenate deque (not \"%s\") to deque", b.ShortName())
		case "array.array":
			return TypeErrorf("can only append array (not \"%s\") to array", b.ShortName())
		}
	}
	if op == OpMul {
		if a.joins() {
			return TypeErrorf("can't multiply sequence by non-int of type '%s'", b.Name)
		}
		if b.joins() {
			return TypeErrorf("can't multiply sequence by non-int of type '%s'", a.Name)
		}
	}
	return TypeErrorf("unsupported operand type(s) for %s: '%s' and '%s'", symbol, a.Name, b.Name)
}

// beforeSequence asks b for a + b or a * b where a is a sequence and b an object of a class of the program, or of a library's numbers: methods of numbers, which __radd__ and __rmul__ are, go before
// concatenation and repetition, in place too (abstract.c of CPython). asked tells whether it was asked; it need not be once more.
func beforeSequence(th *Thread, op Op, a, b Value) (r Value, asked bool, err error) {
	if op != OpAdd && op != OpMul || !b.p.typ.heap && !b.p.typ.beforeSequences || b.p.typ.Reflected[op] == nil || !a.p.typ.sequence && !isSeqLayout(a.p.typ.layout) {
		return NotImplemented, false, nil
	}
	own := func(t *Type, name *Str) bool {
		m := t.Lookup(th, name)
		return !m.IsNull() && m.p.typ.layout != LayoutBuiltin
	}
	if own(a.p.typ, leftNames[op]) || !own(b.p.typ, rightNames[op]) && !b.p.typ.beforeSequences {
		return NotImplemented, false, nil
	}
	r, err = b.p.typ.Reflected[op](th, b, a)
	return r, true, err
}

// joins tells whether objects of t are concatenated and repeated as sequences are.
func (t *Type) joins() bool { return isSeqLayout(t.layout) || t.librarySequence() != "" }

// librarySequence is the sequence of the library that t is or derives from, "" for none.
func (t *Type) librarySequence() string {
	for ; t != nil && t.Iter != nil; t = t.Base {
		if name := t.FullName(); name == "collections.deque" || name == "array.array" {
			return name
		}
	}
	return ""
}

// joining is f as the method that a sequence has by a name: concatenation and repetition by name ask no other operand, and so fail where operators would go on.
func joining(t *Type, name *Str, f BinaryFunc) BinaryFunc {
	if !t.joins() {
		return f
	}
	var op Op
	switch name {
	case leftNames[OpAdd]:
		op = OpAdd
	case leftNames[OpMul], rightNames[OpMul], inPlaceNames[OpMul]:
		op = OpMul
	default:
		return f
	}
	return func(th *Thread, a, b Value) (Value, error) {
		r, err := f(th, a, b)
		switch {
		case err != nil || r != NotImplemented:
			return r, err
		case op == OpMul:
			return Null, TypeErrorf("'%s' object cannot be interpreted as an integer", b.p.typ.Name)
		}
		return Null, BadOperands(op, "+", t, b.p.typ)
	}
}

func isSeqLayout(l Layout) bool {
	return l == LayoutStr || l == LayoutList || l == LayoutTuple || l == LayoutBytes || l == LayoutByteArray
}

// binaryTry asks a and b, but b not if it was tried before.
func binaryTry(th *Thread, op Op, a, b Value, tried bool) (Value, error) {
	ta, tb := a.p.typ, b.p.typ
	if !tried && ta != tb && tb.Reflected[op] != nil && tb.IsSubtype(ta) && overridesReflected(th, tb, ta, op) {
		tried = true
		r, err := tb.Reflected[op](th, b, a)
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	if f := ta.Binary[op]; f != nil {
		r, err := f(th, a, b)
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	if !tried && ta != tb && !repeatsAlone(th, op, ta, tb) {
		if f := tb.Reflected[op]; f != nil {
			return f(th, b, a)
		}
	}
	return NotImplemented, nil
}

// repeatsAlone says whether a * b of two sequences is left to a: b has a say in it by a method of its own only.
func repeatsAlone(th *Thread, op Op, a, b *Type) bool {
	if op != OpMul || !a.joins() || !b.joins() {
		return false
	}
	m := b.Lookup(th, rightNames[op])
	return m.IsNull() || m.p.typ.layout == LayoutBuiltin
}

// PlainBinary is the Python function that a op b calls first; nil where the operands are not instances of a class with
// such a method, or where a reflected method goes first.
func PlainBinary(th *Thread, op Op, a, b Value) *Function {
	ta, tb := a.p.typ, b.p.typ
	if !ta.heap || ta != tb && tb.IsSubtype(ta) {
		return nil
	}
	return plainFunction(ta.Lookup(th, leftNames[op]))
}

// BinaryRest is a op b after the method of a has returned NotImplemented; symbol names the operator in the error.
func BinaryRest(th *Thread, op Op, symbol string, a, b Value) (Value, error) {
	if a.p.typ != b.p.typ && !repeatsAlone(th, op, a.p.typ, b.p.typ) {
		if f := b.p.typ.Reflected[op]; f != nil {
			if r, err := f(th, b, a); err != nil || r != NotImplemented {
				return r, err
			}
		}
	}
	return Null, BadOperands(op, symbol, a.p.typ, b.p.typ)
}

// InPlaceSymbol is the in-place operator as it is named in error messages.
func (op Op) InPlaceSymbol() string {
	if op == OpPow {
		return "**="
	}
	return opSymbols[op] + "="
}

// PlainGetItem is the Python function behind v[key], nil where there is none.
func PlainGetItem(th *Thread, v Value) *Function {
	if !v.p.typ.heap {
		return nil
	}
	return plainFunction(v.p.typ.Lookup(th, sGetItem))
}

// PlainSetItem is the Python function behind v[key] = x, nil where there is none.
func PlainSetItem(th *Thread, v Value) *Function {
	if !v.p.typ.heap {
		return nil
	}
	return plainFunction(v.p.typ.Lookup(th, sSetItem))
}

func plainFunction(m Value) *Function {
	if m.p == nil || m.p.typ != FunctionType {
		return nil
	}
	f, _ := AsFunction(m)
	return f
}

// overridesReflected tells whether sub has another reflected method than base.
func overridesReflected(th *Thread, sub, base *Type, op Op) bool {
	return sub.Lookup(th, rightNames[op]) != base.Lookup(th, rightNames[op])
}

// InPlaceOp is a op= b.
func InPlaceOp(th *Thread, op Op, a, b Value) (Value, error) {
	asked := false
	if op != OpAdd || !a.p.typ.heap || a.p.typ.InPlace[op] == nil { // derived sequences have their extension among the methods of numbers
		var r Value
		var err error
		if r, asked, err = beforeSequence(th, op, a, b); err != nil || r != NotImplemented {
			return r, err
		}
	}
	if f := a.p.typ.InPlace[op]; f != nil {
		r, err := f(th, a, b)
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	r, err := binaryTry(th, op, a, b, asked)
	if err != nil || r != NotImplemented {
		return r, err
	}
	return Null, BadOperands(op, op.InPlaceSymbol(), a.p.typ, b.p.typ)
}

// Neg, Pos, Invert and Abs are the unary operators.
func Neg(th *Thread, v Value) (Value, error) {
	if v.p == &floatHeader {
		return Float(-v.ExactFloat()), nil
	}
	if f := v.p.typ.Neg; f != nil {
		return f(th, v)
	}
	return Null, TypeErrorf("bad operand type for unary -: '%s'", v.p.typ.Name)
}

func Pos(th *Thread, v Value) (Value, error) {
	if f := v.p.typ.Pos; f != nil {
		return f(th, v)
	}
	return Null, TypeErrorf("bad operand type for unary +: '%s'", v.p.typ.Name)
}

func Invert(th *Thread, v Value) (Value, error) {
	if f := v.p.typ.Invert; f != nil {
		return f(th, v)
	}
	return Null, TypeErrorf("bad operand type for unary ~: '%s'", v.p.typ.Name)
}

func Abs(th *Thread, v Value) (Value, error) {
	if f := v.p.typ.Abs; f != nil {
		return f(th, v)
	}
	return Null, TypeErrorf("bad operand type for abs(): '%s'", v.p.typ.Name)
}
