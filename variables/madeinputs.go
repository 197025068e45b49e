package variables

import (
	"fmt"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// This file has objects that the new code makes in front of the graph, of inputs of the frame, and that are inputs of the graph themselves.

// Made is such an object: what a function gives for arguments that the new code can load before the graph runs.
type Made struct {
	Fn   object.Value
	Args []Tracker
	Name string // of the temporary, in sources
}

// makeParameter is torch.nn.Parameter of a tensor that the caller has; one of a tensor that the graph computes breaks it.
func (t *Trace) makeParameter(th *object.Thread, class *object.Type, args []Tracker, kwargs []KW) (Tracker, error) {
	p, err := parameters("Parameter", args, kwargs, "data", "requires_grad")
	if err != nil {
		return nil, err
	}
	refused := &Unsupported{Title: "Attempted to use `torch.nn.Parameter()` constructor with Dynamo", Explanation: "Dynamo does not support this",
		Hints: []string{"Try to construct `torch.nn.Parameter()` outside the compiled region.", "If this is not possible, turn `graph_break_on_nn_param_ctor` off", Supportable}}
	if p[0] == nil || t.body != nil {
		return nil, refused
	}
	data, err := t.Realize(th, p[0])
	if err != nil {
		return nil, err
	}
	x, ok := data.(*Tensor)
	if !ok || x.src == nil || x.Node.Op != fxgraph.Placeholder || x.Type != t.Host.TensorType(th) || t.epoch > 0 {
		return nil, refused
	}
	grad := NewConstant(object.True)
	if p[1] != nil {
		wanted, err := t.Realize(th, p[1])
		if err != nil {
			return nil, err
		}
		if grad, ok = wanted.(*Constant); !ok || !grad.V.IsBool() {
			return nil, refused
		}
	}
	made := &Made{Fn: class.Ref(), Args: []Tracker{x, grad}, Name: fmt.Sprintf("tmp_%d", len(t.Made))}
	real, err := object.Call(th, made.Fn, x.Real, grad.V)
	if err != nil {
		return nil, err
	}
	t.Made = append(t.Made, made)
	return t.buildTensor(th, real, guards.TensorOf(real), guards.NewSynthetic(made.Name))
}
