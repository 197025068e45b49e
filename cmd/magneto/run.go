package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

type runCommand struct {
	Execution execution `embed:""`
}

// execution is a program and how it is run.
type execution struct {
	Backend string  `help:"Backend of torch.compile where the script names none." placeholder:"NAME"`
	Stats   bool    `help:"Say at the end how many graphs were compiled, on standard error."`
	Repro   string  `help:"Directory for scripts that show faults of the compiler, where there are any." placeholder:"DIR" type:"path"`
	Seed    *uint64 `help:"What random generators begin with that the script does not seed (default: something else each time)." placeholder:"N"`
	Limits  limits  `embed:""`
	Profile string  `name:"cpu-profile" help:"File for a profile of magneto itself, to be read with go tool pprof." placeholder:"FILE" type:"path"`
	Program program `embed:""`
}

// prepare is the program's, with the options in force; start gives the exit status.
func (e *execution) prepare(th *object.Thread) (start func(*object.Thread) int, err error) {
	run, err := e.Program.prepare(th)
	if err != nil {
		return nil, err
	}
	if e.Backend != "" {
		if err := setBackend(th, e.Backend); err != nil {
			return nil, err
		}
	}
	if e.Repro != "" {
		if err := os.MkdirAll(e.Repro, 0o755); err != nil {
			return nil, usageError{fmt.Sprintf("--repro: %v", err)}
		}
		torch.Context(th).Reproducers = e.Repro
	}
	stop := func() {}
	if e.Profile != "" {
		if stop, err = startProfile(e.Profile); err != nil {
			return nil, err
		}
	}
	return func(th *object.Thread) int {
		defer stop()
		e.Limits.set(th)
		handleSignals(th, false)
		status := run(th)
		if e.Stats {
			fmt.Fprintf(os.Stderr, "magneto: %s compiled\n", count(compiler.Graphs(th), "graph"))
		}
		return status
	}, nil
}

func (c *runCommand) Run() error {
	th := newMachine(c.Execution.Seed)
	start, err := c.Execution.prepare(th)
	if err != nil {
		return err
	}
	if code := start(th); code != exitOK {
		return exitError{code}
	}
	return nil
}

// setBackend makes a backend the default; a name that there is none for is a mistake on the command line.
func setBackend(th *object.Thread, name string) error {
	err := compiler.SetDefaultBackend(th, name)
	var e *object.Exception
	if !errors.As(err, &e) {
		return err
	}
	known, listErr := backends(th)
	if listErr != nil || slices.Contains(known, name) {
		return exitError{vm.Report(th, err)}
	}
	return usageError{fmt.Sprintf("--backend: unknown backend %q (known: %s)", name, strings.Join(known, ", "))}
}

// backends lists the registered backends.
func backends(th *object.Thread) ([]string, error) {
	registry, err := interp.ImportModule(th, "torch._dynamo.backends.registry")
	if err != nil {
		return nil, err
	}
	list, err := object.GetAttr(th, registry, "list_backends")
	if err != nil {
		return nil, err
	}
	values, err := object.Call(th, list, object.NewTuple().Ref())
	if err != nil {
		return nil, err
	}
	items, err := object.ToSlice(th, values)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(items))
	for i, v := range items {
		names[i], _ = object.Text(v)
	}
	return names, nil
}

// count is "1 graph", "2 graphs".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
