package dynamo

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// BreakError is a graph break where none is allowed.
type BreakError struct {
	Unsupported *variables.Unsupported
	Stack       []fxgraph.Line
	Observed    *object.Exception // that the traced code raised, nil for none
}

func (e *BreakError) Error() string { return e.Unsupported.Title }

// BodyError is a function of a higher-order operator that cannot be captured.
type BodyError struct {
	*variables.HigherOrderError
	Stack []fxgraph.Line
}

// RefusedError is what a script calls that it must not call in traced code.
type RefusedError struct {
	*variables.Refused
	Stack  []fxgraph.Line
	Frames []variables.UserFrame
}

// FakeFailure is an operator that failed while tracing and whose error left the frame.
type FakeFailure struct {
	Exception *object.Exception
	Call      string // on tensors without data
	Stack     []fxgraph.Line
	Frames    []variables.UserFrame
}

func (e *FakeFailure) Error() string { return e.Exception.Error() }

// RecompileError reports a forbidden recompile.
type RecompileError struct {
	Stance string // "" for config.error_on_recompile
	Report string
	Code   *object.Code
}

func (e *RecompileError) Error() string { return e.Report }

// LimitError reports a recompile limit under fullgraph or fail_on_recompile_limit_hit.
type LimitError struct{ Reason string }

func (e *LimitError) Error() string { return "Hard failure due to " + e.Reason }

// BackendError is an exception of the backend, or of other code of scripts that runs while a frame is compiled.
type BackendError struct{ Err error }

func (e *BackendError) Error() string { return e.Err.Error() }

// ConstraintError is a contradiction to mark_dynamic.
type ConstraintError struct {
	Text string
	Line guards.UserLine
}

func (e *ConstraintError) Error() string { return e.Text }

// internalError is a fault of the tracer itself. The frame runs untraced, unless a program has asked for the error.
type internalError struct {
	text, stack string
	asked       bool
}

func (e *internalError) Error() string { return e.text }

// StackText is a stack of the user's as errors show it, with marks under the code.
func StackText(th *object.Thread, frames []variables.UserFrame) string {
	var b strings.Builder
	for _, f := range frames {
		fmt.Fprintf(&b, "  File \"%s\", line %d, in %s\n", f.Filename, f.Line.Line, f.Function)
		b.WriteString(interp.SourceWithCarets(th, f.Filename, f.Line.Line, f.Pos))
	}
	return b.String()
}
