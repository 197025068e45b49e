package torch

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// torch.autograd.Function: classes of scripts whose forward and backward are nodes of the history.

// applyFunction records a custom autograd function: name, input tensors (or None), outputs, indices of outputs without
// gradient, dirty inputs, and backward, called with the gradients of the outputs.
func applyFunction(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("_apply_function", args, kwNames, "name", "inputs", "outputs", "non_differentiable", "dirty", "backward", "context")
	if err != nil {
		return object.Null, err
	}
	name, _ := object.Text(a[0])
	inputs, _ := sequence(th, a[1])
	outputs, _ := sequence(th, a[2])
	skip, _ := sequence(th, a[3])
	dirty, _ := sequence(th, a[4])
	var ins []ops.Value
	var level ops.Level
	for _, v := range inputs {
		x, err := ToOps(th, v)
		if err != nil {
			return object.Null, err
		}
		if _, ok := operand(v); ok {
			inner, l := Context(th).Recorded(x)
			if l != nil {
				level = l
			}
			ins = append(ins, inner)
		} else {
			ins = append(ins, nil)
		}
	}
	backward := a[5]
	n := Context(th).NewNode(name, ins, func(n *ops.Node, grads []ops.Value) ([]ops.Value, error) {
		r, err := object.Call(th, backward, object.NewTuple(fromList(th, above(th, level, grads))...).Ref())
		if err != nil {
			return nil, err
		}
		items, ok := sequence(th, r)
		if !ok {
			items = []Value{r}
		}
		out, err := toList(th, items)
		if err != nil {
			return nil, err
		}
		return below(th, out.([]ops.Value)), nil
	})
	in := func(list []Value, v Value) bool {
		for _, x := range list {
			if x == v {
				return true
			}
		}
		return false
	}
	result := make([]Value, len(outputs))
	differentiable := 0
	for _, v := range outputs {
		if t, ok := operand(v); ok && !in(skip, v) && ops.Describe(t).DType.Differentiable() {
			differentiable++
		}
	}
	for i, v := range outputs {
		result[i] = v
		t, ok := operand(v)
		if !ok {
			continue
		}
		if in(skip, v) || !ops.Describe(t).DType.Differentiable() {
			if in(inputs, v) { // not the input itself, which may have a history
				view, err := callOp(th, "alias", ops.Detached(t))
				if err != nil {
					return object.Null, err
				}
				result[i] = FromOps(th, view)
			}
			continue
		}
		if in(dirty, v) {
			if err := Context(th).SetChanged(recorded(th, t), n, i, differentiable > 1); err != nil {
				return object.Null, raise(err)
			}
			continue
		}
		if ops.CaptureLevel(t) != nil && (in(inputs, v) || ops.HasOwnGradient(recorded(th, t))) {
			if t, err = viewOfCapture(th, t); err != nil {
				return object.Null, err
			}
			result[i] = FromOps(th, t)
		} else if given := t; in(inputs, v) || ops.HasOwnGradient(recorded(th, t)) {
			view, err := callOp(th, "alias", ops.Detached(t))
			if err != nil {
				return object.Null, err
			}
			t = view
			switch t := t.(type) {
			case *tensor.Tensor:
				t.Base = nil
				if whole, ok := given.(*tensor.Tensor); ok && in(inputs, v) { // returned as it is: a view
					t.Base = whole
					if whole.Base != nil {
						t.Base = whole.Base
					}
				}
			case *ops.Fake:
				t.Base = nil
			}
			result[i] = FromOps(th, t)
		}
		ops.MarkCustomView(t, differentiable > 1)
		ops.SetHistory(recorded(th, t), n, i)
	}
	if !a[6].IsNone() {
		w := object.NewNative(functionNodeType(name), n)
		ctx := a[6]
		object.InstanceDict(w).SetStr(contextOfNode, ctx)
		n.Wrapper = w
		n.OnRelease = func() {
			d := object.InstanceDict(ctx)
			d.SetStr(object.Intern("_freed"), object.True)
			d.SetStr(object.Intern("_kept"), object.None)
			d.SetStr(object.Intern("to_save"), object.NewTuple().Ref())
		}
	}
	if differentiable > 0 {
		if err := Context(th).Created(n); err != nil {
			return object.Null, raise(err)
		}
	}
	return object.NewTuple(result...).Ref(), nil
}

// viewOfCapture is a view of all of a tensor of a capture, without history.
func viewOfCapture(th *object.Thread, t ops.Value) (ops.Value, error) {
	ctx := Context(th)
	defer ctx.SetGradEnabled(ctx.SetGradEnabled(false))
	sizes := ops.Describe(t).Sizes
	list := make([]ops.Value, len(sizes))
	for i, n := range sizes {
		list[i] = n
	}
	return callOp(th, "view", t, list)
}

// ContextOf is the context of the call that a node of a custom function stands for.
func ContextOf(n *ops.Node) (ctx Value, ok bool) {
	w, ok := n.Wrapper.(Value)
	if !ok {
		return object.Null, false
	}
	return object.InstanceDict(w).GetStr(contextOfNode)
}

// contextOfNode is the attribute of a custom function's node that holds the context of the call.
var contextOfNode = object.Intern("_ctx")

var functionNodeTypes = namedTypes{types: map[string]*object.Type{}}

// functionNodeType is the type of the nodes of a custom function, which show the attributes of the context as theirs.
func functionNodeType(name string) *object.Type {
	return functionNodeTypes.get(name, func() *object.Type {
		spec := nodeSpec()
		spec.GetAttr = func(th *object.Thread, v Value, attr *object.Str) (Value, error) {
			found, err := object.GenericGetAttr(th, v, attr)
			if e, ok := err.(*object.Exception); ok && e.Matches(object.AttributeError) {
				if ctx, ok := object.InstanceDict(v).GetStr(contextOfNode); ok {
					return object.GetAttr(th, ctx, attr.S)
				}
			}
			return found, err
		}
		return object.NewType(name, "torch.autograd.function", nil, spec)
	})
}

// packSavedTensor is torch._C._pack_saved_tensor(tensor, is_output): what the innermost hooks for saved tensors make of a tensor, detached if it is no
// output, and a function that makes a tensor of that; None without hooks.
func packSavedTensor(th *object.Thread, args, kw []Value) (Value, error) {
	v, err := ToOps(th, args[0])
	if err != nil {
		return object.Null, err
	}
	h := Context(th).SavedHooks()
	if h == nil {
		return object.None, nil
	}
	if output, _ := args[1].AsBool(); !output {
		if v, err = callOp(th, "detach", v); err != nil {
			return object.Null, err
		}
	}
	packed, err := h.Pack(v)
	if err != nil {
		return object.Null, err
	}
	unpack := object.NewFunc("unpack", func(th *object.Thread, args, kw []Value) (Value, error) {
		v, err := h.Unpack(args[0])
		if err != nil {
			return object.Null, err
		}
		return FromOps(th, v), nil
	})
	return object.NewTuple(packed.(Value), unpack.Ref()).Ref(), nil
}
