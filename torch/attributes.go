package torch

import (
	"cmp"
	"slices"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// self is the tensor of an object of class Tensor, with data or without.
func self(v Value) ops.Value {
	t, _ := operand(v)
	return t
}

// descriptive reads an attribute off the description of a tensor.
func descriptive(name string, f func(th *object.Thread, f *ops.Fake) Value) object.GetsetDef {
	return getter(name, func(th *object.Thread, v Value) Value { return f(th, ops.Describe(self(v))) })
}

// onDevice is the attribute that says whether a tensor is on a kind of device.
func onDevice(kind string) object.GetsetDef {
	return descriptive("is_"+kind, func(th *object.Thread, f *ops.Fake) Value { return object.Bool(f.Device.Type == kind) })
}

// tensorAttributes are the computed attributes of tensors.
func tensorAttributes() []object.GetsetDef {
	return []object.GetsetDef{
		{Name: "shape", Get: func(th *object.Thread, v Value) (Value, error) {
			if t, ok := Unwrap(v); ok {
				if v, ok := tracedSizes(th, t); ok {
					return v, nil
				}
				return sizeObject(th, t.Sizes()), nil
			}
			return fakeSizes(th, self(v).(*ops.Fake)), nil
		}},
		getter("dtype", func(th *object.Thread, v Value) Value {
			if t, ok := Unwrap(v); ok {
				return DTypeObject(t.DType())
			}
			return DTypeObject(self(v).(*ops.Fake).DType)
		}),
		getter("ndim", func(th *object.Thread, v Value) Value {
			if t, ok := Unwrap(v); ok {
				return object.Int(int64(t.Dim()))
			}
			return object.Int(int64(self(v).(*ops.Fake).Dim()))
		}),
		descriptive("device", func(th *object.Thread, f *ops.Fake) Value { return FromOps(th, f.Device) }),
		getter("layout", func(th *object.Thread, v Value) Value { return stridedObject(th) }),
		descriptive("itemsize", func(th *object.Thread, f *ops.Fake) Value { return object.Int(int64(f.DType.Size())) }),
		descriptive("nbytes", func(th *object.Thread, f *ops.Fake) Value {
			return FromOps(th, f.Numel().Mul(symbolic.IntOf(int64(f.DType.Size()))))
		}),
		getter("is_leaf", func(th *object.Thread, v Value) Value {
			return object.Bool(Context(th).GradFn(differentiated(th, v)) == nil)
		}),
		{Name: "_version", Get: func(th *object.Thread, v Value) (Value, error) {
			t, ok := Unwrap(v)
			if ok && t.Inference {
				return object.Null, object.RuntimeErrorf("Inference tensors do not track version counter.")
			}
			if !ok {
				return object.Int(0), nil
			}
			return object.Int(int64(t.Version())), nil
		}},
		getter("output_nr", func(th *object.Thread, v Value) Value { return object.Int(int64(ops.AutogradOf(self(v)).OutputNr)) }),
		{Name: "volatile", Get: func(th *object.Thread, _ Value) (Value, error) {
			return object.False, warnUser(th, "volatile was removed (Variable.volatile is always False)")
		}, Set: func(th *object.Thread, _, _ Value) error {
			return warnUser(th, "volatile was removed and now has no effect. Use `with torch.no_grad():` instead.")
		}},
		getter("retains_grad", func(th *object.Thread, v Value) Value { return object.Bool(ops.AutogradOf(self(v)).RetainsGrad) }),
		{Name: "grad_fn", Get: func(th *object.Thread, v Value) (Value, error) {
			t := differentiated(th, v)
			if err := ops.HistoryLost(t); err != nil {
				return object.Null, raise(err)
			}
			return nodeObject(Context(th).GradFn(t)), nil
		}},
		getter("_base", func(th *object.Thread, v Value) Value {
			switch t := self(v).(type) {
			case *tensor.Tensor:
				return FromOps(th, t.Base)
			case *ops.Fake:
				return FromOps(th, t.Base)
			}
			return object.None
		}),
		onDevice("cuda"), getter("is_sparse", falseValue), getter("is_quantized", falseValue), getter("is_nested", falseValue),
		getter("is_mkldnn", falseValue), onDevice("mps"), onDevice("xpu"), onDevice("ipu"), onDevice("xla"), onDevice("maia"), onDevice("mtia"), onDevice("vulkan"), getter("is_sparse_csr", falseValue),
		onDevice("meta"), onDevice("cpu"),
		{Name: "T", Get: viewAttribute("numpy_T")}, {Name: "mT", Get: viewAttribute("mT")}, {Name: "mH", Get: viewAttribute("mH")},
		{Name: "H", Get: viewAttribute("matrix_H")},
		{Name: "real", Get: viewAttribute("real"), Set: copyTo("real")}, {Name: "imag", Get: viewAttribute("imag"), Set: copyTo("imag")},
		{Name: "requires_grad", Get: func(th *object.Thread, v Value) (Value, error) {
			return object.Bool(ops.RequiresGrad(recorded(th, differentiated(th, v)))), nil
		}, Set: func(th *object.Thread, v, val Value) error {
			on, ok := val.AsBool()
			if !ok {
				return object.RuntimeErrorf("requires_grad must be a bool")
			}
			if err := Context(th).SetRequiresGrad(differentiated(th, v), on); err != nil {
				return raise(err)
			}
			return nil
		}},
		{Name: "grad", Get: func(th *object.Thread, v Value) (Value, error) {
			t := differentiated(th, v)
			g := ops.GradOf(t)
			if g == nil && Context(th).GradFn(t) != nil && !ops.AutogradOf(t).RetainsGrad {
				if err := warnUser(th, ops.Placed(gradOfResult)); err != nil {
					return object.Null, err
				}
			}
			return FromOps(th, g), nil
		}, Set: setGrad},
		{Name: "grad_dtype", Get: func(th *object.Thread, v Value) (Value, error) {
			t := differentiated(th, v)
			if Context(th).GradFn(t) != nil {
				return object.Null, object.RuntimeErrorf("grad_dtype can only be accessed on leaf tensors.")
			}
			d, any := ops.GradDType(t)
			if any {
				return object.None, nil
			}
			return DTypeObject(d), nil
		}, Set: func(th *object.Thread, v, val Value) error {
			var wanted *tensor.DType
			if !val.IsNone() {
				n, ok := object.AsNative(val)
				d, isType := tensor.DType(0), false
				if ok {
					d, isType = n.V.(tensor.DType)
				}
				if !isType {
					return object.RuntimeErrorf("grad_dtype must be a torch.dtype or None, but got %s", val.Type().Name)
				}
				wanted = &d
			}
			return raise(Context(th).SetGradDType(differentiated(th, v), wanted))
		}},
		{Name: "data", Get: func(th *object.Thread, v Value) (Value, error) {
			t, ok := Unwrap(v)
			if ok && ops.IsMapped(t) {
				return object.Null, object.RuntimeErrorf("accessing `data` under vmap transform is not allowed")
			}
			if !ok || ops.DispatcherOf(t) != nil || len(overriding(th).dispatch) > 0 || Context(th).Records() {
				made, err := viewAttribute("detach")(th, v)
				if data, ok := Unwrap(made); err == nil && ok && made != v {
					data.CountAlone()
				}
				return made, err
			}
			if v.Type() == ParameterType(th) || disabledHandler(th, v.Type()) {
				return Wrap(th, t.Data()), nil
			}
			return wrapAs(th, t.Data(), v.Type()), nil
		}, Set: func(th *object.Thread, v, val Value) error {
			if val.IsNull() {
				return object.RuntimeErrorf("Deleting tensor data is not allowed. Delete tensor instead!")
			}
			src, ok := Unwrap(val)
			if !ok {
				return object.TypeErrorf("Variable data has to be a tensor, but got %s", val.Type().Name)
			}
			t, err := receiver("data", []Value{v})
			if err != nil {
				return err
			}
			if same, err := sameLayout(th, v, val); err != nil || !same {
				return cmp.Or(err, object.RuntimeErrorf("Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have incompatible tensor type."))
			}
			if why := Context(th).DataRefusal(t); why != "" {
				return object.RuntimeErrorf("%s", why)
			}
			if t.NeedsGrad() && !src.DType().Differentiable() {
				return object.RuntimeErrorf("data set to a tensor that requires gradients must be floating point or complex dtype")
			}
			t.Set(src)
			return nil
		}},
		{Name: "_backward_hooks", Get: func(th *object.Thread, v Value) (Value, error) { return hookTable(th, Context(th).Hooks(self(v))) }, Set: func(th *object.Thread, v, hooks Value) error {
			for _, h := range slices.Clone(Context(th).Hooks(self(v))) {
				Context(th).RemoveHook(self(v), h)
			}
			return addHooks(th, v, hooks)
		}},
		{Name: "_post_accumulate_grad_hooks", Get: func(th *object.Thread, v Value) (Value, error) {
			return hookTable(th, Context(th).PostAccumulateHooks(self(v)))
		}},
		{Name: "_grad_fn", Get: func(th *object.Thread, v Value) (Value, error) { return object.GetAttr(th, v, "grad_fn") }},
		{Name: "_has_symbolic_sizes_strides", Get: func(th *object.Thread, v Value) (Value, error) {
			f, ok := self(v).(*ops.Fake)
			return object.Bool(ok && slices.ContainsFunc(f.Sizes, symbolic.Int.IsSymbolic)), nil
		}},
		{Name: "_grad", Get: func(th *object.Thread, v Value) (Value, error) { return FromOps(th, ops.GradOf(self(v))), nil }, Set: setGrad},
	}
}

// hookTable shows the hooks of scripts by number; None for none.
func hookTable(th *object.Thread, hooks []*ops.Hook) (Value, error) {
	if len(hooks) == 0 {
		return object.None, nil
	}
	table := object.NewDict()
	for i, h := range hooks {
		if fn, ok := h.Script.(Value); ok {
			if err := table.Set(th, object.Int(int64(i)), fn); err != nil {
				return object.Null, err
			}
		}
	}
	return table.Ref(), nil
}

// addHooks registers the hooks of a table, None for none, on a tensor.
func addHooks(th *object.Thread, v, hooks Value) error {
	if hooks.IsNone() {
		return nil
	}
	values, err := object.CallMethod(th, hooks, "values")
	if err != nil {
		return err
	}
	list, err := object.ToSlice(th, values)
	if err != nil {
		return err
	}
	for _, hook := range list {
		if _, err := object.CallMethod(th, v, "register_hook", hook); err != nil {
			return err
		}
	}
	return nil
}

func falseValue(*object.Thread, Value) Value { return object.False }

func viewAttribute(op string) object.UnaryFunc {
	return func(th *object.Thread, v Value) (Value, error) {
		r, err := callOp(th, op, self(v))
		return wrapResult(th, r, err)
	}
}

func copyTo(op string) func(th *object.Thread, v, val Value) error {
	return func(th *object.Thread, v, val Value) error {
		part, err := callOp(th, op, self(v))
		if err != nil {
			return err
		}
		x, err := ToOps(th, val)
		if err != nil {
			return err
		}
		if _, ok := operand(val); !ok {
			_, err = callOp(th, "fill_.Scalar", part, x)
			return err
		}
		_, err = callOp(th, "copy_", part, x)
		return err
	}
}

const gradOfResult = "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information."

func setGrad(th *object.Thread, v, val Value) error {
	t := self(v)
	if val.IsNull() || val.IsNone() {
		ops.SetGrad(t, nil)
		return nil
	}
	g, ok := operand(val)
	if !ok {
		return object.TypeErrorf("assigned grad expected to be a Tensor or None but got grad of type %s", val.Type().Name)
	}
	if g == t {
		return object.RuntimeErrorf("can't assign Variable as its own grad")
	}
	gd, td := ops.Describe(g), ops.Describe(t)
	if wanted, any := ops.GradDType(t); !any && gd.DType != wanted {
		return object.RuntimeErrorf("attempting to assign a gradient with dtype '%s' to a tensor with grad_dtype '%s'. The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. Set grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break downstream systems that assume they match.", gd.DType.CName(), wanted.ScalarName())
	}
	if gd.Device.Type != td.Device.Type {
		return object.RuntimeErrorf("attempting to assign a gradient with device type '%s' to a tensor with device type '%s'. Please ensure that the gradient and the tensor are on the same device", gd.Device.Type, td.Device.Type)
	}
	if len(gd.Sizes) != len(td.Sizes) || !slices.Equal(gd.Sizes, td.Sizes) && !sameSizes(th, g, t) {
		return object.RuntimeErrorf("attempting to assign a gradient of size '%s' to a tensor of size '%s'. Please ensure that the gradient and the tensor are the same size", ops.SizesText(g), ops.SizesText(t))
	}
	if err := ops.SetGrad(t, g); err != nil {
		return raise(err)
	}
	return nil
}

// sameSizes says whether the sizes of two tensors, which may be symbolic, are the same.
func sameSizes(th *object.Thread, a, b ops.Value) bool {
	same, err := callOp(th, "is_same_size", a, b)
	return err == nil && same == true
}

// differentiated is the tensor whose history an attribute tells: the value of a dual number, else the tensor itself.
func differentiated(th *object.Thread, v Value) ops.Value {
	primal, _ := Context(th).Primal(self(v))
	return primal
}

// sameLayout says whether two tensors have one layout; that of classes that are written in Python is an attribute.
func sameLayout(th *object.Thread, a, b Value) (bool, error) {
	if a.Type() == b.Type() {
		return true, nil
	}
	of, err := object.GetAttr(th, a, "layout")
	if err != nil {
		return false, err
	}
	other, err := object.GetAttr(th, b, "layout")
	if err != nil {
		return false, err
	}
	return object.Equal(th, of, other)
}
