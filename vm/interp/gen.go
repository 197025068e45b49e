package interp

import (
	"fmt"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// Generator is a suspended frame.
type Generator struct {
	object.Header
	frame    *Frame
	code     *object.Code
	name     *object.Str
	qualName *object.Str
	state    genState
	handled  *object.Exception // the exception being handled inside, while suspended
	outer    *object.Exception // the one being handled outside, while running
}

type genState uint8

const (
	genCreated genState = iota
	genSuspended
	genRunning
	genClosed
)

var layoutGenerator = object.NewLayout()

// GeneratorType is the type generator.
var GeneratorType *object.Type

func asGen(v Value) *Generator {
	g, _ := object.As[Generator](v, layoutGenerator)
	return g
}

// makeGenerator moves frame f, which executes RETURN_GENERATOR, into a generator.
func makeGenerator(f *Frame) Value {
	t := GeneratorType
	if f.code.Flags&bytecode.FlagCoroutine != 0 {
		t = CoroutineType
	}
	c := f.exec.idle
	var slots []Value
	if c != nil {
		f.exec.idle, slots = c.back, c.slots
	} else {
		c, slots = newGeneratorFrame(len(f.slots))
	}
	g := &Generator{Header: object.NewHeader(t), code: f.code, frame: c}
	*c = *f
	c.slots = slots
	copy(c.slots, f.slots[:f.sp])
	c.gen = g
	c.flags = frameGenerator
	c.object, c.back = nil, nil
	c.slots[c.sp] = object.None // the first value sent
	c.sp++
	if f.fn != nil {
		g.name, g.qualName = f.fn.Name, f.fn.QualName
	} else {
		g.name, g.qualName = object.Intern(f.code.Name), object.Intern(f.code.QualName)
	}
	if f.code.Flags&bytecode.FlagAsyncGenerator != 0 {
		return newAsyncGenerator(g)
	}
	return g.Ref()
}

// fewSlots is up to how many slots of a generator's frame lie in one piece of memory with it.
const fewSlots = 8

// newGeneratorFrame is a frame for a generator, with so many slots of its own.
func newGeneratorFrame(slots int) (*Frame, []Value) {
	if slots > fewSlots {
		return new(Frame), make([]Value, slots)
	}
	f := new(struct {
		Frame
		slots [fewSlots]Value
	})
	return &f.Frame, f.slots[:slots:slots]
}

// noun is what errors call the generator.
func (g *Generator) noun() string {
	switch {
	case g.code.Flags&bytecode.FlagCoroutine != 0:
		return "coroutine"
	case g.code.Flags&bytecode.FlagAsyncGenerator != 0:
		return "async generator"
	}
	return "generator"
}

// suspend leaves the frame at a yield.
func (g *Generator) suspend(th *object.Thread) {
	f := g.frame
	of(th).current = f.back
	of(th).depth--
	f.back = nil
	f.flags &^= frameEntry
	g.state = genSuspended
	g.handled = nil
	if f.handling > 0 { // it may be the one handled outside, thrown into the generator
		g.handled = of(th).handled
	}
	of(th).handled = g.outer
}

// finish marks the generator as ended; the frame is popped by the caller.
func (g *Generator) finish(th *object.Thread) {
	g.state = genClosed
	g.frame, g.handled = nil, nil
	of(th).handled = g.outer
}

// begin makes the generator's frame, to which v is sent, the current one.
func (g *Generator) begin(th *object.Thread, v Value) error {
	f := g.frame
	if g.state == genSuspended {
		f.slots[f.sp] = v
		f.sp++
	}
	g.state = genRunning
	g.outer = of(th).handled
	if g.handled != nil {
		of(th).handled = g.handled
	}
	return f.push(th)
}

// enter goes on in the generator, with v sent, for a FOR_ITER or SEND of the current frame, whose position has been
// saved.
func (g *Generator) enter(th *object.Thread, v Value) (*instr, *Value, *Value) {
	if err := g.begin(th, v); err != nil {
		g.finish(th)
		of(th).current.pop(th)
		return raised(th, err)
	}
	return g.frame.position()
}

// resume goes on with v sent, or with err raised at the yield. more is false when the generator returned, and the value
// is then what it returned.
func (g *Generator) resume(th *object.Thread, v Value, raiseErr error) (result Value, more bool, err error) {
	switch g.state {
	case genRunning:
		return object.Null, false, object.ValueErrorf("%s already executing", g.noun())
	case genClosed:
		if g.code.Flags&bytecode.FlagCoroutine != 0 {
			return object.Null, false, object.RuntimeErrorf("cannot reuse already awaited coroutine")
		}
		if raiseErr != nil {
			return object.Null, false, raiseErr
		}
		return object.None, false, nil
	case genCreated:
		if raiseErr != nil {
			g.state = genClosed
			if e, ok := raiseErr.(*object.Exception); ok {
				f := g.frame
				f.pc = max(f.pc, 1)
				addTraceback(e, f)
			}
			g.frame.forget()
			g.frame = nil
			return object.Null, false, raiseErr
		}
		if !v.IsNone() {
			return object.Null, false, object.TypeErrorf("can't send non-None value to a just-started %s", g.noun())
		}
	}
	f := g.frame
	if err = g.begin(th, v); err != nil {
		g.finish(th)
		f.pop(th)
		return object.Null, false, err
	}
	if raiseErr != nil {
		// Continue where the exception is raised: at the yield, or inside the sub-iterator the caller has handled.
		f.sp--
		result, err = runRaising(th, f, raiseErr)
	} else {
		result, err = run(th, f)
	}
	return result, g.state == genSuspended, err
}

// runRaising runs f as if the instruction at which it is suspended had raised err.
func runRaising(th *object.Thread, f *Frame, err error) (Value, error) {
	e, ok := err.(*object.Exception)
	if !ok {
		f.gen.finish(th)
		f.pop(th)
		return object.Null, err
	}
	if of(th).handled != nil {
		SetContext(e, of(th).handled, false)
	}
	addTraceback(e, f)
	if h := f.code.HandlerAt(f.pc - 1); h != nil {
		f.sp = unwindTo(f, h, e)
		f.pc = int(h.Target)
		return run(th, f)
	}
	f.gen.finish(th)
	f.pop(th)
	return object.Null, err
}

// subIterator is the iterator that the generator delegates to while it is suspended in yield from.
func (g *Generator) subIterator() Value {
	if g.state != genSuspended || g.frame == nil {
		return object.Null
	}
	f := g.frame
	if in := f.code.Instrs[f.pc-1]; in.Op == bytecode.YIELD_VALUE && in.Arg == 1 && f.sp > f.nlocals {
		return f.slots[f.sp-1]
	}
	return object.Null
}

// throw raises err inside the generator, or inside the iterator it delegates to.
func (g *Generator) throw(th *object.Thread, err error) (Value, bool, error) {
	if sub := g.subIterator(); !sub.IsNull() {
		var v Value
		var more bool
		var e error
		if object.ErrorIs(err, object.GeneratorExit) {
			if e := g.delegating(th, func() { e = closeIter(th, sub) }); e != nil {
				return object.Null, false, e
			}
			if e != nil {
				return g.resume(th, object.None, e)
			}
			return g.resume(th, object.None, err)
		}
		if sg := asGen(sub); sg != nil {
			if e := g.delegating(th, func() { v, more, e = sg.throw(th, err) }); e != nil {
				return object.Null, false, e
			}
		} else {
			m, lerr := object.LookupAttr(th, sub, object.Intern("throw"))
			if lerr != nil {
				return object.Null, false, lerr
			}
			if m.IsNull() {
				return g.resume(th, object.None, err)
			}
			x, _ := err.(*object.Exception)
			if e := g.delegating(th, func() { v, e = object.Call(th, m, x.Ref()) }); e != nil {
				return object.Null, false, e
			}
			more = true
			if e != nil && object.ErrorIs(e, object.StopIteration) {
				v, e, more = stopValue(e), nil, false
			}
		}
		switch {
		case e != nil:
			return g.resume(th, object.None, e)
		case more:
			return v, true, nil
		}
		// The sub-iterator returned: its value is the result of the yield from, as SEND would give it.
		return g.finishDelegation(th, v)
	}
	return g.resume(th, object.None, err)
}

// delegating makes the suspended generator's frame the current one, and it a running one, while call goes on in the
// iterator that it delegates to.
func (g *Generator) delegating(th *object.Thread, call func()) error {
	f := g.frame
	if err := f.push(th); err != nil {
		f.unlink(th)
		return err
	}
	g.state = genRunning
	call()
	f.unlink(th)
	g.state = genSuspended
	return nil
}

// thrownArgs is thrown for the arguments of a method, the first of which is self.
func thrownArgs(th *object.Thread, args []Value) (*object.Exception, error) {
	if n := len(args) - 1; n < 1 || n > 3 {
		bound := "most 3 arguments"
		if n < 1 {
			bound = "least 1 argument"
		}
		return nil, object.TypeErrorf("throw expected at %s, got %d", bound, n)
	}
	return thrown(th, args[1:])
}

// thrown is the exception that the arguments of throw stand for: one, or a class, its argument and a traceback.
func thrown(th *object.Thread, args []Value) (*object.Exception, error) {
	exc := args[0]
	if len(args) > 1 {
		if err := object.Warn(th, object.DeprecationWarning, "the (type, exc, tb) signature of throw() is deprecated, use the single-arg signature instead."); err != nil {
			return nil, err
		}
	}
	value := object.None
	if len(args) > 1 {
		value = args[1]
	}
	if isExceptionClass(exc) && !value.IsNone() {
		r := value
		class, _ := object.AsType(exc)
		if e, isExc := object.AsException(value); !isExc || !e.Matches(class) {
			items, isTuple := object.AsTuple(value)
			if !isTuple {
				items = object.NewTuple(value)
			}
			var err error
			if r, err = object.Call(th, exc, items.Items...); err != nil {
				return nil, err
			}
		}
		exc = r
	} else if _, isExc := object.AsException(exc); isExc && !value.IsNone() {
		return nil, object.TypeErrorf("instance exception may not have a separate value")
	}
	if isExceptionClass(exc) {
		class, _ := object.AsType(exc)
		r, err := object.Call(th, exc)
		if err != nil {
			return nil, err
		}
		if _, isExc := object.AsException(r); !isExc {
			return nil, object.TypeErrorf("calling %s should have returned an instance of BaseException, not %s", class, r.Type().Name)
		}
		exc = r
	}
	e, ok := object.AsException(exc)
	if !ok {
		return nil, object.TypeErrorf("exceptions must be classes or instances deriving from BaseException, not %s", exc.Type().Name)
	}
	if len(args) > 2 && !args[2].IsNone() {
		tb, ok := object.AsTraceback(args[2])
		if !ok {
			return nil, object.TypeErrorf("throw() third argument must be a traceback object")
		}
		e.Traceback = tb
	}
	return e, nil
}

// finishDelegation continues behind the yield from with its result.
func (g *Generator) finishDelegation(th *object.Thread, v Value) (Value, bool, error) {
	f := g.frame
	for pc := f.pc; pc < len(f.code.Instrs); pc++ {
		in := f.code.Instrs[pc]
		if in.Op == bytecode.JUMP_BACKWARD_NO_INTERRUPT || in.Op == bytecode.JUMP_BACKWARD {
			send := f.code.Instrs[in.Arg]
			if send.Op == bytecode.SEND {
				f.pc = int(send.Arg)
				break
			}
		}
	}
	return g.resume(th, v, nil)
}

func closeIter(th *object.Thread, it Value) error {
	if g := asGen(it); g != nil {
		_, err := g.Close(th)
		return err
	}
	m, err := object.LookupAttr(th, it, object.Intern("close"))
	if err != nil || m.IsNull() {
		return err
	}
	_, err = object.Call(th, m)
	return err
}

// Close raises GeneratorExit at the yield; the result is what the generator returned.
func (g *Generator) Close(th *object.Thread) (Value, error) {
	if g.state == genClosed {
		return object.None, nil
	}
	if g.state == genCreated {
		g.state = genClosed
		g.frame.forget()
		g.frame = nil
		return object.None, nil
	}
	v, more, err := g.throw(th, object.NewExceptionArgs(object.GeneratorExit))
	if err == nil {
		if more {
			return object.Null, object.RuntimeErrorf("%s ignored GeneratorExit", g.noun())
		}
		return v, nil
	}
	if object.ErrorIs(err, object.GeneratorExit) || object.ErrorIs(err, object.StopIteration) {
		return object.None, nil
	}
	return object.Null, err
}

func stopValue(err error) Value {
	e := err.(*object.Exception)
	if v := e.Attr("value"); !v.IsNone() {
		return v
	}
	if len(e.Args.Items) > 0 {
		return e.Args.Items[0]
	}
	return object.None
}

// sendTo is the SEND instruction: done tells that the receiver returned, with v.
func sendTo(th *object.Thread, recv, val Value) (v Value, done bool, err error) {
	if g := asGen(recv); g != nil {
		v, more, err := g.resume(th, val, nil)
		return v, !more, err
	}
	if s := asStep(recv); s != nil {
		return stepResult(s.send(th, val))
	}
	if a := asAnextOr(recv); a != nil {
		return stepResult(a.send(th, val))
	}
	method, args := "__next__", []Value(nil)
	switch t := recv.Type(); {
	case !val.IsNone():
		method, args = "send", []Value{val}
	case t.Next != nil && !t.IsHeap():
		v, err = t.Next(th, recv)
		if err == nil && v.IsNull() {
			return object.None, true, nil
		}
		return v, false, err
	}
	// A Python iterator's StopIteration may carry a value, which the slot would drop.
	v, err = object.CallMethod(th, recv, method, args...)
	if err != nil && object.ErrorIs(err, object.StopIteration) {
		return stopValue(err), true, nil
	}
	return v, false, err
}

func init() {
	gen := func(v Value) *Generator { return asGen(v) }
	GeneratorType = object.NewType("generator", "", nil, object.Spec{
		Layout: layoutGenerator, Final: true, NoNew: true,
		Slots: object.Slots{
			Iter: func(th *object.Thread, v Value) (Value, error) { return v, nil },
			Next: func(th *object.Thread, v Value) (Value, error) {
				r, more, err := gen(v).resume(th, object.None, nil)
				if err != nil || !more {
					return object.Null, err
				}
				return r, nil
			},
			Repr: func(th *object.Thread, v Value) (Value, error) {
				return object.NewStr(fmt.Sprintf("<generator object %s at %#x>", gen(v).qualName.S, object.ID(v))), nil
			},
		},
		Methods: []object.Method{
			{Name: "__next__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return stopped(gen(v).resume(th, object.None, nil)) }},
			{Name: "send", OneArg: func(th *object.Thread, v, x Value) (Value, error) { return stopped(gen(v).resume(th, x, nil)) }},
			{Name: "throw", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				e, err := thrownArgs(th, args)
				if err != nil {
					return object.Null, err
				}
				return stopped(gen(args[0]).throw(th, e))
			}},
			{Name: "close", NoArgs: func(th *object.Thread, v Value) (Value, error) { return gen(v).Close(th) }},
		},
		Class: []object.Method{object.ClassGetItem},
		Getset: append(named(gen), []object.GetsetDef{
			{Name: "gi_code", Get: func(th *object.Thread, v Value) (Value, error) { return gen(v).code.Ref(), nil }},
			{Name: "gi_running", Get: func(th *object.Thread, v Value) (Value, error) { return object.Bool(gen(v).state == genRunning), nil }},
			{Name: "gi_suspended", Get: func(th *object.Thread, v Value) (Value, error) { return object.Bool(gen(v).state == genSuspended), nil }},
			{Name: "gi_frame", Get: func(th *object.Thread, v Value) (Value, error) {
				if gen(v).frame == nil {
					return object.None, nil
				}
				return gen(v).frame.Object(), nil
			}},
			{Name: "gi_yieldfrom", Get: func(th *object.Thread, v Value) (Value, error) {
				if s := gen(v).subIterator(); !s.IsNull() {
					return s, nil
				}
				return object.None, nil
			}},
		}...),
	})
}

// stopped makes of what resume returns the result of a method, for which the end is a StopIteration.
func stopped(v Value, more bool, err error) (Value, error) {
	if err != nil {
		return object.Null, err
	}
	if !more {
		return object.Null, object.StopIterationOf(v)
	}
	return v, nil
}

// named are the attributes __name__ and __qualname__ of objects with a generator inside.
func named(gen func(Value) *Generator) []object.GetsetDef {
	return []object.GetsetDef{
		object.NameGetset("__name__", func(v Value) **object.Str { return &gen(v).name }),
		object.NameGetset("__qualname__", func(v Value) **object.Str { return &gen(v).qualName }),
	}
}
