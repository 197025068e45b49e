package vm

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/go-python/gpython/py"
	_ "github.com/go-python/gpython/stdlib"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// gpython's interpreter is a second opinion on programs that keep to what it knows. Where the two differ CPython decides;
// what gpython has wrong is listed with the generator (gpython_programs_test.go), which keeps away from it.

// runOurs runs a program with print as emit; an uncaught exception is its last line.
func runOurs(th *object.Thread, src string) (out string, err error) {
	var b strings.Builder
	globals := object.NewDict()
	globals.Put("__name__", object.NewStr("__main__"))
	emit := object.NewModule("emit")
	emit.SetFunc("print", func(th *object.Thread, args, kw []interp.Value) (interp.Value, error) {
		for i, v := range args {
			s, err := object.StrOf(th, v)
			if err != nil {
				return object.Null, err
			}
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(s)
		}
		b.WriteByte('\n')
		return object.None, nil
	})
	globals.Put("print", emit.Get("print"))
	defer interp.Recover(th, &err)
	code, err := interp.CompileSource(th, "<program>", []byte(src), interp.ModeExec)
	if err == nil {
		_, err = interp.RunCode(th, code, globals, object.Null)
	}
	var e *object.Exception
	if errors.As(err, &e) {
		fmt.Fprintln(&b, "uncaught", e.Type().Name)
		err = nil
	}
	return b.String(), err
}

// runGpython is runOurs by gpython. Its own faults may be panics of any kind.
func runGpython(src string) (out string, err error) {
	var b strings.Builder
	defer func() {
		if r := recover(); r != nil {
			out, err = b.String(), fmt.Errorf("panic: %v", r)
		}
	}()
	ctx := py.NewContext(py.DefaultContextOpts())
	defer ctx.Close()
	code, err := py.Compile(src, "<program>", py.ExecMode, 0, true)
	if err != nil {
		return "", err
	}
	globals := py.StringDict{"__name__": py.String("__main__")}
	globals["print"] = py.MustNewMethod("print", func(self py.Object, args py.Tuple) (py.Object, error) {
		for i, v := range args {
			s, err := py.Str(v)
			if err != nil {
				return nil, err
			}
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(string(s.(py.String)))
		}
		b.WriteByte('\n')
		return py.None, nil
	}, 0, "")
	_, err = py.RunCode(ctx, code, "<program>", &py.Module{Globals: globals, Context: ctx})
	var info py.ExceptionInfo
	if errors.As(err, &info) {
		fmt.Fprintln(&b, "uncaught", info.Type.Name)
		err = nil
	}
	return b.String(), err
}

// TestGpythonRunsPrograms runs the test programs by gpython where it can, and compares what it prints with what is
// recorded from CPython, which is what the virtual machine prints too. Why it cannot run the others is counted.
func TestGpythonRunsPrograms(t *testing.T) {
	reasons := map[string][]string{}
	for _, root := range []string{"../testdata", "testdata"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".py") {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			want, err := os.ReadFile(strings.TrimSuffix(path, ".py") + ".out")
			if errors.Is(err, fs.ErrNotExist) { // what other tests run
				return nil
			}
			if err != nil {
				return err
			}
			reason := gpythonReason(string(src), string(want))
			reasons[reason] = append(reasons[reason], filepath.Base(path))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	keys := make([]string, 0, len(reasons))
	for k := range reasons {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		t.Logf("%3d programs %s: %s", len(reasons[k]), k, strings.Join(reasons[k], " "))
	}
}

// gpythonReason tells how far gpython comes with a program.
func gpythonReason(src, want string) string {
	if _, err := syntax.Parse("", []byte(src), syntax.Exec); err != nil {
		return "wrong: " + err.Error()
	}
	got, err := runGpython(src)
	switch {
	case err != nil && strings.Contains(err.Error(), "SyntaxError"):
		return "use newer syntax"
	case err != nil:
		return "make gpython fail: " + strings.SplitN(err.Error(), "\n", 2)[0]
	case got == want:
		return "agree"
	case strings.HasSuffix(got, "uncaught ImportError\n"):
		return "import modules that gpython lacks"
	}
	if i := strings.LastIndex(got, "uncaught "); i >= 0 {
		return "end with an exception in gpython alone: " + strings.TrimSpace(got[i+len("uncaught "):])
	}
	return "differ"
}
