package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// handler executes one instruction on the frame's operand stack (f.slots, f.sp).
type handler func(f *Frame, arg int32) error

// handlers are the instructions that run does not execute itself; see inLoop for those.
var handlers [bytecode.OpcodeCount]handler

// inLoop are the instructions that run executes in its own loop: the frequent ones, and those that change the flow of
// control or the frame.
var inLoop = []bytecode.Opcode{
	bytecode.NOP, bytecode.RESUME, bytecode.POP_TOP, bytecode.PUSH_NULL, bytecode.COPY, bytecode.SWAP, bytecode.TO_BOOL,
	bytecode.BINARY_OP, bytecode.COMPARE_OP, bytecode.IS_OP, bytecode.CONTAINS_OP, bytecode.LOAD_CONST, bytecode.LOAD_SMALL_INT,
	bytecode.LOAD_FAST, bytecode.LOAD_FAST_CHECK, bytecode.LOAD_FAST_AND_CLEAR, bytecode.STORE_FAST, bytecode.LOAD_DEREF, bytecode.STORE_DEREF,
	bytecode.LOAD_GLOBAL, bytecode.LOAD_ATTR, bytecode.STORE_ATTR, bytecode.STORE_SUBSCR, bytecode.LIST_APPEND, bytecode.UNPACK_SEQUENCE, bytecode.GET_ITER,
	bytecode.FOR_ITER, bytecode.END_FOR, bytecode.POP_ITER, bytecode.SEND, bytecode.YIELD_VALUE, bytecode.RETURN_GENERATOR, bytecode.RETURN_VALUE,
	bytecode.JUMP_FORWARD, bytecode.JUMP_BACKWARD, bytecode.JUMP_BACKWARD_NO_INTERRUPT,
	bytecode.POP_JUMP_IF_TRUE, bytecode.POP_JUMP_IF_FALSE, bytecode.POP_JUMP_IF_NONE, bytecode.POP_JUMP_IF_NOT_NONE,
	bytecode.CALL, bytecode.CALL_KW, bytecode.UNARY_NOT, bytecode.BUILD_TUPLE, bytecode.RERAISE, bytecode.RAISE_VARARGS, bytecode.STORE_NAME, bytecode.LOAD_NAME,
}

// run evaluates frame f, which has been pushed, and the frames it calls, until f returns, yields or raises.
func run(f *Frame) (result Value, err error) {
	nested++
	if nested > maxNested {
		nested--
		f.pop()
		return object.Null, object.Raisef(object.RecursionError, "maximum recursion depth exceeded")
	}
	defer func() { nested-- }()
	f.entry = true

	var (
		instrs  []instr
		slots   []Value
		consts  []Value
		sp, pc  int
		reraise bool
	)

enter: // continue with frame f
	instrs, slots, consts, sp, pc = f.exec.instrs, f.slots, f.exec.consts, f.sp, f.pc

	for {
		in := &instrs[pc]
		pc++
		switch in.op {
		case bytecode.NOP, bytecode.END_FOR:

		case bytecode.RESUME:
			if in.arg == 0 && interrupt.Load() != 0 {
				f.sp, f.pc = sp, pc
				if err = checkInterrupt(); err != nil {
					goto raised
				}
			}

		case bytecode.POP_TOP, bytecode.POP_ITER:
			sp--
			slots[sp] = Value{}

		case bytecode.PUSH_NULL:
			slots[sp] = Value{}
			sp++

		case bytecode.COPY:
			slots[sp] = slots[sp-int(in.arg)]
			sp++

		case bytecode.SWAP:
			i := sp - int(in.arg)
			slots[sp-1], slots[i] = slots[i], slots[sp-1]

		case bytecode.LOAD_FAST:
			slots[sp] = slots[in.arg]
			sp++

		case opLoadFastLoadFast:
			slots[sp] = slots[in.arg]
			slots[sp+1] = slots[in.cache]
			sp += 2
			pc++

		case opLoadFastLoadInt:
			slots[sp] = slots[in.arg]
			slots[sp+1] = object.Int(int64(in.cache))
			sp += 2
			pc++

		case opStoreFastLoadFast:
			slots[in.arg] = slots[sp-1]
			slots[sp-1] = slots[in.cache]
			pc++

		case opCompareJump:
			a, b := slots[sp-2], slots[sp-1]
			if a.IsSmallInt() && b.IsSmallInt() {
				x, y := a.SmallInt(), b.SmallInt()
				var t bool
				switch object.CompareOp(in.arg >> bytecode.CompareShift) {
				case object.Lt:
					t = x < y
				case object.Le:
					t = x <= y
				case object.Eq:
					t = x == y
				case object.Ne:
					t = x != y
				case object.Gt:
					t = x > y
				default:
					t = x >= y
				}
				sp -= 2
				jump := &instrs[pc]
				pc++
				if t == (jump.op == bytecode.POP_JUMP_IF_TRUE) {
					pc = int(jump.arg)
				}
				continue
			}
			f.sp, f.pc = sp, pc
			var r Value
			if r, err = compareTruth(a, b, in.arg); err != nil {
				goto raised
			}
			sp--
			slots[sp-1] = r

		case opAdd:
			a, b := slots[sp-2], slots[sp-1]
			if a.IsSmallInt() && b.IsSmallInt() {
				if z, ok := object.AddInt64(a.SmallInt(), b.SmallInt()); ok {
					sp--
					slots[sp-1] = object.Int(z)
					continue
				}
			} else if x, y, ok := floats(a, b); ok {
				sp--
				slots[sp-1] = object.Float(x + y)
				continue
			}
			f.sp, f.pc = sp, pc
			var r Value
			if in.arg < bytecode.BinaryInPlace {
				r, err = object.BinaryOp(object.OpAdd, a, b)
			} else {
				r, err = object.InPlaceOp(object.OpAdd, a, b)
			}
			if err != nil {
				goto raised
			}
			sp--
			slots[sp-1] = r

		case opSubtract:
			a, b := slots[sp-2], slots[sp-1]
			if a.IsSmallInt() && b.IsSmallInt() {
				if z, ok := object.SubInt64(a.SmallInt(), b.SmallInt()); ok {
					sp--
					slots[sp-1] = object.Int(z)
					continue
				}
			} else if x, y, ok := floats(a, b); ok {
				sp--
				slots[sp-1] = object.Float(x - y)
				continue
			}
			f.sp, f.pc = sp, pc
			var r Value
			if in.arg < bytecode.BinaryInPlace {
				r, err = object.BinaryOp(object.OpSub, a, b)
			} else {
				r, err = object.InPlaceOp(object.OpSub, a, b)
			}
			if err != nil {
				goto raised
			}
			sp--
			slots[sp-1] = r

		case opSubscript:
			a, b := slots[sp-2], slots[sp-1]
			if b.IsSmallInt() {
				var items []Value
				switch a.Type() {
				case object.ListType:
					l, _ := object.AsList(a)
					items = l.Items
				case object.TupleType:
					t, _ := object.AsTuple(a)
					items = t.Items
				}
				if i := b.SmallInt(); uint64(i) < uint64(len(items)) {
					sp--
					slots[sp-1] = items[i]
					continue
				}
			}
			f.sp, f.pc = sp, pc
			var r Value
			if r, err = object.GetItem(a, b); err != nil {
				goto raised
			}
			sp--
			slots[sp-1] = r

		case bytecode.LOAD_FAST_CHECK:
			v := slots[in.arg]
			if v.IsNull() {
				f.sp, f.pc = sp, pc
				err = unboundLocal(f, int(in.arg))
				goto raised
			}
			slots[sp] = v
			sp++

		case bytecode.LOAD_FAST_AND_CLEAR:
			slots[sp] = slots[in.arg]
			slots[in.arg] = Value{}
			sp++

		case bytecode.STORE_FAST:
			sp--
			slots[in.arg] = slots[sp]

		case bytecode.LOAD_CONST:
			slots[sp] = consts[in.arg]
			sp++

		case bytecode.LOAD_SMALL_INT:
			slots[sp] = object.Int(int64(in.arg))
			sp++

		case bytecode.LOAD_DEREF:
			c, _ := object.AsCell(slots[in.arg])
			if c == nil || c.V.IsNull() {
				f.sp, f.pc = sp, pc
				err = unboundDeref(f, int(in.arg))
				goto raised
			}
			slots[sp] = c.V
			sp++

		case bytecode.STORE_DEREF:
			sp--
			c, _ := object.AsCell(slots[in.arg])
			c.V = slots[sp]

		case bytecode.LOAD_GLOBAL:
			name := f.exec.names[in.arg>>1]
			c := &f.exec.caches[in.cache]
			var v Value
			switch c.kind {
			case cacheGlobal:
				v = f.globals.ValueAt(int(c.index), name)
			case cacheBuiltin:
				if f.globals.KeysVersion() == c.version && f.builtins.Version() == c.second {
					v = c.val
				}
			}
			if v.IsNull() {
				f.sp, f.pc = sp, pc
				if v, err = loadGlobal(f, name, c); err != nil {
					goto raised
				}
			}
			slots[sp] = v
			sp++
			if in.arg&1 != 0 {
				slots[sp] = Value{}
				sp++
			}

		case bytecode.LOAD_NAME:
			name := f.exec.names[in.arg]
			if ns := f.localNS; ns != nil {
				c := &f.exec.caches[in.cache]
				v := ns.ValueAt(int(c.index), name)
				if v.IsNull() {
					if i := ns.IndexStr(name); i >= 0 {
						c.index = int32(i)
						v, _ = ns.GetStr(name)
					}
				}
				if !v.IsNull() {
					slots[sp] = v
					sp++
					continue
				}
			}
			f.sp, f.pc = sp, pc
			var v Value
			if v, err = loadName(f, name); err != nil {
				goto raised
			}
			slots[sp] = v
			sp++

		case bytecode.STORE_NAME:
			sp--
			if ns := f.localNS; ns != nil {
				ns.SetStr(f.exec.names[in.arg], slots[sp])
			} else {
				f.sp, f.pc = sp, pc
				if err = object.SetItem(f.locals, f.exec.names[in.arg].Ref(), slots[sp]); err != nil {
					goto raised
				}
			}
			slots[sp] = Value{}

		case bytecode.LOAD_ATTR:
			name := f.exec.names[in.arg>>1]
			owner := slots[sp-1]
			c := &f.exec.caches[in.cache]
			var v Value
			method := false
			switch c.kind {
			case cacheInstance:
				if owner.Type().Version() == c.version {
					if d := owner.Dict(); d != nil {
						v = d.ValueAt(int(c.index), name)
					}
				}
			case cacheSlot:
				if owner.Type().Version() == c.version {
					o, _ := object.AsInstance(owner)
					if int(c.index) < len(o.Slots) {
						v = o.Slots[c.index]
					}
				}
			case cacheMethod:
				if owner.Type().Version() == c.version {
					if d := owner.Dict(); d == nil || d.IndexStr(name) < 0 {
						v, method = c.val, true
					}
				}
			case cacheModule:
				if m, ok := object.AsModule(owner); ok {
					v = m.Dict().ValueAt(int(c.index), name)
				}
			case cacheClass:
				if t, ok := object.AsType(owner); ok && t.Version() == c.version {
					v = c.val
				}
			}
			if v.IsNull() {
				f.sp, f.pc = sp, pc
				if v, method, err = loadAttr(owner, name, c, in.arg&1 != 0); err != nil {
					goto raised
				}
			}
			if in.arg&1 != 0 {
				slots[sp-1] = v
				if method {
					slots[sp] = owner
				} else {
					slots[sp] = Value{}
				}
				sp++
			} else {
				if method {
					v = object.NewBoundMethod(v, owner)
				}
				slots[sp-1] = v
			}

		case bytecode.STORE_ATTR:
			name := f.exec.names[in.arg]
			owner := slots[sp-1]
			c := &f.exec.caches[in.cache]
			sp -= 2
			if c.kind == cacheSlot && owner.Type().Version() == c.version {
				o, _ := object.AsInstance(owner)
				if int(c.index) < len(o.Slots) {
					o.Slots[c.index] = slots[sp]
					slots[sp], slots[sp+1] = Value{}, Value{}
					continue
				}
			}
			if c.kind == cacheInstance && owner.Type().Version() == c.version {
				if d := owner.Dict(); d != nil && d.SetValueAt(int(c.index), name, slots[sp]) {
					slots[sp], slots[sp+1] = Value{}, Value{}
					continue
				}
			}
			f.sp, f.pc = sp, pc
			if err = storeAttr(owner, name, slots[sp], c); err != nil {
				goto raised
			}
			slots[sp], slots[sp+1] = Value{}, Value{}

		case bytecode.BINARY_OP:
			a, b := slots[sp-2], slots[sp-1]
			var r Value
			if a.IsSmallInt() && b.IsSmallInt() {
				x, y := a.SmallInt(), b.SmallInt()
				var z int64
				ok := false
				switch in.arg {
				case 0, 13:
					z, ok = object.AddInt64(x, y)
				case 10, 23:
					z, ok = object.SubInt64(x, y)
				case 5, 18:
					z, ok = object.MulInt64(x, y)
				case 2, 15:
					if y != 0 {
						z, ok = object.FloorDivInt64(x, y)
					}
				case 6, 19:
					if y != 0 {
						z, ok = object.ModInt64(x, y), true
					}
				case 1, 14:
					z, ok = x&y, true
				case 7, 20:
					z, ok = x|y, true
				case 12, 25:
					z, ok = x^y, true
				}
				if ok {
					sp--
					slots[sp-1] = object.Int(z)
					continue
				}
				if (in.arg == 11 || in.arg == 24) && y != 0 && x < 1<<53 && x > -1<<53 && y < 1<<53 && y > -1<<53 {
					sp--
					slots[sp-1] = object.Float(float64(x) / float64(y))
					continue
				}
			} else if x, y, ok := floats(a, b); ok {
				switch in.arg {
				case 0, 13:
					x += y
				case 10, 23:
					x -= y
				case 5, 18:
					x *= y
				case 11, 24:
					if ok = y != 0; ok {
						x /= y
					}
				default:
					ok = false
				}
				if ok {
					sp--
					slots[sp-1] = object.Float(x)
					continue
				}
			}
			f.sp, f.pc = sp, pc
			switch {
			case in.arg < bytecode.BinaryInPlace:
				r, err = object.BinaryOp(object.Op(in.arg), a, b)
			default:
				r, err = object.InPlaceOp(object.Op(in.arg-bytecode.BinaryInPlace), a, b)
			}
			if err != nil {
				goto raised
			}
			sp--
			slots[sp-1] = r

		case bytecode.COMPARE_OP:
			a, b := slots[sp-2], slots[sp-1]
			op := object.CompareOp(in.arg >> bytecode.CompareShift)
			var r Value
			switch {
			case a.IsSmallInt() && b.IsSmallInt():
				t, _ := object.CompareBool(a, b, op)
				r = object.Bool(t)
			case a.IsExactFloat() && b.IsExactFloat():
				r = object.Bool(compareFloats(op, a.ExactFloat(), b.ExactFloat()))
			default:
				f.sp, f.pc = sp, pc
				if r, err = object.Compare(a, b, op); err != nil {
					goto raised
				}
				if in.arg&bytecode.CompareToBool != 0 && !r.IsBool() {
					var t bool
					if t, err = object.IsTrue(r); err != nil {
						goto raised
					}
					r = object.Bool(t)
				}
			}
			sp--
			slots[sp-1] = r

		case bytecode.IS_OP:
			sp--
			slots[sp-1] = object.Bool((slots[sp-1] == slots[sp]) != (in.arg == 1))
			slots[sp] = Value{}

		case bytecode.CONTAINS_OP:
			f.sp, f.pc = sp, pc
			var t bool
			if t, err = object.Contains(slots[sp-1], slots[sp-2]); err != nil {
				goto raised
			}
			sp--
			slots[sp-1] = object.Bool(t != (in.arg == 1))
			slots[sp] = Value{}

		case bytecode.TO_BOOL:
			if v := slots[sp-1]; !v.IsBool() {
				f.sp, f.pc = sp, pc
				var t bool
				if t, err = object.IsTrue(v); err != nil {
					goto raised
				}
				slots[sp-1] = object.Bool(t)
			}

		case bytecode.UNARY_NOT:
			slots[sp-1] = object.Bool(slots[sp-1] == object.False)

		case bytecode.STORE_SUBSCR:
			v, container, key := slots[sp-3], slots[sp-2], slots[sp-1]
			f.sp, f.pc = sp, pc
			if container.Type() == object.ListType && key.IsSmallInt() {
				l, _ := object.AsList(container)
				if i := key.SmallInt(); i >= 0 && i < int64(len(l.Items)) {
					l.Items[i] = v
					sp -= 3
					continue
				}
			}
			if err = object.SetItem(container, key, v); err != nil {
				goto raised
			}
			sp -= 3
			clear(slots[sp : sp+3])

		case bytecode.LIST_APPEND:
			sp--
			l, _ := object.AsList(slots[sp-int(in.arg)])
			l.Items = append(l.Items, slots[sp])
			slots[sp] = Value{}

		case bytecode.BUILD_TUPLE:
			n := int(in.arg)
			items := make([]Value, n)
			copy(items, slots[sp-n:sp])
			clear(slots[sp-n : sp])
			sp -= n
			slots[sp] = object.NewTuple(items...).Ref()
			sp++

		case bytecode.UNPACK_SEQUENCE:
			v := slots[sp-1]
			n := int(in.arg)
			var items []Value
			if t := v.Type(); t == object.TupleType || t == object.ListType {
				items, _ = object.Items(v)
			}
			if items == nil || len(items) != n {
				f.sp, f.pc = sp, pc
				if items, err = unpack(v, n); err != nil {
					goto raised
				}
			}
			sp--
			for i := n - 1; i >= 0; i-- {
				slots[sp] = items[i]
				sp++
			}

		case bytecode.GET_ITER:
			f.sp, f.pc = sp, pc
			var it Value
			if it, err = object.Iter(slots[sp-1]); err != nil {
				goto raised
			}
			slots[sp-1] = it

		case bytecode.FOR_ITER:
			it := slots[sp-1]
			if i, more, ok := object.RangeNext(it); ok {
				if more {
					slots[sp] = object.Int(i)
					sp++
				} else {
					pc = int(in.arg) + 1
				}
				continue
			}
			f.sp, f.pc = sp, pc
			var v Value
			if v, err = object.Next(it); err != nil {
				goto raised
			}
			if v.IsNull() {
				pc = int(in.arg) + 1
			} else {
				slots[sp] = v
				sp++
			}

		case bytecode.JUMP_FORWARD, bytecode.JUMP_BACKWARD_NO_INTERRUPT:
			pc = int(in.arg)

		case bytecode.JUMP_BACKWARD:
			if interrupt.Load() != 0 {
				f.sp, f.pc = sp, pc
				if err = checkInterrupt(); err != nil {
					goto raised
				}
			}
			pc = int(in.arg)

		case bytecode.POP_JUMP_IF_TRUE:
			sp--
			if slots[sp] == object.True {
				pc = int(in.arg)
			}

		case bytecode.POP_JUMP_IF_FALSE:
			sp--
			if slots[sp] == object.False {
				pc = int(in.arg)
			}

		case bytecode.POP_JUMP_IF_NONE:
			sp--
			if slots[sp].IsNone() {
				pc = int(in.arg)
			}
			slots[sp] = Value{}

		case bytecode.POP_JUMP_IF_NOT_NONE:
			sp--
			if !slots[sp].IsNone() {
				pc = int(in.arg)
			}
			slots[sp] = Value{}

		case bytecode.CALL, bytecode.CALL_KW:
			n := int(in.arg)
			var kw []Value
			if in.op == bytecode.CALL_KW {
				sp--
				names, _ := object.AsTuple(slots[sp])
				kw = names.Items
				slots[sp] = Value{}
			}
			base := sp - n - 2
			callee, self := slots[base], slots[base+1]
			if self.IsNull() {
				if m, ok := object.AsMethod(callee); ok {
					callee, self = m.Func, m.Self
					slots[base], slots[base+1] = callee, self
				}
			}
			args := slots[base+2 : sp]
			if !self.IsNull() {
				args = slots[base+1 : sp]
			}
			f.sp, f.pc = sp, pc
			var called *Frame
			if fn, ok := object.AsFunction(callee); ok {
				if len(kw) == 0 && len(args) == fn.Code.ArgCount && fn.Builtins != nil {
					if x, ok := fn.Code.Exec.(*prepared); ok && x.simple {
						called = newFrame(fn.Code)
						called.fn, called.globals, called.builtins = fn, fn.Globals, fn.Builtins
						for i := 0; i < len(args) && i < len(called.slots); i++ {
							called.slots[i] = args[i]
						}
					}
				}
				if called != nil {
				} else if called, err = frameFor(fn, args, kw); err != nil {
					goto raised
				}
			} else if t, ok := object.AsType(callee); ok {
				if called, err = frameForInit(t, args, kw); err != nil {
					goto raised
				}
			}
			if called != nil {
				f.sp = base
				f = called
				if err = f.push(); err != nil {
					goto raised
				}
				if FrameHook != nil {
					if err = FrameHook(f); err != nil {
						goto raised
					}
				}
				goto enter
			}
			var r Value
			if r, err = object.CallArgs(callee, args, kw); err != nil {
				goto raised
			}
			slots[base] = r
			sp = base + 1
			if interrupt.Load() != 0 {
				f.sp = sp
				if err = checkInterrupt(); err != nil {
					goto raised
				}
			}

		case bytecode.RETURN_VALUE:
			sp--
			result = slots[sp]
			slots[sp] = Value{}
			if !f.initFor.IsNull() {
				if !result.IsNone() {
					f.sp, f.pc = sp, pc
					err = object.TypeErrorf("__init__() should return None, not '%s'", result.Type().Name)
					goto raised
				}
				result = f.initFor
			}
			entry, back := f.entry, f.back
			f.pc = pc
			f.pop()
			if entry {
				return result, nil
			}
			f = back
			f.slots[f.sp] = result
			f.sp++
			result = Value{} // else it would be kept alive from here
			goto enter

		case bytecode.RETURN_GENERATOR:
			f.sp, f.pc = sp, pc
			g := makeGenerator(f)
			entry, back := f.entry, f.back
			f.pop()
			if entry {
				return g, nil
			}
			f = back
			f.slots[f.sp] = g
			f.sp++
			goto enter

		case bytecode.YIELD_VALUE:
			sp--
			result = slots[sp]
			slots[sp] = Value{}
			f.sp, f.pc = sp, pc
			f.gen.suspend()
			return result, nil

		case bytecode.SEND:
			f.sp, f.pc = sp, pc
			var v Value
			var done bool
			if v, done, err = sendTo(slots[sp-2], slots[sp-1]); err != nil {
				goto raised
			}
			slots[sp-1] = v
			if done {
				pc = int(in.arg)
			}

		case bytecode.RAISE_VARARGS:
			f.sp, f.pc = sp, pc
			switch in.arg {
			case 0:
				if handled == nil {
					err = object.RuntimeErrorf("No active exception to reraise")
				} else {
					err = handled
					reraise = true
				}
			case 1:
				err = raise(slots[sp-1], object.Null)
			default:
				err = raise(slots[sp-2], slots[sp-1])
			}
			goto raised

		case bytecode.RERAISE:
			e, _ := object.AsException(slots[sp-1])
			at := pc - 1
			if in.arg != 0 {
				if i, ok := slots[sp-1-int(in.arg)].AsInt(); ok {
					pc = int(i) + 1
				}
			}
			f.sp, f.pc = sp, pc
			err = e
			reraise = true
			// The handler is that of the RERAISE itself, while the line is that of the original instruction.
			if h := f.code.HandlerAt(at); h != nil {
				sp = unwindTo(f, h, e)
				pc = int(h.Target)
				reraise = false
				continue
			}
			goto unhandled

		default:
			f.sp, f.pc = sp, pc
			if err = handlers[in.op](f, in.arg); err != nil {
				goto raised
			}
			sp, pc = f.sp, f.pc
		}
	}

raised: // err arose in frame f, at the instruction before f.pc
	{
		e, ok := err.(*object.Exception)
		if !ok {
			goto unhandled // an error of ours: nothing in the program may catch it
		}
		if !reraise {
			if handled != nil {
				setContext(e, handled, false)
			}
			addTraceback(e, f)
		}
		reraise = false
		if h := f.code.HandlerAt(f.pc - 1); h != nil {
			f.sp = unwindTo(f, h, e)
			f.pc = int(h.Target)
			goto enter
		}
	}
unhandled:
	reraise = false
	{
		entry, back := f.entry, f.back
		if f.gen != nil {
			f.gen.finish()
		}
		f.pop()
		if entry {
			return object.Null, err
		}
		f = back
		e, ok := err.(*object.Exception)
		if !ok {
			goto unhandled
		}
		addTraceback(e, f)
		if h := f.code.HandlerAt(f.pc - 1); h != nil {
			f.sp = unwindTo(f, h, e)
			f.pc = int(h.Target)
			goto enter
		}
		goto unhandled
	}
}

// unwindTo cuts the stack for a handler and pushes what it expects; it returns the new stack height.
func unwindTo(f *Frame, h *bytecode.Handler, e *object.Exception) int {
	sp := f.nlocals + int(h.Depth)
	clear(f.slots[sp:])
	if h.Lasti {
		f.slots[sp] = object.Int(int64(f.pc - 1))
		sp++
	}
	f.slots[sp] = e.Ref()
	return sp + 1
}
