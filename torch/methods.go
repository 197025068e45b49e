package torch

import (
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// tensorMethods are the methods of tensors that are no plain operators. args[0] is the tensor.
var tensorMethods map[string]object.CallFunc

func init() {
	tensorMethods = map[string]object.CallFunc{
		"size":              methodSize,
		"stride":            methodStride,
		"dim":               query("dim", func(t *tensor.Tensor) Value { return object.Int(int64(t.Dim())) }),
		"ndimension":        query("ndimension", func(t *tensor.Tensor) Value { return object.Int(int64(t.Dim())) }),
		"numel":             query("numel", func(t *tensor.Tensor) Value { return object.Int(int64(t.Numel())) }),
		"nelement":          query("nelement", func(t *tensor.Tensor) Value { return object.Int(int64(t.Numel())) }),
		"element_size":      query("element_size", func(t *tensor.Tensor) Value { return object.Int(int64(t.DType().Size())) }),
		"storage_offset":    query("storage_offset", func(t *tensor.Tensor) Value { return object.Int(int64(t.Offset())) }),
		"data_ptr":          query("data_ptr", func(t *tensor.Tensor) Value { return object.Int(dataPtr(t)) }),
		"tolist":            query("tolist", toNested),
		"get_device":        query("get_device", func(t *tensor.Tensor) Value { return object.Int(-1) }),
		"is_floating_point": query("is_floating_point", func(t *tensor.Tensor) Value { return object.Bool(t.DType().IsFloat()) }),
		"is_complex":        query("is_complex", func(t *tensor.Tensor) Value { return object.Bool(t.DType().IsComplex()) }),
		"is_signed":         query("is_signed", func(t *tensor.Tensor) Value { return object.Bool(t.DType().IsSigned()) }),
		"is_conj":           query("is_conj", func(t *tensor.Tensor) Value { return object.Bool(t.Conj) }),
		"is_neg":            query("is_neg", func(t *tensor.Tensor) Value { return object.Bool(t.Neg) }),
		"is_inference":      query("is_inference", func(t *tensor.Tensor) Value { return object.Bool(t.Inference) }),
		"is_pinned":         query("is_pinned", func(t *tensor.Tensor) Value { return object.False }),
		"is_shared":         query("is_shared", func(t *tensor.Tensor) Value { return object.False }),
		"_is_view":          query("_is_view", func(t *tensor.Tensor) Value { return object.Bool(t.Base != nil) }),
		"is_nonzero":        func(args, kw []Value) (Value, error) { b, err := object.IsTrue(args[0]); return object.Bool(b), err },
		"is_contiguous":     methodIsContiguous,
		"is_same_size":      methodIsSameSize,
		"is_set_to":         methodIsSetTo,
		"type":              methodType,
		"to":                methodTo,
		"cpu":               returnSelf,
		"pin_memory":        returnSelf,
		"share_memory_":     returnSelf,
		"cuda": func(args, kw []Value) (Value, error) {
			return object.Null, object.AssertionErrorf("Torch not compiled with CUDA enabled")
		},
		"backward":                           methodBackward,
		"requires_grad_":                     methodRequiresGrad,
		"retain_grad":                        methodRetainGrad,
		"register_hook":                      methodRegisterHook,
		"register_post_accumulate_grad_hook": methodPostAccumulate,
		"new_tensor":                         methodNewTensor,
		"new":                                func(args, kw []Value) (Value, error) { t, err := legacyTensor(args[1:], kw); return wrapOr(t, err) },
		"nonzero":                            methodNonzero,
		"unique":                             methodUnique,
		"unique_consecutive":                 methodUniqueConsecutive,
		"resize_":                            methodResize,
		"resize_as_":                         func(args, kw []Value) (Value, error) { o, _ := Unwrap(args[1]); return resizeTo(args[0], o.Sizes()) },
		"set_":                               methodSet,
		"fill_diagonal_":                     methodFillDiagonal,
		"apply_":                             methodApply,
		"as_subclass":                        methodAsSubclass,
		"untyped_storage":                    query("untyped_storage", func(t *tensor.Tensor) Value { return storageObject(t.Storage()) }),
		"storage":                            query("storage", func(t *tensor.Tensor) Value { return storageObject(t.Storage()) }),
		"__deepcopy__":                       func(args, kw []Value) (Value, error) { return deepCopy(args[0], args[1]) },
		"__copy__":                           func(args, kw []Value) (Value, error) { return shallowCopy(args[0]) },
		"__dir__":                            nil,
		"__complex__": func(args, kw []Value) (Value, error) {
			t := self(args[0])
			return object.NewComplex(t.Complexes()[0]), nil
		},
		"__array__": func(args, kw []Value) (Value, error) {
			return object.Null, object.RuntimeErrorf("Numpy is not available")
		},
		"numpy": func(args, kw []Value) (Value, error) {
			return object.Null, object.RuntimeErrorf("Numpy is not available")
		},
		"__reversed__":   methodReversed,
		"__rsub__":       nil,
		"istft":          nil,
		"norm":           nil,
		"split":          methodSplit,
		"sum_to_size":    methodSumToSize,
		"_typed_storage": query("_typed_storage", func(t *tensor.Tensor) Value { return storageObject(t.Storage()) }),
		"clamp":          nil,
	}
	for name, f := range tensorMethods {
		if f == nil {
			delete(tensorMethods, name)
		}
	}
	casts := map[string]tensor.DType{"float": tensor.Float32, "double": tensor.Float64, "half": tensor.Float16, "bfloat16": tensor.BFloat16, "int": tensor.Int32,
		"long": tensor.Int64, "short": tensor.Int16, "char": tensor.Int8, "byte": tensor.Uint8, "bool": tensor.Bool, "cfloat": tensor.Complex64, "cdouble": tensor.Complex128}
	for name, d := range casts {
		tensorMethods[name] = func(args, kw []Value) (Value, error) {
			t, err := receiver(name, args)
			if err != nil {
				return object.Null, err
			}
			return wrapResult(callOp("to.dtype", t, d, false, false, nil))
		}
	}
}

func wrapOr(t *tensor.Tensor, err error) (Value, error) {
	if err != nil {
		return object.Null, err
	}
	return Wrap(t), nil
}

func wrapResult(v ops.Value, err error) (Value, error) {
	if err != nil {
		return object.Null, err
	}
	return FromOps(v), nil
}

// query makes a method without arguments.
func query(name string, f func(t *tensor.Tensor) Value) object.CallFunc {
	return func(args, kw []Value) (Value, error) {
		t, err := receiver(name, args)
		if err != nil {
			return object.Null, err
		}
		if len(args) > 1 {
			return object.Null, object.TypeErrorf("TensorBase.%s() takes no arguments (%d given)", name, len(args)-1)
		}
		return f(t), nil
	}
}

func returnSelf(args, kw []Value) (Value, error) { return args[0], nil }

func dataPtr(t *tensor.Tensor) int64 {
	base := t.Storage().Address()
	if base == 0 {
		return 0
	}
	return int64(base) + int64(t.Offset()*t.DType().Size())
}

func dimArg(v Value, n int) (int, error) {
	d, err := object.ToInt(v)
	if err != nil {
		return 0, err
	}
	m := max(n, 1)
	if d < -m || d >= m {
		return 0, object.IndexErrorf("Dimension out of range (expected to be in range of [%d, %d], but got %d)", -m, m-1, d)
	}
	if d < 0 {
		d += m
	}
	return d, nil
}

func methodSize(args, kw []Value) (Value, error) {
	a, err := object.Args("size", args, kw, "self", "|", "dim")
	if err != nil {
		return object.Null, err
	}
	t, err := receiver("size", a)
	if err != nil {
		return object.Null, err
	}
	if a[1].IsNull() || a[1].IsNone() {
		return sizeObject(t.Sizes()), nil
	}
	d, err := dimArg(a[1], t.Dim())
	if err != nil {
		return object.Null, err
	}
	if t.Dim() == 0 {
		return object.Null, object.IndexErrorf("Dimension specified as %d but tensor has no dimensions", d)
	}
	return object.Int(int64(t.Size(d))), nil
}

func methodStride(args, kw []Value) (Value, error) {
	a, err := object.Args("stride", args, kw, "self", "|", "dim")
	if err != nil {
		return object.Null, err
	}
	t := self(a[0])
	if a[1].IsNull() || a[1].IsNone() {
		return intTuple(t.Strides()), nil
	}
	d, err := dimArg(a[1], t.Dim())
	if err != nil {
		return object.Null, err
	}
	return object.Int(int64(t.Strides()[d])), nil
}

func methodIsContiguous(args, kw []Value) (Value, error) {
	a, err := object.Args("is_contiguous", args, kw, "self", "*", "|", "memory_format")
	if err != nil {
		return object.Null, err
	}
	m := tensor.ContiguousFormat
	if !a[1].IsNull() {
		m = payload[tensor.MemoryFormat](a[1])
	}
	return object.Bool(self(a[0]).IsContiguousIn(m)), nil
}

func methodIsSameSize(args, kw []Value) (Value, error) {
	o, ok := Unwrap(args[1])
	return object.Bool(ok && equalInts(self(args[0]).Sizes(), o.Sizes())), nil
}

func methodIsSetTo(args, kw []Value) (Value, error) {
	t := self(args[0])
	o, ok := Unwrap(args[1])
	return object.Bool(ok && t.Storage() == o.Storage() && t.Offset() == o.Offset() && equalInts(t.Sizes(), o.Sizes()) && equalInts(t.Strides(), o.Strides())), nil
}

func methodType(args, kw []Value) (Value, error) {
	a, err := object.Args("type", args, kw, "self", "|", "dtype", "non_blocking")
	if err != nil {
		return object.Null, err
	}
	t := self(a[0])
	if a[1].IsNull() || a[1].IsNone() {
		return object.NewStr(ops.LegacyTypeName(t.DType())), nil
	}
	if d, ok, err := legacyTarget(a[1]); err != nil {
		return object.Null, err
	} else if ok {
		return wrapResult(callOp("to.dtype", t, d, false, false, nil))
	}
	x, err := ToOps(a[1])
	if err != nil {
		return object.Null, err
	}
	switch x := x.(type) {
	case tensor.DType:
		return wrapResult(callOp("to.dtype", t, x, false, false, nil))
	case string:
		if strings.HasPrefix(x, "torch.cuda.") {
			return object.Null, object.RuntimeErrorf("%s", noCUDALibrary)
		}
		for _, d := range tensor.DTypes() {
			if ops.LegacyTypeName(d) == x {
				return wrapResult(callOp("to.dtype", t, d, false, false, nil))
			}
		}
		return object.Null, object.ValueErrorf("invalid type: '%s'", x)
	}
	return object.Null, object.TypeErrorf("dtype must be a type, str, or dtype object")
}

// methodTo reads the forms to(dtype), to(device[, dtype]), to(other) and keywords.
func methodTo(args, kwNames []Value) (Value, error) {
	t, err := receiver("to", args)
	if err != nil {
		return object.Null, err
	}
	positional, kws, err := splitArgs(args[1:], kwNames)
	if err != nil {
		return object.Null, err
	}
	var dtype, device, format ops.Value
	force := false
	take := func(v ops.Value) bool {
		switch v := v.(type) {
		case tensor.DType:
			dtype = v
		case tensor.Device:
			device = v
		case string:
			d, e := parseDevice(v)
			if e != nil {
				err = e
			}
			device = d
		case *tensor.Tensor:
			dtype, device = v.DType(), v.Device()
		case nil:
		default:
			return false
		}
		return true
	}
	bools := 0
	for i, p := range positional {
		v, e := ToOps(p)
		if e != nil {
			return object.Null, e
		}
		if b, ok := v.(bool); ok && i > 0 {
			if bools == 1 {
				force = b
			}
			bools++
			continue
		}
		if !take(v) {
			return object.Null, object.TypeErrorf("to() received an invalid combination of arguments - got (%s), but expected one of:\n * (torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)\n * (torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)\n * (Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)\n", ops.TypeName(v))
		}
	}
	for _, kw := range kws {
		switch kw.Name {
		case "dtype", "device", "other", "tensor":
			take(kw.Value)
		case "copy":
			force, _ = kw.Value.(bool)
		case "memory_format":
			format = kw.Value
		case "non_blocking":
		default:
			return object.Null, object.TypeErrorf("to() got an unexpected keyword argument '%s'", kw.Name)
		}
	}
	if err != nil {
		return object.Null, err
	}
	if d, ok := device.(tensor.Device); ok && d.Type == "cuda" {
		return object.Null, object.AssertionErrorf("Torch not compiled with CUDA enabled")
	}
	if dtype == nil {
		dtype = t.DType()
	}
	if d, ok := device.(tensor.Device); ok && d.Type == "meta" && !t.IsMeta() {
		m := tensor.NewMeta(dtype.(tensor.DType), t.Sizes(), t.Strides())
		return Wrap(m), nil
	}
	return wrapResult(callOp("to.dtype", t, dtype, false, force, format))
}

func methodNewTensor(args, kwNames []Value) (Value, error) {
	a, err := object.Args("new_tensor", args, kwNames, "self", "data", "|", "*", "dtype", "device", "requires_grad", "layout", "pin_memory")
	if err != nil {
		return object.Null, err
	}
	d := self(a[0]).DType()
	if !a[2].IsNull() && !a[2].IsNone() {
		d = payload[tensor.DType](a[2])
	}
	t, err := fromNested(a[1], d)
	if err == nil && !a[4].IsNull() {
		t.RequiresGrad, _ = object.IsTrue(a[4])
	}
	return wrapOr(t, err)
}

func methodNonzero(args, kwNames []Value) (Value, error) {
	a, err := object.Args("nonzero", args, kwNames, "input", "|", "*", "as_tuple")
	if err != nil {
		return object.Null, err
	}
	t, ok := Unwrap(a[0])
	if !ok {
		return object.Null, object.TypeErrorf("nonzero(): argument 'input' (position 1) must be Tensor, not %s", a[0].Type().Name)
	}
	if !a[1].IsNull() {
		if on, _ := object.IsTrue(a[1]); on {
			return wrapResult(callOp("nonzero_numpy", t))
		}
	}
	return wrapResult(callOp("nonzero", t))
}

// flags reads optional bools.
func flag(v Value) bool {
	if v.IsNull() {
		return false
	}
	b, _ := object.IsTrue(v)
	return b
}

func uniqueResult(out []ops.Value, inverse, counts bool) Value {
	items := []Value{FromOps(out[0])}
	if inverse {
		items = append(items, FromOps(out[1]))
	}
	if counts {
		items = append(items, FromOps(out[2]))
	}
	if len(items) == 1 {
		return items[0]
	}
	return object.NewTuple(items...).Ref()
}

func methodUnique(args, kwNames []Value) (Value, error) {
	a, err := object.Args("unique", args, kwNames, "input", "|", "sorted", "return_inverse", "return_counts", "dim")
	if err != nil {
		return object.Null, err
	}
	t, ok := Unwrap(a[0])
	if !ok {
		return object.Null, object.TypeErrorf("unique(): argument 'input' must be Tensor, not %s", a[0].Type().Name)
	}
	var out []ops.Value
	if a[4].IsNull() || a[4].IsNone() {
		out, err = context.Call(ops.Lookup("_unique2"), []ops.Value{t, true, true, true})
	} else {
		d, e := object.ToInt64(a[4])
		if e != nil {
			return object.Null, e
		}
		out, err = context.Call(ops.Lookup("unique_dim"), []ops.Value{t, d, true, true, true})
	}
	if err != nil {
		return object.Null, raise(err)
	}
	return uniqueResult(out, flag(a[2]), flag(a[3])), nil
}

func methodUniqueConsecutive(args, kwNames []Value) (Value, error) {
	a, err := object.Args("unique_consecutive", args, kwNames, "input", "|", "return_inverse", "return_counts", "dim")
	if err != nil {
		return object.Null, err
	}
	dim, err := ToOps(a[3])
	if err != nil {
		return object.Null, err
	}
	out, err := context.Call(ops.Lookup("unique_consecutive"), []ops.Value{self(a[0]), true, true, dim})
	if err != nil {
		return object.Null, raise(err)
	}
	return uniqueResult(out, flag(a[1]), flag(a[2])), nil
}

func intList(v Value) ([]int, error) {
	items, ok := sequence(v)
	if !ok {
		items = []Value{v}
	}
	out := make([]int, len(items))
	for i, x := range items {
		n, err := object.ToInt(x)
		if err != nil {
			return nil, err
		}
		out[i] = n
	}
	return out, nil
}

func methodResize(args, kwNames []Value) (Value, error) {
	list := args[1 : len(args)-len(kwNames)]
	v := object.NewTupleCopy(list...).Ref()
	if len(list) == 1 {
		v = list[0]
	}
	sizes, err := intList(v)
	if err != nil {
		return object.Null, err
	}
	return resizeTo(args[0], sizes)
}

func resizeTo(v Value, sizes []int) (Value, error) {
	t := self(v)
	if ops.RequiresGrad(t) {
		return object.Null, object.RuntimeErrorf("cannot resize variables that require grad")
	}
	need := (t.Offset() + tensor.Numel(sizes)) * t.DType().Size()
	if need > t.Storage().Size() {
		t.Storage().Resize(need)
	}
	t.SetGeometry(sizes, tensor.ContiguousStrides(sizes), t.Offset())
	return v, nil
}

func methodSet(args, kwNames []Value) (Value, error) {
	t := self(args[0])
	if len(args) < 2 {
		t.Set(tensor.New(t.DType(), 0))
		return args[0], nil
	}
	if o, ok := Unwrap(args[1]); ok && len(args) == 2 {
		t.Set(o)
		t.BumpVersion()
		return args[0], nil
	}
	a, err := object.Args("set_", args, kwNames, "self", "source", "|", "storage_offset", "size", "stride")
	if err != nil {
		return object.Null, err
	}
	n, ok := object.AsNative(a[1])
	var s *tensor.Storage
	if ok {
		switch p := n.V.(type) {
		case *tensor.Storage:
			s = p
		case *tensor.Tensor:
			s = p.Storage()
		}
	}
	if s == nil {
		return object.Null, object.TypeErrorf("set_(): argument 'source' (position 1) must be Tensor, not %s", a[1].Type().Name)
	}
	offset := 0
	sizes := []int{s.Size() / t.DType().Size()}
	if !a[2].IsNull() {
		if offset, err = object.ToInt(a[2]); err != nil {
			return object.Null, err
		}
		if sizes, err = intList(a[3]); err != nil {
			return object.Null, err
		}
	}
	strides := tensor.ContiguousStrides(sizes)
	if !a[4].IsNull() {
		if strides, err = intList(a[4]); err != nil {
			return object.Null, err
		}
	}
	t.Set(tensor.FromStorage(s, t.DType(), sizes, strides, offset))
	return args[0], nil
}

func methodFillDiagonal(args, kwNames []Value) (Value, error) {
	a, err := object.Args("fill_diagonal_", args, kwNames, "self", "fill_value", "|", "wrap")
	if err != nil {
		return object.Null, err
	}
	t := self(a[0])
	if t.Dim() < 2 {
		return object.Null, object.RuntimeErrorf("dimensions must larger than 1")
	}
	v, err := ToOps(a[1])
	if err != nil {
		return object.Null, err
	}
	step, n := 0, t.Size(0)
	for i, s := range t.Strides() {
		step += s
		n = min(n, t.Size(i))
	}
	d := t.ViewOf([]int{n}, []int{step}, t.Offset())
	if _, err := callOp("fill_.Scalar", d, v); err != nil {
		return object.Null, err
	}
	if flag(a[2]) && t.Dim() == 2 && t.Size(0) > t.Size(1)+1 {
		rows, cols := t.Size(0), t.Size(1)
		for i := cols + 1; i < rows; i += cols + 1 {
			rest := t.ViewOf([]int{min(cols, rows-i)}, []int{step}, t.Offset()+i*t.Strides()[0])
			if _, err := callOp("fill_.Scalar", rest, v); err != nil {
				return object.Null, err
			}
		}
	}
	return a[0], nil
}

func methodApply(args, kwNames []Value) (Value, error) {
	t := self(args[0])
	flat := toNested(t.Contiguous().ViewOf([]int{t.Numel()}, []int{1}, t.Contiguous().Offset()))
	items, _ := sequence(flat)
	for i, v := range items {
		r, err := object.Call(args[1], v)
		if err != nil {
			return object.Null, err
		}
		items[i] = r
	}
	x, err := fromNested(object.NewList(items...).Ref(), t.DType())
	if err != nil {
		return object.Null, err
	}
	tensor.Copy(t, x.ViewOf(t.Sizes(), tensor.ContiguousStrides(t.Sizes()), 0))
	return args[0], nil
}

func methodAsSubclass(args, kwNames []Value) (Value, error) {
	cls, ok := object.AsType(args[1])
	if !ok {
		return object.Null, object.TypeErrorf("as_subclass(): argument 'cls' must be type")
	}
	r, err := callOp("alias", self(args[0]))
	if err != nil {
		return object.Null, err
	}
	return wrapAs(r.(*tensor.Tensor), cls), nil
}

func methodReversed(args, kwNames []Value) (Value, error) {
	t := self(args[0])
	if t.Dim() == 0 {
		return args[0], nil
	}
	return wrapResult(callOp("flip", t, []ops.Value{int64(0)}))
}

func methodSplit(args, kwNames []Value) (Value, error) {
	a, err := object.Args("split", args, kwNames, "self", "split_size", "|", "dim")
	if err != nil {
		return object.Null, err
	}
	dim, err := ToOps(a[2])
	if err != nil {
		return object.Null, err
	}
	if dim == nil {
		dim = int64(0)
	}
	size, err := ToOps(a[1])
	if err != nil {
		return object.Null, err
	}
	if _, ok := size.([]ops.Value); ok {
		return wrapResult(callOp("split_with_sizes", self(a[0]), size, dim))
	}
	return runPacket(ops.Method("split"), []ops.Value{self(a[0]), size, dim}, nil, false)
}

func methodSumToSize(args, kwNames []Value) (Value, error) {
	list := args[1:]
	v := object.NewTupleCopy(list...).Ref()
	if len(list) == 1 {
		v = list[0]
	}
	sizes, err := intList(v)
	if err != nil {
		return object.Null, err
	}
	t := self(args[0])
	var dims []ops.Value
	lead := t.Dim() - len(sizes)
	for i, s := range t.Sizes() {
		if i < lead || sizes[i-lead] == 1 && s != 1 {
			dims = append(dims, int64(i))
		}
	}
	r := ops.Value(t)
	if len(dims) > 0 {
		if r, err = callOp("sum.dim_IntList", t, dims, true, nil); err != nil {
			return object.Null, err
		}
	}
	list2 := make([]ops.Value, len(sizes))
	for i, s := range sizes {
		list2[i] = int64(s)
	}
	return wrapResult(callOp("view", r, list2))
}

// deepCopy copies a leaf with its data, gradient and attributes.
func deepCopy(v, memo Value) (Value, error) {
	if _, ok := object.AsDict(memo); ok {
		if old, err := object.GetItem(memo, object.Int(int64(object.ID(v)))); err == nil {
			return old, nil
		}
	}
	t := self(v)
	if context.GradFn(t) != nil {
		return object.Null, object.RuntimeErrorf("Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see https://github.com/pytorch/pytorch/pull/103001")
	}
	strides := append([]int(nil), t.Strides()...)
	if !t.IsDense() {
		strides = tensor.ContiguousStrides(t.Sizes())
	}
	c := tensor.NewStrided(t.DType(), append([]int(nil), t.Sizes()...), strides)
	tensor.Copy(c, t)
	c.RequiresGrad = t.RequiresGrad
	out := wrapAs(c, v.Type())
	if t.Grad != nil {
		g := t.Grad.Compact()
		c.Grad = g
	}
	if d := v.Dict(); d != nil {
		copied, err := deepCopyDict(d, memo)
		if err != nil {
			return object.Null, err
		}
		out.Head().SetDict(copied)
	}
	if _, ok := object.AsDict(memo); ok {
		if err := object.SetItem(memo, object.Int(int64(object.ID(v))), out); err != nil {
			return object.Null, err
		}
	}
	return out, nil
}

func deepCopyDict(d *object.Dict, memo Value) (*object.Dict, error) {
	mod, err := importAttribute("copy", "deepcopy")
	if err != nil {
		return nil, err
	}
	r, err := object.Call(mod, d.Ref(), memo)
	if err != nil {
		return nil, err
	}
	out, _ := object.AsDict(r)
	return out, nil
}

func shallowCopy(v Value) (Value, error) {
	t := self(v)
	c := t.Detached()
	c.RequiresGrad = t.RequiresGrad
	return wrapAs(c, v.Type()), nil
}

var storageType *object.Type

// storageObject is torch.UntypedStorage.
func storageObject(s *tensor.Storage) Value {
	if storageType == nil {
		st := func(v Value) *tensor.Storage { return payload[*tensor.Storage](v) }
		spec := object.Spec{Layout: object.LayoutNative, Methods: []object.Method{
			{Name: "data_ptr", NoArgs: func(v Value) (Value, error) { return object.Int(int64(st(v).Address())), nil }},
			{Name: "nbytes", NoArgs: func(v Value) (Value, error) { return object.Int(int64(st(v).Size())), nil }},
			{Name: "size", NoArgs: func(v Value) (Value, error) { return object.Int(int64(st(v).Size())), nil }},
			{Name: "tolist", NoArgs: func(v Value) (Value, error) {
				var items []Value
				for _, b := range st(v).Bytes() {
					items = append(items, object.Int(int64(b)))
				}
				return object.NewList(items...).Ref(), nil
			}},
			{Name: "resize_", OneArg: func(v, n Value) (Value, error) {
				k, err := object.ToInt(n)
				if err != nil {
					return object.Null, err
				}
				st(v).Resize(k)
				return v, nil
			}},
			{Name: "_bytes", NoArgs: func(v Value) (Value, error) { return object.NewBytes(append([]byte(nil), st(v).Bytes()...)), nil }},
		}}
		spec.Len = func(v Value) (int, error) { return st(v).Size(), nil }
		spec.GetItem = func(v, k Value) (Value, error) {
			i, err := object.ToInt(k)
			if err != nil {
				return object.Null, err
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
		spec.Compare = func(a, b Value, op object.CompareOp) (Value, error) {
			if a.Type() != b.Type() || op != object.Eq && op != object.Ne {
				return object.NotImplemented, nil
			}
			return object.Bool((st(a) == st(b)) == (op == object.Eq)), nil
		}
		storageType = object.NewType("UntypedStorage", "torch.storage", nil, spec)
	}
	return object.NewNative(storageType, s)
}
