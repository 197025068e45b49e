package compiler

import (
	"github.com/magneto-go/magneto/backend/aot"
	"github.com/magneto-go/magneto/vm/object"
)

// minCut is (list of nodes) → the places of those that are saved. A node is (operator, places of its operands, bytes, early, late, primal, returned, effect),
// in the words of aot.JointNode.
func minCut(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	list, err := object.ToSlice(th, args[0])
	if err != nil {
		return object.Null, err
	}
	nodes := make([]aot.JointNode, len(list))
	for i, v := range list {
		f, err := object.ToSlice(th, v)
		if err != nil {
			return object.Null, err
		}
		operands, err := object.ToSlice(th, f[1])
		if err != nil {
			return object.Null, err
		}
		n := aot.JointNode{Early: f[3] == object.True, Late: f[4] == object.True, Primal: f[5] == object.True, Returned: f[6] == object.True, Effect: f[7] == object.True}
		n.Operator, _ = object.Text(f[0])
		n.Bytes, _ = f[2].AsInt()
		for _, o := range operands {
			at, _ := o.AsInt()
			n.Operands = append(n.Operands, int(at))
		}
		nodes[i] = n
	}
	saved := aot.Cut(nodes)
	out := make([]object.Value, len(saved))
	for i, at := range saved {
		out[i] = object.Int(int64(at))
	}
	return object.NewList(out...).Ref(), nil
}
