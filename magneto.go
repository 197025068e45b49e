// Package magneto runs PyTorch scripts inside a Go program: a [Machine] is an interpreter of Python with torch, and what it traces
// becomes a [Graph] that compiles to machine code which any number of goroutines call.
//
// This package is the one that is meant for other modules; the folders of this module are its parts, whose interfaces follow its
// needs and change without notice.
//
//	m, err := magneto.New(magneto.Config{})
//	err = m.Run(ctx, "model.py", source)
//	f, _ := m.Global("f")
//	x, err := magneto.NewTensor([]float32{1, 2, 3}, 3)
//	y, err := m.Call(ctx, f, x)
//
// Machines have nothing in common that programs can change. A machine and its values belong to one goroutine at a time; different
// machines may run at once.
package magneto

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/compiler"
	_ "github.com/magneto-go/magneto/vm" // the standard library
	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
	"github.com/magneto-go/magneto/vm/stdlib"
)

// Version is the version of PyTorch whose behaviour programs see.
const Version = torch.Version

// Config says what a machine is to see and what it may use. What is zero is as the process has it, or without a bound.
type Config struct {
	Args           []string  // sys.argv
	Env            []string  // the environment variables, as os.Environ gives them; nil for those of the process
	Stdin          io.Reader // nil for the stream of the process, as for the next two
	Stdout, Stderr io.Writer
	FS             fs.FS   // the files that programs import and open, and do not change; nil for those of the system
	Logs           string  // what TORCH_LOGS would say: names of logs with commas between
	Seed           *uint64 // what random generators begin with that programs do not seed themselves; nil for something else each time
	Limits         Limits
}

// Limits bound what a machine's programs may use, all together. A program that hits one ends with a *[LimitError]. One that is in
// a function of the library then ends when that returns.
type Limits struct {
	Memory int64         // bytes that are live in the process
	Time   time.Duration // from New on; for a single call use its context
	Steps  int64         // calls of functions, and jumps back to the start of a loop
}

// Machine is an interpreter with the modules, settings, random numbers and compiled code of one program.
type Machine struct {
	th   *object.Thread
	main *object.Module // __main__, nil before the first Run
}

// New makes a machine. It fails if the configuration names a log that there is none of.
func New(c Config) (*Machine, error) {
	compiler.Register()
	env := c.Env
	if c.Logs != "" {
		if env == nil {
			env = os.Environ()
		}
		env = append(env[:len(env):len(env)], "TORCH_LOGS="+c.Logs)
	}
	world := interp.World{Stdin: c.Stdin, Stdout: c.Stdout, Stderr: c.Stderr, Env: env, FS: c.FS}
	if c.Seed != nil {
		world.Seeds = interp.NewSeeds(*c.Seed)
	}
	th := interp.NewMachineIn(world).Main()
	if name := compiler.UnknownLog(th); name != "" {
		return nil, fmt.Errorf("unknown log %q (known: %s)", name, compiler.LogNames())
	}
	args := c.Args
	if args == nil {
		args = []string{""}
	}
	stdlib.SetArgv(th, args)
	if c.Limits != (Limits{}) {
		interp.SetLimits(th, interp.Limits(c.Limits), func(*LimitError) {})
	}
	return &Machine{th: th}, nil
}

// Run runs the text of a program as __main__; what it leaves there stays for the next run. Tracebacks call it name: the path of a
// file, beside which the first program also finds its modules, or a name like "<input>".
//
// An exception that the program does not handle is an *[Error], sys.exit an *[ExitError]. When ctx is done the program ends, without
// running handlers of its own, and the error wraps that of ctx.
func (m *Machine) Run(ctx context.Context, name, source string) error {
	return m.do(ctx, func(th *object.Thread) error {
		if m.main == nil {
			m.main = interp.MainModule(th, name)
		}
		return interp.RunIn(th, m.main, name, []byte(source))
	})
}

// Global is a variable of __main__; false if there is none.
func (m *Machine) Global(name string) (Value, bool) {
	if m.main == nil {
		return Value{}, false
	}
	v, ok := m.main.Dict().Lookup(name)
	return m.value(v), ok
}

// SetGlobal sets a variable of __main__ for the next run, to what [Machine.Value] makes of v.
func (m *Machine) SetGlobal(name string, v any) error {
	x, err := m.Value(v)
	if err != nil {
		return err
	}
	if m.main == nil {
		m.main = interp.MainModule(m.th, "")
	}
	m.main.Set(name, x.v)
	return nil
}

// Import imports a module, as the statement does, and gives it. A name with dots gives the innermost.
func (m *Machine) Import(ctx context.Context, name string) (Value, error) {
	var v object.Value
	err := m.do(ctx, func(th *object.Thread) (err error) {
		v, err = interp.ImportModule(th, name)
		return err
	})
	return m.value(v), err
}

// Call calls a Python function, or whatever can be called, with what [Machine.Value] makes of args.
func (m *Machine) Call(ctx context.Context, fn Value, args ...any) (Value, error) {
	values, err := m.values(args)
	if err != nil {
		return Value{}, err
	}
	var v object.Value
	err = m.do(ctx, func(th *object.Thread) (err error) {
		v, err = object.CallArgs(th, fn.v, values, nil)
		return err
	})
	return m.value(v), err
}

// Close runs what the program has registered to run at its end, waits for its threads, and writes what is buffered. The machine is
// not used afterwards.
func (m *Machine) Close() error {
	return m.do(context.Background(), func(th *object.Thread) error {
		if err := stdlib.JoinThreads(th); err != nil {
			return err
		}
		if err := stdlib.RunExitHandlers(th); err != nil {
			return err
		}
		return builtins.Shutdown(th)
	})
}

// do runs f, until ctx is done, and writes what is buffered.
func (m *Machine) do(ctx context.Context, f func(th *object.Thread) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { interp.Stop(m.th, context.Cause(ctx)) })
	err := interp.Sheltered(m.th, f)
	if !stop() {
		interp.Resume(m.th)
	}
	builtins.Stdout(m.th).Flush(m.th)
	builtins.Stderr(m.th).Flush(m.th)
	return m.failure(err)
}
