package jit

import (
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// traceCall is a call of a scripted function while a trace is taken: it becomes a node of the trace.
func traceCall(th *object.Thread, f *ir.Function, args []Value) (Value, bool, error) {
	return object.Null, false, nil
}

// traceFunctions are what the Python side calls for tracing.
func traceFunctions() map[string]object.CallFunc { return nil }

// tracing says whether a trace is being taken.
func tracing(*object.Thread) bool { return false }
