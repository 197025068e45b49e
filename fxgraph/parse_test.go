package fxgraph

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const listing = `graph():
    %s77 : torch.SymInt [num_users=1] = placeholder[target=s77]
    %l_x_ : torch.Tensor [num_users=3] = placeholder[target=L_x_]
    %cond_true_0 : [num_users=1] = get_attr[target=cond_true_0]
    %view : [num_users=1] = call_method[target=view](args = (%l_x_, -1, %s77), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%l_x_, (slice(None, 2, None), Ellipsis)), kwargs = {})
    %stack : [num_users=1] = call_function[target=torch.stack](args = ([%view, %getitem],), kwargs = {dim: 1})
    %pad : [num_users=1] = call_function[target=torch._C._nn.pad](args = (%stack, (1, 1), constant, 0.5), kwargs = {dtype: torch.float32})
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%pad, %cond_true_0, (%l_x_,)), kwargs = {})
    return (cond, None)`

func TestParse(t *testing.T) {
	g, err := Parse(listing)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(listing, g.String()); diff != "" {
		t.Error(diff)
	}
	if err := g.Lint(); err != nil {
		t.Error(err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, text := range []string{
		"", "graph()", "graph():\n %x : [num_users=0] = frobnicate[target=x]",
		"graph():\n %x : [num_users=0] = call_method[target=f](args = (%y,), kwargs = {})",
		"graph():\n return (x,)\n return (x,)",
		"graph():\n %x : [num_users=0] = placeholder[target=x]\n %x : [num_users=0] = placeholder[target=x]",
	} {
		if g, err := Parse(text); err == nil {
			t.Errorf("%q parsed as %s", text, g)
		}
	}
}

// FuzzParse checks that a graph that reads prints as text that reads as the same graph.
func FuzzParse(f *testing.F) {
	f.Add(listing)
	f.Add("graph():\n    return ()")
	f.Add("graph():\n    %a : [num_users=0] = placeholder[target=a](default=-1.5)\n    return {k: [a, None]}")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text)
		if err != nil {
			return
		}
		_ = g.Code()
		again, err := Parse(g.String())
		if err != nil {
			t.Fatalf("%q\nprints\n%s\nwhich does not parse: %v", text, g, err)
		}
		if again.String() != g.String() {
			t.Fatalf("read back differently:\n%s\n%s", g, again)
		}
	})
}
