// Package aot captures a program ahead of time: its forward pass, and with it the backward pass that autograd would make of
// it, both as graphs of ATen operators without mutation, which a backend compiles (after PyTorch's AOTAutograd).
//
// The program is run once on fake tensors under three layers: functionalize replaces changes in place and views of changed
// memory; the tape records; a recorder beneath it writes down what reaches the kernels. The derivatives of the outputs then
// run under the same layers, so that the recording is the joint graph of forward and backward. It is cut in two (package
// comment of partition.go), and a Function puts the pieces together again at run time: it calls the forward, records one node
// for autograd whose backward calls the other graph, writes changed inputs back, and makes the outputs that are views of
// inputs from the inputs themselves.
//
// It is a part of this module; package magneto is for use from outside.
package aot

import (
	"errors"
	"fmt"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/ops"
)

// Input describes one argument of a program.
type Input struct {
	// Value is a *ops.Fake for a tensor, a symbolic.Int or int64 for a size.
	Value        ops.Value
	RequiresGrad bool
}

// Program is what is captured.
type Program struct {
	Name   string
	Inputs []Input
	// Env decides what the program asks of symbolic sizes.
	Env ops.Env
	// Run computes the outputs (tensors, numbers, nil) by calling operators on ctx, on fakes in place of the inputs.
	Run func(ctx *ops.Context, inputs []ops.Value, b *graph.Builder) ([]ops.Value, error)
}

// Kind says which graph a compiler is given.
type Kind uint8

const (
	Inference Kind = iota
	Forward
	Backward
)

func (k Kind) String() string { return [...]string{"inference", "forward", "backward"}[k] }

// Executable is a compiled graph. Inputs and outputs are those of the graph; nothing is recorded for autograd.
type Executable interface {
	Run(ctx *ops.Context, inputs []ops.Value) ([]ops.Value, error)
}

// appending is an Executable that appends its outputs to a slice, and keeps neither. The inputs of known calls are tensors of the same types, sizes and
// strides as those of each other known call.
type appending interface {
	RunInto(ctx *ops.Context, inputs, into []ops.Value, known bool) ([]ops.Value, error)
}

// paired is a forward Executable that may tell its backward pass sizes, which is then compiled with it.
type paired interface{ TellsSizes() bool }

// Compiler turns captured graphs into executables.
type Compiler struct {
	// Whole says which operators stay whole though they have a decomposition.
	Whole func(*ops.Op) bool
	// Backend compiles a graph. The graph of a backward pass is compiled when it is first needed.
	Backend func(g *graph.Graph, kind Kind) (Executable, error)
	// Recompute says whether an operator is cheap enough to be computed again in the backward pass rather than saved.
	Recompute func(*ops.Op) bool
	// Plain cuts the joint graph where autograd would: what the forward pass computes for its outputs is saved where the backward
	// pass reads it. Nothing is computed twice or merged.
	Plain bool
	// Shown is set where scripts see the graphs: they are as PyTorch has them. Results are saved by way of detach, as autograd does it, and outputs that are
	// inputs, or show the memory of one, are among those of the graph.
	Shown bool
	// Written is the form of calls of scripts' operators that write to arguments.
	Written ops.WrittenForm
	// Outside is set where graphs have no effects: inputs are changed when a graph has run, in the order of the inputs.
	Outside bool
	// Names, if not nil, starts the names of a joint graph: the result makes a name of a stem.
	Names func() func(stem string) string
	// Seen, if not nil, is shown the joint graph before it is cut.
	Seen func(joint *graph.Graph)
}

// ErrUnsupported is wrapped by the errors of programs that are not captured: the caller runs them as they are.
var ErrUnsupported = errors.New("not captured ahead of time")

func unsupported(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUnsupported, fmt.Sprintf(format, args...))
}

// Compile captures a program and compiles its graphs. The backward pass is captured where grad mode is on and an input
// requires a gradient.
func (c *Compiler) Compile(ctx *ops.Context, p *Program) (*Function, error) {
	t, err := capture(ctx, c, p)
	if err != nil {
		return nil, err
	}
	f := &Function{captured: t, compiler: c}
	if c.Names != nil {
		t.joint.Rename(func(i int, old string) string {
			if len(t.tangents) == 0 {
				return fmt.Sprintf("arg%d_1", i)
			}
			return old
		}, c.Names())
	}
	if !c.Plain {
		var derivative func(*graph.Node) bool
		if c.Shown && t.nodes != nil { // PyTorch merges within a pass
			derivative = func(n *graph.Node) bool { return !t.nodes[n] }
		}
		t.joint.Merge(derivative)
	}
	t.joint.Prune()
	if len(t.tangents) == 0 {
		f.inference = t.joint
		f.symbols, err = graph.SymbolsOf(t.joint)
		if err != nil {
			return nil, err
		}
		if f.forward, err = c.Backend(t.joint, Inference); err == nil {
			f.settle()
		}
		return f, err
	}
	if c.Seen != nil {
		c.Seen(t.joint)
	}
	if f.parts, err = partition(t, c, p.Env); err != nil {
		return nil, err
	}
	f.constants = append(f.parts.forward.Constants(), f.parts.backward.Constants()...)
	if f.symbols, err = graph.SymbolsOf(f.parts.forward); err != nil {
		return nil, err
	}
	f.parts.forward.Backward = f.parts.backward
	if f.forward, err = c.Backend(f.parts.forward, Forward); err != nil {
		return f, err
	}
	if e, ok := f.forward.(paired); ok && e.TellsSizes() {
		_, err = f.Backward()
	}
	return f, err
}

// Eager compiles a graph to the run of its nodes on the eager kernels.
func Eager(g *graph.Graph, _ Kind) (Executable, error) { return graph.NewRunner(g) }
