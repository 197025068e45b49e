package compiler

import (
	"errors"
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
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

// Raise makes the Python exception for an error of the compiler.
func (host) Raise(th *object.Thread, err error) error {
	var exc *object.Exception
	var broken *dynamo.BreakError
	var body *dynamo.BodyError
	var fake *dynamo.FakeFailure
	var recompile *dynamo.RecompileError
	var limit *dynamo.LimitError
	var constraint *dynamo.ConstraintError
	var data *guards.DataDependentError
	var outside *variables.OutOfRange
	switch {
	case errors.As(err, &broken):
		path := "torch._dynamo.exc.Unsupported"
		if broken.Unsupported.Title == "Could not guard on data-dependent expression" {
			text := broken.Unsupported.Explanation + "\n\n" + userCode(broken.Stack)
			return newException(th, "torch._dynamo.exc.UserError", nil, object.NewStr(text))
		}
		return newException(th, path, nil, object.NewStr(unsupportedText(broken.Unsupported, broken.Stack)))
	case errors.As(err, &body):
		text := unsupportedText(body.Cause, body.Stack)
		if i := strings.Index(text, "\n"); i >= 0 {
			text = text[:i+1] + "  Higher Order Operator: " + body.Operator + text[i:]
		}
		return newException(th, "torch._dynamo.exc.UncapturedHigherOrderOpError", nil,
			object.NewStr("This higher order operator doesn't work unless it is captured completely with torch.compile. Got graph break/error:\n\n"+text))
	case errors.As(err, &fake):
		text := fmt.Sprintf("RuntimeError when making fake tensor call\n  Explanation: Dynamo failed to run FX node with fake tensors: got %s(%s)\n%s", fake.Exception.Type().Name, quoted(th, fake.Exception.Error()), userCode(fake.Stack))
		return newException(th, "torch._dynamo.exc.TorchRuntimeError", fake.Exception, object.NewStr(text))
	case errors.As(err, &recompile):
		return raiseRecompile(th, recompile)
	case errors.As(err, &limit):
		return newException(th, "torch._dynamo.exc.FailOnRecompileLimitHit", nil, object.NewStr(limit.Error()))
	case errors.As(err, &constraint):
		return newException(th, "torch.fx.experimental.symbolic_shapes.ConstraintViolationError", nil, object.NewStr(constraint.Text))
	case errors.As(err, &outside):
		return newException(th, "torch.fx.experimental.symbolic_shapes.ConstraintViolationError", nil, object.NewStr(outside.Text))
	case errors.As(err, &data):
		return newException(th, "torch._dynamo.exc.UserError", nil, object.NewStr(data.Error()))
	case errors.As(err, &exc):
		return exc
	}
	return newException(th, "torch._dynamo.exc.InternalTorchDynamoError", nil, object.NewStr(err.Error()))
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
	if i := strings.Index(r.Report, "\n"); i >= 0 {
		detail = r.Report[i:]
	}
	return object.RuntimeErrorf("Detected recompile when torch.compile stance is '%s'. filename: '%s', function name: '%s', line number: %d%s", r.Stance, r.Code.Filename, r.Code.Name, r.Code.FirstLine, detail)
}

// unsupportedText is the message of an Unsupported exception.
func unsupportedText(u *variables.Unsupported, stack []fxgraph.Line) string {
	var b strings.Builder
	b.WriteString(u.Title + "\n")
	b.WriteString("  Explanation: " + u.Explanation + "\n")
	for _, h := range u.Hints {
		b.WriteString("  Hint: " + h + "\n")
	}
	b.WriteString("\n  Developer debug context: " + u.Context + "\n\n")
	b.WriteString(userCode(stack))
	return b.String()
}

// userCode is the user's stack as compiler errors show it.
func userCode(stack []fxgraph.Line) string {
	var b strings.Builder
	b.WriteString("\nfrom user code:\n")
	for _, l := range stack {
		fmt.Fprintf(&b, "   File \"%s\", line %d, in %s\n    %s\n", l.Filename, l.Line, l.Function, l.Code)
	}
	b.WriteString("\nFor more developer context, set TORCH_LOGS=\"+dynamo\"\n")
	return b.String()
}
