package variables

import (
	"errors"
	"slices"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// This file records the tensor methods and functions that take dtypes, devices
// or data in several forms and therefore are no plain operators.

// fakeCall computes the shapes of an operator given by its overload's name.
func (t *Trace) fakeCall(th *object.Thread, overload string, args ...ops.Value) ([]ops.Value, error) {
	op := ops.Lookup(overload)
	if op == nil {
		return nil, Unsupportedf("Unsupported operator", overload, "There is no operator %s.", overload)
	}
	full := make([]ops.Value, len(op.Schema().Params))
	for i := range full {
		if i < len(args) {
			full[i] = args[i]
		} else {
			full[i] = op.Schema().Params[i].Default
		}
	}
	saved := t.Host.Ops(th).GradEnabled()
	t.Host.Ops(th).SetGradEnabled(t.GradMode)
	defer t.Host.Ops(th).SetGradEnabled(saved)
	out, err := t.Host.Ops(th).CallFake(t.Env(), op, full)
	if err != nil {
		return nil, t.fakeError(err)
	}
	return out, nil
}

// tensorNew is x.new(sizes), which is x.new_empty(sizes); the other forms of the older constructor have no graph.
func tensorNew(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
	sizes := len(args) > 0 && len(kwargs) == 0
	for i := range args {
		a, err := t.deep(th, args[i])
		if err != nil {
			return nil, err
		}
		args[i] = a
		c, constant := a.(*Constant)
		_, size := a.(*SymInt)
		sizes = sizes && (size || constant && c.V.IsInt() || len(args) == 1 && t.TypeOf(a).FullName() == "torch.Size")
	}
	if sizes {
		return t.callTensorMethod(th, x, "new_empty", args, kwargs)
	}
	return nil, Unsupportedf("Unsupported Tensor.new() call", "new", "Dynamo traces `new` only with sizes.")
}

// tensorNewTensor is x.new_tensor(data): torch.tensor of the type and on the device of x.
func tensorNewTensor(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
	for _, name := range []string{"dtype", "device"} {
		if slices.ContainsFunc(kwargs, func(kw KW) bool { return kw.Name == name }) {
			continue
		}
		v, err := t.GetAttr(th, x, name)
		if err != nil {
			return nil, err
		}
		kwargs = append(kwargs, KW{Name: name, Value: v})
	}
	return torchTensor("tensor")(th, t, args, kwargs)
}

// constantTensor records a node that makes a tensor of constant data; its shape
// comes from making it once.
func (t *Trace) constantTensor(th *object.Thread, fn object.Value, kind fxgraph.Op, target any, all, args []Tracker, kwargs []KW) (Tracker, error) {
	for i := range args {
		x, err := t.deep(th, args[i])
		if err != nil {
			return nil, err
		}
		args[i] = x
	}
	v, err := t.callNative(th, fn, args, kwargs)
	if exc := new(object.Exception); errors.As(err, &exc) {
		if exc.Type() == object.TypeError {
			return nil, t.raisedOnFakes(th, err, string(kind)+" "+t.targetText(th, target), all, kwargs)
		}
		t.FakeErrors = append(t.FakeErrors, exc)
	}
	if err != nil {
		return nil, err
	}
	made := guardsTensor(v)
	if made == nil {
		return t.FromValue(v), nil
	}
	node, err := t.create(th, kind, target, all, kwargs)
	if err != nil {
		return nil, err
	}
	f := ops.FakeOf(made)
	t.isKnown(f, made)
	return t.wrapResult(th, node, nil, f, nil)
}

// torchTensor is torch.tensor(data) and its relatives.
func torchTensor(name string) func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	return func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		if err := t.refuseLeaf(th, t.Host.Attribute(th, "torch."+name), args, kwargs); err != nil {
			return nil, err
		}
		if len(args) > 0 {
			x, err := t.deep(th, args[0])
			if err != nil {
				return nil, err
			}
			if ten, ok := x.(*Tensor); ok {
				if len(args) == 1 && onlyDTypeAndDevice(kwargs) {
					if name == "tensor" {
						return t.copiedTensor(th, ten, kwargs)
					}
					return t.tensorAgain(th, name, ten, kwargs)
				}
				return nil, Unsupportedf("Unsupported torch."+name+"() call", name, "Dynamo traces `torch.%s` only with constant data.", name)
			}
			if !t.allConstant(th, []Tracker{x}, nil) {
				args[0] = x
				return t.computedTensor(th, args, kwargs)
			}
		}
		if !t.allConstant(th, args, kwargs) {
			return nil, Unsupportedf("Unsupported torch."+name+"() call", name, "Dynamo traces `torch.%s` only with constant data.", name)
		}
		return t.constantTensor(th, t.Host.Attribute(th, "torch."+name), fxgraph.CallFunction, t.torchFunction(th, name), args, args, kwargs)
	}
}

func onlyDTypeAndDevice(kwargs []KW) bool {
	return !slices.ContainsFunc(kwargs, func(kw KW) bool { return kw.Name != "dtype" && kw.Name != "device" })
}

// tensorAgain is torch.as_tensor(x) or torch.asarray(x), which is x if it has the type and the device that are asked for.
func (t *Trace) tensorAgain(th *object.Thread, name string, x *Tensor, kwargs []KW) (Tracker, error) {
	if len(kwargs) == 0 {
		out, err := t.fakeCall(th, "alias", x.Fake)
		if err != nil {
			return nil, err
		}
		node, err := t.node(th, t.torchFunction(th, name), []Tracker{x}, nil)
		if err != nil {
			return nil, err
		}
		return t.wrapResult(th, node, nil, out[0], nil)
	}
	return t.record(th, fxgraph.CallFunction, t.torchFunction(th, name), ops.Method("to"), []Tracker{x}, kwargs)
}

// copiedTensor is torch.tensor(x): a copy without a history.
func (t *Trace) copiedTensor(th *object.Thread, x *Tensor, kwargs []KW) (Tracker, error) {
	dtype := x.Fake.DType
	for _, kw := range kwargs {
		v, err := t.opsValue(th, kw.Value)
		if err != nil {
			return nil, err
		}
		if d, ok := v.(tensor.DType); ok {
			dtype = d
		}
	}
	node, err := t.node(th, t.torchFunction(th, "tensor"), []Tracker{x}, kwargs)
	if err != nil {
		return nil, err
	}
	return t.wrapResult(th, node, nil, ops.NewFake(dtype, x.Fake.Sizes), nil)
}

// computedTensor is torch.tensor of numbers and tensors that the graph computes, in nested lists.
func (t *Trace) computedTensor(th *object.Thread, args []Tracker, kwargs []KW) (Tracker, error) {
	dtype, err := t.commonDType(th, args[0]) // refuses what contains itself
	if err != nil {
		return nil, err
	}
	outline, err := t.outlineOfData(th, args[0])
	if err != nil {
		return nil, err
	}
	empty, err := object.Call(th, t.Host.Attribute(th, "torch.tensor"), outline)
	if err != nil {
		return nil, err // lists of different lengths
	}
	sizes := ops.FakeOf(guards.TensorOf(empty)).Sizes
	for _, kw := range kwargs {
		if kw.Name == "dtype" {
			x, err := t.opsValue(th, kw.Value)
			if err != nil {
				return nil, err
			}
			if d, ok := x.(tensor.DType); ok {
				dtype = d
			}
		}
	}
	target := &fxgraph.Function{Name: "tensor", Qualified: "torch._refs.tensor", Impl: t.Host.Attribute(th, "torch._refs.tensor")}
	node, err := t.node(th, target, args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.wrapResult(th, node, nil, ops.NewFake(dtype, sizes), nil)
}

// outlineOfData are nested lists with a zero for each number.
func (t *Trace) outlineOfData(th *object.Thread, x Tracker) (object.Value, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return object.Null, err
	}
	c, ok := x.(*Container)
	if !ok {
		return object.Int(0), nil
	}
	var list []object.Value
	for _, item := range t.Items(th, c) {
		e, err := t.outlineOfData(th, item)
		if err != nil {
			return object.Null, err
		}
		list = append(list, e)
	}
	return object.NewList(list...).Ref(), nil
}

// legacyTensor is torch.Tensor, torch.LongTensor and their like of constants.
func (t *Trace) legacyTensor(th *object.Thread, class *object.Type, args []Tracker, kwargs []KW) (Tracker, error) {
	v, err := t.callOn(th, class.Ref(), args, kwargs, t.RealObject)
	if err != nil {
		return nil, err
	}
	made := guards.TensorOf(v)
	if made == nil {
		return nil, Skipped(class.ShortName(), "torch")
	}
	node, err := t.node(th, &fxgraph.Function{Name: class.ShortName(), Qualified: "torch." + class.ShortName(), Impl: class.Ref()}, args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.wrapResult(th, node, nil, ops.FakeOf(made), nil)
}

// commonDType is the type that holds all numbers and tensors of one element in nested lists.
func (t *Trace) commonDType(th *object.Thread, x Tracker) (tensor.DType, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return tensor.Undefined, err
	}
	switch x := x.(type) {
	case *Tensor:
		if one, known := t.Shapes.StaticallyKnown(symbolic.Product(x.Fake.Sizes).Eq(symbolic.IntOf(1))); !known || !one {
			return tensor.Undefined, object.ValueErrorf("only one element tensors can be converted to Python scalars")
		}
		return x.Fake.DType, nil
	case *Container:
		leave, err := t.enter(x)
		if err != nil {
			return tensor.Undefined, err
		}
		defer leave()
		if _, dict := object.AsDict(x.V); dict { // which is no data
			_, err := object.Call(th, t.Host.Attribute(th, "torch.tensor"), x.V)
			return tensor.Undefined, err
		}
		d := tensor.Undefined
		for _, item := range t.Items(th, x) {
			e, err := t.commonDType(th, item)
			if err != nil {
				return tensor.Undefined, err
			}
			d = tensor.PromoteTypes(d, e)
		}
		return d, nil
	}
	switch typ := t.TypeOf(x); {
	case typ.IsSubtype(object.BoolType):
		return tensor.Bool, nil
	case typ.IsSubtype(object.IntType):
		return tensor.Int64, nil
	case typ.IsSubtype(object.FloatType):
		return t.Host.Ops(th).DefaultDType(), nil
	}
	return tensor.Undefined, Unsupportedf("Unsupported torch.tensor() call", "tensor", "Dynamo does not trace `torch.tensor` with this data.")
}

// torchMany are functions that take their tensors as varargs or in one list.
func torchMany(name string) func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	return func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		p := ops.Function(name)
		if p == nil {
			return nil, Unsupportedf("Unsupported torch."+name+"() call", name, "Dynamo does not trace `torch.%s`.", name)
		}
		target := t.torchFunction(th, name)
		if len(args) == 1 {
			if _, ok := t.Peek(args[0]).(*Container); ok {
				return t.record(th, fxgraph.CallFunction, target, p, args, kwargs)
			}
		}
		for i := range args {
			x, err := t.deep(th, args[i])
			if err != nil {
				return nil, err
			}
			args[i] = x
		}
		op, results, err := t.runFake(th, p, []Tracker{t.NewTuple(args)}, kwargs)
		if err != nil {
			return nil, err
		}
		node, err := t.node(th, target, args, kwargs)
		if err != nil {
			return nil, err
		}
		return t.wrapResults(th, node, op, results, nil)
	}
}

// torchEinsum is torch.einsum(equation, *operands).
func torchEinsum(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	for i := range args {
		x, err := t.deep(th, args[i])
		if err != nil {
			return nil, err
		}
		args[i] = x
	}
	if len(args) < 2 {
		return nil, Unsupportedf("Unsupported torch.einsum() call", "einsum", "Dynamo traces `torch.einsum` only with an equation and its operands.")
	}
	result, err := t.onFakes(th, t.Host.Attribute(th, "torch.einsum"), args, kwargs)
	if err != nil {
		return nil, t.raisedOnFakes(th, err, "call_function "+t.targetText(th, t.torchFunction(th, "einsum")), args, kwargs)
	}
	out, err := t.Host.ToOps(th, result)
	if err != nil {
		return nil, err
	}
	node, err := t.node(th, t.torchFunction(th, "einsum"), args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.wrapResult(th, node, nil, out, nil)
}

func init() {
	for _, name := range []string{"tensor", "as_tensor", "asarray"} {
		RegisterFunction("torch."+name, torchTensor(name))
	}
	for _, name := range []string{"meshgrid", "broadcast_tensors", "block_diag", "cartesian_prod", "chain_matmul"} {
		RegisterFunction("torch."+name, torchMany(name))
	}
	RegisterFunction("torch.einsum", torchEinsum)
	RegisterFunction("torch.functional.einsum", torchEinsum)
	RegisterFunction("torch.arange", func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		float := false
		for i := range args {
			x, err := t.deep(th, args[i])
			if err != nil {
				return nil, err
			}
			args[i] = x
			if c, ok := x.(*Constant); ok && c.V.IsFloat() {
				float = true
			}
		}
		for i := range args {
			if _, ok := args[i].(*SymInt); ok && float { // how many elements there are depends on rounding
				x, err := t.pin(th, args[i])
				if err != nil {
					return nil, err
				}
				args[i] = x
			}
		}
		return t.record(th, fxgraph.CallFunction, t.torchFunction(th, "arange"), ops.Function("arange"), args, kwargs)
	})
	RegisterFunction("torch.split", func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		p := ops.Function("split")
		if len(args) > 1 {
			sizes, err := t.deep(th, args[1])
			if err != nil {
				return nil, err
			}
			if _, list := sizes.(*Container); list {
				p = ops.Function("split_with_sizes")
			}
		}
		return t.record(th, fxgraph.CallFunction, t.torchFunction(th, "split"), p, args, kwargs)
	})
	RegisterFunction("torch.norm", func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		return t.record(th, fxgraph.CallFunction, t.torchFunction(th, "norm"), ops.Function("norm"), args, kwargs)
	})
	for _, name := range []string{"get_default_dtype", "promote_types", "result_type", "can_cast"} {
		RegisterFunction("torch."+name, func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
			return t.foldCall(th, t.Host.Attribute(th, "torch."+name), args, kwargs)
		})
	}
}
