package jit

import (
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// logOf is the log of the passes of a machine: at first of what PYTORCH_JIT_LOG_LEVEL chooses, to the error stream.
func logOf(th *object.Thread) *ir.Log {
	s := states.Of(th)
	if s.log == nil {
		s.log = ir.NewLog(interp.MachineOf(th).Getenv("PYTORCH_JIT_LOG_LEVEL"), func(text string) {
			th := th.Running()
			if sys, err := interp.ImportModule(th, "sys"); err == nil {
				writeLog(th, attr(th, sys, "__stderr__"), text)
			}
		})
	}
	return s.log
}

// setLoggingOption chooses what is told: args[0] is as PYTORCH_JIT_LOG_LEVEL.
func setLoggingOption(th *object.Thread, args, _ []Value) (Value, error) {
	logOf(th).Levels = ir.NewLog(textArg(args[0]), nil).Levels
	return object.None, nil
}

// setLoggingStream chooses the stream that it is told to.
func setLoggingStream(th *object.Thread, args, _ []Value) (Value, error) {
	stream := args[0]
	logOf(th).Write = func(text string) { writeLog(th.Running(), stream, text) }
	return object.None, nil
}

// writeLog writes a text at once. A log that cannot be written changes nothing of the program.
func writeLog(th *object.Thread, stream Value, text string) {
	if _, err := object.CallMethod(th, stream, "write", object.NewStr(text)); err == nil {
		_, _ = object.CallMethod(th, stream, "flush")
	}
}
