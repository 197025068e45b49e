package jit

import (
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/script/quant"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// insertOperator puts a call of an operator into a graph; missing operands take their defaults.
func insertOperator(g *ir.Graph, kind string, args []*ir.Value) (*ir.Value, error) {
	n := g.Create(kind, args, 0)
	s := ir.MatchSchema(n)
	if s == nil {
		return nil, object.RuntimeErrorf("Arguments for call are not valid: no overload of %s takes them", kind)
	}
	for len(n.Inputs) < len(s.Args) {
		n.AddInput(g.Constant(s.Args[len(n.Inputs)].Default, nil))
	}
	for _, r := range s.Returns {
		t := r.Type
		if t.ContainsFree() {
			t = args[0].Type
		}
		n.AddOutput(t)
	}
	g.Insert(n)
	if len(n.Outputs) == 0 {
		return g.Constant(ir.Constant{}, nil), nil
	}
	return n.Outputs[0], nil
}

// graphFunctions are the functions of torch._C on graphs.
func graphFunctions() map[string]object.CallFunc {
	g := mustPayload[*ir.Graph]
	onGraph := func(f func(th *object.Thread, g *ir.Graph, args []Value) Value) object.CallFunc {
		return func(th *object.Thread, args, kw []Value) (Value, error) {
			if len(args) == 0 || g(args[0]) == nil {
				return object.Null, object.TypeErrorf("a Graph is expected")
			}
			g(args[0]).Log = logOf(th)
			return f(th, g(args[0]), args[1:]), nil
		}
	}
	pass := func(f func(th *object.Thread, g *ir.Graph)) object.CallFunc {
		return onGraph(func(th *object.Thread, g *ir.Graph, _ []Value) Value { f(th, g); return object.None })
	}
	return map[string]object.CallFunc{
		"parse_ir": func(th *object.Thread, args, kw []Value) (Value, error) {
			keep := false
			out, err := ir.Parse(textArg(args[0]), keep, nil, parseTensor)
			if err != nil {
				return object.Null, raised(th, err)
			}
			return graphObject(out), nil
		},
		"parse_type": func(th *object.Thread, args, _ []Value) (Value, error) {
			t, err := ir.ParseType(textArg(args[0]), nil)
			if err != nil {
				return object.Null, raised(th, err)
			}
			return typeObject(t), nil
		},
		"parse_schema": func(th *object.Thread, args, _ []Value) (Value, error) {
			s, err := ir.ParseSchema(textArg(args[0]))
			if err != nil {
				return object.Null, raised(th, err)
			}
			return schemaObject(s), nil
		},
		"unify_type_list": func(th *object.Thread, args, _ []Value) (Value, error) {
			items, err := object.ToSlice(th, args[0])
			if err != nil || len(items) == 0 {
				return object.Null, object.RuntimeErrorf("unify_type_list needs at least one type")
			}
			t := mustPayload[*ir.Type](items[0])
			for _, x := range items[1:] {
				if u := ir.Unify(t, mustPayload[*ir.Type](x), false); u != nil {
					t = u
				} else {
					return object.Null, object.RuntimeErrorf("Could not unify %s and %s", t, mustPayload[*ir.Type](x))
				}
			}
			return typeObject(t), nil
		},
		"_jit_pass_fold_frozen_conv_bn":         foldKinds([]string{"aten::batch_norm"}),
		"_jit_pass_fold_frozen_conv_add_or_sub": foldKinds([]string{"aten::add", "aten::sub"}),
		"_jit_pass_fold_frozen_conv_mul_or_div": foldKinds([]string{"aten::mul", "aten::div"}),
		"_create_function_from_graph": func(th *object.Thread, args, _ []Value) (Value, error) {
			return functionObject(functionOfGraph(textArg(args[0]), g(args[1]))), nil
		},
		"_jit_get_schemas_for_operator": func(th *object.Thread, args, _ []Value) (Value, error) {
			out := object.NewList()
			list := ir.Overloads(textArg(args[0]))
			if list == nil {
				list = customSchemas(th, textArg(args[0]))
			}
			for _, s := range list {
				out.Items = append(out.Items, schemaObject(s))
			}
			return out.Ref(), nil
		},
		"_jit_pass_canonicalize": func(th *object.Thread, args, _ []Value) (Value, error) {
			return graphObject(ir.Canonicalize(g(args[0]), len(args) < 2 || args[1] == object.True)), nil
		},
		"_jit_pass_dce":       pass(func(_ *object.Thread, g *ir.Graph) { ir.EliminateDead(g, false) }),
		"_jit_pass_dce_graph": pass(func(_ *object.Thread, g *ir.Graph) { ir.EliminateDead(g, true) }),
		"_jit_pass_dce_allow_deleting_nodes_with_side_effects": pass(func(_ *object.Thread, g *ir.Graph) { ir.EliminateDeadEffects(g) }),
		"_jit_pass_constant_propagation":                       pass(func(th *object.Thread, g *ir.Graph) { ir.PropagateConstants(g, runtimeOf(th), false) }),
		"_jit_pass_constant_propagation_immutable_types":       pass(func(th *object.Thread, g *ir.Graph) { ir.PropagateConstants(g, runtimeOf(th), true) }),
		"_jit_pass_constant_pooling":                           pass(func(_ *object.Thread, g *ir.Graph) { ir.PoolConstants(g) }),
		"_jit_pass_lower_all_tuples":                           pass(func(_ *object.Thread, g *ir.Graph) { ir.LowerAllTuples(g) }),
		"_jit_pass_cse":                                        pass(func(_ *object.Thread, g *ir.Graph) { ir.CommonSubexpressions(g) }),
		"_freeze_module": func(th *object.Thread, args, kw []Value) (Value, error) {
			f, err := helper(th, "torch.jit._objects", "freeze_module")
			if err != nil {
				return f, err
			}
			return object.CallArgs(th, f, append([]Value(nil), args...), kw)
		},
		"_jit_pass_remove_mutation": onGraph(func(_ *object.Thread, g *ir.Graph, _ []Value) Value {
			lists := ir.RemoveListMutation(g)
			return object.Bool(ir.RemoveTensorMutation(g, nil) || lists)
		}),
		"_jit_pass_remove_list_mutation": onGraph(func(_ *object.Thread, g *ir.Graph, _ []Value) Value { return object.Bool(ir.RemoveListMutation(g)) }),
		"_jit_pass_remove_tensor_mutation": onGraph(func(_ *object.Thread, g *ir.Graph, _ []Value) Value {
			return object.Bool(ir.RemoveTensorMutation(g, nil))
		}),
		"_jit_pass_create_autodiff_subgraphs": onGraph(func(_ *object.Thread, g *ir.Graph, more []Value) Value {
			threshold := 2
			if len(more) > 0 {
				threshold = intArg(more[0])
			}
			ir.CreateAutodiffSubgraphs(g, threshold)
			return object.None
		}),
		"_jit_pass_peephole": onGraph(func(_ *object.Thread, g *ir.Graph, more []Value) Value {
			if len(more) > 0 && more[0] == object.True {
				ir.PeepholeWithoutShapes(g)
			} else {
				ir.Peephole(g)
			}
			return object.None
		}),
		"_new_symbolic_shape_symbol": func(th *object.Thread, _, _ []Value) (Value, error) {
			return object.Int(states.Of(th).sizes.fresh()), nil
		},
		"_jit_pass_loop_unrolling":          pass(func(_ *object.Thread, g *ir.Graph) { ir.UnrollLoops(g) }),
		"_jit_pass_normalize_ops":           pass(func(_ *object.Thread, g *ir.Graph) { ir.NormalizeOperators(g) }),
		"_jit_pass_erase_shape_information": pass(func(_ *object.Thread, g *ir.Graph) { ir.EraseShapes(g) }),
		"_jit_pass_lint": func(th *object.Thread, args, _ []Value) (Value, error) {
			return object.None, raised(th, ir.Lint(g(args[0])))
		},
		"_jit_pass_inplace_to_functional_activation": pass(func(_ *object.Thread, g *ir.Graph) { ir.FunctionalActivations(g) }),
		"_jit_pass_functional_to_inplace_activation": pass(func(_ *object.Thread, g *ir.Graph) { ir.InplaceActivations(g) }),
		"_jit_pass_dedup_module_uses":                singleUses,
		"_jit_pass_replicate_dequantize":             pass(func(_ *object.Thread, g *ir.Graph) { quant.Replicate(g) }),
		"_jit_pass_swap_functional_linear":           pass(func(_ *object.Thread, g *ir.Graph) { quant.PlainLinears(g) }),
		"_jit_pass_quant_fusion":                     pass(func(_ *object.Thread, g *ir.Graph) { quant.Fuse(g, false) }),
		"_jit_pass_fuse_linear":                      pass(func(_ *object.Thread, g *ir.Graph) { ir.FuseLinear(g) }),
		"_jit_pass_decompose_ops": pass(func(th *object.Thread, g *ir.Graph) {
			if ir.DecomposeAddmm(g) {
				ir.PropagateConstants(g, runtimeOf(th), false)
				ir.EliminateDead(g, true)
			}
		}),
		"_jit_pass_inline_fork_wait": pass(func(_ *object.Thread, g *ir.Graph) { ir.InlineForks(g) }),
		"_jit_pass_peephole_list_idioms": func(th *object.Thread, args, kw []Value) (Value, error) {
			return object.Bool(ir.ListIdioms(g(args[0]), len(args) > 1 && args[1] == object.True)), nil
		},
		"_jit_pass_autocast": func(th *object.Thread, args, _ []Value) (Value, error) {
			if err := ir.Autocast(mustPayload[*ir.Graph](args[0]), autocastClass, precisionsAround(th)); err != nil {
				return object.Null, object.RuntimeErrorf("%s", err)
			}
			return object.None, nil
		},
		"_jit_pass_batch_mm": pass(func(_ *object.Thread, g *ir.Graph) { ir.BatchProducts(g) }),
		"_jit_interpret_graph": func(th *object.Thread, args, _ []Value) (Value, error) {
			if len(args) != 2 || g(args[0]) == nil {
				return object.Null, object.TypeErrorf("_jit_interpret_graph(): incompatible function arguments")
			}
			given, err := object.ToSlice(th, args[1])
			if err != nil {
				return object.Null, err
			}
			if len(given) != len(g(args[0]).Inputs()) {
				return object.Null, object.RuntimeErrorf("the graph has %d inputs, not %d", len(g(args[0]).Inputs()), len(given))
			}
			code, err := exec.Compile("", g(args[0]).Copy(), runtimeOf(th))
			if err != nil {
				return object.Null, raised(th, err)
			}
			return exec.RunCode(th, code, runtimeOf(th), given)
		},
		"run_node": func(th *object.Thread, args, _ []Value) (Value, error) {
			n := mustPayload[*ir.Node](args[0])
			given, err := object.ToSlice(th, args[1])
			if n == nil || err != nil {
				return object.Null, object.TypeErrorf("run_node() expects a node and its operands")
			}
			f := exec.OperatorOf(n, runtimeOf(th))
			if f == nil {
				return object.Null, object.Raisef(object.NotImplementedError, "magneto: the operator %s has no implementation in scripts", n.Kind)
			}
			return f(th, given)
		},
		"_jit_erase_non_input_shape_information": pass(func(_ *object.Thread, g *ir.Graph) {
			types := make([]*ir.Type, len(g.Inputs()))
			for i, v := range g.Inputs() {
				types[i] = v.Type
			}
			ir.EraseShapes(g)
			for i, v := range g.Inputs() {
				v.Type = types[i]
			}
		}),
		"_jit_pass_propagate_shapes_on_graph": pass(func(th *object.Thread, g *ir.Graph) { propagate(th, g, ofSizes) }),
		"_jit_pass_propagate_dtype":           onGraph(func(th *object.Thread, g *ir.Graph, _ []Value) Value { return object.Bool(propagate(th, g, ofDType)) }),
		"_jit_pass_propagate_device":          onGraph(func(th *object.Thread, g *ir.Graph, _ []Value) Value { return object.Bool(propagate(th, g, ofDevice)) }),
		"_jit_pass_complete_shape_analysis": func(th *object.Thread, args, _ []Value) (Value, error) {
			if len(args) != 3 || g(args[0]) == nil {
				return object.Null, object.TypeErrorf("_jit_pass_complete_shape_analysis(): incompatible function arguments")
			}
			given, err := object.ToSlice(th, args[1])
			if err != nil {
				return object.Null, err
			}
			return object.None, completeShapes(th, g(args[0]), given)
		},
		"_propagate_shapes": func(th *object.Thread, args, _ []Value) (Value, error) {
			if len(args) != 3 || g(args[0]) == nil {
				return object.Null, object.TypeErrorf("_propagate_shapes(): incompatible function arguments")
			}
			given, err := object.ToSlice(th, args[1])
			if err != nil {
				return object.Null, err
			}
			out, err := rankedShapes(th, g(args[0]), given)
			if err != nil {
				return object.Null, err
			}
			return graphObject(out), nil
		},
		"_jit_pass_erase_number_types": pass(func(_ *object.Thread, g *ir.Graph) {
			ir.EraseNumbers(g, func(c ir.Constant) ir.Constant {
				return ir.Constant{V: tensorConst{t: tensor.Scalar(elementOfNumber(c.V), c.V)}}
			})
		}),
		"_jit_pass_refine_tuple_types":             pass(func(_ *object.Thread, g *ir.Graph) { ir.RefineTupleTypes(g) }),
		"_jit_pass_integer_value_refinement":       onGraph(func(_ *object.Thread, g *ir.Graph, _ []Value) Value { ir.RefineIntegers(g); return object.None }),
		"_jit_pass_refine_integer_values":          pass(func(_ *object.Thread, g *ir.Graph) { ir.RefineIntegers(g) }),
		"_jit_pass_constant_loop_unrolling":        pass(func(_ *object.Thread, g *ir.Graph) { ir.UnrollConstantLoops(g) }),
		"_jit_pass_create_functional_graphs":       pass(func(_ *object.Thread, g *ir.Graph) { ir.CreateFunctionalGraphs(g) }),
		"_jit_pass_inline_functional_graphs":       pass(func(_ *object.Thread, g *ir.Graph) { ir.InlineFunctionalGraphs(g) }),
		"_jit_pass_fold_frozen_linear_bn":          foldLinear,
		"_jit_pass_transpose_frozen_linear":        transposeLinear,
		"_jit_pass_concat_frozen_linear":           onGraph(func(*object.Thread, *ir.Graph, []Value) Value { return object.False }), // which is for other devices
		"_jit_pass_replace_old_ops_with_upgraders": pass(func(*object.Thread, *ir.Graph) {}),                                        // graphs have no operators of old versions
		"_jit_pass_lower_graph":                    lowerGraph,
		"_jit_pass_custom_pattern_based_rewrite":   rewriteModule,
		"_jit_pass_remove_dropout":                 removeDropout,
		"_jit_pass_remove_expands":                 pass(func(_ *object.Thread, g *ir.Graph) { ir.RemoveExpands(g) }),
		"_jit_pass_inline": func(th *object.Thread, args, _ []Value) (Value, error) {
			g(args[0]).Log = logOf(th)
			return object.None, raised(th, ir.Inline(g(args[0]), runtimeOf(th)))
		},
		"_jit_pass_custom_pattern_based_rewrite_graph": func(th *object.Thread, args, _ []Value) (Value, error) {
			pattern, err := ir.Parse(textArg(args[0]), len(args) > 3, nil, nil)
			if err != nil {
				return object.Null, raised(th, err)
			}
			by, err := ir.Parse(textArg(args[1]), false, nil, nil)
			if err != nil {
				return object.Null, raised(th, err)
			}
			var places *ir.StandsFor
			if len(args) > 3 {
				places = &ir.StandsFor{}
				if places.Pairs, err = pairsOfNames(th, args[3]); err != nil {
					return object.Null, err
				}
				if places.Named, err = ir.Parse(textArg(args[1]), true, nil, nil); err != nil {
					return object.Null, raised(th, err)
				}
			}
			if err := ir.RewritePattern(g(args[2]), pattern, by, places); err != nil {
				return object.Null, object.RuntimeErrorf("%s", err)
			}
			return object.None, nil
		},
	}
}

// pairsOfNames are the pairs of texts in a list.
func pairsOfNames(th *object.Thread, list Value) ([][2]string, error) {
	items, err := object.ToSlice(th, list)
	if err != nil {
		return nil, err
	}
	var out [][2]string
	for _, x := range items {
		pair, err := object.ToSlice(th, x)
		if err != nil {
			return nil, err
		}
		if len(pair) != 2 {
			return nil, object.TypeErrorf("pairs of names are expected")
		}
		out = append(out, [2]string{textArg(pair[0]), textArg(pair[1])})
	}
	return out, nil
}

// functionOfGraph makes a function of a graph, with a schema from its inputs and outputs.
func functionOfGraph(name string, graph *ir.Graph) *ir.Function {
	f := &ir.Function{Name: name, Qualified: "__torch__." + name, Graph: graph, Schema: &ir.Schema{Name: name}}
	for _, v := range graph.Inputs() {
		f.Schema.Args = append(f.Schema.Args, ir.Argument{Name: argumentName(v), Type: v.Type.Unshaped()})
	}
	for _, v := range graph.Outputs() {
		f.Schema.Returns = append(f.Schema.Returns, ir.Argument{Type: v.Type.Unshaped()})
	}
	return f
}

func argumentName(v *ir.Value) string {
	if v.HasName() {
		return v.BaseName()
	}
	return "argument_" + v.Name()
}

// elementOfNumber is the element type of the tensor that a number of a script becomes.
func elementOfNumber(v any) tensor.DType {
	switch v.(type) {
	case float64:
		return tensor.Float64
	case bool:
		return tensor.Bool
	case complex128:
		return tensor.Complex128
	}
	return tensor.Int64
}

// parseTensor makes the tensor of a constant in a text.
func parseTensor(t *ir.Type, elements []any) (ir.TensorConst, error) {
	dtype := tensor.Int64
	if _, ok := elements[0].(float64); ok {
		dtype = tensor.Float32
	}
	var sizes, strides []int
	if s := t.Shape; s != nil {
		if d, ok := dtypeNamed(s.ScalarType); ok {
			dtype = d
		}
		for _, n := range s.Sizes {
			if n != 1 {
				return nil, object.RuntimeErrorf("a constant tensor of more than one element cannot be read")
			}
			sizes, strides = append(sizes, 1), append(strides, 1)
		}
	}
	switch v := elements[0].(type) {
	case float64:
		if dtype.IsIntOrBool() {
			elements[0] = int64(v)
		}
	case int64:
	default:
		return nil, object.RuntimeErrorf("a constant tensor of this kind cannot be read")
	}
	return tensorConst{t: tensor.Scalar(dtype, elements[0]).ViewOf(sizes, strides, 0)}, nil
}

// lowerSelf makes the attributes of an inlined method's module that have the given paths inputs of its graph, in the place of the module.
func lowerSelf(_ *object.Thread, args, _ []Value) (Value, error) {
	g := mustPayload[*ir.Graph](args[0])
	var names []string
	items, _ := object.AsList(args[1])
	for _, v := range items.Items {
		names = append(names, textArg(v))
	}
	reads := map[string][]*ir.Node{}
	for _, n := range g.FindNodes("prim::GetAttr", true) {
		if path := attrPath(n.Output()); path != "" {
			reads[path] = append(reads[path], n)
		}
	}
	for _, name := range names {
		in := g.Block.AddInput("", ir.Tensor)
		for _, n := range reads[name] {
			n.Output().ReplaceAll(in)
		}
	}
	ir.EliminateDead(g, true)
	if self := g.Inputs()[0]; !self.HasUses() {
		g.Block.EraseInput(0)
	}
	return object.None, nil
}
