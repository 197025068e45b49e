package variables

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// torchFunction is the graph target torch.name.
func (t *Trace) torchFunction(th *object.Thread, name string) *fxgraph.Function {
	v := t.Host.Attribute(th, "torch."+name)
	return &fxgraph.Function{Name: name, Qualified: t.Host.FunctionPath(th, v), Impl: v}
}

func (t *Trace) torchSym(th *object.Thread, name string) *fxgraph.Function {
	return &fxgraph.Function{Name: name, Qualified: "torch." + name, Impl: t.Host.Attribute(th, "torch."+name)}
}

// tensorAttr is an attribute of a tensor: metadata is constant, a few
// attributes are nodes, the rest are methods.
func (t *Trace) tensorAttr(th *object.Thread, x *Tensor, name string) (Tracker, error) {
	if held, ok := x.Pending(name); ok && held != nil {
		return held, nil
	}
	if v, ok := t.ownMember(th, x, name); ok {
		if p, property := object.AsProperty(v); property {
			return t.Call(th, t.FromValue(p.Get), []Tracker{x}, nil)
		}
		fn, _ := object.AsFunction(v)
		return &Method{Self: x, Func: &Function{Fn: fn}}, nil
	}
	f := x.Fake
	switch name {
	case "shape":
		size := t.size(th, x)
		if x.src != nil && symbolicSizes(x.Fake) {
			size.From = x.src.Attr(name)
		}
		return size, nil
	case "ndim":
		return NewConstant(object.Int(int64(len(f.Sizes)))), nil
	case "dtype":
		return NewConstant(t.Host.FromOps(th, f.DType)), nil
	case "device":
		return NewConstant(t.Host.FromOps(th, f.Device)), nil
	case "layout":
		return NewConstant(t.Host.FromOps(th, tensor.Strided)), nil
	case "requires_grad":
		return NewConstant(object.Bool(f.NeedsGrad())), nil
	case "is_leaf":
		leaf := f.GradFn == nil
		if x.src != nil && !x.Real.IsNull() {
			leaf = guards.TensorOf(x.Real).IsLeaf()
		}
		return t.attributeConstant(th, x, name, object.Bool(leaf)), nil
	case "is_cuda", "is_sparse", "is_quantized", "is_nested":
		return NewConstant(object.False), nil
	case "is_meta", "is_mkldnn", "is_xpu", "is_mps":
		return t.attributeConstant(th, x, name, object.False), nil
	case "is_cpu":
		return t.attributeConstant(th, x, name, object.True), nil
	case "itemsize":
		return t.attributeConstant(th, x, name, object.Int(int64(f.DType.Size()))), nil
	case "retain_grad":
		return nil, &Unsupported{Title: "Tensor.retain_grad() with AOTDispatcher", Context: "tp_getattro_impl TensorVariable() retain_grad", Explanation: "`Tensor.retain_grad()` does not work with AOTDispatcher."}
	case "T", "mT", "H", "mH":
		r, err := t.transposed(th, x, name)
		if err != nil || !t.TorchFunctionEnabled() || !t.handles(th, x.Type) || !isInherited(x.Type.Lookup(th, torchFunctionName)) {
			return r, err
		}
		t.NameNode(r, "ret") // by the local of PyTorch's handler
		return asSubclass(th, t, r.(*Tensor), []Tracker{&Class{T: x.Type}}, nil)
	case "real", "imag":
		return t.attributeNode(th, x, name)
	case "data":
		return t.Call(th, t.FromValue(t.Host.Attribute(th, "torch._C._autograd._get_data_attr")), []Tracker{x}, nil)
	case "grad":
		if t.handles(th, x.Type) && t.TorchFunctionEnabled() {
			return nil, &Unsupported{Title: "Unsupported tensor subclass attribute access", Context: name, Explanation: "`torch.compile` currently can't trace this",
				Hints: []string{"Avoid accessing " + name + " of tensor subclass in torch.compile region", Supportable}}
		}
		return t.tensorGrad(th, x)
	case "grad_fn":
		if !f.NeedsGrad() || x.src != nil && !x.Real.IsNull() && guards.TensorOf(x.Real).IsLeaf() {
			return None(), nil
		}
		return nil, Unsupportedf("Tensor with grad_fn()", "tp_getattro_impl TensorVariable() grad_fn", "Dynamo does not support tracing tensors with a grad_fn directly.")
	case "__class__":
		return t.FromValue(x.Type.Ref()), nil
	case "_version":
		return t.version(th, x)
	}
	if !x.Real.IsNull() {
		if d := x.Real.Dict(); d != nil && x.src != nil {
			if v, ok := d.Lookup(name); ok {
				return t.Wrap(v, x.src.Attr(name)), nil
			}
		}
	}
	if ops.Method(name) != nil || tensorMethods[name] != nil || numberMethod(name) {
		return &Attribute{Obj: x, Name: name}, nil
	}
	if part, err := t.wrappedPart(th, x, name); part != nil || err != nil {
		return part, err
	}
	if v, owner := x.Type.LookupWhere(object.Intern(name)); owner != nil && owner.IsHeap() && v.Type().Lookup(th, object.Intern("__get__")).IsNull() {
		return t.GetAttr(th, t.FromValue(x.Type.Ref()), name)
	}
	if v := x.Type.Lookup(th, object.Intern(name)); !v.IsNull() {
		return t.readAttribute(th, x, name)
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

func symbolicSizes(f *ops.Fake) bool {
	return slices.ContainsFunc(f.Sizes, func(n symbolic.Int) bool { return n.IsSymbolic() })
}

// size is x.size() as a torch.Size of constants and symbolic ints. Where one is symbolic PyTorch records it and a getitem for each
// of them, and drops them at the end: their names stay taken.
func (t *Trace) size(th *object.Thread, x *Tensor) *Container {
	items := make([]object.Value, len(x.Fake.Sizes))
	varying := false
	for i, s := range x.Fake.Sizes {
		n := t.symbolicInt(th, s)
		_, varies := n.(*SymInt)
		varying = varying || varies
		items[i] = t.ToValue(n)
	}
	result := t.newContainer(t.Host.Size(th, items))
	if varying {
		if lifted := t.lift(x.Node); t.reachable(x.Node) == nil {
			n := t.Graph.Create(fxgraph.CallMethod, "size", []any{lifted}, nil, "")
			n.Meta.Stack = t.stack(th)
			if t.body == nil { // graphs of bodies keep calls that nothing uses
				if t.sizeCalls == nil {
					t.sizeCalls = map[object.Value]*fxgraph.Node{}
				}
				t.sizeCalls[result.V] = n
			}
		}
	}
	if varying {
		for range items {
			t.Graph.Namespace().Create("getitem")
		}
	}
	return result
}

// sizeFX is a torch.Size with symbolic ints as an argument of a graph node: the call that gave it, or one that makes it of numbers.
func (t *Trace) sizeFX(th *object.Thread, c *Container, items []any) any {
	if n := t.sizeCalls[c.V]; n != nil && n.Graph() == t.Graph {
		return n
	}
	n := t.Graph.Create(fxgraph.CallFunction, t.sizeClass(th), []any{fxgraph.List(items)}, nil, "size")
	n.Meta.Stack = t.stack(th)
	return n
}

func (t *Trace) sizeClass(th *object.Thread) *fxgraph.Function {
	return &fxgraph.Function{Name: "Size", Qualified: SizeClass, Impl: t.Host.Attribute(th, SizeClass)}
}

// SizeClass is what graphs call to make a size of numbers.
const SizeClass = "torch.Size"

// DropSizes removes the calls of size() that no other node uses.
func (t *Trace) DropSizes() {
	for _, n := range t.sizeCalls {
		if len(n.Users()) == 0 && n.Graph() == t.Graph {
			_ = t.Graph.Erase(n)
		}
	}
}

func (t *Trace) transposed(th *object.Thread, x *Tensor, name string) (Tracker, error) {
	overload := map[string]string{"T": "numpy_T", "mT": "mT", "H": "matrix_H", "mH": "mH"}[name]
	out, err := t.fakeCall(th, overload, x.Fake)
	if err != nil {
		return nil, t.raisedOnFakes(th, err, "call_function aten."+overload, []Tracker{x}, nil)
	}
	path := "torch.ops.aten." + overload
	impl := t.Host.Attribute(th, path)
	node, err := t.node(th, &fxgraph.Function{Name: overload, Qualified: path, Impl: impl}, []Tracker{x}, nil)
	if err != nil {
		return nil, err
	}
	return t.wrapResult(th, node, nil, out[0], nil)
}

// attributeNode reads an attribute inside the graph.
func (t *Trace) attributeNode(th *object.Thread, x *Tensor, name string) (Tracker, error) {
	out, err := t.fakeCall(th, name, x.Fake)
	if err != nil {
		return nil, t.raisedOnFakes(th, err, "call_function <built-in function getattr>", []Tracker{x, NewConstant(object.NewStr(name))}, nil)
	}
	target := &fxgraph.Function{Name: "getattr", Qualified: "builtins.getattr", Impl: t.builtin(th, "getattr")}
	node := t.Graph.Create(fxgraph.CallFunction, target, []any{t.lift(x.Node), name}, nil, "")
	node.Meta.Stack = t.stack(th)
	return t.wrapResult(th, node, nil, out[0], nil)
}

func (t *Trace) tensorGrad(th *object.Thread, x *Tensor) (Tracker, error) {
	if x.src != nil && !x.Real.IsNull() {
		v, err := object.GetAttr(th, x.Real, "grad")
		if err != nil {
			return nil, err
		}
		return t.Wrap(v, x.src.Grad()), nil
	}
	return None(), nil
}

// settable are the attributes of every tensor that tracing lets be set.
var settable = map[string]bool{"requires_grad": true, "grad": true, "_grad": true, "data": true}

func (t *Trace) setTensorAttr(th *object.Thread, x *Tensor, name string, val Tracker) error {
	if v, owner := t.TypeOf(x).LookupWhere(object.Intern(name)); !settable[name] && owner != nil && !owner.IsHeap() && v.Type().ShortName() == "getset_descriptor" {
		val, err := t.Realize(th, val)
		if err != nil {
			return err
		}
		return &Unsupported{Title: "Failed to set tensor attribute", Context: "setattr(" + t.Describe(th, x, false) + ", " + name + ", " + t.Describe(th, val, false) + ")",
			Explanation: "Dynamo doesn't support setting these tensor attributes",
			Hints:       []string{"Don't mutate attribute '" + name + "' on tensors, or move the mutation out of `torch.compile` region"}}
	}
	if x.src == nil && name != "requires_grad" && name != "grad" && name != "data" {
		x.hold(name, val)
		t.mutated(x)
		return nil
	}
	switch name {
	case "requires_grad":
		return &Unsupported{Title: "setattr() on Tensor.requires_grad", Context: "setattr(TensorVariable(), requires_grad, " + t.Describe(th, val, false) + ")",
			Explanation: "setattr() on Tensor.requires_grad not supported. Mutating requires_grad can introduce a new leaf from non-leaf or vice versa in the middle of the graph, which AOTAutograd does not currently know how to handle.",
			Hints:       []string{Supportable}}
	case "data":
		return t.setData(th, x, val)
	}
	x.hold(name, val)
	t.mutated(x)
	return nil
}

// tensorMethods are the methods that do not simply become a call_method node.
var tensorMethods map[string]func(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error)

func init() {
	dims := func(pick func(*ops.Fake) []symbolic.Int, whole func(*object.Thread, *Trace, *Tensor) Tracker) func(*object.Thread, *Trace, *Tensor, []Tracker, []KW) (Tracker, error) {
		return func(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
			if len(kwargs) > 0 && kwargs[0].Name == "dim" {
				args = []Tracker{kwargs[0].Value}
			}
			if len(args) == 0 {
				return whole(th, t, x), nil
			}
			d, err := t.AsInt(th, args[0])
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
			return t.symbolicInt(th, values[d]), nil
		}
	}
	tensorMethods = map[string]func(*object.Thread, *Trace, *Tensor, []Tracker, []KW) (Tracker, error){
		"size": dims(func(f *ops.Fake) []symbolic.Int { return f.Sizes }, func(th *object.Thread, a *Trace, b *Tensor) Tracker { return a.size(th, b) }),
		"stride": dims(func(f *ops.Fake) []symbolic.Int { return f.Strides }, func(th *object.Thread, t *Trace, x *Tensor) Tracker {
			items := make([]Tracker, len(x.Fake.Strides))
			for i, s := range x.Fake.Strides {
				items[i] = t.symbolicInt(th, s)
			}
			return t.NewTuple(items)
		}),
		"numel":           tensorNumel("numel"),
		"nelement":        tensorNumel("nelement"),
		"item":            tensorItem,
		"tolist":          tensorToList,
		"numpy":           arrayOfTensor,
		"as_subclass":     asSubclass,
		"storage_offset":  plainMethod("storage_offset"),
		"storage":         refusedMethod(storageAsked("TypedStorage", "storage")),
		"untyped_storage": refusedMethod(storageAsked("UntypedStorage", "untyped_storage")),
		"is_signed":       plainMethod("is_signed"),
		"is_conj":         plainMethod("is_conj"),
		"is_neg":          plainMethod("is_neg"),
		"is_same_size":    plainMethod("is_same_size"),
		"is_inference": func(*object.Thread, *Trace, *Tensor, []Tracker, []KW) (Tracker, error) {
			return nil, InferenceAsked("tensor.is_inference()")
		},
		"share_memory_": refusedMethod(&Unsupported{Title: "Unsupported Tensor.share_memory_() call", Context: "call_method TensorVariable() share_memory_",
			Explanation: "Dynamo does not support Tensor.share_memory_() which modifies tensor storage for IPC", Hints: []string{"Move share_memory_() call outside the compiled region. ", Supportable}}),
		"__deepcopy__":  refusedMethod(copiedDeep()),
		"__copy__":      refusedMethod(copied()),
		"random_":       randomInPlace,
		"resize_":       unsupportedMethod("resize_"),
		"resize_as_":    unsupportedMethod("resize_as_"),
		"backward":      tensorBackward,
		"data_ptr":      tensorDataPointer,
		"register_hook": registerHook,

		"register_post_accumulate_grad_hook": registerPostAccumulateGradHook,
		"requires_grad_":                     tensorRequiresGrad,
		"new":                                tensorNew,
		"new_tensor":                         tensorNewTensor,
		"__len__": func(th *object.Thread, t *Trace, x *Tensor, _ []Tracker, _ []KW) (Tracker, error) {
			return t.Len(th, x)
		},
		"__iter__": func(th *object.Thread, t *Trace, x *Tensor, _ []Tracker, _ []KW) (Tracker, error) {
			return t.Iter(th, x)
		},
		"__getitem__": func(th *object.Thread, t *Trace, x *Tensor, args []Tracker, _ []KW) (Tracker, error) {
			return t.indexTensor(th, x, args[0])
		},
		"__setitem__": func(th *object.Thread, t *Trace, x *Tensor, args []Tracker, _ []KW) (Tracker, error) {
			return None(), t.setTensorItem(th, x, args[0], args[1])
		},
		"__contains__": tensorContains,
		"__int__": func(th *object.Thread, t *Trace, x *Tensor, _ []Tracker, _ []KW) (Tracker, error) {
			return number(object.IntType)(th, t, nil, []Tracker{x}, nil)
		},
		"__bool__": func(*object.Thread, *Trace, *Tensor, []Tracker, []KW) (Tracker, error) { return nil, BranchOnTensor() },
	}
}

// tensorContains is v in x: whether any element equals v.
func tensorContains(th *object.Thread, t *Trace, x *Tensor, args []Tracker, _ []KW) (Tracker, error) {
	equal, err := t.Call(th, t.FromValue(t.Host.Attribute(th, "torch.eq")), []Tracker{x, args[0]}, nil)
	if err != nil {
		return nil, err
	}
	found, err := t.Call(th, t.FromValue(t.Host.Attribute(th, "torch.any")), []Tracker{equal}, nil)
	if err != nil {
		return nil, err
	}
	return t.CallMethod(th, found, "item", nil, nil)
}

func unsupportedMethod(name string) func(*object.Thread, *Trace, *Tensor, []Tracker, []KW) (Tracker, error) {
	return func(*object.Thread, *Trace, *Tensor, []Tracker, []KW) (Tracker, error) {
		return nil, Unsupportedf("Unsupported Tensor."+name+"() call", "call_method TensorVariable() "+name, "Dynamo does not support tracing `Tensor.%s`.", name)
	}
}

// plainMethod calls a method as one without a rule.
func plainMethod(name string) func(*object.Thread, *Trace, *Tensor, []Tracker, []KW) (Tracker, error) {
	return func(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
		return t.callMember(th, x, name, args, kwargs)
	}
}

func refusedMethod(why *Unsupported) func(*object.Thread, *Trace, *Tensor, []Tracker, []KW) (Tracker, error) {
	return func(*object.Thread, *Trace, *Tensor, []Tracker, []KW) (Tracker, error) {
		u := *why
		return nil, &u
	}
}

// storageAsked is the break of methods that give a tensor's memory.
func storageAsked(kind, method string) *Unsupported {
	return &Unsupported{Title: "torch.* op returned non-Tensor", Context: "example_value type: " + kind + "; op: call_method; target: " + method,
		Explanation: "torch.* ops that return a non-Tensor cannot be traced into the Dynamo FX graph output"}
}

// InferenceAsked is the break where code asks for inference mode.
func InferenceAsked(call string) error {
	return &Unsupported{Title: "Encountered " + call + " during tracing", Explanation: strings.TrimSuffix(call, "()") + "() is not supported",
		Hints: []string{Fundamental, "Avoid using `tensor.is_inference()` and `torch.is_inference_mode_enabled()` in your compile code. This is primarily used in conjunction with `torch.inference_mode`. Consider using `torch.no_grad` instead because `torch.no_grad` leads to same improvements as `inference_mode` when `torch.compile` is used."}}
}

// copied is the break of copy.copy of a tensor.
func copied() *Unsupported {
	return &Unsupported{Title: "torch.* op returned non-Tensor", Context: "example_value type: function; op: call_function; target: <built-in function getitem>",
		Explanation: "torch.* ops that return a non-Tensor cannot be traced into the Dynamo FX graph output"}
}

// copiedDeep is the break of copy.deepcopy of a tensor.
func copiedDeep() *Unsupported {
	return &Unsupported{Title: "Attempted to copy.deepcopy a tensor", Context: "copy.deepcopy(TensorVariable())", Explanation: "Dynamo does not support copy.deepcopy() on tensors.",
		Hints: []string{"Avoid calling copy.deepcopy() on tensors inside compiled regions."}}
}

func randomInPlace(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
	shown := t.DescribeAll(th, args)
	shown = "(" + shown[1:len(shown)-1]
	if len(args) == 1 {
		shown += ","
	}
	return nil, &Unsupported{Title: "Tensor.random_ op", Context: "Tensor.random_(args=" + shown + "), kwargs=" + t.DescribeKeywords(th, kwargs) + ")",
		Explanation: "This is currently not supported.", Hints: []string{"Use the out-of-place version of this op", Supportable}}
}

// ownMember is what a class of tensors written in Python puts in the place of a member of Tensor.
func (t *Trace) ownMember(th *object.Thread, x *Tensor, name string) (object.Value, bool) {
	if name == "__torch_function__" {
		return object.Null, false
	}
	v, owner := x.Type.LookupWhere(object.Intern(name))
	if owner == nil || owner != t.Host.TensorType(th) && t.Host.TensorType(th).IsSubtype(owner) {
		return object.Null, false
	}
	_, method := object.AsFunction(v)
	_, property := object.AsProperty(v)
	return v, method || property
}

func (t *Trace) callTensorMethod(th *object.Thread, x *Tensor, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	if v, ok := t.ownMember(th, x, name); ok {
		if f, method := object.AsFunction(v); method {
			return t.Inliner.Inline(th, &Function{Fn: f}, append([]Tracker{x}, args...), kwargs)
		}
	}
	return t.callMethodOfTensor(th, x, name, args, kwargs)
}

// callMethodOfTensor calls the method of torch.Tensor, past what the class of x puts in its place.
func (t *Trace) callMethodOfTensor(th *object.Thread, x *Tensor, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	if r, ok, err := t.overridden(th, t.tensorMethodObject(th, name), append([]Tracker{x}, args...), kwargs); ok {
		return r, err
	}
	if x.src != nil && viewsInPlace[name] {
		return nil, viewOfInput(name, x)
	}
	if m := tensorMethods[name]; m != nil {
		return m(th, t, x, args, kwargs)
	}
	for operator, info := range unaries {
		if info.special == name && len(args)+len(kwargs) == 0 {
			return t.Unary(th, operator, x)
		}
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
	if t.Host.MutatesShape(name) {
		return nil, Unsupportedf("Unsupported Tensor."+name+"() call", name, "Dynamo currently does not support tracing `Tensor.%s()`.", name)
	}
	if p == nil {
		return t.callMember(th, x, name, args, kwargs)
	}
	return t.record(th, fxgraph.CallMethod, name, p, all, kwargs)
}

// viewsInPlace change the geometry of the tensor itself, or take its history.
var viewsInPlace = map[string]bool{"t_": true, "transpose_": true, "swapaxes_": true, "swapdims_": true, "squeeze_": true, "unsqueeze_": true, "as_strided_": true, "detach_": true,
	"resize_": true, "resize_as_": true, "set_": true}

// viewOfInput is the break of such a method of an input of the graph.
func viewOfInput(name string, x *Tensor) error {
	return Delayed(x.src.Attr(name), "Getting an inplace view on a graph input is not supported",
		"Avoid mutating a graph input's tensor metadata with in-place view ops. If the mutation is only needed inside the compiled region, replace the in-place call with an out-of-place view, for example `x = x.transpose(1, 2)` instead of `x.transpose_(1, 2)`.",
		"If you need to mutate the input tensor's metadata, move the in-place view call outside `torch.compile`.")
}

func compareMethod(name string) string {
	for _, n := range compareNames {
		if name == "__"+n+"__" {
			return n
		}
	}
	return ""
}
