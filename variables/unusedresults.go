package variables

import (
	"slices"

	"github.com/magneto-go/magneto/fxgraph"
)

// This file leaves out results of regions and of checkpointed functions that no call of theirs uses.

// dropUnusedResults does so in the graph and in all that it calls.
func (t *Trace) dropUnusedResults() {
	calls := map[string][]*fxgraph.Node{}
	var order []string
	t.collectCalls(t.Graph, calls, &order)
	for _, name := range order {
		body := t.bodies[name]
		results, ok := resultsNode(body).Args[0].(fxgraph.Tuple)
		if !ok {
			continue
		}
		var used []int // the places of those that stay
		for i := range results {
			if slices.ContainsFunc(calls[name], func(call *fxgraph.Node) bool { return usesResult(call, i) }) {
				used = append(used, i)
			}
		}
		if len(used) == 0 || len(used) == len(results) {
			continue
		}
		kept := make(fxgraph.Tuple, len(used))
		for i, at := range used {
			kept[i] = results[at]
		}
		resultsNode(body).SetArgs([]any{kept}, nil)
		for _, call := range calls[name] {
			keepResults(call, used)
		}
	}
}

// collectCalls lists the calls of regions and checkpointed functions by the names of their bodies.
func (t *Trace) collectCalls(g *fxgraph.Graph, calls map[string][]*fxgraph.Node, order *[]string) {
	for _, n := range g.Nodes() {
		f, ok := n.Target.(*fxgraph.Function)
		if !ok || f.Qualified != "torch.ops.higher_order.invoke_subgraph" && f.Qualified != "torch.ops.higher_order.tag_activation_checkpoint" || len(n.Args) == 0 {
			continue
		}
		sub, ok := n.Args[0].(*fxgraph.Node)
		if !ok {
			continue
		}
		name, _ := sub.Target.(string)
		body := t.bodies[name]
		if body == nil {
			continue
		}
		if calls[name] == nil {
			*order = append(*order, name)
		}
		if !slices.Contains(calls[name], n) {
			calls[name] = append(calls[name], n)
			t.collectCalls(body, calls, order)
		}
	}
}

func resultsNode(g *fxgraph.Graph) *fxgraph.Node {
	nodes := g.Nodes()
	return nodes[len(nodes)-1]
}

// usesResult tells whether anything reads result i of a call, or all of them at once.
func usesResult(call *fxgraph.Node, i int) bool {
	return slices.ContainsFunc(call.Users(), func(get *fxgraph.Node) bool {
		at, item := itemOf(get)
		return !item || at == int64(i) && len(get.Users()) > 0
	})
}

// itemOf tells which result of a call a node takes.
func itemOf(n *fxgraph.Node) (at int64, ok bool) {
	if f, function := n.Target.(*fxgraph.Function); !function || f.Name != "getitem" || len(n.Args) != 2 {
		return 0, false
	}
	at, ok = n.Args[1].(int64)
	return at, ok
}

// keepResults has a call give the results at some places alone.
func keepResults(call *fxgraph.Node, used []int) {
	g := call.Graph()
	for _, get := range append([]*fxgraph.Node{}, call.Users()...) {
		at, _ := itemOf(get)
		i := slices.Index(used, int(at))
		if i < 0 {
			_ = g.Erase(get)
			continue
		}
		made := g.CreateBefore(get, fxgraph.CallFunction, get.Target, []any{call, int64(i)}, nil, "")
		made.Meta = get.Meta
		get.ReplaceAllUsesWith(made)
		_ = g.Erase(get)
	}
	if examples, ok := call.Meta.Example.([]any); ok {
		kept := make([]any, len(used))
		for i, at := range used {
			kept[i] = examples[at]
		}
		call.Meta.Example = kept
	}
}
