package dynamo

import (
	"errors"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// generatorState is a suspended frame.
type generatorState struct {
	f         *frame
	executing bool
}

// Started tells whether the generator is behind a yield.
func (g *generatorState) Started() bool { return g.f.started }

// Executing tells whether the generator is at work.
func (g *generatorState) Executing() bool { return g.executing }

// Resume runs the generator to its next yield.
func (g *generatorState) Resume(th *object.Thread, send variables.Tracker, raise error) (variables.Tracker, bool, error) {
	f := g.f
	g.executing = true
	defer func() { g.executing = false }()
	f.parent = f.x.current
	f.yielded = nil
	if raise != nil {
		if sub := g.delegate(); sub != nil {
			value, more, err := g.throwInto(th, sub, raise)
			switch {
			case err != nil:
				raise = err
			case more:
				return value, false, nil
			default: // it has returned, which ends the delegation
				raise, send = nil, value
				f.ip = f.behindSend()
			}
		}
	}
	if raise != nil {
		f.at = max(f.ip-1, 0)
		if !f.started {
			return nil, true, raise
		}
		if err := f.handle(th, raise); err != nil {
			return nil, true, err
		}
	} else if f.started {
		f.push(send)
	}
	f.started = true
	if err := f.run(th); err != nil {
		if object.ErrorIs(err, object.StopIteration) {
			return nil, true, stoppedInside(err)
		}
		return nil, true, err
	}
	if f.result != nil {
		return f.result, true, nil
	}
	return f.yielded, false, nil
}

// delegate is the iterator that the generator gives the values of while it is suspended in yield from; nil for none.
func (g *generatorState) delegate() variables.Tracker {
	f := g.f
	if !f.started || f.ip == 0 || len(f.stack) == 0 {
		return nil
	}
	if in := f.code.Instrs[f.ip-1]; in.Op != bytecode.YIELD_VALUE || in.Arg != 1 {
		return nil
	}
	return f.trace().Peek(f.peek(0))
}

// throwInto raises err in the iterator that the generator delegates to (PEP 380): more is false when that has returned value. The error that comes back is to be raised in the
// generator itself.
func (g *generatorState) throwInto(th *object.Thread, sub variables.Tracker, err error) (value variables.Tracker, more bool, raised error) {
	var exc *object.Exception
	if !errors.As(err, &exc) {
		return nil, false, err
	}
	t, x := g.f.trace(), g.f.x
	saved := x.current
	x.current = g.f
	defer func() { x.current = saved }()
	name, args := "throw", []variables.Tracker{t.FromValue(exc.Ref())}
	if exc.Matches(object.GeneratorExit) {
		name, args = "close", nil
	}
	if _, generator := sub.(*variables.Generator); !generator {
		if _, missing := t.GetAttr(th, sub, name); object.ErrorIs(missing, object.AttributeError) {
			return nil, false, err
		} else if missing != nil {
			return nil, false, missing
		}
	}
	value, raised = t.CallMethod(th, sub, name, args, nil)
	var stop *object.Exception
	switch {
	case errors.As(raised, &stop) && stop.Matches(object.StopIteration) && name == "throw":
		value, raised = t.GetAttr(th, t.FromValue(stop.Ref()), "value")
		return value, false, raised
	case raised != nil:
		return nil, false, raised
	case name == "close":
		return nil, false, err
	}
	return value, true, nil
}

// behindSend is where a frame that is suspended in yield from goes on once the iterator has returned.
func (f *frame) behindSend() int {
	for ip := f.ip; ip < len(f.code.Instrs); ip++ {
		in := f.code.Instrs[ip]
		if in.Op == bytecode.JUMP_BACKWARD_NO_INTERRUPT || in.Op == bytecode.JUMP_BACKWARD {
			if send := f.code.Instrs[in.Arg]; send.Op == bytecode.SEND {
				return int(send.Arg)
			}
		}
	}
	return f.ip
}

// stoppedInside is the error of a generator whose code lets StopIteration out (PEP 479).
func stoppedInside(err error) *object.Exception {
	e := object.NewException(object.RuntimeError, "generator raised StopIteration")
	if exc, ok := err.(*object.Exception); ok {
		e.Cause, e.Context, e.SuppressContext = exc.Ref(), exc.Ref(), true
	}
	return e
}
