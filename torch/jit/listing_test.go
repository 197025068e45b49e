package jit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	_ "github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
)

// TestListing lists the code of small graphs.
func TestListing(t *testing.T) {
	torch.Register()
	Register()
	th := interp.NewMachine().Main()
	for _, c := range []struct{ name, graph, want string }{
		{"three nodes", `graph(%x : Tensor, %y : Tensor):
  %n : int = prim::Constant[value=1]()
  %a : Tensor = aten::add(%x, %y, %n)
  %b : Tensor = aten::relu(%a)
  %c : Tensor = aten::mul(%b, %x)
  return (%c)`, `
inputs r0 r1
LOADC r2 = 1
  0 r3 = OP aten::add r0 r1 r2
  1 r4 = OP aten::relu r3
  2 r5 = OP aten::mul r4 r0
  3 RET r5
`},
		{"branches and loops", `graph(%n : int, %c : bool):
  %t : bool = prim::Constant[value=1]()
  %a : int = prim::If(%c)
    block0():
      -> (%n)
    block1():
      %s : int = prim::Loop(%n, %t, %n)
        block0(%i : int, %k : int):
          %m : int = aten::add(%k, %i)
          -> (%t, %m)
      -> (%s)
  return (%a)`, `
inputs r0 r1
LOADC r2 = True
  0 JF r1 -> 3
  1 r3 = MOVE r0
  2 JMP -> 15
  3 r5 = MOVE r0
  4 r6 = LOOP
  5 r7 = MOVE r2
  6 LESS r6 r0 r7 -> 13
  7 r8 = MOVE r6
  8 r9 = INT_ADD r5 r8
  9 r7 = MOVE r2
 10 r5 = MOVE r9
 11 r6 = INT_ADD r6
 12 JMP -> 6
 13 r4 = MOVE r5
 14 r3 = MOVE r4
 15 RET r3
`},
		{"several results, none, and a future", `graph(%p : (int, str), %f : Future(Tensor)):
  %a : int, %b : str = prim::TupleUnpack(%p)
  prim::Print(%b)
  %w : Tensor = aten::wait(%f)
  return (%w)`, `
inputs r0 r1
  0 r2 r3 = UNPACK r0
  1 PRINT r3
  2 r4 = OP aten::wait (WAIT) r1
  3 RET r4
`},
	} {
		g, err := ir.Parse(c.graph, true, nil, nil)
		if err != nil {
			t.Fatal(c.name, err)
		}
		code, err := exec.Compile("f", g, runtimeOf(th))
		if err != nil {
			t.Fatal(c.name, err)
		}
		if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), code.String()); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}

// TestPlanSteps follows a graph through the passes of a plan.
func TestPlanSteps(t *testing.T) {
	torch.Register()
	Register()
	th := interp.NewMachine().Main()
	g, err := ir.Parse(`graph(%x : Tensor):
  %one : int = prim::Constant[value=1]()
  %two : int = aten::add(%one, %one)
  %unused : Tensor = aten::relu(%x)
  %a : Tensor = aten::mul(%x, %two)
  %b : Tensor = aten::mul(%x, %two)
  %c : Tensor = aten::add(%a, %b, %one)
  return (%c)`, true, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, step := range planSteps {
		step.run(g, runtimeOf(th))
		var kinds []string
		for _, n := range g.Block.Nodes() {
			if n.Kind != "prim::Constant" {
				kinds = append(kinds, strings.TrimPrefix(n.Kind, "aten::"))
			}
		}
		got = append(got, step.name+": "+strings.Join(kinds, " "))
	}
	want := []string{"ConstantPropagation: mul mul add", "EliminateDeadCode: mul mul add", "EliminateCommonSubexpression: mul add", "Peephole: mul add", "UnrollLoops: mul add", "ConstantPooling: mul add"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
