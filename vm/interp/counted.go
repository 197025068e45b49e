package interp

import (
	"slices"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// Functions that work on tensors count the references to them (object/counted.go), so that the memory of a temporary is given
// back, warm in the caches, when its last reference is gone. Their code is prepared once more for that: each entry of the operand
// stack and each variable of a frame that runs it stands for one reference. Instructions that move values between the two count;
// operators and functions that keep none of their operands take the operands' references away; before everything else the operands
// escape and are left to the garbage collector. What leaves a frame otherwise, by an exception, is never taken away.
//
// A function begins to count, from the next instruction on, where an operator has made something new. No other frame ever has a
// counted object: what is returned to one or read from a frame escapes, so that plain code pays nothing.

// countedSteps are the steps that count, by opcode.
var countedSteps [bytecode.OpcodeCount]step

// countless are the instructions that do with a counted object what their plain step does: nothing, or no more than moving it.
var countless = []bytecode.Opcode{
	bytecode.NOP, bytecode.RESUME, bytecode.END_FOR, bytecode.PUSH_NULL, bytecode.SWAP, bytecode.LOAD_CONST, bytecode.LOAD_SMALL_INT, bytecode.LOAD_COMMON_CONSTANT,
	bytecode.LOAD_GLOBAL, bytecode.LOAD_DEREF, bytecode.LOAD_FAST_AND_CLEAR, bytecode.LOAD_ATTR, bytecode.UNARY_NOT, bytecode.FOR_ITER, bytecode.COPY_FREE_VARS,
	bytecode.JUMP_FORWARD, bytecode.JUMP_BACKWARD, bytecode.JUMP_BACKWARD_NO_INTERRUPT, bytecode.POP_JUMP_IF_TRUE, bytecode.POP_JUMP_IF_FALSE,
}

func init() {
	for op, do := range map[bytecode.Opcode]step{
		bytecode.LOAD_FAST: countedLoad, bytecode.LOAD_FAST_CHECK: countedLoadCheck, bytecode.STORE_FAST: countedStore, bytecode.DELETE_FAST: countedDelete,
		bytecode.MAKE_CELL: countedMakeCell, bytecode.POP_TOP: countedPop, bytecode.POP_ITER: countedPop, bytecode.COPY: countedCopy,
		bytecode.BINARY_OP: countedBinary, bytecode.COMPARE_OP: countedCompare, bytecode.BINARY_SLICE: countedSlice, bytecode.STORE_SUBSCR: countedStoreSubscr,
		bytecode.UNARY_NEGATIVE: countedUnary(object.Neg), bytecode.UNARY_INVERT: countedUnary(object.Invert),
		bytecode.TO_BOOL: countedToBool, bytecode.IS_OP: countedIs, bytecode.STORE_ATTR: countedStoreAttr,
		bytecode.POP_JUMP_IF_NONE: countedJumpNone, bytecode.POP_JUMP_IF_NOT_NONE: countedJumpNotNone,
		bytecode.CALL: countedCall, bytecode.CALL_KW: countedCallKw, bytecode.RETURN_VALUE: countedReturn,
	} {
		countedSteps[op] = do
	}
	for op := range bytecode.OpcodeCount {
		if countedSteps[op] == nil && !slices.Contains(countless, op) {
			countedSteps[op] = escaping(op)
		}
	}
}

// escaping is the plain step of an opcode behind which no operand is counted any more. It stays in its place: the special steps that
// plain ones put there let nothing escape.
func escaping(op bytecode.Opcode) step {
	return func(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
		do := steps[op]
		if do == nil {
			do = viaHandler(op)
		}
		for p := object.At(fp, of(th).current.nlocals); p != sp; p = pushed(p) {
			object.Escape(*p)
		}
		own := in.do
		next, sp, fp := do(th, in, sp, fp)
		in.do = own
		return next, sp, fp
	}
}

// counting is the code prepared for counting; nil where it cannot count: it is a generator.
func counting(th *object.Thread, code *object.Code) *prepared {
	x := prepare(th, code)
	if x.counts {
		return x
	}
	if x.cannotCount || code.Flags&(bytecode.FlagsSuspend) != 0 {
		x.cannotCount = true
		return nil
	}
	counted := &countedSteps
	fused := map[bytecode.Opcode][]fusion{ // they at most forget to take a reference away
		bytecode.FOR_ITER: fusions[bytecode.FOR_ITER],
	}
	if code.Flags&bytecode.FlagOptimized == 0 {
		counted, fused = &moduleSteps, nil
	}
	c := newPrepared(th, code, fused)
	for i := range c.instrs {
		in := &c.instrs[i]
		if do := counted[code.Instrs[i].Op]; do != nil {
			in.do = do
		}
	}
	c.counts = true
	code.Exec = c
	return c
}

// beginCounting goes on behind instruction in of frame f, which counts from there on if it can.
func (f *Frame) beginCounting(th *object.Thread, in *instr) *instr {
	x := f.exec
	if !x.counts {
		if x.cannotCount {
			return in.next()
		}
		if x = counting(th, f.code); x == nil {
			f.exec.cannotCount = true
			return in.next()
		}
		f.exec = x
	}
	return &x.instrs[in.at+1]
}

func escapeAll(values []Value) {
	for _, v := range values {
		object.Escape(v)
	}
}

func countedLoad(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	v := *local(fp, in.arg)
	object.AddRef(v)
	*sp = v
	return in.next(), pushed(sp), fp
}

func countedLoadCheck(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	object.AddRef(*local(fp, in.arg))
	return loadFastCheck(th, in, sp, fp)
}

func countedStore(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	p := local(fp, in.arg)
	old := *p
	*p = *sp
	object.DropRef(old)
	return in.next(), sp, fp
}

func countedDelete(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	object.DropRef(*local(fp, in.arg))
	return viaHandler(bytecode.DELETE_FAST)(th, in, sp, fp)
}

func countedMakeCell(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	object.Escape(*local(fp, in.arg))
	return viaHandler(bytecode.MAKE_CELL)(th, in, sp, fp)
}

func countedPop(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	object.DropRef(*sp)
	return in.next(), sp, fp
}

func countedCopy(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	object.AddRef(*under(sp, int(in.arg)))
	return copyEntry(th, in, sp, fp)
}

// lends tells whether an operand leaves it to the other one's type to borrow both.
func lends(v Value) bool { return v.IsSmallInt() || v.IsExactFloat() || v.IsBool() || v.Borrows() }

func countedBinary(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	subscript := in.arg == bytecode.BinarySubscript
	borrowed := a.Borrows() || !subscript && b.Borrows()
	if !borrowed || !subscript && (!lends(*a) || !lends(*b)) {
		object.Escape(*a)
		object.Escape(*b)
		return binaryStep(in.arg)(th, in, sp, fp)
	}
	save(th, in, sp, fp)
	var r Value
	var err error
	switch op := in.arg; {
	case subscript:
		r, err = object.GetItem(th, *a, *b)
	case op >= bytecode.BinaryInPlace:
		r, err = object.InPlaceOp(th, object.Op(op-bytecode.BinaryInPlace), *a, *b)
	default:
		r, err = object.BinaryOp(th, object.Op(op), *a, *b)
	}
	if err != nil {
		return raised(th, err)
	}
	return in.next(), settle(a, slotsAt(a, 2), r), fp
}

// settle ends an operation that borrowed its operands: the references to them are taken away, and the result, which may be one of
// them, goes to *to. It returns the new top of the stack.
func settle(to *Value, operands []Value, r Value) *Value {
	own := false
	for _, v := range operands {
		if v == r && !own {
			own = true // the operand's reference is the result's
		} else {
			object.DropRef(v)
		}
	}
	if !own {
		object.Adopt(r)
	}
	*to = r
	return pushed(to)
}

func countedCompare(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if !a.Borrows() && !b.Borrows() || !lends(*a) || !lends(*b) {
		object.Escape(*a)
		object.Escape(*b)
		return compare(th, in, sp, fp)
	}
	save(th, in, sp, fp)
	r, err := compareTruth(th, *a, *b, in.arg)
	if err != nil {
		return raised(th, err)
	}
	return in.next(), settle(a, slotsAt(a, 2), r), fp
}

func countedSlice(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	a := under(sp, 3)
	if !a.Borrows() {
		return escaping(bytecode.BINARY_SLICE)(th, in, sp, fp)
	}
	save(th, in, sp, fp)
	escapeAll(slotsAt(under(sp, 2), 2))
	r, err := object.GetItem(th, *a, object.NewSlice(*under(sp, 2), *top(sp), object.None))
	if err != nil {
		return raised(th, err)
	}
	return in.next(), settle(a, slotsAt(a, 1), r), fp
}

func countedStoreSubscr(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	key, container, v := top(sp), under(sp, 2), under(sp, 3)
	if !container.Borrows() || !lends(*v) {
		escapeAll(slotsAt(v, 3))
		return storeSubscr(th, in, sp, fp)
	}
	save(th, in, sp, fp)
	if err := object.SetItem(th, *container, *key, *v); err != nil {
		return raised(th, err)
	}
	for _, v := range slotsAt(v, 3) {
		object.DropRef(v)
	}
	return in.next(), v, fp
}

func countedUnary(op func(*object.Thread, Value) (Value, error)) step {
	return func(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
		save(th, in, sp, fp)
		p := top(sp)
		if !p.Borrows() {
			object.Escape(*p)
		}
		r, err := op(th, *p)
		if err != nil {
			return raised(th, err)
		}
		if !p.Borrows() {
			*p = r
			return in.next(), sp, fp
		}
		return in.next(), settle(p, slotsAt(p, 1), r), fp
	}
}

func countedToBool(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	p := top(sp)
	if !p.Borrows() {
		object.Escape(*p)
		return toBool(th, in, sp, fp)
	}
	save(th, in, sp, fp)
	t, err := object.IsTrue(th, *p)
	if err != nil {
		return raised(th, err)
	}
	object.DropRef(*p)
	*p = object.Bool(t)
	return in.next(), sp, fp
}

func countedIs(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	a, b := *under(sp, 2), *top(sp)
	in, sp, fp = isOp(th, in, sp, fp)
	object.DropRef(a)
	object.DropRef(b)
	return in, sp, fp
}

// countedStoreAttr looks the attribute up anew: the special steps of STORE_ATTR, which would take its place, do not count.
func countedStoreAttr(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	save(th, in, sp, fp)
	owner, v := top(sp), under(sp, 2)
	object.Escape(*owner)
	object.Escape(*v)
	plain := instr{c: in.c, arg: in.arg}
	if err := setAttr(th, *owner, &plain, *v); err != nil {
		return raised(th, err)
	}
	return in.next(), v, fp
}

func countedJumpNone(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	object.DropRef(*top(sp))
	return popJumpIfNone(th, in, sp, fp)
}

func countedJumpNotNone(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	object.DropRef(*top(sp))
	return popJumpIfNotNone(th, in, sp, fp)
}

// countedCall is CALL: references move to the parameters of a function that counts.
func countedCall(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	n := int(in.arg)
	args := under(sp, n+1) // self or absent, and the others
	base := top(args)
	callee := *base
	if b, ok := object.AsBuiltin(callee); ok && b.Borrows {
		if args.IsNull() {
			args = pushed(args)
		} else {
			n++
		}
		save(th, in, sp, fp)
		r, err := b.Invoke(th, slotsAt(args, n), nil)
		return settled(th, in, base, fp, slotsAt(args, n), r, err)
	}
	lendTo(th, base, args, n)
	return callValue(th, in, sp, fp)
}

// countedCallKw is CALL_KW.
func countedCallKw(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	n := int(in.arg)
	args := under(sp, n+2)
	base := top(args)
	callee := *base
	if b, ok := object.AsBuiltin(callee); ok && b.Borrows {
		names, _ := object.AsTuple(*top(sp))
		if args.IsNull() {
			args = pushed(args)
		} else {
			n++
		}
		save(th, in, sp, fp)
		r, err := b.Invoke(th, slotsAt(args, n), names.Items)
		return settled(th, in, base, fp, slotsAt(args, n), r, err)
	}
	lendTo(th, base, args, n)
	return callKw(th, in, sp, fp)
}

// settled goes on with the result of a function that borrowed its arguments.
func settled(th *object.Thread, in *instr, base, fp *Value, args []Value, r Value, err error) (*instr, *Value, *Value) {
	if err != nil {
		return raised(th, err)
	}
	sp := settle(base, args, r)
	if MachineOf(th).interrupt.Load() != 0 {
		of(th).current.sp = object.Distance(fp, sp)
		if err = checkInterrupt(th); err != nil {
			return raised(th, err)
		}
	}
	return in.next(), sp, fp
}

// AnyCounted tells whether references to an argument are counted, so that code called with these counts, too.
func AnyCounted(values []Value) bool {
	for _, v := range values {
		if object.IsCounted(v) {
			return true
		}
	}
	return false
}

// lendTo prepares the call of *base with self or absent at *self and n arguments behind it: the references to them go to the
// variables of a function that counts, or they escape.
func lendTo(th *object.Thread, base, self *Value, n int) {
	if self.IsNull() {
		if fn := object.PlainCall(th, *base); fn != nil {
			*base, *self = fn.Ref(), *base
		}
	}
	if args := slotsAt(self, n+1); AnyCounted(args) && !takes(th, *base) {
		escapeAll(args)
	}
}

// takes tells whether a callee is a function that binds each argument to one of its variables, and makes it count.
func takes(th *object.Thread, callee Value) bool {
	fn, ok := object.AsFunction(callee)
	if !ok || callee.Type() != object.FunctionType {
		return false
	}
	if e := fn.Enter; e != nil {
		return e.Begin != nil && takes(th, e.Target)
	}
	if fn.Code.Flags&(bytecode.FlagVarArgs|bytecode.FlagVarKeywords) != 0 {
		return false
	}
	return counting(th, fn.Code) != nil
}

// countedReturn is RETURN_VALUE: the references of the frame's variables are gone, and the caller has that to the result.
func countedReturn(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	v := *top(sp)
	f := of(th).current
	if f.flags&^(frameEntrance|frameReplaced) != 0 {
		object.Escape(v)
		return returnValue(th, in, sp, fp)
	}
	for p, n := fp, f.nlocals; n > 0; n-- {
		object.DropRef(*p)
		p = pushed(p)
	}
	if back := f.back; object.IsCounted(v) && !back.exec.counts {
		if x := counting(th, back.code); x != nil {
			back.exec = x
		} else {
			object.Escape(v)
		}
	}
	return returnValue(th, in, sp, fp)
}
