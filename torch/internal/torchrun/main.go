// Command torchrun runs a script on the virtual machine with the torch module, without the compiler.
package main

import (
	"fmt"
	"os"

	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
)

func main() {
	th := interp.NewMachine().Main()
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "run" {
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Fprintln(os.Stderr, "usage: torchrun [run] FILE.py [ARG ...]")
		os.Exit(2)
	}
	torch.Register(th)
	os.Exit(vm.Run(th, args[0], args))
}
