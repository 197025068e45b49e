package stdlib

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// SetArgv sets sys.argv.
func SetArgv(th *object.Thread, argv []string) { sysModule(th).Set("argv", object.StrList(argv)) }

// SetWarnings adds filters to sys.warnoptions, from which module warnings makes its first filters: those of
// PYTHONWARNINGS, then the given ones.
func SetWarnings(th *object.Thread, filters []string) {
	if env := interp.MachineOf(th).Getenv("PYTHONWARNINGS"); env != "" {
		filters = append(strings.Split(env, ","), filters...)
	}
	sysModule(th).Set("warnoptions", object.StrList(filters))
}

// environmentPath lists the folders of PYTHONPATH, which sys.path begins with, and those of the packages that the virtual environment has.
func environmentPath(m *interp.Machine) []Value {
	var dirs []Value
	for _, dir := range filepath.SplitList(m.Getenv("PYTHONPATH")) {
		dirs = append(dirs, object.NewStr(m.Abs(dir)))
	}
	if home := m.Getenv("VIRTUAL_ENV"); home != "" {
		versions, _ := m.ReadDir(filepath.Join(home, "lib"))
		for _, v := range versions {
			if site := filepath.Join(home, "lib", v.Name(), "site-packages"); strings.HasPrefix(v.Name(), "python") {
				if st, err := m.Stat(site); err == nil && st.IsDir() {
					dirs = append(dirs, object.NewStr(m.Abs(site)))
				}
			}
		}
	}
	return dirs
}

// PythonVersion is the version of Python whose behaviour the VM has.
const PythonVersion = "3.14.0"

// newSys makes the module sys of a machine.
func newSys(th *object.Thread) *object.Module {
	m := object.NewModule("sys")
	stateOf.Of(th).sys = m
	interp.MachineOf(th).Modules.Put("sys", m.Ref())
	m.Set("modules", interp.MachineOf(th).Modules.Ref())
	interp.MachineOf(th).Path.Items = environmentPath(interp.MachineOf(th))
	m.Set("path", interp.MachineOf(th).Path.Ref())
	m.Set("argv", object.NewList(object.NewStr("")).Ref())
	m.Set("orig_argv", object.NewList().Ref())
	m.Set("stdin", builtins.Stdin(th).Ref())
	m.Set("stdout", builtins.Stdout(th).Ref())
	m.Set("stderr", builtins.Stderr(th).Ref())
	m.Set("__stdin__", builtins.Stdin(th).Ref())
	m.Set("__stdout__", builtins.Stdout(th).Ref())
	m.Set("__stderr__", builtins.Stderr(th).Ref())
	m.Set("version", object.NewStr(PythonVersion+" (magneto)"))
	m.Set("hexversion", object.Int(0x030e00f0))
	m.Set("platform", object.NewStr(runtime.GOOS))
	m.Set("byteorder", object.NewStr("little"))
	m.Set("maxsize", object.Int(math.MaxInt64))
	m.Set("maxunicode", object.Int(0x10ffff))
	m.Set("executable", object.NewStr(executable()))
	m.Set("prefix", object.NewStr("/usr"))
	m.Set("base_prefix", object.NewStr("/usr"))
	m.Set("exec_prefix", object.NewStr("/usr"))
	m.Set("dont_write_bytecode", object.True)
	m.Set("warnoptions", object.NewList().Ref())
	finders := object.NewList()
	interp.MachineOf(th).Finders = finders
	m.Set("meta_path", finders.Ref())
	m.Set("path_hooks", object.NewList().Ref())
	m.Set("ps1", object.NewStr(">>> "))
	m.Set("copyright", object.NewStr(""))
	m.Set("api_version", object.Int(1013))
	m.Set("float_repr_style", object.NewStr("short"))
	m.Set("pycache_prefix", object.None)
	m.Set("tracebacklimit", object.None)
	m.Dict().DelStr(object.Intern("tracebacklimit"))
	names := object.NewTuple()
	m.Set("builtin_module_names", names.Ref())
	standard := object.NewFrozenSet()
	for _, name := range interp.StandardModules() {
		standard.Add(th, object.NewStr(name)) // texts are hashable
	}
	m.Set("stdlib_module_names", standard.Ref())
	m.Set("version_info", structSeq(th, "sys.version_info", []string{"major", "minor", "micro", "releaselevel", "serial"},
		object.Int(3), object.Int(14), object.Int(0), object.NewStr("final"), object.Int(0)))
	m.Set("float_info", structSeq(th, "sys.float_info", []string{"max", "max_exp", "max_10_exp", "min", "min_exp", "min_10_exp", "dig", "mant_dig", "epsilon", "radix", "rounds"},
		object.Float(math.MaxFloat64), object.Int(1024), object.Int(308), object.Float(2.2250738585072014e-308), object.Int(-1021), object.Int(-307),
		object.Int(15), object.Int(53), object.Float(2.220446049250313e-16), object.Int(2), object.Int(1)))
	m.Set("int_info", structSeq(th, "sys.int_info", []string{"bits_per_digit", "sizeof_digit", "default_max_str_digits", "str_digits_check_threshold"},
		object.Int(30), object.Int(4), object.Int(4300), object.Int(640)))
	m.Set("hash_info", structSeq(th, "sys.hash_info", []string{"width", "modulus", "inf", "nan", "imag", "algorithm", "hash_bits", "seed_bits", "cutoff"},
		object.Int(64), object.Int(1<<61-1), object.Int(314159), object.Int(0), object.Int(1000003), object.NewStr("siphash13"), object.Int(64), object.Int(128), object.Int(0)))
	flagNames := []string{"debug", "inspect", "interactive", "optimize", "dont_write_bytecode", "no_user_site", "no_site", "ignore_environment", "verbose",
		"bytes_warning", "quiet", "hash_randomization", "isolated", "dev_mode", "utf8_mode", "warn_default_encoding", "safe_path", "int_max_str_digits"}
	flags := make([]Value, len(flagNames))
	for i := range flags {
		flags[i] = object.Int(0)
	}
	for name, v := range map[string]Value{"dev_mode": object.False, "utf8_mode": object.Int(1), "safe_path": object.False, "int_max_str_digits": object.Int(4300)} {
		flags[slices.Index(flagNames, name)] = v
	}
	m.Set("flags", structSeq(th, "sys.flags", flagNames, flags...))
	impl := object.NewInstance(th, simpleNamespace())
	for k, v := range map[string]Value{"name": object.NewStr("cpython"), "cache_tag": object.NewStr("cpython-314"), "hexversion": object.Int(0x030e00f0), "version": m.Get("version_info")} {
		object.SetAttr(th, impl, k, v)
	}
	m.Set("implementation", impl)
	hook := object.NewFunc("excepthook", func(th *object.Thread, args, kw []Value) (Value, error) {
		if len(args) != 3 {
			return object.Null, object.TypeErrorf("excepthook expected 3 arguments, got %d", len(args))
		}
		if e, ok := object.AsException(args[1]); ok {
			showException(th, e)
		}
		return object.None, nil
	})
	hook.Module = "sys"
	m.Set("excepthook", hook.Ref())
	m.Set("__excepthook__", hook.Ref())
	debug := object.NewFunc("breakpointhook", builtins.BreakpointHook)
	debug.Module = "sys"
	m.Set("breakpointhook", debug.Ref())
	m.Set("__breakpointhook__", debug.Ref())
	object.AddFuncs(m, []object.Method{
		{Name: "exit", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			return object.Null, object.NewExceptionArgs(object.SystemExit, append([]Value(nil), args...)...)
		}},
		{Name: "getrecursionlimit", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
			return object.Int(int64(interp.MachineOf(th).RecursionLimit)), nil
		}},
		{Name: "setrecursionlimit", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
			n, err := object.ToInt(th, v)
			if err != nil {
				return object.Null, err
			}
			if n < 1 {
				return object.Null, object.ValueErrorf("recursion limit must be greater or equal than 1")
			}
			interp.MachineOf(th).RecursionLimit = n
			th.Machine.SetNativeDepth(min(max(n, 1000), 20000))
			return object.None, nil
		}},
		{Name: "exc_info", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
			e := interp.Handled(th)
			if e == nil {
				return object.NewTuple(object.None, object.None, object.None).Ref(), nil
			}
			tb := object.None
			if e.Traceback != nil {
				tb = e.Traceback.Ref()
			}
			return object.NewTuple(e.Type().Ref(), e.Ref(), tb).Ref(), nil
		}},
		{Name: "exception", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
			if e := interp.Handled(th); e != nil {
				return e.Ref(), nil
			}
			return object.None, nil
		}},
		{Name: "_getframe", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			n := 0
			if len(args) > 0 {
				k, err := object.ToInt(th, args[0])
				if err != nil {
					return object.Null, err
				}
				n = k
			}
			f := interp.CurrentFrame(th)
			for ; n > 0 && f != nil; n-- {
				f = f.Back()
			}
			if f == nil {
				return object.Null, object.ValueErrorf("call stack is not deep enough")
			}
			return f.Object(), nil
		}},
		{Name: "_getframemodulename", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			n := 0
			if len(args) > 0 {
				n, _ = object.ToInt(th, args[0])
			}
			f := interp.CurrentFrame(th)
			for ; n > 0 && f != nil; n-- {
				f = f.Back()
			}
			if f == nil {
				return object.None, nil
			}
			if name, ok := f.Globals().Lookup("__name__"); ok {
				return name, nil
			}
			return object.None, nil
		}},
		{Name: "getsizeof", Fn: required("getsizeof", 1, func(th *object.Thread, args, kw []Value) (Value, error) { return object.Int(sizeOf(args[0])), nil })},
		{Name: "getrefcount", OneArg: func(th *object.Thread, _, v Value) (Value, error) { return object.Int(2), nil }},
		{Name: "intern", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
			s, ok := object.AsStr(v)
			if !ok {
				return object.Null, object.TypeErrorf("intern() argument must be str, not %s", v.Type().Name)
			}
			return object.InternStr(s).Ref(), nil
		}},
		{Name: "getdefaultencoding", NoArgs: func(*object.Thread, Value) (Value, error) { return object.NewStr("utf-8"), nil }},
		{Name: "getfilesystemencoding", NoArgs: func(*object.Thread, Value) (Value, error) { return object.NewStr("utf-8"), nil }},
		{Name: "getfilesystemencodeerrors", NoArgs: func(*object.Thread, Value) (Value, error) { return object.NewStr("surrogateescape"), nil }},
		{Name: "is_finalizing", NoArgs: func(*object.Thread, Value) (Value, error) { return object.False, nil }},
		{Name: "gettrace", NoArgs: func(th *object.Thread, _ Value) (Value, error) { return trace(th), nil }},
		{Name: "settrace", OneArg: func(th *object.Thread, _, v Value) (Value, error) { setTrace(th, v); return object.None, nil }},
		{Name: "set_int_max_str_digits", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("set_int_max_str_digits", args, kw, "maxdigits")
			if err != nil {
				return object.Null, err
			}
			n, err := object.ToInt(th, a[0])
			if err != nil {
				return object.Null, err
			}
			if n != 0 && n < 640 {
				return object.Null, object.ValueErrorf("maxdigits must be >= 640 or 0 for unlimited")
			}
			object.MaxStrDigits.Store(int64(n))
			return object.None, nil
		}},
		{Name: "get_int_max_str_digits", NoArgs: func(*object.Thread, Value) (Value, error) { return object.Int(object.MaxStrDigits.Load()), nil }},
		{Name: "displayhook", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
			if v.IsNone() {
				return object.None, nil
			}
			builtins.Module(th).Set("_", v)
			s, err := object.Repr(th, v)
			if err != nil {
				return object.Null, err
			}
			_, err = builtins.Print(th, []Value{object.NewStr(s)}, nil)
			return object.None, err
		}},
	})
	m.Set("__displayhook__", m.Get("displayhook"))
	return m
}

func executable() string {
	p, err := os.Executable()
	if err != nil {
		return ""
	}
	return p
}

// ReportUncaught prints the traceback of the exception that ended the program, through sys.excepthook if it was replaced.
func ReportUncaught(th *object.Thread, e *object.Exception) {
	tb := object.None
	if e.Traceback != nil {
		tb = e.Traceback.Ref()
	}
	sysModule(th).Set("last_exc", e.Ref())
	sysModule(th).Set("last_type", e.Type().Ref())
	sysModule(th).Set("last_value", e.Ref())
	sysModule(th).Set("last_traceback", tb)
	hook := sysModule(th).Get("excepthook")
	if !hook.IsNull() && hook != sysModule(th).Get("__excepthook__") {
		_, err := object.Call(th, hook, e.Type().Ref(), e.Ref(), tb)
		if err == nil {
			return
		}
		if failed, ok := err.(*object.Exception); ok {
			writeStderr(th, "Error in sys.excepthook:\n"+interp.FormatException(th, failed)+"\nOriginal exception was:\n")
		}
	}
	showException(th, e)
}

// showException writes an exception to sys.stderr, in colours where a terminal, or who started the program, wants them.
func showException(th *object.Thread, e *object.Exception) {
	stream := sysModule(th).Get("stderr")
	coloured := interp.WantsColour(func() bool {
		answer, err := object.CallMethod(th, stream, "isatty")
		if err != nil {
			return false
		}
		yes, err := object.IsTrue(th, answer)
		return yes && err == nil
	})
	if coloured {
		writeStderr(th, interp.FormatColoured(th, e))
	} else {
		writeStderr(th, interp.FormatException(th, e))
	}
}

// writeStderr writes to sys.stderr, which the program may have replaced or, with None, taken away.
func writeStderr(th *object.Thread, text string) {
	stream := sysModule(th).Get("stderr")
	if out, ok := builtins.AsFile(stream); ok {
		out.WriteText(th, text)
		return
	}
	if stream.IsNull() || stream.IsNone() {
		return
	}
	if _, err := object.CallMethod(th, stream, "write", object.NewStr(text)); err != nil {
		fmt.Fprint(builtins.Diagnostics(th), text)
	}
}

// sizeOf gives CPython's sizes for the common types.
func sizeOf(v Value) int64 {
	if v.IsInt() {
		n := object.BigOf(v).BitLen()
		if n == 0 {
			return 28
		}
		return 24 + int64((n+29)/30)*4
	}
	if s, ok := object.AsStr(v); ok {
		if s.IsASCII() {
			return 41 + int64(len(s.S))
		}
		return 58 + 2*int64(s.Len())
	}
	if l, ok := object.AsList(v); ok {
		return 56 + 8*int64(len(l.Items))
	}
	if t, ok := object.AsTuple(v); ok {
		return 40 + 8*int64(len(t.Items))
	}
	if d, ok := object.AsDict(v); ok {
		if d.Len() == 0 {
			return 64
		}
		return 184
	}
	if v.IsFloat() {
		return 24
	}
	return 48
}

// An exitHandler is a call that atexit keeps for the end of the program.
type exitHandler struct {
	function Value
	args, kw []Value
}

func callExitHandlers(th *object.Thread) error {
	var first error
	s := stateOf.Of(th)
	for len(s.exitHandlers) > 0 {
		h := s.exitHandlers[len(s.exitHandlers)-1]
		s.exitHandlers = s.exitHandlers[:len(s.exitHandlers)-1]
		if _, err := object.CallArgs(th, h.function, h.args, h.kw); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// RunExitHandlers runs what atexit registered, last first, and then __del__ of the instances that are left, which a process that a program has started leaves
// to the system.
func RunExitHandlers(th *object.Thread) error {
	first := callExitHandlers(th)
	if object.HasFinalizers(th) && !interp.MachineOf(th).Started() {
		collect(th)
		finalize(th, true)
	}
	return first
}
