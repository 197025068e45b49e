package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// DataOperator is the path of the operator that gives a tensor the data of another one, in place.
const DataOperator = "torch.ops.aten.shallow_copy_data_"

// setData is x.data = val of a tensor of the caller's. From there on x has the memory and the sizes of val, and the history that it had.
func (t *Trace) setData(th *object.Thread, x *Tensor, val Tracker) error {
	val, err := t.Realize(th, val)
	if err != nil {
		return err
	}
	from, ok := val.(*Tensor)
	if !ok || x.src == nil {
		return &Unsupported{Title: "Failed to mutate tensor data attribute", Context: "setattr(" + t.Describe(th, x, false) + ", data, " + t.Describe(th, val, false) + ")",
			Explanation: "Dynamo only supports mutating `.data` of tensor created outside `torch.compile` region",
			Hints:       []string{"Don't mutate `.data` on this tensor, or move the mutation out of `torch.compile` region"}}
	}
	outer := t.GradMode
	t.SetGrad(th, false)
	node, err := t.node(th, &fxgraph.Function{Name: "shallow_copy_data_", Qualified: DataOperator, Impl: t.Host.Attribute(th, DataOperator)}, []Tracker{x, from}, nil)
	if err != nil {
		return err
	}
	t.SetGrad(th, outer)
	now := ops.Detached(from.Fake).(*ops.Fake)
	now.Base = nil
	now.Autograd = tensor.Autograd{RequiresGrad: x.Fake.RequiresGrad, GradFn: x.Fake.GradFn}
	node.Meta.Example = now
	x.Fake = now
	t.wrote(x)
	return nil
}
