package stdlib

import (
	"runtime"
	"time"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The parts of sys that look into the machine or set how it runs: audit hooks, profiling, the interval between threads.

func addSysMore(th *object.Thread, m *object.Module) {
	m.Set("abiflags", object.NewStr(""))
	m.Set("platlibdir", object.NewStr("lib"))
	m.Set("base_exec_prefix", object.NewStr("/usr"))
	m.Set("path_importer_cache", object.NewDict().Ref())
	m.Set("thread_info", structSeq(th, "sys.thread_info", []string{"name", "lock", "version"}, object.NewStr("pthread"), object.NewStr("semaphore"), object.None))
	if m.Get("_xoptions").IsNull() {
		m.Set("_xoptions", object.NewDict().Ref())
	}
	object.AddFuncs(m, []object.Method{
		{Name: "audit", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			if len(args) == 0 {
				return object.Null, object.TypeErrorf("audit expected at least 1 argument, got 0")
			}
			if _, ok := object.AsStr(args[0]); !ok {
				return object.Null, object.TypeErrorf("audit() argument 1 must be str, not %s", args[0].Type().Name)
			}
			event, rest := args[0], object.NewTupleCopy(args[1:]...).Ref()
			for _, hook := range stateOf.Of(th).auditHooks {
				if _, err := object.Call(th, hook, event, rest); err != nil {
					return object.Null, err
				}
			}
			return object.None, nil
		}},
		{Name: "addaudithook", OneArg: func(th *object.Thread, _, hook Value) (Value, error) {
			s := stateOf.Of(th)
			s.auditHooks = append(s.auditHooks, hook)
			return object.None, nil
		}},
		{Name: "getprofile", NoArgs: func(*object.Thread, Value) (Value, error) { return object.None, nil }},
		{Name: "setprofile", OneArg: func(th *object.Thread, _, f Value) (Value, error) {
			if !f.IsNone() {
				return object.Null, object.NotImplementedErrorf("sys.setprofile() is not supported")
			}
			return object.None, nil
		}},
		{Name: "getswitchinterval", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
			return object.Float(interp.SwitchInterval(th).Seconds()), nil
		}},
		{Name: "setswitchinterval", OneArg: func(th *object.Thread, _, x Value) (Value, error) {
			seconds, err := object.ToFloat(th, x)
			if err != nil {
				return object.Null, err
			}
			if seconds <= 0 {
				return object.Null, object.ValueErrorf("switch interval must be strictly positive")
			}
			interp.SetSwitchInterval(th, time.Duration(seconds*1e9))
			return object.None, nil
		}},
		{Name: "getallocatedblocks", NoArgs: func(*object.Thread, Value) (Value, error) {
			var stats runtime.MemStats
			runtime.ReadMemStats(&stats)
			return object.Int(int64(stats.HeapObjects)), nil
		}},
		{Name: "call_tracing", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("call_tracing", args, kw, "func", "args", "/")
			if err != nil {
				return object.Null, err
			}
			t, ok := object.AsTuple(a[1])
			if !ok {
				return object.Null, object.TypeErrorf("call_tracing() argument 2 must be tuple, not %s", a[1].Type().Name)
			}
			return object.CallArgs(th, a[0], t.Items, nil)
		}},
		{Name: "getfilesystemencodeerrors", NoArgs: func(*object.Thread, Value) (Value, error) { return object.NewStr("surrogateescape"), nil }},
		{Name: "is_stack_trampoline_active", NoArgs: func(*object.Thread, Value) (Value, error) { return object.False, nil }},
		{Name: "is_remote_debug_enabled", NoArgs: func(*object.Thread, Value) (Value, error) { return object.False, nil }},
		{Name: "_clear_type_cache", NoArgs: func(*object.Thread, Value) (Value, error) { return object.None, nil }},
	})
}
