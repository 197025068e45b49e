package stdlib

import (
	"math"
	"os"
	"syscall"
	"time"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Module _signals has what module signal is built on: what is to happen at a signal, and the timer of SIGALRM.

// sigalrm is the number of SIGALRM.
const sigalrm = 14

// alarm is the timer of SIGALRM.
type alarm struct {
	timer    *time.Timer // nil if none runs
	at       time.Time
	interval time.Duration
}

func init() {
	interp.RegisterNative("_signals", func(th *object.Thread) *object.Module {
		m := object.NewModule("_signals")
		object.AddFuncs(m, []object.Method{
			{Name: "handle", OneArg: func(th *object.Thread, _, f Value) (Value, error) {
				interp.MachineOf(th).HandleSignal = func(th *object.Thread, number int) error {
					_, err := object.Call(th, f, object.Int(int64(number)))
					return err
				}
				return object.None, nil
			}},
			{Name: "want", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				args, err := object.Args("want", args, kw, "number", "disposition", "/")
				if err != nil {
					return object.Null, err
				}
				number, err := object.ToInt(th, args[0])
				if err != nil {
					return object.Null, err
				}
				d, err := object.ToInt(th, args[1])
				if err != nil {
					return object.Null, err
				}
				if !interp.ThreadOf(th).IsMain() {
					return object.Null, object.ValueErrorf("signal only works in main thread of the main interpreter")
				}
				interp.SetDisposition(th, number, interp.Disposition(d))
				return object.None, nil
			}},
			{Name: "deliver", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				number, err := object.ToInt(th, v)
				if err == nil {
					interp.Deliver(th, number)
				}
				return object.None, err
			}},
			{Name: "setitimer", Fn: setAlarm},
			{Name: "getitimer", NoArgs: func(th *object.Thread, _ Value) (Value, error) { return remaining(&stateOf.Of(th).alarm), nil }},
			{Name: "pause", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
				builtins.Stdout(th).Flush(th)
				_, err := interp.Pause(th, time.Now().Add(time.Hour))
				return object.None, err
			}},
		})
		return m
	})
}

// setAlarm is _signals.setitimer(seconds, interval): SIGALRM comes after seconds, never if zero, and then every interval, once if zero. It gives
// what was left of the timer before, as getitimer does.
func setAlarm(th *object.Thread, args, kw []Value) (Value, error) {
	args, err := object.Args("setitimer", args, kw, "seconds", "interval", "/")
	if err != nil {
		return object.Null, err
	}
	var times [2]time.Duration
	for i := range times {
		s, err := object.ToFloat(th, args[i])
		if err != nil {
			return object.Null, err
		}
		if !(s >= 0 && s*1e9 < math.MaxInt64) {
			return object.Null, builtins.OSError(th, syscall.EINVAL, "")
		}
		times[i] = time.Duration(math.Ceil(s * 1e9))
	}
	a := &stateOf.Of(th).alarm
	before := remaining(a)
	if a.timer != nil {
		a.timer.Stop()
	}
	*a = alarm{}
	if times[0] > 0 {
		a.start(th, times[0], times[1])
	}
	return before, nil
}

// start lets the signal come after wait. Without a function for it the process gets it, whom it ends.
func (a *alarm) start(th *object.Thread, wait, interval time.Duration) {
	a.at, a.interval = time.Now().Add(wait), interval
	main := interp.MachineOf(th).Main()
	var timer *time.Timer
	timer = time.AfterFunc(wait, func() {
		switch interp.DispositionOf(main, sigalrm) {
		case interp.SignalHandled:
			interp.Deliver(main, sigalrm)
		case interp.SignalDefault:
			if interp.MachineOf(main).Listen != nil {
				killProcess(os.Getpid(), sigalrm)
			}
		}
		if interval > 0 {
			timer.Reset(interval)
		}
	})
	a.timer = timer
}

// remaining is what is left of a timer, and its interval, in seconds.
func remaining(a *alarm) Value {
	left := 0.0
	if a.timer != nil {
		left = time.Until(a.at).Seconds()
		if left < 0 && a.interval > 0 {
			left = a.interval.Seconds() - math.Mod(-left, a.interval.Seconds())
		}
	}
	return object.NewTuple(object.Float(max(left, 0)), object.Float(a.interval.Seconds())).Ref()
}
