package dynamo

import (
	"slices"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// The inputs of a graph and what they are called with.

// makeInputs writes the calls that make inputs of the graph.
func (x *translator) makeInputs(th *object.Thread, g *generator) error {
	g.made = map[string]int{}
	for _, made := range x.trace.Made {
		g.callValue(made.Fn)
		for _, a := range made.Args {
			if err := g.value(th, a); err != nil {
				return err
			}
		}
		g.emit(bytecode.CALL, len(made.Args))
		g.made[made.Name] = g.temp()
		g.emit(bytecode.STORE_FAST, g.made[made.Name])
	}
	return nil
}

func (x *translator) loadInput(th *object.Thread, g *generator, in *variables.Input) error {
	if in.Random != nil {
		g.callValue(numberTensor(x.trace.Host))
		g.emit(bytecode.LOAD_FAST, g.drawn[in.Random])
		g.emit(bytecode.CALL, 1)
		return nil
	}
	if in.Place != nil {
		return g.loadPlace(th, *in.Place)
	}
	if in.Float {
		g.callValue(floatTensor(x.trace.Host))
		if err := g.load(in.Source); err != nil {
			return err
		}
		g.emit(bytecode.CALL, 1)
		return nil
	}
	if in.Plain {
		g.callValue(x.trace.Host.Attribute(th, "torch._dynamo.utils._plain_tensor"))
		if err := g.load(in.Source); err != nil {
			return err
		}
		g.emit(bytecode.CALL, 1)
		return nil
	}
	return g.load(in.Source)
}

// floatTensor makes the 0-dim float64 tensor in which a symbolic float enters a graph.
func floatTensor(h variables.Host) object.Value {
	return object.NewFuncValue("___as_tensor", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		f, _ := args[0].AsFloat()
		if n, ok := args[0].AsInt(); ok {
			f = float64(n)
		}
		t := tensor.New(tensor.Float64)
		t.Fill(f)
		return h.WrapTensor(th, t), nil
	})
}

// constantFloats are the sources of symbolic floats that are not only operands of arithmetic with tensors. Backends that capture ahead of
// time make them constants, as PyTorch's do, and the frame is traced once more.
func (x *translator) constantFloats() (sources []string) {
	for _, in := range x.trace.Inputs {
		if !in.Float {
			continue
		}
		for _, item := range in.Node.Users() {
			if !OnlyTensorArithmetic(item) {
				sources = append(sources, in.Source.Text())
				break
			}
		}
	}
	return sources
}

// tensorArithmetic are the operators that take a float for a tensor without dimensions.
var tensorArithmetic = map[string]bool{"add": true, "sub": true, "mul": true, "truediv": true, "iadd": true, "isub": true, "imul": true, "itruediv": true,
	"gt": true, "ge": true, "lt": true, "le": true, "eq": true, "ne": true}

// OnlyTensorArithmetic tells whether a float of a graph is nothing but an operand of arithmetic that ends in tensors.
func OnlyTensorArithmetic(n *fxgraph.Node) bool {
	for _, user := range n.Users() {
		f, ok := user.Target.(*fxgraph.Function)
		if !ok || !tensorArithmetic[f.Name] || !slices.Contains(user.Args, any(n)) {
			return false
		}
		if _, tensor := user.Meta.Example.(*ops.Fake); !tensor && !OnlyTensorArithmetic(user) {
			return false
		}
	}
	return len(n.Users()) > 0
}

// dropUnusedInputs removes placeholders that nothing reads. Of the sizes that are read by none, those stay that a tensor of the graph has, each once: the first
// placeholder whose size it has turned out to be.
func (x *translator) dropUnusedInputs() {
	t := x.trace
	var kept []*variables.Input
	has := map[string]bool{} // symbols of tensors
	for _, in := range t.Inputs {
		if in.Place == nil && len(in.Node.Users()) == 0 {
			_ = t.Graph.Erase(in.Node)
			continue
		}
		kept = append(kept, in)
		if f, ok := in.Node.Meta.Example.(*ops.Fake); ok {
			for _, n := range append(append([]symbolic.Int{f.Offset}, f.Sizes...), f.Strides...) {
				for _, name := range symbolic.Symbols(t.Shapes.Simplify(n).Expr()) {
					has[name] = true
				}
			}
		}
	}
	kept = slices.DeleteFunc(kept, func(in *variables.Input) bool {
		size, ok := in.Node.Meta.Example.(symbolic.Int)
		if in.Place == nil || !ok || len(in.Node.Users()) > 0 {
			return false
		}
		known := t.Shapes.Simplify(size)
		if e := known.Expr(); known.IsSymbolic() && e.Kind == symbolic.Symbol && has[e.Name] {
			delete(has, e.Name)
			return false
		}
		_ = t.Graph.Erase(in.Node)
		return true
	})
	// The order of the placeholders is the order of the arguments.
	position := map[*fxgraph.Node]int{}
	for i, n := range t.Graph.Nodes() {
		position[n] = i
	}
	for i := 1; i < len(kept); i++ {
		for j := i; j > 0 && position[kept[j].Node] < position[kept[j-1].Node]; j-- {
			kept[j], kept[j-1] = kept[j-1], kept[j]
		}
	}
	t.Inputs = kept
}

// simplifyExamples writes what was learnt about sizes into the shapes that the
// graph shows.
func (x *translator) simplifyExamples() {
	env := x.trace.Shapes
	all := func(sizes []symbolic.Int) {
		for i, s := range sizes {
			sizes[i] = env.Simplify(s)
		}
	}
	for _, n := range x.trace.Graph.Nodes() {
		switch e := n.Meta.Example.(type) {
		case *ops.Fake:
			all(e.Sizes)
			all(e.Strides)
		case symbolic.Int:
			n.Meta.Example = env.Simplify(e)
		case symbolic.Float:
			n.Meta.Example = env.SimplifyFloat(e)
		case symbolic.Bool:
			n.Meta.Example = env.SimplifyBool(e)
		}
	}
}

// exampleInputs are the values with which the backend is called.
func (x *translator) exampleInputs(th *object.Thread) ([]object.Value, error) {
	var out []object.Value
	for _, in := range x.trace.Inputs {
		if in.Place != nil {
			in.Node.Meta.Source = in.Place.Text()
		} else if in.Source != nil {
			in.Node.Meta.Source = in.Source.Text()
		}
		switch {
		case in.Place != nil:
			e, _ := in.Node.Meta.Example.(symbolic.Int)
			out = append(out, object.Int(x.trace.Shapes.Example(e)))
		case in.Float:
			v, err := object.Call(th, floatTensor(x.trace.Host), in.Value)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		case in.Plain:
			v, err := object.Call(th, x.trace.Host.Attribute(th, "torch._dynamo.utils._plain_tensor"), in.Value)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		default:
			out = append(out, in.Value)
		}
	}
	return out, nil
}
