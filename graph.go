package magneto

import (
	"context"
	"fmt"
	"sync"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm/object"
)

// Graph is what one call of a function computes, as torch.compile sees it.
type Graph struct {
	m      *Machine
	traced *compiler.Traced
	guards []Guard
	count  int // arguments of the function
	places []int
}

// Guard is a condition under which a graph stands for its function.
type Guard struct {
	Kind   string // such as TENSOR_MATCH or SHAPE_ENV
	Source string // what it is about, such as L['x']
	Code   string // the condition in Python, "" where there is no text for it
}

// Dynamic is an example whose sizes in some dimensions are to stay open.
type Dynamic struct {
	Tensor *Tensor
	Dims   []int
}

// Capture calls a function once with examples, as [Machine.Call] does, and gives what it computed as one graph. Examples that are
// tensors, also as [Dynamic], are the arguments of the compiled graph, in order; the others, and all else that the function reads,
// stay as they are: parameters of modules are shared. What cannot be captured whole is an *[Error] that names the line.
func (m *Machine) Capture(ctx context.Context, fn Value, examples ...any) (*Graph, error) {
	g := &Graph{m: m, count: len(examples)}
	args := make([]object.Value, len(examples))
	marks := map[int][]int{}
	for i, x := range examples {
		if d, ok := x.(Dynamic); ok {
			x, marks[i] = d.Tensor, d.Dims
		}
		v, err := m.toPython(x)
		if err != nil {
			return nil, err
		}
		if _, ok := m.value(v).Tensor(); ok {
			g.places = append(g.places, i)
		}
		args[i] = v
	}
	err := m.do(ctx, func(th *object.Thread) (err error) {
		for i, dims := range marks {
			for _, dim := range dims {
				if err := compiler.MarkDynamic(th, args[i], dim); err != nil {
					return err
				}
			}
		}
		static := false
		dynamic := &static
		if len(marks) > 0 {
			dynamic = nil
		}
		g.traced, err = compiler.Trace(th, fn.v, args, dynamic)
		if err != nil {
			return err
		}
		for _, x := range g.traced.Guards {
			g.guards = append(g.guards, Guard{Kind: x.Kind.Name(), Source: x.Text(), Code: x.Code(th)})
		}
		for _, s := range g.traced.Shapes {
			g.guards = append(g.guards, Guard{Kind: "SHAPE_ENV", Code: s.Code()})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return g, nil
}

// String is the graph as Python, as print_readable prints it.
func (g *Graph) String() string { return g.traced.Module.Readable(false, false) }

// Guards are the conditions under which the graph stands for the function.
func (g *Graph) Guards() []Guard { return append([]Guard(nil), g.guards...) }

// Compile compiles the graph with a backend: "inductor" for machine code, "aot_eager" for one operator after the other.
func (g *Graph) Compile(backend string) (*Compiled, error) {
	c := &Compiled{count: g.count, places: g.places}
	err := g.m.do(context.Background(), func(th *object.Thread) (err error) {
		c.detached, err = g.traced.Compile(th, backend)
		return err
	})
	if err != nil {
		return nil, err
	}
	c.callers.New = func() any { return c.detached.NewCaller() }
	return c, nil
}

// Compiled is a compiled graph. It does not need its machine, and any number of goroutines call it at once. Calls record nothing for
// autograd. Random operators draw from generators of their own, not from that of the machine.
type Compiled struct {
	detached *compiler.Detached
	count    int
	places   []int // of the tensors among the arguments of the function
	callers  sync.Pool
}

// Call runs the graph. Its arguments are the tensors among those of the function, and are checked as the guards would: dtypes,
// sizes, and the conditions on open sizes. Its results are those of the function that are tensors, with tuples, lists and dicts
// taken apart.
func (c *Compiled) Call(args ...*Tensor) ([]*Tensor, error) {
	if len(args) != len(c.places) {
		return nil, fmt.Errorf("%d tensors are given where the function takes %d", len(args), len(c.places))
	}
	list := make([]*tensor.Tensor, c.count)
	for i, x := range args {
		if x != nil {
			list[c.places[i]] = x.t
		}
	}
	caller := c.callers.Get().(*compiler.Caller)
	defer c.callers.Put(caller)
	results, err := caller.Call(list)
	if err != nil {
		return nil, err
	}
	var out []*Tensor
	for _, v := range results {
		if t, ok := v.(*tensor.Tensor); ok {
			out = append(out, &Tensor{t})
		}
	}
	return out, nil
}
