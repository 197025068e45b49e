package stdlib

import (
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// statResultType is os.stat_result: ten numbers, the times among them without fractions, and attributes.
func statResultType() *object.Type {
	fields := []string{"st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size"}
	var get []object.GetsetDef
	for i, name := range fields {
		get = append(get, object.GetsetDef{Name: name, Get: func(th *object.Thread, v Value) (Value, error) { t, _ := object.AsTuple(v); return t.Items[i], nil }})
	}
	return object.NewType("stat_result", "os", object.TupleType, object.Spec{Getset: get, HasDict: true, NoNew: true, Slots: object.Slots{
		Repr: func(th *object.Thread, v Value) (Value, error) {
			t, _ := object.AsTuple(v)
			var parts []string
			for i, name := range append(fields, "st_atime", "st_mtime", "st_ctime") {
				s, err := object.Repr(th, t.Items[i])
				if err != nil {
					return object.Null, err
				}
				parts = append(parts, name+"="+s)
			}
			return object.NewStr("os.stat_result(" + strings.Join(parts, ", ") + ")"), nil
		}}})
}

// pathOrFd is a path, or an open file's descriptor.
func pathOrFd(th *object.Thread, v Value) (path string, fd int, err error) {
	if v.IsInt() {
		fd, err = object.ToInt(th, v)
		return "", fd, err
	}
	path, err = builtins.PathOf(th, v)
	if err != nil && object.ErrorIs(err, object.TypeError) {
		err = object.TypeErrorf("stat: path should be string, bytes, os.PathLike or integer, not %s", v.Type().Name)
	}
	if err == nil && strings.IndexByte(path, 0) >= 0 {
		err = object.ValueErrorf("embedded null byte")
	}
	return path, -1, err
}

// call wraps a system call: its arguments by name, its error with the file name of the first ones.
func call(name string, params []string, f func(th *object.Thread, a []Value) (Value, error)) object.Method {
	return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		a, err := object.Args(name, args, kw, params...)
		if err != nil {
			return object.Null, err
		}
		return f(th, a)
	}}
}

// failedOr is v, or the OSError for err.
func failedOr(th *object.Thread, err error, v Value) (Value, error) {
	if err != nil {
		return object.Null, builtins.OSError(th, err, "")
	}
	return v, nil
}

func failed(th *object.Thread, err error, path string) (Value, error) {
	if err != nil {
		return object.Null, builtins.OSError(th, err, path)
	}
	return object.None, nil
}

// failed2 is the outcome of a call on two paths, which are both in the message.
func failed2(th *object.Thread, err error, from, to string) (Value, error) {
	if err == nil {
		return object.None, nil
	}
	e := builtins.OSError(th, err, from)
	if x, ok := e.(*object.Exception); ok {
		x.SetAttr(th, "filename2", object.NewStr(to))
	}
	return object.Null, e
}

func twoPaths(th *object.Thread, a []Value) (string, string, error) {
	from, err := builtins.PathOf(th, a[0])
	if err != nil {
		return "", "", err
	}
	to, err := builtins.PathOf(th, a[1])
	return from, to, err
}

// posixCalls are the system calls on files.
func posixCalls() []object.Method {
	stat := func(follow bool) func(th *object.Thread, a []Value) (Value, error) {
		return func(th *object.Thread, a []Value) (Value, error) {
			path, fd, err := pathOrFd(th, a[0])
			if err != nil {
				return object.Null, err
			}
			if len(a) > 1 && !a[1].IsNull() {
				if follow, err = object.IsTrue(th, a[1]); err != nil {
					return object.Null, err
				}
			}
			builtins.FlushFiles(th)
			var st syscall.Stat_t
			switch {
			case fd >= 0:
				err = syscall.Fstat(fd, &st)
			case follow:
				err = syscall.Stat(path, &st)
			default:
				err = syscall.Lstat(path, &st)
			}
			if err != nil {
				return object.Null, builtins.OSError(th, err, path)
			}
			return statResult(&st), nil
		}
	}
	move := func(name string, f func(from, to string) error) object.Method {
		return call(name, []string{"src", "dst"}, func(th *object.Thread, a []Value) (Value, error) {
			from, to, err := twoPaths(th, a)
			if err != nil {
				return object.Null, err
			}
			return failed2(th, f(from, to), from, to)
		})
	}
	number := func(name string, f func() int) object.Method {
		return object.Method{Name: name, NoArgs: func(*object.Thread, Value) (Value, error) { return object.Int(int64(f())), nil }}
	}
	return []object.Method{
		{Name: "stat", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("stat", args, kw, "path", "*", "|", "follow_symlinks", "dir_fd")
			if err != nil {
				return object.Null, err
			}
			return stat(true)(th, a[:2])
		}},
		call("lstat", []string{"path"}, func(th *object.Thread, a []Value) (Value, error) { return stat(false)(th, a[:1]) }),
		call("fstat", []string{"fd"}, func(th *object.Thread, a []Value) (Value, error) { return stat(true)(th, a[:1]) }),
		move("_rename", syscall.Rename), move("_replace", syscall.Rename),
		// Links of symbolic links are made to these either way, as Linux's link does.
		call("link", []string{"src", "dst", "*", "|", "src_dir_fd", "dst_dir_fd", "follow_symlinks"}, func(th *object.Thread, a []Value) (Value, error) {
			from, to, err := twoPaths(th, a)
			if err != nil {
				return object.Null, err
			}
			for _, fd := range a[2:4] {
				if fd != object.Null && !fd.IsNone() {
					return object.Null, object.NotImplementedErrorf("link: src_dir_fd and dst_dir_fd unavailable on this platform")
				}
			}
			return failed2(th, syscall.Link(from, to), from, to)
		}),
		call("symlink", []string{"src", "dst", "|", "target_is_directory"}, func(th *object.Thread, a []Value) (Value, error) {
			from, to, err := twoPaths(th, a)
			if err != nil {
				return object.Null, err
			}
			return failed2(th, syscall.Symlink(from, to), from, to)
		}),
		call("readlink", []string{"path"}, func(th *object.Thread, a []Value) (Value, error) {
			path, err := builtins.PathOf(th, a[0])
			if err != nil {
				return object.Null, err
			}
			target, err := os.Readlink(path)
			if err != nil {
				return object.Null, builtins.OSError(th, err, path)
			}
			if _, ok := object.AsBytes(a[0]); ok {
				return object.NewBytes([]byte(target)), nil
			}
			return object.NewStr(target), nil
		}),
		call("mkdir", []string{"path", "|", "mode"}, func(th *object.Thread, a []Value) (Value, error) {
			path, err := builtins.PathOf(th, a[0])
			if err != nil {
				return object.Null, err
			}
			mode, err := intOr(th, a[1], 0o777)
			if err != nil {
				return object.Null, err
			}
			return failed(th, syscall.Mkdir(path, uint32(mode)), path)
		}),
		call("chmod", []string{"path", "mode", "*", "|", "dir_fd", "follow_symlinks"}, func(th *object.Thread, a []Value) (Value, error) {
			path, fd, err := pathOrFd(th, a[0])
			if err != nil {
				return object.Null, err
			}
			mode, err := object.ToInt(th, a[1])
			if err != nil {
				return object.Null, err
			}
			if a[2] != object.Null && !a[2].IsNone() {
				return object.Null, object.NotImplementedErrorf("chmod: dir_fd unavailable on this platform")
			}
			if a[3] != object.Null {
				follow, err := object.IsTrue(th, a[3])
				if err != nil {
					return object.Null, err
				}
				if info, err := os.Lstat(path); !follow && err == nil && info.Mode()&os.ModeSymlink != 0 {
					return object.Null, object.NotImplementedErrorf("chmod: follow_symlinks unavailable on this platform")
				}
			}
			if fd >= 0 {
				return failed(th, syscall.Fchmod(fd, uint32(mode)), "")
			}
			return failed(th, syscall.Chmod(path, uint32(mode)), path)
		}),
		call("access", []string{"path", "mode"}, func(th *object.Thread, a []Value) (Value, error) {
			path, err := builtins.PathOf(th, a[0])
			if err != nil {
				return object.Null, err
			}
			mode, err := object.ToInt(th, a[1])
			return object.Bool(err == nil && access(path, uint32(mode)) == nil), err
		}),
		call("_utime", []string{"path", "atime_ns", "mtime_ns"}, func(th *object.Thread, a []Value) (Value, error) {
			path, err := builtins.PathOf(th, a[0])
			if err != nil {
				return object.Null, err
			}
			if a[1].IsNone() {
				return failed(th, os.Chtimes(path, time.Now(), time.Now()), path)
			}
			access, err := object.ToInt(th, a[1])
			if err != nil {
				return object.Null, err
			}
			modified, err := object.ToInt(th, a[2])
			if err != nil {
				return object.Null, err
			}
			return failed(th, os.Chtimes(path, time.Unix(0, int64(access)), time.Unix(0, int64(modified))), path)
		}),
		call("umask", []string{"mask"}, func(th *object.Thread, a []Value) (Value, error) {
			mask, err := object.ToInt(th, a[0])
			if err != nil {
				return object.Null, err
			}
			return object.Int(int64(syscall.Umask(mask))), nil
		}),
		call("open", []string{"path", "flags", "|", "mode"}, func(th *object.Thread, a []Value) (Value, error) {
			path, err := builtins.PathOf(th, a[0])
			if err != nil {
				return object.Null, err
			}
			flags, err := object.ToInt(th, a[1])
			if err != nil {
				return object.Null, err
			}
			mode, err := intOr(th, a[2], 0o777)
			if err != nil {
				return object.Null, err
			}
			fd, err := syscall.Open(path, flags|syscall.O_CLOEXEC, uint32(mode))
			if err != nil {
				return object.Null, builtins.OSError(th, err, path)
			}
			return object.Int(int64(fd)), nil
		}),
		call("close", []string{"fd"}, func(th *object.Thread, a []Value) (Value, error) {
			fd, err := object.ToInt(th, a[0])
			if err != nil {
				return object.Null, err
			}
			return failed(th, syscall.Close(fd), "")
		}),
		call("read", []string{"fd", "length"}, func(th *object.Thread, a []Value) (Value, error) {
			fd, err := object.ToInt(th, a[0])
			if err != nil {
				return object.Null, err
			}
			n, err := object.ToInt(th, a[1])
			if err != nil {
				return object.Null, err
			}
			b := make([]byte, min(max(n, 0), 1<<28))
			if n, err = syscall.Read(fd, b); err != nil {
				return object.Null, builtins.OSError(th, err, "")
			}
			return object.NewBytes(b[:n]), nil
		}),
		call("write", []string{"fd", "data"}, func(th *object.Thread, a []Value) (Value, error) {
			fd, err := object.ToInt(th, a[0])
			if err != nil {
				return object.Null, err
			}
			b, err := object.BytesOf(a[1])
			if err != nil {
				return object.Null, err
			}
			n, err := syscall.Write(fd, b)
			if err != nil {
				return object.Null, builtins.OSError(th, err, "")
			}
			return object.Int(int64(n)), nil
		}),
		call("lseek", []string{"fd", "position", "whence"}, func(th *object.Thread, a []Value) (Value, error) {
			var n [3]int
			for i := range n {
				var err error
				if n[i], err = object.ToInt(th, a[i]); err != nil {
					return object.Null, err
				}
			}
			at, err := syscall.Seek(n[0], int64(n[1]), n[2])
			if err != nil {
				return object.Null, builtins.OSError(th, err, "")
			}
			return object.Int(at), nil
		}),
		call("fsync", []string{"fd"}, func(th *object.Thread, a []Value) (Value, error) {
			v := a[0]
			if f, ok := builtins.OSFile(v); ok {
				return failed(th, f.Sync(), "")
			}
			fd, err := object.ToInt(th, v)
			if err != nil {
				return object.Null, err
			}
			return failed(th, syscall.Fsync(fd), "")
		}),
		call("truncate", []string{"path", "length"}, func(th *object.Thread, a []Value) (Value, error) {
			path, fd, err := pathOrFd(th, a[0])
			if err != nil {
				return object.Null, err
			}
			n, err := object.ToInt(th, a[1])
			if err != nil {
				return object.Null, err
			}
			if fd >= 0 {
				return failed(th, syscall.Ftruncate(fd, int64(n)), "")
			}
			return failed(th, syscall.Truncate(path, int64(n)), path)
		}),
		call("isatty", []string{"fd"}, func(th *object.Thread, a []Value) (Value, error) {
			fd, err := object.ToInt(th, a[0])
			if err != nil {
				return object.Null, err
			}
			var st syscall.Stat_t
			return object.Bool(syscall.Fstat(fd, &st) == nil && st.Mode&syscall.S_IFMT == syscall.S_IFCHR && st.Rdev>>8 != 1), nil
		}),
		{Name: "pipe", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
			var fds [2]int
			if err := pipe(fds[:]); err != nil {
				return object.Null, builtins.OSError(th, err, "")
			}
			return object.NewTuple(object.Int(int64(fds[0])), object.Int(int64(fds[1]))).Ref(), nil
		}},
		call("dup", []string{"fd"}, func(th *object.Thread, a []Value) (Value, error) {
			fd, err := object.ToInt(th, a[0])
			if err != nil {
				return object.Null, err
			}
			fd, err = syscall.Dup(fd)
			return failedOr(th, err, object.Int(int64(fd)))
		}),
		call("dup2", []string{"fd", "fd2", "|", "inheritable"}, func(th *object.Thread, a []Value) (Value, error) {
			from, err := object.ToInt(th, a[0])
			if err != nil {
				return object.Null, err
			}
			to, err := object.ToInt(th, a[1])
			if err != nil {
				return object.Null, err
			}
			keep := true
			if !a[2].IsNull() {
				if keep, err = object.IsTrue(th, a[2]); err != nil {
					return object.Null, err
				}
			}
			if from != to {
				err = redirect(from, to, keep)
			}
			return failedOr(th, err, object.Int(int64(to)))
		}),
		call("strerror", []string{"code"}, func(th *object.Thread, a []Value) (Value, error) {
			code, err := object.ToInt(th, a[0])
			if err != nil {
				return object.Null, err
			}
			text := syscall.Errno(code).Error()
			if strings.HasPrefix(text, "errno ") {
				text = "Unknown error " + text[6:]
			}
			return object.NewStr(strings.ToUpper(text[:1]) + text[1:]), nil
		}),
		call("_statvfs", []string{"path"}, func(th *object.Thread, a []Value) (Value, error) {
			path, err := builtins.PathOf(th, a[0])
			if err != nil {
				return object.Null, err
			}
			st, err := fileSystem(path)
			if err != nil {
				return object.Null, builtins.OSError(th, err, path)
			}
			return object.NewTuple(object.Int(st[0]), object.Int(st[1]), object.Int(st[2]), object.Int(st[3])).Ref(), nil
		}),
		{Name: "_uname", NoArgs: func(*object.Thread, Value) (Value, error) {
			read := func(name string) Value {
				b, _ := os.ReadFile("/proc/sys/kernel/" + name)
				return object.NewStr(strings.TrimSpace(string(b)))
			}
			host, _ := os.Hostname()
			return object.NewTuple(read("ostype"), object.NewStr(host), read("osrelease"), read("version"), object.NewStr(machineName())).Ref(), nil
		}},
		number("getuid", os.Getuid), number("geteuid", os.Geteuid), number("getgid", os.Getgid), number("getegid", os.Getegid),
		{Name: "_scandir", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
			path, err := builtins.PathOf(th, v)
			if err != nil {
				return object.Null, err
			}
			entries, err := interp.MachineOf(th).ReadDir(path)
			if err != nil {
				return object.Null, builtins.OSError(th, err, path)
			}
			l := object.NewList()
			for _, e := range entries {
				kind := int64(0)
				switch {
				case e.Type()&os.ModeSymlink != 0:
					kind = 3
				case e.IsDir():
					kind = 2
				case e.Type().IsRegular():
					kind = 1
				}
				l.Items = append(l.Items, object.NewTuple(object.NewStr(e.Name()), object.Int(kind)).Ref())
			}
			return l.Ref(), nil
		}},
	}
}

// machineName is the architecture as uname tells it.
func machineName() string {
	if name, ok := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]; ok {
		return name
	}
	return runtime.GOARCH
}
