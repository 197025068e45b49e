package graph

import (
	"fmt"
	"sync"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Symbols says how the symbols of a graph's sizes follow from its inputs.
type Symbols struct {
	names  []string
	from   []origin
	number map[string]int // name → position
}

// origin is the place that a symbol is read from: a size, a stride, or a number among the inputs.
type origin struct {
	input, dim int // dim is -1 for numbers
	stride     bool
}

// SymbolsOf finds the symbols of the inputs. A symbol that is no input's size, stride or number by itself is an error.
func SymbolsOf(g *Graph) (*Symbols, error) {
	s := &Symbols{number: map[string]int{}}
	for _, strides := range []bool{false, true} {
		for i, in := range g.Inputs {
			if in.IsNumber() {
				s.enter(in.Number, origin{i, -1, false})
				continue
			}
			list := in.Meta.Sizes
			if strides {
				list = in.Meta.Strides
			}
			for d, x := range list {
				s.enter(x, origin{i, d, strides})
			}
		}
	}
	var err error
	g.eachSize(func(x symbolic.Int) {
		for _, name := range symbolic.Symbols(x.Expr()) {
			if _, known := s.number[name]; !known && err == nil {
				err = fmt.Errorf("graph %s: no input tells the size %s", g.Name, name)
			}
		}
	})
	return s, err
}

func (s *Symbols) enter(x symbolic.Int, from origin) {
	if !x.IsSymbolic() || x.Expr().Kind != symbolic.Symbol {
		return
	}
	if _, known := s.number[x.Expr().Name]; !known {
		s.number[x.Expr().Name] = len(s.names)
		s.names = append(s.names, x.Expr().Name)
		s.from = append(s.from, from)
	}
}

// eachSize visits the symbolic numbers of a graph.
func (g *Graph) eachSize(visit func(symbolic.Int)) {
	one := func(x symbolic.Int) {
		if x.IsSymbolic() {
			visit(x)
		}
	}
	value := func(v *Value) {
		if v == nil {
			return
		}
		if v.IsNumber() {
			one(v.Number)
			return
		}
		for i := range v.Meta.Sizes {
			one(v.Meta.Sizes[i])
			one(v.Meta.Strides[i])
		}
		one(v.Meta.Offset)
	}
	for _, v := range g.Inputs {
		value(v)
	}
	for _, n := range g.Nodes {
		eachNumber(n.Args, one)
		n.Results(value)
	}
	for _, v := range g.Outputs {
		value(v)
	}
}

func eachNumber(args []ops.Value, visit func(symbolic.Int)) {
	for _, a := range args {
		switch a := a.(type) {
		case symbolic.Int:
			visit(a)
		case []ops.Value:
			eachNumber(a, visit)
		}
	}
}

// Empty says whether all sizes are constants.
func (s *Symbols) Empty() bool { return len(s.names) == 0 }

// Names are the symbols, in the order of Read.
func (s *Symbols) Names() []string { return s.names }

// Read appends the values of the symbols for the inputs of a call to buf.
func (s *Symbols) Read(inputs []ops.Value, buf []int64) ([]int64, error) {
	for k, o := range s.from {
		switch v := inputs[o.input].(type) {
		case *tensor.Tensor:
			list := v.Sizes()
			if o.stride {
				list = v.Strides()
			}
			if o.dim >= len(list) {
				return nil, fmt.Errorf("input %d has %d dimensions, the size %s is its dimension %d", o.input, len(list), s.names[k], o.dim)
			}
			buf = append(buf, int64(list[o.dim]))
		case *ops.Fake:
			list := v.Sizes
			if o.stride {
				list = v.Strides
			}
			n, known := list[o.dim].Const()
			if !known {
				return nil, fmt.Errorf("input %d has no known size %s", o.input, s.names[k])
			}
			buf = append(buf, n)
		case int64:
			buf = append(buf, v)
		default:
			return nil, fmt.Errorf("input %d, which tells the size %s, is a %T", o.input, s.names[k], v)
		}
	}
	return buf, nil
}

// Open is what stands for the symbols where inputs have symbols of another graph, nil where all that the symbols are read from is known.
func (s *Symbols) Open(inputs []ops.Value) (map[string]*symbolic.Expr, error) {
	open, known := map[string]*symbolic.Expr{}, true
	for k, o := range s.from {
		var x symbolic.Int
		switch v := inputs[o.input].(type) {
		case *tensor.Tensor:
			list := v.Sizes()
			if o.stride {
				list = v.Strides()
			}
			x = symbolic.IntOf(int64(list[o.dim]))
		case *ops.Fake:
			list := v.Sizes
			if o.stride {
				list = v.Strides
			}
			x = list[o.dim]
		case int64:
			x = symbolic.IntOf(v)
		case symbolic.Int:
			x = v
		default:
			return nil, fmt.Errorf("input %d, which tells the size %s, is a %T", o.input, s.names[k], v)
		}
		known = known && !x.IsSymbolic()
		open[s.names[k]] = x.Expr()
	}
	if known {
		return nil, nil
	}
	return open, nil
}

// Sizes evaluates expressions for the values of the symbols in one call.
type Sizes struct {
	symbols *Symbols
	values  []int64
	mu      sync.Mutex
	known   map[*symbolic.Expr]int64
}

// Sizes is an evaluator; it keeps values.
func (s *Symbols) Sizes(values []int64) *Sizes {
	return &Sizes{symbols: s, values: values, known: map[*symbolic.Expr]int64{}}
}

// Int is the value of a size.
func (e *Sizes) Int(x symbolic.Int) (int64, error) {
	if c, ok := x.Const(); ok {
		return c, nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	expr := x.Expr()
	if v, ok := e.known[expr]; ok {
		return v, nil
	}
	v, err := symbolic.Eval(expr, func(name string) (int64, bool) {
		i, ok := e.symbols.number[name]
		if !ok {
			return 0, false
		}
		return e.values[i], true
	})
	if err == nil {
		e.known[expr] = v
	}
	return v, err
}

// Ints are the values of sizes.
func (e *Sizes) Ints(list []symbolic.Int) ([]int, error) {
	out := make([]int, len(list))
	for i, x := range list {
		v, err := e.Int(x)
		if err != nil {
			return nil, err
		}
		out[i] = int(v)
	}
	return out, nil
}
