package torch

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Overriding of torch functions by scripts (NEP 18 for tensors): a call goes to the innermost TorchFunctionMode, then to
// __torch_function__ of the arguments' classes, the most derived first, and only then to the function.

// overrides is what scripts have pushed. It hangs on the context of operators.
type overrides struct {
	modes       []Value     // TorchFunctionModes, the innermost last
	subclassOff int         // how many DisableTorchFunctionSubclass are open
	allOff      int         // how many DisableTorchFunction are open
	dispatch    []*dispatch // TorchDispatchModes, the innermost last

	fakes         int    // how many FakeTensorModes are entered
	savedHooksOff string // why saved tensor hooks are refused, if they are
	nobody        bool   // no handler took the last call that classes override
	skip          bool   // the next call that looks for overrides finds none
}

// FunctionModes are the TorchFunctionModes that scripts have entered, the outermost first.
func FunctionModes(th *object.Thread) []Value { return overriding(th).modes }

// PassedOver says whether calls pass over the classes of their arguments, and whether over modes, too.
func PassedOver(th *object.Thread) (classes, modes bool) {
	o := overriding(th)
	return o.subclassOff+o.allOff > 0, o.allOff > 0
}

// DisableTorchFunction makes calls pass over modes and classes until the function that it gives is called.
func DisableTorchFunction(th *object.Thread) (enable func()) {
	o := overriding(th)
	o.allOff++
	return func() { o.allOff-- }
}

func overriding(th *object.Thread) *overrides {
	ctx := Context(th)
	if o, ok := ctx.Attached.(*overrides); ok {
		return o
	}
	o := &overrides{}
	ctx.Attached = o
	return o
}

var torchFunctionName = object.Intern("__torch_function__")

// overridable makes calls of f go through the overrides first; function is the object that handlers see.
func overridable(function func() Value, f object.CallFunc) object.CallFunc {
	return func(th *object.Thread, args, kwNames []Value) (Value, error) {
		if v, handled, err := override(th, function, args, kwNames); handled {
			return v, err
		}
		return f(th, args, kwNames)
	}
}

// overridableByModes is overridable for functions whose arguments are data: their classes are not asked.
func overridableByModes(function func() Value, f object.CallFunc) object.CallFunc {
	return func(th *object.Thread, args, kwNames []Value) (Value, error) {
		v, handled, err := overridden(th, function, args, kwNames, false)
		if handled {
			object.Escape(v)
			return v, err
		}
		return f(th, args, kwNames)
	}
}

// Override lets modes and classes of arguments answer a call of a function of another package.
func Override(th *object.Thread, function func() Value, args, kwNames []Value) (v Value, handled bool, err error) {
	return override(th, function, args, kwNames)
}

// OverrideByArguments lets classes of arguments answer a call, and no mode.
func OverrideByArguments(th *object.Thread, function func() Value, args, kwNames []Value) (v Value, handled bool, err error) {
	o := overriding(th)
	modes := o.modes
	o.modes = nil
	defer func() { o.modes = modes }()
	return override(th, function, args, kwNames)
}

// isPlain says whether an operand leaves a call alone; it is the short way for operators.
func isPlain(th *object.Thread, v Value) bool {
	if v.IsSmallInt() || v.IsFloat() {
		return true
	}
	t := v.Type()
	return t == tensorType || t == parameterType
}

// override lets modes and classes answer a call.
func override(th *object.Thread, function func() Value, args, kwNames []Value) (v Value, handled bool, err error) {
	v, handled, err = overridden(th, function, args, kwNames, true)
	if handled {
		object.Escape(v) // the handler may have kept it
	}
	return v, handled, err
}

// overridden is override, for which the classes of arguments matter or not.
func overridden(th *object.Thread, function func() Value, args, kwNames []Value, byClasses bool) (v Value, handled bool, err error) {
	o := overriding(th)
	if o.allOff > 0 || o.skipped() {
		return object.Null, false, nil
	}
	var classes []*object.Type
	if byClasses && o.subclassOff == 0 {
		for _, a := range args {
			classes = overloaded(th, classes, a, true)
		}
	}
	if len(o.modes) == 0 && len(classes) == 0 {
		return object.Null, false, nil
	}
	for _, a := range args {
		object.Escape(a)
	}
	fn := function()
	if inPython(fn) { // functions written in Python name the class Tensor, too
		for _, a := range args {
			if a.Type() == tensorType && !slices.Contains(classes, tensorType) {
				classes = append(classes, tensorType)
			}
		}
	}
	types := make([]Value, len(classes))
	for i, c := range classes {
		types[i] = c.Ref()
	}
	positional, kwargs := spelledOut(th, fn, args, kwNames)
	if err := checkFirstSize(th, fn, classes, positional); err != nil {
		return object.Null, true, err
	}
	if indices, ok := kwargs.Lookup("return_indices"); ok && indices == object.True { // pooling that gives indices has another name
		if b, ok := object.AsBuiltin(fn); ok && b.Module == "torch.nn.functional" {
			if named, err := importAttribute(th, b.Module, b.Name+"_with_indices"); err == nil {
				fn = named
			}
		}
	}
	call := []Value{fn, object.NewTuple(types...).Ref(), object.NewTuple(positional...).Ref(), kwargs.Ref()}
	if kwargs.Len() == 0 && !inPython(fn) { // PyTorch's own native functions have none to hand on then
		call = call[:3]
	}
	mode := object.Null
	if last := len(o.modes) - 1; last >= 0 {
		mode = o.modes[last]
		if err := plainHandler(th, mode, torchFunctionName); err != nil {
			return object.Null, true, err
		}
		o.modes = o.modes[:last] // what the handler calls goes to the modes outside of it
		v, err := object.CallMethod(th, mode, "__torch_function__", call...)
		o.modes = append(o.modes[:last:last], mode)
		if err != nil || v != object.NotImplemented {
			return v, true, err
		}
	}
	if o.subclassOff > 0 || len(classes) == 1 && classes[0] == tensorType {
		classes = nil
	}
	for _, c := range classes {
		holder := c.Ref()
		if f := c.Lookup(th, torchFunctionName); f.Type() == object.FunctionType { // a plain method, which is asked of the object
			holder = instanceAmong(c, args)
		}
		handler, err := object.GetAttrStr(th, holder, torchFunctionName)
		if err != nil {
			return object.Null, true, err
		}
		if v, err := object.Call(th, handler, call...); err != nil || v != object.NotImplemented {
			return v, true, err
		}
	}
	if len(classes) == 0 && mode.IsNull() {
		return object.Null, false, nil
	}
	o.nobody = true
	return object.Null, true, nobodyHandles(th, call[0], mode, classes)
}

// instanceAmong is the first argument of a class, or in a list of arguments; the class itself if there is none.
func instanceAmong(c *object.Type, args []Value) Value {
	for _, a := range args {
		if a.Type() == c {
			return a
		}
		if items, ok := listed(a); ok {
			for _, item := range items {
				if item.Type() == c {
					return item
				}
			}
		}
	}
	return c.Ref()
}

// skipped tells whether redispatch_function has called what looks for overrides now.
func (o *overrides) skipped() (skipped bool) {
	skipped, o.skip = o.skip, false
	return skipped
}

// plainHandler refuses a mode whose handler is a class method.
func plainHandler(th *object.Thread, mode Value, name *object.Str) error {
	if f := mode.Type().Lookup(th, name); !f.IsNull() && f.Type() == object.ClassMethodType {
		return object.RuntimeErrorf("Defining your mode's `%s` as a classmethod is not supported, please make it a plain method", name.S)
	}
	return nil
}

// inPython says whether PyTorch has written a function in Python.
func inPython(function Value) bool {
	b, ok := object.AsBuiltin(function)
	return ok && b.Owner == nil && signatures()[b.Module+"."+b.Name] != nil
}

// overrideOperator is override for an operator of two operands, which leaves it to the other operand's class where no handler takes the call.
func overrideOperator(th *object.Thread, function func() Value, a, b Value) (v Value, handled bool, err error) {
	o := overriding(th)
	o.nobody = false
	v, handled, err = override(th, function, []Value{a, b}, nil)
	if err != nil && o.nobody {
		return object.NotImplemented, true, nil
	}
	return v, handled, err
}

// asMethod lets overrides answer what the interpreter asks of a tensor by a slot, as calls of the method that scripts know it by.
func asMethod(th *object.Thread, name string, args ...Value) (v Value, handled bool, err error) {
	if isPlain(th, args[0]) && len(overriding(th).modes) == 0 {
		return object.Null, false, nil
	}
	return override(th, func() Value { return tensorMethod(th, name) }, args, nil)
}

// overridesIndex says whether an index, or one of several, is of a class that overrides functions.
func overridesIndex(th *object.Thread, key Value) bool {
	if key.IsSmallInt() || key.IsNone() || isPlain(th, key) {
		return false
	}
	if t, ok := object.AsTuple(key); ok {
		return slices.ContainsFunc(t.Items, func(v Value) bool { return overridesIndex(th, v) })
	}
	if _, ok := object.AsSlice(key); ok {
		return false
	}
	return len(overloaded(th, nil, key, false)) > 0
}

// methodsInPython are the methods of tensors that PyTorch has written in Python, which leave objects of other classes to their overrides.
const methodsInPython = ` backward register_hook register_post_accumulate_grad_hook is_shared share_memory_ norm stft istft resize resize_as split unique unique_consecutive
	lu storage refine_names align_to unflatten rename_ rename to_sparse_coo dim_order module_load __reversed__ __rsub__ __rdiv__ __rtruediv__ __rmod__ __pow__ __rpow__ __ipow__
	__floordiv__ __rfloordiv__ __rlshift__ __rrshift__ __rmatmul__ __len__ __contains__ __array__ __array_wrap__ __format__ __repr__ __hash__ __deepcopy__ __reduce_ex__ __setstate__ __dlpack__ __dlpack_device__ `

// toStranger calls a method of tensors with an object of another class.
func toStranger(th *object.Thread, b *object.Builtin, args, kwNames []Value) (v Value, handled bool, err error) {
	if !strings.Contains(methodsInPython, " "+b.Name+" ") && !strings.Contains(methodsInPython, "\t"+b.Name+" ") {
		return object.Null, false, nil
	}
	return override(th, func() Value { return b.Ref() }, args, kwNames)
}

func nobodyHandles(th *object.Thread, function, mode Value, classes []*object.Type) error {
	name := ""
	if b, ok := object.AsBuiltin(function); ok {
		if name = strings.ReplaceAll(b.Module, "torch._C._", "torch.") + "." + b.Name; b.Owner != nil {
			name = "torch.Tensor." + b.Name
		}
	}
	if inPython(function) {
		list := make([]Value, len(classes))
		for i, c := range classes {
			list[i] = c.Ref()
		}
		types, err := object.Repr(th, object.NewList(list...).Ref())
		if err != nil {
			return err
		}
		text := "no implementation found for '" + name + "' on types that implement __torch_function__: " + types
		if !mode.IsNull() {
			repr, err := object.Repr(th, mode)
			if err != nil {
				return err
			}
			text += " nor was it found on the currently active mode " + repr
		}
		return object.TypeErrorf("%s", text)
	}
	text := "Multiple dispatch failed for '" + name + "'; all __torch_function__ handlers returned NotImplemented:\n\n"
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

// overloaded adds the class of an argument, or of the items of a list, if it overrides functions: subclasses before
// their bases, else in the order of the arguments.
func overloaded(th *object.Thread, classes []*object.Type, v Value, inside bool) []*object.Type {
	if v.IsNull() || v.IsSmallInt() || v.IsFloat() || v.IsNone() {
		return classes
	}
	t := v.Type()
	if t == tensorType || t == parameterType || slices.Contains(classes, t) {
		return classes
	}
	if items, ok := listed(v); ok {
		if inside {
			for _, item := range items {
				classes = overloaded(th, classes, item, false)
			}
		}
		return classes
	}
	if t.Lookup(th, torchFunctionName).IsNull() || t.IsSubtype(object.TypeType) || disabledHandler(th, t) {
		return classes
	}
	at := len(classes)
	for i, c := range classes {
		if t.IsSubtype(c) {
			at = i
			break
		}
	}
	return slices.Insert(classes, at, t)
}

// disabledHandler says whether a class has taken the overriding of its bases back, as one does that answers operators and says
// nothing of functions, and as Parameter does.
func disabledHandler(th *object.Thread, t *object.Type) bool {
	if t.IsSubtype(parameterType) && t.Lookup(th, torchFunctionName) == tensorType.Lookup(th, torchFunctionName) {
		return true
	}
	b, ok := object.AsBuiltin(t.Lookup(th, torchFunctionName))
	return ok && (b.Name == "_disabled_torch_function_impl" || b.Name == "__torch_function__" && dispatches(th, t))
}

// defaultTorchFunction is Tensor.__torch_function__: the function itself, with tensors of the subclass as results. Parameter has taken it back: what a
// subclass of it asks of super() gives plain tensors.
func defaultTorchFunction(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("__torch_function__", args, kwNames, "cls", "func", "types", "|", "args", "kwargs")
	if err != nil {
		return object.Null, err
	}
	cls, _ := object.AsType(a[0])
	if cls.IsSubtype(parameterType) {
		return callUnderneath(th, a[1], a[3], a[4])
	}
	types, _ := sequence(th, a[2])
	for _, t := range types {
		if other, ok := object.AsType(t); ok && !cls.IsSubtype(other) {
			return object.NotImplemented, nil
		}
	}
	v, err := callUnderneath(th, a[1], a[3], a[4])
	if err != nil {
		return object.Null, err
	}
	if !givesFresh(th, a[1]) {
		return v, nil
	}
	return asClass(th, v, cls)
}

// overridableAttributes makes reading attributes go through the overrides, as calls of the getter Tensor.<name>.__get__.
func overridableAttributes(th *object.Thread, list []object.GetsetDef) []object.GetsetDef {
	for i := range list {
		name, get := list[i].Name, list[i].Get
		if get == nil || name == "__class__" || name == "__dict__" || name == "_backward_hooks" {
			continue
		}
		getter := func() Value {
			v, err := object.GetAttr(th, tensorMethod(th, name), "__get__")
			if err != nil {
				return object.None
			}
			return v
		}
		list[i].Get = func(th *object.Thread, v Value) (Value, error) {
			if !isPlain(th, v) || len(overriding(th).modes) > 0 {
				if r, handled, err := override(th, getter, []Value{v}, nil); handled {
					return r, err
				}
			}
			return get(th, v)
		}
		if set := list[i].Set; set != nil {
			setter := func() Value {
				v, err := object.GetAttr(th, tensorMethod(th, name), "__set__")
				if err != nil {
					return object.None
				}
				return v
			}
			list[i].Set = func(th *object.Thread, v, val Value) error {
				if val.IsNull() {
					val = object.None
				}
				if !isPlain(th, v) || len(overriding(th).modes) > 0 {
					if _, handled, err := override(th, setter, []Value{v, val}, nil); handled {
						return err
					}
				}
				return set(th, v, val)
			}
		}
	}
	return list
}

// freshAttributes are the attributes that make a tensor; others give one that exists, whose class is not to change.
var freshAttributes = map[string]bool{"T": true, "mT": true, "H": true, "mH": true, "real": true, "imag": true, "data": true}

// givesFresh says whether the tensors that a function returns may be given another class.
func givesFresh(th *object.Thread, function Value) bool {
	if b, ok := object.AsBuiltin(function); !ok || b.Name != "__get__" {
		return true
	}
	owner, err := object.GetAttr(th, function, "__self__")
	if err != nil {
		return true
	}
	name, err := object.GetAttr(th, owner, "__name__")
	if err != nil {
		return true
	}
	text, _ := object.Text(name)
	return freshAttributes[text]
}

// callUnderneath calls a function with a tuple and a dict, either of which may be absent, past the classes that override it.
func callUnderneath(th *object.Thread, function, args, kwargs Value) (Value, error) {
	var call, names []Value
	if !args.IsNull() {
		items, _ := sequence(th, args)
		call = slices.Clone(items)
	}
	if !kwargs.IsNull() {
		if d, ok := object.AsDict(kwargs); ok {
			_ = d.Each(th, func(th *object.Thread, k, v Value) error {
				call, names = append(call, v), append(names, k)
				return nil
			})
		}
	}
	o := overriding(th)
	o.subclassOff++
	v, err := object.CallArgs(th, function, call, names)
	o.subclassOff--
	return v, err
}

// asClass gives results as tensors of a class: what is none yet becomes an alias of one, so tensors that existed keep their class.
func asClass(th *object.Thread, v Value, cls *object.Type) (Value, error) {
	if cls == tensorType || cls == parameterType {
		return v, nil
	}
	if x, ok := operand(v); ok {
		if v.Type().IsSubtype(cls) {
			return v, nil
		}
		r, err := callOp(th, "alias", x)
		if err != nil {
			return object.Null, err
		}
		return wrapAs(th, r, cls), nil
	}
	items, ok := sequence(th, v)
	if !ok {
		return v, nil
	}
	converted, changed := slices.Clone(items), false
	for i, item := range items {
		r, err := asClass(th, item, cls)
		if err != nil {
			return object.Null, err
		}
		converted[i], changed = r, changed || r != item
	}
	if !changed {
		return v, nil
	}
	list := object.NewList(converted...).Ref()
	if v.Type() == object.ListType {
		return list, nil
	}
	return object.Call(th, v.Type().Ref(), list)
}

// dispatch is a TorchDispatchMode as a level of the dispatcher.
type dispatch struct {
	mode    Value
	machine *object.Machine
}

// Dispatching tells whether a TorchDispatchMode is entered that is no part of the machinery, as FakeTensorMode is.
func Dispatching(th *object.Thread) bool {
	for _, d := range overriding(th).dispatch {
		answer, err := object.CallMethod(th, d.mode.Type().Ref(), "is_infra_mode")
		if infra, known := answer.AsBool(); err != nil || !known || !infra {
			return true
		}
	}
	return false
}

// SuspendDispatch takes the TorchDispatchModes that are entered off the stack, and returns what puts them back.
func SuspendDispatch(th *object.Thread) (resume func()) {
	o, ctx := overriding(th), Context(th)
	modes := o.dispatch
	o.dispatch = nil
	for _, d := range modes {
		ctx.PopMode(d)
	}
	return func() {
		o.dispatch = modes
		for _, d := range modes {
			ctx.PushMode(d)
		}
	}
}

// Call hands the operator to the mode's __torch_dispatch__.
func (d *dispatch) Call(ctx *ops.Context, op *ops.Op, args []ops.Value) ([]ops.Value, error) {
	th := d.machine.Running()
	o := overriding(th)
	if i := slices.Index(o.dispatch, d); i >= 0 { // while it answers it is not on the stack
		o.dispatch = slices.Delete(o.dispatch, i, i+1)
		defer func() { o.dispatch = append(o.dispatch, d) }()
	}
	running := interp.ThreadOf(th) // the handler is not compiled
	hook := running.FrameHook
	running.FrameHook = nil
	defer func() { running.FrameHook = hook }()
	positional, kwargs := spelled(th, op, args)
	function := overloadObject(th, namespaceOf(op), shortName(op), op)
	var types []Value
	classes := dispatchingClasses(args)
	for _, c := range classes {
		types = append(types, c.Ref())
	}
	if err := plainHandler(th, d.mode, torchDispatchName); err != nil {
		return nil, err
	}
	call := []Value{function, object.NewTuple(types...).Ref(), object.NewTuple(positional...).Ref(), kwargs.Ref()}
	var v Value
	var err error
	if rule, ok := objectsOf.Of(th).rules[op][d.mode.Type()]; ok {
		v, err = object.Call(th, rule, append([]Value{d.mode}, call...)...)
	} else {
		v, err = object.CallMethod(th, d.mode, "__torch_dispatch__", call...)
	}
	if err != nil {
		return nil, err
	}
	if v == object.NotImplemented && len(classes) == 0 {
		return nil, nobodyDispatches(th, op, d.mode, nil)
	}
	return dispatched(th, op, args, v)
}

// spelled writes a call as a script would: without the arguments that have their default.
func spelled(th *object.Thread, op *ops.Op, args []ops.Value) (positional []Value, kwargs *object.Dict) {
	params := op.Schema().Params
	last := 0
	kwargs = object.NewDict()
	for i, p := range params {
		if i >= len(args) || sameDefault(args[i], p) {
			continue
		}
		if p.KwOnly {
			kwargs.SetStr(object.Intern(p.Name), dispatchedArgument(th, args[i]))
		} else {
			last = i + 1
		}
	}
	for i := range last {
		positional = append(positional, dispatchedArgument(th, args[i]))
	}
	return positional, kwargs
}

// dispatchedArgument is an argument as handlers of operators get it: lists are lists.
func dispatchedArgument(th *object.Thread, v ops.Value) Value {
	if list, ok := v.([]ops.Value); ok {
		return object.NewList(fromList(th, list)...).Ref()
	}
	return FromOps(th, v)
}

// watchedByClasses says whether modes, or classes of tensors, may see the operators that are called now.
func watchedByClasses(th *object.Thread) bool {
	o := overriding(th)
	return (len(o.dispatch) > 0 || Context(th).HasDispatchers()) && !slices.ContainsFunc(o.modes, givesDevice)
}

// givesDevice says whether a TorchFunctionMode is the device of new tensors.
func givesDevice(mode Value) bool {
	return mode.Type().FullName() == "torch.utils._device.DeviceContext"
}

func sameDefault(v ops.Value, p ops.Param) bool {
	if v == nil && (!p.HasDef || p.Default == nil) {
		return p.HasDef || p.Type.Optional && p.KwOnly
	}
	if !p.HasDef {
		return false
	}
	a, ok1 := v.([]ops.Value)
	b, ok2 := p.Default.([]ops.Value)
	if ok1 || ok2 {
		return ok1 && ok2 && slices.Equal(a, b)
	}
	return v == p.Default
}

// overrideFunctions are the functions of torch._C behind torch.overrides and torch.utils._python_dispatch.
var overrideFunctions = map[string]object.CallFunc{
	"_push_on_torch_function_stack": func(th *object.Thread, args, kw []Value) (Value, error) {
		o := overriding(th)
		o.modes = append(o.modes, args[0])
		return object.None, nil
	},
	"_pop_torch_function_stack": func(th *object.Thread, args, kw []Value) (Value, error) {
		o := overriding(th)
		if len(o.modes) == 0 {
			return object.Null, object.RuntimeErrorf("trying to pop from empty mode stack")
		}
		v := o.modes[len(o.modes)-1]
		o.modes = o.modes[:len(o.modes)-1]
		return v, nil
	},
	"_len_torch_function_stack": func(th *object.Thread, args, kw []Value) (Value, error) {
		return object.Int(int64(len(overriding(th).modes))), nil
	},
	"_get_function_stack_at": func(th *object.Thread, args, kw []Value) (Value, error) {
		i, err := object.ToInt(th, args[0])
		if modes := overriding(th).modes; err == nil && i >= 0 && i < len(modes) {
			return modes[i], nil
		}
		return object.Null, object.RuntimeErrorf("Tried to get a mode that is not on the stack")
	},
	"_disable_torch_function": func(th *object.Thread, args, kw []Value) (Value, error) { // kind, by how much
		change, err := object.ToInt(th, args[1])
		if all, _ := object.IsTrue(th, args[0]); all {
			overriding(th).allOff += change
		} else {
			overriding(th).subclassOff += change
		}
		return object.None, err
	},
	"_is_torch_function_enabled": func(th *object.Thread, args, kw []Value) (Value, error) {
		return object.Bool(overriding(th).subclassOff == 0 && overriding(th).allOff == 0), nil
	},
	"_is_torch_function_all_disabled": func(th *object.Thread, args, kw []Value) (Value, error) {
		return object.Bool(overriding(th).allOff > 0), nil
	},
	"_has_torch_function": func(th *object.Thread, args, kw []Value) (Value, error) {
		o := overriding(th)
		items, ok := sequence(th, args[0])
		if !ok {
			return object.Null, object.TypeErrorf("expected a sequence")
		}
		if o.allOff > 0 || o.skipped() {
			return object.False, nil
		}
		var classes []*object.Type
		for _, v := range items {
			classes = overloaded(th, classes, v, false)
		}
		return object.Bool(len(o.modes) > 0 || o.subclassOff == 0 && len(classes) > 0), nil
	},
	"_skip_one_hop_torch_function": func(th *object.Thread, args, kw []Value) (Value, error) {
		a, err := object.Args("_skip_one_hop_torch_function", args, kw, "func", "types", "args", "kwargs", "/")
		if err != nil {
			return object.Null, err
		}
		positional, err := object.ToSlice(th, a[2])
		if err != nil {
			return object.Null, err
		}
		var names []Value
		if d, ok := object.AsDict(a[3]); ok {
			names, positional = d.Keys(), append(positional, d.Values()...)
		}
		o := overriding(th)
		o.skip = true
		v, err := object.CallArgs(th, a[0], positional, names)
		o.skip = false
		return v, err
	},
	"_required_arguments": requiredArguments,
	"_disabled_torch_function_impl": func(th *object.Thread, args, kw []Value) (Value, error) {
		a, err := object.Args("_disabled_torch_function_impl", args, kw, "func", "types", "|", "args", "kwargs")
		if err != nil {
			return object.Null, err
		}
		return callUnderneath(th, a[0], a[2], a[3])
	},
	"_fake_mode": func(th *object.Thread, args, kw []Value) (Value, error) { // by how much
		n, err := object.ToInt(th, args[0])
		o := overriding(th)
		o.fakes += n
		liftInto(th, o)
		return object.None, err
	},
	"_push_dispatch_mode": func(th *object.Thread, args, kw []Value) (Value, error) {
		o := overriding(th)
		d := &dispatch{args[0], th.Machine}
		o.dispatch = append(o.dispatch, d)
		Context(th).PushMode(d)
		return object.None, nil
	},
	"_pop_dispatch_mode": func(th *object.Thread, args, kw []Value) (Value, error) {
		o := overriding(th)
		if len(o.dispatch) == 0 {
			return object.Null, object.RuntimeErrorf("trying to pop from empty mode stack")
		}
		d := o.dispatch[len(o.dispatch)-1]
		o.dispatch = o.dispatch[:len(o.dispatch)-1]
		Context(th).PopMode(d)
		return d.mode, nil
	},
	"_len_torch_dispatch_stack": func(th *object.Thread, args, kw []Value) (Value, error) {
		return object.Int(int64(len(overriding(th).dispatch))), nil
	},
}
