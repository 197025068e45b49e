package torch

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Subclasses of torch.Tensor with __torch_dispatch__: they answer operators on their tensors in place of the kernels, and may have
// tensors without memory of their own (_make_wrapper_subclass).

var (
	torchDispatchName = object.Intern("__torch_dispatch__")
	tensorFlattenName = object.Intern("__tensor_flatten__")
)

// dispatches says whether a class answers operators itself.
func dispatches(th *object.Thread, t *object.Type) bool {
	if t == tensorType || t == parameterType {
		return false
	}
	v := t.Lookup(th, torchDispatchName)
	if v.IsNull() {
		return false
	}
	b, ok := object.AsBuiltin(v)
	return !ok || b.Name != "__torch_dispatch__" // that of torch.Tensor
}

// defaultTorchDispatch is Tensor.__torch_dispatch__, which calls the operator.
func defaultTorchDispatch(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("__torch_dispatch__", args, kwNames, "cls", "func", "types", "|", "args", "kwargs")
	if err != nil {
		return object.Null, err
	}
	ctx := Context(th)
	ctx.PassDispatchers(1)
	defer ctx.PassDispatchers(-1)
	return callUnderneath(th, a[1], a[3], a[4])
}

// classDispatcher is a class as what answers for its tensors.
type classDispatcher struct {
	class   *object.Type
	machine *object.Machine
	of      *object.Native // the object that the class was given to
}

// answeredBy makes a class answer for a tensor that becomes one of it.
func answeredBy(th *object.Thread, v ops.Value, class *object.Type) {
	if t, ok := v.(*tensor.Tensor); ok && dispatches(th, class) && !ops.IsWrapped(t) {
		of, _ := t.Wrapper().(*object.Native)
		Context(th).SetDispatcher(t, &classDispatcher{class, th.Machine, of})
	}
}

// stoodFor gives tensors that a level keeps in the place of objects of the class objects of their own, with the attributes of these.
func stoodFor(th *object.Thread, args []ops.Value) {
	for _, v := range args {
		if list, ok := v.([]ops.Value); ok {
			stoodFor(th, list)
			continue
		}
		t, ok := v.(*tensor.Tensor)
		if !ok || t == nil || t.Wrapper() != nil {
			continue
		}
		if d, ok := ops.DispatcherOf(t).(*classDispatcher); ok && d.of != nil {
			n := newNative(d.class, t)
			n.SetDict(d.of.Dict())
			t.SetWrapper(n)
		}
	}
}

// HoldsTensors says whether a tensor is of a class that answers for it and whose objects are taken apart by __tensor_flatten__.
func HoldsTensors(th *object.Thread, v ops.Value) bool {
	d, ok := ops.DispatcherOf(v).(*classDispatcher)
	return ok && !d.class.Lookup(th, tensorFlattenName).IsNull()
}

// Precedes: subclasses come before their bases, else the order is that of the arguments.
func (d *classDispatcher) Precedes(other ops.Dispatcher) bool {
	o, ok := other.(*classDispatcher)
	return ok && o.class != d.class && d.class.IsSubtype(o.class)
}

// Dispatch calls __torch_dispatch__ of the classes among the arguments until one answers.
func (d *classDispatcher) Dispatch(ctx *ops.Context, op *ops.Op, args []ops.Value) ([]ops.Value, error) {
	th := d.machine.Running()
	classes := dispatchingClasses(args)
	types := make([]Value, len(classes))
	for i, c := range classes {
		types[i] = c.Ref()
	}
	stoodFor(th, args)
	positional, kwargs := spelled(th, op, args)
	function := overloadObject(th, namespaceOf(op), shortName(op), op)
	for _, c := range classes {
		handler, err := dispatchHandler(th, op, c)
		if err != nil {
			return nil, err
		}
		v, err := object.Call(th, handler, function, object.NewTuple(types...).Ref(), object.NewTuple(positional...).Ref(), kwargs.Ref())
		if err != nil {
			return nil, err
		}
		if v != object.NotImplemented {
			return dispatched(th, op, args, v)
		}
	}
	return nil, nobodyDispatches(th, op, object.Null, classes)
}

// nobodyDispatches is the error of a call that a mode and the classes of its arguments have all left alone; without a mode it is Null.
func nobodyDispatches(th *object.Thread, op *ops.Op, mode Value, classes []*object.Type) error {
	text := "Multiple dispatch failed for 'torch._ops." + namespaceOf(op) + "." + shortName(op) + "." + overloadName(op) + "'; all __torch_dispatch__ handlers returned NotImplemented:\n\n"
	if !mode.IsNull() {
		repr, err := object.Repr(th, mode)
		if err != nil {
			return err
		}
		text += "  - mode object " + repr + "\n"
	}
	for _, c := range classes {
		repr, err := object.Repr(th, c.Ref())
		if err != nil {
			return err
		}
		text += "  - tensor subclass " + repr + "\n"
	}
	return object.TypeErrorf("%s", text+"\nFor more information, try re-running with TORCH_LOGS=not_implemented")
}

// dispatchHandler is what answers operators for a class: the rule that a script has registered for the operator, or __torch_dispatch__.
func dispatchHandler(th *object.Thread, op *ops.Op, c *object.Type) (Value, error) {
	rule, ok := objectsOf.Of(th).rules[op][c]
	if !ok {
		return object.GetAttrStr(th, c.Ref(), torchDispatchName)
	}
	bound := object.NewFunc("rule", func(th *object.Thread, args, kwNames []Value) (Value, error) {
		return object.Call(th, rule, append([]Value{c.Ref()}, args...)...)
	})
	return bound.Ref(), nil
}

// dispatchingClasses are the classes among the arguments that answer operators, in the order in which they are asked.
func dispatchingClasses(args []ops.Value) (classes []*object.Type) {
	for _, v := range args {
		if list, ok := v.([]ops.Value); ok {
			for _, c := range dispatchingClasses(list) {
				classes = withClass(classes, c)
			}
			continue
		}
		if d, ok := ops.DispatcherOf(v).(*classDispatcher); ok {
			classes = withClass(classes, d.class)
		}
	}
	return classes
}

// withClass adds a class in front of its bases.
func withClass(classes []*object.Type, t *object.Type) []*object.Type {
	if slices.Contains(classes, t) {
		return classes
	}
	at := slices.IndexFunc(classes, t.IsSubtype)
	if at < 0 {
		at = len(classes)
	}
	return slices.Insert(classes, at, t)
}

// dispatched turns what a handler returned to results of the operator.
func dispatched(th *object.Thread, op *ops.Op, args []ops.Value, v Value) ([]ops.Value, error) {
	returns := op.Schema().Returns
	if err := castable(th, returns, v); err != nil {
		return nil, err
	}
	switch op.Variant {
	case ops.InPlace:
		if t, ok := args[0].(*tensor.Tensor); ok && isShell(t) {
			t.BumpVersion()
		}
		return args[:1], nil
	case ops.Out:
		return slices.Clone(args[len(args)-len(op.Schema().Returns):]), nil
	}
	x, err := ToOps(th, v)
	if err != nil {
		return nil, err
	}
	if made, ok := x.(*tensor.Tensor); ok && op.IsView() {
		if of, ok := args[0].(*tensor.Tensor); ok && isShell(made) && isShell(of) {
			made.CountWith(of)
		}
	}
	if list, ok := x.([]ops.Value); ok && !(len(returns) == 1 && returns[0].Type.List) {
		return list, nil
	}
	if len(returns) == 0 {
		return nil, nil
	}
	return []ops.Value{x}, nil
}

// castable refuses what a handler returned in the place of the results of an operator, where those are tensors and it is something else.
func castable(th *object.Thread, returns []ops.Return, v Value) error {
	if len(returns) == 0 || returns[0].Type.Base != "Tensor" {
		return nil
	}
	_, several := sequence(th, v)
	switch {
	case len(returns) > 1:
		if !several {
			return object.RuntimeErrorf("Object of type '%s' is not an instance of 'sequence'", v.Type().Name)
		}
	case returns[0].Type.List:
		if !several {
			shown, err := object.Repr(th, v.Type().Ref())
			if err != nil {
				return err
			}
			return object.RuntimeErrorf("Unable to cast Python instance of type %s to C++ type '?' (#define PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug mode for details)", shown)
		}
	default:
		if _, ok := operand(v); !ok && !v.IsNone() {
			shown, err := object.StrOf(th, v)
			if err != nil {
				return err
			}
			return object.RuntimeErrorf("Unable to cast %s to Tensor", shown)
		}
	}
	return nil
}

// cutNamespace splits "mylib::scale".
func cutNamespace(op *ops.Op) (space, name string, own bool) { return strings.Cut(op.Name, "::") }

// namespaceOf and shortName split the name of an operator that a script has defined.
func namespaceOf(op *ops.Op) string {
	if space, _, own := cutNamespace(op); own {
		return space
	}
	return "aten"
}

func shortName(op *ops.Op) string {
	if _, name, own := cutNamespace(op); own {
		return name
	}
	return op.Name
}

// notTensorClass is the error for a class that is none of tensors where one is to be made.
const notTensorClass = "Creating a Tensor subclass from a class that does not inherit from Tensor is not possible. Make sure your class inherits from Tensor."

// makeWrapperSubclass makes a tensor of a class that has sizes and no memory.
func makeWrapperSubclass(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("_make_wrapper_subclass", args, kwNames, "cls", "size", "|", "strides", "storage_offset", "memory_format", "dtype", "layout", "device",
		"pin_memory", "requires_grad", "dispatch_sizes_strides_policy", "dispatch_device", "dispatch_layout", "_extra_dispatch_keys", "storage_size")
	if err != nil {
		return object.Null, err
	}
	cls, ok := object.AsType(a[0])
	if !ok || !cls.IsSubtype(TensorType(th)) {
		return object.Null, object.TypeErrorf(notTensorClass)
	}
	if !dispatches(th, cls) {
		return object.Null, object.TypeErrorf("%s must define __torch_dispatch__", cls.Name)
	}
	if given(a[3]) && !given(a[2]) {
		return object.Null, object.RuntimeErrorf("setting storage offset without stride not supported")
	}
	symbolic := object.None
	if anySymbolic(th, a[1]) || anySymbolic(th, a[2]) || anySymbolic(th, a[3]) {
		plain, err := callPython(th, "torch._tensor_questions", "hinted", a[1], noneFor(a[2]), noneFor(a[3]))
		if err != nil {
			return object.Null, err
		}
		parts, _ := object.Items(plain)
		symbolic, a[1], a[2], a[3] = parts[0], parts[1], parts[2], parts[3]
	}
	sizes, err := intList(th, a[1])
	if err != nil {
		return object.Null, err
	}
	strides := tensor.ContiguousStrides(sizes)
	if given(a[2]) {
		if strides, err = intList(th, a[2]); err != nil {
			return object.Null, err
		}
	}
	d, err := dtypeArg(th, a[5])
	if err != nil {
		return object.Null, err
	}
	device, err := deviceArg(th, a[7], tensor.CPU)
	if err != nil {
		return object.Null, err
	}
	t := tensor.New(orDType(d, Context(th).DefaultDType()), 0).Shell(sizes, strides)
	t.SetDevice(device)
	t.Inference = Context(th).InferenceMode()
	if given(a[3]) {
		offset, err := object.ToInt(th, a[3])
		if err != nil {
			return object.Null, err
		}
		t.SetGeometry(sizes, strides, offset)
	}
	if flag(th, a[9]) {
		if err := beginGradient(th, t); err != nil {
			return object.Null, err
		}
	}
	if err := answerByPolicy(th, a[0], a[10], a[11], a[12]); err != nil {
		return object.Null, err
	}
	made := wrapAs(th, t, cls)
	if !symbolic.IsNone() {
		if _, err := callPython(th, "torch._tensor_questions", "keep", made, symbolic); err != nil {
			return object.Null, err
		}
	}
	return made, nil
}

// anySymbolic says whether a size, or one of a list of sizes, is symbolic.
func anySymbolic(th *object.Thread, v Value) bool {
	if !given(v) {
		return false
	}
	items, ok := sequence(th, v)
	return ok && slices.ContainsFunc(items, isSymInt) || isSymInt(v)
}

// noneFor is None for an argument that is not given.
func noneFor(v Value) Value {
	if v.IsNull() {
		return object.None
	}
	return v
}

// answerByPolicy lets the objects of a class answer what the policies that a tensor is made with name: sizes and strides, device, layout.
func answerByPolicy(th *object.Thread, cls, policy, device, layout Value) error {
	if !given(policy) && !flag(th, device) && !flag(th, layout) {
		return nil
	}
	if given(policy) {
		name, ok := object.Text(policy)
		if !ok {
			return object.TypeErrorf("_make_wrapper_subclass(): argument 'dispatch_sizes_strides_policy' must be str, not %s", policy.Type().Name)
		}
		if name != "sizes" && name != "strides" {
			return object.ValueErrorf("Unknown sizes_strides_policy: %s; expected 'strides' or 'sizes'", name)
		}
	} else {
		policy = object.None
	}
	_, err := callPython(th, "torch._tensor_questions", "install", cls, policy, object.Bool(flag(th, device)), object.Bool(flag(th, layout)))
	return err
}

// tensorClass refuses classes that do not derive from torch.Tensor.
func tensorClass(th *object.Thread, cls *object.Type) error {
	if !cls.IsSubtype(TensorType(th)) {
		return object.TypeErrorf(notTensorClass)
	}
	return nil
}

// alreadyOf says whether an object whose class answers operators is one of cls already; it cannot become one of a class that it is not of.
func alreadyOf(v Value, cls *object.Type) (bool, error) {
	if t, ok := Unwrap(v); !ok || !isShell(t) {
		return false, nil
	}
	if !v.Type().IsSubtype(cls) {
		return false, object.RuntimeErrorf("Creating a new Tensor subclass %s but the raw Tensor object is already associated to a python object of type %s which is not a subclass of the requested type", cls.Name, v.Type().Name)
	}
	return true, nil
}

// lieIn is torch._C._lie_in(view, base): tensors without memory of their own, of which one shows the other, have one storage.
func lieIn(th *object.Thread, args, _ []Value) (Value, error) {
	view, ok := Unwrap(args[0])
	base, ok2 := Unwrap(args[1])
	if ok && ok2 && isShell(view) && isShell(base) {
		view.LieIn(base)
	}
	return object.None, nil
}

// isShell says whether a tensor has no memory of its own: its class knows what stands behind it.
func isShell(t *tensor.Tensor) bool {
	return ops.DispatcherOf(t) != nil && (t.Storage().IsMeta() || t.Storage().Size() == 0) && t.Numel() > 0
}

// answersItself says whether the elements of a tensor are for its class to tell, or for the class of what a level of transforms wraps in it.
func answersItself(t *tensor.Tensor) bool {
	return ops.DispatcherOf(t) != nil || t.Layer != nil && t.Numel() > 0 && !t.IsMeta() && t.Storage().Size() == 0
}

// shellText is how a tensor without memory prints where its class does not say.
func shellText(v Value, t *tensor.Tensor) string {
	return v.Type().Name + "(..., size=" + ops.SizesText(t) + ", dtype=" + t.DType().String() + ")"
}
