package interp

import (
	"fmt"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/magneto-go/magneto/frontend/compile"
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

// ExitError ends a program at once: no handler, finally clause or exit handler of its own runs.
type ExitError struct{ Status int }

func (e *ExitError) Error() string { return fmt.Sprintf("exit status %d", e.Status) }

// moduleRun stands for the file of a program that is a module: it is known when the module has been found.
const moduleRun = "<module>"

// MainModule makes a fresh __main__ for a script and puts its folder on sys.path, the current one where the program
// comes from no file ("<stdin>") or is a module.
func MainModule(th *object.Thread, file string) *object.Module {
	m := object.NewModule("__main__")
	m.Set("__builtins__", MachineOf(th).Builtins.Ref())
	switch {
	case file == moduleRun:
		dir, _ := MachineOf(th).Getwd() // "" is the current folder, too
		MachineOf(th).Path.Items = append([]Value{object.NewStr(dir)}, MachineOf(th).Path.Items...)
	case strings.HasPrefix(file, "<"):
		MachineOf(th).Path.Items = append([]Value{object.NewStr("")}, MachineOf(th).Path.Items...)
	case file != "":
		m.Set("__file__", object.NewStr(file))
		dir := MachineOf(th).Abs(filepath.Dir(file))
		MachineOf(th).Path.Items = append([]Value{object.NewStr(dir)}, MachineOf(th).Path.Items...)
		if beside := filepath.Join(dir, "site-packages"); isFolder(th, beside) {
			MachineOf(th).Path.Items = append(MachineOf(th).Path.Items, object.NewStr(beside))
		}
	}
	MachineOf(th).Modules.Put("__main__", m.Ref())
	return m
}

func isFolder(th *object.Thread, name string) bool {
	st, err := MachineOf(th).Stat(name)
	return err == nil && st.IsDir()
}

// RunMain compiles and runs a script as __main__. A panic of ours comes back as an *InternalError.
func RunMain(th *object.Thread, file string, src []byte) (err error) {
	defer Recover(th, &err)
	return runMain(th, MainModule(th, file), file, src)
}

// RunIn compiles and runs a text in a module that exists. A panic of ours comes back as an *InternalError.
func RunIn(th *object.Thread, m *object.Module, file string, src []byte) (err error) {
	defer Recover(th, &err)
	return runMain(th, m, file, src)
}

func runMain(th *object.Thread, m *object.Module, file string, src []byte) error {
	startSweeping(th)
	source := ""
	if !isFile(th, file) {
		source = string(src)
	}
	if file != "<stdin>" { // as in CPython, whose standard input cannot be read again
		RememberSource(th, file, string(src))
	}
	code, err := compileText(th, file, src, ModeExec, source, compile.Options{})
	if err != nil {
		return err
	}
	_, err = RunCode(th, code, m.Dict(), object.Null)
	return err
}

// RunModule finds a module, or the __main__ of a package, as import does and runs it as __main__. The file is known to
// found before the module runs.
func RunModule(th *object.Thread, name string, found func(file string)) (err error) {
	defer Recover(th, &err)
	m := MainModule(th, moduleRun)
	file, src, isPackage, err := moduleSource(th, name)
	if isPackage && err == nil {
		name += ".__main__"
		if file, src, _, err = moduleSource(th, name); err == nil && src == nil {
			return moduleNotFound(th, "No module named "+name, name)
		}
	}
	if err != nil {
		return err
	}
	if src == nil {
		return moduleNotFound(th, "No module named "+name, name)
	}
	found(file)
	m.Set("__file__", object.NewStr(file))
	m.Set("__package__", object.NewStr(name[:max(strings.LastIndexByte(name, '.'), 0)]))
	return runMain(th, m, file, src)
}

// moduleSource is the text of a module; nil where there is none in Python. The packages around it are imported.
func moduleSource(th *object.Thread, name string) (file string, src []byte, isPackage bool, err error) {
	parent := object.Null
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		if parent, err = ImportModule(th, name[:i]); err != nil {
			return "", nil, false, err
		}
	}
	_, err = findModule(th, name, parent, func(f string, text []byte, dir string, pkg bool) (Value, error) {
		file, src, isPackage = f, text, pkg
		return object.None, nil
	})
	return file, src, isPackage, err
}

// Recover, deferred, turns a panic into an *InternalError.
func Recover(th *object.Thread, err *error) {
	if r := recover(); r != nil {
		e := &InternalError{Reason: r, Stack: string(debug.Stack())}
		if f := of(th).current; f != nil && f.code != nil {
			e.File, e.Line, e.Func = f.code.Filename, f.Line(), f.code.Name
		}
		*err = e
	}
}

// displayHook is sys.displayhook, which shows the values of interactive statements.
func displayHook(th *object.Thread) (Value, error) {
	if m, ok := MachineOf(th).Modules.Lookup("sys"); ok && m.Dict() != nil {
		if hook, ok := m.Dict().Lookup("displayhook"); ok {
			return hook, nil
		}
	}
	return object.Null, object.Raisef(object.RuntimeError, "lost sys.displayhook")
}
