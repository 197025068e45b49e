package jit

import (
	"errors"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// runtime gives running graphs the operators of a machine.
type runtime struct{ th *object.Thread }

// Print writes to sys.stdout of the script.
func (h *runtime) Print(th *object.Thread, text string) error {
	sys, err := interp.ImportModule(th, "sys")
	if err != nil {
		return err
	}
	out, err := object.GetAttr(th, sys, "stdout")
	if err != nil {
		return err
	}
	_, err = object.CallMethod(th, out, "write", object.NewStr(text))
	return err
}

// Poll gives way to interrupts.
func (h *runtime) Poll(th *object.Thread) error { return interp.Poll(th) }

// IsTensor says whether a value is a tensor.
func (h *runtime) IsTensor(v Value) bool {
	_, ok := torch.Unwrap(v)
	return ok
}

// Constant is the value of a constant that is no plain one.
func (h *runtime) Constant(th *object.Thread, c ir.Constant) (Value, error) {
	switch v := c.V.(type) {
	case tensorConst:
		return torch.Wrap(th, v.t), nil
	case generatorConst:
		return torch.FromOps(th, v.g), nil
	case ir.DeviceName:
		return torch.FromOps(th, ops.ParseDevice(string(v))), nil
	case *ir.FunctionConst:
		return object.None, nil
	case ir.EnumConst:
		if t, ok := v.Type.Class.Source.(*object.Type); ok {
			return object.GetAttr(th, t.Ref(), v.Name)
		}
	}
	return object.Null, object.RuntimeErrorf("magneto: a constant of this kind cannot be loaded: %s", c.Text())
}

// Raised is the exception of a failure.
func (h *runtime) Raised(th *object.Thread, f *exec.Failure) error {
	var e *object.Exception
	if !f.Raised && errors.As(f.Cause, &e) && (e.Matches(object.KeyboardInterrupt) || e.Matches(object.SystemExit)) {
		return f.Cause
	}
	text := failureText(th, f)
	if !f.Raised {
		if e != nil && e.Matches(object.NotImplementedError) { // of the kinds of errors of operators the one that the interpreter keeps
			return object.NewException(object.NotImplementedError, text)
		}
		return object.RuntimeErrorf("%s", text)
	}
	t, err := helper(th, "torch.jit", "Error")
	if err != nil {
		return err
	}
	cls, _ := object.AsType(t)
	return object.NewException(cls, text)
}

// failureText is the message of a failure with the calls that led to it.
func failureText(th *object.Thread, f *exec.Failure) string {
	class, msg := f.Class, f.Msg
	var e *object.Exception
	if !f.Raised && errors.As(f.Cause, &e) {
		msg, _ = object.StrOf(th, e.Ref())
	}
	if class == "" || !f.Raised {
		class = "RuntimeError"
	}
	return "The following operation failed in the TorchScript interpreter.\n" + tracebackOf(f.Stack) + class + ": " + msg + "\n"
}

// tracebackOf shows the calls that led to a failure: those of an archive in its text, and then in what that was written from.
func tracebackOf(stack []exec.Frame) string {
	var written, original strings.Builder
	loaded := false
	for i := len(stack) - 1; i >= 0; i-- {
		f := stack[i]
		written.WriteString(highlightFrame(f))
		if s := f.Range.Source; s != nil && s.Origins != nil {
			loaded = true
			f.Range = f.Range.Original()
		}
		original.WriteString(highlightFrame(f))
	}
	if !loaded {
		return "Traceback of TorchScript (most recent call last):\n" + written.String()
	}
	return "Traceback of TorchScript, serialized code (most recent call last):\n" + written.String() +
		"\nTraceback of TorchScript, original code (most recent call last):\n" + original.String()
}

func highlightFrame(f exec.Frame) string {
	text := f.Range.Highlight()
	if text == "" {
		return ""
	}
	if line, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(line, "  File ") {
		return line + ", in " + f.Name + "\n" + rest
	}
	return text
}

// Operator is the implementation of a node on tensors, or of one that needs the machine.
func (h *runtime) Operator(n *ir.Node) exec.Operator {
	if f := exec.Formatters(h, n.Kind); f != nil {
		return f
	}
	if f := tensorFields[n.Kind]; f != nil {
		return f
	}
	if f := cellOperator(n.Kind); f != nil {
		return f
	}
	if f := batchOperator(n); f != nil {
		return f
	}
	switch n.Kind {
	case "prim::TupleConstruct":
		return h.namedTuple(n)
	case "prim::CreateObject":
		t := n.Outputs[0].Type
		return func(th *object.Thread, _ []Value) (Value, error) {
			_, v := exec.NewObject(t)
			return v, nil
		}
	case "prim::isinstance":
		types, _ := n.Attr("types").(ir.Constant).V.(ir.TypeList)
		return func(th *object.Thread, a []Value) (Value, error) {
			for _, t := range types {
				if _, ok := fits(th, a[0], t, false); ok {
					return object.True, nil
				}
			}
			return object.False, nil
		}
	case "prim::Enter":
		return methodCall(n, "__enter__", 0)
	case "prim::Exit":
		return methodCall(n, "__exit__", 3)
	case "prim::EnumName":
		return func(th *object.Thread, a []Value) (Value, error) { return object.GetAttr(th, a[0], "name") }
	case "prim::EnumValue":
		return func(th *object.Thread, a []Value) (Value, error) { return object.GetAttr(th, a[0], "value") }
	case "prim::profile":
		return profileOp(n)
	case "prim::TypeCheck":
		return typeCheck(n)
	case "prim::TensorExprDynamicGuard":
		return dynamicGuard(n)
	case "prim::TensorExprGroup":
		return h.groupOperator(n)
	case "prim::CallFunction":
		return h.fallback(n)
	case "prim::PythonOp":
		return pythonOp(n)
	case "aten::warn":
		return warnOp(n)
	}
	if len(n.Inputs) > 0 && (n.Inputs[0].Type.Kind == ir.TensorKind || n.Inputs[len(n.Inputs)-1].Type.Kind == ir.TensorKind) {
		if f := tensorCasts[n.Kind]; f != nil {
			return f
		}
	}
	if strings.HasPrefix(n.Kind, "aten::") || strings.HasPrefix(n.Kind, "prim::") {
		if f := tensorOperator(n); f != nil {
			return f
		}
		if f := h.libraryOperator(n); f != nil {
			return f
		}
		if _, err := helper(h.th, "torch.jit._operators", "library"); err != nil || torch.Context(h.th).DefinedPacket(n.Kind) == nil {
			return nil
		}
	}
	return customOperator(n)
}

// libraryOperator is an operator that is a method of tensors or a function of the library, nil for others.
func (h *runtime) libraryOperator(n *ir.Node) exec.Operator {
	if !strings.HasPrefix(n.Kind, "aten::") {
		return nil
	}
	named, err := helper(h.th, "torch.jit._methods", "operator_named")
	if err != nil {
		return func(*object.Thread, []Value) (Value, error) { return object.Null, err }
	}
	f, err := object.Call(h.th, named, object.NewStr(strings.TrimPrefix(n.Kind, "aten::")))
	if err != nil || f.IsNone() {
		return nil
	}
	void := len(n.Outputs) == 0
	return func(th *object.Thread, a []Value) (Value, error) {
		out, err := object.Call(th, f, slices.Clone(a)...)
		if err != nil || void {
			return object.None, err
		}
		return out, nil
	}
}

// namedTuple makes the objects of a named tuple, nil where the class is not known.
func (h *runtime) namedTuple(n *ir.Node) exec.Operator {
	t := n.Outputs[0].Type
	cls := states.Of(h.th).tuples[tupleKey(t)]
	if cls == nil {
		return nil
	}
	return func(th *object.Thread, a []Value) (Value, error) {
		return object.NewTupleOf(cls, append([]Value(nil), a...)...), nil
	}
}

func methodCall(n *ir.Node, name string, nones int) exec.Operator {
	m := n.Inputs[0].Type.Class.Method(name)
	return func(th *object.Thread, a []Value) (Value, error) {
		args := []Value{a[0]}
		for range nones {
			args = append(args, object.None)
		}
		return exec.Run(th, m, runtimeOf(th), args)
	}
}
