package variables

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// Ints that a loop carries: in its condition, in its body and behind it each is a number that no input determines.

// carriable refuses what a loop cannot carry: all but tensors and ints.
func (t *Trace) carriable(th *object.Thread, leaves []Tracker) error {
	for _, x := range leaves {
		switch x := x.(type) {
		case *Tensor, *SymInt:
			continue
		case *Constant:
			if x.V.IsInt() {
				continue
			}
		}
		return object.NewException(object.AssertionError, "Expected carry to be a tensor")
	}
	return nil
}

// loopOperands gives x with operands of a body in the places of tensors and ints, whose names are numbered from the two numbers on.
func (t *Trace) loopOperands(th *object.Thread, x Tracker, tensors, ints int) (Tracker, error) {
	return t.mapLeaves(th, x, func(x Tracker) Tracker {
		ten, ok := x.(*Tensor)
		if !ok {
			ints++
			return t.newIntOperand(ints - 1)
		}
		name := "child"
		if tensors > 0 {
			name = fmt.Sprintf("child_%d", tensors)
		}
		tensors++
		return t.newOperand(th, name, withoutData(ten.Fake, ten.Fake.Sizes))
	})
}

// newIntOperand is an int that only a body sees, a placeholder of its graph; k counts those of all bodies of the operator.
func (t *Trace) newIntOperand(k int) *SymInt {
	u := t.Shapes.FreshUnbacked("while_loop")
	name := "unbacked_symint"
	if k > 0 {
		name = fmt.Sprintf("%s_%d", name, k-1)
	}
	p := t.Graph.CreateBefore(firstCall(t.Graph), fxgraph.Placeholder, name, nil, nil, name)
	p.Target, p.Type, p.Meta.Example = p.Name, "int", u
	t.symbols[u.Expr().Name] = p
	return &SymInt{Expr: u, Node: p}
}

// firstCall is the first node of a graph behind its placeholders, if there is one.
func firstCall(g *fxgraph.Graph) *fxgraph.Node {
	for _, n := range g.Nodes() {
		if n.Op != fxgraph.Placeholder {
			return n
		}
	}
	return nil
}

// loopResults gives what the last step of a loop returned, as the loop's node computes it.
func (t *Trace) loopResults(th *object.Thread, node *fxgraph.Node, step *Body) (Tracker, error) {
	gets := make([]*fxgraph.Node, len(step.Results))
	for i := range gets {
		gets[i] = t.Graph.Create(fxgraph.CallFunction, t.Operator(th, "getitem"), []any{node, int64(i)}, nil, "")
		gets[i].Meta.Stack = t.stack(th)
	}
	examples := make([]any, len(gets))
	outer := make([]Tracker, len(gets))
	for i, r := range step.Results {
		if _, float := r.(*SymFloat); float {
			return nil, &HigherOrderError{"torch.while_loop", &Unsupported{Title: "HOP body output unsupported", Context: "non-tensor outputs: {SymNodeVariable()}",
				Explanation: "HigherOrderOperator body's output must consist of tensors or ints/bools only but got <class 'float'>."}}
		}
		if x, ok := r.(*Tensor); ok {
			gets[i].Meta.Example, examples[i] = x.Fake, x.Fake
			outer[i] = &Tensor{Node: gets[i], Fake: x.Fake, Type: t.Host.TensorType(th)}
			continue
		}
		u := t.Shapes.FreshUnbacked("while_loop")
		gets[i].Meta.Example, examples[i] = u, u
		t.symbols[u.Expr().Name] = gets[i]
		outer[i] = &SymInt{Expr: u, Node: gets[i]}
	}
	node.Meta.Example = examples
	next := 0
	made, err := t.mapLeaves(th, step.value, func(Tracker) Tracker {
		next++
		return outer[next-1]
	})
	if err == nil {
		t.nameEntries(th, made)
	}
	return made, err
}

// PlaceLoopInts moves the nodes that give ints of loops in front of those of the loops' tensors, or behind them, and names them anew behind all others.
func (t *Trace) PlaceLoopInts(behind bool) {
	for _, s := range t.Shapes.Unbacked() {
		n := t.symbols[s.Name]
		if n == nil || n.Graph() != t.Graph || n.Op != fxgraph.CallFunction || len(n.Args) == 0 {
			continue
		}
		loop, ok := n.Args[0].(*fxgraph.Node)
		if !ok {
			continue
		}
		if f, called := loop.Target.(*fxgraph.Function); !called || f.Qualified != "torch.ops.higher_order.while_loop" && f.Qualified != "torch.ops.higher_order.cond" {
			continue
		}
		n.Name = t.Graph.Namespace().Create("getitem")
		at := loop.Next()
		for behind && slices.Contains(loop.Users(), at) || !behind && givesInt(at) {
			at = at.Next()
		}
		t.Graph.MoveBefore(n, at)
	}
}

// givesInt tells whether a node gives an int.
func givesInt(n *fxgraph.Node) bool {
	_, number := n.Meta.Example.(symbolic.Int)
	return number
}
