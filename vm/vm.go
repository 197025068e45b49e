// Package vm puts the interpreter, the builtins and the standard library together and runs scripts.
//
// It is a part of this module; package magneto is for use from outside.
package vm

import (
	"errors"
	"fmt"
	"os"

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
func Run(th *object.Thread, file string, argv []string) int {
	src, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintf(builtins.Diagnostics(th), "magneto: can't open file '%s': %v\n", file, errors.Unwrap(err))
		return ExitUsage
	}
	return RunSource(th, file, src, argv)
}

// RunSource runs the text of a script, as Run does; name stands for the file in tracebacks, "<stdin>" for instance.
func RunSource(th *object.Thread, name string, src []byte, argv []string) int {
	stdlib.SetArgv(th, argv)
	return Report(th, interp.RunMain(th, name, src))
}

// RunModule runs a module that is found as import finds it; sys.argv is its file and args.
func RunModule(th *object.Thread, name string, args []string) int {
	found := false
	err := interp.RunModule(th, name, func(file string) {
		found = true
		stdlib.SetArgv(th, append([]string{file}, args...))
	})
	if e, ok := err.(*object.Exception); ok && !found && e.Matches(object.ModuleNotFoundError) {
		text, _ := object.StrOf(th, e.Ref())
		fmt.Fprintln(builtins.Diagnostics(th), "magneto:", text)
		return ExitError
	}
	return Report(th, err)
}

// Report prints what ended the program, runs the exit handlers, flushes the streams, and gives the exit status.
func Report(th *object.Thread, err error) int {
	var limit *interp.LimitError
	if errors.As(err, &limit) {
		return reportLimit(th, limit)
	}
	var exit *interp.ExitError
	if errors.As(err, &exit) {
		return exit.Status
	}
	status := report(th, err)
	if err := stdlib.JoinThreads(th); errors.As(err, &limit) {
		return reportLimit(th, limit)
	} else if errors.As(err, &exit) {
		return exit.Status
	} else if err != nil {
		status = report(th, err)
	}
	if e := stdlib.RunExitHandlers(th); e != nil {
		report(th, e)
	}
	if err := builtins.Shutdown(th); err != nil {
		if status == ExitOK {
			status = 120
		}
		if !object.ErrorIs(err, object.BrokenPipeError) {
			fmt.Fprintln(builtins.Diagnostics(th), err)
		}
	}
	return status
}

// reportLimit ends a program that has hit a limit: what it has written is written, its exit handlers do not run.
func reportLimit(th *object.Thread, e *interp.LimitError) int {
	_ = builtins.Shutdown(th)
	fmt.Fprintln(builtins.Diagnostics(th), "magneto:", e)
	return ExitLimit
}

// SetWarnings gives the filters of warnings (as of python -W) to the program that is run next, behind those of PYTHONWARNINGS.
func SetWarnings(th *object.Thread, filters []string) { stdlib.SetWarnings(th, filters) }

// SetLimits bounds the program that is run next. A program that does not end by itself when it hits a limit, in a function of the
// library, is reported, and exit has to end the process.
func SetLimits(th *object.Thread, l interp.Limits, exit func(status int)) {
	interp.SetLimits(th, l, func(e *interp.LimitError) { exit(reportLimit(th, e)) })
}

func report(th *object.Thread, err error) int {
	if err == nil {
		return ExitOK
	}
	if e, ok := err.(*object.Exception); ok {
		if e.Matches(object.SystemExit) {
			return exitStatus(th, e)
		}
		builtins.Stdout(th).Flush(th)
		stdlib.ReportUncaught(th, e)
		if e.Matches(object.KeyboardInterrupt) {
			return 130
		}
		return ExitError
	}
	builtins.Stdout(th).Flush(th)
	fmt.Fprintln(builtins.Diagnostics(th), "magneto:", err)
	var in *interp.InternalError
	if errors.As(err, &in) && os.Getenv("MAGNETO_DEBUG") != "" {
		fmt.Fprintln(builtins.Diagnostics(th), in.Stack)
	}
	return ExitInternal
}

func exitStatus(th *object.Thread, e *object.Exception) int {
	code, err := object.GetAttr(th, e.Ref(), "code")
	if err != nil || code.IsNone() {
		return ExitOK
	}
	if i, ok := code.AsInt(); ok {
		return int(i) & 0xff
	}
	s, _ := object.StrOf(th, code)
	builtins.Stdout(th).Flush(th)
	fmt.Fprintln(builtins.Diagnostics(th), s)
	return ExitError
}
