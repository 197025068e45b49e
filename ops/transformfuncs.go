package ops

import (
	"slices"

	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// TransformFunction is a primitive of torch.func. Scripts call it, and the tracer records it as one node while it runs it
// on tensors without data: so the levels are the same in both.
type TransformFunction struct {
	Path   string   // the qualified name
	Params []string // in order; an argument that is not given is nil
	Call   func(ctx *Context, a Args) Value
}

// Bind puts arguments into the order of the parameters.
func (f *TransformFunction) Bind(args []Value, kwargs []KW) ([]Value, error) {
	name := f.Path[strings.LastIndexByte(f.Path, '.')+1:]
	if len(args) > len(f.Params) {
		return nil, &Error{"TypeError", name + "(): incompatible function arguments"}
	}
	bound, given := make([]Value, len(f.Params)), make([]bool, len(f.Params))
	for i := range args {
		bound[i], given[i] = args[i], true
	}
	for _, kw := range kwargs {
		found := false
		for i, p := range f.Params {
			if p == kw.Name && i >= len(args) {
				bound[i], given[i], found = kw.Value, true, true
			}
		}
		if !found {
			return nil, &Error{"TypeError", name + "() got an unexpected keyword argument '" + kw.Name + "'"}
		}
	}
	if len(given) > 0 && !given[0] && f.Params[0] != "level" { // what else is missing is None, or refused as that
		return nil, &Error{"TypeError", name + "(): incompatible function arguments"}
	}
	return bound, nil
}

// Run calls the function; env is the shape environment for tensors without data, else nil.
func (ctx *Context) Run(f *TransformFunction, env Env, bound []Value) (v Value, err error) {
	defer ctx.catch(&err, ctx.state())
	saved := ctx.fakeEnv
	if env != nil {
		ctx.fakeEnv = env
	}
	v = f.Call(ctx, bound)
	ctx.fakeEnv = saved
	return v, nil
}

// TransformFunctions lists the primitives.
func TransformFunctions() []*TransformFunction { return transformFunctions }

// Transforms is a place in the nest of transforms, to return to when a trace is given up.
type Transforms struct {
	levels []Level
	depth  int
}

// Transforms is the present nest.
func (ctx *Context) Transforms() Transforms {
	return Transforms{append([]Level(nil), ctx.levels...), ctx.depth}
}

// Restore drops the transforms that were pushed since.
func (ctx *Context) Restore(t Transforms) {
	ctx.levels = append(ctx.levels[:0:0], t.levels...)
	ctx.depth = t.depth
}

// Depth is how many levels see the calls that are made now.
func (ctx *Context) Depth() int { return ctx.depth }

// LeaveTo removes the innermost levels until n are left, which a program that failed has not left itself.
func (ctx *Context) LeaveTo(n int) {
	for ctx.depth > n {
		ctx.removeLevel(ctx.depth - 1)
	}
}

// nest lists the active transforms from the outermost in; the number of one, counted from 1, is what scripts call its level.
func (ctx *Context) nest() []Level {
	var nest []Level
	for _, l := range ctx.levels[:ctx.depth] {
		switch t := l.(type) {
		case *tape:
			if t.wraps {
				nest = append(nest, l)
			}
		case *functionalize:
			if !t.unnumbered {
				nest = append(nest, l)
			}
		case *vmapLevel, *forward:
			nest = append(nest, l)
		}
	}
	return nest
}

// Transforming tells whether a transform is active.
func (ctx *Context) Transforming() bool {
	for _, l := range ctx.levels[:ctx.depth] {
		switch t := l.(type) {
		case *tape:
			if t.wraps {
				return true
			}
		case *vmapLevel, *forward, *functionalize:
			return true
		}
	}
	return false
}

// TransformNames are the names in torch.func of the active transforms, from the outermost in.
func (ctx *Context) TransformNames() []string {
	var names []string
	for _, l := range ctx.nest() {
		switch l.(type) {
		case *tape:
			names = append(names, "grad")
		case *vmapLevel:
			names = append(names, "vmap")
		case *forward:
			names = append(names, "jvp")
		case *functionalize:
			names = append(names, "functionalize")
		}
	}
	return names
}

// hasDuals says whether a level is that of torch.autograd.forward_ad, which is no transform.
func hasDuals(l Level) bool {
	f, ok := l.(*forward)
	return ok && f.duals
}

// InTransform tells whether a function is being differentiated or mapped.
func (ctx *Context) InTransform() bool {
	return slices.ContainsFunc(ctx.nest(), func(l Level) bool {
		_, ok := l.(*functionalize)
		return !ok && !hasDuals(l)
	})
}

// refuseInTransforms refuses a call, named with what else leads to it, in a function that is being differentiated or mapped.
func (ctx *Context) refuseInTransforms(what, call string) {
	check(!ctx.InTransform(), "You are attempting to call %s inside of a function being transformed by a functorch transform. This is unsupported, please attempt to use the functorch transforms (e.g. grad, vjp, jacrev, jacfwd, hessian) or call %s outside of a function being transformed instead.", what, call)
}

// nested is the transform with a number.
func (ctx *Context) nested(level int) Level {
	nest := ctx.nest()
	if level < 1 || level > len(nest) {
		throwRuntime("magneto: there is no function transform at level %d", level)
	}
	return nest[level-1]
}

// leave ends the innermost transform and gives its number.
func (ctx *Context) leave() Value {
	nest := ctx.nest()
	if len(nest) == 0 {
		throwRuntime("magneto: no function transform is active")
	}
	ctx.pop(nest[len(nest)-1])
	return int64(len(nest))
}

func (ctx *Context) enter(l Level) Value {
	ctx.push(l)
	return int64(len(ctx.nest()))
}

// innermostForward is the forward-mode level that dual numbers belong to.
func (ctx *Context) innermostForward() *forward {
	nest := ctx.nest()
	for i := len(nest) - 1; i >= 0; i-- {
		if f, ok := nest[i].(*forward); ok {
			return f
		}
	}
	throwRuntime("Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first.")
	return nil
}

func none(*Context, Args) Value { return nil }

const (
	predispatch = "torch._functorch.predispatch."
	functorchC  = "torch._C._functorch."
	eagerOnes   = "torch._functorch.eager_transforms."
)

var transformFunctions = []*TransformFunction{
	{predispatch + "lazy_load_decompositions", nil, none},
	{predispatch + "_vmap_increment_nesting", []string{"batch_size", "randomness"}, func(ctx *Context, a Args) Value {
		return ctx.enter(&vmapLevel{a.sym(0), a.str(1)})
	}},
	{predispatch + "_vmap_decrement_nesting", nil, func(ctx *Context, a Args) Value { return ctx.leave() }},
	{predispatch + "_add_batch_dim", []string{"self", "batch_dim", "level"}, func(ctx *Context, a Args) Value {
		return must(ctx.AddBatchDim(ctx.nested(a.int(2)), a[0], ctx.fixed(a.sym(1))))
	}},
	{predispatch + "_remove_batch_dim", []string{"self", "level", "batch_size", "out_dim"}, func(ctx *Context, a Args) Value {
		l := ctx.nested(a.int(1))
		return ctx.under(l, func() Value { return must(ctx.RemoveBatchDim(l, a[0], ctx.fixed(a.sym(3)))) })
	}},
	{functorchC + "_grad_increment_nesting", nil, func(ctx *Context, a Args) Value {
		return ctx.enter(&tape{wraps: true, outer: ctx.gradEnabled})
	}},
	{functorchC + "_grad_decrement_nesting", nil, func(ctx *Context, a Args) Value { return ctx.leave() }},
	{functorchC + "_wrap_for_grad", []string{"self", "level"}, func(ctx *Context, a Args) Value {
		switch l := ctx.nested(a.int(1)).(type) {
		case *forward:
			return l.fresh(a[0], nil)
		case *functionalize:
			return l.fresh(a[0])
		default:
			return wrap(&handle{level: l, value: a[0]})
		}
	}},
	{predispatch + "_unwrap_for_grad", []string{"self", "level"}, func(ctx *Context, a Args) Value {
		return Unwrapped(ctx.nested(a.int(1)), a[0])
	}},
	{functorchC + "set_inplace_requires_grad_allowed", []string{"allowed"}, none},
	{eagerOnes + "_set_tensor_requires_grad", []string{"x"}, func(ctx *Context, a Args) Value {
		rethrow(ctx.SetRequiresGrad(a[0], true))
		return a[0]
	}},
	{eagerOnes + "_autograd_grad", []string{"outputs", "inputs", "grad_outputs", "retain_graph", "create_graph"}, autogradGrad},
	{"torch._C._autograd._get_data_attr", []string{"self"}, func(ctx *Context, a Args) Value {
		if t, ok := a[0].(*tensor.Tensor); ok && DispatcherOf(t) == nil && t.Layer == nil {
			return t.Data()
		}
		return ctx.detach(a[0])
	}},
	{"torch._C._autograd._saved_tensors_hooks_disable", []string{"error_message", "fail_if_non_empty"}, none},
	{"torch._C._autograd._saved_tensors_hooks_enable", nil, none},
	{predispatch + "_jvp_increment_nesting", nil, func(ctx *Context, a Args) Value { return ctx.enter(&forward{}) }},
	{predispatch + "_jvp_decrement_nesting", nil, func(ctx *Context, a Args) Value { return ctx.leave() }},
	{"torch._C._set_fwd_grad_enabled", []string{"mode"}, func(ctx *Context, a Args) Value {
		ctx.tangentsOff = !a.bool(0)
		return nil
	}},
	{"torch._C._is_fwd_grad_enabled", nil, func(ctx *Context, _ Args) Value { return !ctx.tangentsOff }},
	{predispatch + "_enter_dual_level", nil, func(ctx *Context, a Args) Value { return int64(0) }},
	{predispatch + "_exit_dual_level", []string{"level"}, none},
	{"torch.autograd.forward_ad._dual_increment_nesting", nil, func(ctx *Context, a Args) Value { return ctx.enter(&forward{duals: true}) }},
	{"torch.autograd.forward_ad._maybe_load_decompositions", nil, none},
	{predispatch + "_make_dual", []string{"tensor", "tangent", "level"}, func(ctx *Context, a Args) Value {
		return must(ctx.MakeDual(ctx.innermostForward(), a[0], a[1]))
	}},
	{predispatch + "_unpack_dual", []string{"tensor", "level"}, func(ctx *Context, a Args) Value {
		f := ctx.innermostForward()
		h := ownedBy(f, a[0])
		if h == nil || ctx.tangentsOff {
			return []Value{a[0], nil}
		}
		primal := f.fresh(h.value, nil)
		tangent := ctx.under(f, func() Value { return h.alias.get(ctx) })
		if tangent == nil {
			return []Value{primal, nil}
		}
		return []Value{primal, f.fresh(tangent, nil)}
	}},
	{functorchC + "_func_increment_nesting", []string{"reapply_views"}, func(ctx *Context, a Args) Value { return ctx.enter(&functionalize{copies: !a.bool(0), again: true}) }},
	{functorchC + "_func_decrement_nesting", nil, func(ctx *Context, a Args) Value { return ctx.leave() }},
	{functorchC + "_wrap_functional_tensor", []string{"self", "level"}, func(ctx *Context, a Args) Value {
		return ctx.nested(a.int(1)).(*functionalize).fresh(a[0])
	}},
	{functorchC + "_unwrap_functional_tensor", []string{"self", "reapply_views"}, func(ctx *Context, a Args) Value {
		h := handleOf(a[0])
		if h == nil {
			return a[0]
		}
		f, ok := h.level.(*functionalize)
		if !ok {
			return a[0]
		}
		return ctx.under(f, func() Value { return f.value(ctx, a[0]) })
	}},
	{functorchC + "is_batchedtensor", []string{"self"}, func(ctx *Context, a Args) Value {
		h := handleOf(a[0])
		if h == nil {
			return false
		}
		_, ok := h.level.(*vmapLevel)
		return ok
	}},
	{functorchC + "is_gradtrackingtensor", []string{"self"}, func(ctx *Context, a Args) Value {
		h := handleOf(a[0])
		if h == nil {
			return false
		}
		_, ok := h.level.(*tape)
		return ok
	}},
	{functorchC + "current_level", nil, func(ctx *Context, a Args) Value {
		n := len(slices.DeleteFunc(ctx.nest(), hasDuals))
		check(n > 0, "No layers on stack")
		return int64(n)
	}},
	{functorchC + "is_functorch_wrapped_tensor", []string{"self"}, func(ctx *Context, a Args) Value { return handleOf(a[0]) != nil }},
	{functorchC + "get_unwrapped", []string{"self"}, func(ctx *Context, a Args) Value {
		h := handleOf(a[0])
		if h == nil {
			throwRuntime("Trying to get the unwrapped value of a tensor that is not wrapped by a function transform")
		}
		return h.value
	}},
	{functorchC + "maybe_get_level", []string{"self"}, func(ctx *Context, a Args) Value {
		if h := handleOf(a[0]); h != nil {
			for i, l := range ctx.nest() {
				if l == h.level {
					return int64(i + 1)
				}
			}
		}
		return int64(-1)
	}},
	{functorchC + "maybe_get_bdim", []string{"self"}, func(ctx *Context, a Args) Value {
		if h := handleOf(a[0]); h != nil {
			if _, ok := h.level.(*vmapLevel); ok {
				return int64(h.dim)
			}
		}
		return int64(-1)
	}},
	{functorchC + "maybe_current_level", nil, func(ctx *Context, a Args) Value {
		if n := len(ctx.nest()); n > 0 {
			return int64(n)
		}
		return nil
	}},
}

// autogradGrad differentiates outputs of the innermost grad transform with respect to inputs of it; an input that is not
// reached has a zero gradient.
func autogradGrad(ctx *Context, a Args) Value {
	var outs, seeds []Value
	given := a.list(2)
	for i, o := range a.list(0) {
		if !RequiresGrad(o) {
			continue
		}
		outs = append(outs, o)
		if given != nil {
			seeds = append(seeds, given[i])
		}
	}
	inputs := a.list(1)
	grads := make([]Value, len(inputs))
	if len(outs) > 0 {
		retain, create := a.none(3) || a.bool(3), a.none(4) || a.bool(4)
		saved := ctx.gradEnabled
		got, err := ctx.Grad(outs, inputs, seeds, retain || create, create, true)
		rethrow(err)
		ctx.gradEnabled = saved
		grads = got
	}
	for i, g := range grads {
		if g == nil {
			grads[i] = ctx.zerosLike(inputs[i])
		}
	}
	return grads
}
