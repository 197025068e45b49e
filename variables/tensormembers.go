package variables

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// Attributes and methods of tensors that tracing has no rule for are read and called on a tensor without data. What is no tensor cannot leave a node of
// the graph, but constants among the attributes are known.

// nonTensor is the break of an operator that gives something else.
func nonTensor(v object.Value, op, target string) error {
	return &Unsupported{Title: "torch.* op returned non-Tensor", Context: fmt.Sprintf("example_value type: %s; op: %s; target: %s", v.Type().ShortName(), op, target),
		Explanation: "torch.* ops that return a non-Tensor cannot be traced into the Dynamo FX graph output"}
}

// sparseHint is the hint of breaks at sparse tensors.
const sparseHint = "Sparse tensor operations are not yet fully supported in torch.compile with fullgraph=True. Consider using fullgraph=False to allow graph breaks, or move sparse tensor creation outside the compiled region."

// sparseMade is the break of an operator that gives a sparse tensor.
func sparseMade(th *object.Thread, v, layout object.Value) error {
	shape, err := object.GetAttr(th, v, "shape")
	if err != nil {
		return err
	}
	return &Unsupported{Title: "Attempted to wrap sparse Tensor with VariableTracker",
		Context:     "sparse tensor with layout=" + guards.ReprOf(th, layout) + ", shape=" + guards.ReprOf(th, shape),
		Explanation: "torch.compile does not support sparse Tensors with VariableTracker",
		Hints:       []string{sparseHint}}
}

// readAttribute reads an attribute of a tensor without data, which is a node of the graph; a method is bound.
func (t *Trace) readAttribute(th *object.Thread, x *Tensor, name string) (Tracker, error) {
	v, err := object.GetAttr(th, t.Host.FromOps(th, x.Fake), name)
	if err != nil {
		return nil, err
	}
	if v.Type().Layout() == object.LayoutBuiltin || v.Type().Layout() == object.LayoutFunction || v.Type() == object.MethodType {
		return &Attribute{Obj: x, Name: name}, nil
	}
	if !IsConstant(v) {
		return nil, nonTensor(v, "call_function", "<built-in function getattr>")
	}
	return t.attributeConstant(th, x, name, v), nil
}

// attributeConstant is an attribute whose value tracing knows; the graph reads it nevertheless.
func (t *Trace) attributeConstant(th *object.Thread, x *Tensor, name string, v object.Value) Tracker {
	target := &fxgraph.Function{Name: "getattr", Qualified: "builtins.getattr", Impl: t.builtin(th, "getattr")}
	t.Graph.Create(fxgraph.CallFunction, target, []any{t.lift(x.Node), name}, nil, "").Meta.Stack = t.stack(th)
	return NewConstant(v)
}

// callMember records the call of a method and calls it on tensors without data.
func (t *Trace) callMember(th *object.Thread, x *Tensor, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	if _, err := object.GetAttr(th, t.Host.FromOps(th, x.Fake), name); err != nil && object.ErrorIs(err, object.AttributeError) {
		return nil, &Unsupported{Title: "Unhandled tensor method",
			Context:     "call_method TensorVariable() " + name + " " + t.DescribeAll(th, args) + " " + t.DescribeKeywords(th, kwargs),
			Explanation: "Tensor method `" + name + "` is not defined on FakeTensor and does not have an explicit handler in TensorVariable.", Hints: []string{Supportable}}
	}
	all := append([]Tracker{x}, args...)
	if err := t.realizeArguments(th, all, kwargs); err != nil {
		return nil, err
	}
	for _, x := range all[1:] {
		if f, ok := x.(*Function); ok {
			return nil, t.inCall(th, missingProxy(f.Kind()), all, kwargs)
		}
	}
	node, err := t.create(th, fxgraph.CallMethod, name, all, kwargs)
	if err != nil {
		return nil, err
	}
	method, err := object.GetAttr(th, t.Host.FromOps(th, x.Fake), name)
	if err != nil {
		_ = t.Graph.Erase(node)
		return nil, err
	}
	result, err := t.onFakes(th, method, all[1:], kwargs)
	if err != nil {
		_ = t.Graph.Erase(node)
		return nil, t.raisedOnFakes(th, err, "call_method "+name, all, kwargs)
	}
	if items, ok := object.AsTuple(result); ok && len(items.Items) > 0 && !slices.ContainsFunc(items.Items, func(v object.Value) bool { return !v.IsSmallInt() }) {
		return t.FromValue(result), nil
	}
	out, err := t.Host.ToOps(th, result)
	if _, tensor := out.(*ops.Fake); err != nil || !tensor {
		_ = t.Graph.Erase(node)
		if layout, err := object.GetAttr(th, result, "layout"); err == nil && result.Type().IsSubtype(t.Host.TensorType(th)) {
			return nil, sparseMade(th, result, layout)
		}
		return nil, nonTensor(result, "call_method", name)
	}
	return t.wrapResult(th, node, nil, out, all)
}

// targetText is the target of a node as errors show it.
func (t *Trace) targetText(th *object.Thread, target any) string {
	switch f := target.(type) {
	case *fxgraph.Function:
		if v, ok := f.Impl.(object.Value); ok {
			return guards.ReprOf(th, v)
		}
	case string:
		return f
	}
	return fmt.Sprint(target)
}

// onFakes calls a function on tensors without data.
func (t *Trace) onFakes(th *object.Thread, fn object.Value, args []Tracker, kwargs []KW) (object.Value, error) {
	context := t.Host.Ops(th)
	mode := context.SetGradEnabled(t.GradMode)
	defer context.SetGradEnabled(mode)
	defer context.SetEnv(context.SetEnv(t.Env()))
	return t.callOn(th, fn, args, kwargs, t.fakeObject)
}

// operatorFailed is the error of an operator that was computed for a call of the program.
func (t *Trace) operatorFailed(th *object.Thread, err error, call string, args ...Tracker) error {
	noted := len(t.FakeErrors)
	err = t.fakeError(err)
	if len(t.FakeErrors) == noted {
		return err
	}
	t.FakeErrors = t.FakeErrors[:noted]
	return t.raisedOnFakes(th, err, call, args, nil)
}

// raisedOnFakes notes that an exception is one of an operator, and of which call.
func (t *Trace) raisedOnFakes(th *object.Thread, err error, call string, args []Tracker, kwargs []KW) error {
	exc, ok := err.(*object.Exception)
	if !ok {
		return err
	}
	if strings.Contains(exc.Error(), ops.ValueUnknown) {
		return itemOfData()
	}
	if text := t.broadcastText(call, args); text != "" && call != "call_method copy_" && strings.HasPrefix(exc.Error(), "The size of tensor a (") {
		exc = object.NewException(object.RuntimeError, text)
	}
	if told := t.fromArguments(th, exc.Error(), args); told != nil {
		exc = told
	}
	exc = reworded(exc, call)
	call += "(*" + t.fakeTexts(th, args) + ", **" + t.fakeKeywords(th, kwargs) + ")"
	if exc.Type() == object.NotImplementedError && !ofKernel.MatchString(exc.Error()) {
		return &Unsupported{Title: "NotImplementedError/UnsupportedFakeTensorException when running FX node",
			Explanation: fmt.Sprintf("Dynamo failed to run FX node with fake tensors: %s: got NotImplementedError(%s)", call, guards.ReprOf(th, object.NewStr(exc.Error())))}
	}
	t.FakeErrors = append(t.FakeErrors, exc)
	if t.FakeCalls == nil {
		t.FakeCalls = map[*object.Exception]string{}
	}
	t.FakeCalls[exc] = call
	return exc
}

// ofKernel is what kernels alone say they have not; PyTorch's tracing does not see it.
var ofKernel = regexp.MustCompile(`" not implemented for '|complex (?:inputs|numbers)`)

// broadcastText is what is wrong with the sizes of tensors that are brought to one shape, as operators on tensors without data word it; "" if nothing is.
func (t *Trace) broadcastText(call string, args []Tracker) string {
	var shapes [][]symbolic.Int
	rank, varying := 0, false
	for _, a := range args {
		ten, ok := t.Peek(a).(*Tensor)
		if !ok {
			continue
		}
		for _, n := range ten.Fake.Sizes {
			_, constant := n.Const()
			varying = varying || !constant
		}
		rank = max(rank, len(ten.Fake.Sizes))
		shapes = append(shapes, ten.Fake.Sizes)
	}
	common := slices.Repeat([]symbolic.Int{symbolic.IntOf(1)}, rank)
	for at, shape := range shapes {
		for i := 1; i <= len(shape); i++ {
			have, want := shape[len(shape)-i], &common[rank-i]
			switch {
			case want.String() == "1":
				*want = have
			case have.String() == "1" || have.String() == want.String():
			case varying && shortArithmetic.MatchString(call):
				return fmt.Sprintf("The size of tensor a (%s) must match the size of tensor b (%s) at non-singleton dimension %d)", t.hinted(*want), t.hinted(have), rank-i)
			default:
				return fmt.Sprintf("Attempting to broadcast a dimension of length %s at -%d! Mismatching argument at index %d had torch.Size([%s]); but expected shape should be broadcastable to [%s]",
					have, i, at, sizesText(shape), sizesText(common))
			}
		}
	}
	return ""
}

// shortArithmetic are the calls for which PyTorch goes a shorter way on tensors without data.
var shortArithmetic = regexp.MustCompile(`^call_(function <built-in (function|method) (add|sub|mul|truediv|div)\b|method (add|sub|mul|div)$)`)

// hinted is a size with the number that it has now, where it is a symbol.
func (t *Trace) hinted(n symbolic.Int) string {
	text := n.String()
	if expr := n.Expr(); expr.Kind == symbolic.Symbol && t.Shapes.HasHint(n) {
		return fmt.Sprintf("%s: hint = %d", text, t.Shapes.Hint(n))
	}
	return text
}

func sizesText(sizes []symbolic.Int) string {
	texts := make([]string, len(sizes))
	for i, n := range sizes {
		texts[i] = n.String()
	}
	return strings.Join(texts, ", ")
}

// fakeTexts is a tuple of arguments as errors show it.
func (t *Trace) fakeTexts(th *object.Thread, args []Tracker) string {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = t.fakeText(th, a)
	}
	if len(texts) == 1 {
		return "(" + texts[0] + ",)"
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

func (t *Trace) fakeKeywords(th *object.Thread, kwargs []KW) string {
	texts := make([]string, len(kwargs))
	for i, kw := range kwargs {
		texts[i] = "'" + kw.Name + "': " + t.fakeText(th, kw.Value)
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

func (t *Trace) fakeText(th *object.Thread, x Tracker) string {
	if c, ok := t.Peek(x).(*Container); ok {
		switch {
		case c.V.Type().IsSubtype(object.TupleType):
			return t.fakeTexts(th, t.Items(th, c))
		case t.ownText(th, c, "repr") != "": // which would run code of the program
			return t.Describe(th, x, false)
		case c.V.Type().IsSubtype(object.ListType):
			text := t.fakeTexts(th, t.Items(th, c))
			return "[" + strings.TrimSuffix(text[1:len(text)-1], ",") + "]"
		}
	}
	if ten, ok := t.Peek(x).(*Tensor); ok {
		text := t.fakeTensorText(th, ten.Fake)
		if t.isParameter(ten) {
			text = "Parameter(" + text + ")"
		}
		return text
	}
	v, err := t.fakeObject(th, x)
	if err != nil {
		return t.Describe(th, x, false)
	}
	return guards.ReprOf(th, v)
}

// fakeTensorText is a tensor without data as PyTorch prints one.
func (t *Trace) fakeTensorText(th *object.Thread, f *ops.Fake) string {
	sizes := make([]string, len(f.Sizes))
	for i, n := range f.Sizes {
		sizes[i] = n.String()
	}
	size := "(" + strings.Join(sizes, ", ") + ")"
	if len(sizes) == 1 {
		size = "(" + sizes[0] + ",)"
	}
	device := ""
	if f.Device.Type != "" && f.Device.Type != "cpu" {
		device = "device='" + f.Device.String() + "', "
	}
	text := "FakeTensor(..., " + device + "size=" + size
	if f.DType != t.Host.Ops(th).DefaultDType() {
		text += ", dtype=" + guards.ReprOf(th, t.Host.FromOps(th, f.DType))
	}
	if n, ok := f.GradFn.(*ops.Node); ok && n != nil {
		text += ", grad_fn=<" + n.Name() + ">"
	} else if f.RequiresGrad {
		text += ", requires_grad=True"
	}
	return text + ")"
}

// Observed makes an error of an operator an exception of the program, since a block of it has seen it. Its text is that of PyTorch's tracing, which knows the call.
func (t *Trace) Observed(th *object.Thread, exc *object.Exception) {
	i := slices.Index(t.FakeErrors, exc)
	if i < 0 || exc.Type() != object.RuntimeError {
		return
	}
	t.FakeErrors = slices.Delete(t.FakeErrors, i, i+1)
	text, err := object.Repr(th, object.NewStr(exc.Error()))
	if call := t.FakeCalls[exc]; call != "" && err == nil {
		exc.Args = object.NewTuple(object.NewStr("Dynamo failed to run FX node with fake tensors: " + call + ": got RuntimeError(" + text + ")"))
	}
}
