package interp

import (
	"slices"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// Modules count references too, though their variables lie in a dictionary that anything may read. They do it as long as they run
// instructions that cannot look there: operators and borrowing functions on numbers and tensors, and moves between names and the
// stack. A frame lists the names that stand for a counted reference (Frame.pending). Before every other instruction, when a
// function written in Python is entered, and before another thread may run, these escape.

// moduleSteps are the steps of modules that count, by opcode.
var moduleSteps [bytecode.OpcodeCount]step

// closed are the instructions that cannot look into a dictionary, whatever their operands.
var closed = []bytecode.Opcode{
	bytecode.NOP, bytecode.RESUME, bytecode.END_FOR, bytecode.PUSH_NULL, bytecode.SWAP, bytecode.COPY, bytecode.POP_TOP, bytecode.POP_ITER, bytecode.IS_OP,
	bytecode.LOAD_CONST, bytecode.LOAD_SMALL_INT, bytecode.LOAD_COMMON_CONSTANT, bytecode.JUMP_FORWARD, bytecode.JUMP_BACKWARD, bytecode.JUMP_BACKWARD_NO_INTERRUPT,
	bytecode.POP_JUMP_IF_TRUE, bytecode.POP_JUMP_IF_FALSE, bytecode.POP_JUMP_IF_NONE, bytecode.POP_JUMP_IF_NOT_NONE,
}

func init() {
	for op := range bytecode.OpcodeCount {
		moduleSteps[op] = escapingNames(escaping(op))
	}
	for _, op := range closed {
		moduleSteps[op] = countedSteps[op]
	}
	for op, operands := range map[bytecode.Opcode]int{
		bytecode.BINARY_OP: 2, bytecode.COMPARE_OP: 2, bytecode.UNARY_NEGATIVE: 1, bytecode.UNARY_INVERT: 1, bytecode.TO_BOOL: 1,
	} {
		moduleSteps[op] = closedFor(op, operands)
	}
	moduleSteps[bytecode.LOAD_NAME] = countedLoadName
	moduleSteps[bytecode.STORE_NAME] = countedStoreName
	moduleSteps[bytecode.LOAD_ATTR] = closedAttr
	moduleSteps[bytecode.FOR_ITER] = closedIter
	moduleSteps[bytecode.CALL] = closedCall(countedCall, moduleSteps[bytecode.CALL], 2)
	moduleSteps[bytecode.CALL_KW] = closedCall(countedCallKw, moduleSteps[bytecode.CALL_KW], 3)
}

// escapeNames leaves what the names of a module refer to to the garbage collector.
func (f *Frame) escapeNames() {
	for _, name := range f.pending {
		if v, ok := f.globals.GetStr(name); ok {
			object.Escape(v)
		}
	}
	f.pending = f.pending[:0]
}

// escapingNames is a step before which all names escape.
func escapingNames(do step) step {
	return func(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
		if f := of(th).current; len(f.pending) > 0 {
			f.escapeNames()
		}
		return do(th, in, sp, fp)
	}
}

// closedFor is the step of an operator, which counts if its n operands are numbers or tensors.
func closedFor(op bytecode.Opcode, n int) step {
	count, other := countedSteps[op], moduleSteps[op]
	return func(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
		for _, v := range slotsAt(under(sp, n), n) {
			if !lends(v) {
				return other(th, in, sp, fp)
			}
		}
		return count(th, in, sp, fp)
	}
}

// closedCall is the step of a call, which counts if the callee, which lies behind the arguments and extra entries, is native and borrows.
func closedCall(count, other step, extra int) step {
	return func(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
		if b, ok := object.AsBuiltin(*under(sp, int(in.arg)+extra)); ok && b.Borrows {
			return count(th, in, sp, fp)
		}
		return other(th, in, sp, fp)
	}
}

// closedAttr is LOAD_ATTR: attributes of tensors and of other modules are not variables of this one. It looks them up anew: the
// special steps of LOAD_ATTR, which would take its place, do not look who the owner is.
func closedAttr(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	owner := *top(sp)
	if m, ok := object.AsModule(owner); !owner.Borrows() && (!ok || m.Dict() == of(th).current.globals) {
		of(th).current.escapeNames()
	}
	if !owner.Borrows() {
		object.Escape(owner) // a property that scripts gave its type may keep it
	}
	save(th, in, sp, fp)
	plain := instr{c: in.c, arg: in.arg}
	v, method, err := lookUpAttr(th, owner, &plain)
	switch {
	case err != nil:
		return raised(th, err)
	case method:
		return foundMethod(in, sp, fp, v)
	}
	return foundAttr(in, sp, fp, v)
}

// closedIter is FOR_ITER: over numbers and lists it looks at no variables.
func closedIter(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	switch top(sp).Type() {
	case object.RangeIterType:
		return forRange(th, in, sp, fp)
	case object.ListIterType:
		return forList(th, in, sp, fp)
	}
	of(th).current.escapeNames()
	at := in
	in, sp, fp = forIter(th, in, sp, fp)
	at.do = closedIter // which forIter may have replaced by a special step
	return in, sp, fp
}

func countedLoadName(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	if f := of(th).current; f.localNS == f.globals {
		if v := f.localNS.ValueAt(int(in.c.index), in.c.name); !v.IsNull() {
			object.AddRef(v)
			*sp = v
			return in.next(), pushed(sp), fp
		}
		if v, ok := f.localNS.GetStr(in.c.name); ok {
			in.c.index = int32(f.localNS.IndexStr(in.c.name))
			object.AddRef(v)
			*sp = v
			return in.next(), pushed(sp), fp
		}
	}
	return loadName(th, in, sp, fp)
}

func countedStoreName(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	f := of(th).current
	v := *top(sp)
	if f.localNS != f.globals {
		object.Escape(v)
		return storeName(th, in, sp, fp)
	}
	old, _ := f.localNS.GetStr(in.c.name)
	if object.IsCounted(v) && !slices.Contains(f.pending, in.c.name) {
		f.pending = append(f.pending, in.c.name)
	}
	in, sp, fp = storeName(th, in, sp, fp)
	if !old.IsNull() {
		object.DropRef(old)
	}
	return in, sp, fp
}
