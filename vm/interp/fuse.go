package interp

import (
	"math"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// Fused instructions do the work of two to four at once for the operands that are expected: ints, floats, lists. The
// instructions that they stand for keep their places behind the first, for jumps to them and for other operands: a fused
// step that does not find what it expects does the work of the first alone, and the others follow as if nothing were
// fused. Nothing that a fused step does by itself can raise.

// fusion is a sequence of instructions that is executed as one. step gets the code from the first of them on, puts
// their operands in in.aux and in.ext and gives the fused step, nil where it does not apply.
type fusion struct {
	ops  []bytecode.Opcode
	step func(in *instr, code []bytecode.Instr) step
}

// fusions by their first instruction.
var fusions = map[bytecode.Opcode][]fusion{}

func fuse(step func(in *instr, code []bytecode.Instr) step, ops ...bytecode.Opcode) {
	fusions[ops[0]] = append(fusions[ops[0]], fusion{ops, step}) // start: called while packages are initialised
}

// fixed is a fusion that always applies: the arguments of the second and third instruction are its operands.
func fixed(do step) func(in *instr, code []bytecode.Instr) step {
	return func(in *instr, code []bytecode.Instr) step {
		in.aux = code[1].Arg
		if len(code) > 2 {
			in.ext = code[2].Arg
		}
		return do
	}
}

// arithmetic is a fusion whose instruction i is a BINARY_OP with a step in table, in place or not.
func arithmetic(i int, table map[int32]step) func(in *instr, code []bytecode.Instr) step {
	return func(in *instr, code []bytecode.Instr) step {
		op := code[i].Arg
		if op >= bytecode.BinaryInPlace && op != bytecode.BinarySubscript {
			op -= bytecode.BinaryInPlace
		}
		do := table[op]
		if do == nil {
			return nil
		}
		in.aux = code[1].Arg
		if i+1 < len(code) {
			in.ext = code[i+1].Arg
		}
		return do
	}
}

// condition is a fusion that ends with a comparison and a conditional jump: in.ext is the relation for which it jumps.
func condition(do step) func(in *instr, code []bytecode.Instr) step {
	return func(in *instr, code []bytecode.Instr) step {
		i := len(code) - 2
		in.ext = relation[code[i].Arg>>bytecode.CompareShift]
		if code[i+1].Op == bytecode.POP_JUMP_IF_FALSE {
			in.ext ^= 7
		}
		in.aux = code[1].Arg
		return do
	}
}

const (
	loadLocal  = bytecode.LOAD_FAST
	loadInt    = bytecode.LOAD_SMALL_INT
	storeLocal = bytecode.STORE_FAST
	binaryOp   = bytecode.BINARY_OP
)

func init() {
	fuse(fixed(loadFastLoadFast), loadLocal, loadLocal)
	fuse(fixed(loadFastLoadInt), loadLocal, loadInt)
	fuse(fixed(loadFastLoadConst), loadLocal, bytecode.LOAD_CONST)
	fuse(fixed(storeFastLoadFast), storeLocal, loadLocal)
	fuse(fixed(loadConstStoreFast), bytecode.LOAD_CONST, storeLocal)
	fuse(fixed(storeFastStoreFast), storeLocal, storeLocal)
	fuse(fixed(loadFastReturn), loadLocal, bytecode.RETURN_VALUE)
	fuse(fixed(storeFastJump), storeLocal, bytecode.JUMP_BACKWARD)
	fuse(fixed(nil), bytecode.FOR_ITER, storeLocal)    // see forIter
	fuse(func(in *instr, code []bytecode.Instr) step { // the same
		if code[1].Arg == 2 {
			in.ext = unpackPair
		}
		return nil
	}, bytecode.FOR_ITER, bytecode.UNPACK_SEQUENCE)
	fuse(func(in *instr, code []bytecode.Instr) step { // see specialise
		in.ext = beforeAttr
		return loadFast
	}, loadLocal, bytecode.LOAD_ATTR)
	fuse(fixed(storeSubscrLocals), loadLocal, loadLocal, bytecode.STORE_SUBSCR)

	for _, jump := range []bytecode.Opcode{bytecode.POP_JUMP_IF_FALSE, bytecode.POP_JUMP_IF_TRUE} {
		fuse(condition(compareJump), bytecode.COMPARE_OP, jump)
		fuse(condition(compareLocalsJump), loadLocal, loadLocal, bytecode.COMPARE_OP, jump)
		fuse(condition(compareLocalIntJump), loadLocal, loadInt, bytecode.COMPARE_OP, jump)
		fuse(condition(compareIntJump), loadInt, bytecode.COMPARE_OP, jump)
	}
	fuse(fixed(falseJump), bytecode.TO_BOOL, bytecode.POP_JUMP_IF_FALSE)
	fuse(fixed(trueJump), bytecode.TO_BOOL, bytecode.POP_JUMP_IF_TRUE)
}

// Marks in in.ext: of a LOAD_FAST that the LOAD_ATTR behind it takes over when it specialises, of a JUMP_BACKWARD that
// the FOR_ITER of the loop takes over, and of a FOR_ITER whose elements are unpacked in two.
const (
	beforeAttr = -1
	toLoop     = -2
	unpackPair = -3
)

// fuse chooses the fusions that leave the fewest steps on the straight way through the code.
func (p *prepared) fuse(code []bytecode.Instr, fusions map[bytecode.Opcode][]fusion) {
	steps := make([]int32, len(code)+1) // from an instruction to the end
	for i := len(code) - 1; i >= 0; i-- {
		in := &p.instrs[i]
		in.aux = -1
		switch in.ext = 0; code[i].Op {
		case bytecode.BINARY_OP:
			in.do = binaryStep(in.arg)
		case bytecode.JUMP_BACKWARD:
			in.ext = toLoop
		case bytecode.COMPARE_OP:
			in.ext = relation[in.arg>>bytecode.CompareShift]
		}
		least := int32(math.MaxInt32)
		plain := *in
		for _, f := range fusions[code[i].Op] {
			n := len(f.ops)
			if i+n > len(code) || steps[i+n] >= least || steps[i+n] > steps[i+1] || !f.matches(code[i:]) {
				continue
			}
			try := plain
			if do := f.step(&try, code[i:i+n]); do != nil {
				try.do = do
				least = steps[i+n]
				*in = try
			} else if code[i].Op == bytecode.FOR_ITER {
				*in = try
			}
		}
		steps[i] = min(least, steps[i+1]) + 1
	}
}

func (f *fusion) matches(code []bytecode.Instr) bool {
	for i, op := range f.ops {
		if code[i].Op != op {
			return false
		}
	}
	return true
}

func loadFastLoadFast(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	*sp = *local(fp, in.arg)
	sp = pushed(sp)
	*sp = *local(fp, in.aux)
	return in.skip(2), pushed(sp), fp
}

func loadFastLoadInt(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	*sp = *local(fp, in.arg)
	sp = pushed(sp)
	*sp = object.Int(int64(in.aux))
	return in.skip(2), pushed(sp), fp
}

func loadFastLoadConst(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	*sp = *local(fp, in.arg)
	sp = pushed(sp)
	*sp = in.next().c.val
	return in.skip(2), pushed(sp), fp
}

func storeFastLoadFast(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	p := top(sp)
	*local(fp, in.arg) = *p
	*p = *local(fp, in.aux)
	return in.skip(2), sp, fp
}

func loadConstStoreFast(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	v := in.c.val
	if v.IsNone() {
		MachineOf(th).Deletions++
	}
	*local(fp, in.aux) = v
	return in.skip(2), sp, fp
}

func storeFastStoreFast(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	*local(fp, in.arg) = *sp
	sp = top(sp)
	*local(fp, in.aux) = *sp
	return in.skip(2), sp, fp
}

func storeFastJump(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	*local(fp, in.arg) = *sp
	in = in.next()
	return in.do(th, in, sp, fp)
}

func loadFastReturn(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	*sp = *local(fp, in.arg)
	return returnValue(th, in.next(), pushed(sp), fp)
}

func storeSubscrLocals(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	container, key := local(fp, in.arg), local(fp, in.aux)
	if key.IsSmallInt() && !container.IsNull() && container.Type() == object.ListType {
		l, _ := object.AsList(*container)
		if i := key.SmallInt(); uint64(i) < uint64(len(l.Items)) {
			sp = top(sp)
			l.Items[i] = *sp
			return in.skip(3), sp, fp
		}
	}
	return loadFast(th, in, sp, fp)
}

func subscriptLocals(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	container, key := local(fp, in.arg), local(fp, in.aux)
	if key.IsSmallInt() && !container.IsNull() && container.Type() == object.ListType {
		l, _ := object.AsList(*container)
		if i := key.SmallInt(); uint64(i) < uint64(len(l.Items)) {
			*sp = l.Items[i]
			return in.skip(3), pushed(sp), fp
		}
	}
	return loadFast(th, in, sp, fp)
}

func compareJump(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	b := top(sp)
	a := top(b)
	if a.IsSmallInt() && b.IsSmallInt() {
		if holds(in.ext, a.SmallInt(), b.SmallInt()) {
			return in.jump(in.aux), a, fp
		}
		return in.skip(2), a, fp
	}
	return compareObjects(th, in, sp, fp)
}

func compareLocalsJump(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	a, b := local(fp, in.arg), local(fp, in.aux)
	if a.IsSmallInt() && b.IsSmallInt() {
		if holds(in.ext, a.SmallInt(), b.SmallInt()) {
			return in.jump(in.skip(3).arg), sp, fp
		}
		return in.skip(4), sp, fp
	}
	return loadFast(th, in, sp, fp)
}

func compareLocalIntJump(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	if a := local(fp, in.arg); a.IsSmallInt() {
		if holds(in.ext, a.SmallInt(), int64(in.aux)) {
			return in.jump(in.skip(3).arg), sp, fp
		}
		return in.skip(4), sp, fp
	}
	return loadFast(th, in, sp, fp)
}

func compareIntJump(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	if a := top(sp); a.IsSmallInt() {
		if holds(in.ext, a.SmallInt(), int64(in.arg)) {
			return in.jump(in.skip(2).arg), a, fp
		}
		return in.skip(3), a, fp
	}
	return loadSmallInt(th, in, sp, fp)
}

func falseJump(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	if p := top(sp); p.IsBool() {
		if *p == object.False {
			return in.jump(in.aux), p, fp
		}
		return in.skip(2), p, fp
	}
	return toBool(th, in, sp, fp)
}

func trueJump(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	if p := top(sp); p.IsBool() {
		if *p == object.True {
			return in.jump(in.aux), p, fp
		}
		return in.skip(2), p, fp
	}
	return toBool(th, in, sp, fp)
}
