package compiler_test

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/torch/compiler"
	_ "github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// compile runs a program in this process and returns the events of compilation.
func compile(th *object.Thread, t *testing.T, source string) []dynamo.Event {
	t.Helper()
	compiler.Register()
	var events []dynamo.Event
	compiler.Listen(th, func(th *object.Thread, e dynamo.Event) { events = append(events, e) })
	if err := interp.RunMain(th, "<test>", []byte("import torch, types\ntorch._dynamo.reset()\n"+source)); err != nil {
		t.Fatal(err)
	}
	return events
}

var address = regexp.MustCompile(`\d{6,}`)

// TestGuards compiles a function for one call and lists what the code relies on, without the guards on x, the tensor.
// The texts are those of PyTorch 2.14.
func TestGuards(t *testing.T) {
	th := object.NewThread()
	for _, c := range []struct{ function, argument, guards string }{
		{"x + n", "2", "L['n'] == 2"},
		{"x + n", "2.5", "L['n'] == 2.5"},
		{"x + 1 if n else x", "True", "L['n'] == True"},
		{"x + len(n)", "'ab'", "L['n'] == 'ab'; ___check_obj_id(G['__builtins_dict___0']['len'], ID), type=<class 'builtin_function_or_method'>"},
		{"x + 1 if n is None else x", "None", "L['n'] is None"},
		{"x + n[0]", "[1, 2]", "L['n'][0] == 1; len(L['n']) == 2"},
		{"x + n[1]", "(1, 2)", "L['n'][1] == 2; len(L['n']) == 2"},
		{"x + n['a']", "{'a': 1, 'b': 2}", "L['n']['a'] == 1; ___check_type_id(L['n'], ID), type=<class 'dict'>"},
		{"x + (1 if 'z' in n else 2)", "{'a': 1}", "___check_type_id(L['n'], ID), type=<class 'dict'>; not ___dict_contains('z', L['n'])"},
		{"x + len(n)", "{1, 2}", "L['n'] == {1, 2}; ___check_obj_id(G['__builtins_dict___0']['len'], ID), type=<class 'builtin_function_or_method'>"},
		{"x + (1 if hasattr(n, 'zz') else 2)", "types.SimpleNamespace(k=2)", "___check_obj_id(G['__builtins_dict___0']['hasattr'], ID), type=<class 'builtin_function_or_method'>; ___check_type_id(L['n'], ID), type=<class 'types.SimpleNamespace'>; not hasattr(L['n'], 'zz')"},
		{"x + n.k", "types.SimpleNamespace(k=2)", "L['n'].k == 2; ___check_type_id(L['n'], ID), type=<class 'types.SimpleNamespace'>"},
		{"n(x)", "torch.sin", "___check_obj_id(L['n'], ID), type=<class 'builtin_function_or_method'>"},
		{"n(x)", "lambda v: v + 1", "___check_obj_id(L['n'].__code__, ID), type=<class 'code'>"},
		{"x.to(n)", "torch.float64", "L['n'] == torch.float64"},
		{"x + G", "0", "G['G'] == 3"},
		{"x * 2", "[1, 'unused']", ""},
	} {
		t.Run(c.function+" with "+c.argument, func(t *testing.T) {
			var got []string
			for _, e := range compile(th, t, "G = 3\ntorch.compile(lambda x, n: "+c.function+", backend='eager')(torch.ones(2), "+c.argument+")") {
				if e.Kind != dynamo.EntryMade {
					continue
				}
				for _, g := range e.Guards {
					code := g.Code(th)
					if code != "" && !strings.Contains(code, "L['x']") && !strings.HasPrefix(code, "___check_global_state") && code != "___check_torch_function_mode_stack()" {
						got = append(got, address.ReplaceAllString(code, "ID"))
					}
				}
			}
			sort.Strings(got)
			got = slices.Compact(got)
			if diff := cmp.Diff(c.guards, strings.Join(got, "; ")); diff != "" {
				t.Errorf("guards (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEvents checks the order of events around a graph break and a recompile.
func TestEvents(t *testing.T) {
	th := object.NewThread()
	names := map[dynamo.EventKind]string{dynamo.GraphCompiled: "graph", dynamo.EntryMade: "entry", dynamo.GraphBreak: "break", dynamo.Recompile: "recompile", dynamo.FrameSkipped: "skip"}
	var got []string
	for _, e := range compile(th, t, `
def f(x, n):
    y = x + n
    torch._dynamo.graph_break()
    return y * 2
c = torch.compile(f, backend="eager", dynamic=False)
c(torch.ones(2), 1); c(torch.ones(2), 1); c(torch.ones(2), 2)
`) {
		if name := names[e.Kind]; name != "" {
			got = append(got, strings.TrimSpace(name+" "+e.ID))
		}
	}
	want := []string{"break", "graph 0/0", "entry 0/0", "graph 1/0", "entry 1/0", "recompile 0/1", "break", "graph 0/1", "entry 0/1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}
