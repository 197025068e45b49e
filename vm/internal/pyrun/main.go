// Command pyrun runs a Python file on the VM alone, for tests of the VM without the torch library.
package main

import (
	"fmt"
	"os"

	"github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
)

func main() {
	th := interp.NewMachine().Main()
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: pyrun FILE.py [ARG ...]")
		os.Exit(2)
	}
	os.Exit(vm.Run(th, os.Args[1], os.Args[1:]))
}
