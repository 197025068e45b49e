package variables

import (
	"fmt"
	"strconv"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// This file traces calls of Python's random numbers: a call is made by the new code, in front of the graph, and what it gives is an input of
// the graph, a tensor without dimensions. Tracing itself draws nothing. Generators that the frame makes are made there too, and so are calls that
// seed them or move their states.

// RandomCall is a call of a method of a random.Random.
type RandomCall struct {
	Self   Tracker
	Method string
	Args   []Tracker // constants and states
}

// RandomState is what getstate of a random.Random has given, which only setstate takes.
type RandomState struct {
	sourced
	Call *RandomCall
}

// Kind is the tracker's name.
func (*RandomState) Kind() string { return "RandomStateVariable" }

// randomMethods are the methods whose results may be numbers of the graph, with the type of these.
var randomMethods = map[string]tensor.DType{"random": tensor.Float64, "uniform": tensor.Float64, "randint": tensor.Int64, "randrange": tensor.Int64}

// drawsRandom tells whether a call is one of a method of a random.Random that the caller has.
func (t *Trace) drawsRandom(th *object.Thread, fn Tracker) (self *Container, method string, ok bool) {
	var of Tracker
	switch f := fn.(type) {
	case *Attribute:
		of, method = f.Obj, f.Name
	case *Method:
		x, err := t.Realize(th, f.Func)
		function, plain := x.(*Function)
		if err != nil || !plain {
			return nil, "", false
		}
		of, method = f.Self, function.Fn.Name.S
	default:
		return nil, "", false
	}
	if _, known := randomMethods[method]; !known && method != "seed" && method != "getstate" && method != "setstate" {
		return nil, "", false
	}
	of, err := t.Realize(th, of)
	if err != nil {
		return nil, "", false
	}
	self, ok = of.(*Container)
	return self, method, ok && self.src != nil && self.V.Type().FullName() == "random.Random" && t.body == nil
}

// randomHolds tells whether a method of a random.Random takes the arguments: the new code makes its calls in front of all else, where no
// handler of the frame would see an error of theirs.
func randomHolds(method string, args []object.Value) bool {
	whole := make([]int64, len(args))
	for i, a := range args {
		n, isInt := a.AsInt()
		if _, isFloat := a.AsFloat(); !isInt && !(isFloat && method == "uniform") {
			return false
		}
		whole[i] = n
	}
	switch method {
	case "random":
		return len(args) == 0
	case "uniform":
		return len(args) == 2
	case "randint":
		return len(args) == 2 && whole[0] <= whole[1]
	}
	switch len(args) { // of randrange
	case 1:
		return whole[0] > 0
	case 2:
		return whole[0] < whole[1]
	case 3:
		return whole[2] > 0 && whole[0] < whole[1] || whole[2] < 0 && whole[0] > whole[1]
	}
	return false
}

// makeRandom is random.Random(seed): the new code makes it, in front of the graph.
func (t *Trace) makeRandom(th *object.Thread, class *object.Type, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(kwargs) > 0 || len(args) > 1 || t.body != nil || !t.allConstant(th, args, nil) {
		return nil, Skipped("seed", "random")
	}
	made := &Made{Fn: class.Ref(), Name: fmt.Sprintf("tmp_%d", len(t.Made))}
	var seed []object.Value
	for _, a := range args {
		x, err := t.Realize(th, a)
		c, ok := x.(*Constant)
		if err != nil || !ok || !c.V.IsSmallInt() && !c.V.IsNone() {
			return nil, Skipped("seed", "random")
		}
		seed, made.Args = append(seed, c.V), append(made.Args, c)
	}
	sample, err := object.Call(th, class.Ref(), seed...)
	if err != nil {
		return nil, err
	}
	t.Made = append(t.Made, made)
	t.Affected("")
	return t.Realize(th, t.Wrap(sample, guards.NewSynthetic(made.Name)))
}

// moveRandom is a call of a random.Random that seeds it, or that reads or sets its state.
func (t *Trace) moveRandom(th *object.Thread, self *Container, method string, args []Tracker, kwargs []KW) (Tracker, error) {
	call := &RandomCall{Self: self, Method: method}
	want := map[string]int{"seed": 1, "setstate": 1}[method]
	if len(kwargs) > 0 || len(args) != want {
		return nil, Skipped(method, "random")
	}
	for _, a := range args {
		x, err := t.Realize(th, a)
		if err != nil {
			return nil, err
		}
		_, state := x.(*RandomState)
		if c, ok := x.(*Constant); state != (method == "setstate") || !state && (!ok || !c.V.IsSmallInt()) {
			return nil, Skipped(method, "random")
		}
		call.Args = append(call.Args, x)
	}
	t.Random = append(t.Random, call)
	t.Affected("")
	if method == "getstate" {
		return &RandomState{Call: call}, nil
	}
	return None(), nil
}

// drawRandom is the number that a call of a method of a random.Random gives. Its arguments must be constant.
func (t *Trace) drawRandom(th *object.Thread, self *Container, method string, args []Tracker, kwargs []KW) (Tracker, error) {
	dtype, draws := randomMethods[method]
	if !draws {
		return t.moveRandom(th, self, method, args, kwargs)
	}
	call := &RandomCall{Self: self, Method: method}
	var values []object.Value
	for _, a := range args {
		x, err := t.Realize(th, a)
		if err != nil {
			return nil, err
		}
		c, ok := x.(*Constant)
		if !ok {
			return nil, Skipped(method, "random")
		}
		values, call.Args = append(values, c.V), append(call.Args, c)
	}
	if len(kwargs) > 0 || !randomHolds(method, values) {
		return nil, Skipped(method, "random")
	}
	drawn := 0
	for _, c := range t.Random {
		if _, draws := randomMethods[c.Method]; draws {
			drawn++
		}
	}
	node := t.placeholder(th, "random_value_"+strconv.Itoa(drawn), "torch.Tensor", ops.NewFake(dtype, nil))
	example := tensor.New(dtype)
	t.Inputs = append(t.Inputs, &Input{Node: node, Random: call, Value: t.Host.WrapTensor(th, example)})
	t.Random = append(t.Random, call)
	t.Affected("")
	item := node.Graph().Create(fxgraph.CallMethod, "item", []any{node}, nil, "")
	item.Meta.Stack = t.stack(th)
	if dtype == tensor.Float64 {
		return &SymFloat{Node: item}, nil
	}
	u := t.Shapes.FreshUnbacked("random." + method)
	item.Meta.Example = u
	t.symbols[u.Expr().Name] = item
	return &SymInt{Expr: u, Node: item}, nil
}
