package compiler_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/torch/compiler"
	_ "github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// TestGraphs builds graphs by the methods of torch.fx.Graph, and asks them.
func TestGraphs(t *testing.T) {
	th := object.NewThread()
	compiler.Register()
	const prelude = "import torch\nfrom torch.fx import Graph\ng = Graph()\n"
	for _, c := range []struct{ name, program, want string }{
		{"names", "x = g.placeholder('x'); [g.call_method('relu', (x,)) for _ in range(3)]; result = [n.name for n in g.nodes]", "['x', 'relu', 'relu_1', 'relu_2']"},
		{"dead code", "x = g.placeholder('x'); g.call_function(torch.sin, (x,)); g.output(x); result = (g.eliminate_dead_code(), len(g.nodes))", "(True, 2)"},
		{"find_nodes", "x = g.placeholder('x'); g.call_method('relu', (x,)); g.call_method('sin', (x,)); g.output(x); result = [n.name for n in g.find_nodes(op='call_method', target='sin')]", "['sin']"},
		{"users", "x = g.placeholder('x'); y = g.call_method('relu', (x,)); z = g.call_method('sin', (x,)); y.replace_all_uses_with(z); g.output(z); result = (list(x.users), y.args, len(y.users))", "([relu, sin], (x,), 0)"},
		{"erase a node in use", "x = g.placeholder('x'); y = g.call_method('relu', (x,))\ntry: g.erase_node(x)\nexcept RuntimeError as e: result = type(e).__name__", "RuntimeError"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := interp.RunMain(th, "<test>", []byte(prelude+c.program)); err != nil {
				t.Fatal(err)
			}
			main, _ := interp.MachineOf(th).Modules.Lookup("__main__")
			result, err := object.GetAttr(th, main, "result")
			if err != nil {
				t.Fatal(err)
			}
			got, err := object.StrOf(th, result)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
