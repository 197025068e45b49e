package stdlib

import (
	"io/fs"
	"syscall"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// ownFiles are the functions of module posix for machines that have files of their own (interp.World.FS): what looks at files
// asks those, and what changes any is refused.
func ownFiles() []object.Method {
	stat := func(name string) object.Method {
		return call(name, []string{"path", "*", "|", "dir_fd", "follow_symlinks"}, func(th *object.Thread, a []Value) (Value, error) {
			path, err := builtins.PathOf(th, a[0])
			if err != nil {
				return object.Null, err
			}
			info, err := interp.MachineOf(th).Stat(path)
			if err != nil {
				return object.Null, builtins.OSError(th, err, path)
			}
			return statResult(statOf(info)), nil
		})
	}
	methods := []object.Method{
		stat("stat"), stat("lstat"),
		call("access", []string{"path", "mode"}, func(th *object.Thread, a []Value) (Value, error) {
			path, err := builtins.PathOf(th, a[0])
			if err != nil {
				return object.Null, err
			}
			mode, err := object.ToInt(th, a[1])
			if err != nil {
				return object.Null, err
			}
			info, err := interp.MachineOf(th).Stat(path)
			return object.Bool(err == nil && mode&2 == 0 && (mode&1 == 0 || info.IsDir())), nil
		}),
	}
	refuse := func(name string, why syscall.Errno) {
		methods = append(methods, object.Method{Name: name, Fn: func(th *object.Thread, args, _ []Value) (Value, error) {
			path := ""
			if len(args) > 0 {
				path, _ = builtins.PathOf(th, args[0])
			}
			return object.Null, builtins.OSError(th, why, path)
		}})
	}
	for _, name := range []string{"_rename", "_replace", "link", "symlink", "mkdir", "chmod", "_utime", "truncate", "remove", "unlink", "rmdir"} {
		refuse(name, syscall.EROFS)
	}
	refuse("readlink", syscall.EINVAL)
	for _, name := range []string{"chdir", "open", "_statvfs"} {
		refuse(name, syscall.EPERM)
	}
	return methods
}

// statOf is what the system would tell of a file that cannot be written.
func statOf(info fs.FileInfo) *syscall.Stat_t {
	st := &syscall.Stat_t{Mode: syscall.S_IFREG | 0o444, Nlink: 1, Size: info.Size()}
	if info.IsDir() {
		st.Mode = syscall.S_IFDIR | 0o555
	}
	setFileTimes(st, syscall.NsecToTimespec(info.ModTime().UnixNano()))
	return st
}
