package interp

import (
	"fmt"
	"path/filepath"
	"runtime/debug"

	"github.com/magneto-go/magneto/vm/object"
)

// InternalError is a panic inside the VM, with the position in the script where it happened.
type InternalError struct {
	Reason any
	File   string
	Line   int
	Func   string
	Stack  string // of Go, for a bug report
}

func (e *InternalError) Error() string {
	if e.File == "" {
		return fmt.Sprintf("internal error: %v", e.Reason)
	}
	return fmt.Sprintf("internal error: %v\n  while running %s, line %d, in %s", e.Reason, e.File, e.Line, e.Func)
}

// MainModule makes a fresh __main__ for a script and puts its folder on sys.path.
func MainModule(file string) *object.Module {
	m := object.NewModule("__main__")
	m.Set("__builtins__", Builtins.Ref())
	if file != "" {
		m.Set("__file__", object.NewStr(file))
		dir := filepath.Dir(file)
		if abs, err := filepath.Abs(dir); err == nil {
			dir = abs
		}
		Path.Items = append([]Value{object.NewStr(dir)}, Path.Items...)
	}
	Modules.Put("__main__", m.Ref())
	return m
}

// RunMain compiles and runs a script as __main__. A panic of ours comes back as an *InternalError.
func RunMain(file string, src []byte) (err error) {
	debug.SetMaxStack(2 << 30)
	debug.SetGCPercent(400) // programs are short and machines large: trade memory for time
	m := MainModule(file)
	defer Recover(&err)
	code, err := CompileSource(file, src, ModeExec)
	if err != nil {
		return err
	}
	_, err = RunCode(code, m.Dict(), object.Null)
	return err
}

// Recover, deferred, turns a panic into an *InternalError.
func Recover(err *error) {
	if r := recover(); r != nil {
		e := &InternalError{Reason: r, Stack: string(debug.Stack())}
		if f := current; f != nil && f.code != nil {
			e.File, e.Line, e.Func = f.code.Filename, f.Line(), f.code.Name
		}
		*err = e
	}
}
