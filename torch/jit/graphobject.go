package jit

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// graphTypes are the types of torch._C that graphs are seen through.
var graphTypes map[string]*object.Type

var graphClass, nodeClass, valueClass, blockClass, typeClass, schemaClass, argumentClass, useClass *object.Type

func graphObject(g *ir.Graph) Value { return object.NewNative(graphClass, g) }
func nodeObject(n *ir.Node) Value {
	if n == nil {
		return object.None
	}
	return object.NewNative(nodeClass, n)
}
func valueObject(v *ir.Value) Value { return object.NewNative(valueClass, v) }
func blockObject(b *ir.Block) Value { return object.NewNative(blockClass, b) }
func typeObject(t *ir.Type) Value   { return object.NewNative(typeKinds[t.Kind], t) }

// schemaObject is the schema of a function.
func schemaObject(s *ir.Schema) Value { return object.NewNative(schemaClass, s) }

// typeKinds are the classes of types by kind.
var typeKinds = map[ir.Kind]*object.Type{}

func mustPayload[T any](v Value) T {
	p, _ := payload[T](v)
	return p
}

func iterator(th *object.Thread, items []Value) (Value, error) {
	return object.Iter(th, object.NewList(slices.Clone(items)...).Ref())
}

func valueObjects(list []*ir.Value) []Value {
	out := make([]Value, len(list))
	for i, v := range list {
		out[i] = valueObject(v)
	}
	return out
}

func nodeObjects(list []*ir.Node) []Value {
	out := make([]Value, len(list))
	for i, n := range list {
		out[i] = nodeObject(n)
	}
	return out
}

func textMethod(spec *object.Spec, f func(v Value) string) {
	spec.Str = func(th *object.Thread, v Value) (Value, error) { return object.NewStr(f(v)), nil }
	spec.Repr = spec.Str
}

// whileValid has the methods of nodes, and of values, refuse those that are no longer in a graph.
func whileValid(spec *object.Spec) {
	gone := func(v Value) error {
		n := mustPayload[*ir.Node](v)
		if x, ok := payload[*ir.Value](v); ok {
			n = x.Node()
		}
		if n != nil && n.Dead() {
			return object.RuntimeErrorf("has been invalidated")
		}
		return nil
	}
	unary := func(f object.UnaryFunc) object.UnaryFunc {
		return func(th *object.Thread, v Value) (Value, error) {
			if err := gone(v); err != nil {
				return object.Null, err
			}
			return f(th, v)
		}
	}
	for i := range spec.Methods {
		if m := &spec.Methods[i]; m.NoArgs != nil {
			m.NoArgs = unary(m.NoArgs)
		} else if f := m.Fn; f != nil {
			m.Fn = func(th *object.Thread, args, kw []Value) (Value, error) {
				if err := gone(args[0]); err != nil {
					return object.Null, err
				}
				return f(th, args, kw)
			}
		}
	}
	spec.Str = unary(spec.Str)
	spec.Repr = spec.Str
}

// identity makes objects equal that stand for the same thing.
func identity(spec *object.Spec) {
	spec.Compare = func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
		x, _ := object.AsNative(a)
		y, ok := object.AsNative(b)
		same := ok && x.V == y.V
		switch op {
		case object.Eq:
			return object.Bool(same), nil
		case object.Ne:
			return object.Bool(!same), nil
		}
		return object.NotImplemented, nil
	}
	spec.Hash = func(th *object.Thread, v Value) (int64, error) {
		n, _ := object.AsNative(v)
		switch p := n.V.(type) {
		case *ir.Value:
			return int64(p.ID), nil
		}
		return 1, nil
	}
}

func noArgs(name string, f func(th *object.Thread, v Value) (Value, error)) object.Method {
	return object.Method{Name: name, NoArgs: f}
}

func withArgs(name string, f func(th *object.Thread, args []Value) (Value, error)) object.Method {
	return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) { return f(th, args) }}
}

// checked is withArgs for a method whose operands behind self have to be what the tests, one for each, say.
func checked(name string, f func(th *object.Thread, args []Value) (Value, error), tests ...func(Value) bool) object.Method {
	return withArgs(name, func(th *object.Thread, args []Value) (Value, error) {
		ok := len(args) == 1+len(tests)
		for i := range tests {
			ok = ok && tests[i](args[1+i])
		}
		if !ok {
			return object.Null, object.TypeErrorf("%s(): incompatible function arguments", name)
		}
		return f(th, args)
	})
}

func is[T any](v Value) bool { _, ok := payload[T](v); return ok }

func isText(v Value) bool { _, ok := object.AsStr(v); return ok }

func isAny(Value) bool { return true }

func textArg(v Value) string { s, _ := object.Text(v); return s }

func intArg(v Value) int { i, _ := v.AsInt(); return int(i) }

func init() {
	graphSpec := object.Spec{Layout: object.LayoutNative, Methods: graphMethods()}
	graphSpec.New = func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
		return graphObject(ir.NewGraph()), nil
	}
	textMethod(&graphSpec, func(v Value) string { return mustPayload[*ir.Graph](v).String() })
	plain := graphSpec.Str
	graphSpec.Str = func(th *object.Thread, v Value) (Value, error) {
		if states.Of(th).placeless {
			return object.NewStr(mustPayload[*ir.Graph](v).Text(false)), nil
		}
		return plain(th, v)
	}
	graphSpec.Repr = graphSpec.Str
	graphSpec.Static = []object.Method{
		{Name: "set_global_print_source_ranges", Fn: func(th *object.Thread, args, _ []Value) (Value, error) {
			states.Of(th).placeless = len(args) > 0 && args[0] == object.False
			return object.None, nil
		}},
		{Name: "global_print_source_ranges", Fn: func(th *object.Thread, _, _ []Value) (Value, error) {
			return object.Bool(!states.Of(th).placeless), nil
		}},
	}
	graphClass = object.NewExtensionType("Graph", "torch._C", nil, graphSpec)

	nodeSpec := object.Spec{Layout: object.LayoutNative, NoNew: true, Methods: nodeMethods()}
	textMethod(&nodeSpec, func(v Value) string { return mustPayload[*ir.Node](v).String() })
	identity(&nodeSpec)
	nodeSpec.GetItem = func(th *object.Thread, v, key Value) (Value, error) {
		return nodeAttr(th, mustPayload[*ir.Node](v), textArg(key))
	}
	whileValid(&nodeSpec)
	nodeClass = object.NewExtensionType("Node", "torch._C", nil, nodeSpec)

	valueSpec := object.Spec{Layout: object.LayoutNative, NoNew: true, Methods: valueMethods()}
	textMethod(&valueSpec, func(v Value) string {
		x := mustPayload[*ir.Value](v)
		return x.Name() + " defined in (" + x.Node().String() + ")"
	})
	identity(&valueSpec)
	whileValid(&valueSpec)
	valueClass = object.NewExtensionType("Value", "torch._C", nil, valueSpec)

	blockSpec := object.Spec{Layout: object.LayoutNative, NoNew: true, Methods: blockMethods()}
	identity(&blockSpec)
	blockClass = object.NewExtensionType("Block", "torch._C", nil, blockSpec)

	useSpec := object.Spec{Layout: object.LayoutNative, NoNew: true, Getset: []object.GetsetDef{
		{Name: "user", Get: func(th *object.Thread, v Value) (Value, error) { return nodeObject(mustPayload[ir.Use](v).Node), nil }},
		{Name: "offset", Get: func(th *object.Thread, v Value) (Value, error) {
			return object.Int(int64(mustPayload[ir.Use](v).Index)), nil
		}},
	}, Methods: []object.Method{checked("isAfter", func(th *object.Thread, a []Value) (Value, error) {
		u, v := mustPayload[ir.Use](a[0]), mustPayload[ir.Use](a[1])
		if u.Node == v.Node {
			return object.Bool(u.Index > v.Index), nil
		}
		return object.Bool(v.Node.IsBefore(u.Node)), nil
	}, is[ir.Use])}}
	useClass = object.NewExtensionType("Use", "torch._C", nil, useSpec)

	schemaSpec := object.Spec{Layout: object.LayoutNative, NoNew: true, Getset: []object.GetsetDef{
		{Name: "name", Get: func(th *object.Thread, v Value) (Value, error) {
			return object.NewStr(mustPayload[*ir.Schema](v).Name), nil
		}},
		{Name: "overload_name", Get: func(th *object.Thread, v Value) (Value, error) {
			return object.NewStr(mustPayload[*ir.Schema](v).Overload), nil
		}},
		{Name: "arguments", Get: func(th *object.Thread, v Value) (Value, error) {
			return argumentList(mustPayload[*ir.Schema](v).Args), nil
		}},
		{Name: "returns", Get: func(th *object.Thread, v Value) (Value, error) {
			return argumentList(mustPayload[*ir.Schema](v).Returns), nil
		}},
		{Name: "is_mutable", Get: func(th *object.Thread, v Value) (Value, error) {
			return object.Bool(mustPayload[*ir.Schema](v).Mutates()), nil
		}},
	}}
	schemaSpec.Methods = append(schemaSpec.Methods, checked("is_backward_compatible_with", func(th *object.Thread, a []Value) (Value, error) {
		return object.Bool(mustPayload[*ir.Schema](a[0]).StandsForCallsOf(mustPayload[*ir.Schema](a[1]))), nil
	}, is[*ir.Schema]), checked("check_forward_compatible_with", func(th *object.Thread, a []Value) (Value, error) {
		ok, why := mustPayload[*ir.Schema](a[0]).StandsForOldOf(mustPayload[*ir.Schema](a[1]))
		return object.NewTuple(object.Bool(ok), object.NewStr(why)).Ref(), nil
	}, is[*ir.Schema]))
	textMethod(&schemaSpec, func(v Value) string { return mustPayload[*ir.Schema](v).String() })
	schemaSpec.Compare = func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
		x, y := mustPayload[*ir.Schema](a), mustPayload[*ir.Schema](b)
		same := x != nil && y != nil && x.Same(y)
		return object.Bool(same == (op == object.Eq)), nil
	}
	schemaSpec.Hash = func(th *object.Thread, v Value) (int64, error) {
		return object.Hash(th, object.NewStr(mustPayload[*ir.Schema](v).Key()))
	}
	schemaClass = object.NewExtensionType("FunctionSchema", "torch._C", nil, schemaSpec)

	argumentClass = object.NewExtensionType("Argument", "torch._C", nil, object.Spec{Layout: object.LayoutNative, NoNew: true, Getset: []object.GetsetDef{
		{Name: "name", Get: func(th *object.Thread, v Value) (Value, error) {
			return object.NewStr(mustPayload[*ir.Argument](v).Name), nil
		}},
		{Name: "type", Get: func(th *object.Thread, v Value) (Value, error) {
			return typeObject(mustPayload[*ir.Argument](v).Type), nil
		}},
		{Name: "real_type", Get: func(th *object.Thread, v Value) (Value, error) {
			return typeObject(mustPayload[*ir.Argument](v).RealType()), nil
		}},
		{Name: "is_out", Get: func(th *object.Thread, v Value) (Value, error) {
			return object.Bool(mustPayload[*ir.Argument](v).IsOut()), nil
		}},
		{Name: "alias_info", Get: func(th *object.Thread, v Value) (Value, error) {
			a := mustPayload[*ir.Argument](v)
			if a.Alias == "" {
				return object.None, nil
			}
			make, err := helper(th, "torch.jit._names", "alias_info")
			if err != nil {
				return object.Null, err
			}
			text := a.Alias
			if a.Type.Kind == ir.ListKind { // the sets are those of the elements
				text = "*"
				if a.Writes() {
					text = "*!"
				}
			}
			return object.Call(th, make, object.NewStr(text))
		}},
		{Name: "is_write", Get: func(th *object.Thread, v Value) (Value, error) {
			return object.Bool(mustPayload[*ir.Argument](v).Writes()), nil
		}},
		{Name: "kwarg_only", Get: func(th *object.Thread, v Value) (Value, error) {
			return object.Bool(mustPayload[*ir.Argument](v).KwOnly), nil
		}},
		{Name: "N", Get: func(th *object.Thread, v Value) (Value, error) {
			if n := mustPayload[*ir.Argument](v).Size; n > 0 {
				return object.Int(int64(n)), nil
			}
			return object.None, nil
		}},
		{Name: "default_value", Get: func(th *object.Thread, v Value) (Value, error) {
			a := mustPayload[*ir.Argument](v)
			if !a.HasDef {
				return object.None, nil
			}
			return exec.ConstantValue(th, runtimeOf(th), a.Default)
		}},
	}, Methods: []object.Method{noArgs("has_default_value", func(th *object.Thread, v Value) (Value, error) {
		return object.Bool(mustPayload[*ir.Argument](v).HasDef), nil
	})}})
	makeTypes()
	graphTypes = map[string]*object.Type{"Graph": graphClass, "Node": nodeClass, "Value": valueClass, "Block": blockClass, "Use": useClass, "FunctionSchema": schemaClass, "Argument": argumentClass, "Type": typeClass, "AliasDb": aliasClass, "TracingState": stateClass}
	for k, t := range typeKinds {
		graphTypes[string(k)] = t
	}
}

func argumentList(list []ir.Argument) Value {
	out := object.NewList()
	for i := range list {
		out.Items = append(out.Items, object.NewNative(argumentClass, &list[i]))
	}
	return out.Ref()
}

func graphMethods() []object.Method {
	g := mustPayload[*ir.Graph]
	return []object.Method{
		noArgs("inputs", func(th *object.Thread, v Value) (Value, error) { return iterator(th, valueObjects(g(v).Inputs())) }),
		noArgs("outputs", func(th *object.Thread, v Value) (Value, error) { return iterator(th, valueObjects(g(v).Outputs())) }),
		noArgs("nodes", func(th *object.Thread, v Value) (Value, error) { return iterator(th, nodeObjects(g(v).Nodes())) }),
		noArgs("copy", func(th *object.Thread, v Value) (Value, error) { return graphObject(g(v).Copy()), nil }),
		noArgs("lint", func(th *object.Thread, v Value) (Value, error) { return object.None, raised(th, ir.Lint(g(v))) }),
		noArgs("return_node", func(th *object.Thread, v Value) (Value, error) { return nodeObject(g(v).Block.Return()), nil }),
		noArgs("param_node", func(th *object.Thread, v Value) (Value, error) { return nodeObject(g(v).Block.Param()), nil }),
		noArgs("block", func(th *object.Thread, v Value) (Value, error) { return blockObject(g(v).Block), nil }),
		withArgs("str", func(th *object.Thread, a []Value) (Value, error) {
			return object.NewStr(g(a[0]).Text(len(a) < 2 || a[1] == object.True)), nil
		}),
		withArgs("addInput", func(th *object.Thread, a []Value) (Value, error) {
			name := ""
			if len(a) > 1 {
				name = textArg(a[1])
			}
			return valueObject(g(a[0]).Block.AddInput(name, ir.Tensor)), nil
		}),
		withArgs("permuteInputs", func(th *object.Thread, a []Value) (Value, error) {
			items, err := object.ToSlice(th, a[1])
			if err != nil {
				return object.Null, err
			}
			order := make([]int, len(items))
			for i, x := range items {
				if order[i], err = object.ToInt(th, x); err != nil {
					return object.Null, err
				}
			}
			if !g(a[0]).Block.Param().PermuteOutputs(order) {
				return object.Null, object.RuntimeErrorf("%v is no order of the %d inputs of the graph", order, len(g(a[0]).Inputs()))
			}
			return object.None, nil
		}),
		withArgs("eraseInput", func(th *object.Thread, a []Value) (Value, error) {
			i := intArg(a[1])
			if i < 0 || i >= len(g(a[0]).Block.Inputs()) {
				return object.Null, object.IndexErrorf("graph has no input %d", i)
			}
			g(a[0]).Block.EraseInput(i)
			return object.None, nil
		}),
		withArgs("eraseOutput", func(th *object.Thread, a []Value) (Value, error) {
			i := intArg(a[1])
			if i < 0 || i >= len(g(a[0]).Block.Outputs()) {
				return object.Null, object.IndexErrorf("graph has no output %d", i)
			}
			g(a[0]).Block.EraseOutput(i)
			return object.None, nil
		}),
		withArgs("registerOutput", func(th *object.Thread, a []Value) (Value, error) {
			b := g(a[0]).Block
			b.AddOutput(mustPayload[*ir.Value](a[1]))
			return object.Int(int64(len(b.Outputs()) - 1)), nil
		}),
		{Name: "create", Fn: graphCreate},
		checked("createClone", func(th *object.Thread, a []Value) (Value, error) {
			var failure error
			to, from, operand := g(a[0]), mustPayload[*ir.Node](a[1]), a[2]
			n := to.CopyNode(from, func(v *ir.Value) *ir.Value {
				w, err := object.Call(th, operand, valueObject(v))
				if err != nil && failure == nil {
					failure = err
				}
				if x := mustPayload[*ir.Value](w); x != nil {
					return x
				}
				return v
			})
			return nodeObject(n), failure
		}, is[*ir.Node], isAny),
		noArgs("alias_db", func(th *object.Thread, v Value) (Value, error) {
			return object.NewNative(aliasClass, ir.NewAliasDB(g(v))), nil
		}),
		{Name: "findNode", Fn: func(th *object.Thread, a, kw []Value) (Value, error) {
			if err := checkSymbol(textArg(a[1])); err != nil {
				return object.Null, err
			}
			return nodeObject(g(a[0]).FindNode(textArg(a[1]), deepArg(a, kw))), nil
		}},
		{Name: "findAllNodes", Fn: func(th *object.Thread, a, kw []Value) (Value, error) {
			if err := checkSymbol(textArg(a[1])); err != nil {
				return object.Null, err
			}
			return object.NewList(nodeObjects(g(a[0]).FindNodes(textArg(a[1]), deepArg(a, kw)))...).Ref(), nil
		}},
		withArgs("insertNode", func(th *object.Thread, a []Value) (Value, error) {
			g(a[0]).Insert(mustPayload[*ir.Node](a[1]))
			return a[1], nil
		}),
		withArgs("appendNode", func(th *object.Thread, a []Value) (Value, error) {
			mustPayload[*ir.Node](a[1]).InsertBefore(g(a[0]).Block.Return())
			return a[1], nil
		}),
		withArgs("prependNode", func(th *object.Thread, a []Value) (Value, error) {
			mustPayload[*ir.Node](a[1]).InsertAfter(g(a[0]).Block.Param())
			return a[1], nil
		}),
		withArgs("insertConstant", func(th *object.Thread, a []Value) (Value, error) {
			c, ok := constantOf(th, a[1])
			if !ok {
				return object.Null, object.RuntimeErrorf("cannot insert a constant of type %s", a[1].Type().Name)
			}
			return valueObject(g(a[0]).Constant(c, nil)), nil
		}),
		withArgs("insertGraph", func(th *object.Thread, a []Value) (Value, error) {
			items, err := object.ToSlice(th, a[2])
			if err != nil {
				return object.Null, err
			}
			vals := make([]*ir.Value, len(items))
			for i, x := range items {
				vals[i] = mustPayload[*ir.Value](x)
			}
			return object.NewList(valueObjects(g(a[0]).InsertGraph(mustPayload[*ir.Graph](a[1]), vals))...).Ref(), nil
		}),
		{Name: "insert", Fn: graphInsert},
		withArgs("setInsertPoint", func(th *object.Thread, a []Value) (Value, error) {
			if n, ok := payload[*ir.Node](a[1]); ok {
				g(a[0]).SetAt(n)
			} else if b, ok := payload[*ir.Block](a[1]); ok {
				g(a[0]).SetAtEnd(b)
			}
			return object.None, nil
		}),
		noArgs("insertPoint", func(th *object.Thread, v Value) (Value, error) { return nodeObject(g(v).At()), nil }),
		withArgs("insert_point_guard", func(th *object.Thread, a []Value) (Value, error) {
			f, err := helper(th, "torch.jit._script", "InsertPoint")
			if err != nil {
				return f, err
			}
			return object.Call(th, f, a[0], a[1])
		}),
	}
}

func deepArg(a, kw []Value) bool {
	if len(a) > 2 {
		return a[len(a)-1] == object.True
	}
	return true
}

// checkSymbol refuses kinds of nodes without a namespace.
func checkSymbol(kind string) error {
	if !strings.Contains(kind, "::") {
		return object.RuntimeErrorf("all symbols must have a namespace, <namespace>::<string>, but found: %s", kind)
	}
	return nil
}

func graphCreate(th *object.Thread, a, kw []Value) (Value, error) {
	g := mustPayload[*ir.Graph](a[0])
	if err := checkSymbol(textArg(a[1])); err != nil {
		return object.Null, err
	}
	var inputs []*ir.Value
	outputs := 1
	for _, x := range a[2:] {
		if x.IsSmallInt() {
			outputs = intArg(x)
			continue
		}
		items, err := object.ToSlice(th, x)
		if err != nil {
			return object.Null, err
		}
		for _, v := range items {
			inputs = append(inputs, mustPayload[*ir.Value](v))
		}
	}
	if slices.Contains(inputs, nil) {
		return object.Null, object.ValueErrorf("create(): inputs must be values of the graph")
	}
	return nodeObject(g.Create(textArg(a[1]), inputs, outputs)), nil
}

// graphInsert is graph.insert(kind, args): it matches an overload and gives the result.
func graphInsert(th *object.Thread, a, kw []Value) (Value, error) {
	g := mustPayload[*ir.Graph](a[0])
	items, err := object.ToSlice(th, a[2])
	if err != nil {
		return object.Null, err
	}
	args := make([]*ir.Value, len(items))
	for i, x := range items {
		if v, ok := payload[*ir.Value](x); ok {
			args[i] = v
			continue
		}
		c, ok := constantOf(th, x)
		if !ok {
			return object.Null, object.RuntimeErrorf("cannot insert a constant of type %s", x.Type().Name)
		}
		args[i] = g.Constant(c, nil)
	}
	v, err := insertOperator(g, textArg(a[1]), args)
	if err != nil {
		return object.Null, raised(th, err)
	}
	return valueObject(v), nil
}

// nodeAttr is an attribute as a Python value.
func nodeAttr(th *object.Thread, n *ir.Node, name string) (Value, error) {
	switch a := n.Attr(name).(type) {
	case ir.Constant:
		v, err := exec.ConstantValue(th, runtimeOf(th), a)
		if b, isBool := a.V.(bool); isBool && err == nil && name == "value" {
			v = object.Int(0)
			if b {
				v = object.Int(1)
			}
		}
		return v, err
	case *ir.Graph:
		return graphObject(a), nil
	}
	return object.Null, object.RuntimeErrorf("required keyword attribute '%s' is undefined", name)
}

// attrKind is the letter that names the kind of an attribute.
func attrKind(a any) string {
	switch a := a.(type) {
	case *ir.Graph:
		return "g"
	case ir.Constant:
		switch a.V.(type) {
		case int64, bool:
			return "i"
		case float64:
			return "f"
		case string, ir.DeviceName:
			return "s"
		case complex128:
			return "c"
		case ir.TensorConst:
			return "t"
		case []ir.Constant:
			return attrListKind(a.V.([]ir.Constant))
		}
	}
	return "ival"
}

// attrListKind is attrKind of lists; those of floats have the letter that PyTorch gives them.
func attrListKind(list []ir.Constant) string {
	if len(list) > 0 {
		switch list[0].V.(type) {
		case int64:
			return "is"
		case float64:
			return "c"
		case string:
			return "ss"
		case ir.TensorConst:
			return "ts"
		}
	}
	return "ival"
}

func random(n *ir.Node) bool {
	name := strings.TrimPrefix(n.Kind, "aten::")
	return slices.Contains([]string{"dropout", "feature_dropout", "alpha_dropout", "bernoulli", "multinomial", "native_dropout", "normal", "poisson", "binomial", "rrelu", "rand", "rand_like", "randint", "randint_like", "randn", "randn_like", "randperm", "bernoulli_", "uniform_", "normal_", "exponential_", "cauchy_", "geometric_", "log_normal_"}, name)
}

func valueMethods() []object.Method {
	v := mustPayload[*ir.Value]
	return []object.Method{

		noArgs("unique", func(th *object.Thread, x Value) (Value, error) { return object.Int(int64(v(x).ID)), nil }),
		noArgs("debugName", func(th *object.Thread, x Value) (Value, error) { return object.NewStr(v(x).Name()), nil }),
		withArgs("setDebugName", func(th *object.Thread, a []Value) (Value, error) {
			name := textArg(a[1])
			if !ir.ValidName(name) {
				return object.Null, object.RuntimeErrorf("Invalid name: '%s'", name)
			}
			v(a[0]).SetName(name)
			return a[0], nil
		}),
		noArgs("type", func(th *object.Thread, x Value) (Value, error) { return typeObject(v(x).Type), nil }),
		withArgs("setType", func(th *object.Thread, a []Value) (Value, error) {
			v(a[0]).Type = mustPayload[*ir.Type](a[1])
			return a[0], nil
		}),
		checked("setTypeAs", func(th *object.Thread, a []Value) (Value, error) {
			v(a[0]).Type = v(a[1]).Type
			return a[0], nil
		}, is[*ir.Value]),
		withArgs("inferTypeFrom", func(th *object.Thread, a []Value) (Value, error) {
			if t, ok := torch.Unwrap(a[1]); ok {
				v(a[0]).Type = tensorType(t)
			}
			return object.None, nil
		}),
		noArgs("isCompleteTensor", func(th *object.Thread, x Value) (Value, error) {
			s := v(x).Type.Shape
			return object.Bool(s != nil && s.Ranked && s.ScalarType != "" && !slices.ContainsFunc(s.Sizes, func(n int64) bool { return n < 0 })), nil
		}),
		noArgs("requires_grad", func(th *object.Thread, x Value) (Value, error) {
			s := v(x).Type.Shape
			return object.Bool(s == nil || s.RequiresGrad == nil || *s.RequiresGrad), nil
		}),
		noArgs("requiresGrad", func(th *object.Thread, x Value) (Value, error) {
			s := v(x).Type.Shape
			if s == nil || s.RequiresGrad == nil {
				return object.None, nil
			}
			return object.Bool(*s.RequiresGrad), nil
		}),
		noArgs("offset", func(th *object.Thread, x Value) (Value, error) { return object.Int(int64(v(x).Offset())), nil }),
		noArgs("uses", func(th *object.Thread, x Value) (Value, error) {
			out := object.NewList()
			for _, u := range v(x).Uses() {
				out.Items = append(out.Items, object.NewNative(useClass, u))
			}
			return out.Ref(), nil
		}),
		noArgs("hasUses", func(th *object.Thread, x Value) (Value, error) { return object.Bool(v(x).HasUses()), nil }),
		noArgs("node", func(th *object.Thread, x Value) (Value, error) { return nodeObject(v(x).Node()), nil }),
		withArgs("replaceAllUsesWith", func(th *object.Thread, a []Value) (Value, error) {
			v(a[0]).ReplaceAll(v(a[1]))
			return object.None, nil
		}),
		withArgs("replaceAllUsesAfterNodeWith", func(th *object.Thread, a []Value) (Value, error) {
			n := mustPayload[*ir.Node](a[1])
			v(a[0]).ReplaceIn(v(a[2]), func(u ir.Use) bool { return n.IsBefore(u.Node) })
			return object.None, nil
		}),
		withArgs("copyMetadata", func(th *object.Thread, a []Value) (Value, error) { v(a[0]).CopyMeta(v(a[1])); return a[0], nil }),
		noArgs("toIValue", func(th *object.Thread, x Value) (Value, error) {
			c, ok := v(x).ConstantOf()
			if !ok {
				return object.None, nil
			}
			return exec.ConstantValue(th, runtimeOf(th), c)
		}),
	}
}

func blockMethods() []object.Method {
	b := mustPayload[*ir.Block]
	return []object.Method{
		noArgs("nodes", func(th *object.Thread, v Value) (Value, error) { return iterator(th, nodeObjects(b(v).Nodes())) }),
		noArgs("inputs", func(th *object.Thread, v Value) (Value, error) { return iterator(th, valueObjects(b(v).Inputs())) }),
		noArgs("outputs", func(th *object.Thread, v Value) (Value, error) { return iterator(th, valueObjects(b(v).Outputs())) }),
		noArgs("returnNode", func(th *object.Thread, v Value) (Value, error) { return nodeObject(b(v).Return()), nil }),
		noArgs("paramNode", func(th *object.Thread, v Value) (Value, error) { return nodeObject(b(v).Param()), nil }),
		noArgs("owningNode", func(th *object.Thread, v Value) (Value, error) { return nodeObject(b(v).Owner()), nil }),
		withArgs("findNode", func(th *object.Thread, a []Value) (Value, error) {
			if all := b(a[0]).FindNodes(textArg(a[1]), true); len(all) > 0 {
				return nodeObject(all[0]), nil
			}
			return object.None, nil
		}),
		withArgs("findAllNodes", func(th *object.Thread, a []Value) (Value, error) {
			return object.NewList(nodeObjects(b(a[0]).FindNodes(textArg(a[1]), true))...).Ref(), nil
		}),
		withArgs("addNode", func(th *object.Thread, a []Value) (Value, error) {
			if len(a) < 3 {
				return object.Null, object.TypeErrorf("addNode() expects a kind and the inputs")
			}
			items, err := object.ToSlice(th, a[2])
			if err != nil {
				return object.Null, err
			}
			var in []*ir.Value
			for _, x := range items {
				in = append(in, mustPayload[*ir.Value](x))
			}
			n := b(a[0]).Graph().Create(textArg(a[1]), in, 1)
			n.InsertBefore(b(a[0]).Return())
			return nodeObject(n), nil
		}),
		withArgs("addInputToBlock", func(th *object.Thread, a []Value) (Value, error) {
			return valueObject(b(a[0]).AddInput("", ir.Tensor)), nil
		}),
		withArgs("registerOutput", func(th *object.Thread, a []Value) (Value, error) {
			b(a[0]).AddOutput(mustPayload[*ir.Value](a[1]))
			return object.Int(int64(len(b(a[0]).Outputs()) - 1)), nil
		}),
	}
}
