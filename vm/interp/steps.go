package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// This file has the steps that move values between the stack, the variables and the constants, and the jumps.

func init() {
	for op, do := range map[bytecode.Opcode]step{
		bytecode.NOP: nop, bytecode.END_FOR: nop, bytecode.RESUME: resume,
		bytecode.POP_TOP: popTop, bytecode.POP_ITER: popTop, bytecode.PUSH_NULL: pushNull, bytecode.COPY: copyEntry, bytecode.SWAP: swap,
		bytecode.LOAD_FAST: loadFast, bytecode.LOAD_FAST_CHECK: loadFastCheck, bytecode.LOAD_FAST_AND_CLEAR: loadFastAndClear,
		bytecode.STORE_FAST: storeFast, bytecode.LOAD_CONST: loadConst, bytecode.LOAD_SMALL_INT: loadSmallInt,
		bytecode.LOAD_DEREF: loadDeref, bytecode.STORE_DEREF: storeDeref,
		bytecode.LIST_APPEND: listAppend, bytecode.BUILD_TUPLE: buildTuple, bytecode.UNPACK_SEQUENCE: unpackSequence,
		bytecode.TO_BOOL: toBool, bytecode.UNARY_NOT: unaryNot, bytecode.IS_OP: isOp, bytecode.CONTAINS_OP: containsOp,
		bytecode.JUMP_FORWARD: jump, bytecode.JUMP_BACKWARD_NO_INTERRUPT: jump, bytecode.JUMP_BACKWARD: jumpBackward,
		bytecode.POP_JUMP_IF_TRUE: popJumpIfTrue, bytecode.POP_JUMP_IF_FALSE: popJumpIfFalse,
		bytecode.POP_JUMP_IF_NONE: popJumpIfNone, bytecode.POP_JUMP_IF_NOT_NONE: popJumpIfNotNone,
		bytecode.RAISE_VARARGS: raiseVarargs, bytecode.RERAISE: reraise,
	} {
		steps[op] = do
	}
}

func nop(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	return in.next(), sp, fp
}

// resume begins a function, and continues a generator behind a yield.
func resume(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	if in.arg == 0 && MachineOf(th).interrupt.Load() != 0 {
		save(th, in, sp, fp)
		if err := checkInterrupt(th); err != nil {
			return raised(th, err)
		}
	}
	return in.next(), sp, fp
}

func popTop(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	return in.next(), top(sp), fp
}

func pushNull(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	*sp = Value{}
	return in.next(), pushed(sp), fp
}

func copyEntry(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	*sp = *under(sp, int(in.arg))
	return in.next(), pushed(sp), fp
}

func swap(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	a, b := top(sp), under(sp, int(in.arg))
	*a, *b = *b, *a
	return in.next(), sp, fp
}

func loadFast(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	*sp = *local(fp, in.arg)
	return in.next(), pushed(sp), fp
}

func loadFastCheck(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	v := *local(fp, in.arg)
	if v.IsNull() {
		return raised(th, unboundLocal(save(th, in, sp, fp), int(in.arg)))
	}
	*sp = v
	return in.next(), pushed(sp), fp
}

func loadFastAndClear(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	v := local(fp, in.arg)
	*sp = *v
	*v = Value{}
	return in.next(), pushed(sp), fp
}

func storeFast(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	*local(fp, in.arg) = *sp
	return in.next(), sp, fp
}

func loadConst(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	*sp = in.c.val
	return in.next(), pushed(sp), fp
}

func loadSmallInt(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	*sp = object.Int(int64(in.arg))
	return in.next(), pushed(sp), fp
}

func loadDeref(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	c, _ := object.AsCell(*local(fp, in.arg))
	if c == nil || c.V.IsNull() {
		return raised(th, unboundDeref(save(th, in, sp, fp), int(in.arg)))
	}
	*sp = c.V
	return in.next(), pushed(sp), fp
}

func storeDeref(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	c, _ := object.AsCell(*local(fp, in.arg))
	c.V = *sp
	return in.next(), sp, fp
}

// firstItems is the room that a list has with its first item: comprehensions rarely make shorter ones.
const firstItems = 8

func listAppend(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	l, _ := object.AsList(*under(sp, int(in.arg)))
	if cap(l.Items) == 0 {
		l.Items = make([]Value, 0, firstItems)
	}
	l.Items = append(l.Items, *sp)
	return in.next(), sp, fp
}

func buildTuple(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	n := int(in.arg)
	sp = under(sp, n)
	*sp = object.NewTupleCopy(slotsAt(sp, n)...).Ref()
	return in.next(), pushed(sp), fp
}

func unpackSequence(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	v := *top(sp)
	n := int(in.arg)
	var items []Value
	if t := v.Type(); t == object.TupleType || t == object.ListType {
		items, _ = object.Items(v)
	}
	if items == nil || len(items) != n {
		save(th, in, sp, fp)
		var err error
		if items, err = unpack(th, v, n); err != nil {
			return raised(th, err)
		}
	}
	sp = top(sp)
	for i := len(items) - 1; i >= 0; i-- {
		*sp = items[i]
		sp = pushed(sp)
	}
	return in.next(), sp, fp
}

func toBool(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	p := top(sp)
	if !p.IsBool() {
		save(th, in, sp, fp)
		t, err := object.IsTrue(th, *p)
		if err != nil {
			return raised(th, err)
		}
		*p = object.Bool(t)
	}
	return in.next(), sp, fp
}

func unaryNot(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	p := top(sp)
	*p = object.Bool(*p == object.False)
	return in.next(), sp, fp
}

func isOp(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b, a := top(sp), under(sp, 2)
	*a = object.Bool((*a == *b) != (in.arg == 1))
	return in.next(), b, fp
}

func containsOp(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	save(th, in, sp, fp)
	container, item := top(sp), under(sp, 2)
	t, err := object.Contains(th, *container, *item)
	if err != nil {
		return raised(th, err)
	}
	*item = object.Bool(t != (in.arg == 1))
	return in.next(), container, fp
}

func jump(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	return in.jump(in.arg), sp, fp
}

func jumpBackward(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	if MachineOf(th).interrupt.Load() != 0 {
		save(th, in, sp, fp)
		if err := checkInterrupt(th); err != nil {
			return raised(th, err)
		}
	}
	return in.jump(in.arg), sp, fp
}

func popJumpIfTrue(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	if *sp == object.True {
		return in.jump(in.arg), sp, fp
	}
	return in.next(), sp, fp
}

func popJumpIfFalse(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	if *sp == object.False {
		return in.jump(in.arg), sp, fp
	}
	return in.next(), sp, fp
}

func popJumpIfNone(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	if sp.IsNone() {
		return in.jump(in.arg), sp, fp
	}
	return in.next(), sp, fp
}

func popJumpIfNotNone(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	if !sp.IsNone() {
		return in.jump(in.arg), sp, fp
	}
	return in.next(), sp, fp
}

func raiseVarargs(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	save(th, in, sp, fp)
	switch in.arg {
	case 0:
		if of(th).handled == nil {
			return raised(th, object.RuntimeErrorf("No active exception to reraise"))
		}
		return reraised(th, of(th).handled, int(in.at))
	case 1:
		return raised(th, raise(th, *top(sp), object.Null))
	}
	return raised(th, raise(th, *under(sp, 2), *top(sp)))
}

// reraise finds the handler by its own position, while the line of the traceback is that of the instruction that
// raised first, which lies on the stack.
func reraise(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	f := save(th, in, sp, fp)
	e, _ := object.AsException(*top(sp))
	if in.arg != 0 {
		if i, ok := under(sp, 1+int(in.arg)).AsInt(); ok {
			f.pc = int(i) + 1
		}
	}
	return reraised(th, e, int(in.at))
}
