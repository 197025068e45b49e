package main

import (
	"fmt"
	"os"

	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm"
)

type runCommand struct {
	Backend string   `help:"Backend of torch.compile where the script names none." placeholder:"NAME"`
	Stats   bool     `help:"Say at the end how many graphs were compiled, on standard error."`
	Script  string   `arg:"" help:"The script."`
	Args    []string `arg:"" optional:"" passthrough:"" help:"Arguments of the script (sys.argv[1:])."`
}

func (c *runCommand) Run() error {
	if name := compiler.UnknownLog(); name != "" {
		return usageError{fmt.Sprintf("TORCH_LOGS: unknown log name %q (known: %s)", name, compiler.LogNames())}
	}
	register()
	if c.Backend != "" {
		if err := compiler.SetDefaultBackend(c.Backend); err != nil {
			return exitError{vm.Report(err)}
		}
	}
	code := vm.Run(c.Script, append([]string{c.Script}, c.Args...))
	if c.Stats {
		fmt.Fprintf(os.Stderr, "magneto: %d graphs compiled\n", compiler.GraphCount)
	}
	if code != exitOK {
		return exitError{code}
	}
	return nil
}

// register makes torch importable.
func register() {
	torch.Register()
	compiler.Register()
}
