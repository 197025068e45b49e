package jit

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
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

// tensorCasts are operators that make plain values of tensors, and of plain values too.
var tensorCasts map[string]exec.Operator

// tensorFields are the operators that ask something of a tensor, and others that no operator of the table stands for.
var tensorFields map[string]exec.Operator

func init() {
	ask := func(f func(t *tensor.Tensor) Value) exec.Operator {
		return func(th *object.Thread, a []Value) (Value, error) {
			t, ok := torch.Unwrap(a[0])
			if !ok {
				return object.Null, object.RuntimeErrorf("expected a Tensor but found %s", a[0].Type().Name)
			}
			return f(t), nil
		}
	}
	get := func(name string) exec.Operator {
		return func(th *object.Thread, a []Value) (Value, error) { return object.GetAttr(th, a[0], name) }
	}
	method := func(name string) exec.Operator {
		return func(th *object.Thread, a []Value) (Value, error) { return object.CallMethod(th, a[0], name) }
	}
	never := ask(func(*tensor.Tensor) Value { return object.False })
	number := func(th *object.Thread, a []Value) (Value, error) {
		return object.CallMethod(th, a[0], "item")
	}
	tensorCasts = map[string]exec.Operator{
		"aten::Bool": func(th *object.Thread, a []Value) (Value, error) {
			b, err := object.IsTrue(th, a[0])
			return object.Bool(b), err
		},
		"aten::Int": castTo(object.IntType), "aten::Float": castTo(object.FloatType), "aten::Complex": castToComplex,
		"aten::len": func(th *object.Thread, a []Value) (Value, error) {
			n, err := object.Len(th, a[0])
			return object.Int(int64(n)), err
		},
		"aten::__is__":    func(th *object.Thread, a []Value) (Value, error) { return object.Bool(a[0] == a[1]), nil },
		"aten::__isnot__": func(th *object.Thread, a []Value) (Value, error) { return object.Bool(a[0] != a[1]), nil },
	}
	tensorFields = map[string]exec.Operator{
		"prim::dtype": ask(func(t *tensor.Tensor) Value { return object.Int(scalarNumbers[t.DType()]) }), "prim::device": get("device"), "prim::requires_grad": ask(func(t *tensor.Tensor) Value { return object.Bool(t.NeedsGrad()) }),
		"prim::layout": ask(func(*tensor.Tensor) Value { return object.Int(0) }), "prim::grad": get("grad"), "prim::data": get("data"), "prim::is_cuda": never, "prim::is_cpu": get("is_cpu"), "prim::is_sparse": get("is_sparse"),
		"prim::is_sparse_csr": get("is_sparse_csr"), "prim::is_mkldnn": never, "prim::is_mps": never, "prim::is_quantized": get("is_quantized"), "prim::is_meta": get("is_meta"), "prim::is_nested": get("is_nested"), "prim::is_xla": never, "prim::is_vulkan": never,
		"prim::is_xpu": never, "prim::is_mtia": never, "prim::is_maia": never, "prim::is_ipu": never, "aten::retains_grad": get("retains_grad"), "aten::_version": get("_version"),
		"aten::_nnz": method("_nnz"), "aten::_indices": method("_indices"), "aten::_values": method("_values"), "aten::_dimI": method("sparse_dim"), "aten::_dimV": method("dense_dim"),
		"prim::itemsize": get("itemsize"), "prim::nbytes": get("nbytes"), "aten::is_leaf": get("is_leaf"), "aten::numpy_T": get("T"), "aten::matrix_H": get("H"), "aten::mT": get("mT"), "aten::mH": get("mH"),
		"aten::FloatImplicit": toNumber(object.FloatType), "aten::IntImplicit": toNumber(object.IntType), "aten::ScalarImplicit": number, "aten::ComplexImplicit": toNumber(object.ComplexType),
		"prim::type": get("type"), "prim::index": get("index"),
		"aten::device": func(th *object.Thread, a []Value) (Value, error) {
			return object.Call(th, torch.DeviceType().Ref(), a...)
		},
		"aten::Generator": func(th *object.Thread, a []Value) (Value, error) {
			args := []Value{}
			if !a[0].IsNone() {
				args = a[:1]
			}
			g, err := object.Call(th, torch.GeneratorType().Ref(), args...)
			if err != nil || a[1].IsNone() {
				return g, err
			}
			_, err = object.CallMethod(th, g, "manual_seed", a[1])
			return g, err
		},
		"aten::wait": func(th *object.Thread, a []Value) (Value, error) {
			f, ok := payload[*exec.Future](a[0])
			if !ok {
				return a[0], nil
			}
			v, err := f.Result(th)
			if e, ok := err.(*exec.Failure); ok { // what was raised elsewhere arrives as a plain error, with the calls that led to it there
				return v, object.RuntimeErrorf("%s", failureText(th, e))
			}
			return v, err
		},
		"prim::awaitable_nowait": func(_ *object.Thread, a []Value) (Value, error) {
			return object.NewNative(exec.FutureType, &exec.Future{V: a[0], Awaits: true}), nil
		},
		"prim::awaitable_wait": func(th *object.Thread, a []Value) (Value, error) {
			f, ok := payload[*exec.Future](a[0])
			if !ok {
				return a[0], nil
			}
			v, err := f.Result(th)
			if e, ok := err.(*exec.Failure); ok {
				return v, &exec.Failure{Class: e.Class, Raised: e.Raised, Msg: failureText(th, e)}
			}
			return v, err
		},
		"aten::is_grad_enabled": func(th *object.Thread, a []Value) (Value, error) {
			return object.Bool(torch.Context(th).GradEnabled()), nil
		},
		"aten::is_autocast_enabled": func(*object.Thread, []Value) (Value, error) { return object.False, nil }, // that of accelerators
		"aten::is_autocast_cpu_enabled": func(th *object.Thread, _ []Value) (Value, error) {
			return object.Bool(torch.Context(th).Autocast().On), nil
		},
		"aten::set_grad_enabled": func(th *object.Thread, a []Value) (Value, error) {
			f, err := helper(th, "torch._C", "_set_grad_enabled")
			if err != nil {
				return f, err
			}
			return object.Call(th, f, a[0])
		},
		"aten::manual_seed": func(th *object.Thread, a []Value) (Value, error) {
			if len(a) == 2 { // of a generator
				return object.CallMethod(th, a[0], "manual_seed", a[1])
			}
			f, err := helper(th, "torch", "manual_seed")
			if err != nil {
				return f, err
			}
			_, err = object.Call(th, f, a[0])
			return object.None, err
		},
		"prim::id": func(_ *object.Thread, a []Value) (Value, error) { return object.Int(int64(object.ID(a[0]))), nil },
		"aten::_unwrap_optional": func(th *object.Thread, a []Value) (Value, error) {
			if a[0].IsNone() {
				return object.Null, object.RuntimeErrorf("Unwrapping null optional")
			}
			return a[0], nil
		},
		"aten::tensor": makeTensor, "aten::as_tensor": makeTensor, "prim::NumToTensor": func(th *object.Thread, a []Value) (Value, error) {
			f, err := helper(th, "torch", "tensor")
			if err != nil {
				return f, err
			}
			return object.Call(th, f, a[0])
		},
		"prim::tolist":   toList,
		"aten::backward": ofAutograd("backward", "tensors", "grad_tensors", "retain_graph", "create_graph"),
		"aten::grad":     ofAutograd("grad", "outputs", "inputs", "grad_outputs", "retain_graph", "create_graph", "allow_unused"),
		"aten::item":     number,
	}
}

// warnOp warns once, of each place, in a call of a scripted function from Python.
func warnOp(n *ir.Node) exec.Operator {
	number, _ := n.Attr("warn_id").(ir.Constant)
	place, numbered := number.V.(int64)
	return func(th *object.Thread, a []Value) (Value, error) {
		s := states.Of(th)
		if numbered && s.warned[place] {
			return object.None, nil
		}
		if s.warned == nil {
			s.warned = map[int64]bool{}
		}
		s.warned[place] = numbered
		f, err := helper(th, "warnings", "warn")
		if err != nil {
			return f, err
		}
		return object.Call(th, f, a[0])
	}
}

// toList is (tensor, dimensions, code of the element type) of x.tolist(), whose annotation must be right.
func toList(th *object.Thread, a []Value) (Value, error) {
	t, ok := torch.Unwrap(a[0])
	if !ok {
		return object.Null, object.RuntimeErrorf("expected a Tensor but found %s", a[0].Type().Name)
	}
	said := []string{"Long", "Float", "Bool", "ComplexFloat"}[a[2].SmallInt()]
	got := t.DType().ScalarName()
	if fits := got == said || said == "Float" && t.DType().IsFloat() || said == "ComplexFloat" && t.DType().IsComplex(); !fits {
		return object.Null, object.RuntimeErrorf("Output annotation element type and runtime tensor element type must match for tolist(): %s vs %s", said, got)
	}
	if int64(t.Dim()) != a[1].SmallInt() {
		return object.Null, object.RuntimeErrorf("Output annotation list dimension and runtime tensor dimension must match for tolist()")
	}
	return object.CallMethod(th, a[0], "tolist")
}

// ofAutograd is a function of torch.autograd whose operands have these names.
func ofAutograd(name string, names ...string) exec.Operator {
	return func(th *object.Thread, a []Value) (Value, error) {
		f, err := helper(th, "torch.autograd", name)
		if err != nil {
			return f, err
		}
		var kws []object.Kw
		for i, v := range a {
			kws = append(kws, object.Kw{Name: names[i], V: v})
		}
		out, err := object.CallKw(th, f, nil, kws...)
		if t, ok := object.AsTuple(out); ok && err == nil {
			return object.NewList(t.Items...).Ref(), nil
		}
		return out, err
	}
}

func toNumber(t *object.Type) exec.Operator {
	return func(th *object.Thread, a []Value) (Value, error) {
		if x, ok := torch.Unwrap(a[0]); ok && x.NeedsGrad() {
			return object.Null, object.RuntimeErrorf("Cannot input a tensor that requires grad as a scalar argument")
		}
		v, err := object.CallMethod(th, a[0], "item")
		if err != nil {
			return v, err
		}
		return object.Call(th, t.Ref(), v)
	}
}

// castTo is int, float or complex of a tensor.
func castTo(t *object.Type) exec.Operator {
	return func(th *object.Thread, a []Value) (Value, error) { return object.Call(th, t.Ref(), a[0]) }
}

// castToComplex makes a complex number of one value, or of two that are its parts.
func castToComplex(th *object.Thread, a []Value) (Value, error) {
	if len(a) == 1 {
		return object.Call(th, object.ComplexType.Ref(), a[0])
	}
	var parts [2]float64
	for i, v := range a {
		if t, ok := torch.Unwrap(v); ok && t.DType().IsComplex() {
			return object.Null, object.RuntimeErrorf("value cannot be converted to type double without overflow")
		}
		f, err := object.Call(th, object.FloatType.Ref(), v)
		if err != nil {
			return f, err
		}
		parts[i] = f.ExactFloat()
	}
	return object.NewComplex(complex(parts[0], parts[1])), nil
}

// makeTensor is torch.tensor(data, dtype, device, requires_grad).
func makeTensor(th *object.Thread, a []Value) (Value, error) {
	f, err := helper(th, "torch", "tensor")
	if err != nil {
		return f, err
	}
	kws := []object.Kw{}
	if len(a) > 1 && !a[1].IsNone() {
		d, ok := dtypeOfNumber(a[1].SmallInt())
		if !ok {
			return object.Null, object.RuntimeErrorf("unknown dtype %d", a[1].SmallInt())
		}
		kws = append(kws, object.Kw{Name: "dtype", V: torch.DTypeObject(d)})
	}
	if len(a) > 2 && !a[2].IsNone() {
		kws = append(kws, object.Kw{Name: "device", V: a[2]})
	}
	if len(a) > 3 && a[3] == object.True {
		kws = append(kws, object.Kw{Name: "requires_grad", V: object.True})
	}
	return object.CallKw(th, f, []Value{a[0]}, kws...)
}

// roles say how the number of a parameter is to be read.
type role uint8

const (
	plain role = iota
	dtypeRole
	layoutRole
	formatRole
)

// rolesOf reads the declaration of an operator, which tells dtypes from numbers.
func rolesOf(s *ir.Schema) []role {
	parsed, err := ops.ParseSchema(s.Text[strings.Index(s.Text, "::")+2:])
	out := make([]role, len(s.Args))
	if err != nil {
		return out
	}
	for i := range parsed.Params {
		if i >= len(out) {
			break
		}
		switch parsed.Params[i].Type.Base {
		case "ScalarType":
			out[i] = dtypeRole
		case "Layout":
			out[i] = layoutRole
		case "MemoryFormat":
			out[i] = formatRole
		}
		if out[i] == plain && parsed.Params[i].Name == "dtype" && parsed.Params[i].Type.Base == "int" {
			out[i] = dtypeRole
		}
	}
	return out
}

// argument converts an operand for the operators of the table.
func argument(th *object.Thread, v Value, r role) (ops.Value, error) {
	if r != plain && v.IsSmallInt() {
		switch r {
		case dtypeRole:
			d, ok := dtypeOfNumber(v.SmallInt())
			if !ok {
				return nil, object.RuntimeErrorf("unknown dtype %d", v.SmallInt())
			}
			return d, nil
		case layoutRole:
			return nil, nil
		case formatRole:
			if i := v.SmallInt(); i >= 0 && i < int64(len(memoryFormats)) {
				return memoryFormats[i], nil
			}
		}
	}
	return torch.ToOps(th, v)
}

// tensorOperator is an operator of the table.
func tensorOperator(n *ir.Node) exec.Operator {
	name := n.Kind[strings.Index(n.Kind, "::")+2:]
	s := ir.MatchSchema(n)
	if s == nil {
		return nil
	}
	roles := rolesOf(s)
	full := name
	if s.Overload != "" {
		full += "." + s.Overload
	}
	op := ops.Lookup(full)
	if op != nil && len(op.Schema().Params) != len(s.Args) {
		op = nil
	}
	var packet *ops.Packet
	if op == nil {
		if packet = torch.PacketNamed(name); packet == nil {
			return nil
		}
	}
	lists := listReturns(s)
	return func(th *object.Thread, a []Value) (Value, error) {
		args := make([]ops.Value, len(a))
		for i, v := range a {
			var r role
			if i < len(roles) {
				r = roles[i]
			}
			x, err := argument(th, v, r)
			if err != nil {
				return object.Null, err
			}
			args[i] = x
		}
		for len(args) < len(s.Args) && op != nil {
			args = append(args, op.Schema().Params[len(args)].Default)
		}
		use := op
		if use == nil {
			var err error
			if use, args, err = bindPacket(packet, s, args); err != nil {
				return object.Null, torch.Raised(err)
			}
		}
		out, err := torch.Context(th).Call(use, args)
		if err != nil {
			return object.Null, torch.Raised(err)
		}
		return results(th, out, lists), nil
	}
}

// bindPacket finds the overload of the table for operands of another schema: positional ones first, the rest by name where they are not the
// defaults.
func bindPacket(p *ops.Packet, s *ir.Schema, args []ops.Value) (*ops.Op, []ops.Value, error) {
	var positional []ops.Value
	var kws []ops.KW
	for i, v := range args {
		if i >= len(s.Args) {
			positional = append(positional, v)
			continue
		}
		p := &s.Args[i]
		if p.KwOnly {
			if v != nil {
				kws = append(kws, ops.KW{Name: p.Name, Value: v})
			}
			continue
		}
		positional = append(positional, v)
	}
	op, bound, err := p.Bind(positional, kws)
	if err == nil {
		return op, bound, nil
	}
	// without trailing defaults
	for len(positional) > 1 {
		last := len(positional) - 1
		if last >= len(s.Args) || !s.Args[last].HasDef {
			break
		}
		positional = positional[:last]
		if op, bound, again := p.Bind(positional, kws); again == nil {
			return op, bound, nil
		}
	}
	return nil, nil, err
}

// listReturns says for each result whether it is a list.
func listReturns(s *ir.Schema) []bool {
	out := make([]bool, len(s.Returns))
	for i := range s.Returns {
		out[i] = s.Returns[i].Type.Kind == ir.ListKind
	}
	return out
}

// results are the results of an operator as one value: several make a tuple.
func results(th *object.Thread, out []ops.Value, lists []bool) Value {
	one := func(v ops.Value, list bool) Value {
		if items, ok := v.([]ops.Value); ok && list {
			vals := make([]Value, len(items))
			for i, x := range items {
				vals[i] = torch.FromOps(th, x)
			}
			return object.NewList(vals...).Ref()
		}
		return torch.FromOps(th, v)
	}
	switch {
	case len(lists) == 0 || len(out) == 0:
		return object.None
	case len(lists) == 1 && len(out) == 1:
		return one(out[0], lists[0])
	case len(lists) == 1 && lists[0]:
		return one(out, true)
	case len(lists) == 1:
		return one(out[0], false)
	}
	vals := make([]Value, len(out))
	for i, v := range out {
		vals[i] = one(v, i < len(lists) && lists[i])
	}
	return object.NewTuple(vals...).Ref()
}

// customOperator is an operator that scripts have defined.
func customOperator(n *ir.Node) exec.Operator {
	kind := n.Kind
	var s []*ir.Schema // of the overloads that there were at the last call
	return func(th *object.Thread, a []Value) (Value, error) {
		p := torch.Context(th).DefinedPacket(kind)
		if p == nil {
			return object.Null, object.RuntimeErrorf("Unknown builtin op: %s", kind)
		}
		if len(s) != len(p.Ops) {
			if s = customSchemas(th, kind); len(s) == 0 {
				return object.Null, object.RuntimeErrorf("Unknown builtin op: %s", kind)
			}
		}
		at := 0
		for i, x := range p.Ops {
			if n.Schema != nil && x.Overload == n.Schema.Overload {
				at = i
			}
		}
		args := make([]ops.Value, len(a))
		for i, v := range a {
			var err error
			if args[i], err = torch.ToOps(th, v); err != nil {
				return object.Null, err
			}
		}
		op := p.Ops[at]
		args = args[:min(len(args), len(op.Schema().Params))]
		out, err := torch.Context(th).Call(op, args)
		if err != nil {
			return object.Null, torch.Raised(err)
		}
		return results(th, out, listReturns(s[min(at, len(s)-1)])), nil
	}
}

// Fold runs an operator on constants while compiling.
func (h *runtime) Fold(n *ir.Node, args []ir.Constant) ([]ir.Constant, bool) {
	th := h.th
	if n.Kind == "prim::ListConstruct" {
		for _, c := range args {
			if _, isTensor := c.V.(ir.TensorConst); isTensor {
				return nil, false
			}
		}
		return []ir.Constant{{V: args}}, true
	}
	if n.Kind == "prim::DictConstruct" {
		var d ir.DictConst
		for i := 0; i+1 < len(args); i += 2 {
			if _, isTensor := args[i+1].V.(ir.TensorConst); isTensor {
				return nil, false
			}
			d.Keys, d.Values = append(d.Keys, args[i]), append(d.Values, args[i+1])
		}
		return []ir.Constant{{V: d}}, true
	}
	if n.Kind == "prim::TupleConstruct" {
		if n.Outputs[0].Type.Name != "" {
			return nil, false
		}
		return []ir.Constant{{V: ir.TupleConst(args)}}, true
	}
	if n.Kind == "prim::TupleIndex" || n.Kind == "prim::TupleUnpack" {
		t, ok := args[0].V.(ir.TupleConst)
		if !ok {
			return nil, false
		}
		if n.Kind == "prim::TupleUnpack" {
			return t, len(t) == len(n.Outputs)
		}
		i, ok := args[1].V.(int64)
		if i < 0 {
			i += int64(len(t))
		}
		if !ok || i < 0 || i >= int64(len(t)) {
			return nil, false
		}
		return []ir.Constant{t[i]}, true
	}
	if k, ok := exec.NumberOperand(n); ok {
		args = slices.Clone(args)
		args[1] = k
	}
	vals := make([]Value, len(args))
	for i, c := range args {
		if f, ok := c.V.(*ir.FunctionConst); ok && f != nil {
			return nil, false
		}
		v, err := exec.ConstantValue(th, h, c)
		if err != nil {
			return nil, false
		}
		vals[i] = v
	}
	f := exec.OperatorOf(n, h)
	if f == nil {
		return nil, false
	}
	out, err := f(th, vals)
	if err != nil {
		return nil, false
	}
	if len(n.Outputs) != 1 {
		t, ok := object.AsTuple(out)
		if !ok || len(t.Items) != len(n.Outputs) {
			return nil, false
		}
		list := make([]ir.Constant, len(t.Items))
		for i, v := range t.Items {
			if list[i], ok = foldedConstant(th, v); !ok {
				return nil, false
			}
		}
		return list, true
	}
	c, ok := foldedConstant(th, out)
	return []ir.Constant{c}, ok
}

// foldedConstant is a result as a constant: tensors remember that an operator gave them.
func foldedConstant(th *object.Thread, v Value) (ir.Constant, bool) {
	c, ok := constantOf(th, v)
	if t, isTensor := c.V.(tensorConst); isTensor {
		t.folded = true
		c.V = t
	}
	return c, ok
}

// TensorText is a tensor as scripts print it.
func (h *runtime) TensorText(v Value) (string, bool) {
	t, ok := torch.Unwrap(v)
	if !ok {
		return "", false
	}
	return cppText(t), true
}

// tensorConst is a tensor as a constant of a graph.
type tensorConst struct {
	t      *tensor.Tensor
	folded bool // an operator on constants gave it, and not the function
}

// ConstantType is the tensor's type with its shape.
func (c tensorConst) ConstantType() *ir.Type { return tensorType(c.t) }

// ConstantText is the tensor as graphs show it.
func (c tensorConst) ConstantText() string {
	n := c.t.Numel()
	if n == 1 {
		return fmt.Sprintf("{%s}", scalarText(c.t))
	}
	if n > 10 {
		return "<Tensor>"
	}
	return strings.ReplaceAll(cppText(c.t), "\n", " ")
}

// ConstantEqual says whether two tensors are equal in dtype, sizes and elements.
func (c tensorConst) ConstantEqual(o ir.TensorConst) bool {
	d, ok := o.(tensorConst)
	if !ok {
		return false
	}
	if c.t == d.t {
		return true
	}
	if c.t.DType() != d.t.DType() || fmt.Sprint(c.t.Sizes()) != fmt.Sprint(d.t.Sizes()) {
		return false
	}
	return cppText(c.t) == cppText(d.t) && c.t.Numel() <= 10
}

// ConstantNumber is the element of a tensor without dimensions that the function had from the start. Booleans are no numbers.
func (c tensorConst) ConstantNumber() (ir.Constant, bool) {
	if c.folded || len(c.t.Sizes()) > 0 || c.t.IsMeta() {
		return ir.Constant{}, false
	}
	switch v := c.t.Item().(type) {
	case int64, float64, complex128:
		return ir.Constant{V: v}, true
	}
	return ir.Constant{}, false
}

// scalarText is the element of a tensor as C++ streams write it: with six digits.
func scalarText(t *tensor.Tensor) string {
	switch v := t.Item().(type) {
	case float64:
		return streamText(v)
	case complex128:
		return "(" + streamText(real(v)) + "," + streamText(imag(v)) + ")"
	case bool:
		if v {
			return "1"
		}
		return "0"
	default:
		return fmt.Sprint(v)
	}
}

func streamText(v float64) string {
	if math.IsNaN(v) {
		return "nan"
	}
	return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(v, 'g', 6, 64)), "+")
}

// tensorType is the type of a tensor with its shape.
func tensorType(t *tensor.Tensor) *ir.Type {
	grad := t.NeedsGrad()
	s := &ir.Shape{ScalarType: t.DType().ScalarName(), Ranked: true, RequiresGrad: &grad, Device: t.Device().String()}
	for _, n := range t.Sizes() {
		s.Sizes = append(s.Sizes, int64(n))
	}
	for _, n := range t.Strides() {
		s.Strides = append(s.Strides, int64(n))
	}
	return &ir.Type{Kind: ir.TensorKind, Shape: s}
}
