package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// torchFunction is the graph target torch.name.
func (t *Trace) torchFunction(name string) *fxgraph.Function {
	v := t.Host.Attribute("torch." + name)
	return &fxgraph.Function{Name: name, Qualified: t.Host.FunctionPath(v), Impl: v}
}

func (t *Trace) torchSym(name string) *fxgraph.Function {
	return &fxgraph.Function{Name: name, Qualified: "torch." + name, Impl: t.Host.Attribute("torch." + name)}
}

// tensorAttr is an attribute of a tensor: metadata is constant, a few
// attributes are nodes, the rest are methods.
func (t *Trace) tensorAttr(x *Tensor, name string) (Tracker, error) {
	if held, ok := x.Pending(name); ok && held != nil {
		return held, nil
	}
	f := x.Fake
	switch name {
	case "shape":
		return t.size(x), nil
	case "ndim":
		return NewConstant(object.Int(int64(len(f.Sizes)))), nil
	case "dtype":
		return NewConstant(t.Host.FromOps(f.DType)), nil
	case "device":
		return NewConstant(t.Host.FromOps(f.Device)), nil
	case "layout":
		return NewConstant(t.Host.FromOps(tensor.Strided)), nil
	case "requires_grad":
		return NewConstant(object.Bool(f.NeedsGrad())), nil
	case "is_leaf":
		if x.src != nil && !x.Real.IsNull() {
			return NewConstant(object.Bool(guards.TensorOf(x.Real).IsLeaf())), nil
		}
		return NewConstant(object.Bool(!f.NeedsGrad())), nil
	case "is_cuda", "is_sparse", "is_quantized", "is_meta", "is_nested", "is_mkldnn", "is_xpu", "is_mps":
		return NewConstant(object.False), nil
	case "is_cpu":
		return NewConstant(object.True), nil
	case "itemsize":
		return NewConstant(object.Int(int64(f.DType.Size()))), nil
	case "T", "mT", "H", "mH":
		return t.transposed(x, name)
	case "real", "imag":
		return t.attributeNode(x, name)
	case "data":
		return t.callTensorMethod(x, "detach", nil, nil)
	case "grad":
		return t.tensorGrad(x)
	case "grad_fn":
		if !f.NeedsGrad() {
			return None(), nil
		}
		return nil, Unsupportedf("Tensor.grad_fn", "grad_fn", "Dynamo does not trace `grad_fn`.")
	case "__class__":
		return t.FromValue(x.Type.Ref()), nil
	case "_version":
		return nil, Unsupportedf("Tensor._version", "_version", "Dynamo does not trace `_version`.")
	}
	if ops.Method(name) != nil || tensorMethods[name] != nil || numberMethod(name) {
		return &Attribute{Obj: x, Name: name}, nil
	}
	if !x.Real.IsNull() {
		if d := x.Real.Dict(); d != nil && x.src != nil {
			if v, ok := d.Lookup(name); ok {
				return t.Wrap(v, x.src.Attr(name)), nil
			}
		}
	}
	if v := x.Type.Lookup(object.Intern(name)); !v.IsNull() {
		if fn, ok := object.AsFunction(v); ok {
			return &Method{Self: x, Func: &Function{Fn: fn}}, nil
		}
		if p, ok := object.AsProperty(v); ok {
			return t.Call(t.FromValue(p.Get), []Tracker{x}, nil)
		}
		return nil, Unsupportedf("Unsupported Tensor attribute", name, "Dynamo does not know how to trace `Tensor.%s`.", name)
	}
	return nil, object.AttributeErrorf(object.Null, object.Intern(name), "'%s' object has no attribute '%s'", x.Type.Name, name)
}

func numberMethod(name string) bool {
	for _, info := range binaries {
		if name == "__"+info.special+"__" || name == "__r"+info.special+"__" || name == "__i"+info.special+"__" {
			return true
		}
	}
	return false
}

// size is x.size() as a torch.Size of constants and symbolic ints. PyTorch records it and a getitem for each symbolic
// size, and drops them at the end: their names stay taken.
func (t *Trace) size(x *Tensor) Tracker {
	items := make([]object.Value, len(x.Fake.Sizes))
	symbols := 0
	for i, s := range x.Fake.Sizes {
		n := t.symbolicInt(s)
		if _, ok := n.(*SymInt); ok {
			symbols++
		}
		items[i] = t.ToValue(n)
	}
	if symbols > 0 {
		t.Graph.Namespace().Create("size")
	}
	for range symbols {
		t.Graph.Namespace().Create("getitem")
	}
	return t.newContainer(t.Host.Size(items))
}

func (t *Trace) transposed(x *Tensor, name string) (Tracker, error) {
	overload := map[string]string{"T": "numpy_T", "mT": "mT", "H": "matrix_H", "mH": "mH"}[name]
	out, err := t.fakeCall(overload, x.Fake)
	if err != nil {
		return nil, err
	}
	path := "torch.ops.aten." + overload
	impl := t.Host.Attribute(path)
	node, err := t.node(&fxgraph.Function{Name: overload, Qualified: path, Impl: impl}, []Tracker{x}, nil)
	if err != nil {
		return nil, err
	}
	return t.wrapResult(node, nil, out[0], nil)
}

// attributeNode reads an attribute inside the graph.
func (t *Trace) attributeNode(x *Tensor, name string) (Tracker, error) {
	out, err := t.fakeCall(name, x.Fake)
	if err != nil {
		return nil, err
	}
	target := &fxgraph.Function{Name: "getattr", Qualified: "builtins.getattr", Impl: builtinFunction("getattr")}
	node := t.Graph.Create(fxgraph.CallFunction, target, []any{t.lift(x.Node), name}, nil, "")
	node.Meta.Stack = t.stack()
	return t.wrapResult(node, nil, out[0], nil)
}

func (t *Trace) tensorGrad(x *Tensor) (Tracker, error) {
	if x.src != nil && !x.Real.IsNull() {
		v, err := object.GetAttr(x.Real, "grad")
		if err != nil {
			return nil, err
		}
		return t.Wrap(v, x.src.Grad()), nil
	}
	return None(), nil
}

func (t *Trace) setTensorAttr(x *Tensor, name string, val Tracker) error {
	if x.src == nil && name != "requires_grad" && name != "grad" && name != "data" {
		x.hold(name, val)
		t.mutated(x)
		return nil
	}
	switch name {
	case "requires_grad", "data", "_version":
		return Unsupportedf("Unsupported Tensor attribute assignment", name, "Dynamo does not support setting `Tensor.%s` inside the graph.", name)
	case "shape", "dtype", "device":
		return object.AttributeErrorf(object.Null, object.Intern(name), "attribute '%s' of 'torch._C.TensorBase' objects is not writable", name)
	}
	x.hold(name, val)
	t.mutated(x)
	return nil
}

// tensorMethods are the methods that do not simply become a call_method node.
var tensorMethods map[string]func(t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error)

func init() {
	dims := func(pick func(*ops.Fake) []symbolic.Int, whole func(*Trace, *Tensor) Tracker) func(*Trace, *Tensor, []Tracker, []KW) (Tracker, error) {
		return func(t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
			if len(kwargs) > 0 && kwargs[0].Name == "dim" {
				args = []Tracker{kwargs[0].Value}
			}
			if len(args) == 0 {
				return whole(t, x), nil
			}
			d, err := t.AsInt(args[0])
			if err != nil {
				return nil, err
			}
			values := pick(x.Fake)
			n := int64(len(values))
			if d < -n || d >= n {
				return nil, object.IndexErrorf("Dimension out of range (expected to be in range of [%d, %d], but got %d)", -n, n-1, d)
			}
			if d < 0 {
				d += n
			}
			return t.symbolicInt(values[d]), nil
		}
	}
	tensorMethods = map[string]func(*Trace, *Tensor, []Tracker, []KW) (Tracker, error){
		"size": dims(func(f *ops.Fake) []symbolic.Int { return f.Sizes }, (*Trace).size),
		"stride": dims(func(f *ops.Fake) []symbolic.Int { return f.Strides }, func(t *Trace, x *Tensor) Tracker {
			items := make([]Tracker, len(x.Fake.Strides))
			for i, s := range x.Fake.Strides {
				items[i] = t.symbolicInt(s)
			}
			return t.NewTuple(items)
		}),
		"numel":          tensorNumel,
		"nelement":       tensorNumel,
		"item":           tensorItem,
		"tolist":         tensorToList,
		"numpy":          unsupportedMethod("numpy"),
		"storage_offset": unsupportedMethod("storage_offset"),
		"is_signed":      unsupportedMethod("is_signed"),
		"is_conj":        unsupportedMethod("is_conj"),
		"is_neg":         unsupportedMethod("is_neg"),
		"is_inference":   unsupportedMethod("is_inference"),
		"is_same_size":   unsupportedMethod("is_same_size"),
		"resize_":        unsupportedMethod("resize_"),
		"resize_as_":     unsupportedMethod("resize_as_"),
		"backward":       unsupportedMethod("backward"),
		"data_ptr":       unsupportedMethod("data_ptr"),
		"register_hook":  registerHook,

		"register_post_accumulate_grad_hook": registerPostAccumulateGradHook,
		"requires_grad_":                     tensorRequiresGrad,
		"new_tensor":                         tensorNewTensor,
		"__len__":                            func(t *Trace, x *Tensor, _ []Tracker, _ []KW) (Tracker, error) { return t.Len(x) },
		"__iter__":                           func(t *Trace, x *Tensor, _ []Tracker, _ []KW) (Tracker, error) { return t.Iter(x) },
		"__getitem__":                        func(t *Trace, x *Tensor, args []Tracker, _ []KW) (Tracker, error) { return t.indexTensor(x, args[0]) },
		"__setitem__": func(t *Trace, x *Tensor, args []Tracker, _ []KW) (Tracker, error) {
			return None(), t.setTensorItem(x, args[0], args[1])
		},
		"__contains__": unsupportedMethod("__contains__"),
		"__bool__":     func(*Trace, *Tensor, []Tracker, []KW) (Tracker, error) { return nil, BranchOnTensor() },
	}
}

func unsupportedMethod(name string) func(*Trace, *Tensor, []Tracker, []KW) (Tracker, error) {
	return func(*Trace, *Tensor, []Tracker, []KW) (Tracker, error) {
		return nil, Unsupportedf("Unsupported Tensor."+name+"() call", "call_method TensorVariable() "+name, "Dynamo does not support tracing `Tensor.%s`.", name)
	}
}

func tensorNumel(t *Trace, x *Tensor, _ []Tracker, _ []KW) (Tracker, error) {
	n := t.Shapes.Simplify(x.Fake.Numel())
	if c, ok := n.Const(); ok {
		return NewConstant(object.Int(c)), nil
	}
	if n.Expr().Kind == symbolic.Symbol {
		return t.symbolicInt(n), nil
	}
	node, err := t.create(fxgraph.CallMethod, "numel", []Tracker{x}, nil)
	if err != nil {
		return nil, err
	}
	node.Meta.Example = n
	return &SymInt{Expr: n, Node: node}, nil
}

// tensorItem breaks the graph unless scalars are captured.
func tensorItem(t *Trace, x *Tensor, _ []Tracker, _ []KW) (Tracker, error) {
	if !t.Config.CaptureScalarOutputs && !t.Config.OneGraph {
		return nil, dataDependent("call_method TensorVariable() item () {}")
	}
	node, err := t.create(fxgraph.CallMethod, "item", []Tracker{x}, nil)
	if err != nil {
		return nil, err
	}
	switch d := x.Fake.DType; {
	case d == tensor.Bool:
		return nil, dataDependent("call_method TensorVariable() item () {}")
	case d.IsFloat():
		return &SymFloat{Node: node}, nil
	}
	u := t.Shapes.FreshUnbacked("item")
	node.Meta.Example = u
	t.symbols[u.Expr().Name] = node
	return &SymInt{Expr: u, Node: node}, nil
}

// tensorToList reads each element of an integer tensor as item does.
func tensorToList(t *Trace, x *Tensor, _ []Tracker, _ []KW) (Tracker, error) {
	if d := x.Fake.DType; d.IsFloat() || d.IsComplex() || d == tensor.Bool {
		return nil, &Unsupported{Title: "Tensor.tolist() with non-integer tensor", Context: "call_method TensorVariable() to_list",
			Explanation: "Dynamo currently does not support tracing `tolist()` on non-integer tensors."}
	}
	if !t.Config.CaptureScalarOutputs && !t.Config.OneGraph {
		return nil, dataDependent("call_method TensorVariable() item () {}")
	}
	if len(x.Fake.Sizes) == 0 {
		return tensorItem(t, x, nil, nil)
	}
	rows := make([]Tracker, t.Shapes.Specialize(x.Fake.Sizes[0]))
	for i := range rows {
		row, err := t.GetItem(x, NewConstant(object.Int(int64(i))))
		if err != nil {
			return nil, err
		}
		if rows[i], err = t.CallMethod(row, "tolist", nil, nil); err != nil {
			return nil, err
		}
	}
	return t.NewList(rows), nil
}

func tensorRequiresGrad(t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
	want := true
	if len(args) == 1 {
		b, err := t.Truth(args[0])
		if err != nil {
			return nil, err
		}
		want = b
	}
	if x.Fake.NeedsGrad() == want {
		return x, nil
	}
	return nil, Unsupportedf("Unsupported Tensor.requires_grad_() call", "call_method TensorVariable() requires_grad_", "Dynamo does not support changes to a Tensor's `requires_grad` through calling `requires_grad_()`.")
}

func (t *Trace) callTensorMethod(x *Tensor, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	if m := tensorMethods[name]; m != nil {
		return m(t, x, args, kwargs)
	}
	if f, ok := object.AsFunction(x.Type.Lookup(object.Intern(name))); ok {
		return t.Inliner.Inline(&Function{Fn: f}, append([]Tracker{x}, args...), kwargs)
	}
	all := append([]Tracker{x}, args...)
	p := ops.Method(name)
	if p == nil && numberMethod(name) {
		for _, info := range binaries {
			switch name {
			case "__" + info.special + "__":
				p = ops.Function(info.packet)
			case "__i" + info.special + "__":
				p = ops.Method(info.packet + "_")
			case "__r" + info.special + "__":
				p = ops.Function("r" + info.packet)
			}
		}
	}
	if p == nil {
		if c := compareMethod(name); c != "" {
			p = ops.Function(c)
		}
	}
	if p == nil {
		return nil, object.AttributeErrorf(object.Null, object.Intern(name), "'%s' object has no attribute '%s'", x.Type.Name, name)
	}
	if t.Host.MutatesShape(name) {
		return nil, Unsupportedf("Unsupported Tensor."+name+"() call", name, "Dynamo does not support tracing `Tensor.%s`.", name)
	}
	return t.record(fxgraph.CallMethod, name, p, all, kwargs)
}

func compareMethod(name string) string {
	for _, n := range compareNames {
		if name == "__"+n+"__" {
			return n
		}
	}
	return ""
}

// indexTensor is x[key].
func (t *Trace) indexTensor(x *Tensor, key Tracker) (Tracker, error) {
	return t.index(x, key, nil)
}

func (t *Trace) index(x *Tensor, key, val Tracker) (r Tracker, err error) {
	k, err := t.deep(key)
	if err != nil {
		return nil, err
	}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *guards.DataDependentError:
			err = Unsupportedf("Could not guard on data-dependent expression", e.Condition.String(), "%s", e.Error())
		case *Unsupported:
			err = e
		default:
			panic(e)
		}
	}()
	items, err := t.indexItems(k)
	if err != nil {
		return nil, err
	}
	defer t.Host.Ops().SetEnv(t.Host.Ops().SetEnv(env{t}))
	saved := t.Host.Ops().GradEnabled()
	t.Host.Ops().SetGradEnabled(t.GradMode)
	defer t.Host.Ops().SetGradEnabled(saved)
	if val == nil {
		result, err := t.Host.Ops().Index(x.Fake, items)
		if err != nil {
			return nil, t.fakeError(err)
		}
		node, err := t.create(fxgraph.CallFunction, t.Operator("getitem"), []Tracker{x, k}, nil)
		if err != nil {
			return nil, err
		}
		return t.wrapResult(node, nil, result, nil)
	}
	v, err := t.opsValue(val)
	if err != nil {
		return nil, err
	}
	if err := t.Host.Ops().IndexPut(x.Fake, items, v); err != nil {
		return nil, t.fakeError(err)
	}
	_, err = t.create(fxgraph.CallFunction, t.Operator("setitem"), []Tracker{x, k, val}, nil)
	return None(), err
}

// setTensorItem is x[key] = val.
func (t *Trace) setTensorItem(x *Tensor, key, val Tracker) error {
	if val == nil {
		return object.TypeErrorf("Tensor does not support deleting items")
	}
	t.epoch++
	_, err := t.index(x, key, val)
	return err
}

// indexItems are the elements of a subscript for ops.Index.
func (t *Trace) indexItems(key Tracker) ([]ops.IndexItem, error) {
	if c, ok := key.(*Container); ok && c.V.Type().IsSubtype(object.TupleType) {
		var items []ops.IndexItem
		for _, e := range t.Items(c) {
			i, err := t.indexItem(e)
			if err != nil {
				return nil, err
			}
			items = append(items, i)
		}
		return items, nil
	}
	i, err := t.indexItem(key)
	return []ops.IndexItem{i}, err
}

func (t *Trace) indexItem(x Tracker) (ops.IndexItem, error) {
	switch x := x.(type) {
	case *Constant:
		switch {
		case x.V.IsNone():
			return ops.NewAxis{}, nil
		case x.V == object.Ellipsis:
			return ops.Ellipsis{}, nil
		case !x.V.IsInt():
			return nil, object.IndexErrorf("only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got %s)", x.V.Type().ShortName())
		}
	case *Container:
		if _, ok := object.AsList(x.V); ok { // x[[0, 2]] indexes with a tensor of these numbers
			items := t.Items(x)
			dtype := tensor.Int64
			for _, e := range items {
				if c, ok := e.(*Constant); ok && c.V.IsBool() {
					dtype = tensor.Bool
				}
				if _, nested := e.(*Container); nested {
					return nil, Unsupportedf("Unsupported index", "nested list", "Dynamo does not trace indexing with nested lists.")
				}
			}
			return ops.NewFake(dtype, []symbolic.Int{symbolic.IntOf(int64(len(items)))}), nil
		}
	}
	return t.opsValue(x)
}
