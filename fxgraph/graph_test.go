package fxgraph

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// mse builds (prediction - target) ** 2 summed, as a tracer would.
func mse() *Graph {
	g := New()
	function := func(name string) *Function { return &Function{Name: name, Qualified: "operator." + name} }
	p := g.Create(Placeholder, "L_prediction_", nil, nil, "")
	q := g.Create(Placeholder, "L_target_", nil, nil, "")
	p.Type, q.Type = "torch.Tensor", "torch.Tensor"
	sub := g.Create(CallFunction, function("sub"), []any{p, q}, nil, "")
	pow := g.Create(CallFunction, function("pow"), []any{sub, int64(2)}, nil, "")
	pow.Rename("difference")
	sum := g.Create(CallMethod, "sum", []any{pow}, nil, "")
	g.Create(Output, "output", []any{Tuple{sum}}, nil, "")
	return g
}

func TestListing(t *testing.T) {
	want := `graph():
    %l_prediction_ : torch.Tensor [num_users=1] = placeholder[target=L_prediction_]
    %l_target_ : torch.Tensor [num_users=1] = placeholder[target=L_target_]
    %sub : [num_users=1] = call_function[target=operator.sub](args = (%l_prediction_, %l_target_), kwargs = {})
    %difference : [num_users=1] = call_function[target=operator.pow](args = (%sub, 2), kwargs = {})
    %sum_1 : [num_users=1] = call_method[target=sum](args = (%difference,), kwargs = {})
    return (sum_1,)`
	if diff := cmp.Diff(want, mse().String()); diff != "" {
		t.Error(diff)
	}
}

func TestCode(t *testing.T) {
	want := `


def forward(self, L_prediction_ : torch.Tensor, L_target_ : torch.Tensor):
    l_prediction_ = L_prediction_
    l_target_ = L_target_
    sub = l_prediction_ - l_target_;  l_prediction_ = l_target_ = None
    difference = sub ** 2;  sub = None
    sum_1 = difference.sum();  difference = None
    return (sum_1,)
    `
	if diff := cmp.Diff(want, mse().Code()); diff != "" {
		t.Error(diff)
	}
}

func TestNames(t *testing.T) {
	ns := NewNamespace()
	for _, c := range [][2]string{
		{"add", "add"}, {"add", "add_1"}, {"sum", "sum_1"}, {"sum", "sum_2"}, {"list", "list_1"},
		{"x_3", "x_3"}, {"x", "x"}, {"x", "x_4"}, {"L['x']", "L_x_"}, {"3d", "_3d"}, {"total", "total"}, {"total", "total_1"},
	} {
		if got := ns.Create(c[0]); got != c[1] {
			t.Errorf("Create(%q) = %q, want %q", c[0], got, c[1])
		}
	}
}

func TestReplaceAndErase(t *testing.T) {
	g := mse()
	nodes := g.Nodes()
	if err := g.Erase(nodes[2]); err == nil {
		t.Error("a node with users was erased")
	}
	if users := nodes[2].ReplaceAllUsesWith(nodes[0]); len(users) != 1 || users[0] != nodes[3] {
		t.Errorf("users = %v", users)
	}
	if err := g.Erase(nodes[2]); err != nil {
		t.Error(err)
	}
	if err := g.Lint(); err != nil {
		t.Error(err)
	}
	if !g.EliminateDeadCode(func(*Node) bool { return true }) == false {
		t.Error("impure nodes were erased")
	}
}

func TestRepr(t *testing.T) {
	for _, c := range []struct {
		in   any
		want string
	}{
		{nil, "None"}, {true, "True"}, {int64(-3), "-3"}, {2.0, "2.0"}, {1e16, "1e+16"}, {1e-5, "1e-05"}, {0.1, "0.1"},
		{complex(0, 2), "2j"}, {complex(1, -2), "(1-2j)"}, {"it's", `"it's"`}, {Tuple{int64(1)}, "(1,)"},
		{List{"a", nil}, "['a', None]"}, {Slice{nil, int64(2), nil}, "slice(None, 2, None)"}, {Ellipsis, "Ellipsis"},
		{Dict{{"k", int64(1)}}, "{'k': 1}"},
	} {
		if got := Repr(c.in); got != c.want {
			t.Errorf("Repr(%v) = %s, want %s", c.in, got, c.want)
		}
	}
}
