package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// This file has the steps of iteration and of generators. A generator that a for loop or yield from drives runs in the
// same loop of run as its caller; one that is driven from Go has a run of its own.

func init() {
	steps[bytecode.GET_ITER] = getIter
	steps[bytecode.FOR_ITER] = forIter
	steps[bytecode.SEND] = send
	steps[bytecode.YIELD_VALUE] = yieldValue
	steps[bytecode.RETURN_GENERATOR] = returnGenerator
}

func getIter(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	save(th, in, sp, fp)
	p := top(sp)
	it, err := object.Iter(th, *p)
	if err != nil {
		return raised(th, err)
	}
	*p = it
	return in.next(), sp, fp
}

// forIter is FOR_ITER in general: the next value on the stack, or the jump behind the END_FOR of the loop.
func forIter(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	it := *top(sp)
	switch it.Type() {
	case object.RangeIterType:
		if in.aux >= 0 {
			in.takeOver(forRangeStore, jumpToRange)
		} else {
			in.do = forRange
		}
		return in.do(th, in, sp, fp)
	case object.ListIterType:
		if in.aux >= 0 && !of(th).current.exec.counts {
			in.takeOver(forListStore, jumpToList)
		} else {
			in.do = forList
		}
		return in.do(th, in, sp, fp)
	case GeneratorType:
		if g := asGen(it); g.state == genCreated || g.state == genSuspended {
			save(th, in, sp, fp)
			return g.enter(th, object.None)
		}
	}
	save(th, in, sp, fp)
	if in.ext == unpackPair {
		a, b, more, ok, err := object.NextPair(th, it)
		switch {
		case err != nil:
			return raised(th, err)
		case more:
			*sp = b
			sp = pushed(sp)
			*sp = a
			return in.skip(2), pushed(sp), fp
		case ok:
			return in.jump(in.arg + 1), sp, fp
		}
	}
	v, err := object.Next(th, it)
	if err != nil {
		return raised(th, err)
	}
	if v.IsNull() {
		return in.jump(in.arg + 1), sp, fp
	}
	*sp = v
	return in.next(), pushed(sp), fp
}

// takeOver makes do the step of a FOR_ITER, and again that of the JUMP_BACKWARD at the end of its loop.
func (in *instr) takeOver(do, again step) {
	in.do = do
	if back := in.jump(in.arg - 1); back.ext == toLoop && back.arg == in.at {
		back.do = again
	}
}

// forEnd is the end of a loop or, without ok, the general step where a special one finds another kind of iterator.
func forEnd(th *object.Thread, in *instr, sp, fp *Value, ok bool) (*instr, *Value, *Value) {
	if !ok {
		in.do = forIter
		return forIter(th, in, sp, fp)
	}
	return in.jump(in.arg + 1), sp, fp
}

func forRange(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	i, more, ok := object.RangeNext(*top(sp))
	if !more {
		return forEnd(th, in, sp, fp, ok)
	}
	*sp = object.Int(i)
	return in.next(), pushed(sp), fp
}

// forRangeStore is forRange with the STORE_FAST behind it.
func forRangeStore(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	i, more, ok := object.RangeNext(*top(sp))
	if !more {
		return forEnd(th, in, sp, fp, ok)
	}
	*local(fp, in.aux) = object.Int(i)
	return in.skip(2), sp, fp
}

// jumpToRange is the JUMP_BACKWARD at the end of a loop together with its forRangeStore.
func jumpToRange(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	if MachineOf(th).interrupt.Load() == 0 {
		loop := in.jump(in.arg)
		if i, more, _ := object.RangeNext(*top(sp)); more {
			*local(fp, loop.aux) = object.Int(i)
			return loop.skip(2), sp, fp
		}
	}
	return jumpBackward(th, in, sp, fp)
}

func forList(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	v, more, ok := object.ListNext(*top(sp))
	if !more {
		return forEnd(th, in, sp, fp, ok)
	}
	*sp = v
	return in.next(), pushed(sp), fp
}

// forListStore is forList with the STORE_FAST behind it.
func forListStore(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	v, more, ok := object.ListNext(*top(sp))
	if !more {
		return forEnd(th, in, sp, fp, ok)
	}
	*local(fp, in.aux) = v
	return in.skip(2), sp, fp
}

// jumpToList is the JUMP_BACKWARD at the end of a loop together with its forListStore.
func jumpToList(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	if MachineOf(th).interrupt.Load() == 0 {
		loop := in.jump(in.arg)
		if v, more, _ := object.ListNext(*top(sp)); more {
			*local(fp, loop.aux) = v
			return loop.skip(2), sp, fp
		}
	}
	return jumpBackward(th, in, sp, fp)
}

// send is SEND: the value for the iterator is on the stack; its answer takes the place.
func send(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	save(th, in, sp, fp)
	p := top(sp)
	it := *under(sp, 2)
	if g := asGen(it); g != nil && (g.state == genSuspended || g.state == genCreated && p.IsNone()) {
		v := *p
		of(th).current.sp--
		return g.enter(th, v)
	}
	v, done, err := sendTo(th, it, *p)
	if err != nil {
		return raised(th, err)
	}
	*p = v
	if done {
		return in.jump(in.arg), sp, fp
	}
	return in.next(), sp, fp
}

func yieldValue(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	v := *sp
	*sp = Value{} // the generator does not keep it
	f := save(th, in, sp, fp)
	back, entry := f.back, f.flags&frameEntry != 0
	f.gen.suspend(th)
	if entry {
		return exit(th, v)
	}
	return back.give(v)
}

func returnGenerator(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	f := save(th, in, sp, fp)
	return returnSpecial(th, f, makeGenerator(f))
}

// give pushes the value that frame f waits for and goes on with it.
func (f *Frame) give(v Value) (*instr, *Value, *Value) {
	in, sp, fp := f.position()
	*sp = v
	return in, pushed(sp), fp
}

// exhausted goes on in frame f, whose FOR_ITER or SEND has driven a generator that returned v.
func (f *Frame) exhausted(v Value) (*instr, *Value, *Value) {
	in := f.code.Instrs[f.pc-1]
	if in.Op == bytecode.SEND {
		f.pc = int(in.Arg)
		return f.give(v)
	}
	f.pc = int(in.Arg) + 1
	return f.position()
}
