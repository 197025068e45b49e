//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// caught are the signals that the process handles itself.
func caught() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGPIPE} }

// listener makes signals of the process reach the program once it has functions for them. Ctrl-C is left to handleSignals.
func listener(th *object.Thread) func(number int, d interp.Disposition) {
	var arriving chan os.Signal
	return func(number int, d interp.Disposition) {
		s := syscall.Signal(number)
		if s == syscall.SIGINT || s == syscall.SIGPIPE {
			return
		}
		switch d {
		case interp.SignalDefault:
			signal.Reset(s)
		case interp.SignalIgnored:
			signal.Ignore(s)
		case interp.SignalHandled:
			if arriving == nil {
				arriving = make(chan os.Signal, 16)
				go func() {
					for s := range arriving {
						if number, ok := s.(syscall.Signal); ok {
							interp.Deliver(th, int(number))
						}
					}
				}()
			}
			signal.Notify(arriving, s)
		}
	}
}
