package torch

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Sparse tensors are classes of torch.sparse, written in Python. This is where operators lead to them.

// makeSparse gives the operators of a machine what makes sparse gradients.
func makeSparse(th *object.Thread) {
	Context(th).SparseRows = func(g, indices ops.Value, rows symbolic.Int, padding, scale ops.Value) (ops.Value, error) {
		th := th.Running()
		made, err := callPython(th, "torch.sparse._coo", "embedding_gradient", FromOps(th, g), FromOps(th, indices), FromOps(th, rows), FromOps(th, padding), FromOps(th, scale))
		if err != nil {
			return nil, err
		}
		return ToOps(th, made)
	}
	Context(th).SparseGathered = func(g, index, dim, sizes ops.Value) (ops.Value, error) {
		th := th.Running()
		made, err := callPython(th, "torch.sparse._coo", "gather_gradient", FromOps(th, g), FromOps(th, index), FromOps(th, dim), FromOps(th, sizes))
		if err != nil {
			return nil, err
		}
		return ToOps(th, made)
	}
}

// hasSparseLayout says whether one of the values of keywords is a layout of sparse tensors.
func hasSparseLayout(values []Value) bool {
	for _, v := range values {
		if n, ok := object.AsNative(v); ok {
			if l, ok := n.V.(tensor.Layout); ok && l != tensor.Strided {
				return true
			}
		}
	}
	return false
}
