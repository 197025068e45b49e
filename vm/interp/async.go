package interp

import (
	"fmt"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// A coroutine is a Generator of its own type: await drives it as yield from drives an iterator. An asynchronous generator has one inside, whose
// yields are of two kinds: those of await go out to who drives it all, and wrapped ones are items.

// CoroutineType is the type coroutine.
var CoroutineType *object.Type

// AsyncGeneratorType is the type async_generator.
var AsyncGeneratorType *object.Type

// asyncGenerator is what a function with async def and yield returns.
type asyncGenerator struct {
	object.Header
	gen     *Generator
	running bool // a step has begun and not ended
	closed  bool
}

var layoutAsyncGenerator = object.NewLayout()

func asAsyncGen(v Value) *asyncGenerator {
	g, _ := object.As[asyncGenerator](v, layoutAsyncGenerator)
	return g
}

func newAsyncGenerator(g *Generator) Value {
	a := &asyncGenerator{Header: object.NewHeader(AsyncGeneratorType), gen: g}
	return a.Ref()
}

// yielded is an item of an asynchronous generator on its way out.
type yielded struct {
	object.Header
	v Value
}

var (
	layoutYielded = object.NewLayout()
	yieldedType   = object.NewType("async_generator_wrapped_value", "builtins", nil, object.Spec{Layout: layoutYielded, Final: true, NoNew: true})
)

func wrapYielded(v Value) Value {
	y := &yielded{Header: object.NewHeader(yieldedType), v: v}
	return y.Ref()
}

// asyncStep is what __anext__, asend, athrow and aclose return: awaited, it runs the generator up to its next item.
type asyncStep struct {
	object.Header
	agen   *asyncGenerator
	method string // asend, athrow or aclose
	value  Value  // sent
	thrown error  // raised instead
	state  stepState
}

type stepState uint8

const (
	stepNew stepState = iota
	stepBegun
	stepDone
)

var layoutStep = object.NewLayout()

func asStep(v Value) *asyncStep {
	s, _ := object.As[asyncStep](v, layoutStep)
	return s
}

func (a *asyncGenerator) step(method string, value Value, thrown error) Value {
	s := &asyncStep{Header: object.NewHeader(stepType), agen: a, method: method, value: value, thrown: thrown}
	return s.Ref()
}

// begin marks the generator as running.
func (s *asyncStep) begin() error {
	switch s.state {
	case stepDone:
		return object.RuntimeErrorf("cannot reuse already awaited %s()", map[string]string{"asend": "__anext__()/asend", "athrow": "aclose()/athrow", "aclose": "aclose()/athrow"}[s.method])
	case stepNew:
		if s.agen.running {
			s.state = stepDone
			return object.RuntimeErrorf("%s(): asynchronous generator is already running", map[string]string{"asend": "anext", "athrow": "athrow", "aclose": "aclose"}[s.method])
		}
		s.agen.running, s.state = true, stepBegun
	}
	return nil
}

// send goes on with v. The end, an item, is a StopIteration with it.
func (s *asyncStep) send(th *object.Thread, v Value) (Value, error) {
	first := s.state == stepNew
	if err := s.begin(); err != nil {
		return object.Null, err
	}
	g := s.agen.gen
	switch {
	case first && s.agen.closed:
		s.end()
		if s.method == "aclose" {
			return object.Null, object.StopIterationOf(object.None)
		}
		return object.Null, object.NewExceptionArgs(object.StopAsyncIteration)
	case first && s.method == "aclose" && g.state == genCreated:
		_, err := g.Close(th)
		s.agen.closed = true
		s.end()
		if err == nil {
			err = object.StopIterationOf(object.None)
		}
		return object.Null, err
	case first && s.thrown != nil:
		return s.result(g.throw(th, s.thrown))
	case first && v.IsNone():
		v = s.value
	}
	return s.result(g.resume(th, v, nil))
}

func (s *asyncStep) throw(th *object.Thread, err error) (Value, error) {
	if e := s.begin(); e != nil {
		return object.Null, e
	}
	return s.result(s.agen.gen.throw(th, err))
}

func (s *asyncStep) end() { s.state, s.agen.running = stepDone, false }

// result tells what came out of the generator: a value that some await inside yields, or the end of the step.
func (s *asyncStep) result(v Value, more bool, err error) (Value, error) {
	item, isItem := object.As[yielded](v, layoutYielded)
	if err == nil && more && !isItem {
		return v, nil
	}
	s.end()
	if err == nil && !more {
		err = object.NewExceptionArgs(object.StopAsyncIteration)
	}
	if err != nil {
		s.agen.closed = true
		if s.method == "aclose" && (object.ErrorIs(err, object.GeneratorExit) || object.ErrorIs(err, object.StopAsyncIteration)) {
			err = object.StopIterationOf(object.None)
		}
		return object.Null, err
	}
	if s.method == "aclose" {
		return object.Null, object.RuntimeErrorf("async generator ignored GeneratorExit")
	}
	return object.Null, object.StopIterationOf(item.v)
}

// stepResult makes of a method's answer the one of SEND, for which the end is no exception.
func stepResult(v Value, err error) (Value, bool, error) {
	if err != nil && object.ErrorIs(err, object.StopIteration) {
		return stopValue(err), true, nil
	}
	return v, false, err
}

func getAwaitable(th *object.Thread, f *Frame, arg int32) error {
	it, err := awaitable(th, f.top())
	if err == nil && it.IsNull() {
		v := f.top().Type().MessageName()
		if arg > 0 {
			return object.TypeErrorf("'async with' received an object from %s that does not implement __await__: %s", bytecode.SpecialMethods[arg+1], v)
		}
		return object.TypeErrorf("'%s' object can't be awaited", v)
	}
	f.set(it)
	return err
}

// awaitable is the iterator that await drives; Null where v has none.
func awaitable(th *object.Thread, v Value) (Value, error) {
	if g := asGen(v); g != nil {
		if g.code.Flags&(bytecode.FlagCoroutine|bytecode.FlagIterableCoroutine) != 0 {
			if g.state == genSuspended && g.Type() == CoroutineType && !g.subIterator().IsNull() {
				return object.Null, object.RuntimeErrorf("coroutine is being awaited already")
			}
			return v, nil
		}
	}
	m, err := object.LookupSpecial(th, v, "__await__")
	if err != nil || m.IsNull() {
		return object.Null, err
	}
	it, err := object.Call(th, m)
	if err != nil {
		return object.Null, err
	}
	if it.Type() == CoroutineType {
		return object.Null, object.TypeErrorf("__await__() returned a coroutine")
	}
	if it.Type().Next == nil {
		return object.Null, object.TypeErrorf("__await__() returned non-iterator of type '%s'", it.Type().MessageName())
	}
	return it, nil
}

func getAiter(th *object.Thread, f *Frame, _ int32) error {
	v := f.top()
	m, err := object.LookupSpecial(th, v, "__aiter__")
	if err != nil {
		return err
	}
	if m.IsNull() {
		return object.TypeErrorf("'async for' requires an object with __aiter__ method, got %s", v.Type().MessageName())
	}
	it, err := object.Call(th, m)
	if err != nil {
		return err
	}
	if it.Type().Lookup(th, object.Intern("__anext__")).IsNull() {
		return object.TypeErrorf("'async for' received an object from __aiter__ that does not implement __anext__: %s", it.Type().MessageName())
	}
	f.set(it)
	return nil
}

func getAnext(th *object.Thread, f *Frame, _ int32) error {
	if a := asAsyncGen(f.top()); a != nil {
		f.pushValue(a.step("asend", object.None, nil))
		return nil
	}
	v, err := object.CallMethod(th, f.top(), "__anext__")
	if err != nil {
		return err
	}
	it, err := awaitable(th, v)
	if err == nil && it.IsNull() {
		err = object.TypeErrorf("'%s' object can't be awaited", v.Type().MessageName())
	}
	if cause, ok := err.(*object.Exception); ok {
		e := object.NewException(object.TypeError, fmt.Sprintf("'async for' received an invalid object from __anext__: %s", v.Type().MessageName()))
		e.Cause, e.Context, e.SuppressContext = cause.Ref(), cause.Ref(), true
		return e
	}
	f.pushValue(it)
	return err
}

// endAsyncFor ends a loop whose iterator raised StopAsyncIteration; any other exception goes on.
func endAsyncFor(th *object.Thread, f *Frame, _ int32) error {
	e, _ := object.AsException(f.top())
	if !e.Matches(object.StopAsyncIteration) {
		return e
	}
	f.drop(2)
	return nil
}

// coroutineWrapper is what __await__ of a coroutine returns: an iterator that drives it.
type coroutineWrapper struct {
	object.Header
	gen *Generator
}

var (
	layoutWrapper = object.NewLayout()
	wrapperType   *object.Type
	stepType      *object.Type
)

// driven are the methods of what drives a generator: send, throw and close, and the same as an iterator.
func driven(send func(*object.Thread, Value, Value) (Value, error), throw func(*object.Thread, Value, error) (Value, error), end func(*object.Thread, Value) (Value, error)) []object.Method {
	return []object.Method{
		{Name: "send", OneArg: send},
		{Name: "throw", Fn: func(th *object.Thread, args, _ []Value) (Value, error) {
			e, err := thrownArgs(th, args)
			if err != nil {
				return object.Null, err
			}
			return throw(th, args[0], e)
		}},
		{Name: "close", NoArgs: end},
	}
}

func init() {
	gen := func(v Value) *Generator { return asGen(v) }
	send := func(th *object.Thread, g *Generator, v Value) (Value, error) { return stopped(g.resume(th, v, nil)) }
	wrapped := func(v Value) *Generator { w, _ := object.As[coroutineWrapper](v, layoutWrapper); return w.gen }
	self := func(_ *object.Thread, v Value) (Value, error) { return v, nil }
	frame := func(g *Generator) Value {
		if g.frame == nil {
			return object.None
		}
		return g.frame.Object()
	}
	awaited := func(g *Generator) Value {
		if s := g.subIterator(); !s.IsNull() {
			return s
		}
		return object.None
	}

	wrapperType = object.NewType("coroutine_wrapper", "builtins", nil, object.Spec{
		Layout: layoutWrapper, Final: true, NoNew: true,
		Slots: object.Slots{Iter: self, Next: func(th *object.Thread, v Value) (Value, error) { return send(th, wrapped(v), object.None) }},
		Methods: driven(
			func(th *object.Thread, v, x Value) (Value, error) { return send(th, wrapped(v), x) },
			func(th *object.Thread, v Value, err error) (Value, error) { return stopped(wrapped(v).throw(th, err)) },
			func(th *object.Thread, v Value) (Value, error) { return wrapped(v).Close(th) }),
	})
	CoroutineType = object.NewType("coroutine", "builtins", nil, object.Spec{
		Layout: layoutGenerator, Final: true, NoNew: true,
		Slots: object.Slots{Repr: func(th *object.Thread, v Value) (Value, error) {
			return object.NewStr(fmt.Sprintf("<coroutine object %s at %#x>", gen(v).qualName.S, object.ID(v))), nil
		}},
		Methods: append(driven(
			func(th *object.Thread, v, x Value) (Value, error) { return send(th, gen(v), x) },
			func(th *object.Thread, v Value, err error) (Value, error) { return stopped(gen(v).throw(th, err)) },
			func(th *object.Thread, v Value) (Value, error) { return gen(v).Close(th) }),
			object.Method{Name: "__await__", NoArgs: func(_ *object.Thread, v Value) (Value, error) {
				w := &coroutineWrapper{Header: object.NewHeader(wrapperType), gen: gen(v)}
				return w.Ref(), nil
			}}),
		Class: []object.Method{object.ClassGetItem},
		Getset: append(named(gen), []object.GetsetDef{
			{Name: "cr_code", Get: func(_ *object.Thread, v Value) (Value, error) { return gen(v).code.Ref(), nil }},
			{Name: "cr_running", Get: func(_ *object.Thread, v Value) (Value, error) { return object.Bool(gen(v).state == genRunning), nil }},
			{Name: "cr_suspended", Get: func(_ *object.Thread, v Value) (Value, error) { return object.Bool(gen(v).state == genSuspended), nil }},
			{Name: "cr_frame", Get: func(_ *object.Thread, v Value) (Value, error) { return frame(gen(v)), nil }},
			{Name: "cr_await", Get: func(_ *object.Thread, v Value) (Value, error) { return awaited(gen(v)), nil }},
			{Name: "cr_origin", Get: func(*object.Thread, Value) (Value, error) { return object.None, nil }},
		}...),
	})
	stepType = object.NewType("async_generator_asend", "builtins", nil, object.Spec{
		Layout: layoutStep, Final: true, NoNew: true,
		Slots: object.Slots{Iter: self, Next: func(th *object.Thread, v Value) (Value, error) { return asStep(v).send(th, object.None) }},
		Methods: append(driven(
			func(th *object.Thread, v, x Value) (Value, error) { return asStep(v).send(th, x) },
			func(th *object.Thread, v Value, err error) (Value, error) { return asStep(v).throw(th, err) },
			func(th *object.Thread, v Value) (Value, error) { asStep(v).end(); return object.None, nil }),
			object.Method{Name: "__await__", NoArgs: self}),
	})
	inner := func(v Value) *Generator { return asAsyncGen(v).gen }
	AsyncGeneratorType = object.NewType("async_generator", "builtins", nil, object.Spec{
		Layout: layoutAsyncGenerator, Final: true, NoNew: true,
		Slots: object.Slots{Repr: func(th *object.Thread, v Value) (Value, error) {
			return object.NewStr(fmt.Sprintf("<async_generator object %s at %#x>", inner(v).qualName.S, object.ID(v))), nil
		}},
		Methods: []object.Method{
			{Name: "__aiter__", NoArgs: self},
			{Name: "__anext__", NoArgs: func(_ *object.Thread, v Value) (Value, error) {
				return asAsyncGen(v).step("asend", object.None, nil), nil
			}},
			{Name: "asend", OneArg: func(_ *object.Thread, v, x Value) (Value, error) { return asAsyncGen(v).step("asend", x, nil), nil }},
			{Name: "athrow", Fn: func(th *object.Thread, args, _ []Value) (Value, error) {
				e, err := thrownArgs(th, args)
				if err != nil {
					return object.Null, err
				}
				return asAsyncGen(args[0]).step("athrow", object.None, e), nil
			}},
			{Name: "aclose", NoArgs: func(_ *object.Thread, v Value) (Value, error) {
				return asAsyncGen(v).step("aclose", object.None, object.NewExceptionArgs(object.GeneratorExit)), nil
			}},
		},
		Class: []object.Method{object.ClassGetItem},
		Getset: append(named(inner), []object.GetsetDef{
			{Name: "ag_code", Get: func(_ *object.Thread, v Value) (Value, error) { return inner(v).code.Ref(), nil }},
			{Name: "ag_running", Get: func(_ *object.Thread, v Value) (Value, error) { return object.Bool(asAsyncGen(v).running), nil }},
			{Name: "ag_suspended", Get: func(_ *object.Thread, v Value) (Value, error) {
				return object.Bool(inner(v).state == genSuspended), nil
			}},
			{Name: "ag_frame", Get: func(_ *object.Thread, v Value) (Value, error) { return frame(inner(v)), nil }},
			{Name: "ag_await", Get: func(_ *object.Thread, v Value) (Value, error) { return awaited(inner(v)), nil }},
		}...),
	})
}

// anextOr is what anext with a default returns: it awaits an item, and gives the default where there is none.
type anextOr struct {
	object.Header
	item, otherwise Value
}

var (
	layoutAnextOr = object.NewLayout()
	anextOrType   = object.NewType("anext_awaitable", "builtins", nil, object.Spec{
		Layout: layoutAnextOr, Final: true, NoNew: true,
		Slots: object.Slots{
			Iter: func(_ *object.Thread, v Value) (Value, error) { return v, nil },
			Next: func(th *object.Thread, v Value) (Value, error) { return asAnextOr(v).send(th, object.None) },
		},
		Methods: append(driven(
			func(th *object.Thread, v, x Value) (Value, error) { return asAnextOr(v).send(th, x) },
			func(th *object.Thread, v Value, err error) (Value, error) {
				e, _ := err.(*object.Exception)
				return asAnextOr(v).end(object.CallMethod(th, asAnextOr(v).item, "throw", e.Ref()))
			},
			func(th *object.Thread, v Value) (Value, error) {
				return object.CallMethod(th, asAnextOr(v).item, "close")
			}),
			object.Method{Name: "__await__", NoArgs: func(_ *object.Thread, v Value) (Value, error) { return v, nil }}),
	})
)

func asAnextOr(v Value) *anextOr {
	a, _ := object.As[anextOr](v, layoutAnextOr)
	return a
}

// AnextOr awaits item, of an asynchronous iterator, or gives otherwise at its end.
func AnextOr(th *object.Thread, item, otherwise Value) (Value, error) {
	it, err := awaitable(th, item)
	if err == nil && it.IsNull() {
		err = object.TypeErrorf("'%s' object can't be awaited", item.Type().MessageName())
	}
	if err != nil {
		return object.Null, err
	}
	a := &anextOr{Header: object.NewHeader(anextOrType), item: it, otherwise: otherwise}
	return a.Ref(), nil
}

func (a *anextOr) send(th *object.Thread, x Value) (Value, error) {
	v, done, err := sendTo(th, a.item, x)
	if done {
		err = object.StopIterationOf(v)
	}
	return a.end(v, err)
}

func (a *anextOr) end(v Value, err error) (Value, error) {
	if err != nil && object.ErrorIs(err, object.StopAsyncIteration) {
		err = object.StopIterationOf(a.otherwise)
	}
	if err != nil {
		v = object.Null
	}
	return v, err
}
