package torch

import (
	"reflect"
	"slices"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// tensorMethods are the methods of tensors that neither are operators nor call forms of the table: they are about Python objects,
// about memory, or about the tape. args[0] is the tensor.
var tensorMethods map[string]object.CallFunc

func init() {
	refuse := func(err func(format string, args ...any) error, text string) object.CallFunc {
		return func(th *object.Thread, args, kw []Value) (Value, error) { return object.Null, err("%s", text) }
	}
	tensorMethods = map[string]object.CallFunc{
		"data_ptr": func(th *object.Thread, args, kw []Value) (Value, error) {
			if t, ok := Unwrap(args[0]); ok && ops.IsWrapped(t) && !ops.IsDual(t) {
				return object.Null, object.RuntimeErrorf("Cannot access data pointer of Tensor that doesn't have storage")
			}
			return query("data_ptr", func(th *object.Thread, t *tensor.Tensor) Value { return object.Int(dataPtr(t)) })(th, args, kw)
		},
		"const_data_ptr": query("const_data_ptr", func(th *object.Thread, t *tensor.Tensor) Value { return object.Int(dataPtr(t)) }),
		"tolist": func(th *object.Thread, args, kw []Value) (Value, error) {
			if err := readable(args[0]); err != nil {
				return object.Null, object.RuntimeErrorf("Cannot access data pointer of Tensor that doesn't have storage")
			}
			if t, ok := Unwrap(args[0]); ok && ops.IsWrapped(t) {
				return query("tolist", toNested)(th, []Value{Wrap(th, Context(th).Plainest(t))}, nil)
			}
			if t, ok := Unwrap(args[0]); ok && t.IsMeta() {
				return object.Null, object.Raisef(object.NotImplementedError, "Cannot copy out of meta tensor; no data!")
			} else if ok && answersItself(t) {
				return object.Null, object.RuntimeErrorf(".tolist() is not supported for tensor subclasses, got %s", args[0].Type().Name)
			}
			if x, _ := ToOps(th, args[0]); Context(th).Numbers() != nil {
				if f, ok := x.(*ops.Fake); ok {
					return recordedList(th, f)
				}
			}
			if err := converting(th, "list"); err != nil {
				return object.Null, err
			}
			return query("tolist", toNested)(th, args, kw)
		},
		"is_pinned": func(th *object.Thread, args, kw []Value) (Value, error) { return object.False, nil },
		"is_shared": func(th *object.Thread, args, kw []Value) (Value, error) {
			t, ok := self(args[0]).(*tensor.Tensor)
			return object.Bool(ok && t.Storage().Shared()), nil
		},
		"_is_view": methodIsView,
		"is_nonzero": func(th *object.Thread, args, kw []Value) (Value, error) {
			b, err := object.IsTrue(th, args[0])
			return object.Bool(b), err
		},
		"is_set_to":                          named("is_set_to", "self tensor", methodIsSetTo),
		"pin_memory":                         refuse(object.RuntimeErrorf, "Cannot access accelerator device when none is available."),
		"share_memory_":                      methodShareMemory,
		"cuda":                               refuse(object.AssertionErrorf, "Torch not compiled with CUDA enabled"),
		"xpu":                                refuse(object.AssertionErrorf, "Torch not compiled with XPU enabled"),
		"backward":                           methodBackward,
		"retain_grad":                        methodRetainGrad,
		"register_hook":                      named("register_hook", "self hook", methodRegisterHook),
		"register_post_accumulate_grad_hook": named("register_post_accumulate_grad_hook", "self hook", methodPostAccumulate),
		"new_tensor":                         methodNewTensor,
		"new": func(th *object.Thread, args, kw []Value) (Value, error) {
			self, ok := Unwrap(args[0])
			if !ok {
				return object.Null, object.TypeErrorf("new(): a tensor without data has no older constructor")
			}
			if len(args)-len(kw) == 2 {
				if from, ok := Unwrap(args[1]); ok && from.DType() != self.DType() {
					return object.Null, object.TypeErrorf("expected %s (got %s)", optionsText(self.DType()), optionsText(from.DType()))
				}
			}
			t, err := legacyTensor(th, self.DType(), args[1:], kw)
			if err != nil {
				return object.Null, err
			}
			return newTensor(th, t, self.Device(), false)
		},
		"set_":        methodSet,
		"apply_":      named("apply_", "self callable", methodApply),
		"as_subclass": named("as_subclass", "self cls", methodAsSubclass),
		"untyped_storage": func(th *object.Thread, args, kw []Value) (Value, error) {
			if err := ownMemory(args[0]); err != nil {
				return object.Null, err
			}
			return query("untyped_storage", func(th *object.Thread, t *tensor.Tensor) Value { return storageObject(th, t.Storage()) })(th, args, kw)
		},
		"storage":        typedStorage,
		"_typed_storage": typedStorage,
		"__reduce_ex__":  func(th *object.Thread, args, kw []Value) (Value, error) { return reduceTensor(th, args[0]) },
		"__deepcopy__":   named("__deepcopy__", "self memo", func(th *object.Thread, a, _ []Value) (Value, error) { return deepCopy(th, a[0], a[1]) }),
		"__copy__":       func(th *object.Thread, args, kw []Value) (Value, error) { return shallowCopy(th, args[0]) },
		"__complex__":    methodComplex,
		"__array__":      methodArray,
		"__array_wrap__": methodArrayWrap,
		"numpy":          methodNumpy,
	}
	addPythonMethods(tensorMethods)
}

func wrapOr(th *object.Thread, t *tensor.Tensor, err error) (Value, error) {
	if err != nil {
		return object.Null, err
	}
	return Wrap(th, t), nil
}

// recordedList is tolist of a tensor without data: the numbers depend on data.
func recordedList(th *object.Thread, f *ops.Fake) (Value, error) {
	if len(f.Sizes) == 0 {
		v, err := callOp(th, "item", f)
		return wrapResult(th, v, err)
	}
	rows, err := rowsOf(th, f)
	if err != nil {
		return object.Null, err
	}
	items := make([]Value, len(rows))
	for i, row := range rows {
		if items[i], err = recordedList(th, row.(*ops.Fake)); err != nil {
			return object.Null, err
		}
	}
	return object.NewList(items...).Ref(), nil
}

// rowsOf are the rows of a tensor without data, which Dynamo takes one by one.
func rowsOf(th *object.Thread, f *ops.Fake) ([]ops.Value, error) {
	count, known := f.Sizes[0].Const()
	if env, ok := Context(th).Numbers().(ops.Follower); !ok || !env.FollowsConversions() || !known {
		parts, err := callOp(th, "unbind.int", f, int64(0))
		if err != nil {
			return nil, err
		}
		return parts.([]ops.Value), nil
	}
	rows := make([]ops.Value, count)
	for i := range rows {
		var err error
		if rows[i], err = callOp(th, "select.int", f, int64(0), int64(i)); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func wrapResult(th *object.Thread, v ops.Value, err error) (Value, error) {
	if err != nil {
		return object.Null, err
	}
	return FromOps(th, v), nil
}

// ownMemory refuses a tensor of a function transform, which stands for others.
func ownMemory(v Value) error {
	t, ok := Unwrap(v)
	if !ok || !ops.IsWrapped(t) || ops.IsDual(t) {
		return nil
	}
	kind := "TensorWrapper"
	if ops.Readable(t) != nil {
		kind = "BatchedTensorImpl"
	}
	return object.Raisef(object.NotImplementedError, "Cannot access storage of %s", kind)
}

// query makes a method without arguments that looks at a tensor's memory.
func query(name string, f func(th *object.Thread, t *tensor.Tensor) Value) object.CallFunc {
	return func(th *object.Thread, args, kw []Value) (Value, error) {
		t, err := receiver(name, args)
		if err != nil {
			return object.Null, err
		}
		if len(args) > 1 {
			return object.Null, object.TypeErrorf("TensorBase.%s() takes no arguments (%d given)", name, len(args)-1)
		}
		return f(th, t), nil
	}
}

// typedStorage is the storage of a tensor together with its dtype.
func typedStorage(th *object.Thread, args, kw []Value) (Value, error) {
	t, err := receiver("storage", args)
	if err == nil {
		err = ownMemory(args[0])
	}
	if err != nil {
		return object.Null, err
	}
	return callPython(th, "torch.storage", "_typed", storageObject(th, t.Storage()), DTypeObject(t.DType()))
}

// methodShareMemory notes that a tensor's memory is shared. No other process has it.
func methodShareMemory(th *object.Thread, args, kw []Value) (Value, error) {
	if t, ok := self(args[0]).(*tensor.Tensor); ok {
		t.Storage().Share()
	}
	return args[0], nil
}

func dataPtr(t *tensor.Tensor) int64 {
	base := t.Storage().Address()
	if base == 0 {
		return 0
	}
	return int64(base) + int64(t.Offset()*t.DType().Size())
}

func methodIsView(th *object.Thread, args, kw []Value) (Value, error) {
	switch t, _ := operand(args[0]); t := t.(type) {
	case *tensor.Tensor:
		return object.Bool(t.Base != nil && !t.Inference), nil
	case *ops.Fake:
		return object.Bool(t.Base != nil), nil
	}
	return object.False, nil
}

func methodIsSetTo(th *object.Thread, args, kw []Value) (Value, error) {
	t, err := receiver("is_set_to", args)
	if err != nil {
		return object.Null, err
	}
	o, ok := Unwrap(args[1])
	return object.Bool(ok && t.Storage() == o.Storage() && t.Offset() == o.Offset() && slices.Equal(t.Sizes(), o.Sizes()) && slices.Equal(t.Strides(), o.Strides())), nil
}

func methodNewTensor(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("new_tensor", args, kwNames, "self", "data", "|", "*", "dtype", "device", "requires_grad", "layout", "pin_memory")
	if err != nil {
		return object.Null, err
	}
	x, err := tensorValue("new_tensor", a)
	if err != nil {
		return object.Null, err
	}
	d, err := dtypeArg(th, a[2])
	if err != nil {
		return object.Null, err
	}
	is := ops.Describe(x)
	device, err := deviceArg(th, a[3], is.Device)
	if err != nil {
		return object.Null, err
	}
	if _, ok := Unwrap(a[1]); ok {
		if err := warnUser(th, copiedTensor+"tensor.new_tensor(sourceTensor)."); err != nil {
			return object.Null, err
		}
	}
	t, err := fromNested(th, a[1], orDType(d, is.DType))
	if err != nil {
		return object.Null, err
	}
	return newTensor(th, t, device, flag(th, a[4]))
}

// flag reads an optional bool.
func flag(th *object.Thread, v Value) bool {
	if v.IsNull() {
		return false
	}
	b, _ := object.IsTrue(th, v)
	return b
}

func intList(th *object.Thread, v Value) ([]int, error) {
	items, ok := sequence(th, v)
	if !ok {
		items = []Value{v}
	}
	out := make([]int, len(items))
	for i, x := range items {
		n, err := object.ToInt(th, x)
		if err != nil {
			return nil, err
		}
		out[i] = n
	}
	return out, nil
}

func methodSet(th *object.Thread, args, kwNames []Value) (Value, error) {
	t, err := receiver("set_", args)
	if err != nil {
		return object.Null, err
	}
	if err := Context(th).RefuseInference(t); err != nil {
		return object.Null, raise(err)
	}
	ctx := Context(th)
	recorded, err := ctx.CheckSet(t)
	if err != nil {
		return object.Null, raise(err)
	}
	if err := setMemory(th, t, args, kwNames); err != nil {
		return object.Null, err
	}
	if recorded {
		ctx.RecordSet(t)
	}
	return args[0], nil
}

// setMemory has a tensor show the memory of another one, or of a storage, or none.
func setMemory(th *object.Thread, t *tensor.Tensor, args, kwNames []Value) error {
	if len(args) < 2 {
		if t.IsMeta() {
			t.Set(tensor.NewMeta(t.DType(), []int{0}, []int{1}))
		} else {
			t.Set(tensor.New(t.DType(), 0))
		}
		return nil
	}
	if o, ok := Unwrap(args[1]); ok && len(args) == 2 {
		if err := sameMemory(t, o.Storage()); err != nil {
			return err
		}
		if o.DType() != t.DType() {
			return object.RuntimeErrorf("Could not set tensor of type %s to a tensor of type %s", o.DType().CName(), t.DType().CName())
		}
		t.Set(o)
		t.BumpVersion()
		return nil
	}
	a, err := object.Args("set_", args, kwNames, "self", "source", "|", "storage_offset", "size", "stride")
	if err != nil {
		return err
	}
	s, d, err := storageOf(th, a[1])
	if err != nil {
		return err
	}
	if source, ok := Unwrap(a[1]); ok {
		s = source.Storage()
	}
	if s == nil {
		return object.TypeErrorf("set_(): argument 'source' (position 1) must be Tensor, not %s", a[1].Type().Name)
	}
	if d != tensor.Undefined && d != t.DType() {
		return object.RuntimeErrorf("Expected a Storage of type %s or an UntypedStorage, but got type %s for argument 1 'storage'", t.DType().CName(), d.ScalarName())
	}
	if err := sameMemory(t, s); err != nil {
		return err
	}
	offset := 0
	sizes := []int{s.Size() / t.DType().Size()}
	if !a[2].IsNull() {
		if offset, err = object.ToInt(th, a[2]); err != nil {
			return err
		}
		if sizes, err = intList(th, a[3]); err != nil {
			return err
		}
	}
	strides := tensor.ContiguousStrides(sizes)
	if !a[4].IsNull() {
		if strides, err = intList(th, a[4]); err != nil {
			return err
		}
	}
	device := t.Device()
	t.Set(tensor.FromStorage(s, t.DType(), sizes, strides, offset))
	t.SetDevice(device)
	return nil
}

// sameMemory refuses storages with memory for tensors on the device meta, and the reverse.
func sameMemory(t *tensor.Tensor, s *tensor.Storage) error {
	if t.Storage() == nil || s == nil || t.Storage().IsMeta() == s.IsMeta() {
		return nil
	}
	from := tensor.CPU
	if s.IsMeta() {
		from.Type = "meta"
	}
	return object.RuntimeErrorf("Attempted to set the storage of a tensor on device \"%s\" to a storage on different device \"%s\".  This is no longer allowed; the devices must match.", t.Device(), from)
}

func methodApply(th *object.Thread, args, kwNames []Value) (Value, error) {
	t, err := receiver("apply_", args)
	if err != nil {
		return object.Null, err
	}
	if ops.RequiresGrad(t) {
		return object.Null, object.RuntimeErrorf("Can't call apply_() on Variable that requires grad. Use var.detach().apply_() instead.")
	}
	flat := toNested(th, t.Contiguous().ViewOf([]int{t.Numel()}, []int{1}, t.Contiguous().Offset()))
	items, _ := sequence(th, flat)
	for i, v := range items {
		r, err := object.Call(th, args[1], v)
		if err != nil {
			return object.Null, err
		}
		items[i] = r
	}
	x, err := fromNested(th, object.NewList(items...).Ref(), t.DType())
	if err != nil {
		return object.Null, err
	}
	tensor.Copy(t, x.ViewOf(t.Sizes(), tensor.ContiguousStrides(t.Sizes()), 0))
	return args[0], nil
}

func methodAsSubclass(th *object.Thread, args, kwNames []Value) (Value, error) {
	cls, ok := object.AsType(args[1])
	if !ok {
		return object.Null, object.TypeErrorf("as_subclass(): argument 'cls' must be type")
	}
	x, err := tensorValue("as_subclass", args)
	if err != nil {
		return object.Null, err
	}
	if err := tensorClass(th, cls); err != nil {
		return object.Null, err
	}
	if already, err := alreadyOf(args[0], cls); already || err != nil {
		return args[0], err
	}
	r, err := callOp(th, "alias", x)
	if err != nil {
		return object.Null, err
	}
	return wrapAs(th, r, cls), nil
}

// deepCopy copies a leaf with its data, gradient and attributes.
func deepCopy(th *object.Thread, v, memo Value) (Value, error) {
	if _, ok := object.AsDict(memo); ok {
		if old, err := object.GetItem(th, memo, object.Int(int64(object.ID(v)))); err == nil {
			return old, nil
		}
	}
	if r, handled, err := asMethod(th, "__deepcopy__", v, memo); handled {
		return r, err
	}
	t, err := receiver("__deepcopy__", []Value{v})
	if err != nil {
		return object.Null, err
	}
	if err := ownMemory(v); err != nil {
		return object.Null, err
	}
	if c := v.Type(); c != tensorType && !c.IsSubtype(ParameterType(th)) && overriding(th).subclassOff > 0 && !dispatches(th, c) && c.Lookup(th, object.Intern("new_empty")) == tensorType.Lookup(th, object.Intern("new_empty")) {
		return object.Null, object.RuntimeErrorf("The default implementation of __deepcopy__() for non-wrapper subclasses only works for subclass types that implement new_empty() and for which that function returns another instance of the same subclass. You should either properly implement new_empty() for your subclass or override __deepcopy__() if it is intended behavior for new_empty() to return an instance of a different type.")
	}
	if Context(th).GradFn(t) != nil {
		return object.Null, object.RuntimeErrorf("Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see https://github.com/pytorch/pytorch/pull/103001")
	}
	var out Value
	var c *tensor.Tensor
	if isShell(t) {
		if out, err = object.CallMethod(th, v, "clone"); err != nil {
			return object.Null, err
		}
		if out.Type() != v.Type() {
			return object.Null, object.RuntimeErrorf("The default implementation of __deepcopy__() for wrapper subclasses only works for subclass types that properly implement clone() and for which that function returns another instance of the same subclass. You should either properly implement clone() for your subclass or override __deepcopy__() if it is intended behavior for clone() to return an instance of a different type.")
		}
		c, _ = Unwrap(out)
	} else {
		if c, err = copyMemory(th, t, memo); err != nil {
			return object.Null, err
		}
		out = wrapAs(th, c, v.Type())
	}
	c.RequiresGrad = t.NeedsGrad()
	if t.Grad != nil && !v.Type().IsSubtype(ParameterType(th)) { // a copy of a parameter begins without
		copied, err := deepCopy(th, Wrap(th, t.Grad), memo)
		if err != nil {
			return object.Null, err
		}
		c.Grad, _ = Unwrap(copied)
	}
	if d := v.Dict(); d != nil {
		copied, err := deepCopyDict(th, d, memo)
		if err != nil {
			return object.Null, err
		}
		out.Head().SetDict(copied)
	}
	if _, ok := object.AsDict(memo); ok {
		if err := object.SetItem(th, memo, object.Int(int64(object.ID(v))), out); err != nil {
			return object.Null, err
		}
	}
	return out, nil
}

// copyMemory copies the storage of a tensor, once for all tensors that a deep copy meets over it.
func copyMemory(th *object.Thread, t *tensor.Tensor, memo Value) (*tensor.Tensor, error) {
	sizes, strides := append([]int(nil), t.Sizes()...), append([]int(nil), t.Strides()...)
	if t.IsMeta() {
		return tensor.NewMeta(t.DType(), sizes, strides), nil
	}
	if _, ok := object.AsDict(memo); !ok || t.Layer != nil || t.Storage().Size() == 0 {
		if !t.IsDense() {
			strides = tensor.ContiguousStrides(t.Sizes())
		}
		c := tensor.NewStrided(t.DType(), sizes, strides)
		tensor.Copy(c, t)
		return c, nil
	}
	copied, err := callPython(th, "torch.storage", "_untyped___deepcopy__", storageObject(th, t.Storage()), memo)
	if err != nil {
		return nil, err
	}
	c := tensor.FromStorage(payload[*tensor.Storage](copied), t.DType(), sizes, strides, t.Offset())
	if c.Conj, c.Neg = t.Conj, t.Neg; c.Conj || c.Neg { // what only looks conjugated or negated becomes so, in memory of its own
		plain := tensor.NewStrided(t.DType(), sizes, tensor.ContiguousStrides(sizes))
		tensor.Copy(plain, c)
		return plain, nil
	}
	return c, nil
}

func deepCopyDict(th *object.Thread, d *object.Dict, memo Value) (*object.Dict, error) {
	mod, err := importAttribute(th, "copy", "deepcopy")
	if err != nil {
		return nil, err
	}
	r, err := object.Call(th, mod, d.Ref(), memo)
	if err != nil {
		return nil, err
	}
	out, _ := object.AsDict(r)
	return out, nil
}

func shallowCopy(th *object.Thread, v Value) (Value, error) {
	t, err := receiver("__copy__", []Value{v})
	if err != nil {
		return object.Null, err
	}
	c := t.Detached()
	c.RequiresGrad = t.NeedsGrad()
	out := wrapAs(th, c, v.Type())
	if d := v.Dict(); d != nil {
		out.Head().SetDict(d.Copy())
	}
	return out, nil
}

// storageOf is the memory behind a storage of scripts and its element type, Undefined for one without; nil for other values.
func storageOf(th *object.Thread, v Value) (*tensor.Storage, tensor.DType, error) {
	if n, ok := object.AsNative(v); ok {
		s, _ := n.V.(*tensor.Storage)
		return s, tensor.Undefined, nil
	}
	class, err := importAttribute(th, "torch.storage", "TypedStorage")
	if err != nil {
		return nil, tensor.Undefined, err
	}
	if t, ok := object.AsType(class); !ok || !v.Type().IsSubtype(t) {
		return nil, tensor.Undefined, nil
	}
	untyped, err := object.GetAttr(th, v, "_untyped_storage")
	if err != nil {
		return nil, tensor.Undefined, err
	}
	dtype, err := object.GetAttr(th, v, "dtype")
	if err != nil {
		return nil, tensor.Undefined, err
	}
	d, err := ToOps(th, dtype)
	if err != nil {
		return nil, tensor.Undefined, err
	}
	s, _, err := storageOf(th, untyped)
	kind, _ := d.(tensor.DType)
	return s, kind, err
}

// tensorOfStorage is a tensor of a copy of a storage's elements, if v is a storage; d is the wanted type, Undefined for that of the storage.
func tensorOfStorage(th *object.Thread, v Value, d tensor.DType) (*tensor.Tensor, error) {
	if name := v.Type().Name; name != "TypedStorage" && name != "UntypedStorage" {
		return nil, nil
	}
	s, has, err := storageOf(th, v)
	if err != nil || s == nil {
		return nil, err
	}
	if has == tensor.Undefined {
		if has = d; has == tensor.Undefined {
			has = Context(th).DefaultDType()
		}
	}
	if d != tensor.Undefined && d != has {
		return nil, object.RuntimeErrorf("Expected a Storage of type %s or an UntypedStorage, but got %s", d.ScalarName(), has.ScalarName())
	}
	n := s.Size() / has.Size()
	return tensor.FromStorage(s, has, []int{n}, []int{1}, 0), nil
}

var storageType *object.Type

// storageObject is torch.UntypedStorage.
func storageObject(th *object.Thread, s *tensor.Storage) Value {
	return object.NewNative(storageClass(), s)
}

func storageClass() *object.Type {
	if storageType == nil {
		st := func(v Value) *tensor.Storage { return payload[*tensor.Storage](v) }
		spec := object.Spec{Layout: object.LayoutNative, Methods: []object.Method{
			{Name: "data_ptr", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(st(v).Address())), nil }},
			{Name: "nbytes", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(st(v).Size())), nil }},
			{Name: "size", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(st(v).Size())), nil }},
			{Name: "tolist", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				if st(v).IsMeta() {
					return object.Null, noMetaElements()
				}
				var items []Value
				for _, b := range st(v).Bytes() {
					items = append(items, object.Int(int64(b)))
				}
				return object.NewList(items...).Ref(), nil
			}},
			{Name: "resize_", OneArg: func(th *object.Thread, v, n Value) (Value, error) {
				k, err := object.ToInt(th, n)
				if err != nil {
					return object.Null, err
				}
				st(v).Resize(k)
				return v, nil
			}},
			{Name: "_bytes", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				return object.NewBytes(append([]byte(nil), st(v).Bytes()...)), nil
			}},
		}}
		addStorageMethods(&spec)
		spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
			data, err := callPython(th, "torch.storage", "_untyped_data", object.NewList(append([]Value(nil), args[:len(args)-len(kwNames)]...)...).Ref())
			if err != nil {
				return object.Null, err
			}
			if n, ok := data.AsInt(); ok {
				if on, err := storageDevice(th, args, kwNames); err != nil || on.Type == "meta" {
					return object.NewNative(cls, tensor.NewMetaStorage(int(n))), err
				}
				return object.NewNative(cls, tensor.NewStorage(int(n))), nil
			}
			content, err := object.BytesOf(data)
			if err != nil {
				return object.Null, err
			}
			if on, err := storageDevice(th, args, kwNames); err != nil || on.Type == "meta" {
				return object.NewNative(cls, tensor.NewMetaStorage(len(content))), err
			}
			s := tensor.NewStorage(len(content))
			copy(s.Bytes(), content)
			return object.NewNative(cls, s), nil
		}
		spec.Getset = []object.GetsetDef{
			getter("device", func(th *object.Thread, v Value) Value {
				if st(v).IsMeta() {
					return FromOps(th, tensor.Device{Type: "meta", Index: -1})
				}
				return FromOps(th, tensor.CPU)
			}),
			getter("is_cuda", falseValue), getter("is_hpu", falseValue), getter("is_sparse", falseValue), getter("is_sparse_csr", falseValue),
			getter("filename", func(*object.Thread, Value) Value { return object.None }),
			getter("_cdata", func(_ *object.Thread, v Value) Value { return object.Int(int64(reflect.ValueOf(st(v)).Pointer())) }),
		}
		spec.Repr = func(th *object.Thread, v Value) (Value, error) {
			return callPython(th, "torch.storage", "_untyped_text", v)
		}
		spec.SetItem = func(th *object.Thread, v, k, x Value) error {
			_, err := callPython(th, "torch.storage", "_untyped_set", v, k, x)
			return err
		}
		spec.Len = func(th *object.Thread, v Value) (int, error) { return st(v).Size(), nil }
		spec.GetItem = func(th *object.Thread, v, k Value) (Value, error) {
			if _, isInt := k.AsInt(); !isInt {
				return callPython(th, "torch.storage", "_untyped_slice", v, k)
			}
			i, err := object.ToInt(th, k)
			if err != nil {
				return object.Null, err
			}
			if st(v).IsMeta() {
				return object.Null, noMetaElements()
			}
			b := st(v).Bytes()
			if i < 0 {
				i += len(b)
			}
			if i < 0 || i >= len(b) {
				return object.Null, object.IndexErrorf("index %d out of range for storage of size %d", i, len(b))
			}
			return object.Int(int64(b[i])), nil
		}
		spec.Compare = func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
			if a.Type() != b.Type() || op != object.Eq && op != object.Ne {
				return object.NotImplemented, nil
			}
			return object.Bool((st(a) == st(b)) == (op == object.Eq)), nil
		}
		spec.Hash = func(_ *object.Thread, v Value) (int64, error) { return int64(object.ID(v)), nil }
		storageType = object.NewType("UntypedStorage", "torch.storage", nil, spec) // shared: see shareTypes
	}
	return storageType
}

func noMetaElements() error {
	return object.Raisef(object.NotImplementedError, "Not available for 'meta' device type")
}

// storageDevice reads the device of a new storage.
func storageDevice(th *object.Thread, args, kwNames []Value) (tensor.Device, error) {
	for i, name := range kwNames {
		if text, _ := object.Text(name); text == "device" {
			return deviceArg(th, args[len(args)-len(kwNames)+i], tensor.CPU)
		}
	}
	return tensor.CPU, nil
}

// methodComplex is complex(tensor).
func methodComplex(th *object.Thread, args, kw []Value) (Value, error) {
	t, err := receiver("__complex__", args)
	if err != nil {
		return object.Null, err
	}
	if t.Numel() != 1 {
		return object.Null, object.ValueErrorf("only one element tensors can be converted to Python scalars")
	}
	return object.NewComplex(t.Complexes()[0]), nil
}
