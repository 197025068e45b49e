// Command magneto runs PyTorch scripts, shows what the compiler made of them,
// and replays test programs.
//
//go:generate sh -c "cd ../.. && go run ./internal/pgo"
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/stdlib"
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

	Completion completionCommand `cmd:"" help:"Print the completions of the command line for a shell."`

	Version versionFlag `help:"Print the version."`
}

// versionFlag is --version.
type versionFlag bool

// BeforeReset prints the version instead of doing anything else.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	fmt.Fprintln(app.Stdout, version())
	app.Exit(exitOK)
	return nil
}

// version tells what the binary is, and what of PyTorch and Python it follows.
func version() string {
	own := "(development)"
	if info, ok := debug.ReadBuildInfo(); ok && strings.HasPrefix(info.Main.Version, "v") {
		own = info.Main.Version
	}
	return fmt.Sprintf("magneto %s (PyTorch %s, Python %s)", own, torch.Version, stdlib.PythonVersion)
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
	args := arguments(parser.Model, os.Args[1:])
	if err := checkCommand(parser.Model, args); err != nil {
		os.Exit(status(err))
	}
	ctx, err := parser.Parse(args)
	var parseErr *kong.ParseError
	if len(os.Args) == 1 && errors.As(err, &parseErr) {
		parser.Stdout = os.Stderr
		_ = parseErr.Context.PrintUsage(false)
		os.Exit(exitUsage)
	}
	if err != nil {
		complain(fmt.Sprintf("%v\nRun 'magneto --help' for usage.", err))
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
		complain(err.Error())
		return exitUsage
	}
	complain(err.Error())
	return exitFailed
}

// complain writes an error of the command itself.
func complain(text string) {
	fmt.Fprintf(os.Stderr, "%s %s\n", paint(os.Stderr).in(alarm, "magneto:"), text)
}
