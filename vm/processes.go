package vm

import (
	"errors"
	"fmt"
	"time"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The module _processes is what multiprocessing is built on: processes that are machines of the same family, and what these share. All waits let other threads run.

type value = object.Value

func init() {
	interp.RegisterNative("_processes", func(th *object.Thread) *object.Module {
		m := object.NewModule("_processes")
		types := newSharedTypes()
		m.SetType(types.channel)
		m.SetType(types.semaphore)
		m.SetType(types.memory)
		m.SetType(types.board)
		processType := newProcessType()
		object.AddFuncs(m, []object.Method{
			{Name: "start", Fn: func(th *object.Thread, args, kw []value) (value, error) {
				a, err := object.Args("start", args, kw, "message", "/")
				if err != nil {
					return object.Null, err
				}
				message, err := object.BytesOf(a[0])
				if err != nil {
					return object.Null, err
				}
				return object.NewNative(processType, startProcess(th, append([]byte(nil), message...))), nil
			}},
			{Name: "message", NoArgs: func(th *object.Thread, _ value) (value, error) { return object.NewBytes(begun.Of(th).message), nil }},
			{Name: "leave", Fn: func(th *object.Thread, args, kw []value) (value, error) {
				a, err := object.Args("leave", args, kw, "shared", "/")
				if err != nil {
					return object.Null, err
				}
				n, ok := object.AsNative(a[0])
				if !ok || !types.shares(n.V) {
					return object.Null, object.TypeErrorf("'%s' object is not shared by processes", a[0].Type().Name)
				}
				return object.Int(interp.MachineOf(th).Family().Deposit(n.V)), nil
			}},
			{Name: "take", Fn: func(th *object.Thread, args, kw []value) (value, error) {
				a, err := object.Args("take", args, kw, "key", "/")
				if err != nil {
					return object.Null, err
				}
				key, err := object.ToInt(th, a[0])
				if err != nil {
					return object.Null, err
				}
				return types.wrap(interp.MachineOf(th).Family().Take(int64(key)))
			}},
			{Name: "named", Fn: func(th *object.Thread, args, kw []value) (value, error) {
				a, err := object.Args("named", args, kw, "name", "/")
				if err != nil {
					return object.Null, err
				}
				name, err := textOf(a[0])
				if err != nil {
					return object.Null, err
				}
				f := interp.MachineOf(th).Family()
				return types.wrap(f.Named(name, func() any { return newBoard(f) }))
			}},
		})
		return m
	})
}

// begun is what a process begins with.
var begun = object.NewState(func(*object.Thread) *beginning { return &beginning{} })

type beginning struct{ message []byte }

// process is a machine that runs a function of another's program.
type process struct {
	machine *interp.Machine
	done    chan struct{}
	status  int // once done is closed
}

// startProcess has a new machine run multiprocessing.spawn's main function on a message.
func startProcess(th *object.Thread, message []byte) *process {
	m := interp.MachineOf(th).Child()
	p := &process{machine: m, done: make(chan struct{})}
	go func() {
		p.status = runProcess(m.Main(), message)
		close(p.done)
		m.Leave()
	}()
	return p
}

// runProcess runs it, and gives the status of the process: that of sys.exit, or minus the signal that ended it.
func runProcess(th *object.Thread, message []byte) int {
	const bootstrap = "from multiprocessing import spawn\nspawn._begin()\n"
	begun.Of(th).message = message
	err := interp.RunMain(th, "<process>", []byte(bootstrap))
	var killed *interp.KilledError
	if errors.As(err, &killed) { // what it has not written yet is lost
		return -killed.Signal
	}
	return Report(th, err)
}

// exit is the status, and whether there is one.
func (p *process) exit() (status int, ended bool) {
	select {
	case <-p.done:
		return p.status, true
	default:
		return 0, false
	}
}

func newProcessType() *object.Type {
	self := func(v value) *process { n, _ := object.AsNative(v); return n.V.(*process) }
	return object.NewType("process", "_processes", nil, object.Spec{
		Layout: object.LayoutNative, Final: true,
		Slots: object.Slots{
			Repr: func(th *object.Thread, v value) (value, error) {
				return object.NewStr(fmt.Sprintf("<_processes.process %d>", self(v).machine.PID())), nil
			},
		},
		Methods: []object.Method{
			{Name: "pid", NoArgs: func(th *object.Thread, v value) (value, error) { return object.Int(int64(self(v).machine.PID())), nil }},
			{Name: "exitcode", NoArgs: func(th *object.Thread, v value) (value, error) {
				if status, ended := self(v).exit(); ended {
					return object.Int(int64(status)), nil
				}
				return object.None, nil
			}},
			{Name: "wait", Fn: func(th *object.Thread, args, kw []value) (value, error) {
				a, err := object.Args("wait", args, kw, "self", "timeout", "/")
				if err != nil {
					return object.Null, err
				}
				deadline, err := deadlineOf(th, a[1])
				if err != nil {
					return object.Null, err
				}
				ended, err := interp.Await(th, func() bool { _, ended := self(a[0]).exit(); return ended }, deadline)
				return object.Bool(ended), err
			}},
			{Name: "kill", Fn: func(th *object.Thread, args, kw []value) (value, error) {
				a, err := object.Args("kill", args, kw, "self", "signal", "/")
				if err != nil {
					return object.Null, err
				}
				number, err := object.ToInt(th, a[1])
				if err != nil {
					return object.Null, err
				}
				self(a[0]).machine.Kill(number)
				return object.None, nil
			}},
		},
	})
}

func textOf(v value) (string, error) {
	s, ok := object.AsStr(v)
	if !ok {
		return "", object.TypeErrorf("a str is required, not '%s'", v.Type().Name)
	}
	return s.S, nil
}

// deadlineOf is the end of a timeout in seconds; that of None is zero, for ever.
func deadlineOf(th *object.Thread, timeout value) (time.Time, error) {
	if timeout.IsNone() {
		return time.Time{}, nil
	}
	seconds, err := object.ToFloat(th, timeout)
	if err != nil {
		return time.Time{}, err
	}
	return time.Now().Add(time.Duration(max(0, min(seconds, 1e9)) * 1e9)), nil
}
