package compiler

import (
	"errors"
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// newException makes an exception of a class given by its path; cause is kept as its cause.
func newException(th *object.Thread, path string, cause error, args ...object.Value) error {
	class := attribute(th, path)
	if class.IsNull() {
		return fmt.Errorf("no exception class %s", path)
	}
	v, err := object.Call(th, class, args...)
	if err != nil {
		return err
	}
	exc, ok := object.AsException(v)
	if !ok {
		return fmt.Errorf("%s is no exception class", path)
	}
	if c, ok := cause.(*object.Exception); ok && c != nil {
		exc.Cause = c.Ref()
	}
	return exc
}

// backendFailed is the exception for one that a backend raised.
func backendFailed(th *object.Thread, name string, inner *object.Exception) error {
	err := newException(th, "torch._dynamo.exc.BackendCompilerFailed", inner, object.NewStr(name), inner.Ref())
	exc, ok := err.(*object.Exception)
	if !ok {
		return err
	}
	text := exc.Error() + "\n"
	if !states.Of(th).settings.bool(th, "verbose", false) {
		text += "\n" + footer
	}
	exc.Args = object.NewTuple(object.NewStr(text))
	return exc
}

// Raise makes the Python exception for an error of the compiler.
func (host) Raise(th *object.Thread, err error) error {
	var exc *object.Exception
	var broken *dynamo.BreakError
	var body *dynamo.BodyError
	var fake *dynamo.FakeFailure
	var refused *dynamo.RefusedError
	var recompile *dynamo.RecompileError
	var limit *dynamo.LimitError
	var constraint *dynamo.ConstraintError
	var data *guards.DataDependentError
	var outside *variables.OutOfRange
	switch {
	case errors.As(err, &broken):
		increment(th, "unimplemented", breakText(broken.Unsupported), 1)
		path := "torch._dynamo.exc.Unsupported"
		if broken.Unsupported.Title == variables.UndecidedTitle {
			text := broken.Unsupported.Explanation + "\n" + userCode(th, broken.Unsupported.Stack, broken.Stack)
			return located(th, newException(th, "torch._dynamo.exc.UserError", nil, object.NewStr(text)), nil, broken.Unsupported.Stack, broken.Stack)
		}
		made := newException(th, path, observed(th, broken), object.NewStr(unsupportedText(th, broken.Unsupported, broken.Stack)))
		return located(th, made, broken.Unsupported, broken.Unsupported.Stack, broken.Stack)
	case errors.As(err, &body):
		cause := *body.Cause
		cause.Operator = body.Operator
		increment(th, "unimplemented", breakText(&cause), 1)
		text := unsupportedText(th, &cause, body.Stack)
		if !cause.Unprefixed {
			text = "This higher order operator doesn't work unless it is captured completely with torch.compile. Got graph break/error:\n\n" + text
		}
		return located(th, newException(th, "torch._dynamo.exc.UncapturedHigherOrderOpError", nil, object.NewStr(text)), nil, cause.Stack, body.Stack)
	case errors.As(err, &refused):
		exc := refused.Exception
		return object.NewException(exc.Type(), exc.Error()+"\n"+userCode(th, refused.Frames, refused.Stack))
	case errors.As(err, &fake):
		if typ := fake.Exception.Type(); typ == object.IndexError || typ == object.NotImplementedError { // these keep their class
			return object.NewException(typ, fake.Exception.Error()+"\n"+userCode(th, fake.Frames, fake.Stack))
		}
		call := fake.Call
		if call != "" {
			call += ": "
		}
		if message := fake.Exception.Error(); strings.HasPrefix(message, ops.TwoDevices) {
			called, _, _ := strings.Cut(fake.Call, "(*")
			text := unsupportedText(th, &variables.Unsupported{Title: "Tensor device mismatch", Stack: fake.Frames,
				Context: called, Explanation: message, Hints: []string{"Move inputs, parameters, and buffers to the same device."}}, fake.Stack)
			return located(th, newException(th, "torch._dynamo.exc.TorchRuntimeError", nil, object.NewStr(text)), nil, fake.Frames, fake.Stack)
		}
		text := unsupportedText(th, &variables.Unsupported{Title: "RuntimeError when making fake tensor call", Stack: fake.Frames,
			Explanation: fmt.Sprintf("Dynamo failed to run FX node with fake tensors: %sgot %s(%s)", call, fake.Exception.Type().Name, quoted(th, fake.Exception.Error()))}, fake.Stack)
		return located(th, newException(th, "torch._dynamo.exc.TorchRuntimeError", nil, object.NewStr(text)), nil, fake.Frames, fake.Stack)
	case errors.As(err, &recompile):
		return raiseRecompile(th, recompile)
	case errors.As(err, &limit):
		return newException(th, "torch._dynamo.exc.FailOnRecompileLimitHit", nil, object.NewStr(limit.Error()))
	case errors.As(err, &constraint):
		return newException(th, "torch.fx.experimental.symbolic_shapes.ConstraintViolationError", nil, object.NewStr(constraint.Text))
	case errors.As(err, &outside):
		return newException(th, "torch.fx.experimental.symbolic_shapes.ConstraintViolationError", nil, object.NewStr(outside.Text+"\n"+userCode(th, nil, outside.Stack)))
	case errors.As(err, &data):
		return newException(th, "torch._dynamo.exc.UserError", nil, object.NewStr(data.Error()))
	case errors.As(err, &exc):
		return exc
	}
	return newException(th, "torch._dynamo.exc.InternalTorchDynamoError", nil, object.NewStr(err.Error()))
}

// located gives an exception the stack of the traced code where it arose and, for a break, what kind it is and its text without that stack.
func located(th *object.Thread, err error, u *variables.Unsupported, frames []variables.UserFrame, stack []fxgraph.Line) error {
	exc, ok := err.(*object.Exception)
	if !ok {
		return err
	}
	var rows []object.Value
	for _, f := range frames {
		rows = append(rows, frameRow(f.Line, object.Int(int64(f.Pos.EndLine)), object.Int(int64(f.Pos.Col)), object.Int(int64(f.Pos.EndCol))))
	}
	if len(frames) == 0 {
		for _, l := range stack {
			rows = append(rows, frameRow(l, object.None, object.None, object.None))
		}
	}
	title, text := object.None, object.None
	if u != nil {
		title, text = object.NewStr(u.Title), object.NewStr(breakText(u))
	}
	if _, err := object.Call(th, attribute(th, "torch._dynamo.exc._located"), exc.Ref(), title, text, object.NewList(rows...).Ref()); err != nil {
		return err
	}
	return exc
}

// frameRow is a frame of a stack as torch._dynamo.exc._located takes it.
func frameRow(l fxgraph.Line, position ...object.Value) object.Value {
	return object.NewTuple(append([]object.Value{object.NewStr(l.Filename), object.Int(int64(l.Line)), object.NewStr(l.Function)}, position...)...).Ref()
}

// observed is the exception that stands for the one of traced code which a break is about; nil for other breaks.
func observed(th *object.Thread, broken *dynamo.BreakError) error {
	if broken.Observed == nil {
		return nil
	}
	class, err := object.Call(th, attribute(th, "torch._dynamo.exc.get_dynamo_observed_exception"), broken.Observed.Type().Ref())
	if err != nil {
		return nil
	}
	v, err := object.Call(th, class, object.NewStr(broken.Unsupported.Context))
	exc, ok := object.AsException(v)
	if err != nil || !ok {
		return nil
	}
	return exc
}

func quoted(th *object.Thread, s string) string {
	text, err := object.Repr(th, object.NewStr(s))
	if err != nil {
		return s
	}
	return text
}

func raiseRecompile(th *object.Thread, r *dynamo.RecompileError) error {
	switch r.Stance {
	case "":
		return newException(th, "torch._dynamo.exc.RecompileError", nil, object.NewStr(r.Report))
	case "skip_guard_eval_unsafe":
		return object.RuntimeErrorf("Recompilation triggered with skip_guard_eval_unsafe stance. This usually means that you have not warmed up your model with enough inputs such that you can guarantee no more recompilations.")
	}
	detail := ""
	if i := strings.Index(r.Report, "\n"); i >= 0 && strings.Contains(r.Report[i:], "\n    - ") { // there was code before
		detail = r.Report[i:]
	}
	return object.RuntimeErrorf("Detected recompile when torch.compile stance is '%s'. filename: '%s', function name: '%s', line number: %d%s", r.Stance, r.Code.Filename, r.Code.Name, r.Code.FirstLine, detail)
}

// unsupportedText is the message of an Unsupported exception.
func unsupportedText(th *object.Thread, u *variables.Unsupported, stack []fxgraph.Line) string {
	return breakText(u) + "\n" + userCode(th, u.Stack, stack)
}

// indented is a text whose lines after the first stand under it.
func indented(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines[1:] {
		if strings.TrimSpace(line) != "" {
			lines[i+1] = "    " + line
		}
	}
	return strings.TrimLeft(strings.Join(lines, "\n"), " ")
}

// breakText describes a graph break.
func breakText(u *variables.Unsupported) string {
	var b strings.Builder
	b.WriteString(u.Title + "\n")
	if u.Operator != "" {
		b.WriteString("  Higher Order Operator: " + u.Operator + "\n")
	}
	if u.Operator != "" && u.Explanation == "" { // an exception, or results that do not fit
		return b.String()
	}
	b.WriteString("  Explanation: " + indented(u.Explanation) + "\n")
	hints := u.Hints
	if len(hints) == 0 {
		hints = breakHints[u.Title]
	}
	for _, h := range hints {
		b.WriteString("  Hint: " + indented(h) + "\n")
	}
	if len(hints) == 0 {
		b.WriteString("\n")
	}
	b.WriteString("\n  Developer debug context: " + indented(u.Context) + "\n")
	b.WriteString(registryLink(u.Title))
	return b.String()
}

// userCode is the user's stack as compiler errors show it: with marks where the positions are known.
func userCode(th *object.Thread, frames []variables.UserFrame, stack []fxgraph.Line) string {
	if len(frames)+len(stack) == 0 {
		return "\n" + footer
	}
	return "\nfrom user code:\n " + userStack(th, frames, stack) + "\n" + footer
}

func userStack(th *object.Thread, frames []variables.UserFrame, stack []fxgraph.Line) string {
	if len(frames) == 0 {
		var b strings.Builder
		for _, l := range stack {
			fmt.Fprintf(&b, "  File \"%s\", line %d, in %s\n    %s\n", l.Filename, l.Line, l.Function, l.Code)
		}
		return b.String()
	}
	return dynamo.StackText(th, frames)
}
