//go:build !unix

package main

import "os"

// caught are the signals that the process handles itself.
func caught() []os.Signal { return []os.Signal{os.Interrupt} }
