package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// This file has the steps of operators. Each computes on numbers held in place by itself and leaves everything else to
// binary and compare.

func init() {
	steps[bytecode.BINARY_OP] = binary
	steps[bytecode.COMPARE_OP] = compare
	steps[bytecode.STORE_SUBSCR] = storeSubscr
}

// binarySteps are the operators with a step of their own, by the operand of BINARY_OP.
var binarySteps map[int32]step

func init() {
	binarySteps = map[int32]step{
		bytecode.BinaryAdd: add, bytecode.BinarySubtract: subtract, int32(object.OpMul): multiply,
		int32(object.OpFloorDiv): floorDivide, int32(object.OpMod): modulo, int32(object.OpTrueDiv): trueDivide,
		int32(object.OpAnd): and, int32(object.OpOr): or, int32(object.OpXor): xor, int32(object.OpRshift): shiftRight,
	}
}

// binaryStep is the step for an operand of BINARY_OP.
func binaryStep(arg int32) step {
	switch {
	case arg == bytecode.BinarySubscript:
		return subscript
	case arg >= bytecode.BinaryInPlace:
		arg -= bytecode.BinaryInPlace
	}
	if do := binarySteps[arg]; do != nil {
		return do
	}
	return binary
}

// binary is BINARY_OP for operands of any type.
func binary(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	save(th, in, sp, fp)
	a, b := *under(sp, 2), *top(sp)
	op := in.arg
	if op == bytecode.BinarySubscript {
		return subscript(th, in, sp, fp)
	}
	var r Value
	var err error
	if op == bytecode.BinaryAdd || op == bytecode.BinaryAdd+bytecode.BinaryInPlace {
		if a.Type() == object.StrType && b.Type() == object.StrType {
			x, _ := object.AsStr(a)
			y, _ := object.AsStr(b)
			*under(sp, 2) = object.Concat(x, y)
			return in.next(), top(sp), fp
		}
	}
	if op >= bytecode.BinaryInPlace {
		op -= bytecode.BinaryInPlace
		if a.Type().InPlace[op] != nil {
			if r, err = object.InPlaceOp(th, object.Op(op), a, b); err != nil {
				return raised(th, err)
			}
			*under(sp, 2) = r
			return in.next(), top(sp), fp
		}
	}
	if fn := object.PlainBinary(th, object.Op(op), a, b); fn != nil {
		if x, ok := fn.Code.Exec.(*prepared); ok && fits(fn, x, 2) {
			return call(th, fn, x, under(sp, 2), 2, frameBinary)
		}
	}
	if in.arg >= bytecode.BinaryInPlace {
		r, err = object.InPlaceOp(th, object.Op(op), a, b)
	} else {
		r, err = object.BinaryOp(th, object.Op(op), a, b)
	}
	if err != nil {
		return raised(th, err)
	}
	*under(sp, 2) = r
	if object.IsFresh(r) {
		return of(th).current.beginCounting(th, in), top(sp), fp
	}
	return in.next(), top(sp), fp
}

func add(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if a.IsSmallInt() && b.IsSmallInt() {
		if z, ok := object.AddInt64(a.SmallInt(), b.SmallInt()); ok {
			*a = object.Int(z)
			return in.next(), b, fp
		}
	} else if x, y, ok := floats(*a, *b); ok {
		*a = object.Float(x + y)
		return in.next(), b, fp
	}
	return binary(th, in, sp, fp)
}

func subtract(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if a.IsSmallInt() && b.IsSmallInt() {
		if z, ok := object.SubInt64(a.SmallInt(), b.SmallInt()); ok {
			*a = object.Int(z)
			return in.next(), b, fp
		}
	} else if x, y, ok := floats(*a, *b); ok {
		*a = object.Float(x - y)
		return in.next(), b, fp
	}
	return binary(th, in, sp, fp)
}

func multiply(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if a.IsSmallInt() && b.IsSmallInt() {
		if z, ok := object.MulInt64(a.SmallInt(), b.SmallInt()); ok {
			*a = object.Int(z)
			return in.next(), b, fp
		}
	} else if x, y, ok := floats(*a, *b); ok {
		*a = object.Float(x * y)
		return in.next(), b, fp
	}
	return binary(th, in, sp, fp)
}

func floorDivide(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if a.IsSmallInt() && b.IsSmallInt() && b.SmallInt() != 0 {
		if z, ok := object.FloorDivInt64(a.SmallInt(), b.SmallInt()); ok {
			*a = object.Int(z)
			return in.next(), b, fp
		}
	}
	return binary(th, in, sp, fp)
}

func modulo(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if a.IsSmallInt() && b.IsSmallInt() && b.SmallInt() != 0 {
		*a = object.Int(object.ModInt64(a.SmallInt(), b.SmallInt()))
		return in.next(), b, fp
	}
	return binary(th, in, sp, fp)
}

// maxExact bounds the ints that convert to float without rounding.
const maxExact = 1 << 53

func trueDivide(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if a.IsSmallInt() && b.IsSmallInt() {
		x, y := a.SmallInt(), b.SmallInt()
		if y != 0 && x < maxExact && x > -maxExact && y < maxExact && y > -maxExact {
			*a = object.Float(float64(x) / float64(y))
			return in.next(), b, fp
		}
	} else if x, y, ok := floats(*a, *b); ok && y != 0 {
		*a = object.Float(x / y)
		return in.next(), b, fp
	}
	return binary(th, in, sp, fp)
}

func and(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if a.IsSmallInt() && b.IsSmallInt() {
		*a = object.Int(a.SmallInt() & b.SmallInt())
		return in.next(), b, fp
	}
	return binary(th, in, sp, fp)
}

func or(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if a.IsSmallInt() && b.IsSmallInt() {
		*a = object.Int(a.SmallInt() | b.SmallInt())
		return in.next(), b, fp
	}
	return binary(th, in, sp, fp)
}

func xor(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if a.IsSmallInt() && b.IsSmallInt() {
		*a = object.Int(a.SmallInt() ^ b.SmallInt())
		return in.next(), b, fp
	}
	return binary(th, in, sp, fp)
}

func shiftRight(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if a.IsSmallInt() && b.IsSmallInt() && uint64(b.SmallInt()) < 64 {
		*a = object.Int(a.SmallInt() >> uint64(b.SmallInt()))
		return in.next(), b, fp
	}
	return binary(th, in, sp, fp)
}

func subscript(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if b.IsSmallInt() {
		if items, ok := object.Items(*a); ok && !a.Type().IsHeap() {
			if i := b.SmallInt(); uint64(i) < uint64(len(items)) {
				*a = items[i]
				return in.next(), b, fp
			} else if i += int64(len(items)); uint64(i) < uint64(len(items)) {
				*a = items[i]
				return in.next(), b, fp
			}
		}
	}
	f := save(th, in, sp, fp)
	if a.Type() == object.DictType {
		d, _ := object.AsDict(*a)
		v, ok, err := d.Get(th, *b)
		if err == nil && !ok {
			err = object.KeyErrorOf(*b)
		}
		if err != nil {
			return raised(th, err)
		}
		*a = v
		return in.next(), b, fp
	} else if fn := object.PlainGetItem(th, *a); fn != nil {
		if x, ok := fn.Code.Exec.(*prepared); ok && fits(fn, x, 2) {
			f.sp -= 2
			return call(th, fn, x, a, 2, 0)
		}
	}
	r, err := object.GetItem(th, *a, *b)
	if err != nil {
		return raised(th, err)
	}
	*a = r
	if object.IsFresh(r) {
		return f.beginCounting(th, in), b, fp
	}
	return in.next(), b, fp
}

func storeSubscr(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	key := top(sp)
	container, v := top(key), under(sp, 3)
	if key.IsSmallInt() && container.Type() == object.ListType {
		l, _ := object.AsList(*container)
		if i := key.SmallInt(); uint64(i) < uint64(len(l.Items)) {
			l.Items[i] = *v
			return in.next(), v, fp
		}
	}
	save(th, in, sp, fp)
	if fn := object.PlainSetItem(th, *container); fn != nil {
		if x, ok := fn.Code.Exec.(*prepared); ok && fits(fn, x, 3) {
			save(th, in, v, fp)
			*v, *container, *key = *container, *key, *v
			return call(th, fn, x, v, 3, frameDrop)
		}
	}
	var err error
	if d, ok := object.AsDict(*container); ok && container.Type() == object.DictType {
		err = d.Set(th, *key, *v)
	} else {
		err = object.SetItem(th, *container, *key, *v)
	}
	if err != nil {
		return raised(th, err)
	}
	return in.next(), v, fp
}

// compare is COMPARE_OP for operands of any type.
func compare(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if a.IsSmallInt() && b.IsSmallInt() {
		*a = object.Bool(holds(in.ext, a.SmallInt(), b.SmallInt()))
		return in.next(), b, fp
	}
	return compareObjects(th, in, sp, fp)
}

// compareObjects is compare for other operands than ints.
func compareObjects(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	save(th, in, sp, fp)
	b := top(sp)
	a := top(b)
	r, err := compareTruth(th, *a, *b, in.arg)
	if err != nil {
		return raised(th, err)
	}
	*a = r
	return in.next(), b, fp
}

// relation is a comparison of ints as a set of the outcomes for which it holds: 1 less, 2 greater, 4 equal.
var relation = [...]int32{object.Lt: 1, object.Le: 5, object.Eq: 4, object.Ne: 3, object.Gt: 2, object.Ge: 6}

func holds(relation int32, x, y int64) bool {
	outcome := int32(1)
	if x > y {
		outcome = 2
	}
	if x == y {
		outcome = 4
	}
	return relation&outcome != 0
}
