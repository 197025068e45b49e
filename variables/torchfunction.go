package variables

import (
	"slices"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// This file traces overrides of torch functions: what a TorchFunctionMode that
// the traced code has entered, or the class of a tensor, does in the place of
// a function is inlined.

// overrides is the state of overriding while tracing.
type overrides struct {
	modes       []Tracker // TorchFunctionModes that are entered, the innermost last
	around      []Tracker // those around the frame
	opened      []Tracker // those of with blocks that are open
	crossed     bool      // a block was left whose mode was not the innermost one
	subclassOff int       // how many handlers of Tensor itself are running: classes are passed over
	allOff      int       // how many DisableTorchFunction are open: modes are passed over, too
	answering   []handled // the handlers of classes that are running
}

// handled is a call that the handler of a class answers.
type handled struct {
	class *object.Type
	fn    object.Value
	args  []Tracker
}

func (h handled) is(class *object.Type, fn object.Value, args []Tracker) bool {
	return h.class == class && h.fn == fn && slices.EqualFunc(h.args, args, func(a, b Tracker) bool {
		x, constant1 := a.(*Constant)
		y, constant2 := b.(*Constant)
		return a == b || constant1 && constant2 && x.V == y.V
	})
}

func init() {
	RegisterFunction("torch._C._has_torch_function", func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		if len(args) != 1 {
			return nil, object.TypeErrorf("has_torch_function() takes one argument (%d given)", len(args))
		}
		if t.overrides.allOff > 0 {
			return NewConstant(object.False), nil
		}
		if len(t.overrides.modes) > 0 {
			return NewConstant(object.True), nil
		}
		relevant, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		items, ok := relevant.(*Container)
		if !ok {
			return nil, Unsupportedf("Unsupported argument of has_torch_function", relevant.Kind(), "Dynamo knows `has_torch_function` of tuples.")
		}
		for _, e := range t.Items(th, items) {
			if _, err := t.Realize(th, e); err != nil {
				return nil, err
			}
			if t.overrides.subclassOff == 0 && t.handles(th, t.TypeOf(e)) {
				return NewConstant(object.True), nil
			}
		}
		return NewConstant(object.False), nil
	})
}

func init() {
	RegisterFunction("torch.overrides.TorchFunctionMode.__enter__", func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		return args[0], t.openMode(th, args[0])
	})
	RegisterFunction("torch.overrides.TorchFunctionMode.__exit__", func(_ *object.Thread, t *Trace, _ []Tracker, _ []KW) (Tracker, error) {
		t.closeMode()
		return None(), nil
	})
	RegisterFunction("torch._C._get_function_stack_at", func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		if len(args) != 1 {
			return nil, object.TypeErrorf("_get_function_stack_at() takes exactly one argument (%d given)", len(args))
		}
		i, err := t.AsInt(th, args[0])
		if err != nil {
			return nil, err
		}
		if i < 0 || i >= int64(len(t.overrides.modes)) {
			return nil, object.IndexErrorf("list index out of range")
		}
		return t.overrides.modes[i], nil
	})
}

// DisableTorchFunction opens (1) or closes (-1) a stretch in which the classes of tensors, or with all the modes too, are passed over.
func (t *Trace) DisableTorchFunction(all bool, change int) {
	if all {
		t.overrides.allOff += change
	} else {
		t.overrides.subclassOff += change
	}
}

// TorchFunctionEnabled tells whether the classes of tensors see functions.
func (t *Trace) TorchFunctionEnabled() bool {
	return t.overrides.subclassOff == 0 && t.overrides.allOff == 0
}

// openMode enters a TorchFunctionMode as a with block does.
func (t *Trace) openMode(th *object.Thread, mode Tracker) error {
	t.overrides.opened = append(t.overrides.opened, mode)
	return t.PushFunctionMode(th, mode)
}

// closeMode leaves the innermost one.
func (t *Trace) closeMode() {
	left, _ := t.PopFunctionMode()
	if n := len(t.overrides.opened); n > 0 {
		t.overrides.crossed = t.overrides.crossed || left == nil || t.Peek(left) != t.Peek(t.overrides.opened[n-1])
		t.overrides.opened = t.overrides.opened[:n-1]
	}
}

// TorchFunctionAllDisabled tells whether modes see no functions either.
func (t *Trace) TorchFunctionAllDisabled() bool { return t.overrides.allOff > 0 }

// PushFunctionMode puts a TorchFunctionMode on the stack.
func (t *Trace) PushFunctionMode(th *object.Thread, mode Tracker) error {
	mode, err := t.Realize(th, mode)
	t.overrides.modes = append(t.overrides.modes, mode)
	return err
}

// EnterOuterModes makes the TorchFunctionModes around the frame known to the trace, and whether functions pass over them and over classes.
func (t *Trace) EnterOuterModes(th *object.Thread) {
	state := guards.ReadGlobalState(th)
	if state>>guards.StateModesOff&1 == 1 {
		t.overrides.allOff++
	}
	if state>>guards.StateClassesOff&1 == 1 {
		t.overrides.subclassOff++
	}
	t.StartModes = guards.ModeTypes(th)
	if len(t.StartModes) == 0 {
		return
	}
	read := t.Host.Attribute(th, "torch._C._get_function_stack_at")
	for i, m := range guards.FunctionModes(th) {
		t.overrides.modes = append(t.overrides.modes, t.Wrap(m, guards.NewModeStackItem(read, i)))
	}
	t.overrides.around = slices.Clone(t.overrides.modes)
}

// ModeChanges is what the code did to the stack of modes by itself, beside the with blocks that are open: how many of the modes around the frame are gone, and those that took
// their place. Frames that take the mode of a block away are not compiled.
func (t *Trace) ModeChanges() (gone int, pushed []Tracker, err error) {
	same := func(a, b Tracker) bool { return t.Peek(a) == t.Peek(b) }
	modes, around, opened := t.overrides.modes, t.overrides.around, t.overrides.opened
	own := len(modes) - len(opened)
	if t.overrides.crossed || own < 0 || !slices.EqualFunc(modes[own:], opened, same) {
		u := Unsupportedf("Changed stack of torch function modes", "_pop_torch_function_stack",
			"Dynamo cannot leave a `with` block of a torch function mode that the code has taken from the stack.").(*Unsupported)
		u.SkipFrame = true
		return 0, nil, u
	}
	kept := 0
	for kept < min(own, len(around)) && same(modes[kept], around[kept]) {
		kept++
	}
	return len(around) - kept, modes[kept:own], nil
}

// PopFunctionMode leaves the innermost mode; false if tracing has entered none.
func (t *Trace) PopFunctionMode() (Tracker, bool) {
	n := len(t.overrides.modes)
	if n == 0 {
		return nil, false
	}
	mode := t.overrides.modes[n-1]
	t.overrides.modes = t.overrides.modes[:n-1]
	return mode, true
}

// FunctionModes is how many modes tracing has entered.
func (t *Trace) FunctionModes() int { return len(t.overrides.modes) }

var torchFunctionName = object.Intern("__torch_function__")

// handles tells whether tensors of a class see the functions that they are given to. Classes that only inherit the handler of Tensor
// do, since their results are of the class, unless they handle operators (__torch_dispatch__).
func (t *Trace) handles(th *object.Thread, class *object.Type) bool {
	plain := t.Host.TensorType(th)
	if class == plain {
		return false
	}
	v := class.Lookup(th, torchFunctionName)
	if m, ok := object.AsClassMethod(v); ok {
		v = m.Func
	}
	if m, ok := object.AsMethod(v); ok {
		v = m.Func
	}
	if _, python := object.AsFunction(v); python {
		return true
	}
	const dispatch = "__torch_dispatch__"
	_, inClass := class.LookupWhere(object.Intern(dispatch))
	parameter := slices.ContainsFunc(class.MRO, func(c *object.Type) bool { return c.ModuleName() == "torch.nn.parameter" })
	return isInherited(v) && inClass == plain && !parameter
}

// answersFunctions tells whether a class that is none of tensors answers for its objects in calls of torch functions.
func answersFunctions(th *object.Thread, class *object.Type) bool {
	if !class.IsHeap() {
		return false
	}
	_, ok := object.AsClassMethod(class.Lookup(th, torchFunctionName))
	return ok
}

// isInherited tells whether a handler is that of Tensor.
func isInherited(handler object.Value) bool {
	if m, ok := object.AsClassMethod(handler); ok {
		handler = m.Func
	}
	b, ok := object.AsBuiltin(handler)
	return ok && b.Name == "__torch_function__"
}

// overridden gives the call of a torch function to the innermost mode, else to the classes of its arguments, subclasses first. It
// tells whether one of them has handled it.
func (t *Trace) overridden(th *object.Thread, fn object.Value, args []Tracker, kwargs []KW) (Tracker, bool, error) {
	o := &t.overrides
	if o.allOff > 0 {
		return nil, false, nil
	}
	classes := t.handlers(th, args, kwargs)
	if len(o.modes) == 0 && len(classes) == 0 || fn.IsNull() {
		return nil, false, nil
	}
	types := make([]Tracker, len(classes))
	for i, c := range classes {
		types[i] = t.FromValue(c.Ref())
	}
	dict := t.NewDict()
	shadow, _ := object.AsDict(dict.V)
	for _, kw := range kwargs {
		shadow.Put(kw.Name, t.ToValue(kw.Value))
	}
	call := []Tracker{t.FromValue(fn), t.NewTuple(types), t.NewTuple(args), dict}
	if n := len(o.modes); n > 0 {
		mode := o.modes[n-1]
		o.modes = o.modes[: n-1 : n-1] // what the handler calls goes to the modes outside of it
		r, err := t.CallMethod(th, mode, "__torch_function__", call, nil)
		o.modes = append(o.modes, mode)
		if err != nil || !t.declined(th, r) {
			return r, true, err
		}
	}
	for _, c := range classes {
		if v := c.Lookup(th, torchFunctionName); isInherited(v) {
			r, err := t.defaultTorchFunction(th, append([]Tracker{t.FromValue(c.Ref())}, call...), nil)
			return r, true, err
		}
		if slices.ContainsFunc(o.answering, func(h handled) bool { return h.is(c, fn, args) }) { // a handler that makes the same call again would never end
			return nil, false, nil
		}
		handler, err := t.GetAttr(th, t.FromValue(c.Ref()), "__torch_function__")
		if err != nil {
			return nil, true, err
		}
		o.answering = append(o.answering, handled{c, fn, slices.Clone(args)})
		r, err := t.Call(th, handler, call, nil)
		o.answering = o.answering[:len(o.answering)-1]
		if err != nil || !t.declined(th, r) {
			return r, true, err
		}
	}
	if len(classes) == 0 {
		return nil, false, nil
	}
	return nil, true, object.TypeErrorf("Multiple dispatch failed: all __torch_function__ handlers returned NotImplemented")
}

// handlers are the classes among the arguments, one level into sequences, that handle functions.
func (t *Trace) handlers(th *object.Thread, args []Tracker, kwargs []KW) (classes []*object.Type) {
	if t.overrides.subclassOff > 0 {
		return nil
	}
	note := func(x Tracker) {
		var class *object.Type
		switch x := t.Peek(x).(type) {
		case *Tensor:
			class = x.Type
		case *Lazy:
			if class = x.V.Type(); !class.IsSubtype(t.Host.TensorType(th)) && !answersFunctions(th, class) {
				return
			}
		case *Object:
			if class = x.T; !answersFunctions(th, class) {
				return
			}
		default:
			return
		}
		if !t.handles(th, class) || slices.Contains(classes, class) {
			return
		}
		at := slices.IndexFunc(classes, class.IsSubtype)
		if at < 0 {
			at = len(classes)
		}
		classes = slices.Insert(classes, at, class)
	}
	each := func(x Tracker) {
		note(x)
		if c, ok := t.Peek(x).(*Container); ok && (c.V.Type() == object.ListType || c.V.Type() == object.TupleType) {
			for _, e := range t.Items(th, c) {
				note(e)
			}
		}
	}
	for _, a := range args {
		each(a)
	}
	for _, kw := range kwargs {
		each(kw.Value)
	}
	return classes
}

// defaultTorchFunction is Tensor.__torch_function__: the function itself, its results tensors of the class.
func (t *Trace) defaultTorchFunction(th *object.Thread, args []Tracker, kwargs []KW) (Tracker, error) {
	p, err := parameters("__torch_function__", args, kwargs, "cls", "func", "types", "args", "kwargs")
	if err != nil {
		return nil, err
	}
	class, err := t.Realize(th, p[0])
	if err != nil {
		return nil, err
	}
	var positional []Tracker
	if p[3] != nil {
		if positional, err = t.Unpack(th, p[3]); err != nil {
			return nil, err
		}
	}
	var named []KW
	if p[4] != nil {
		x, err := t.Realize(th, p[4])
		if err != nil {
			return nil, err
		}
		if c, ok := x.(*Container); ok {
			if d, ok := object.AsDict(c.V); ok {
				err = d.Each(th, func(th *object.Thread, k, v object.Value) error {
					name, _ := object.Text(k)
					named = append(named, KW{name, t.FromValue(v)})
					return nil
				})
				if err != nil {
					return nil, err
				}
			}
		}
	}
	t.overrides.subclassOff++
	r, err := t.Call(th, p[1], positional, named)
	t.overrides.subclassOff--
	if err == nil {
		t.NameNode(t.Peek(r), "ret") // the variable of the method, which PyTorch has in Python
	}
	c, ok := class.(*Class)
	if err != nil || !ok {
		return r, err
	}
	return t.asClass(th, r, c.T)
}

// asClass makes plain tensors in a result tensors of a class.
func (t *Trace) asClass(th *object.Thread, x Tracker, class *object.Type) (Tracker, error) {
	switch x := t.Peek(x).(type) {
	case *Tensor:
		if x.src != nil || x.Type == class || !class.IsSubtype(t.Host.TensorType(th)) {
			return x, nil
		}
		made := *x
		made.Type = class
		return &made, nil
	case *Container:
		if typ := x.V.Type(); x.src != nil || typ != object.ListType && typ != object.TupleType {
			return x, nil
		}
		items := t.Items(th, x)
		values := make([]object.Value, len(items))
		for i, e := range items {
			r, err := t.asClass(th, e, class)
			if err != nil {
				return nil, err
			}
			values[i] = t.ToValue(r)
		}
		v, err := emptyLike(th, x.V, values)
		return t.newContainer(v), err
	}
	return x, nil
}

// tensorMethodObject is the function object of a method of tensors, as handlers see it.
func (t *Trace) tensorMethodObject(th *object.Thread, name string) object.Value {
	switch name {
	case "true_divide":
		name = "div"
	case "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift", "floor_divide":
		for _, info := range binaries {
			if info.packet == name {
				name = "__" + info.special + "__"
				break
			}
		}
	}
	return t.Host.TensorType(th).Lookup(th, object.Intern(name))
}

// plainSubclass is the tensor that a class of tensors is called with, where the class leaves making its instances to Tensor.
func (t *Trace) plainSubclass(th *object.Thread, class *object.Type, args []Tracker, kwargs []KW) (*Tensor, bool) {
	if len(args) != 1 || len(kwargs) > 0 {
		return nil, false
	}
	for _, name := range []string{"__new__", "__init__"} {
		if _, owner := class.LookupWhere(object.Intern(name)); owner != nil && owner.IsHeap() && owner.IsSubtype(t.Host.TensorType(th)) && owner != t.Host.TensorType(th) {
			return nil, false
		}
	}
	a, err := t.Realize(th, args[0])
	x, ok := a.(*Tensor)
	return x, err == nil && ok
}

// asSubclass is Tensor.as_subclass: it leaves no node.
func asSubclass(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
	p, err := parameters("as_subclass", args, kwargs, "cls")
	if err != nil {
		return nil, err
	}
	if p[0] != nil {
		if p[0], err = t.Realize(th, p[0]); err != nil {
			return nil, err
		}
	}
	c, ok := p[0].(*Class)
	if !ok || !c.T.IsSubtype(t.Host.TensorType(th)) {
		return nil, object.TypeErrorf("as_subclass(): argument 'cls' must be a subclass of torch.Tensor")
	}
	if c.T == t.Host.TensorType(th) && x.Type != c.T { // whose functions would still be those of the subclass when the code runs
		return nil, &Unsupported{Title: "Argument of `as_subclass` must be a non-dispatcher-style tensor subclass", Context: "TensorWithTFOverrideVariable().as_subclass(" + c.Kind() + "())",
			Explanation: "Currently not supported"}
	}
	made := *x
	made.sourced, made.Real, made.Type, made.Attrs = sourced{}, object.Null, c.T, Attrs{}
	return &made, nil
}
