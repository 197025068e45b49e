package dynamo

import (
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
)

// canonicalPlaceholders orders the placeholders of the graph by their sources (config.canonicalize_output_graph_node_order).
func (x *translator) canonicalPlaceholders() { x.trace.Graph.SortPlaceholders(x.sourcesOfInputs()) }

// canonicalize orders and names the other nodes by what they compute, too.
func (x *translator) canonicalize() { x.trace.Graph.Canonicalize(x.sourcesOfInputs(), KeepsPlace) }

// sourcesOfInputs gives for each placeholder the text of where its value comes from.
func (x *translator) sourcesOfInputs() func(*fxgraph.Node) string {
	sources := map[*fxgraph.Node]string{}
	for _, in := range x.trace.Inputs {
		switch {
		case in.Place != nil:
			sources[in.Node] = in.Place.Text()
		case in.Random != nil:
			sources[in.Node] = in.Node.Name
		case in.Source != nil:
			sources[in.Node] = in.Source.Text()
		}
	}
	return func(n *fxgraph.Node) string { return sources[n] }
}

// KeepsPlace tells whether nothing may be moved over a node: it changes something, draws random numbers, or has no inputs, so that
// its place says when it is meant to run.
func KeepsPlace(n *fxgraph.Node) bool {
	for _, kw := range n.Kwargs {
		if kw.Name == "out" && kw.Value != nil || kw.Name == "inplace" && kw.Value == true {
			return true
		}
	}
	name, _ := n.Target.(string)
	if f, ok := n.Target.(*fxgraph.Function); ok {
		if keepPlace[f.Name] || inPlaceOperators[f.Name] && strings.HasPrefix(f.Qualified, "operator.") || len(n.Inputs()) == 0 {
			return true
		}
		if len(n.Users()) == 0 && strings.HasPrefix(f.Qualified, "torch.ops.") && f.Name != "invoke_subgraph" { // an operator that is called for its effect
			return true
		}
		name, _, _ = strings.Cut(f.Name, ".")
	} else if inPlaceOperators[strings.Trim(name, "_")] && strings.HasPrefix(name, "__") {
		return true
	}
	return strings.HasSuffix(name, "_") && !strings.HasSuffix(name, "__")
}

var keepPlace = map[string]bool{
	"rand_like": true, "randn_like": true, "randint_like": true, "bernoulli": true, "multinomial": true, "normal": true, "poisson": true,
	"_exit_autocast": true, "_exit_inference_mode": true, "_assert": true, "_assert_async": true, "_assert_scalar_default": true,
	"_assert_tensor_metadata": true, "sym_constrain_range": true, "sym_constrain_range_for_size": true, "_record_function_exit": true,
	"_check": true, "_check_is_size": true, "_set_grad_enabled": true, "_vmap_increment_nesting": true,
}

// inPlaceOperators are the functions of operator that change their first argument.
var inPlaceOperators = map[string]bool{
	"iadd": true, "isub": true, "imul": true, "itruediv": true, "ifloordiv": true, "imod": true, "ipow": true, "iand": true, "ior": true,
	"ixor": true, "ilshift": true, "irshift": true, "imatmul": true, "iconcat": true, "setitem": true, "delitem": true,
}
