package stdlib

import (
	"os"
	"runtime"
	"strings"
	"syscall"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// pathFn is a function of one path.
func pathFn(name string, f func(th *object.Thread, p string) (Value, error)) object.Method {
	return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		if len(args) < 1 {
			return object.Null, object.TypeErrorf("%s() missing 1 required positional argument: 'path'", name)
		}
		p, err := builtins.PathOf(th, args[0])
		if err != nil {
			return object.Null, err
		}
		return f(th, p)
	}}
}

func str(s string) (Value, error) { return object.NewStr(s), nil }

var statType *object.Type

func statResult(st *syscall.Stat_t) Value {
	seconds := func(t syscall.Timespec) Value { return object.Float(float64(t.Sec) + float64(t.Nsec)/1e9) }
	whole := func(t syscall.Timespec) Value { return object.Int(t.Sec) }
	nanos := func(t syscall.Timespec) Value { return object.Int(t.Nano()) }
	times := fileTimes(st)
	v := object.NewTupleOf(statType, object.Int(int64(st.Mode)), object.Int(int64(st.Ino)), object.Int(int64(st.Dev)), object.Int(int64(st.Nlink)),
		object.Int(int64(st.Uid)), object.Int(int64(st.Gid)), object.Int(st.Size), whole(times[0]), whole(times[1]), whole(times[2]))
	d := object.InstanceDict(v)
	for i, t := range times {
		name := []string{"st_atime", "st_mtime", "st_ctime"}[i]
		d.Put(name, seconds(t))
		d.Put(name+"_ns", nanos(t))
	}
	d.Put("st_blksize", object.Int(int64(st.Blksize)))
	d.Put("st_blocks", object.Int(int64(st.Blocks)))
	d.Put("st_rdev", object.Int(int64(st.Rdev)))
	return v
}

// change is a function that alters the file system.
func change(name string, f func(p string) error) object.Method {
	return pathFn(name, func(th *object.Thread, p string) (Value, error) {
		if err := f(p); err != nil {
			return object.Null, builtins.OSError(th, err, p)
		}
		return object.None, nil
	})
}

// environment returns the variables of the machine.
func environment(th *object.Thread) *object.Dict {
	env := object.NewDict()
	for _, kv := range interp.MachineOf(th).Environ() {
		k, v, _ := strings.Cut(kv, "=")
		env.Set(th, object.NewStr(k), object.NewStr(v))
	}
	return env
}

// environmentName reads the arguments of putenv and unsetenv, of which the first is a name.
func environmentName(th *object.Thread, call string, args, kw []Value, params ...string) (name, value string, err error) {
	a, err := object.Args(call, args, kw, append(params, "/")...)
	if err != nil {
		return "", "", err
	}
	texts := [2]string{}
	for i, v := range a[:len(params)] {
		if texts[i], err = builtins.PathOf(th, v); err != nil {
			return "", "", err
		}
	}
	if strings.Contains(texts[0], "=") {
		return "", "", object.ValueErrorf("illegal environment variable name")
	}
	if texts[0] == "" {
		return "", "", builtins.OSError(th, syscall.EINVAL, "")
	}
	return texts[0], texts[1], nil
}

func init() {
	interp.RegisterNative("posix", func(th *object.Thread) *object.Module {
		m := object.NewModule("posix")
		m.Set("name", object.NewStr("posix"))
		m.Set("linesep", object.NewStr("\n"))
		m.Set("error", object.OSError.Ref())
		for i, n := range []string{"F_OK", "X_OK", "W_OK", "", "R_OK"} {
			if n != "" {
				m.Set(n, object.Int(int64(i)))
			}
		}
		m.Set("environ", environment(th).Ref())
		if statType == nil {
			statType = statResultType()
		}
		m.Set("stat_result", statType.Ref())
		object.AddFuncs(m, posixCalls())
		object.AddFuncs(m, []object.Method{
			{Name: "_environment", NoArgs: func(th *object.Thread, _ Value) (Value, error) { return environment(th).Ref(), nil }},
			{Name: "putenv", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				name, value, err := environmentName(th, "putenv", args, kw, "name", "value")
				if err != nil {
					return object.Null, err
				}
				return failed(th, interp.MachineOf(th).Setenv(name, value), "")
			}},
			{Name: "unsetenv", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				name, _, err := environmentName(th, "unsetenv", args, kw, "name")
				if err != nil {
					return object.Null, err
				}
				return failed(th, interp.MachineOf(th).Unsetenv(name), "")
			}},
		})
		object.AddFuncs(m, []object.Method{
			{Name: "getcwd", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
				d, err := interp.MachineOf(th).Getwd()
				if err != nil {
					return object.Null, builtins.OSError(th, err, "")
				}
				return str(d)
			}},
			{Name: "kill", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				args, err := object.Args("kill", args, kw, "pid", "signal")
				if err != nil {
					return object.Null, err
				}
				pid, err := object.ToInt(th, args[0])
				if err != nil {
					return object.Null, err
				}
				number, err := object.ToInt(th, args[1])
				if err != nil {
					return object.Null, err
				}
				if pid == os.Getpid() && number > 0 && number <= 64 && interp.DispositionOf(th, number) == interp.SignalHandled {
					interp.Deliver(th, number) // at once: the system would come to it later
					return object.None, nil
				}
				if m := interp.MachineOf(th).Family().Member(pid); m != nil && pid != os.Getpid() {
					if number != 0 {
						m.Kill(number)
					}
					return object.None, nil
				}
				if err = killProcess(pid, number); err != nil {
					return object.Null, builtins.OSError(th, err, "")
				}
				return object.None, nil
			}},
			{Name: "getpid", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
				return object.Int(int64(interp.MachineOf(th).PID())), nil
			}},
			{Name: "getppid", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
				return object.Int(int64(interp.MachineOf(th).ParentPID())), nil
			}},
			{Name: "cpu_count", NoArgs: func(*object.Thread, Value) (Value, error) { return object.Int(int64(runtime.NumCPU())), nil }},
			{Name: "process_cpu_count", NoArgs: func(*object.Thread, Value) (Value, error) { return object.Int(int64(runtime.NumCPU())), nil }},
			{Name: "listdir", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				p := "."
				if len(args) > 0 && !args[0].IsNone() {
					var err error
					if p, err = builtins.PathOf(th, args[0]); err != nil {
						return object.Null, err
					}
				}
				list, err := interp.MachineOf(th).ReadDir(p)
				if err != nil {
					return object.Null, builtins.OSError(th, err, p)
				}
				names := make([]string, len(list))
				for i, e := range list {
					names[i] = e.Name()
				}
				return object.StrList(names), nil
			}},
			change("remove", syscall.Unlink), change("unlink", syscall.Unlink), change("rmdir", syscall.Rmdir), change("chdir", os.Chdir),
			{Name: "urandom", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				n, err := object.ToInt(th, v)
				if err != nil {
					return object.Null, err
				}
				if n < 0 {
					return object.Null, object.ValueErrorf("negative argument not allowed")
				}
				f, err := os.Open("/dev/urandom")
				if err != nil {
					return object.Null, builtins.OSError(th, err, "")
				}
				defer f.Close()
				if err := object.CheckLength(th, n); err != nil {
					return object.Null, err
				}
				b := make([]byte, n)
				f.Read(b)
				return object.NewBytes(b), nil
			}},
			{Name: "_exit", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				n, _ := object.ToInt(th, v)
				if exit := interp.MachineOf(th).Exit; exit != nil {
					exit(n)
				}
				return object.Null, &interp.ExitError{Status: n}
			}},
		})
		if interp.MachineOf(th).Own() {
			object.AddFuncs(m, ownFiles())
		}
		return m
	})
}

// killProcess sends a signal to a process.
func killProcess(pid, number int) error {
	process, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return process.Signal(syscall.Signal(number))
}
