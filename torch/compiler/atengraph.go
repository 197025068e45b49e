package compiler

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/magneto-go/magneto/backend/aot"
	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// shower makes a graph that scripts can look at and call of one that was captured ahead of time. The graph that it makes has no
// effects: what inputs have to hold at the end are its first outputs, one for each of Graph.Writes; or it ends with these writes.
type shower struct {
	from   *graph.Graph
	to     *fxgraph.Graph
	nodes  map[*graph.Value]*fxgraph.Node
	sizes  map[*symbolic.Expr]*fxgraph.Node
	used   map[*graph.Value]bool
	module object.Value
	consts int
}

// showATen gives the GraphModule of g, whose values have names from Rename. Sizes that are no sum, product or quotient of sizes of
// the inputs are an error that wraps aot.ErrUnsupported.
func showATen(th *object.Thread, g *graph.Graph, writes bool) (object.Value, error) {
	s, err := shown(th, g, writes, nil, nil)
	if err != nil {
		return object.Null, err
	}
	return s.module, nil
}

// shownParts gives the GraphModule of one part of a joint graph. What the other part is told of sizes is among the results of the forward part, behind all
// others, and are arguments of the backward part by the same names; sizes that this does not need are not among its arguments.
func shownParts(th *object.Thread, g *graph.Graph, writes bool) (m object.Value, sizes int, err error) {
	var told []*graph.Value
	var takes []int
	if g.Backward == nil {
		if takes, err = taken(th, g); err != nil {
			return object.Null, 0, err
		}
	} else {
		places, err := numbersTold(th, g.Backward)
		if err != nil {
			return object.Null, 0, err
		}
		for _, i := range places {
			told = append(told, g.Backward.Inputs[i])
		}
	}
	s, err := shown(th, g, writes, told, takes)
	if err != nil {
		return object.Null, 0, err
	}
	return s.module, len(told), nil
}

// numbersTold are the numbers among the inputs of the backward part of a joint graph that it takes, by their places, in order: those that its calls read, and those
// that are symbols of the sizes of its tensors.
func numbersTold(th *object.Thread, g *graph.Graph) ([]int, error) {
	s, err := shown(th, g, false, nil, nil)
	if err != nil {
		return nil, err
	}
	var told []int
	known, places := map[string]bool{}, map[string]int{}
	for i, in := range g.Inputs {
		if !in.IsNumber() {
			continue
		}
		symbols := symbolsOf(in.Number)
		if len(s.nodes[in].Users()) > 0 {
			told = append(told, i)
			for _, name := range symbols {
				known[name] = true
			}
		}
		if len(symbols) == 1 && symbols[0] == in.Number.String() {
			places[symbols[0]] = i
		}
	}
	for _, in := range g.Inputs {
		if in.IsNumber() {
			continue
		}
		var names []string
		for _, n := range slices.Concat(in.Meta.Sizes, in.Meta.Strides) {
			names = append(names, symbolsOf(n)...)
		}
		slices.Sort(names)
		for _, name := range names {
			if i, is := places[name]; is && !known[name] {
				told, known[name] = append(told, i), true
			}
		}
	}
	return told, nil
}

func symbolsOf(n symbolic.Int) []string {
	if !n.IsSymbolic() {
		return nil
	}
	return symbolic.Symbols(n.Expr())
}

// taken are the inputs that the shown backward part takes, by their places, in order: its numbers, then the rest.
func taken(th *object.Thread, g *graph.Graph) ([]int, error) {
	order, err := numbersTold(th, g)
	for i, in := range g.Inputs {
		if !in.IsNumber() {
			order = append(order, i)
		}
	}
	return order, err
}

// shown makes the graph; its last results are the sizes that are told, which get the names that they have there. It takes the inputs at the places that takes says;
// all of them where that is nil.
func shown(th *object.Thread, g *graph.Graph, writes bool, told []*graph.Value, takes []int) (*shower, error) {
	s := &shower{from: g, to: fxgraph.New(), nodes: map[*graph.Value]*fxgraph.Node{}, sizes: map[*symbolic.Expr]*fxgraph.Node{}, used: map[*graph.Value]bool{}}
	for _, n := range g.Nodes {
		n.Operands(func(v *graph.Value) { s.used[v] = true })
	}
	for _, v := range g.Outputs {
		s.used[v] = true
	}
	for _, w := range g.Writes {
		s.used[w.Value] = true
	}
	s.to.ATen = true
	s.module = fx.NewModule(s.to, map[string]object.Value{})
	if m, ok := fx.AsModule(s.module); ok {
		m.Class = "<lambda>"
	}
	inputs := g.Inputs
	if takes != nil {
		inputs = make([]*graph.Value, len(takes))
		for k, i := range takes {
			inputs[k] = g.Inputs[i]
		}
	}
	for _, in := range inputs {
		n := s.to.Create(fxgraph.Placeholder, in.Name, nil, nil, in.Name)
		s.nodes[in] = n
		if in.IsNumber() {
			n.Meta.Example = in.Number
			if in.Number.IsSymbolic() {
				s.sizes[in.Number.Expr()] = n
			}
			continue
		}
		n.Meta.Example = in.Meta
	}
	for _, n := range g.Nodes {
		if err := s.node(th, n); err != nil {
			return nil, err
		}
	}
	var results fxgraph.Tuple
	give := func(v *graph.Value) error {
		if v == nil {
			results = append(results, nil)
			return nil
		}
		a, err := s.value(th, v)
		results = append(results, a)
		return err
	}
	for _, w := range g.Writes {
		if !writes {
			if err := give(w.Value); err != nil {
				return nil, err
			}
			continue
		}
		value, err := s.value(th, w.Value)
		if err != nil {
			return nil, err
		}
		in := g.Inputs[w.Input]
		c := s.call(th, copyInto(), []any{s.nodes[in], value}, nil, "copy_")
		if c.Meta.Example = in.Meta; w.Value.Def != nil && g.Backward == nil { // the call that has changed the input; the forward part of a joint graph has no place for it
			s.place(c, w.Value.Def)
		}
	}
	for _, v := range g.Outputs {
		if err := give(v); err != nil {
			return nil, err
		}
	}
	for _, v := range told {
		a, err := s.number(th, v.Number)
		if err != nil {
			return nil, err
		}
		if n, ok := a.(*fxgraph.Node); ok {
			v.Name = n.Name
		}
		results = append(results, a)
	}
	s.to.Create(fxgraph.Output, "output", []any{results}, nil, "output")
	return s, nil
}

// call appends a call of an operator.
func (s *shower) call(th *object.Thread, op *ops.Op, args []any, kwargs []fxgraph.KW, name string) *fxgraph.Node {
	v, path := torch.OverloadOf(th, op)
	return s.to.Create(fxgraph.CallFunction, &fxgraph.Function{Name: op.Name, Qualified: path, Impl: v}, args, kwargs, name)
}

func (s *shower) node(th *object.Thread, n *graph.Node) error {
	if n.Op.Name == "native_batch_norm" && len(n.After) == 2 {
		return s.batchNorm(th, n)
	}
	if n.Op.Written() != nil {
		return s.written(th, n)
	}
	before := map[*graph.Value]*fxgraph.Node{}
	for _, m := range n.After { // the call writes to a copy: what had the value before may be read again
		v, err := s.value(th, m.Arg)
		if err != nil {
			return err
		}
		copied := s.call(th, clone(), []any{v}, nil, "clone")
		copied.Meta.Example = m.Arg.Meta
		before[m.Arg] = s.nodes[m.Arg]
		s.nodes[m.Arg], s.nodes[m.After] = copied, copied
	}
	args, kwargs, err := s.arguments(th, n)
	if err != nil {
		return err
	}
	for v, old := range before {
		s.nodes[v] = old
	}
	c := s.call(th, n.Op, args, kwargs, n.Name)
	s.place(c, n)
	for _, a := range args { // constants are where they are first read
		if constant, ok := a.(*fxgraph.Node); ok && constant.Op == fxgraph.GetAttr && len(constant.Users()) == 1 {
			constant.Meta.Stack = c.Meta.Stack
		}
	}
	if n.Single() {
		if v := n.Outs[0]; v != nil {
			s.nodes[v] = c
			c.Meta.Example = v.Meta
		}
		return nil
	}
	s.items(th, c, n)
	return nil
}

// place says of a node where the call comes from.
func (s *shower) place(c *fxgraph.Node, n *graph.Node) {
	c.Meta.Custom, c.Meta.Captured = n.Place.Custom, true
	if n.Place.Line == 0 {
		return
	}
	lines := []fxgraph.Line{{Filename: n.Place.File, Line: n.Place.Line, Function: n.Place.Function, Code: n.Place.Code}}
	if of, known := n.Place.Node.(*fxgraph.Node); known {
		c.Meta.Of = of
		if len(of.Meta.Stack) > 0 {
			lines = of.Meta.Stack
		}
	}
	if n.Derivative {
		c.Meta.Forward = lines
	} else if c.Meta.Stack = lines; n.Op.Name == "detach" && !n.Direct { // a result that is saved belongs to both passes
		c.Meta.Forward = lines
	}
}

// items are the results of a call with several of them that something reads.
func (s *shower) items(th *object.Thread, c *fxgraph.Node, n *graph.Node) {
	lists := n.Op.ListsOfResults()
	from, first, place := c, 0, -1 // what has the item, the number of its first one, and its own place among the results of the call
	var examples []any
	for i, v := range n.Outs {
		var example any
		if v != nil {
			example = v.Meta
		}
		if inside := len(examples) - 1; inside >= 0 && i > first && i-first < lists[first] {
			examples[inside] = append(examples[inside].(fxgraph.Listed), example)
		} else if lists[i] > 0 {
			examples = append(examples, fxgraph.Listed{example})
		} else {
			examples = append(examples, example)
		}
		if from == c || i-first >= lists[first] {
			from, first = c, i
			if place++; lists[i] > 0 && slices.ContainsFunc(n.Outs[i:i+lists[i]], func(v *graph.Value) bool { return s.used[v] }) {
				from = s.to.Create(fxgraph.CallFunction, operatorFunction(th, "getitem"), []any{c, int64(place)}, nil, n.Lists[i])
				from.Meta.Stack, from.Meta.Forward, from.Meta.Custom = c.Meta.Stack, c.Meta.Forward, c.Meta.Custom
			}
		}
		if v == nil || !s.used[v] {
			continue
		}
		index := place
		if from != c {
			index = i - first
		}
		item := s.to.Create(fxgraph.CallFunction, operatorFunction(th, "getitem"), []any{from, int64(index)}, nil, v.Name)
		item.Meta.Example, item.Meta.Stack, item.Meta.Forward, item.Meta.Custom, item.Meta.Of = v.Meta, c.Meta.Stack, c.Meta.Forward, c.Meta.Custom, c.Meta.Of
		s.nodes[v] = item
	}
	if c.Meta.Example = examples; n.GivesList() {
		c.Meta.Example = fxgraph.Listed(examples)
	}
}

// batchNorm is a batch norm that gives its new statistics instead of changing them: copies that were made for that go.
func (s *shower) batchNorm(th *object.Thread, n *graph.Node) error {
	args, kwargs, err := s.arguments(th, n)
	if err != nil {
		return err
	}
	var copies []*fxgraph.Node
	for i, a := range args {
		copied, ok := a.(*fxgraph.Node)
		if !ok || !slices.ContainsFunc(n.After, func(m graph.Mutation) bool { return s.nodes[m.Arg] == copied }) {
			continue
		}
		if f, ok := copied.Target.(*fxgraph.Function); ok && f.Qualified == "torch.ops.aten.clone.default" {
			args[i] = copied.Args[0]
			copies = append(copies, copied)
		}
	}
	c := s.call(th, ops.Lookup("_native_batch_norm_legit_functional"), args, kwargs, "_native_batch_norm_legit_functional")
	c.Meta.Custom = n.Place.Custom
	if n.Place.Line > 0 {
		c.Meta.Stack = []fxgraph.Line{{Filename: n.Place.File, Line: n.Place.Line, Function: n.Place.Function, Code: n.Place.Code}}
	}
	give := func(i int, v *graph.Value) {
		if v == nil || !s.used[v] {
			return
		}
		item := s.to.Create(fxgraph.CallFunction, operatorFunction(th, "getitem"), []any{c, int64(i)}, nil, v.Name)
		item.Meta.Example, item.Meta.Stack, item.Meta.Custom = v.Meta, c.Meta.Stack, c.Meta.Custom
		s.nodes[v] = item
	}
	for i, v := range n.Outs {
		give(i, v)
	}
	for i, m := range n.After {
		give(len(n.Outs)+i, m.After)
	}
	for _, copied := range copies {
		if len(copied.Users()) == 0 {
			if err := s.to.Erase(copied); err != nil {
				return err
			}
		}
	}
	return nil
}

func clone() *ops.Op { return ops.Lookup("clone") }

func operatorFunction(th *object.Thread, name string) *fxgraph.Function {
	return &fxgraph.Function{Name: name, Qualified: "operator." + name, Impl: attribute(th, "operator."+name)}
}

// arguments are those of a call as scripts write it: defaults at the end are left out, and keywords where they are defaults.
func (s *shower) arguments(th *object.Thread, n *graph.Node) (args []any, kwargs []fxgraph.KW, err error) {
	params := n.Op.Schema().Params
	positional := 0
	for i, p := range params {
		if !p.KwOnly && !(p.HasDef && reflect.DeepEqual(n.Args[i], p.Default)) {
			positional = i + 1
		}
	}
	for i, p := range params {
		if v, ok := s.spelledOut(th, n, i); ok {
			kwargs = append(kwargs, fxgraph.KW{Name: p.Name, Value: v})
			continue
		}
		if p.KwOnly && p.HasDef && reflect.DeepEqual(n.Args[i], p.Default) || !p.KwOnly && i >= positional {
			continue
		}
		a, err := s.argument(th, n.Args[i])
		if err != nil {
			return nil, nil, err
		}
		if p.KwOnly {
			kwargs = append(kwargs, fxgraph.KW{Name: p.Name, Value: a})
		} else {
			args = append(args, a)
		}
	}
	return args, kwargs, nil
}

// spelledOut is an argument that operators which make tensors have in such graphs although it is its default: that memory is not pinned and, where no tensor tells it, the device.
func (s *shower) spelledOut(th *object.Thread, n *graph.Node, i int) (any, bool) {
	params := n.Op.Schema().Params
	p := params[i]
	last := params[len(params)-1].Name
	makes := last == "pin_memory" || last == "memory_format" && len(params) > 1 && params[len(params)-2].Name == "pin_memory"
	if !makes || !p.KwOnly || n.Args[i] != nil {
		return nil, false
	}
	switch {
	case p.Name == "pin_memory" && n.Direct:
		return false, true
	case p.Name == "layout" && !n.Direct && (params[0].Type.Base != "Tensor" || n.Op.Name == "_to_copy" && n.Derivative):
		return variables.NewLiteral(th, torch.FromOps(th, tensor.Strided)), true
	case p.Name == "device" && (params[0].Type.Base != "Tensor" || n.Op.Name == "_to_copy" && n.Derivative):
		return variables.NewLiteral(th, torch.FromOps(th, tensor.CPU)), true
	}
	return nil, false
}

func (s *shower) argument(th *object.Thread, a ops.Value) (any, error) {
	switch a := a.(type) {
	case *graph.Value:
		return s.value(th, a)
	case symbolic.Int:
		return s.number(th, a)
	case []ops.Value:
		list := make(fxgraph.List, len(a))
		for i, e := range a {
			var err error
			if list[i], err = s.argument(th, e); err != nil {
				return nil, err
			}
		}
		return list, nil
	case nil, bool, int64, float64, complex128, string:
		return a, nil
	}
	return variables.NewLiteral(th, torch.FromOps(th, a)), nil
}

// value is what stands for v; constants become attributes of the module.
func (s *shower) value(th *object.Thread, v *graph.Value) (any, error) {
	if n, ok := s.nodes[v]; ok {
		return n, nil
	}
	if v.IsNumber() {
		return s.number(th, v.Number)
	}
	if v.Constant == nil {
		return nil, fmt.Errorf("graph %s: the value %s is used before it is made", s.from.Name, v.Name)
	}
	name := fmt.Sprintf("_tensor_constant%d", s.consts)
	s.consts++
	if err := object.SetAttr(th, s.module, name, torch.Wrap(th, v.Constant)); err != nil {
		return nil, err
	}
	n := s.to.Create(fxgraph.GetAttr, name, nil, nil, name)
	n.Meta.Example = v.Meta
	s.nodes[v] = n
	return n, nil
}

// number is a size: what is not constant is computed of the inputs.
func (s *shower) number(th *object.Thread, x symbolic.Int) (any, error) {
	if c, ok := x.Const(); ok {
		return c, nil
	}
	return s.expression(th, x.Expr())
}

func (s *shower) expression(th *object.Thread, e *symbolic.Expr) (any, error) {
	if n, ok := s.sizes[e]; ok {
		return n, nil
	}
	made := func(n *fxgraph.Node) (any, error) {
		n.Meta.Example = numberOf(e)
		s.sizes[e] = n
		return n, nil
	}
	switch e.Kind {
	case symbolic.Const:
		return e.Value, nil
	case symbolic.Symbol:
		for _, in := range s.from.Inputs {
			if in.IsNumber() {
				continue
			}
			for d, size := range in.Meta.Sizes {
				if size.IsSymbolic() && size.Expr() == e {
					f := &fxgraph.Function{Name: "sym_size.int", Qualified: "torch.ops.aten.sym_size.int", Impl: attribute(th, "torch.ops.aten.sym_size.int")}
					return made(s.to.Create(fxgraph.CallFunction, f, []any{s.nodes[in], int64(d)}, nil, "sym_size_int"))
				}
			}
		}
	case symbolic.Pow:
		base, err := s.expression(th, e.Args[0])
		if err != nil {
			return nil, err
		}
		product := base
		for range e.Value - 1 {
			product = s.to.Create(fxgraph.CallFunction, operatorFunction(th, "mul"), []any{product, base}, nil, "")
		}
		n, ok := product.(*fxgraph.Node)
		if !ok || e.Value < 2 {
			return nil, fmt.Errorf("%w: a graph that computes the size %s", aot.ErrUnsupported, e)
		}
		return made(n)
	}
	function, ok := functionsOfNumbers[e.Kind]
	if !ok {
		return nil, fmt.Errorf("%w: a graph that computes the size %s", aot.ErrUnsupported, e)
	}
	args := e.Args
	if (e.Kind == symbolic.Mul || e.Kind == symbolic.Add) && args[0].Kind == symbolic.Const { // as programs write them
		args = append(slices.Clone(args[1:]), args[0])
	}
	left, err := s.expression(th, args[0])
	if err != nil {
		return nil, err
	}
	if len(args) == 1 {
		return made(s.to.Create(fxgraph.CallFunction, numberFunction(th, function), []any{left}, nil, ""))
	}
	for i, arg := range args[1:] {
		right, err := s.expression(th, arg)
		if err != nil {
			return nil, err
		}
		n := s.to.Create(fxgraph.CallFunction, numberFunction(th, function), []any{left, right}, nil, "")
		if i == len(args)-2 {
			return made(n)
		}
		left = n
	}
	return left, nil
}
