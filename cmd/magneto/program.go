package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/object"
)

// program says what to run: a file, standard input, text on the command line, or a module.
type program struct {
	Code   string   `short:"c" help:"Run this text instead of a script." placeholder:"CODE"`
	Module string   `short:"m" help:"Run a module, found as import finds it, instead of a script." placeholder:"MODULE"`
	Script string   `arg:"" optional:"" help:"The script; - for standard input."`
	Warn   []string `short:"W" help:"How to handle warnings: action:message:category:module:lineno, as python -W." placeholder:"FILTER" sep:"none"`
	Args   []string `arg:"" optional:"" passthrough:"" help:"Arguments of the script (sys.argv[1:])."`
}

// name is what reports and tracebacks call the program: a script by its whole path, as in CPython.
func (p *program) name() string {
	switch {
	case p.Code != "":
		return "<string>"
	case p.Module != "":
		return p.Module
	case p.Script == "-":
		return "<stdin>"
	}
	if path, err := filepath.Abs(p.Script); err == nil {
		return path
	}
	return p.Script
}

// shorten writes the script's path in a report as it was given: what is read beside the script need not repeat its folder.
func (p *program) shorten(report []byte) []byte {
	full := p.name()
	if p.Script == "" || full == p.Script || !filepath.IsAbs(full) {
		return report
	}
	return bytes.ReplaceAll(report, []byte(full), []byte(p.Script))
}

// registerLibrary makes torch importable.
func registerLibrary(th *object.Thread) error {
	compiler.Register()
	if name := compiler.UnknownLog(th); name != "" {
		return usageError{fmt.Sprintf("TORCH_LOGS: unknown log name %q (known: %s)", name, compiler.LogNames())}
	}
	return nil
}

// prepare reads the program and checks what can be wrong about it beforehand; start runs it and gives the exit status.
func (p *program) prepare(th *object.Thread) (start func(*object.Thread) int, err error) {
	if err := registerLibrary(th); err != nil {
		return nil, err
	}
	vm.SetWarnings(th, p.Warn)
	args := p.Args
	if p.Code != "" || p.Module != "" {
		if p.Code != "" && p.Module != "" {
			return nil, usageError{"-c and -m exclude each other"}
		}
		if p.Script != "" { // its place is taken: it is the first argument
			args = append([]string{p.Script}, args...)
		}
	}
	if p.Module != "" {
		return func(th *object.Thread) int { return vm.RunModule(th, p.Module, args) }, nil
	}
	argv0, source := p.Script, []byte(p.Code)
	switch {
	case p.Code != "":
		argv0 = "-c"
	case p.Script == "":
		return nil, usageError{"no script given\nRun 'magneto --help' for usage."}
	default:
		if source, err = readScript(p.Script); err != nil {
			return nil, err
		}
	}
	return func(th *object.Thread) int {
		return vm.RunSource(th, p.name(), source, append([]string{argv0}, args...))
	}, nil
}

// readScript is the text of a script, "-" for standard input.
func readScript(path string) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(os.Stdin)
	}
	src, err := os.ReadFile(path)
	if err != nil {
		if cause := errors.Unwrap(err); cause != nil {
			err = cause
		}
		return nil, usageError{fmt.Sprintf("can't open file '%s': %v", path, err)}
	}
	return src, nil
}
