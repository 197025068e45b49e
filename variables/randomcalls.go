package variables

import (
	"strconv"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// This file traces calls of Python's random numbers: a call is made by the new code, in front of the graph, and what it gives is an input of
// the graph, a tensor without dimensions. Tracing itself draws nothing.

// RandomCall is a call of a method of a random.Random.
type RandomCall struct {
	Self   Tracker
	Method string
	Args   []object.Value
}

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
		of, method = f.Self, functionName(function.Fn)
	default:
		return nil, "", false
	}
	if _, known := randomMethods[method]; !known {
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

// drawRandom is the number that a call of a method of a random.Random gives. Its arguments must be constant.
func (t *Trace) drawRandom(th *object.Thread, self *Container, method string, args []Tracker, kwargs []KW) (Tracker, error) {
	call := &RandomCall{Self: self, Method: method}
	for _, a := range args {
		x, err := t.Realize(th, a)
		if err != nil {
			return nil, err
		}
		c, ok := x.(*Constant)
		if !ok {
			return nil, Skipped(method, "random")
		}
		call.Args = append(call.Args, c.V)
	}
	if len(kwargs) > 0 || !randomHolds(method, call.Args) {
		return nil, Skipped(method, "random")
	}
	dtype := randomMethods[method]
	node := t.placeholder("random_value_"+strconv.Itoa(len(t.Random)), "torch.Tensor", ops.NewFake(dtype, nil))
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
