package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/vm"
)

// breaking has a graph break and a recompile.
const breaking = `import torch

@torch.compile(backend="eager")
def f(x, n):
    y = x + n
    print("side")
    return y * 2

f(torch.ones(2), 3)
f(torch.ones(2), 4)
`

func TestInspectText(t *testing.T) {
	dir := write(t, "p.py", breaking)
	got := magneto(t, dir, nil, "", "inspect", "--show", "graphs,breaks,recompiles", "p.py")
	want := `side
side
=== magneto inspect p.py: 3 graphs, 2 graph breaks, 1 recompile ===

--- graph break f (p.py:6)
Failed to trace builtin operator: Dynamo does not know how to trace builtin operator ` + "`print`" + ` with argument types ['str'] (has_kwargs False)
  at p.py:6 in f: print("side")

--- graph [0/0] f (p.py:3)
class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[2][1]cpu"):
        l_x_ = L_x_

        # File: p.py:5 in f, code: y = x + n
        y: "f32[2][1]cpu" = l_x_ + 3;  l_x_ = None
        return (y,)

--- graph [1/0] torch_dynamo_resume_in_f_at_6 (p.py:6)
class GraphModule(torch.nn.Module):
    def forward(self, L_y_: "f32[2][1]cpu"):
        l_y_ = L_y_

        # File: p.py:7 in torch_dynamo_resume_in_f_at_6, code: return y * 2
        mul: "f32[2][1]cpu" = l_y_ * 2;  l_y_ = None
        return (mul,)

--- recompile [0/1] f (p.py:3)
  - 0/0: n == 3  # y = x + n  # p.py:5 in f

--- graph break f (p.py:6)
Failed to trace builtin operator: Dynamo does not know how to trace builtin operator ` + "`print`" + ` with argument types ['str'] (has_kwargs False)
  at p.py:6 in f: print("side")

--- graph [0/1] f (p.py:3)
class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[2][1]cpu", L_n_: "Sym(s86)"):
        l_x_ = L_x_
        l_n_ = L_n_

        # File: p.py:5 in f, code: y = x + n
        y: "f32[2][1]cpu" = l_x_ + l_n_;  l_x_ = l_n_ = None
        return (y,)
`
	expect(t, got, exitOK, "...", "")
	if diff := cmp.Diff(want, got.stdout); diff != "" {
		t.Errorf("report differs (-want +got):\n%s", diff)
	}
	guards := magneto(t, dir, nil, "", "inspect", "--show", "guards", "p.py")
	expect(t, guards, exitOK, "--- guards [0/0] f (p.py:3)\n  EQUALS_MATCH: L['n'] == 3  # y = x + n  # p.py:5 in f\n  TENSOR_MATCH: check_tensor(L['x'], Tensor,", "")
	bytecode := magneto(t, dir, nil, "", "inspect", "--show", "bytecode", "p.py")
	expect(t, bytecode, exitOK, "--- bytecode [0/0] f (p.py:3)\noriginal:\n  3      RESUME                   0\n", "")
	expect(t, bytecode, exitOK, "\nmodified:\n", "")
	expect(t, bytecode, exitOK, "(__compiled_fn_1 + NULL)\n", "")
}

func TestInspectJSON(t *testing.T) {
	dir := write(t, "p.py", breaking)
	expect(t, magneto(t, dir, nil, "", "inspect", "--format", "json", "-o", "report.json", "p.py"), exitOK, "side\nside\n", "")
	text, err := os.ReadFile(filepath.Join(dir, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r report
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, e := range r.Entries {
		kinds = append(kinds, strings.TrimSpace(e.Kind+" "+e.ID))
	}
	want := []string{"graph break", "graph 0/0", "guards 0/0", "graph 1/0", "guards 1/0", "recompile 0/1", "graph break", "graph 0/1", "guards 0/1"}
	if diff := cmp.Diff(want, kinds); diff != "" || r.Graphs != 3 || r.Breaks != 2 || r.Again != 1 || r.Script != "p.py" {
		t.Errorf("%d graphs, %d breaks, %d recompiles; events (-want +got):\n%s", r.Graphs, r.Breaks, r.Again, diff)
	}
}

// TestInspectFailingProgram reports what was compiled before the exception, and keeps the status.
func TestInspectFailingProgram(t *testing.T) {
	dir := write(t, "p.py", "import torch\ntorch.compile(lambda x: x + 1)(torch.ones(1))\n1 / 0\n")
	expect(t, magneto(t, dir, nil, "", "inspect", "p.py"), exitFailed, "inspect p.py: 1 graph, 0 graph breaks, 0 recompiles", "ZeroDivisionError")
	got := magneto(t, dir, nil, "", "inspect", "--format", "json", "-c", "1 / 0")
	expect(t, got, exitFailed, `"events": []`, "ZeroDivisionError")
}

// TestInspectOptions takes the options of run, and says where one of its own stands where the program gets it.
func TestInspectOptions(t *testing.T) {
	dir := write(t, "p.py", "import sys, torch\ntorch.compile(lambda x: x + 1)(torch.ones(1))\nprint(sys.argv[1:])\n", "loop.py", "while True: pass")
	got := magneto(t, dir, nil, "", "inspect", "--show", "breaks", "--backend", "eager", "--stats", "p.py", "a", "--show=graphs", "-x")
	expect(t, got, exitOK, "['a', '--show=graphs', '-x']\n=== magneto inspect p.py: 1 graph,",
		"magneto: --show behind the program's name is an argument of the program; options of inspect stand before it\nmagneto: 1 graph compiled\n")
	expect(t, magneto(t, dir, nil, "", "inspect", "--max-steps", "100", "loop.py"), vm.ExitLimit, "=== magneto inspect loop.py: 0 graphs", "magneto: limit of 100 steps reached")
}

// prefix is what stands before each line of a log: level, time, process, place.
var prefix = regexp.MustCompile(`(?m)^V\d{4} [\d:.]+ \d+ torch/_dynamo/\w+\.py:\d+\] `)

func TestLogs(t *testing.T) {
	dir := write(t, "p.py", breaking)
	for _, c := range []struct {
		artifacts string
		want      []string
	}{
		{"graph_code", []string{
			"[0/0_1] [__graph_code]  ===== __compiled_fn_1 =====\n",
			"[0/0_1] [__graph_code]     def forward(self, L_x_: \"f32[2][1]cpu\"):\n",
			"[0/1_1] [__graph_code]         y: \"f32[2][1]cpu\" = l_x_ + l_n_;  l_x_ = l_n_ = None\n"}},
		{"guards", []string{
			"[0/0_1] [__guards] TREE_GUARD_MANAGER:\n",
			"[0/0_1] [__guards] +- RootGuardManager\n",
			"EQUALS_MATCH: L['n'] == 3"}},
		{"recompiles", []string{
			"[0/1] [__recompiles] Recompiling function f in DIR/p.py:3\n",
			"[__recompiles]     triggered by the following guard failure(s):\n",
			"[__recompiles]     - 0/0: n == 3"}},
		{"graph_breaks", []string{
			"[__graph_breaks] Graph break in user code at DIR/p.py:6\n",
			"[__graph_breaks] Graph Break Reason: Encountered graph break when attempting to trace CALL: a function call, e.g. f(x, y):\n",
			"[__graph_breaks] Failed to trace builtin operator\n",
			"[0/0] [__graph_breaks]   File \"DIR/p.py\", line 6, in f\n",
			"[__graph_breaks]     print(\"side\")\n"}},
		{"bytecode", []string{
			"[0/0] [__bytecode] ORIGINAL BYTECODE f DIR/p.py line 3",
			"[0/0_1] [__bytecode] MODIFIED BYTECODE f DIR/p.py line 3",
			"(__compiled_fn_1 + NULL)\n"}},
		{"dynamo", []string{"[0/0] Step 1: torchdynamo start tracing f DIR/p.py:3\n", "Step 2: done compiler function "}},
		{"+dynamo,-guards", []string{"[__graph_code]", "[__recompiles]"}},
	} {
		t.Run(c.artifacts, func(t *testing.T) {
			t.Parallel()
			got := magneto(t, dir, []string{"TORCH_LOGS=" + c.artifacts}, "", "run", "p.py")
			expect(t, got, exitOK, "side\nside\n", "...")
			text := strings.ReplaceAll(prefix.ReplaceAllString(got.stderr, ""), dir, "DIR")
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("the log lacks %q:\n%s", want, text)
				}
			}
			for _, a := range []string{"graph_code", "guards", "recompiles", "graph_breaks", "bytecode"} {
				if !strings.Contains(c.artifacts, "dynamo") && a != c.artifacts && strings.Contains(text, "[__"+a+"]") {
					t.Errorf("the log has lines of %s", a)
				}
			}
			if strings.Contains(c.artifacts, "-guards") && strings.Contains(text, "[__guards]") {
				t.Error("-guards does not turn the artifact off")
			}
		})
	}
}

// TestInspectShowsKernels: the plan of each captured graph, forward and backward, with the reasons for its kernels.
func TestInspectShowsKernels(t *testing.T) {
	dir := write(t, "p.py", `import torch
@torch.compile
def f(x, w):
    return torch.softmax(torch.relu(x @ w) * 0.5, -1)
f(torch.ones(8, 16), torch.ones(16, 32, requires_grad=True)).sum().backward()
`)
	got := magneto(t, dir, nil, "", "inspect", "--show", "kernels", "p.py")
	expect(t, got, exitOK, "--- kernels\nforward\nstep 0: mm (primals_1, primals_2) → mm\n", "")
	expect(t, got, exitOK, "--- kernels\nbackward\n", "")
	expect(t, got, exitOK, ": the second uses the first, ", "")
	expect(t, magneto(t, dir, nil, "", "inspect", "--show", "kernels", "--format", "json", "p.py"), exitOK, `"plan": "step 0: mm`, "")
}
