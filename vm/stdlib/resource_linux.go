package stdlib

import (
	"os"
	"syscall"
	"time"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The numbers of Linux that package syscall does not name.
const rusageThread = 1

var resourceLimits = map[string]int64{"RLIMIT_CPU": 0, "RLIMIT_FSIZE": 1, "RLIMIT_DATA": 2, "RLIMIT_STACK": 3, "RLIMIT_CORE": 4, "RLIMIT_RSS": 5,
	"RLIMIT_NPROC": 6, "RLIMIT_NOFILE": 7, "RLIMIT_OFILE": 7, "RLIMIT_MEMLOCK": 8, "RLIMIT_AS": 9}

func init() { interp.RegisterNative("resource", resourceModule) }

// resourceModule is module resource: what the process uses, times in seconds and memory in KiB, and its limits.
func resourceModule(th *object.Thread) *object.Module {
	m := object.NewModule("resource")
	for name, n := range resourceLimits {
		m.Set(name, object.Int(n))
	}
	m.Set("RLIM_INFINITY", object.Int(-1))
	m.Set("RUSAGE_SELF", object.Int(syscall.RUSAGE_SELF))
	m.Set("RUSAGE_CHILDREN", object.Int(syscall.RUSAGE_CHILDREN))
	m.Set("RUSAGE_THREAD", object.Int(rusageThread))
	m.Set("error", object.OSError.Ref())
	usage := structSeqType(th, "resource.struct_rusage", []string{"ru_utime", "ru_stime", "ru_maxrss", "ru_ixrss", "ru_idrss", "ru_isrss", "ru_minflt", "ru_majflt",
		"ru_nswap", "ru_inblock", "ru_oublock", "ru_msgsnd", "ru_msgrcv", "ru_nsignals", "ru_nvcsw", "ru_nivcsw"})
	m.Set("struct_rusage", usage.Ref())
	object.AddFuncs(m, []object.Method{
		{Name: "getrusage", OneArg: func(th *object.Thread, _, who Value) (Value, error) {
			n, err := object.ToInt(th, who)
			if err != nil {
				return object.Null, err
			}
			var u syscall.Rusage
			if err := syscall.Getrusage(n, &u); err != nil {
				return object.Null, object.ValueErrorf("invalid who parameter")
			}
			seconds := func(t syscall.Timeval) Value { return object.Float(time.Duration(t.Nano()).Seconds()) }
			values := []Value{seconds(u.Utime), seconds(u.Stime)}
			for _, n := range []int64{u.Maxrss, u.Ixrss, u.Idrss, u.Isrss, u.Minflt, u.Majflt, u.Nswap, u.Inblock, u.Oublock, u.Msgsnd, u.Msgrcv, u.Nsignals, u.Nvcsw, u.Nivcsw} {
				values = append(values, object.Int(n))
			}
			return object.NewTupleOf(usage, values...), nil
		}},
		{Name: "getrlimit", OneArg: func(th *object.Thread, _, which Value) (Value, error) {
			n, err := limitOf(th, which)
			if err != nil {
				return object.Null, err
			}
			var l syscall.Rlimit
			if err := syscall.Getrlimit(n, &l); err != nil {
				return object.Null, builtins.OSError(th, err, "")
			}
			return object.NewTuple(object.Int(int64(l.Cur)), object.Int(int64(l.Max))).Ref(), nil
		}},
		{Name: "setrlimit", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("setrlimit", args, kw, "resource", "limits", "/")
			if err != nil {
				return object.Null, err
			}
			n, err := limitOf(th, a[0])
			if err != nil {
				return object.Null, err
			}
			pair, err := object.ToSlice(th, a[1])
			if err != nil {
				return object.Null, err
			}
			if len(pair) != 2 {
				return object.Null, object.ValueErrorf("expected a tuple of 2 integers")
			}
			soft, err := object.ToInt(th, pair[0])
			if err != nil {
				return object.Null, err
			}
			hard, err := object.ToInt(th, pair[1])
			if err != nil {
				return object.Null, err
			}
			l := syscall.Rlimit{Cur: uint64(int64(soft)), Max: uint64(int64(hard))}
			if l.Cur > l.Max {
				return object.Null, object.ValueErrorf("current limit exceeds maximum limit")
			}
			switch err := syscall.Setrlimit(n, &l); err {
			case nil:
				return object.None, nil
			case syscall.EPERM:
				return object.Null, object.ValueErrorf("not allowed to raise maximum limit")
			default:
				return object.Null, builtins.OSError(th, err, "")
			}
		}},
		{Name: "getpagesize", NoArgs: func(*object.Thread, Value) (Value, error) { return object.Int(int64(os.Getpagesize())), nil }},
	})
	return m
}

func limitOf(th *object.Thread, v Value) (int, error) {
	n, err := object.ToInt(th, v)
	if err != nil {
		return 0, err
	}
	if n < 0 || n > 15 {
		return 0, object.ValueErrorf("invalid resource specified")
	}
	return n, nil
}
