package torch

import (
	_ "embed"
	"fmt"
	"math/big"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// The attributes _saved_NAME and _raw_saved_NAME of autograd nodes, and torch._C._autograd.SavedTensor.

// nodeAttribute is the GetAttr of nodes of operators.
func nodeAttribute(th *object.Thread, v Value, attr *object.Str) (Value, error) {
	found, err := object.GenericGetAttr(th, v, attr)
	if err == nil {
		return found, nil
	}
	return keptAttribute(th, v, attr.S, err)
}

// keptAttribute is what a node keeps under the name of an attribute, or the error missing where it keeps no such thing.
func keptAttribute(th *object.Thread, v Value, attr string, missing error) (Value, error) {
	n := payload[*ops.Node](v)
	name, raw := strings.CutPrefix(attr, "_raw_saved_")
	if !raw {
		var shown bool
		if name, shown = strings.CutPrefix(attr, "_saved_"); !shown {
			return object.Null, missing
		}
	}
	saved, ok, problem := Context(th).SavedAttribute(n, name, raw)
	switch {
	case problem != nil:
		return object.Null, raise(problem)
	case !ok || raw && !saved.Tensors:
		return object.Null, missing
	case raw:
		return rawSaved(saved), nil
	}
	return savedValue(th, saved), nil
}

// savedNamesText lists what nodes keep, as dir shows it: lines of the name of a node and names, those of tensors with a star. The reference's
// answers, for the nodes of its own table of operators.
//
//go:embed savednames.txt
var savedNamesText string

var savedNames = sync.OnceValue(func() map[string][]string {
	names := map[string][]string{}
	for line := range strings.Lines(savedNamesText) {
		node, list, _ := strings.Cut(strings.TrimSpace(line), ":")
		names[node] = strings.Fields(list)
	}
	return names
})

// savedGetters are the attributes of what a node keeps.
func savedGetters(node string) (list []object.GetsetDef) {
	attribute := func(name string) {
		list = append(list, object.GetsetDef{Name: name, Get: func(th *object.Thread, v Value) (Value, error) {
			missing := object.NewException(object.AttributeError, fmt.Sprintf("'%s' object has no attribute '%s'", node, name))
			return keptAttribute(th, v, name, missing)
		}})
	}
	for _, name := range savedNames()[node] {
		plain, isTensor := strings.CutPrefix(name, "*")
		attribute("_saved_" + plain)
		if isTensor {
			attribute("_raw_saved_" + plain)
		}
	}
	return list
}

// rawSaved are the SavedTensors of an attribute, as a tuple for a list of tensors.
func rawSaved(saved ops.SavedAttribute) Value {
	items := make([]Value, len(saved.Kept))
	for i, k := range saved.Kept {
		items[i] = object.NewNative(savedTensorClass(), k)
	}
	if _, list := saved.Value.([]ops.Value); list {
		return object.NewTuple(items...).Ref()
	}
	return items[0]
}

// savedValue shows lists as tuples, and the ints of schemas as PyTorch does: without a sign.
func savedValue(th *object.Thread, saved ops.SavedAttribute) Value {
	one := func(v ops.Value) Value {
		if i, ok := v.(int64); ok && saved.Integer && i < 0 {
			return object.BigInt(new(big.Int).SetUint64(uint64(i)))
		}
		return FromOps(th, v)
	}
	list, ok := saved.Value.([]ops.Value)
	if !ok {
		return one(saved.Value)
	}
	items := make([]Value, len(list))
	for i, x := range list {
		items[i] = one(x)
	}
	return object.NewTuple(items...).Ref()
}

// savedHooks are hooks for saved tensors that are functions of a script; th is a thread of the machine.
func savedHooks(th *object.Thread, pack, unpack Value) *ops.SavedHooks {
	return &ops.SavedHooks{
		Pack: func(v ops.Value) (any, error) { th := th.Running(); return object.Call(th, pack, FromOps(th, v)) },
		Unpack: func(packed any) (ops.Value, error) {
			th := th.Running()
			v, err := object.Call(th, unpack, packed.(Value))
			if err != nil {
				return nil, err
			}
			if _, ok := operand(v); !ok {
				return nil, object.TypeErrorf("Output of saved tensor unpack_hook expected to be a Tensor but got result of type %s", v.Type().Name)
			}
			return ToOps(th, v)
		},
	}
}

var savedTensorType *object.Type

// savedTensorClass is torch._C._autograd.SavedTensor.
func savedTensorClass() *object.Type {
	if savedTensorType == nil {
		spec := object.Spec{Layout: object.LayoutNative, Methods: []object.Method{{Name: "register_hooks", Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) {
			if len(args) != 3 || len(kwNames) > 0 || !object.IsCallable(args[1]) || !object.IsCallable(args[2]) {
				return object.Null, object.TypeErrorf("register_hooks(): incompatible function arguments. The following argument types are supported:\n    1. (self: torch._C._autograd.SavedTensor, arg0: Callable, arg1: Callable) -> None")
			}
			if ofContext := payload[Value](args[0]); !ofContext.IsNull() {
				return object.CallMethod(th, ofContext, "register_hooks", args[1], args[2])
			}
			if err := Context(th).RegisterHooks(payload[*ops.SavedTensor](args[0]), savedHooks(th, args[1], args[2])); err != nil {
				return object.Null, raise(err)
			}
			return object.None, nil
		}}}}
		spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
			if len(args) > 0 {
				return object.Null, object.TypeErrorf("__init__(): incompatible constructor arguments. The following argument types are supported:\n    1. torch._C._autograd.SavedTensor()")
			}
			return object.Null, object.RuntimeErrorf("Trying to create a SavedTensor object from Python is forbidden.")
		}
		savedTensorType = object.NewType("SavedTensor", "torch._C._autograd", nil, spec) // shared: see shareTypes
	}
	return savedTensorType
}

// savedTensorOf is torch._C._saved_tensor_of(saved): the SavedTensor that shows what the context of a function of a script keeps.
func savedTensorOf(th *object.Thread, args, kwNames []Value) (Value, error) {
	return object.NewNative(savedTensorClass(), args[0]), nil
}
