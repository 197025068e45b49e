package jit

import (
	"slices"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

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
		"prim::dtype": dtypeOf, "prim::device": get("device"), "prim::requires_grad": ask(func(t *tensor.Tensor) Value { return object.Bool(t.NeedsGrad()) }),
		"prim::layout": ask(func(*tensor.Tensor) Value { return object.Int(0) }), "prim::grad": get("grad"), "prim::data": get("data"), "prim::is_cuda": never, "prim::is_cpu": get("is_cpu"), "prim::is_sparse": get("is_sparse"),
		"prim::is_sparse_csr": get("is_sparse_csr"), "prim::is_mkldnn": get("is_mkldnn"), "prim::is_mps": never, "prim::is_quantized": get("is_quantized"), "prim::is_meta": get("is_meta"), "prim::is_nested": get("is_nested"), "prim::is_xla": never, "prim::is_vulkan": never,
		"prim::is_xpu": never, "prim::is_mtia": never, "prim::is_maia": never, "prim::is_ipu": never, "aten::retains_grad": get("retains_grad"), "aten::_version": get("_version"),
		"aten::_nnz": method("_nnz"), "aten::_indices": method("_indices"), "aten::_values": method("_values"), "aten::_dimI": method("sparse_dim"), "aten::_dimV": method("dense_dim"),
		"prim::itemsize": get("itemsize"), "prim::nbytes": get("nbytes"), "aten::is_leaf": get("is_leaf"), "aten::numpy_T": get("T"), "aten::matrix_H": get("H"), "aten::mT": get("mT"), "aten::mH": get("mH"),
		"aten::FloatImplicit": toNumber(object.FloatType), "aten::IntImplicit": toNumber(object.IntType), "aten::ScalarImplicit": toNumber(nil), "aten::ComplexImplicit": toNumber(object.ComplexType),
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
		"aten::_infer_size": func(th *object.Thread, a []Value) (Value, error) {
			f, err := helper(th, "torch.jit._functional", "_infer_size")
			if err != nil {
				return object.Null, err
			}
			return object.Call(th, f, a[0], a[1])
		},
		"aten::_get_tracing_state": func(*object.Thread, []Value) (Value, error) { return object.False, nil }, // traces know nothing of scripts
		"aten::is_grad_enabled": func(th *object.Thread, a []Value) (Value, error) {
			return object.Bool(torch.Context(th).GradEnabled()), nil
		},
		"aten::is_autocast_enabled": func(*object.Thread, []Value) (Value, error) { return object.False, nil }, // that of accelerators
		"aten::is_autocast_cpu_enabled": func(th *object.Thread, _ []Value) (Value, error) {
			return object.Bool(torch.Context(th).Autocast().On), nil
		},
		"aten::_autocast_to_reduced_precision": reducePrecision, "aten::_autocast_to_full_precision": restorePrecision,
		"aten::get_autocast_dtype": func(th *object.Thread, a []Value) (Value, error) {
			if name, _ := object.Text(a[0]); name != "cpu" {
				return object.Int(scalarNumbers[tensor.Float16]), nil
			}
			return object.Int(scalarNumbers[torch.Context(th).Autocast().DType]), nil
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
		"aten::item":     method("item"),
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
		if file, line := n.Range.Place(); file != "" {
			f, err := helper(th, "warnings", "warn_explicit")
			if err != nil {
				return f, err
			}
			return object.Call(th, f, a[0], object.UserWarning.Ref(), object.NewStr(file), object.Int(int64(line)))
		}
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

// toNumber is a tensor as the number that a parameter takes, which is not what int or float would make of it: it has no dimensions, and
// an int comes of an int only.
func toNumber(t *object.Type) exec.Operator {
	return func(th *object.Thread, a []Value) (Value, error) {
		if x, ok := torch.Unwrap(a[0]); ok {
			switch {
			case x.NeedsGrad():
				return object.Null, object.RuntimeErrorf("Cannot input a tensor that requires grad as a scalar argument")
			case x.Dim() > 0:
				return object.Null, object.RuntimeErrorf("Cannot input a tensor of dimension other than 0 as a scalar argument")
			case t == object.IntType && !x.DType().IsIntegral():
				return object.Null, object.RuntimeErrorf("Cannot input a tensor of type %s as an integral argument", x.DType().ScalarName())
			}
		}
		v, err := object.CallMethod(th, a[0], "item")
		if err != nil || t == nil {
			return v, err
		}
		return object.Call(th, t.Ref(), v)
	}
}

// castTo is int, float or complex of a tensor.
func castTo(t *object.Type) exec.Operator {
	name := map[*object.Type]string{object.IntType: "int64_t", object.FloatType: "double"}[t]
	return func(th *object.Thread, a []Value) (Value, error) {
		v := a[0]
		if x, ok := torch.Unwrap(v); ok {
			if x.Numel() != 1 {
				return object.Null, object.RuntimeErrorf("a Tensor with %d elements cannot be converted to Scalar", x.Numel())
			}
			var err error
			if v, err = object.CallMethod(th, v, "item"); err != nil {
				return v, err
			}
		}
		if c, ok := object.AsComplex(v); ok && t != object.ComplexType {
			if imag(c.V) != 0 {
				return object.Null, object.RuntimeErrorf("value cannot be converted to type %s without overflow", name)
			}
			v = object.Float(real(c.V))
		}
		if v.IsExactFloat() && t == object.IntType && !(v.ExactFloat() >= -1<<63 && v.ExactFloat() < 1<<63) {
			return object.Null, object.RuntimeErrorf("value cannot be converted to type %s without overflow", name)
		}
		return object.Call(th, t.Ref(), v)
	}
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
	if err := plainData(a[0], a[0], 0); err != nil {
		return object.Null, err
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

// plainData refuses data that scripts make no tensor of: lists hold numbers, and those at one depth have the length of the first.
func plainData(v, first Value, depth int) error {
	l, ok := object.AsList(v)
	if !ok {
		if _, tensor := torch.Unwrap(v); depth > 0 && (tensor || v.Type() == object.StrType) {
			name := map[bool]string{true: "Tensor", false: "str"}[tensor]
			return object.RuntimeErrorf("Input must be of ints, floats, or bools, got %s", name)
		}
		return nil
	}
	if f, ok := object.AsList(first); ok && len(l.Items) != len(f.Items) {
		return object.RuntimeErrorf("Expected sequence of length %d at dim %d (got %d)", len(f.Items), depth, len(l.Items))
	}
	for _, item := range l.Items {
		next := item
		if f, ok := object.AsList(first); ok && len(f.Items) > 0 {
			next = f.Items[0]
		}
		if err := plainData(item, next, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// Plain calls an operator of scripts on values that are no tensors.
func (traceValues) Plain(th *object.Thread, name string, args []Value) (Value, bool, error) {
	g := ir.NewGraph()
	inputs := make([]*ir.Value, len(args))
	for i, a := range args {
		t := valueType(th, a)
		if t == nil || t.Kind == ir.TensorKind || t.Kind == ir.NoneKind {
			return object.Null, false, nil
		}
		inputs[i] = g.Block.AddInput("", t)
	}
	n := g.Create("aten::"+name, inputs, 0)
	s := ir.MatchSchema(n)
	if s == nil || len(args) == 0 || slices.ContainsFunc(s.Args, func(a ir.Argument) bool { return a.Type.ContainsFree() }) {
		return object.Null, false, nil
	}
	given := slices.Clone(args)
	for _, p := range s.Args[min(len(args), len(s.Args)):] {
		v, err := exec.ConstantValue(th, runtimeOf(th), p.Default)
		if err != nil {
			return object.Null, false, nil
		}
		n.AddInput(g.Constant(p.Default, nil))
		given = append(given, v)
	}
	for _, r := range s.Returns {
		n.AddOutput(r.Type)
	}
	f := exec.OperatorOf(n, runtimeOf(th))
	if f == nil {
		return object.Null, false, nil
	}
	v, err := f(th, given)
	return v, true, err
}

// dtypeOf is the number of a tensor's element type; a quantised tensor says which it has itself.
func dtypeOf(th *object.Thread, a []Value) (Value, error) {
	if t, ok := torch.Unwrap(a[0]); ok && a[0].Type() == torch.TensorType(th) {
		return object.Int(scalarNumbers[t.DType()]), nil
	}
	d, err := object.GetAttr(th, a[0], "dtype")
	if err != nil {
		return object.Null, err
	}
	number, ok := fitsInt(d, false)
	if !ok {
		return object.Null, object.TypeErrorf("a tensor is expected, not %s", typeName(a[0]))
	}
	return number, nil
}
