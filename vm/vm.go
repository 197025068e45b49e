// Package vm puts the interpreter, the builtins and the standard library together and runs scripts.
package vm

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
	"github.com/magneto-go/magneto/vm/stdlib"
)

// Exit statuses of Run.
const (
	ExitOK       = 0
	ExitError    = 1   // an uncaught exception
	ExitUsage    = 2   // the script cannot be read
	ExitInternal = 70  // a fault of ours
	ExitLimit    = 124 // a limit of the run was hit
)

// Run runs a script as __main__ with sys.argv = argv and returns the process's exit status.
func Run(file string, argv []string) int {
	src, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintf(os.Stderr, "magneto: can't open file '%s': %v\n", file, errors.Unwrap(err))
		return ExitUsage
	}
	return RunSource(file, src, argv)
}

// RunSource runs the text of a script, as Run does; name stands for the file in tracebacks, "<stdin>" for instance.
func RunSource(name string, src []byte, argv []string) int {
	stdlib.SetArgv(argv)
	handleSignals(false)
	return Report(interp.RunMain(name, src))
}

// RunModule runs a module that is found as import finds it; sys.argv is its file and args.
func RunModule(name string, args []string) int {
	handleSignals(false)
	found := false
	err := interp.RunModule(name, func(file string) {
		found = true
		stdlib.SetArgv(append([]string{file}, args...))
	})
	if e, ok := err.(*object.Exception); ok && !found && e.Matches(object.ModuleNotFoundError) {
		text, _ := object.StrOf(e.Ref())
		fmt.Fprintln(os.Stderr, "magneto:", text)
		return ExitError
	}
	return Report(err)
}

// handleSignals makes Ctrl-C a KeyboardInterrupt, at the second time the end of the process unless the program is an
// interactive session, and lets writes to a closed pipe fail instead of killing the process.
func handleSignals(session bool) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGPIPE)
	go func() {
		interrupted := false
		for s := range signals {
			if s != os.Interrupt {
				continue
			}
			if interrupted && !session {
				os.Exit(130)
			}
			interrupted = true
			interp.Interrupt()
		}
	}()
}

// Report prints what ended the program, runs the exit handlers, flushes the streams, and gives the exit status.
func Report(err error) int {
	var limit *interp.LimitError
	if errors.As(err, &limit) {
		return reportLimit(limit)
	}
	status := report(err)
	if err := stdlib.JoinThreads(); errors.As(err, &limit) {
		return reportLimit(limit)
	} else if err != nil {
		status = report(err)
	}
	if e := stdlib.RunExitHandlers(); e != nil {
		report(e)
	}
	if err := builtins.Shutdown(); err != nil {
		if status == ExitOK {
			status = 120
		}
		if !object.ErrorIs(err, object.BrokenPipeError) {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	return status
}

// reportLimit ends a program that has hit a limit: what it has written is written, its exit handlers do not run.
func reportLimit(e *interp.LimitError) int {
	_ = builtins.Shutdown()
	fmt.Fprintln(os.Stderr, "magneto:", e)
	return ExitLimit
}

// SetWarnings gives the filters of warnings (as of python -W) to the program that is run next, behind those of PYTHONWARNINGS.
func SetWarnings(filters []string) { stdlib.SetWarnings(filters) }

// SetLimits bounds the program that is run next.
func SetLimits(l interp.Limits) {
	interp.SetLimits(l, func(e *interp.LimitError) { os.Exit(reportLimit(e)) })
}

func report(err error) int {
	if err == nil {
		return ExitOK
	}
	if e, ok := err.(*object.Exception); ok {
		if e.Matches(object.SystemExit) {
			return exitStatus(e)
		}
		builtins.Stdout.Flush()
		stdlib.ReportUncaught(e)
		if e.Matches(object.KeyboardInterrupt) {
			return 130
		}
		return ExitError
	}
	builtins.Stdout.Flush()
	fmt.Fprintln(os.Stderr, "magneto:", err)
	var in *interp.InternalError
	if errors.As(err, &in) && os.Getenv("MAGNETO_DEBUG") != "" {
		fmt.Fprintln(os.Stderr, in.Stack)
	}
	return ExitInternal
}

func exitStatus(e *object.Exception) int {
	code, err := object.GetAttr(e.Ref(), "code")
	if err != nil || code.IsNone() {
		return ExitOK
	}
	if i, ok := code.AsInt(); ok {
		return int(i) & 0xff
	}
	s, _ := object.StrOf(code)
	builtins.Stdout.Flush()
	fmt.Fprintln(os.Stderr, s)
	return ExitError
}
