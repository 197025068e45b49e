package compiler

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// nodeOrigin is where a node was recorded and in which state, and the places of the arguments that it changes; None where that was not asked for.
func nodeOrigin(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	if len(args) != 1 {
		return object.Null, object.TypeErrorf("node_origin() takes a node")
	}
	n, ok := fx.UnwrapArg(th, args[0]).(*fxgraph.Node)
	if !ok {
		return object.Null, object.TypeErrorf("node_origin() takes a node")
	}
	o, ok := n.Meta.Origin.(*variables.Origin)
	if !ok {
		return object.None, nil
	}
	var changes []object.Value
	for _, at := range o.Changes {
		changes = append(changes, object.Int(int64(at)))
	}
	where := []object.Value{o.State, object.NewStr(o.File)}
	for _, at := range []int32{o.Pos.Line, o.Pos.Col, o.Pos.EndLine, o.Pos.EndCol} {
		where = append(where, object.Int(int64(at)))
	}
	return object.NewTuple(object.NewTuple(where...).Ref(), object.NewTuple(changes...).Ref()).Ref(), nil
}

// nodesShareMemory tells whether the tensors of two nodes of a trace lie in the same memory.
func nodesShareMemory(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	var of [2]*ops.Fake
	for i := range of {
		if i < len(args) {
			if n, ok := fx.UnwrapArg(th, args[i]).(*fxgraph.Node); ok {
				of[i], _ = n.Meta.Example.(*ops.Fake)
			}
		}
	}
	return object.Bool(of[0] != nil && of[1] != nil && variables.SharedMemory(of[0], of[1])), nil
}
