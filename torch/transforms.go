package torch

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The primitives of function transforms (ops.TransformFunctions) as functions of scripts. The tracer knows them by their Tag.

var transformModules = []string{"torch._functorch.predispatch", "torch._C._functorch", "torch._C._autograd", "torch._functorch._primitives"}

// levelFunctions are the functions of torch._C._functorch that are written in Python.
var levelFunctions = []string{"_unwrap_batched", "reshape_dim_into", "reshape_dim_outof", "peek_interpreter_stack", "get_dynamic_layer_stack_depth", "TransformType",
	"RandomnessType", "CInterpreter", "_set_vmap_fallback_enabled", "_is_vmap_fallback_enabled", "_set_vmap_fallback_warning_enabled", "is_dead_tensor_wrapper", "unwrap_if_dead",
	"is_legacy_batchedtensor"}

// savedHookFunctions are those of torch._C._autograd.
var savedHookFunctions = []string{"_push_saved_tensors_default_hooks", "_pop_saved_tensors_default_hooks", "CreationMeta", "kineto_available"}

func registerTransforms() {
	for _, module := range transformModules {
		interp.RegisterNative(module, func(th *object.Thread) *object.Module {
			m := object.NewModule(module)
			for _, f := range ops.TransformFunctions() {
				home, name := splitName(f.Path)
				if home == module || module == "torch._functorch._primitives" || module == "torch._C._functorch" {
					m.Set(name, transformFunction(th, f))
				}
			}
			if module == "torch._C._functorch" { // what is written in Python
				m.Lazy = func(th *object.Thread, name *object.Str) (Value, error) {
					if !slices.Contains(levelFunctions, name.S) {
						return object.Null, nil
					}
					return importAttribute(th, "torch._functorch._levels", name.S)
				}
			}
			if module == "torch._C._autograd" {
				m.Lazy = func(th *object.Thread, name *object.Str) (Value, error) {
					if !slices.Contains(savedHookFunctions, name.S) {
						return object.Null, nil
					}
					return importAttribute(th, "torch.autograd._hook_stack", name.S)
				}
				m.Set("SavedTensor", savedTensorClass().Ref())
				m.Set("_unsafe_set_version_counter", object.NewFunc("_unsafe_set_version_counter", setVersions).Ref())
				m.Set("_saved_tensors_hooks_is_enabled", object.NewFunc("_saved_tensors_hooks_is_enabled", func(th *object.Thread, args, kw []Value) (Value, error) {
					return object.Bool(overriding(th).savedHooksOff == ""), nil
				}).Ref())
			}
			return m
		})
	}
}

// transformNamed finds a primitive by its qualified name.
func transformNamed(path string) *ops.TransformFunction {
	for _, f := range ops.TransformFunctions() {
		if f.Path == path {
			return f
		}
	}
	return nil
}

// transformFunction is the one function object of a primitive.
func transformFunction(th *object.Thread, f *ops.TransformFunction) Value {
	if v, ok := objectsOf.Of(th).transforms[f]; ok {
		return v
	}
	module, name := splitName(f.Path)
	b := object.NewFunc(name, func(th *object.Thread, args, kwNames []Value) (Value, error) {
		list, kws, err := opsArguments(th, args, kwNames)
		if err != nil {
			return object.Null, err
		}
		bound, err := f.Bind(list, kws)
		if err != nil {
			return object.Null, raise(err)
		}
		v, err := Context(th).Run(f, nil, bound)
		if err != nil {
			return object.Null, raise(err)
		}
		return FromOps(th, v), nil
	})
	b.Module, b.Tag = module, f
	objectsOf.Of(th).transforms[f] = b.Ref()
	return b.Ref()
}

// readable refuses to read elements of a tensor that stands for many.
func readable(t Value) error {
	x, ok := Unwrap(t)
	if !ok {
		return nil
	}
	if err := ops.Readable(x); err != nil {
		return raise(err)
	}
	return nil
}

// wrappedText shows a tensor of a function transform with what it stands for; a dual number is shown as its value, with
// the tangent among the suffixes.
func wrappedText(th *object.Thread, t *tensor.Tensor) string {
	if primal, tangent := Context(th).Primal(t); primal != ops.Value(t) {
		return dualText(th, primal.(*tensor.Tensor), tangent)
	}
	inner, opening := Context(th).Inside(t)
	var text string
	if primal, tangent := Context(th).Primal(inner); ops.IsWrapped(inner) && primal == ops.Value(inner) {
		text = wrappedText(th, inner)
	} else {
		text = dualText(th, primal.(*tensor.Tensor).Detached(), tangent)
	}
	if strings.HasSuffix(opening, "\\\n") {
		return opening + text + ")"
	}
	return opening + "    " + strings.ReplaceAll(text, "\n", "\n    ") + "\n)"
}

// dualText shows a value with its tangent, nil for none.
func dualText(th *object.Thread, primal *tensor.Tensor, tangent ops.Value) string {
	t, ok := tangent.(*tensor.Tensor)
	switch {
	case !ok && ops.IsWrapped(primal):
		return wrappedText(th, primal)
	case !ok:
		return primal.Text(Context(th).Printing)
	}
	text := ""
	switch {
	case ops.IsWrapped(t):
		text = wrappedText(th, t)
	case t.Dim() == 0:
		text, _ = object.Repr(th, FromOps(th, t.Item())) // numbers have a text
	default:
		text = t.Text(Context(th).Printing)
	}
	return primal.TextWith(Context(th).Printing, "tangent="+text)
}
