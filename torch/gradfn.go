package torch

import (
	"hash/crc32"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

func init() { // modes and the nest of transforms belong to threads
	perThread((*ops.Context).Transforms, (*ops.Context).Restore)
	perThread((*ops.Context).Autocast, func(c *ops.Context, a ops.Autocast) { c.SetAutocast(a) })
	perThread(func(c *ops.Context) any { return c.Attached }, func(c *ops.Context, v any) { c.Attached = v }) // the modes of functions
	perThread((*ops.Context).GradEnabled, func(c *ops.Context, v bool) { c.SetGradEnabled(v) })
	perThread((*ops.Context).SavedHookStack, func(c *ops.Context, v []*ops.SavedHooks) { c.SetSavedHookStack(v) })
	perThread((*ops.Context).TangentsOff, func(c *ops.Context, v bool) { c.SetTangentsOff(v) })
	perThread((*ops.Context).InferenceMode, func(c *ops.Context, v bool) { c.SetInferenceMode(v) })
}

// perThread makes a part of the context one of each thread, which begins as it was when the machine's context was new.
func perThread[T any](get func(*ops.Context) T, set func(*ops.Context, T)) {
	index := len(firsts)
	firsts = append(firsts, func(c *ops.Context) any { return get(c) }) // start: called while packages are initialised
	interp.PerThread(func(th *object.Thread) any { return get(Context(th)) }, func(th *object.Thread, v any) {
		x, _ := v.(T) // nil is a zero T
		set(Context(th), x)
	}, func(th *object.Thread) any { return contexts.Of(th).firsts[index] })
}

// importAttribute is an attribute of an importable module.
func importAttribute(th *object.Thread, module, name string) (Value, error) {
	m, err := interp.ImportModule(th, module)
	if err != nil {
		return object.Null, err
	}
	return object.GetAttr(th, m, name)
}

// callPython calls a function of an importable module.
func callPython(th *object.Thread, module, name string, args ...Value) (Value, error) {
	f, err := importAttribute(th, module, name)
	if err != nil {
		return object.Null, err
	}
	return object.Call(th, f, args...)
}

// reaches says whether all elements of a geometry lie within a storage of so many bytes.
func reaches(bytes, itemSize int, sizes, strides []int, offset int) bool {
	if len(sizes) != len(strides) || offset < 0 {
		return false
	}
	last, count := offset, 1
	for i, n := range sizes {
		if n < 0 || strides[i] < 0 {
			return false
		}
		if n == 0 {
			count = 0
			continue
		}
		if strides[i] > 0 && n-1 > (1<<48)/strides[i] {
			return false
		}
		last += (n - 1) * strides[i]
	}
	return count == 0 || last < bytes/itemSize
}

func without[T comparable](list []T, x T) []T {
	for i, e := range list {
		if e == x {
			return append(list[:i:i], list[i+1:]...)
		}
	}
	return list
}

// nodeHook calls a Python hook with tuples of gradients.
func nodeHook(th *object.Thread, fn Value, pre bool) func(in, out []ops.Value) ([]ops.Value, error) {
	return func(in, out []ops.Value) ([]ops.Value, error) {
		th := th.Running()
		args := []Value{object.NewTuple(fromList(th, in)...).Ref(), object.NewTuple(fromList(th, out)...).Ref()}
		if pre {
			args = args[1:]
		}
		r, err := object.Call(th, fn, args...)
		if err != nil || r.IsNone() {
			return nil, err
		}
		items, ok := object.AsTuple(r)
		if !ok {
			return nil, object.TypeErrorf("expected tuple, but hook returned '%s'", r.Type().Name)
		}
		grads := make([]ops.Value, len(items.Items))
		for i, item := range items.Items {
			if grads[i], err = ToOps(th, item); err != nil {
				return nil, err
			}
			if _, isTensor := grads[i].(*tensor.Tensor); grads[i] != nil && !isTensor {
				return nil, object.TypeErrorf("expected Variable, but hook returned '%s'", item.Type().Name)
			}
		}
		return grads, nil
	}
}

// removable is the handle of a hook, numbered as those that are made in Python.
func removable(th *object.Thread, remove func()) (Value, error) {
	class, err := importAttribute(th, "torch.utils.hooks", "_CallingHandle")
	if err != nil {
		return object.Null, err
	}
	return object.Call(th, class, object.NewFuncValue("remove", func(*object.Thread, []Value, []Value) (Value, error) {
		remove()
		return object.None, nil
	}))
}

func gradHook(th *object.Thread, fn Value) func(g ops.Value) (ops.Value, error) {
	return func(g ops.Value) (ops.Value, error) {
		th := th.Running()
		r, err := object.Call(th, fn, FromOps(th, g))
		if err != nil || r.IsNone() {
			return nil, err
		}
		t, ok := operand(r)
		if !ok {
			return nil, object.TypeErrorf("expected Variable, but hook returned '%s'", r.Type().Name)
		}
		return t, nil
	}
}

// recorded is what the tape knows a tensor as: while a program is captured, tensors of scripts wrap those of the tape.
func recorded(th *object.Thread, v ops.Value) ops.Value {
	inner, _ := Context(th).Recorded(v)
	return inner
}

// above makes gradients of the tape tensors of a functionalize level, nil for none, as scripts expect them while it is active.
func above(th *object.Thread, l ops.Level, grads []ops.Value) []ops.Value {
	if l == nil {
		return grads
	}
	out := make([]ops.Value, len(grads))
	for i, g := range grads {
		if g != nil {
			out[i] = Context(th).Functional(l, g)
		}
	}
	return out
}

// beneathCapture makes of tensors of a capture what the tape knows them as, and gives the level of the capture; nil where none of them belongs to one.
func beneathCapture(th *object.Thread, lists ...[]ops.Value) (level ops.Level) {
	for _, list := range lists {
		for i, v := range list {
			if l := ops.CaptureLevel(v); l != nil {
				level, list[i] = l, recorded(th, v)
			}
		}
	}
	return level
}

func below(th *object.Thread, grads []ops.Value) []ops.Value {
	for i, g := range grads {
		if g != nil {
			grads[i] = recorded(th, g)
		}
	}
	return grads
}

// inputMetadata describes the gradients that a node is given: those of the outputs of its function.
func inputMetadata(th *object.Thread, n *ops.Node) (Value, error) {
	var given []Value
	for _, f := range n.Received() {
		given = append(given, object.NewTuple(fakeSizes(th, f), DTypeObject(f.DType)).Ref())
	}
	m, err := interp.ImportModule(th, "torch.autograd.graph")
	if err != nil {
		return object.Null, err
	}
	return object.CallMethod(th, m, "_metadata", object.NewList(given...).Ref())
}

// functionName is the name of a function for messages, that of the class for other callables.
func functionName(th *object.Thread, fn Value) string {
	if v, err := object.GetAttr(th, fn, "__name__"); err == nil {
		if name, ok := object.Text(v); ok {
			return name
		}
	}
	return fn.Type().Name
}

func methodRegisterHook(th *object.Thread, args, kw []Value) (Value, error) {
	t, level := Context(th).Recorded(self(args[0]))
	hook := gradHook(th, args[1])
	if level != nil {
		inner := hook
		hook = func(g ops.Value) (ops.Value, error) {
			th := th.Running()
			r, err := inner(Context(th).Functional(level, g))
			if err != nil || r == nil {
				return r, err
			}
			return recorded(th, r), nil
		}
	}
	h, err := Context(th).AddHook(t, functionName(th, args[1]), hook)
	if err != nil {
		return object.Null, raise(err)
	}
	h.Script = args[1]
	return removable(th, func() { Context(th).RemoveHook(t, h) })
}

func methodPostAccumulate(th *object.Thread, args, kw []Value) (Value, error) {
	t, fn := self(args[0]), args[1]
	h, err := Context(th).AddPostAccumulateHook(t, func(p ops.Value) (ops.Value, error) {
		th := th.Running()
		given, err := object.Call(th, fn, FromOps(th, p))
		if _, isTensor := Unwrap(given); err == nil && isTensor {
			err = object.RuntimeErrorf("Tensor post accumulate grad hooks should return None.")
		} else if err == nil && !given.IsNone() {
			err = object.TypeErrorf("expected Variable, but hook returned '%s'", given.Type().Name)
		}
		return nil, err
	})
	if err != nil {
		return object.Null, raise(err)
	}
	h.Script = fn
	return removable(th, func() { Context(th).RemoveHook(t, h) })
}

// setVersions gives each of a tuple of tensors a version from a tuple, whatever it was.
func setVersions(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("_unsafe_set_version_counter", args, kwNames, "arg0", "arg1")
	if err != nil {
		return object.Null, err
	}
	tensors, err := tensorList(th, a[0])
	if err != nil {
		return object.Null, err
	}
	versions, err := intList(th, a[1])
	if err != nil {
		return object.Null, err
	}
	if len(tensors) != len(versions) {
		return object.Null, object.RuntimeErrorf("tensors_size == versions_size INTERNAL ASSERT FAILED")
	}
	for i, v := range tensors {
		t, ok := v.(*tensor.Tensor)
		if !ok || versions[i] < 0 {
			return object.Null, object.RuntimeErrorf("a version is a number from 0 of a tensor with data")
		}
		t.VersionCounter().N = versions[i]
	}
	return object.None, nil
}

func methodRetainGrad(th *object.Thread, args, kw []Value) (Value, error) {
	if Context(th).InTransform() {
		return object.Null, object.RuntimeErrorf("You are attempting to call Tensor.retain_grad() inside of a function being transformed by a functorch transform. This is unsupported, please attempt to use the functorch transforms (e.g. grad, vjp, jacrev, jacfwd, hessian) or call retain_grad() outside of a function being transformed instead.")
	}
	if err := Context(th).RetainGrad(self(args[0])); err != nil {
		return object.Null, raise(err)
	}
	return object.None, nil
}

// tensorList reads a tensor or a sequence of tensors (None allowed).
func tensorList(th *object.Thread, v Value) ([]ops.Value, error) {
	if v.IsNull() || v.IsNone() {
		return nil, nil
	}
	x, err := ToOps(th, v)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case []ops.Value:
		return x, nil
	case *tensor.Tensor, *ops.Fake:
		return []ops.Value{x}, nil
	}
	items, err := object.ToSlice(th, v)
	if err != nil {
		return nil, err
	}
	list, err := toList(th, items)
	if err != nil {
		return nil, err
	}
	return list.([]ops.Value), nil
}

// gradientPlaces are what gradients start from or are wanted of: tensors, or edges of the graph (GradientEdge).
func gradientPlaces(th *object.Thread, v Value) ([]ops.Value, error) {
	if v.IsNull() || v.IsNone() {
		return nil, nil
	}
	items, ok := sequence(th, v)
	if !ok {
		return tensorList(th, v)
	}
	return placesOf(th, items)
}

func placesOf(th *object.Thread, items []Value) ([]ops.Value, error) {
	places := make([]ops.Value, len(items))
	for i, item := range items {
		if parts, ok := sequence(th, item); ok && len(parts) >= 2 {
			if n, ok := object.AsNative(parts[0]); ok {
				if node, ok := n.V.(*ops.Node); ok {
					nr, err := object.ToInt(th, parts[1])
					if err != nil {
						return nil, err
					}
					places[i] = ops.Edge{Node: node, Nr: nr}
					continue
				}
			}
		}
		list, err := tensorList(th, object.NewTuple(item).Ref())
		if err != nil {
			return nil, err
		}
		places[i] = list[0]
	}
	return places, nil
}

func methodBackward(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("backward", args, kwNames, "self", "|", "gradient", "retain_graph", "create_graph", "inputs")
	if err != nil {
		return object.Null, err
	}
	return runBackward(th, a[:1], a[1], a[2], a[3], a[4])
}

func runBackward(th *object.Thread, roots []Value, gradient, retain, create, inputs Value) (Value, error) {
	if Context(th).InTransform() {
		return object.Null, object.RuntimeErrorf("backward() called inside a functorch transform. This is not supported, please use functorch.grad or functorch.vjp instead or call backward() outside of functorch transforms.")
	}
	list, err := placesOf(th, roots)
	if err != nil {
		return object.Null, err
	}
	var grads []ops.Value
	if !gradient.IsNull() && !gradient.IsNone() {
		if grads, err = tensorList(th, gradient); err != nil {
			return object.Null, err
		}
	}
	c := flag(th, create)
	if c {
		if err := Context(th).Warnings.Once(cyclicGradients); err != nil {
			return object.Null, err
		}
	}
	keep := c
	if !retain.IsNull() && !retain.IsNone() {
		keep = flag(th, retain)
	}
	ins, err := gradientPlaces(th, inputs)
	if err != nil {
		return object.Null, err
	}
	if !inputs.IsNull() && !inputs.IsNone() && ins == nil {
		ins = []ops.Value{}
	}
	from, err := primals(th, list, c)
	if err != nil {
		return object.Null, err
	}
	if ins, err = primals(th, ins, false); err != nil {
		return object.Null, err
	}
	if compiled := objectsOf.Of(th).backward; !compiled.IsNull() {
		wanted := object.None
		if ins != nil {
			wanted = object.NewList(fromList(th, ins)...).Ref()
		}
		return compiledBackward(th, compiled, from, grads, wanted, keep, c, true, false)
	}
	if err := Context(th).Backward(from, grads, keep, c, ins); err != nil {
		return object.Null, reportFailure(th, raise(err))
	}
	return object.None, nil
}

// SetCompiledBackward has a function of a script run backward passes: (roots, gradients, inputs or None, keep, create_graph, adds, allow_unused).
// Null has them run as ever. It gives the function from before.
func SetCompiledBackward(th *object.Thread, fn Value) (before Value) {
	o := objectsOf.Of(th)
	before, o.backward = o.backward, fn
	return before
}

// compiledBackward calls that function.
func compiledBackward(th *object.Thread, fn Value, roots, grads []ops.Value, inputs Value, keep, create, adds, unused bool) (Value, error) {
	list := func(values []ops.Value) Value { return object.NewList(fromList(th, values)...).Ref() }
	return object.Call(th, fn, list(roots), list(grads), inputs, object.Bool(keep), object.Bool(create), object.Bool(adds), object.Bool(unused))
}

// primals are tensors as the tape knows them: the values of dual numbers. Their tangents are left out, as those of gradients
// that leaves accumulate are; where gradients that are results would have tangents, that is refused.
func primals(th *object.Thread, list []ops.Value, carried bool) ([]ops.Value, error) {
	for i, v := range list {
		primal, tangent := Context(th).Primal(v)
		if tangent != nil && carried {
			return nil, object.Raisef(object.NotImplementedError, "magneto: gradients of dual tensors do not carry tangents yet; take those of unpack_dual(tensor).primal or .tangent")
		}
		if primal != v {
			list = slices.Clone(list)
			list[i] = primal
		}
	}
	return list, nil
}

// stackText is the stack of the script, as tracebacks show it.
func stackText(th *object.Thread) string {
	m, err := interp.ImportModule(th, "traceback")
	if err != nil {
		return ""
	}
	lines, err := object.CallMethod(th, m, "format_stack")
	if err != nil {
		return ""
	}
	items, _ := sequence(th, lines)
	var b strings.Builder
	for _, line := range items {
		text, _ := object.Text(line)
		b.WriteString(text)
	}
	return b.String()
}

// reportFailure warns, in anomaly mode, of the call whose derivative an error comes from.
func reportFailure(th *object.Thread, cause error) error {
	n := Context(th).FailedNode()
	if n == nil {
		return cause
	}
	text := "Error detected in " + n.Name() + ". "
	if n.Trace == "" {
		text += "No forward pass information available. Enable detect anomaly during forward pass for more information."
	} else {
		text += "Traceback of forward call that caused the error:\n" + n.Trace
	}
	if err := warnUser(th, ops.Placed(text)); err != nil {
		return err
	}
	for p := n.Parent; p != nil; p = p.Parent {
		text := "\n\nPrevious calculation was induced by " + p.Name() + ". "
		if p.Trace == "" {
			text += "No forward pass information available. Enable detect anomaly during forward pass for more information."
		} else {
			text += "Traceback of forward call that induced the previous calculation:\n" + p.Trace
		}
		if err := warnUser(th, ops.Placed(text)); err != nil {
			return err
		}
	}
	return cause
}

const (
	cyclicGradients = "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you have to use this function, make sure to reset the .grad fields of your parameters to None after use to break the cycle and avoid the leak."
	copiedTensor    = "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or sourceTensor.detach().clone().requires_grad_(True), rather than "
	asNumber        = "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\nConsider using tensor.detach() first."
	slowArrays      = "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting the list to a single numpy.ndarray with numpy.array() before converting to a tensor."
	frozenArray     = "The given NumPy array is not writable, and PyTorch does not support non-writable tensors. This means writing to this tensor will result in undefined behavior. You may want to copy the array to protect its data or make it writable before converting it to a tensor. This type of warning will be suppressed for the rest of this program."
)

// warnUser gives a UserWarning.
func warnUser(th *object.Thread, text string) error {
	m, err := interp.ImportModule(th, "warnings")
	if err == nil {
		_, err = object.CallMethod(th, m, "warn", object.NewStr(text))
	}
	return err
}

// cFunctions are the functions of torch._C that the Python modules use.
var cFunctions map[string]object.CallFunc

func init() {
	cFunctions = map[string]object.CallFunc{
		"_set_grad_enabled": func(th *object.Thread, args, kw []Value) (Value, error) {
			if len(overriding(th).modes) > 0 {
				function := func() Value { v, _ := importAttribute(th, "torch._C", "_set_grad_enabled"); return v }
				if v, handled, err := override(th, function, args, kw); handled {
					return v, err
				}
			}
			on, err := object.IsTrue(th, args[0])
			Context(th).SetGradEnabled(on)
			return object.None, err
		},
		"_assume": assume,
		"_is_multithreading_enabled": func(th *object.Thread, args, kw []Value) (Value, error) {
			return importAttribute(th, "torch.autograd.grad_mode", "_multithreading")
		},
		"_set_determinism": func(th *object.Thread, args, kw []Value) (Value, error) {
			on, err := object.IsTrue(th, args[0])
			if err != nil {
				return object.Null, err
			}
			warn, err := object.IsTrue(th, args[1])
			if err != nil {
				return object.Null, err
			}
			fill, err := object.IsTrue(th, args[2])
			Context(th).SetDeterministic(ops.Determinism{On: on, WarnOnly: warn, LeavesUnset: !fill})
			return object.None, err
		},
		"_set_inference_mode": func(th *object.Thread, args, kw []Value) (Value, error) {
			on, err := object.IsTrue(th, args[0])
			return object.Bool(Context(th).SetInferenceMode(on)), err
		},
		"_in_whole_backward": func(th *object.Thread, args, kw []Value) (Value, error) {
			return object.Bool(Context(th).InWholeBackward()), nil
		},
		"_set_anomaly_enabled": func(th *object.Thread, args, kw []Value) (Value, error) {
			on, err := object.IsTrue(th, args[0])
			check := true
			if err == nil && len(args) > 1 {
				check, err = object.IsTrue(th, args[1])
			}
			Context(th).SetAnomaly(on, check, func() string { return stackText(th.Running()) })
			return object.None, err
		},
		"_push_saved_tensors_hooks": func(th *object.Thread, args, kw []Value) (Value, error) {
			if why := overriding(th).savedHooksOff; why != "" {
				return object.Null, object.RuntimeErrorf("%s", why)
			}
			Context(th).PushSavedHooks(savedHooks(th, args[0], args[1]))
			return object.None, nil
		},
		"_pack_saved_tensor": packSavedTensor, "_saved_tensor_of": savedTensorOf,
		"_push_node_creation_hook": func(th *object.Thread, args, kw []Value) (Value, error) {
			hook := args[0]
			if !object.IsCallable(hook) {
				text, err := object.Repr(th, hook)
				if err != nil {
					return object.Null, err
				}
				return object.Null, object.TypeErrorf("_push_node_creation_hook(): incompatible function arguments. The following argument types are supported:\n    1. (arg0: collections.abc.Callable) -> None\n\nInvoked with: %s", text)
			}
			Context(th).PushCreationHook(func(n *ops.Node) error {
				th := th.Running()
				_, err := object.Call(th, hook, nodeObject(n))
				return err
			})
			return object.None, nil
		},
		"_pop_node_creation_hook": func(th *object.Thread, args, kw []Value) (Value, error) {
			Context(th).PopCreationHook()
			return object.None, nil
		},
		"_set_grad_layout_policy": func(th *object.Thread, args, kw []Value) (Value, error) { // gives the one before
			enforce, err := object.IsTrue(th, args[0])
			if err != nil {
				return object.Null, err
			}
			return object.Bool(!Context(th).FreeGradLayout(!enforce)), nil
		},
		"_current_autograd_node": func(th *object.Thread, args, kw []Value) (Value, error) {
			if n := Context(th).Stepping(); n != nil {
				return nodeObject(n), nil
			}
			return object.None, nil
		},
		"_pop_saved_tensors_hooks": func(th *object.Thread, args, kw []Value) (Value, error) {
			Context(th).PopSavedHooks()
			return object.None, nil
		},
		"_disable_saved_tensors_hooks": func(th *object.Thread, args, kw []Value) (Value, error) { // the message of the error, "" to allow them again
			o := overriding(th)
			outer := o.savedHooksOff
			why, _ := object.Text(args[0])
			if why != "" && Context(th).SavedHooks() != nil {
				return object.Null, object.RuntimeErrorf("%s", why)
			}
			o.savedHooksOff = why
			return object.NewStr(outer), nil
		},
		"_pass_dispatchers": func(th *object.Thread, args, kw []Value) (Value, error) {
			change, err := object.ToInt(th, args[0])
			Context(th).PassDispatchers(change)
			return object.None, err
		},
		"_check_views": func(th *object.Thread, args, kw []Value) (Value, error) {
			on, err := object.IsTrue(th, args[0])
			return object.Bool(Context(th).CheckViews(on)), err
		},
		"_set_warnings": func(th *object.Thread, args, kw []Value) (Value, error) {
			on, err := object.IsTrue(th, args[0])
			Context(th).Warnings.Always = on
			return object.None, err
		},
		"_get_warnings": func(th *object.Thread, args, kw []Value) (Value, error) {
			return object.Bool(Context(th).Warnings.Always), nil
		},
		"_warn_once": func(th *object.Thread, args, kw []Value) (Value, error) {
			text, err := object.StrOf(th, args[0])
			if err != nil {
				return object.Null, err
			}
			return object.None, Context(th).Warnings.Once(text)
		},
		"_run_backward": func(th *object.Thread, args, kwNames []Value) (Value, error) {
			a, err := object.Args("backward", args, kwNames, "tensors", "grad_tensors", "retain_graph", "create_graph", "inputs")
			if err != nil {
				return object.Null, err
			}
			roots, ok := sequence(th, a[0])
			if !ok {
				roots = []Value{a[0]}
			}
			return runBackward(th, roots, a[1], a[2], a[3], a[4])
		},
		"_grad": func(th *object.Thread, args, kwNames []Value) (Value, error) {
			a, err := object.Args("grad", args, kwNames, "outputs", "inputs", "grad_outputs", "retain_graph", "create_graph", "allow_unused")
			if err != nil {
				return object.Null, err
			}
			outs, err := gradientPlaces(th, a[0])
			if err != nil {
				return object.Null, err
			}
			ins, err := gradientPlaces(th, a[1])
			if err != nil {
				return object.Null, err
			}
			grads, err := tensorList(th, a[2])
			if err != nil {
				return object.Null, err
			}
			create := flag(th, a[4])
			keep := create
			if !a[3].IsNone() {
				keep = flag(th, a[3])
			}
			if compiled := objectsOf.Of(th).backward; !compiled.IsNull() {
				if outs, err = primals(th, outs, true); err != nil {
					return object.Null, err
				}
				return compiledBackward(th, compiled, outs, grads, a[1], keep, create, false, flag(th, a[5]))
			}
			level := beneathCapture(th, outs, ins, grads)
			r, err := Context(th).GradOfDuals(outs, ins, grads, keep, create, flag(th, a[5]))
			if err != nil {
				return object.Null, reportFailure(th, raise(err))
			}
			return FromOps(th, above(th, level, r)), nil
		},
		"_apply_function": applyFunction,
		"_nested_int":     nestedInt,
		"_get_cpu_capability": func(th *object.Thread, args, kw []Value) (Value, error) {
			return object.NewStr(Context(th).CPUCapability()), nil
		},
		"_get_tracing_state": func(th *object.Thread, args, kw []Value) (Value, error) {
			if tracing == nil {
				return object.None, nil
			}
			return tracing.State(th), nil
		},
		"_bytes_to_tensor": func(th *object.Thread, args, kwNames []Value) (Value, error) {
			a, err := object.Args("_bytes_to_tensor", args, kwNames, "data", "dtype", "sizes", "strides", "offset")
			if err != nil {
				return object.Null, err
			}
			data, err := object.BytesOf(a[0])
			if err != nil {
				return object.Null, err
			}
			s := tensor.NewStorageUninit(len(data))
			copy(s.Bytes(), data)
			sizes, err := intList(th, a[2])
			if err != nil {
				return object.Null, err
			}
			strides, err := intList(th, a[3])
			if err != nil {
				return object.Null, err
			}
			offset, err := object.ToInt(th, a[4])
			if err != nil {
				return object.Null, err
			}
			return Wrap(th, tensor.FromStorage(s, payload[tensor.DType](a[1]), sizes, strides, offset)), nil
		},
		"_storage_to_tensor": func(th *object.Thread, args, kwNames []Value) (Value, error) {
			s := payload[*tensor.Storage](args[0])
			if n, ok := object.AsNative(args[1]); s == nil || !ok || n.Type() != DTypeType() {
				return object.Null, object.TypeErrorf("a tensor is made of a storage and a dtype")
			}
			sizes, err := intList(th, args[2])
			if err != nil {
				return object.Null, err
			}
			strides, err := intList(th, args[3])
			if err != nil {
				return object.Null, err
			}
			offset, err := object.ToInt(th, args[4])
			if err != nil {
				return object.Null, err
			}
			d := payload[tensor.DType](args[1])
			if d.IsNameOnly() {
				return object.Null, object.Raisef(object.NotImplementedError, "magneto has no tensors of %s", d)
			}
			if !reaches(s.Size(), d.Size(), sizes, strides, offset) {
				return object.Null, object.RuntimeErrorf("sizes %v, strides %v and offset %d of a tensor of %s lie outside of its storage of %d bytes", sizes, strides, offset, d, s.Size())
			}
			return Wrap(th, tensor.FromStorage(s, d, sizes, strides, offset)), nil
		},
		"_new_storage": func(th *object.Thread, args, kwNames []Value) (Value, error) {
			data, err := object.BytesOf(args[0])
			if err != nil {
				return object.Null, err
			}
			s := tensor.NewStorageUninit(len(data))
			copy(s.Bytes(), data)
			return storageObject(th, s), nil
		},
		"_define_op": defineOperator, "_undefine_op": undefineOperator,
		"_innermost_transform": innermostTransform, "_cross_transform": crossTransform, "_print_options": printOptions,
		"_below_autograd": belowAutograd, "_set_dispatch_rule": setDispatchRule, "_override_kernel": overrideKernel,
		"_crc32c": func(th *object.Thread, args, kw []Value) (Value, error) {
			data, err := object.BytesOf(args[0])
			return object.Int(int64(crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)))), err
		},
		"_bump_version": func(th *object.Thread, args, kw []Value) (Value, error) {
			if t, ok := Unwrap(args[0]); ok {
				t.BumpVersion()
			}
			return object.None, nil
		},
		"_swap_tensor_impl": swapTensors, "_lie_in": lieIn, "_storage_weak": storageWeak, "_leave_storage": leaveStorage, "_take_storage": takeStorage,
		"_op_parameters": opParameters, "_route_module_calls": routeModuleCalls,
		"_describe_fake": describeFake,
		"_new_dynamic_size": func(th *object.Thread, args, kw []Value) (Value, error) {
			n, ok, err := Context(th).FreshSize("new_dynamic_size")
			if err != nil {
				return object.Null, raise(err)
			}
			if !ok {
				return object.Null, object.RuntimeErrorf("get_ctx() can only be used inside a fake implementation")
			}
			return symInt(th, n), nil
		},
		"_set_type": func(th *object.Thread, args, kw []Value) (Value, error) {
			t, ok := object.AsType(args[1])
			if _, isTensor := operand(args[0]); !ok || !isTensor {
				return object.Null, object.TypeErrorf("_set_type() expects a tensor and a class")
			}
			args[0].Head().SetType(t)
			answeredBy(th, self(args[0]), t)
			return object.None, nil
		},
		"_legacy_tensor_types": func(th *object.Thread, args, kw []Value) (Value, error) { return legacyClasses(th, args) },
		"_parameter_type":      func(th *object.Thread, args, kw []Value) (Value, error) { return ParameterType(th).Ref(), nil },
	}
}
