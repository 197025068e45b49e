package main

import (
	"os"
	"runtime/pprof"

	"github.com/magneto-go/magneto/vm"
)

func main() {
	f, _ := os.Create(os.Getenv("PROF"))
	pprof.StartCPUProfile(f)
	code := vm.Run(os.Args[1], os.Args[1:])
	pprof.StopCPUProfile()
	f.Close()
	os.Exit(code)
}
