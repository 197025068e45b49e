package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// This file has the steps of calls and returns. A Python function called from Python runs in the same loop of run: its
// arguments are copied from the caller's stack to its first locals.

func init() {
	steps[bytecode.CALL] = callValue
	steps[bytecode.CALL_KW] = callKw
	steps[bytecode.CALL_FUNCTION_EX] = callUnpacked
	steps[bytecode.RETURN_VALUE] = returnValue
}

// callValue is CALL: callee, self or absent, and in.arg arguments are on the stack.
func callValue(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	n := int(in.arg)
	self := under(sp, n+1)
	base := top(self)
	if !self.IsNull() {
		n++
	} else if m, ok := object.AsMethod(*base); ok {
		*base, *self = m.Func, m.Self
		n++
	}
	f := save(th, in, base, fp)
	callee := *base
	if callee.Type() == object.FunctionType {
		fn, _ := object.AsFunction(callee)
		if x, ok := fn.Code.Exec.(*prepared); ok && fits(fn, x, n) {
			return call(th, fn, x, under(sp, n), n, 0)
		}
		args := slotsAt(under(sp, n), n)
		if fn.Enter != nil && fn.Enter.Unframed != nil {
			f.sp += object.Distance(base, sp) // they stay where they are
			v, known, err := unframed(th, fn, args)
			f.sp -= object.Distance(base, sp)
			if known {
				return calledUnframed(th, in, base, fp, fn, args, v, err)
			}
		}
		callee, err := frameFor(th, fn, args, nil)
		return callFrame(th, callee, err)
	}
	if fn := object.PlainCall(th, callee); fn != nil && self.IsNull() {
		*base, *self = fn.Ref(), callee
		return callValue(th, in, sp, fp)
	}
	if t, ok := object.AsType(callee); ok {
		if fn := t.PlainInit(th); fn != nil {
			return construct(th, t, fn, base, under(sp, n), n, nil)
		}
		if n == 0 && t.IsBare(th) {
			*base = object.NewInstance(th, t)
			return in.next(), self, fp
		}
		if n == 1 && t.NewOne != nil {
			f.sp += object.Distance(base, sp)
			r, err := t.NewOne(th, *top(sp))
			return called(th, in, base, fp, r, err)
		}
	}
	f.sp += object.Distance(base, sp)
	if b, ok := object.AsBuiltin(callee); ok {
		r, err := b.Invoke(th, slotsAt(under(sp, n), n), nil)
		return called(th, in, base, fp, r, err)
	}
	return callNative(th, in, base, fp, callee, slotsAt(under(sp, n), n), nil)
}

// callKw is CALL_KW: as CALL, with the names of the last arguments on top.
func callKw(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	names, _ := object.AsTuple(*sp)
	kw := names.Items
	n := int(in.arg)
	self := under(sp, n+1)
	base := top(self)
	if !self.IsNull() {
		n++
	} else if m, ok := object.AsMethod(*base); ok {
		*base, *self = m.Func, m.Self
		n++
	} else if fn := object.PlainCall(th, *base); fn != nil {
		*base, *self = fn.Ref(), *base
		n++
	}
	f := save(th, in, base, fp)
	callee, args := *base, slotsAt(under(sp, n), n)
	if fn, ok := object.AsFunction(callee); ok {
		callee, err := frameFor(th, fn, args, kw)
		return callFrame(th, callee, err)
	}
	if t, ok := object.AsType(callee); ok {
		if fn := t.PlainInit(th); fn != nil {
			return construct(th, t, fn, base, under(sp, n), n, kw)
		}
	}
	f.sp += object.Distance(base, sp)
	return callNative(th, in, base, fp, callee, args, kw)
}

// callUnpacked is CALL_FUNCTION_EX: callee, self or absent, a container of arguments and a mapping of keyword arguments or
// absent are on the stack.
func callUnpacked(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	f := save(th, in, sp, fp)
	base := under(sp, 4)
	callee, self := *base, *under(sp, 3)
	var all []Value
	if self.IsNull() {
		if m, ok := object.AsMethod(callee); ok {
			callee, self = m.Func, m.Self
		} else if fn := object.PlainCall(th, callee); fn != nil {
			callee, self = fn.Ref(), callee
		}
	}
	fn, python := object.AsFunction(callee)
	if items, ok := object.AsTuple(*under(sp, 2)); ok && under(sp, 2).Type() == object.TupleType && python && self.IsNull() && top(sp).IsNull() {
		f.sp -= 4 // the tuple is what the frame copies its arguments from
		if fn.Enter != nil && fn.Enter.Unframed != nil {
			if v, known, err := unframed(th, fn, items.Items); known {
				return calledUnframed(th, in, base, fp, fn, items.Items, v, err)
			}
		}
		callee, err := frameFor(th, fn, items.Items, nil)
		return callFrame(th, callee, err)
	}
	if !self.IsNull() {
		all = append(all, self)
	}
	all, names, err := unpackArguments(th, *base, all, *under(sp, 2), *top(sp))
	if err != nil {
		return raised(th, err)
	}
	if python {
		f.sp -= 4
		callee, err := frameFor(th, fn, all, names)
		return callFrame(th, callee, err)
	}
	return callNative(th, in, base, fp, callee, all, names)
}

// unpackArguments appends the values of args and kwargs to into, and gives the names of the latter; callee is for errors.
func unpackArguments(th *object.Thread, callee Value, into []Value, args, kwargs Value) (values, names []Value, err error) {
	items, ok := object.Items(args)
	if !ok || args.Type().IsHeap() {
		if args.Type().Iter == nil && args.Type().GetItem == nil {
			return nil, nil, object.TypeErrorf("%s argument after * must be an iterable, not %s", CalleeName(th, callee), args.Type().Name)
		}
		if items, err = object.ToSlice(th, args); err != nil {
			return nil, nil, err
		}
	}
	into = append(into, items...)
	if kwargs.IsNull() {
		return into, nil, nil
	}
	d, ok := object.AsDict(kwargs)
	if !ok || kwargs.Type() != object.DictType {
		d = object.NewDict()
		mapping, err := object.EachItem(th, kwargs, d.Set)
		if err == nil && !mapping {
			err = object.TypeErrorf("%s argument after ** must be a mapping, not %s", CalleeName(th, callee), kwargs.Type().Name)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	names = d.Keys()
	for _, k := range names {
		if _, ok := object.AsStr(k); !ok {
			return nil, nil, object.TypeErrorf("keywords must be strings")
		}
	}
	return append(into, d.Values()...), names, nil
}

// callNative calls anything but a Python function; the result goes to *base.
func callNative(th *object.Thread, in *instr, base, fp *Value, callee Value, args, kw []Value) (*instr, *Value, *Value) {
	r, err := object.CallArgs(th, callee, args, kw)
	return called(th, in, base, fp, r, err)
}

// called goes on with the result of a call that did not take a frame.
func called(th *object.Thread, in *instr, base, fp *Value, r Value, err error) (*instr, *Value, *Value) {
	if err != nil {
		return raised(th, err)
	}
	*base = r
	if MachineOf(th).interrupt.Load() != 0 {
		of(th).current.sp = object.Distance(fp, base) + 1
		if err = checkInterrupt(th); err != nil {
			return raised(th, err)
		}
	}
	if object.IsFresh(r) {
		return of(th).current.beginCounting(th, in), pushed(base), fp
	}
	return in.next(), pushed(base), fp
}

// fits tells whether call can bind n positional arguments of fn, whose prepared code is x.
func fits(fn *object.Function, x *prepared, n int) bool {
	if !x.simple || n > x.params || fn.Builtins == nil {
		return false
	}
	return n == x.params || fn.Defaults != nil && n+len(fn.Defaults.Items) >= x.params
}

// call enters function fn with its n arguments at *args, which fit; the caller's position has been saved.
func call(th *object.Thread, fn *object.Function, x *prepared, args *Value, n int, flags frameFlags) (*instr, *Value, *Value) {
	f := x.free
	if f != nil {
		x.free = f.back
	} else {
		f = &Frame{code: fn.Code, exec: x, nlocals: x.locals}
	}
	f.flags = flags
	f.fn = fn
	if f.globals != fn.Globals || f.builtins != fn.Builtins {
		f.globals, f.builtins = fn.Globals, fn.Builtins
	}
	fp := of(th).vstack.take(f, x.size)
	p := fp
	short := x.params - n
	for _, v := range slotsAt(args, n) {
		*p = v
		p = object.At(p, 1)
	}
	if short > 0 {
		d := fn.Defaults.Items
		for _, v := range d[len(d)-short:] {
			*p = v
			p = object.At(p, 1)
		}
	}
	for n = x.locals - x.params; n > 0; n-- {
		*p = Value{}
		p = object.At(p, 1)
	}
	f.pc, f.sp = 0, x.locals
	if back := of(th).current; back != nil && len(back.pending) > 0 {
		back.escapeNames()
	}
	f.back = of(th).current
	of(th).current = f
	of(th).depth++
	if m := MachineOf(th); of(th).depth > m.RecursionLimit || of(th).FrameHook != nil || m.interrupt.Load() != 0 {
		return f.begin(th)
	}
	return &x.instrs[x.start], p, fp
}

// begin does what is rarely needed when frame f, which is the current one, starts.
func (f *Frame) begin(th *object.Thread) (*instr, *Value, *Value) {
	if err := checkDepth(th); err != nil {
		return raised(th, err)
	}
	if of(th).FrameHook != nil {
		s, err := callFrameHook(th, f)
		if s != nil {
			var v Value
			if v, err = f.shortcut(th, s); err == nil {
				return returnSpecial(th, f, v)
			}
		}
		if err != nil {
			return raised(th, err)
		}
	}
	return f.position()
}

// callFrame enters a frame made by frameFor, or raises its error in the caller.
func callFrame(th *object.Thread, f *Frame, err error) (*instr, *Value, *Value) {
	if err != nil {
		return raised(th, err)
	}
	f.link(th)
	return f.begin(th)
}

// construct calls the plain class t: fn is its __init__, and the fresh instance, which waits at *base, the result.
func construct(th *object.Thread, t *object.Type, fn *object.Function, base, args *Value, n int, kw []Value) (*instr, *Value, *Value) {
	self := top(args) // the entry of the absent self, or of the callee
	*self = object.NewInstance(th, t)
	*base = *self
	of(th).current.sp++
	if x, ok := fn.Code.Exec.(*prepared); ok && len(kw) == 0 && fits(fn, x, n+1) {
		return call(th, fn, x, self, n+1, frameInit)
	}
	f, err := frameFor(th, fn, slotsAt(self, n+1), kw)
	if err != nil {
		return raised(th, err)
	}
	f.flags |= frameInit
	f.link(th)
	return f.begin(th)
}

// returnValue is RETURN_VALUE.
func returnValue(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	v := *top(sp)
	f := of(th).current
	if f.flags != 0 {
		return returnSpecial(th, save(th, in, sp, fp), v)
	}
	back := f.back
	of(th).current = back
	of(th).depth--
	of(th).vstack.drop(f.mark)
	f.fn = nil
	f.back = f.exec.free
	f.exec.free = f
	fp = &back.slots[0]
	sp = object.At(fp, back.sp)
	*sp = v
	return &back.exec.instrs[back.pc], pushed(sp), fp
}

// returnSpecial returns v from a frame that is more than the body of a function called from Python.
func returnSpecial(th *object.Thread, f *Frame, v Value) (*instr, *Value, *Value) {
	flags, back, gen := f.flags, f.back, f.gen
	if gen != nil {
		gen.finish(th)
	}
	f.pop(th)
	if flags&frameEntry != 0 {
		return exit(th, v)
	}
	if gen != nil {
		return back.exhausted(v)
	}
	if flags&frameDrop != 0 {
		return back.position()
	}
	if flags&frameInit != 0 {
		if !v.IsNone() {
			return raised(th, object.TypeErrorf("__init__() should return None, not '%s'", v.Type().Name))
		}
		back.sp--
		v = back.slots[back.sp]
	}
	if flags&frameBinary != 0 {
		back.sp -= 2
		if v == object.NotImplemented {
			var err error
			if v, err = back.binaryRest(th, back.slots[back.sp], back.slots[back.sp+1]); err != nil {
				return raised(th, err)
			}
		}
	}
	return back.give(v)
}

// binaryRest goes on with the BINARY_OP at which f waits, after the method of a has returned NotImplemented.
func (f *Frame) binaryRest(th *object.Thread, a, b Value) (Value, error) {
	arg := f.code.Instrs[f.pc-1].Arg
	if arg >= bytecode.BinaryInPlace {
		op := object.Op(arg - bytecode.BinaryInPlace)
		return object.BinaryRest(th, op, op.InPlaceSymbol(), a, b)
	}
	op := object.Op(arg)
	return object.BinaryRest(th, op, op.String(), a, b)
}
