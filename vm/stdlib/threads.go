package stdlib

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Module _threads has what the modules of threads are built on: starting one, and locks, at which threads wait.

// lock is a lock, with the threads that wait for it in their order.
type lock struct {
	held    bool
	waiting []*interp.Thread
}

func init() {
	interp.RegisterNative("_threads", func(th *object.Thread) *object.Module {
		m := object.NewModule("_threads")
		m.SetType(newLockType())
		object.AddFuncs(m, []object.Method{
			{Name: "start", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				a, err := object.Args("start", args, kw, "register", "f", "/")
				if err != nil {
					return object.Null, err
				}
				register, f := a[0], a[1]
				return object.None, interp.StartThread(th, func(th *object.Thread) error {
					// Before the thread is known, the one that started it may neither look at it nor end the program.
					_, err := interp.Undisturbed(th, func() (Value, error) { return object.Call(th, register) })
					if err == nil {
						_, err = object.Call(th, f)
					}
					return err
				})
			}},
			{Name: "ident", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
				return object.Int(interp.ThreadOf(th).Ident), nil
			}},
			{Name: "undisturbed", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				if len(args) == len(kw) {
					return object.Null, object.TypeErrorf("undisturbed expected at least 1 argument, got 0")
				}
				return interp.Undisturbed(th, func() (Value, error) {
					return object.CallArgs(th, args[0], args[1:], kw) // borrowed: it is called at once
				})
			}},
			{Name: "values", NoArgs: func(th *object.Thread, _ Value) (Value, error) { return interp.ThreadOf(th).Locals.Ref(), nil }},
		})
		return m
	})
}

// JoinThreads waits, at the end of the program, for the threads that are not daemons.
func JoinThreads(th *object.Thread) error {
	m, ok := interp.MachineOf(th).Modules.Lookup("threading")
	if !ok {
		return nil
	}
	_, err := object.CallMethod(th, m, "_shutdown")
	if e, ok := err.(*object.Exception); ok && !e.Matches(object.KeyboardInterrupt) {
		return nil // a thread that waits for ever is left behind
	}
	return err
}

func newLockType() *object.Type {
	self := func(v Value) *lock { n, _ := object.AsNative(v); return n.V.(*lock) }
	take := func(th *object.Thread, args, kw []Value) (Value, error) {
		a, err := object.Args("acquire", args, kw, "self", "/", "|", "blocking", "timeout")
		if err != nil {
			return object.Null, err
		}
		deadline, wait, err := lockTimeout(th, a[1], a[2])
		if err != nil {
			return object.Null, err
		}
		got, err := self(a[0]).acquire(th, wait, deadline)
		return object.Bool(got), err
	}
	give := func(th *object.Thread, v Value) (Value, error) { return object.None, self(v).release(th) }
	return object.NewType("lock", "_thread", nil, object.Spec{
		Layout: object.LayoutNative, Final: true,
		Slots: object.Slots{
			New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
				_, err := object.Args("lock", args, kw)
				return object.NewNative(cls, &lock{}), err
			},
			Repr: func(th *object.Thread, v Value) (Value, error) {
				state := "unlocked"
				if self(v).held {
					state = "locked"
				}
				return object.NewStr(fmt.Sprintf("<%s _thread.lock object at %#x>", state, object.ID(v))), nil
			},
		},
		Methods: []object.Method{
			{Name: "acquire", Fn: take}, {Name: "acquire_lock", Fn: take},
			{Name: "release", NoArgs: give}, {Name: "release_lock", NoArgs: give},
			{Name: "locked", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.Bool(self(v).held), nil }},
			{Name: "__enter__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				_, err := self(v).acquire(th, true, time.Time{})
				return object.True, err
			}},
			{Name: "__exit__", Fn: func(th *object.Thread, args, kw []Value) (Value, error) { return give(th, args[0]) }},
		},
	})
}

// lockTimeout reads the arguments of acquire: whether to wait, and until when, zero for ever.
func lockTimeout(th *object.Thread, blocking, timeout Value) (deadline time.Time, wait bool, err error) {
	wait = true
	if !blocking.IsNull() {
		if wait, err = object.IsTrue(th, blocking); err != nil {
			return
		}
	}
	seconds := -1.0
	if !timeout.IsNull() {
		if seconds, err = object.ToFloat(th, timeout); err != nil {
			return
		}
	}
	switch {
	case !wait && seconds != -1:
		err = object.ValueErrorf("can't specify a timeout for a non-blocking call")
	case seconds < 0 && seconds != -1:
		err = object.ValueErrorf("timeout value must be a non-negative number")
	case seconds*1e9 > math.MaxInt64:
		err = object.OverflowErrorf("timestamp out of range for C PyTime_t")
	case seconds >= 0:
		deadline = time.Now().Add(time.Duration(seconds * 1e9))
	}
	return
}

// acquire takes the lock, or waits until it is handed over; got is false when it was not to wait, or no longer.
func (l *lock) acquire(th *object.Thread, wait bool, deadline time.Time) (got bool, err error) {
	if !l.held {
		l.held = true
		return true, nil
	}
	if !wait {
		return false, nil
	}
	t := interp.ThreadOf(th)
	l.waiting = append(l.waiting, t)
	if got, err = interp.Pause(th, deadline); got && err == nil {
		return true, nil
	}
	if got { // it was handed over, and an interrupt came
		_ = l.release(th)
		return false, err
	}
	l.waiting = slices.DeleteFunc(l.waiting, func(w *interp.Thread) bool { return w == t })
	if interp.WouldWaitForever(err) {
		err = object.RuntimeErrorf("this would wait forever: every thread of the program waits")
	}
	return false, err
}

// release hands the lock to the thread that has waited longest.
func (l *lock) release(th *object.Thread) error {
	if !l.held {
		return object.RuntimeErrorf("release unlocked lock")
	}
	if len(l.waiting) == 0 {
		l.held = false
		return nil
	}
	t := l.waiting[0]
	l.waiting = l.waiting[1:]
	t.Wake()
	return nil
}
