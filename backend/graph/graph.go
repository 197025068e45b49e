// Package graph is the form in which captured programs reach a backend: a straight line of ATen operators in single
// assignment, without mutation. It comes from running a program on fake tensors under a Recorder, so composite operators
// are decomposed and sizes may be symbolic.
//
// A Graph is immutable once it is built, and any number of goroutines may run it.
//
// It is a part of this module; package magneto is for use from outside.
package graph

import (
	"slices"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Graph is a program over values. The nodes stand in an order in which they can run.
type Graph struct {
	Name    string
	Inputs  []*Value
	Nodes   []*Node
	Outputs []*Value // nil for a None
	// Writes are what inputs have to hold when the program has ended.
	Writes []Write
	// Backward is, of the forward part of a joint graph, the other part.
	Backward *Graph

	count int // of values
}

// Write says that the memory of an input takes a value, converted to its type.
type Write struct {
	Input int
	Value *Value
}

// Value is a tensor, or a number among the inputs. Exactly one of Meta and Number says what it is.
type Value struct {
	Name   string    // unique in its graph
	Meta   *ops.Fake // sizes, strides and type; nil for numbers
	Number symbolic.Int
	// Constant is a tensor that is part of the program.
	Constant *tensor.Tensor

	Def   *Node // the node that makes it; nil for inputs and constants
	Index int   // among the results of Def, its after-values behind them
	ID    int   // from 0, dense
}

// Node is one call.
type Node struct {
	Op   *ops.Op
	Args []ops.Value // one for each parameter; a *Value in place of each tensor, in lists too
	Outs []*Value    // the tensors among the results, those of a list in its order; nil for one that is None
	// After are the values of the arguments that the operator writes to, behind the call. The few operators that update
	// statistics are like that; all others leave it empty.
	After []Mutation
	Place Place
	// Direct says that the program has called the operator, and no other operator.
	Direct bool
	// Derivative says that a derivative has called it; Place is then that of what it is the derivative of.
	Derivative bool
	// Again says that a checkpointed function has called it while it was computed again: it belongs to the backward pass.
	Again bool
	// Name is that of the call itself where its results have names of their own; only Rename gives it.
	Name string
	// Lists has the names of lists among the results, by the number of their first item.
	Lists map[int]string
}

// Place is where in the user's program a node comes from; Line is 0 where that is not known.
type Place struct {
	File     string
	Line     int
	Function string
	Code     string // the source line, without the space around it
	Custom   any    // what annotations say of it
	Node     any    // of the captured graph, where it is known
}

// Mutation is a tensor that an operator writes to.
type Mutation struct {
	Arg, After *Value
}

// IsNumber says whether v is a number and no tensor.
func (v *Value) IsNumber() bool { return v.Meta == nil }

// Values is the number of values: their IDs are below it.
func (g *Graph) Values() int { return g.count }

func (g *Graph) newValue(v *Value) *Value {
	v.ID = g.count
	g.count++
	return v
}

// Operands visits the tensors among the arguments of n.
func (n *Node) Operands(visit func(*Value)) { eachOperand(n.Args, visit) }

func eachOperand(args []ops.Value, visit func(*Value)) {
	for _, a := range args {
		switch a := a.(type) {
		case *Value:
			visit(a)
		case []ops.Value:
			eachOperand(a, visit)
		}
	}
}

// mapOperands replaces the tensors among arguments.
func mapOperands(args []ops.Value, f func(*Value) ops.Value) []ops.Value {
	out := make([]ops.Value, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case *Value:
			out[i] = f(a)
		case []ops.Value:
			out[i] = mapOperands(a, f)
		default:
			out[i] = a
		}
	}
	return out
}

// Constants are the tensors that are part of the program.
func (g *Graph) Constants() (list []*tensor.Tensor) {
	add := func(v *Value) {
		if v != nil && v.Constant != nil && !slices.Contains(list, v.Constant) {
			list = append(list, v.Constant)
		}
	}
	for _, n := range g.Nodes {
		n.Operands(add)
	}
	for _, v := range g.Outputs {
		add(v)
	}
	return list
}

// Users lists for each value, by ID, the nodes that read it, in order.
func (g *Graph) Users() [][]*Node {
	users := make([][]*Node, g.count)
	for _, n := range g.Nodes {
		n.Operands(func(v *Value) {
			if list := users[v.ID]; len(list) == 0 || list[len(list)-1] != n {
				users[v.ID] = append(users[v.ID], n)
			}
		})
	}
	return users
}

// Single says whether the call gives one tensor, and neither several nor a list.
func (n *Node) Single() bool {
	r := n.Op.Schema().Returns
	return len(r) == 1 && !r[0].Type.List && len(n.Outs) == 1
}

// GivesList says whether what the node gives is one list.
func (n *Node) GivesList() bool {
	r := n.Op.Schema().Returns
	return len(r) == 1 && r[0].Type.List
}

// HasEffect says whether a node matters even where nobody reads its results: it draws random numbers, or checks something.
func (n *Node) HasEffect() bool {
	return n.Op.Random() || len(n.Op.Schema().Returns) == 0
}
