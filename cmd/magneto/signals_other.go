//go:build !unix

package main

import (
	"os"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// caught are the signals that the process handles itself.
func caught() []os.Signal { return []os.Signal{os.Interrupt} }

// listener has nothing to listen to besides Ctrl-C.
func listener(*object.Thread) func(int, interp.Disposition) { return nil }
