package jit

import (
	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// The regions of autocast that a script enters change nothing while it runs: its graph gets casts where it says so. A function that is called in a region of
// the program's gets them everywhere, besides what its operators do there of their own.

// autocastClass is the class of regions, as scripts name it.
const autocastClass = "__torch__.torch.amp.autocast_mode.autocast"

// isAutocast says whether a class is torch.autocast.
func isAutocast(th *object.Thread, t *object.Type) bool {
	return t.Name == "autocast" && attrText(th, t.Ref(), "__module__") == "torch.amp.autocast_mode"
}

// scriptedAutocast is the type of torch.autocast in scripts.
func scriptedAutocast(th *object.Thread, t *object.Type) *ir.Type {
	s := states.Of(th)
	if known := s.classes[t]; known != nil {
		return known
	}
	v, err := helper(th, "torch.jit._autocast", "autocast")
	front.Check(err)
	written, _ := object.AsType(v)
	c, err := usedClass(th, written)
	front.Check(err)
	s.classes[t] = c
	return c
}

// precisionsAround is the state of autocast in the program.
func precisionsAround(th *object.Thread) ir.Precisions {
	a := torch.Context(th).Autocast()
	return ir.Precisions{CPU: a.On, OnCPU: scalarNumbers[a.DType], OnCUDA: scalarNumbers[tensor.Float16]}
}

// underAutocast names a function with casts: how it is called in the program decides where they are.
type underAutocast struct {
	f      *ir.Function
	around ir.Precisions
}

// casting is the function that runs in the place of one: itself where autocast concerns neither its graph nor the program.
func (s *state) casting(th *object.Thread, f *ir.Function) (*ir.Function, error) {
	if f.Graph == nil {
		return f, nil
	}
	within, known := s.autocasts[f]
	if !known {
		g := f.Graph.Copy()
		if err := ir.Inline(g, runtimeOf(th)); err != nil {
			return nil, err
		}
		within = ir.EntersAutocast(g, autocastClass)
		s.autocasts[f] = within
	}
	if !within && !torch.Context(th).Autocast().On || !isSet(th, "autocast_mode") {
		return f, nil
	}
	key := underAutocast{f, precisionsAround(th)}
	if made := s.cast[key]; made != nil {
		return made, nil
	}
	made := &ir.Function{Name: f.Name, Qualified: f.Qualified, Schema: f.Schema, Source: f.Source, Graph: f.Graph.Copy()}
	if err := ir.Inline(made.Graph, runtimeOf(th)); err != nil {
		return nil, err
	}
	foldConstants(th, made.Graph) // what a region is made with
	ir.PeepholeWithoutShapes(made.Graph)
	if err := ir.Autocast(made.Graph, autocastClass, key.around); err != nil {
		return nil, object.RuntimeErrorf("%s", err)
	}
	ir.PropagateConstants(made.Graph, runtimeOf(th), false)
	ir.DecomposeAddmm(made.Graph)
	ir.CommonSubexpressions(made.Graph)
	ir.PoolConstants(made.Graph)
	ir.EliminateDead(made.Graph, true)
	s.cast[key] = made
	return made, nil
}

// lowered says whether autocast is on for the device of a tensor: a are the tensor and whether it is on for CUDA and for the CPU.
func lowered(t *tensor.Tensor, a []Value) bool {
	return t.Device().String() == "cpu" && a[2] == object.True
}

// reducePrecision is aten::_autocast_to_reduced_precision: single precision becomes the type of the device.
func reducePrecision(th *object.Thread, a []Value) (Value, error) {
	if t, ok := torch.Unwrap(a[0]); ok && t.DType() == tensor.Float32 && lowered(t, a) {
		for d, number := range scalarNumbers {
			if object.Int(number) == a[4] {
				return object.CallMethod(th, a[0], "to", torch.DTypeObject(d))
			}
		}
	}
	return a[0], nil
}

// restorePrecision is aten::_autocast_to_full_precision: half types become single precision.
func restorePrecision(th *object.Thread, a []Value) (Value, error) {
	if t, ok := torch.Unwrap(a[0]); ok && (t.DType() == tensor.Float16 || t.DType() == tensor.BFloat16) && lowered(t, a) {
		return object.CallMethod(th, a[0], "to", torch.DTypeObject(tensor.Float32))
	}
	return a[0], nil
}
