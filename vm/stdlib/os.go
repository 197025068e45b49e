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
func pathFn(name string, f func(p string) (Value, error)) object.Method {
	return object.Method{Name: name, Fn: func(args, kw []Value) (Value, error) {
		if len(args) < 1 {
			return object.Null, object.TypeErrorf("%s() missing 1 required positional argument: 'path'", name)
		}
		p, err := builtins.PathOf(args[0])
		if err != nil {
			return object.Null, err
		}
		return f(p)
	}}
}

func str(s string) (Value, error) { return object.NewStr(s), nil }

var statType *object.Type

func statResult(st *syscall.Stat_t) Value {
	seconds := func(t syscall.Timespec) Value { return object.Float(float64(t.Sec) + float64(t.Nsec)/1e9) }
	whole := func(t syscall.Timespec) Value { return object.Int(t.Sec) }
	nanos := func(t syscall.Timespec) Value { return object.Int(t.Nano()) }
	v := object.NewTupleOf(statType, object.Int(int64(st.Mode)), object.Int(int64(st.Ino)), object.Int(int64(st.Dev)), object.Int(int64(st.Nlink)),
		object.Int(int64(st.Uid)), object.Int(int64(st.Gid)), object.Int(st.Size), whole(st.Atim), whole(st.Mtim), whole(st.Ctim))
	d := object.InstanceDict(v)
	for i, t := range []syscall.Timespec{st.Atim, st.Mtim, st.Ctim} {
		name := []string{"st_atime", "st_mtime", "st_ctime"}[i]
		d.Put(name, seconds(t))
		d.Put(name+"_ns", nanos(t))
	}
	d.Put("st_blksize", object.Int(int64(st.Blksize)))
	d.Put("st_blocks", object.Int(st.Blocks))
	d.Put("st_rdev", object.Int(int64(st.Rdev)))
	return v
}

// change is a function that alters the file system.
func change(name string, f func(p string) error) object.Method {
	return pathFn(name, func(p string) (Value, error) {
		if err := f(p); err != nil {
			return object.Null, builtins.OSError(err, p)
		}
		return object.None, nil
	})
}

func init() {
	interp.RegisterNative("posix", func() *object.Module {
		m := object.NewModule("posix")
		m.Set("name", object.NewStr("posix"))
		m.Set("linesep", object.NewStr("\n"))
		m.Set("error", object.OSError.Ref())
		for i, n := range []string{"F_OK", "X_OK", "W_OK", "", "R_OK"} {
			if n != "" {
				m.Set(n, object.Int(int64(i)))
			}
		}
		env := object.NewDict()
		for _, kv := range os.Environ() {
			k, v, _ := strings.Cut(kv, "=")
			env.Set(object.NewStr(k), object.NewStr(v))
		}
		environType := object.NewType("_Environ", "os", object.DictType, object.Spec{Slots: object.Slots{
			SetItem: func(v, k, x Value) error {
				key, ok := object.Text(k)
				if !ok {
					return object.TypeErrorf("str expected, not %s", k.Type().Name)
				}
				if x.IsNull() {
					os.Unsetenv(key)
					return object.DictType.SetItem(v, k, x)
				}
				val, ok := object.Text(x)
				if !ok {
					return object.TypeErrorf("str expected, not %s", x.Type().Name)
				}
				os.Setenv(key, val)
				return object.DictType.SetItem(v, k, x)
			},
		}})
		env.SetType(environType)
		m.Set("_Environ", environType.Ref())
		m.Set("environ", env.Ref())
		statType = statResultType()
		m.Set("stat_result", statType.Ref())
		object.AddFuncs(m, posixCalls())
		object.AddFuncs(m, []object.Method{
			{Name: "getcwd", NoArgs: func(Value) (Value, error) {
				d, err := os.Getwd()
				if err != nil {
					return object.Null, builtins.OSError(err, "")
				}
				return str(d)
			}},
			{Name: "kill", Fn: func(args, kw []Value) (Value, error) {
				args, err := object.Args("kill", args, kw, "pid", "signal")
				if err != nil {
					return object.Null, err
				}
				pid, err := object.ToInt(args[0])
				if err != nil {
					return object.Null, err
				}
				number, err := object.ToInt(args[1])
				if err != nil {
					return object.Null, err
				}
				process, err := os.FindProcess(pid)
				if err == nil {
					err = process.Signal(syscall.Signal(number))
				}
				if err != nil {
					return object.Null, builtins.OSError(err, "")
				}
				return object.None, nil
			}},
			{Name: "getpid", NoArgs: func(Value) (Value, error) { return object.Int(int64(os.Getpid())), nil }},
			{Name: "getppid", NoArgs: func(Value) (Value, error) { return object.Int(int64(os.Getppid())), nil }},
			{Name: "cpu_count", NoArgs: func(Value) (Value, error) { return object.Int(int64(runtime.NumCPU())), nil }},
			{Name: "process_cpu_count", NoArgs: func(Value) (Value, error) { return object.Int(int64(runtime.NumCPU())), nil }},
			{Name: "getenv", Fn: func(args, kw []Value) (Value, error) {
				a, err := object.Args("getenv", args, kw, "key", "|", "default")
				if err != nil {
					return object.Null, err
				}
				if v, ok, err := env.Get(a[0]); ok || err != nil {
					return v, err
				}
				if a[1].IsNull() {
					return object.None, nil
				}
				return a[1], nil
			}},
			{Name: "listdir", Fn: func(args, kw []Value) (Value, error) {
				p := "."
				if len(args) > 0 && !args[0].IsNone() {
					var err error
					if p, err = builtins.PathOf(args[0]); err != nil {
						return object.Null, err
					}
				}
				list, err := os.ReadDir(p)
				if err != nil {
					return object.Null, builtins.OSError(err, p)
				}
				names := make([]string, len(list))
				for i, e := range list {
					names[i] = e.Name()
				}
				return object.StrList(names), nil
			}},
			change("remove", syscall.Unlink), change("unlink", syscall.Unlink), change("rmdir", syscall.Rmdir), change("chdir", os.Chdir),
			{Name: "urandom", OneArg: func(_, v Value) (Value, error) {
				n, err := object.ToInt(v)
				if err != nil {
					return object.Null, err
				}
				f, err := os.Open("/dev/urandom")
				if err != nil {
					return object.Null, builtins.OSError(err, "")
				}
				defer f.Close()
				if err := object.CheckLength(n); err != nil {
					return object.Null, err
				}
				b := make([]byte, n)
				f.Read(b)
				return object.NewBytes(b), nil
			}},
			{Name: "_exit", OneArg: func(_, v Value) (Value, error) {
				n, _ := object.ToInt(v)
				os.Exit(n)
				return object.None, nil
			}},
		})
		return m
	})
}
