package main

import (
	"fmt"
	"os"
	"runtime/pprof"
)

// startProfile writes where the process spends its time to a file, as `go tool pprof` reads it, until stop is called.
func startProfile(file string) (stop func(), err error) {
	f, err := os.Create(file)
	if err != nil {
		return nil, usageError{fmt.Sprintf("--cpu-profile: %v", err)}
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		f.Close()
		return nil, err
	}
	return func() {
		pprof.StopCPUProfile()
		f.Close()
	}, nil
}
