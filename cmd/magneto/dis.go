package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
)

type disCommand struct {
	Script string `arg:"" help:"The script."`
}

func (c *disCommand) Run() error {
	src, err := os.ReadFile(c.Script)
	if err != nil {
		return usageError{fmt.Sprintf("can't open file '%s': %v", c.Script, errors.Unwrap(err))}
	}
	code, err := interp.CompileSource(c.Script, src, syntax.Exec)
	if err != nil {
		return exitError{vm.Report(err)}
	}
	_, err = os.Stdout.WriteString(bytecode.Dis(code.Code))
	return err
}
