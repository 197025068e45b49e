package variables

import (
	"slices"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// registerHook is Tensor.register_hook. A hook of the caller's tensor is an effect, repeated behind the graph. A hook of a value that
// the graph computes is a body of the graph; what follows uses the tensor that has the hook.
func registerHook(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) != 1 || len(kwargs) > 0 {
		return nil, object.TypeErrorf("register_hook() takes 2 positional arguments but %d were given", 1+len(args)+len(kwargs))
	}
	if x.src != nil {
		return t.hookOutside(x, "register_hook", args[0])
	}
	if !x.Fake.NeedsGrad() {
		return nil, object.Raisef(object.RuntimeError, "cannot register a hook on a tensor that doesn't require gradient")
	}
	var given *Tensor
	b, err := t.TraceBody(th, "register_hook", func() (Tracker, error) {
		given = t.bodyInput(th, parameterName(t.parameterNames(th, args[0]), 0, "grad"), ops.NewFake(x.Fake.DType, x.Fake.Sizes))
		given.Node.Type = "torch.Tensor"
		return t.Call(th, args[0], []Tracker{given}, nil)
	})
	if err != nil {
		return nil, err
	}
	if len(b.Results) == 0 { // a hook that gives None leaves the gradient as it is
		b.setOutput(given.Node)
	} else {
		b.setOutput(b.Graph.OutputNode().Args[0].(fxgraph.Tuple)[0])
	}
	hooked := t.lift(x.Node)
	attr := t.Subgraph(th, "hook_body", b.Graph)
	node := t.higherOrder(th, "register_hook", append([]any{hooked, attr}, t.operands(b.Lifted)...), nil)
	node.Meta.Example = x.Fake
	x.Node = node
	return &HookHandle{}, nil
}

// registerPostAccumulateGradHook is Tensor.register_post_accumulate_grad_hook, for leaves alone.
func registerPostAccumulateGradHook(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
	const name = "register_post_accumulate_grad_hook"
	if len(args) != 1 || len(kwargs) > 0 {
		return nil, object.TypeErrorf("%s() takes 2 positional arguments but %d were given", name, 1+len(args)+len(kwargs))
	}
	if x.src == nil {
		return nil, object.RuntimeErrorf("post accumulate grad hooks cannot be registered on non-leaf tensors")
	}
	return t.hookOutside(x, name, args[0])
}

func (t *Trace) hookOutside(x *Tensor, method string, fn Tracker) (Tracker, error) {
	if !x.Fake.NeedsGrad() {
		return nil, object.RuntimeErrorf("cannot register a hook on a tensor that doesn't require gradient")
	}
	h := &HookHandle{Tensor: x, Method: method, Fn: fn}
	t.Hooks = append(t.Hooks, h)
	t.effects++
	return h, nil
}

// HookHandle is the handle of a hook that tracing has met. Tensor is nil for one of a value of the graph, with which nothing can be
// done; else the hook is registered on the caller's tensor when the graph has run.
type HookHandle struct {
	sourced
	Tensor *Tensor
	Method string
	Fn     Tracker
	// Removed says that the code has taken the hook away again.
	Removed bool
}

// remove is handle.remove(): a hook that is not registered yet never will be.
func (t *Trace) remove(h *HookHandle) (Tracker, error) {
	if h.Tensor == nil {
		return nil, Unsupportedf("Removing a hook of a value of the graph", h.Kind(), "Dynamo cannot take a hook away from a value that the graph computes.")
	}
	h.Removed = true
	t.Hooks = slices.DeleteFunc(t.Hooks, func(x *HookHandle) bool { return x == h })
	return None(), nil
}

// Kind is the name in logs.
func (*HookHandle) Kind() string { return "RemovableHandleVariable" }

// bodyInput makes a placeholder of the body that is being traced for a tensor that only the body sees.
func (t *Trace) bodyInput(th *object.Thread, name string, f *ops.Fake) *Tensor {
	p := placeholderFor(t.Graph, &fxgraph.Node{Name: name, Meta: fxgraph.Meta{Example: f}})
	p.Type = ""
	return &Tensor{Node: p, Fake: f, Type: t.Host.TensorType(th)}
}

// setOutput replaces what the body gives.
func (b *Body) setOutput(v any) { b.Graph.OutputNode().SetArgs([]any{v}, nil) }

// parameterNames are the positional parameters of a function behind those that are bound already.
func (t *Trace) parameterNames(th *object.Thread, fn Tracker) []string {
	fn, err := t.Realize(th, fn)
	if err != nil {
		return nil
	}
	switch f := fn.(type) {
	case *Function:
		if wrapped, ok := f.Pending("__wrapped__"); ok && wrapped != nil {
			return t.parameterNames(th, wrapped)
		}
		if wrapped, err := object.GetAttr(th, f.Fn.Ref(), "__wrapped__"); err == nil && !f.New {
			return t.parameterNames(th, t.FromValue(wrapped))
		}
		f.Fn.Code.Load(th)
		return f.Fn.Code.LocalsPlus[:f.Fn.Code.ArgCount]
	case *Method:
		if names := t.parameterNames(th, f.Func); len(names) > 0 {
			return names[1:]
		}
	case *Container:
		if p, ok := t.partial(th, f); ok {
			names := t.parameterNames(th, p.fn)
			return names[min(len(names), len(p.args)):]
		}
	}
	return nil
}

func parameterName(names []string, i int, or string) string {
	if i < len(names) {
		return names[i]
	}
	return or
}
