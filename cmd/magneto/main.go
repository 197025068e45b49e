// Command magneto runs PyTorch scripts, shows what the compiler made of them,
// and replays test programs.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"github.com/magneto-go/magneto/vm"
)

// Exit statuses, as the README lists them.
const (
	exitOK       = vm.ExitOK
	exitFailed   = vm.ExitError
	exitUsage    = vm.ExitUsage
	exitInternal = vm.ExitInternal
)

// commandLine is the command line; each command's Run returns an exitError for a status other than 0.
type commandLine struct {
	Run     runCommand     `cmd:"" help:"Run a script."`
	Repl    replCommand    `cmd:"" help:"Read statements from the terminal and run them."`
	Inspect inspectCommand `cmd:"" help:"Run a script and show what the compiler did with it."`
	Replay  replayCommand  `cmd:"" help:"Run programs and compare their output with the recorded one (NAME.py against NAME.out)."`
	Dis     disCommand     `cmd:"" help:"List the bytecode of a script."`
}

// exitError ends the process with a status; what there is to say has been said.
type exitError struct{ status int }

func (e exitError) Error() string { return fmt.Sprintf("exit status %d", e.status) }

// usageError is a mistake on the command line.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

func main() {
	var cli commandLine
	parser, err := kong.New(&cli, kong.Name("magneto"), kong.UsageOnError(),
		kong.Description("Runs ordinary PyTorch scripts in one static binary, compiling tensor code as TorchDynamo does."),
		kong.Exit(func(status int) {
			if status != 0 {
				status = exitUsage
			}
			os.Exit(status)
		}))
	if err != nil {
		fmt.Fprintln(os.Stderr, "magneto:", err)
		os.Exit(exitInternal)
	}
	ctx, err := parser.Parse(arguments(parser.Model, os.Args[1:]))
	var parseErr *kong.ParseError
	if len(os.Args) == 1 && errors.As(err, &parseErr) {
		parser.Stdout = os.Stderr
		_ = parseErr.Context.PrintUsage(false)
		os.Exit(exitUsage)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "magneto: %v\nRun 'magneto --help' for usage.\n", err)
		os.Exit(exitUsage)
	}
	os.Exit(status(ctx.Run()))
}

func status(err error) int {
	var exit exitError
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &exit):
		return exit.status
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "magneto: %v\n", err)
		return exitUsage
	}
	fmt.Fprintf(os.Stderr, "magneto: %v\n", err)
	return exitFailed
}
