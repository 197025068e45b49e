package stdlib

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

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

// splitPath is os.path.split: the part before the last slash, without its trailing slashes, and the rest.
func splitPath(p string) (head, tail string) {
	i := strings.LastIndexByte(p, '/') + 1
	head, tail = p[:i], p[i:]
	if t := strings.TrimRight(head, "/"); t != "" {
		head = t
	}
	return
}

func splitExt(p string) (root, ext string) {
	base := strings.LastIndexByte(p, '/') + 1
	i := strings.LastIndexByte(p, '.')
	if i <= base {
		return p, ""
	}
	if strings.Trim(p[base:i], ".") == "" {
		return p, ""
	}
	return p[:i], p[i:]
}

func normPath(p string) string {
	if p == "" {
		return "."
	}
	c := filepath.Clean(p)
	if strings.HasPrefix(p, "//") && !strings.HasPrefix(p, "///") {
		return "/" + c
	}
	return c
}

func absPath(p string) string {
	a, err := filepath.Abs(p)
	if err != nil {
		return p
	}
	return a
}

func expandUser(p string) string {
	if p == "~" || strings.HasPrefix(p, "~/") {
		if h, err := os.UserHomeDir(); err == nil {
			return h + p[1:]
		}
	}
	return p
}

var statType *object.Type

func statResult(st fs.FileInfo) Value {
	mode := int64(st.Mode().Perm())
	switch {
	case st.IsDir():
		mode |= 0o040000
	case st.Mode()&fs.ModeSymlink != 0:
		mode |= 0o120000
	default:
		mode |= 0o100000
	}
	t := object.Float(float64(st.ModTime().UnixNano()) / 1e9)
	return object.NewTupleOf(statType, object.Int(mode), object.Int(0), object.Int(0), object.Int(1), object.Int(0), object.Int(0), object.Int(st.Size()), t, t, t)
}

func pathModule() *object.Module {
	m := object.NewModule("posixpath")
	m.Set("sep", object.NewStr("/"))
	m.Set("pathsep", object.NewStr(":"))
	m.Set("curdir", object.NewStr("."))
	m.Set("pardir", object.NewStr(".."))
	m.Set("extsep", object.NewStr("."))
	m.Set("altsep", object.None)
	m.Set("devnull", object.NewStr("/dev/null"))
	m.Set("defpath", object.NewStr("/bin:/usr/bin"))
	stat := func(f func(st fs.FileInfo) bool, lstat bool) func(string) (Value, error) {
		return func(p string) (Value, error) {
			st, err := os.Stat(p)
			if lstat {
				st, err = os.Lstat(p)
			}
			return object.Bool(err == nil && f(st)), nil
		}
	}
	pair := func(f func(string) (string, string)) func(string) (Value, error) {
		return func(p string) (Value, error) {
			a, b := f(p)
			return object.NewTuple(object.NewStr(a), object.NewStr(b)).Ref(), nil
		}
	}
	object.AddFuncs(m, []object.Method{
		pathFn("basename", func(p string) (Value, error) { return str(p[strings.LastIndexByte(p, '/')+1:]) }),
		pathFn("dirname", func(p string) (Value, error) { h, _ := splitPath(p); return str(h) }),
		pathFn("split", pair(splitPath)), pathFn("splitext", pair(splitExt)),
		pathFn("splitdrive", pair(func(p string) (string, string) { return "", p })),
		pathFn("normpath", func(p string) (Value, error) { return str(normPath(p)) }),
		pathFn("normcase", func(p string) (Value, error) { return str(p) }),
		pathFn("abspath", func(p string) (Value, error) { return str(absPath(p)) }),
		pathFn("realpath", func(p string) (Value, error) {
			if r, err := filepath.EvalSymlinks(absPath(p)); err == nil {
				return str(r)
			}
			return str(absPath(p))
		}),
		pathFn("expanduser", func(p string) (Value, error) { return str(expandUser(p)) }),
		pathFn("expandvars", func(p string) (Value, error) {
			return str(os.Expand(p, func(n string) string {
				if v, ok := os.LookupEnv(n); ok {
					return v
				}
				return "$" + n
			}))
		}),
		pathFn("isabs", func(p string) (Value, error) { return object.Bool(strings.HasPrefix(p, "/")), nil }),
		pathFn("exists", stat(func(fs.FileInfo) bool { return true }, false)),
		pathFn("lexists", stat(func(fs.FileInfo) bool { return true }, true)),
		pathFn("isfile", stat(func(st fs.FileInfo) bool { return st.Mode().IsRegular() }, false)),
		pathFn("isdir", stat(func(st fs.FileInfo) bool { return st.IsDir() }, false)),
		pathFn("islink", stat(func(st fs.FileInfo) bool { return st.Mode()&fs.ModeSymlink != 0 }, true)),
		pathFn("getsize", func(p string) (Value, error) {
			st, err := os.Stat(p)
			if err != nil {
				return object.Null, builtins.OSError(err, p)
			}
			return object.Int(st.Size()), nil
		}),
		pathFn("getmtime", func(p string) (Value, error) {
			st, err := os.Stat(p)
			if err != nil {
				return object.Null, builtins.OSError(err, p)
			}
			return object.Float(float64(st.ModTime().UnixNano()) / 1e9), nil
		}),
		{Name: "join", Fn: func(args, kw []Value) (Value, error) {
			out := ""
			for i, a := range args {
				p, err := builtins.PathOf(a)
				if err != nil {
					return object.Null, err
				}
				switch {
				case i == 0 || strings.HasPrefix(p, "/"):
					out = p
				case out == "" || strings.HasSuffix(out, "/"):
					out += p
				default:
					out += "/" + p
				}
			}
			return str(out)
		}},
		{Name: "relpath", Fn: func(args, kw []Value) (Value, error) {
			p, err := builtins.PathOf(args[0])
			if err != nil {
				return object.Null, err
			}
			base := "."
			if len(args) > 1 {
				if base, err = builtins.PathOf(args[1]); err != nil {
					return object.Null, err
				}
			}
			r, err := filepath.Rel(absPath(base), absPath(p))
			if err != nil {
				return object.Null, object.ValueErrorf("%v", err)
			}
			return str(r)
		}},
		{Name: "commonprefix", OneArg: func(_, v Value) (Value, error) {
			items, err := object.ToSlice(v)
			if err != nil || len(items) == 0 {
				return object.NewStr(""), err
			}
			first, _ := object.Text(items[0])
			for _, x := range items[1:] {
				s, _ := object.Text(x)
				for !strings.HasPrefix(s, first) {
					first = first[:len(first)-1]
				}
			}
			return str(first)
		}},
		{Name: "samefile", Fn: func(args, kw []Value) (Value, error) {
			p, _ := builtins.PathOf(args[0])
			q, _ := builtins.PathOf(args[1])
			a, err := os.Stat(p)
			if err != nil {
				return object.Null, builtins.OSError(err, p)
			}
			b, err := os.Stat(q)
			if err != nil {
				return object.Null, builtins.OSError(err, q)
			}
			return object.Bool(os.SameFile(a, b)), nil
		}},
	})
	return m
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
	interp.RegisterNative("os", func() *object.Module {
		m := object.NewModule("os")
		path := pathModule()
		m.Set("path", path.Ref())
		interp.Modules.Put("os.path", path.Ref())
		interp.Modules.Put("posixpath", path.Ref())
		for _, n := range []string{"sep", "pathsep", "curdir", "pardir", "extsep", "altsep", "devnull"} {
			m.Set(n, path.Get(n))
		}
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
		m.Set("environ", env.Ref())
		statType = structSeqType("os.stat_result", []string{"st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime", "st_ctime"})
		m.Set("stat_result", statType.Ref())
		pathLike := object.NewType("PathLike", "os", nil, object.Spec{Class: []object.Method{object.ClassGetItem}})
		m.SetType(pathLike)
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
			{Name: "putenv", Fn: func(args, kw []Value) (Value, error) { return object.None, object.SetItem(env.Ref(), args[0], args[1]) }},
			{Name: "fspath", OneArg: func(_, v Value) (Value, error) {
				if _, ok := object.AsBytes(v); ok {
					return v, nil
				}
				p, err := builtins.PathOf(v)
				return object.NewStr(p), err
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
			change("remove", os.Remove), change("unlink", os.Remove), change("rmdir", os.Remove), change("chdir", os.Chdir),
			change("mkdir", func(p string) error { return os.Mkdir(p, 0o777) }),
			{Name: "makedirs", Fn: func(args, kw []Value) (Value, error) {
				a, err := object.Args("makedirs", args, kw, "name", "|", "mode", "exist_ok")
				if err != nil {
					return object.Null, err
				}
				p, err := builtins.PathOf(a[0])
				if err != nil {
					return object.Null, err
				}
				ok := !a[2].IsNull() && a[2] == object.True
				if st, err := os.Stat(p); err == nil && (!ok || !st.IsDir()) {
					return object.Null, object.NewOSError(17, "File exists", p)
				}
				if err := os.MkdirAll(p, 0o777); err != nil {
					return object.Null, builtins.OSError(err, p)
				}
				return object.None, nil
			}},
			{Name: "rename", Fn: func(args, kw []Value) (Value, error) { return rename(args) }},
			{Name: "replace", Fn: func(args, kw []Value) (Value, error) { return rename(args) }},
			pathFn("stat", func(p string) (Value, error) {
				st, err := os.Stat(p)
				if err != nil {
					return object.Null, builtins.OSError(err, p)
				}
				return statResult(st), nil
			}),
			{Name: "access", Fn: func(args, kw []Value) (Value, error) {
				p, err := builtins.PathOf(args[0])
				if err != nil {
					return object.Null, err
				}
				_, err = os.Stat(p)
				return object.Bool(err == nil), nil
			}},
			{Name: "walk", Fn: walk},
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
			{Name: "utime", Fn: func(args, kw []Value) (Value, error) {
				p, err := builtins.PathOf(args[0])
				if err == nil {
					err = os.Chtimes(p, time.Now(), time.Now())
				}
				return object.None, err
			}},
		})
		return m
	})
}

func rename(args []Value) (Value, error) {
	if len(args) < 2 {
		return object.Null, object.TypeErrorf("rename() missing required argument 'dst' (pos 2)")
	}
	from, err := builtins.PathOf(args[0])
	if err != nil {
		return object.Null, err
	}
	to, err := builtins.PathOf(args[1])
	if err != nil {
		return object.Null, err
	}
	if err := os.Rename(from, to); err != nil {
		return object.Null, builtins.OSError(err, from)
	}
	return object.None, nil
}

// walk is os.walk from the top down, made at once.
func walk(args, kw []Value) (Value, error) {
	top, err := builtins.PathOf(args[0])
	if err != nil {
		return object.Null, err
	}
	var out []Value
	var visit func(dir string)
	visit = func(dir string) {
		list, err := os.ReadDir(dir)
		if err != nil {
			return
		}
		var dirs, files []string
		for _, e := range list {
			if e.IsDir() {
				dirs = append(dirs, e.Name())
			} else {
				files = append(files, e.Name())
			}
		}
		out = append(out, object.NewTuple(object.NewStr(dir), object.StrList(dirs), object.StrList(files)).Ref())
		for _, d := range dirs {
			visit(strings.TrimSuffix(dir, "/") + "/" + d)
		}
	}
	visit(top)
	return object.Iter(object.NewList(out...).Ref())
}
