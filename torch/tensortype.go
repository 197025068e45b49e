package torch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/numpy"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

var tensorType, parameterType *object.Type

// tensorValue is the receiver of a method that may be called unbound, with data or without.
func tensorValue(name string, args []Value) (ops.Value, error) {
	if len(args) == 0 {
		return nil, object.TypeErrorf("unbound method TensorBase.%s() needs an argument", name)
	}
	t, ok := operand(args[0])
	if !ok {
		return nil, object.TypeErrorf("descriptor '%s' for 'torch._C.TensorBase' objects doesn't apply to a '%s' object", name, args[0].Type().Name)
	}
	return t, nil
}

// noPointer is the error of asking for the address of what has no memory.
const noPointer = "Cannot access data pointer of Tensor (e.g. FakeTensor, FunctionalTensor). If you're using torch.compile/export/fx, it is likely that we are erroneously tracing into a custom kernel. To fix this, please wrap the custom kernel into an opaque custom op. Please see the following for details: https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html"

// receiver is tensorValue for what needs the data.
func receiver(name string, args []Value) (*tensor.Tensor, error) {
	v, err := tensorValue(name, args)
	if err != nil {
		return nil, err
	}
	t, ok := v.(*tensor.Tensor)
	if !ok {
		switch name {
		case "data_ptr":
			return nil, object.RuntimeErrorf(noPointer)
		case "numpy":
			return nil, object.RuntimeErrorf(".numpy() is not supported for tensor subclasses.")
		}
		return nil, object.RuntimeErrorf("%s(): the tensor has no data: it describes what a graph computes", name)
	}
	return t, nil
}

// TensorType is torch.Tensor.
func TensorType(th *object.Thread) *object.Type {
	if tensorType != nil {
		return tensorType
	}
	spec := object.Spec{Layout: object.LayoutNative, HasDict: true, Getset: append(overridableAttributes(th, tensorAttributes()), object.DictAttr), Attrs: map[string]Value{"__array_priority__": object.Int(1000), "_execution_engine": engineObject()}}
	tensorSlots(th, &spec)
	for _, name := range ops.MethodNames() {
		if _, special := tensorMethods[name]; special {
			continue
		}
		p := ops.Method(name)
		method := func() Value { return tensorMethod(th, name) }
		if p.Asks() {
			spec.Methods = append(spec.Methods, questionMethod(th, name, p))
			continue
		}
		spec.Methods = append(spec.Methods, object.Method{Name: name, Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) {
			if len(args) == len(kwNames) {
				return object.Null, object.TypeErrorf("unbound method TensorBase.%s() needs an argument", name)
			}
			if _, ok := operand(args[0]); !ok {
				return object.Null, object.TypeErrorf("descriptor '%s' for 'torch._C.TensorBase' objects doesn't apply to a '%s' object", name, args[0].Type().Name)
			}
			if v, handled, err := override(th, method, args, kwNames); handled {
				return v, err
			}
			return callPacket(th, p, args, kwNames)
		}})
	}
	for name, f := range tensorMethods {
		if !notOverridable[name] {
			f = overridable(func() Value { return tensorMethod(th, name) }, f)
		}
		spec.Methods = append(spec.Methods, object.Method{Name: name, Fn: f})
	}
	spec.Class = append(spec.Class, object.Method{Name: "__torch_function__", Fn: defaultTorchFunction}, object.Method{Name: "__torch_dispatch__", Fn: defaultTorchDispatch})
	spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
		t, err := legacyTensor(th, Context(th).DefaultDType(), args, kwNames)
		if err != nil || cls == TensorType(th) {
			return legacyMade(th, t, err, args, "torch.Tensor")
		}
		return wrapAs(th, t, cls), nil
	}
	spec.Static = []object.Method{{Name: "_make_wrapper_subclass", Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) {
		return makeWrapperSubclass(th, args, kwNames)
	}}, {Name: "_make_subclass", Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) { return makeSubclass(th, args, kwNames) }}}
	tensorType = object.NewType("Tensor", "torch", nil, spec) // shared: see shareTypes
	tensorType.SetStranger(&object.Stranger{Name: "torch._C.TensorBase", Call: toStranger, Text: methodText})
	tensorType.Patchable()
	tensorType.Countable(dropped)
	for _, name := range ops.MethodNames() {
		if v, ok := tensorType.NS.GetStr(object.Intern(name)); ok {
			if b, ok := object.AsBuiltin(v); ok {
				b.Tag = ops.Method(name)
				_, special := tensorMethods[name]
				b.Borrows = !special
			}
		}
	}
	for _, name := range borrowingMethods {
		if v, ok := tensorType.NS.GetStr(object.Intern(name)); ok {
			if b, ok := object.AsBuiltin(v); ok {
				b.Borrows = true
			}
		}
	}
	for dunder, name := range dunderPackets {
		if v, ok := tensorType.NS.GetStr(object.Intern(dunder)); ok {
			if b, ok := object.AsBuiltin(v); ok && b.Tag == nil {
				b.Tag = ops.Method(name)
			}
		}
	}
	return tensorType
}

// borrowingMethods are those of tensorMethods that keep none of their operands.
var borrowingMethods = []string{"tolist", "is_nonzero"}

func fakeSizes(th *object.Thread, f *ops.Fake) Value {
	items := make([]Value, len(f.Sizes))
	for i, s := range f.Sizes {
		items[i] = FromOps(th, s)
	}
	return NewSize(th, items)
}

// makeSubclass shares the data of a tensor under a class.
func makeSubclass(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("_make_subclass", args, kwNames, "cls", "data", "|", "require_grad", "dispatch_sizes_strides_policy", "dispatch_device", "device_for_backend_keys")
	if err != nil {
		return object.Null, err
	}
	cls, ok := object.AsType(a[0])
	t, ok2 := operand(a[1])
	if !ok || !ok2 {
		return object.Null, object.TypeErrorf("_make_subclass() expects a class and a tensor")
	}
	if err := tensorClass(th, cls); err != nil {
		return object.Null, err
	}
	if already, err := alreadyOf(a[1], cls); already || err != nil {
		return a[1], err
	}
	if err := answerByPolicy(th, a[0], a[3], a[4], object.Null); err != nil {
		return object.Null, err
	}
	d := ops.Detached(t)
	if real, ok := t.(*tensor.Tensor); ok {
		d = real.Data()
	}
	if !a[2].IsNull() {
		ops.AutogradOf(d).RequiresGrad, _ = object.IsTrue(th, a[2])
	}
	return wrapAs(th, d, cls), nil
}

// ParameterType is torch.nn.Parameter.
func ParameterType(th *object.Thread) *object.Type {
	if parameterType != nil {
		return parameterType
	}
	spec := object.Spec{Claims: isOwnParameter}
	spec.Repr = func(th *object.Thread, v Value) (Value, error) {
		if t, ok := Unwrap(v); ok {
			return object.NewStr("Parameter containing:\n" + t.Text(Context(th).Printing)), nil
		}
		return object.NewStr("Parameter containing:\n" + tensorText(th, v)), nil
	}
	spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
		a, err := object.Args("Parameter", args, kwNames, "|", "data", "requires_grad")
		if err != nil {
			return object.Null, err
		}
		grad := true
		if !a[1].IsNull() {
			grad, _ = object.IsTrue(th, a[1])
		}
		var t ops.Value = tensor.New(Context(th).DefaultDType(), 0)
		if !a[0].IsNull() && !a[0].IsNone() {
			if c := a[0].Type(); c != TensorType(th) && c != ParameterType(th) {
				if !c.Lookup(th, object.Intern("_as_parameter")).IsNull() { // of tensors without data
					return object.CallMethod(th, a[0], "_as_parameter", object.Bool(grad))
				}
				return callPython(th, "torch.nn.parameter", "_of_class", a[0], object.Bool(grad))
			}
			x, _ := operand(a[0])
			t = ops.Detached(x)
			if from, to := ops.AutogradOf(x), ops.AutogradOf(t); from != nil && to != nil {
				to.Inference = from.Inference
			}
		}
		if grad {
			err = beginGradient(th, t)
		} else {
			err = raise(Context(th).SetRequiresGrad(t, false))
		}
		if err != nil {
			return object.Null, err
		}
		return wrapAs(th, t, cls), nil
	}
	spec.Methods = []object.Method{
		{Name: "__deepcopy__", OneArg: func(th *object.Thread, v, memo Value) (Value, error) { return deepCopy(th, v, memo) }},
	}
	parameterType = object.NewType("Parameter", "torch.nn.parameter", TensorType(th), spec) // shared: see shareTypes
	parameterType.SetBorrows()
	return parameterType
}

// isOwnParameter tells whether a tensor of a class of its own says that it is a parameter.
func isOwnParameter(th *object.Thread, v Value) (bool, error) {
	if !v.Type().IsSubtype(TensorType(th)) {
		return false, nil
	}
	is, err := object.LookupAttr(th, v, object.Intern("_is_param"))
	if err != nil || is.IsNull() {
		return false, err
	}
	return object.IsTrue(th, is)
}

// takesData are the functions that make tensors of data: modes answer them, and the classes of the data do not.
var takesData = map[string]bool{"tensor": true, "as_tensor": true, "asarray": true}

// notOverridable are the functions that __torch_function__ does not see: those that handlers need to do their work.
var notOverridable = map[string]bool{
	"as_subclass": true, "_make_subclass": true, "is_grad_enabled": true, "is_inference_mode_enabled": true, "get_default_dtype": true,
	"is_autocast_enabled": true, "is_autocast_cpu_enabled": true, "set_autocast_enabled": true, "get_autocast_dtype": true, "set_autocast_dtype": true,
	"set_default_dtype": true, "set_num_threads": true, "get_num_threads": true, "get_default_device": true, "set_default_device": true, "is_anomaly_enabled": true, "is_anomaly_check_nan_enabled": true, "typename": true, "is_tensor": true, "set_printoptions": true, "get_rng_state": true, "set_rng_state": true,
	"manual_seed": true, "from_numpy": true, "is_storage": true, "seed": true, "initial_seed": true, "__deepcopy__": true, "__reduce_ex__": true, "__setstate__": true,
}

// indexItems turns a subscript into items for the ops package.
func indexItems(th *object.Thread, key Value) ([]ops.IndexItem, error) {
	list := []Value{key}
	if t, ok := object.AsTuple(key); ok {
		list = t.Items
	} else if l, ok := object.AsList(key); ok && actsAsTuple(th, l.Items) {
		list = l.Items
		line := 356
		if slices.ContainsFunc(list, func(v Value) bool { return v.IsNone() || v == object.Ellipsis }) {
			line = 366
		}
		if err := warnUser(th, fmt.Sprintf("%s (Triggered internally at ./torch/csrc/autograd/python_variable_indexing.cpp:%d.)", listSubscript, line)); err != nil {
			return nil, err
		}
	}
	items := make([]ops.IndexItem, 0, len(list))
	for _, k := range list {
		item, err := indexItem(th, k)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

const listSubscript = "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch 2.9; use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor index, x[torch.tensor(seq)], which will result either in an error or a different result"

// actsAsTuple says whether a list is a subscript of several dimensions, as in old numpy: a short one with something that is no number.
func actsAsTuple(th *object.Thread, items []Value) bool {
	return len(items) < 32 && slices.ContainsFunc(items, func(v Value) bool {
		if v.IsNone() || v == object.Ellipsis {
			return true
		}
		if v.IsSmallInt() || v.IsBool() {
			return false
		}
		if _, ok := object.AsSlice(v); ok {
			return true
		}
		if _, ok := operand(v); ok {
			return true
		}
		_, ok := sequence(th, v)
		return ok
	})
}

func indexItem(th *object.Thread, k Value) (ops.IndexItem, error) {
	switch {
	case k.IsNone():
		return ops.NewAxis{}, nil
	case k == object.Ellipsis:
		return ops.Ellipsis{}, nil
	case k.IsBool():
		b, _ := k.AsBool()
		return b, nil
	}
	if i, ok := k.AsInt(); ok {
		return i, nil
	}
	if k.IsInt() {
		return nil, object.ValueErrorf(overflowText)
	}
	if s, ok := object.AsSlice(k); ok {
		var out ops.Slice
		for _, part := range []struct {
			v  Value
			to *ops.Value
		}{{s.Start, &out.Start}, {s.Stop, &out.Stop}, {s.Step, &out.Step}} {
			if part.v.IsNull() || part.v.IsNone() {
				continue
			}
			if isSymInt(part.v) {
				*part.to = payload[symbolic.Int](part.v)
				continue
			}
			if i, ok := tracedIndex(th, part.v); ok {
				*part.to = i
				continue
			}
			if n, ok, err := elementOf(th, part.v); ok || err != nil {
				if err != nil {
					return nil, err
				}
				*part.to = n
				continue
			}
			x, err := object.Index(th, part.v)
			if err != nil {
				if _, isTensor := operand(part.v); isTensor { // its own reason
					return nil, err
				}
				return nil, object.TypeErrorf("slice indices must be integers or None or have an __index__ method")
			}
			i, ok := x.AsInt()
			if !ok {
				i = 1<<63 - 1
			}
			*part.to = i
		}
		return out, nil
	}
	if i, ok := tracedIndex(th, k); ok {
		return i, nil
	}
	if t, ok := operand(k); ok {
		return t, nil
	}
	if t, ok, err := fromArray(th, k, tensor.Undefined); ok {
		if _, isArray := numpy.AsArray(k); isArray || err != nil {
			return t, err
		}
		if !t.DType().IsIntegral() || t.DType() == tensor.Bool {
			return nil, object.IndexErrorf(notIndex, k.Type().Name)
		}
		return tensor.LoadInts(t, 1)[0], nil
	}
	if isSymInt(k) {
		return payload[symbolic.Int](k), nil
	}
	if _, ok := object.AsStr(k); ok {
		return nil, object.TypeErrorf("new(): invalid data type 'str'")
	}
	if _, ok := object.AsBytes(k); ok {
		return nil, object.TypeErrorf("new(): invalid data type 'bytes'")
	}
	if _, ok := sequence(th, k); ok {
		t, err := fromNested(th, k, tensor.Undefined)
		if items, ok := object.Items(k); ok && err != nil && slices.ContainsFunc(items, func(v Value) bool { return v.Type() == object.StrType }) {
			return nil, object.TypeErrorf("new(): invalid data type 'str'")
		}
		if err != nil {
			return nil, err
		}
		if t.Numel() == 0 {
			t = t.To(tensor.Int64)
		}
		if ctx := Context(th); ctx.Recording() != nil || ctx.Lifts() {
			return callOp(th, "lift_fresh_copy", t)
		}
		if len(overriding(th).dispatch) > 0 {
			return callOp(th, "lift_fresh", t)
		}
		return t, nil
	}
	if k.Type().Index != nil && !k.IsExactFloat() {
		x, err := object.Index(th, k)
		if err != nil {
			return nil, err
		}
		i, _ := x.AsInt()
		return i, nil
	}
	return nil, object.IndexErrorf(notIndex, k.Type().Name)
}

// notIndex is the error for a value of a class that is no index.
const notIndex = "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got %s)"

// tensorText is how a tensor prints.
func tensorText(th *object.Thread, v Value) string {
	t, ok := Unwrap(v)
	if !ok {
		f := self(v).(*ops.Fake)
		suffix := ""
		if f.NeedsGrad() {
			suffix = ", requires_grad=True"
		}
		if f.DType != Context(th).DefaultDType() {
			suffix = ", dtype=" + f.DType.String() + suffix
		}
		sizes := strings.Trim(ops.SizesText(f), "[]")
		if len(f.Sizes) == 1 {
			sizes += ","
		}
		return "FakeTensor(..., size=(" + sizes + ")" + suffix + ")"
	}
	if ops.IsWrapped(t) {
		return wrappedText(th, t)
	}
	if isShell(t) {
		return shellText(v, t)
	}
	if v.Type() == tensorType || v.Type() == parameterType {
		return t.Text(Context(th).Printing)
	}
	suffix := ""
	if ops.HistoryLost(t) != nil {
		suffix = "grad_fn=<Invalid>"
	} else if n := Context(th).GradFn(t); n != nil {
		suffix = "grad_fn=<" + n.Name() + ">"
	} else if t.NeedsGrad() {
		suffix = "requires_grad=True"
	}
	text := t.Format(Context(th).Printing, v.Type().Name+"(", suffix)
	if is, err := isOwnParameter(th, v); is && err == nil {
		text = "Parameter(" + text + ")"
	}
	return text
}

// questionMethod is a method that asks about a tensor, or about one of its dimensions, with a short way for plain calls.
func questionMethod(th *object.Thread, name string, p *ops.Packet) object.Method {
	method := func() Value { return tensorMethod(th, name) }
	sizes := p.Ops[0].Schema().Returns[0].Type.Base == "Size"
	return object.Method{Name: name, Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) {
		t, err := tensorValue(name, args[:len(args)-len(kwNames)])
		if err != nil {
			return object.Null, err
		}
		if v, handled, err := override(th, method, args, kwNames); handled {
			return v, err
		}
		list := [2]ops.Value{t}
		n := len(args)
		if n == 2 && len(kwNames) == 0 && args[1].IsSmallInt() {
			list[1] = args[1].SmallInt()
		} else if n == 2 && len(kwNames) == 1 && args[1].IsSmallInt() && p.Name == "size" {
			if s, _ := object.AsStr(kwNames[0]); s.S == "dim" {
				list[1] = args[1].SmallInt()
			}
		}
		if n > 1 && list[1] == nil {
			return callPacket(th, p, args, kwNames)
		}
		if v, ok := tracedQuestion(th, p.Name, list[:n]); ok {
			return v, nil
		}
		v, ok, err := p.Ask(list[:n])
		switch {
		case err != nil:
			return object.Null, raise(err)
		case !ok:
			return callPacket(th, p, args, kwNames)
		case sizes && n == 1:
			return NewSize(th, fromList(th, v.([]ops.Value))), nil
		}
		noteCount(th, p, list[0], v)
		return FromOps(th, v), nil
	}}
}

// noteCount tells a recording that the number of elements of a tensor was asked for, which it has as a call and not as a product of sizes.
func noteCount(th *object.Thread, p *ops.Packet, t, count ops.Value) {
	if n, ok := count.(symbolic.Int); !ok || !n.IsSymbolic() || p.Name != "numel" && p.Name != "nelement" {
		return
	}
	if env := Context(th).Numbers(); env != nil {
		env.Computed("torch.ops.aten.sym_numel.default", []ops.Value{t}, count)
	}
}
