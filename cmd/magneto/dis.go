package main

import (
	"os"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
)

type disCommand struct {
	Script string `arg:"" help:"The script; - for standard input."`
}

func (c *disCommand) Run() error {
	th := newMachine(nil)
	src, err := readScript(c.Script)
	if err != nil {
		return err
	}
	name := c.Script
	if name == "-" {
		name = "<stdin>"
	}
	code, err := interp.CompileSource(th, name, src, syntax.Exec)
	if err != nil {
		return exitError{vm.Report(th, err)}
	}
	_, err = os.Stdout.WriteString(bytecode.Dis(code.Code))
	return err
}
